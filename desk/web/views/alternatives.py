"""What else an open row may count: each a button, pressed by one key."""

from __future__ import annotations

from dataclasses import dataclass

from desk.web.views.crosses import spell_row
from desk.web.views.items import ItemView, find_row
from texts.languages import Lang
from tournament.filing.deciding import RefusedDecision, Wish, make_decision, read_settled
from tournament.filing.open_evening import Evening
from tournament.judging.row.judged import JudgedRow, is_whole
from tournament.review.waiting import write_all_points

LETTERS = "ABCD"
"""The keys: a row with more that it may count needs a look at the table, not a list."""


@dataclass(frozen=True, slots=True)
class Alternative:
    """`letter`: its key; `points`: as they are typed, "-8,+8,-8,+8"; `said`: the row as it would count."""

    letter: str
    points: str
    said: str


def list_alternatives(evening: Evening, view: ItemView, lang: Lang) -> tuple[Alternative, ...]:
    """What an open row may count that no rule forbids, and no other button says: the likeliest first, then the smallest
    other mendings, however unlikely by the written sums. () for what is no row."""
    place = find_row(evening, view.item) if view.sentence else None
    if place is None:
        return ()
    (_, row), found = place, dict[str, str]()
    for row_points in filter(is_whole, (outcome.points for outcome in row.outcomes)):
        points = ",".join(write_all_points(row_points))
        said = _spell(evening, view.item, row, points, lang)
        if said and said not in (view.proposal, view.as_written):
            found.setdefault(said, points)
        if len(found) == len(LETTERS):
            break
    return tuple(
        Alternative(letter, points, said) for letter, (said, points) in zip(LETTERS, found.items(), strict=False)
    )


def _spell(evening: Evening, item: str, row: JudgedRow, points: str, lang: Lang) -> str:
    """The row with these points; "" where they need a reason."""
    try:
        return spell_row(read_settled(row.source, make_decision(evening, Wish(item, "points", points))), lang)
    except RefusedDecision:
        return ""
