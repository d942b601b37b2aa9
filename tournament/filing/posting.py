"""The standings of a tournament's file as they are shown: places with all that hangs on them, and how sure they are.

They are kept in the file beside the hash of the entries that they were worked out from, so that they are there at once
the next time.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import suppress
from fractions import Fraction
from functools import partial
from typing import Any

from texts.languages import Lang
from tournament.evening.items import list_round_matters, list_sheet_matters, name_row_item
from tournament.evening.uncertain import find_nobody, list_uncertain
from tournament.filing.making import Evening, open_evening
from tournament.filing.ranking import rank_by_rules
from tournament.record.errors import RecordError
from tournament.record.glance import make_kept_key, open_kept, seal_kept
from tournament.record.store import Store
from tournament.standings.chances import PRIZES, Chances, weigh_chances
from tournament.standings.money import count_money
from tournament.standings.place_points import award_place_points
from tournament.standings.player import Standing
from tournament.standings.prizes import pay_prizes

Json = dict[str, Any]


def recall_standings(store: Store, lang: Lang) -> Json:
    """The standings of the tournament in that store; worked out where the file does not keep those of its newest entry.

    Raises `RecordError` and `UnreadableContent`.
    """
    key, entries = make_kept_key("standings", lang), store.read_entries()
    kept = open_kept(store.read_cache(key), entries[-1].hash) if entries else None
    return json.loads(kept) if kept else keep_standings(store, open_evening(store, lang), lang)


def keep_standings(store: Store, evening: Evening, lang: Lang) -> Json:
    """The standings, worked out and kept in the file."""
    posted = post_standings(evening)
    data = json.dumps(posted, ensure_ascii=False).encode()
    with suppress(RecordError):  # a file that may only be read
        store.keep_cache(make_kept_key("standings", lang), seal_kept(evening.tournament.head.hash, data))
    return posted


def post_standings(evening: Evening) -> Json:
    """The standings as the public JSON document. Its keys are a contract; see docs/standings.md.

    What the tournament has of place points, prizes and money stands in each line.
    """
    chances = weigh_evening(evening)
    worth = _list_worth(evening)
    after = find_last_round(evening)
    lines = [
        _describe_line(one, after, chances.sure[one.player.number])
        | {name: values.get(one.player.number, 0) for name, values in worth.items()}
        for one in evening.book.standings
    ]
    return {
        "kiebitz": 1, "title": evening.tournament.opening.title, "after": after, "final": is_final(evening),
        "sure": _round_down(chances.prizes), "standard_error": round(max(chances.errors.values(), default=0.0), 4),
        "standings": lines,
    }


def weigh_evening(evening: Evening) -> Chances:
    """How sure the standings are, and which open items matter for the prizes, or the first places without prizes."""
    rank = partial(rank_by_rules, tournament=evening.tournament)
    prizes = len(evening.tournament.opening.prizes) or PRIZES
    return weigh_chances(evening.book.players, list_uncertain(evening.book), rank, prizes, find_nobody(evening.book))


def find_last_round(evening: Evening) -> int:
    """The last round of which a sheet counts; 0 before the first."""
    return max((number for number in evening.book.rounds if number is not None), default=0)


def is_final(evening: Evening) -> bool:
    """Whether every round is closed, and nothing is open but what was signed off."""
    closed = evening.tournament.closed
    signed = {item for one in closed.values() for item in one.open_items}
    every = all(number in closed for number in range(1, evening.tournament.opening.rounds + 1))
    return every and signed.issuperset(_list_open(evening))


def _list_open(evening: Evening) -> list[str]:
    book = evening.book
    rows = [name_row_item(entry.sheet.source, row.game) for entry in book.entries for row in entry.sheet.open_rows]
    matters = [one.item for entry in book.entries for one in list_sheet_matters(entry.sheet)]
    return [*rows, *matters, *(one.item for one in list_round_matters(book.matters))]


def _describe_line(one: Standing, after: int, sure: float) -> Json:
    player = one.player
    return {
        "place": one.place, "start": player.start, "name": player.name,
        "rounds": [player.get_points(number) for number in range(1, after + 1)], "total": player.total,
        "solos": player.solos_won, "open": player.open_items, "sure": _round_down(sure),
        **({"parted_by": one.parted_by} if one.parted_by else {}), **({"withdrawn": True} if player.withdrawn else {}),
    }


def _round_down(chance: float) -> float:
    """To three digits, and never up to 1: what is not quite sure must not read as if it were."""
    return int(chance * 1000 + 1e-6) / 1000


def _list_worth(evening: Evening) -> Mapping[str, Mapping[int, Any]]:
    """By the name of the JSON key what the places and points are worth, where the tournament has anything of it."""
    standings, opening = evening.book.standings, evening.tournament.opening
    worth: dict[str, Mapping[int, Any]] = {}
    if opening.places:
        points = award_place_points(standings, opening.places)
        worth["place_points"] = {number: _write_fraction(value) for number, value in points.items()}
    if opening.prizes:
        worth["prize_cents"] = dict(pay_prizes(standings, opening.prizes).cents)
    if opening.rules.money.cents_per_point:
        worth["cents"] = count_money([one.player for one in standings], opening.rules.money.cents_per_point)
    return worth


def _write_fraction(value: Fraction) -> int | float:
    return int(value) if value == int(value) else round(float(value), 2)
