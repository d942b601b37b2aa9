"""Where the evening stands: what is in, what is missing, what is open, as one JSON document. Its format is public."""

from __future__ import annotations

from typing import Any

from texts.languages import Lang
from tournament.evening.missing_words import Numbers
from tournament.filing.making import Evening
from tournament.filing.ranking import weigh_evening
from tournament.filing.waiting import Waiting, is_missing, list_waiting, write_all_points
from tournament.standings.chances import Chances

Json = dict[str, Any]


def describe_status(evening: Evening, lang: Lang = "de", chances: Chances | None = None) -> Json:
    """The document. `chances`: those of the evening, where they are known already."""
    chances = chances or weigh_evening(evening.book, evening.tournament)
    waiting = list_waiting(evening.book, lang, chances.matters)
    rounds = [_describe_round(evening, number) for number in list_round_numbers(evening)]
    final = is_over(evening, lang)
    return {"kiebitz": 1, "final": final, "rounds": rounds, "open": [_describe_item(one) for one in waiting]}


def is_over(evening: Evening, lang: Lang = "de") -> bool:
    """Whether every round is closed, and nothing is open but what was signed off."""
    closed = evening.tournament.closed
    if not all(number in closed for number in list_round_numbers(evening)):
        return False
    signed = {item for one in closed.values() for item in one.open_items}
    return all(one.item in signed for one in list_waiting(evening.book, lang))


def list_round_numbers(evening: Evening) -> list[int]:
    """All rounds: those that the tournament has, those drawn, and those of its sheets."""
    seen = (number for number in evening.book.rounds if number is not None)
    return sorted({*range(1, evening.tournament.opening.rounds + 1), *evening.tournament.draws, *seen})


def _describe_round(evening: Evening, number: int) -> Json:
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
    gaps = (finding.gaps.get("tables") for matter in evening.book.matters if matter.round == number
            for finding in matter.findings if is_missing(finding))
    return [table for found in gaps if isinstance(found, Numbers) for table in found.numbers]


def _describe_item(one: Waiting) -> Json:
    return {
        "item": one.item, "round": one.round, "table": one.table, "game": one.game, "codes": list(one.codes),
        "sentence": one.sentence, "proposal": None if one.proposal is None else write_all_points(one.proposal),
        "matters": round(one.matters, 4),
    }
