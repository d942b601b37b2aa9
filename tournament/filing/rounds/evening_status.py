"""The state of an evening, as two public JSON documents: its status (what is in, missing and open), and its standings
(places, what they are worth, and how sure they are). Both are cached.

Also the standings in the form in which the file keeps those that were handed out.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from texts.item_ids import parse_item
from texts.languages import Lang
from tournament.evening.award_notes import describe_award
from tournament.evening.book import Book
from tournament.evening.item_names import find_key
from tournament.evening.late_items import describe_change
from tournament.evening.sheet_places import FreeTable
from tournament.evening.struck_rows import list_left_rows
from tournament.evening.typed_notes import describe_typed
from tournament.filing.opened.absences import explain_gaps
from tournament.filing.opened.cache_folder import Name, find_document, put_documents
from tournament.filing.opened.open_evening import Evening, list_round_numbers, open_evening, weigh_evening
from tournament.filing.rounds.round_states import find_missing_tables, name_next_step
from tournament.record.facts import Posted
from tournament.record.replay import Tournament
from tournament.record.store import Store
from tournament.remarks import Log, keep_nothing
from tournament.review.next_step import NextStep
from tournament.review.waiting import Waiting, WrittenOffer, is_final, list_waiting, name_stage, write_all_points
from tournament.standings.chances import Chances
from tournament.standings.places import Standing
from tournament.standings.prizes import count_money, give_place_points, name_teams, pay_prizes
from tournament.standings.scorings import write_score

Json = dict[str, Any]


def describe_status(evening: Evening, lang: Lang = "de", chances: Chances | None = None) -> Json:
    """The status document. `chances`: those of the evening, if they were worked out already."""
    chances = chances or weigh_evening(evening.book, evening.tournament)
    waiting = list_waiting(evening.book, lang, chances.matters)
    rounds = [_write_round(evening, number, lang) for number in list_round_numbers(evening.book, evening.tournament)]
    return {
        "kiebitz": 1,
        "final": is_final(evening.book),
        "rounds": rounds,
        "open": [_describe_item(evening, one) for one in waiting],
        "next": _describe_step(name_next_step(evening, waiting), lang),
    }


def _describe_step(step: NextStep, lang: Lang) -> Json:
    return {
        "step": step.kind,
        "sentence": step.say().in_(lang),
        **({"round": step.round} if step.round else {}),
        **({"tables": list(step.tables)} if step.tables else {}),
    }


def _write_round(evening: Evening, number: int, lang: Lang) -> Json:
    here = {entry.table for entry in evening.book.entries if entry.round == number}
    missing = find_missing_tables(evening, number)
    tables = len({*here, *missing})
    closing = evening.tournament.seals.closings.get(number)
    changes = [describe_change(one, lang) for one in evening.book.changes if one.round == number and one.closed]
    return {
        "round": number,
        "tables": tables,
        "in": len(here),
        "missing": missing,
        "closed": evening.entries[closing - 1].when if closing else None,
        **({"cancelled": True} if number in evening.tournament.cancelled else {}),
        "changed": changes,
        **_describe_typed(evening.book, lang, number),
    }


def _describe_item(evening: Evening, one: Waiting) -> Json:
    """The item. In a closed round the old result counts until the item is settled."""
    return {
        "item": one.item,
        "round": one.round,
        "table": one.table,
        "game": one.game,
        "codes": list(one.codes),
        "sentence": one.sentence,
        "proposal": None if one.proposal is None else write_all_points(one.proposal),
        "proposal_text": one.proposed,
        "proposals": [_describe_offer(offer) for offer in one.offers],
        "matters": round(one.matters, 4),
        **({"struck": True} if one.struck else {}),
        **({"twice": [pair.struck for pair in one.doubled]} if one.doubled else {}),
        **({"left": left} if (left := _find_left(evening, one)) else {}),
        **({"sheet": one.sheet} if one.sheet else {}),
        **({"tables": [_describe_table(table, one) for table in one.tables]} if one.tables else {}),
        **({"together": [row.item for row in one.together]} if one.together else {}),
        **({"signed_off": True} if one.item in evening.book.signed else {}),
        **({"after_closing": True} if one.round in evening.tournament.closed else {}),
    }


def _find_left(evening: Evening, one: Waiting) -> list[int]:
    """The first and the last of the rows that may have been struck when the time was up; [] where it asks nothing
    else than games that are missing."""
    if "game-count" not in one.codes or one.game is not None:
        return []
    key = parse_item(one.item).key
    sheets = (entry.sheet.source for entry in evening.book.entries if find_key(entry.sheet.source) == key)
    rows = [row.game for sheet in sheets for row in list_left_rows(evening.book.rules, sheet)]
    return [rows[0], rows[-1]] if rows else []


def _describe_table(table: FreeTable, one: Waiting) -> Json:
    """A table to which the sheet may be moved."""
    return {"round": table.round, "table": table.table, "players": list(table.names), "key": table == one.fits}


def _describe_offer(one: WrittenOffer) -> Json:
    points = write_all_points(one.points)
    return {"text": one.words, "points": points, "counts": one.counts, "key": one.key}


FILE_LANG: Lang = "de"
"""The language of labels in the file ("Runde 1, Tisch 3, Platz 2" for a seat without a player)."""


def post_standings(store: Store) -> tuple[Posted, ...]:
    """The standings of the tournament in the store, in the form in which the file keeps them."""
    evening = open_evening(store, FILE_LANG)
    return list_posted(evening.book, evening.tournament)


def list_posted(book: Book, tournament: Tournament) -> tuple[Posted, ...]:
    """The standings of a book in `FILE_LANG`, in the form in which the file keeps them; start number 0 for none."""
    starts = {player.name: player.start for player in tournament.players}
    return tuple(
        Posted(one.place, starts.get(one.player.name, 0), one.player.name, one.player.total) for one in book.standings
    )


def describe_standings(evening: Evening, chances: Chances, lang: Lang = "de") -> Json:
    """The standings as the public JSON document. Its keys are a contract; see docs/standings.md.

    Each line has place points, prizes and money, as far as the tournament has these.
    """
    worth = _list_worth(evening)
    teams = name_teams(evening.book.players, evening.book.teams)
    after = evening.book.last_round
    lines = [
        _describe_line(one, after, chances.sure[one.player.number])
        | {name: values.get(one.player.number, 0) for name, values in worth.items()}
        for one in evening.book.lines
    ]
    return {
        "kiebitz": 1,
        "title": evening.tournament.opening.title,
        "after": after,
        "stage": name_stage(evening.book, final=is_final(evening.book)).in_(lang),
        "final": is_final(evening.book),
        "sure": _round_down(chances.prizes),
        "standard_error": round(max(chances.errors.values(), default=0.0), 4),
        **({} if evening.book.scoring.is_plain else {"scoring": evening.book.scoring.name().in_(lang)}),
        **({} if evening.book.pot is None else {"pot": evening.book.pot}),
        "standings": lines,
        **({"teams": teams[0].in_(lang)} if teams else {}),
        "gaps": [gap.in_(lang) for gap in explain_gaps(evening.book)],
        "changed": [describe_change(one, lang) for one in evening.book.changes],
        **_describe_typed(evening.book, lang),
        **({"awards": [describe_award(one, lang) for one in evening.book.awards]} if evening.book.awards else {}),
    }


def _describe_typed(book: Book, lang: Lang, round_: int | None = None) -> Json:
    """The notes on typed sheets, of one round or of all; {} if there are none."""
    notes = [describe_typed(one, lang) for one in book.typed if round_ in (None, one.round)]
    return {"typed": notes} if notes else {}


def _describe_line(one: Standing, after: int, sure: float) -> Json:
    player = one.player
    return {
        "place": one.place,
        "start": player.start,
        "name": player.name,
        "rounds": [player.get_points(number) for number in range(1, after + 1)],
        "total": player.total,
        **({} if one.score is None else {"score": write_score(one.score)}),
        "solos": player.solos_won,
        "open": player.open_items,
        "sure": _round_down(sure),
        **({"parted_by": one.parted_by} if one.parted_by else {}),
        **({"withdrawn": True, "withdrew_after": player.left_after} if player.left_after is not None else {}),
        **({"disqualified": True} if player.disqualified else {}),
        **({"springer": True} if player.springer else {}),
        **({"awarded": list(player.marked)} if player.marked else {}),
        **({"missing": list(player.missing)} if player.missing else {}),
        **({} if player.sittings else {"unseen": True}),
        **({"gaps": {str(round_): gap for round_, gap in player.gaps}} if player.gaps else {}),
        **({"typed": list(player.typed)} if player.typed else {}),
    }


def _round_down(chance: float) -> float:
    """The probability with three digits, rounded down: what is not quite sure must not be shown as 1."""
    return int(chance * 1000 + 1e-6) / 1000


def _list_worth(evening: Evening) -> Mapping[str, Mapping[int, Any]]:
    """By JSON key and player what places and points are worth, as far as the tournament has such rules."""
    standings, opening = evening.book.standings, evening.tournament.opening
    worth: dict[str, Mapping[int, Any]] = {}
    if opening.places:
        points = give_place_points(standings, opening.places).items()
        worth["place_points"] = {one: int(part) if part == int(part) else round(float(part), 2) for one, part in points}
    if opening.prizes:
        worth["prize_cents"] = dict(pay_prizes(standings, opening.prizes).cents)
    if opening.rules.money.cents_per_point:
        worth["cents"] = count_money([one.player for one in standings], opening.rules.money.cents_per_point)
    return worth


def recall_document(store: Store, name: Name, lang: Lang, log: Log = keep_nothing) -> Json:
    """The document as cached for the store's last entry, else worked out now.

    Raises `RecordError` and `UnreadableContent`.
    """
    entries = store.read_entries()
    kept = find_document(entries[0].hash, entries[-1].hash, name, lang) if entries else None
    return kept if kept is not None else keep_documents(open_evening(store, lang, log=log), lang)[name]


def keep_documents(evening: Evening, lang: Lang) -> dict[Name, Json]:
    """Works out both documents, which need the same chances, and caches them. `evening`: the tournament as it is
    now."""
    chances = weigh_evening(evening.book, evening.tournament)
    documents: dict[Name, Json] = {
        "status": describe_status(evening, lang, chances),
        "standings": describe_standings(evening, chances, lang),
    }
    put_documents(evening.entries[0].hash, evening.tournament.head.hash, lang, documents)
    return documents
