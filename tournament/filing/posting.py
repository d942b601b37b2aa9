"""The standings of a tournament's file as they are shown: places with all that hangs on them, and how sure they are."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from texts.languages import Lang
from tournament.filing.making import Evening
from tournament.filing.status import is_over
from tournament.review.stage import UNKNOWN_OCCASION, find_last_round
from tournament.standings.awards import award_place_points, count_money, pay_prizes
from tournament.standings.chances import Chances
from tournament.standings.places import Standing

Json = dict[str, Any]


def describe_standings(evening: Evening, chances: Chances, lang: Lang = "de") -> Json:
    """The standings as the public JSON document. Its keys are a contract; see docs/standings.md.

    What the tournament has of place points, prizes and money stands in each line.
    """
    worth = _list_worth(evening)
    after = find_last_round(evening.book, UNKNOWN_OCCASION)
    lines = [
        _describe_line(one, after, chances.sure[one.player.number])
        | {name: values.get(one.player.number, 0) for name, values in worth.items()}
        for one in evening.book.standings
    ]
    return {
        "kiebitz": 1,
        "title": evening.tournament.opening.title,
        "after": after,
        "final": is_over(evening),
        "sure": _round_down(chances.prizes),
        "standard_error": round(max(chances.errors.values(), default=0.0), 4),
        "standings": lines,
    }


def _describe_line(one: Standing, after: int, sure: float) -> Json:
    player = one.player
    return {
        "place": one.place,
        "start": player.start,
        "name": player.name,
        "rounds": [player.get_points(number) for number in range(1, after + 1)],
        "total": player.total,
        "solos": player.solos_won,
        "open": player.open_items,
        "sure": _round_down(sure),
        **({"parted_by": one.parted_by} if one.parted_by else {}),
        **({"withdrawn": True} if player.withdrawn else {}),
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
