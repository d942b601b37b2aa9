"""Where the evening stands: what is in, what is missing, what is open, as one JSON document. Its format is public."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Any

from texts.languages import Lang
from texts.sentences import Moment
from tournament.evening.missing_sheets import list_missing_tables
from tournament.filing.making import Evening
from tournament.filing.ranking import weigh_evening
from tournament.record.entries import Entry
from tournament.record.facts import SheetRead
from tournament.record.tournament_state import Tournament
from tournament.review.stage import Occasion, is_final
from tournament.review.waiting import Waiting, list_waiting, write_all_points
from tournament.standings.chances import Chances

Json = dict[str, Any]


def describe_status(evening: Evening, lang: Lang = "de", chances: Chances | None = None) -> Json:
    """The document. `chances`: those of the evening, where they are known already."""
    chances = chances or weigh_evening(evening.book, evening.tournament)
    waiting = list_waiting(evening.book, lang, chances.matters)
    rounds = [_write_round(evening, number) for number in list_round_numbers(evening)]
    signed = list_signed(evening.tournament)
    return {
        "kiebitz": 1,
        "final": is_over(evening),
        "rounds": rounds,
        "open": [_describe_item(one) | ({"signed_off": True} if one.item in signed else {}) for one in waiting],
    }


def is_over(evening: Evening) -> bool:
    """Whether the standings are final."""
    return is_final(evening.book, find_occasion(evening))


def find_occasion(evening: Evening) -> Occasion:
    """The tournament's title, players, rounds and what was signed off; the day is that of its last sheet, before any
    sheet its first."""
    tournament = evening.tournament
    opening, people, rounds = tournament.opening, tournament.players, list_round_numbers(evening)
    return Occasion(
        title=opening.title,
        day=_find_day(evening.entries),
        planned=opening.rounds,
        closed=bool(rounds) and set(rounds) <= tournament.closed.keys(),
        signed=list_signed(tournament),
        starts={name: player.start for player in people for name in (*player.substitutes.values(), player.name)},
        clubs={player.name: player.club for player in people if player.club},
    )


def list_signed(tournament: Tournament) -> frozenset[str]:
    """What was open in rounds that somebody closed all the same."""
    return frozenset(item for one in tournament.closed.values() for item in one.open_items)


def _find_day(entries: Sequence[Entry]) -> date:
    """By the clock on the wall."""
    sheets = [entry.when for entry in entries if isinstance(entry.fact, SheetRead)]
    return Moment(sheets[-1] if sheets else entries[0].when).find_day()


def list_round_numbers(evening: Evening) -> list[int]:
    """All rounds: those that the tournament has, those drawn, and those of its sheets."""
    seen = (number for number in evening.book.rounds if number is not None)
    return sorted({*range(1, evening.tournament.opening.rounds + 1), *evening.tournament.draws, *seen})


def _write_round(evening: Evening, number: int) -> Json:
    here = {entry.table for entry in evening.book.entries if entry.round == number}
    missing = find_missing_tables(evening, number)
    tables = len({*here, *missing})
    closed = number in evening.tournament.closed
    return {"round": number, "tables": tables, "in": len(here), "missing": missing, "closed": closed}


def find_missing_tables(evening: Evening, number: int) -> list[int]:
    """The tables of that round without a sheet: of the draw, or else what the other tables and rounds tell."""
    here = {entry.table for entry in evening.book.entries if entry.round == number}
    if number in evening.tournament.draws:
        return sorted({table.number for table in evening.tournament.draws[number]} - here)
    return [table for matter in evening.book.matters if matter.round == number for table in list_missing_tables(matter)]


def _describe_item(one: Waiting) -> Json:
    return {
        "item": one.item,
        "round": one.round,
        "table": one.table,
        "game": one.game,
        "codes": list(one.codes),
        "sentence": one.sentence,
        "proposal": None if one.proposal is None else write_all_points(one.proposal),
        "matters": round(one.matters, 4),
    }
