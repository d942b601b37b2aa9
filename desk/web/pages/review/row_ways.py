"""Other points that an open row may count, each as a button with a key, and the decision behind such a button."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from desk.web.pages.review.picture_addresses import find_row
from desk.web.pages.review.shown_item import CROSSES, ItemView, spell_outcome
from texts.languages import Lang
from tournament.errors import RefusedDecision
from tournament.evening.counted_sheets import CountedSheet
from tournament.filing.decisions.deciding import Wish, make_decision, read_settled
from tournament.filing.opened.open_evening import Evening
from tournament.judging.judged_sheet import JudgedRow, is_whole
from tournament.judging.offers import is_unsure, list_offers, write_settled
from tournament.review.waiting import write_all_points

LETTERS = "ABCD"
"""The keys, one per alternative: for a row with more, a look at the sheet helps better than a list."""

STRIKES = ("strike", "twice")
"""The answers that strike rows: those at the end, or one that was written twice, whose number follows ("twice:8")."""


@dataclass(frozen=True, slots=True)
class Alternative:
    """Another way for a row to count. `letter`: its key; `outcome`: the points as one types them, then the crosses that
    change ("-8,+8,-8,+8 solo"); `said`: the row as it would count; `why`: the proposed changes, "" for none."""

    letter: str
    outcome: str
    said: str
    why: str = ""


def read_way(item: str, outcome: str, reason: str) -> Wish:
    """The decision of an alternative's button."""
    points, *crosses = outcome.split(" ")
    solo, offence = (name in crosses if {name, f"no-{name}"} & {*crosses} else None for name in CROSSES)
    boxes = tuple((one.removeprefix("no-"), not one.startswith("no-")) for one in crosses if "." in one)
    return Wish(item, "points", points=points, reason=reason, solo=solo, offence=offence, boxes=boxes)


def read_name(form: Mapping[str, str]) -> str:
    """The player's name that the form gives: that of its button ("name:Anna"), else the typed or the chosen one."""
    return form.get("how", "").partition(":")[2] or form.get("other", "").strip() or form.get("name", "")


def list_alternatives(evening: Evening, view: ItemView, lang: Lang) -> tuple[Alternative, ...]:
    """The alternatives for an open row. First its proposals, if none is far likelier than the others; then other points
    that the rules allow and no other button has: the likeliest, then the smallest other changes, even where the written
    sums make them unlikely. () for an item that is no row."""
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
    """For each of the row's proposals: its outcome, the row as it would count, and the changes."""
    for offer in list_offers(row):
        said = write_settled(offer.settled, lang)
        yield spell_outcome(row, offer.settled), said, offer.spell(lang, entry.make_labels(row.place))


def _spell(evening: Evening, item: str, row: JudgedRow, points: str, lang: Lang) -> str:
    """The row with these points in words; "" where a decision for them needs a reason."""
    try:
        return write_settled(read_settled(row.source, make_decision(evening, Wish(item, "points", points))), lang)
    except RefusedDecision:
        return ""
