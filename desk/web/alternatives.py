"""What else an open row may count: each a button, pressed by one key."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass

from desk.web.cross_views import spell_row
from texts.languages import Lang
from tournament.evening.items import name_row_item
from tournament.evening.row_outcomes import weigh_outcomes
from tournament.evening.standings import CountedSheet
from tournament.filing.deciding import RefusedDecision, Wish, make_decision
from tournament.filing.making import Evening
from tournament.filing.settling import read_settled
from tournament.filing.waiting import is_whole, write_all_points
from tournament.judging.row.judged import JudgedRow

LETTERS = "ABCD"
"""The keys: a row with more that it may count needs a look at the table, not a list."""


@dataclass(frozen=True, slots=True)
class Alternative:
    """`letter`: its key; `points`: as they are typed, "-8,+8,-8,+8"; `said`: the row as it would count."""

    letter: str
    points: str
    said: str


def list_alternatives(
    evening: Evening, entry: CountedSheet, row: JudgedRow, known: Container[str], lang: Lang
) -> tuple[Alternative, ...]:
    """What the row may count that no rule forbids, the likeliest first. `known`: what other buttons say already."""
    item, found = name_row_item(entry.sheet.source, row.game), dict[str, str]()
    for outcome in weigh_outcomes(evening.book.rules, entry.sheet, row):
        points = ",".join(write_all_points(outcome.points))
        said = _spell(evening, item, row, points, lang) if is_whole(outcome.points) else ""
        if said and said not in known:
            found.setdefault(said, points)
    return tuple(Alternative(letter, points, said)
                 for letter, (said, points) in zip(LETTERS, found.items(), strict=False))


def _spell(evening: Evening, item: str, row: JudgedRow, points: str, lang: Lang) -> str:
    """The row with these points; "" where they need a reason."""
    try:
        return spell_row(read_settled(row.source, make_decision(evening, Wish(item, "points", points))), lang)
    except RefusedDecision:
        return ""
