"""What else an open row may count, each way a button that one key presses, and what such a button means."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from desk.web.pages.item_view import CROSSES, ItemView
from desk.web.pages.picture_addresses import find_row
from texts.languages import Lang
from tournament.evening.counted_sheets import CountedSheet
from tournament.filing.deciding import Wish, make_decision, read_settled
from tournament.filing.open_evening import Evening
from tournament.filing.reasons import RefusedDecision
from tournament.judging.causes import make_row
from tournament.judging.judged_sheet import JudgedRow, is_whole
from tournament.judging.offers import is_unsure, list_offers, write_settled
from tournament.review.waiting import write_all_points

LETTERS = "ABCD"
"""The keys: a row with more that it may count needs a look at the table, not a list."""


@dataclass(frozen=True, slots=True)
class Alternative:
    """`letter`: its key; `outcome`: the points as they are typed, then the crosses that count otherwise than now
    ("-8,+8,-8,+8 solo"); `said`: the row as it would count; `why`: the changes that are proposed, "" for none."""

    letter: str
    outcome: str
    said: str
    why: str = ""


def read_way(item: str, outcome: str, reason: str) -> Wish:
    """What the button of an alternative means."""
    points, *crosses = outcome.split(" ")
    solo, offence = (name in crosses if {name, f"no-{name}"} & {*crosses} else None for name in CROSSES)
    return Wish(item, "points", points=points, reason=reason, solo=solo, offence=offence)


def list_alternatives(evening: Evening, view: ItemView, lang: Lang) -> tuple[Alternative, ...]:
    """What is proposed where no proposal is far likelier than another; then what an open row may count that no rule
    forbids, and no other button says: the likeliest first, then the smallest other mendings, however unlikely by the
    written sums. () for what is no row."""
    place = find_row(evening, view.item) if view.sentence else None
    if place is None:
        return ()
    entry, row = place
    offered = [*_list_offered(entry, row, lang)] if is_unsure(row) else []
    shown = {view.proposal, view.as_written, *(said for _, said, _ in offered)}
    found = dict[str, str]()
    for row_points in filter(is_whole, (outcome.points for outcome in row.outcomes)):
        points = ",".join(write_all_points(row_points))
        said = _spell(evening, view.item, row, points, lang)
        if said and said not in shown:
            found.setdefault(said, points)
        if len(offered) + len(found) == len(LETTERS):
            break
    every = (*offered, *((points, said, "") for said, points in found.items()))
    return tuple(Alternative(letter, *one) for letter, one in zip(LETTERS, every, strict=False))


def _list_offered(entry: CountedSheet, row: JudgedRow, lang: Lang) -> Iterator[tuple[str, str, str]]:
    """The row with each of its proposals: its outcome, how it would count, and what is changed."""
    now = make_row(row)
    for offer in list_offers(row):
        settled = offer.settled
        pairs = ((name, getattr(settled, name), getattr(now, name)) for name in CROSSES)
        crosses = (name if then else f"no-{name}" for name, then, before in pairs if then != before)
        outcome = " ".join((",".join(write_all_points(settled.points)), *crosses))
        yield outcome, write_settled(settled, lang), offer.spell(lang, entry.make_labels(row.place))


def _spell(evening: Evening, item: str, row: JudgedRow, points: str, lang: Lang) -> str:
    """The row with these points; "" where they need a reason."""
    try:
        return write_settled(read_settled(row.source, make_decision(evening, Wish(item, "points", points))), lang)
    except RefusedDecision:
        return ""
