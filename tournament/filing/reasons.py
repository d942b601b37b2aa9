"""What nobody may decide without a reason: what is not open, what is of a closed round, what two people read otherwise,
and that two sheets of one table count."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from texts.item_ids import spell_item
from tournament.errors import BookError
from tournament.evening.counted_sheets import CountedSheet
from tournament.evening.decided_sheets import is_contested, list_contradictions
from tournament.evening.decisions import HumanDecision, SecondReading
from tournament.evening.item_names import name_row_item
from tournament.filing.open_evening import Evening
from tournament.judging.judged_sheet import JudgedRow
from tournament.record.facts import Decided, Fact
from tournament.record.sealed_rounds import find_rounds
from tournament.remarks import RowText
from tournament.review.open_effects import is_decided

TWO_SHEETS = ".duplicate-sheet"
"""How the item ends that asks about two sheets of one table."""


class RefusedDecision(BookError):
    """The decision cannot be meant, or needs a reason."""

    exit_status = 2


def refuse_second_reading(evening: Evening, entry: CountedSheet, row: JudgedRow, decided: Decided) -> None:
    """Raises `RefusedDecision` where a second person reads the row otherwise than it counted or is to count, and no
    reason is given."""
    keyed = (one for one in evening.tournament.keyed.values() if one.fact.item == decided.item)
    second = tuple(SecondReading(one.fact.field, one.fact.text, one.by) for one in keyed)
    wished = HumanDecision(decided.item, decided.how, "", points=decided.points, second=second)
    against = list_contradictions(entry.sheet.source, row.source, wished, evening.book.limits)
    if second and not decided.reason.strip() and (against or is_contested(row)):
        raise RefusedDecision("decisions.refused.second-reading", by=(*against, *second)[0].by)


def refuse_settled_row(evening: Evening, entry: CountedSheet, row: JudgedRow, reason: str) -> None:
    """Raises `RefusedDecision`, which says what counts, for a row that nobody asks about, or whose round is closed, as
    long as no reason is given."""
    if reason.strip():
        return
    item, counts = name_row_item(entry.sheet.source, row.game), RowText(row.points, row.solo, row.offence, "–")
    ruling = evening.tournament.decisions.get(item)
    if entry.round in evening.tournament.closed:
        raise RefusedDecision("decisions.refused.closed-row", item=item, round=entry.round, row=counts)
    if row.status == "ok" and ruling is not None and is_decided(row):
        raise RefusedDecision("decisions.refused.decided-row", item=item, by=ruling.by, row=counts)
    if row.status == "ok":
        raise RefusedDecision("decisions.refused.settled-row", item=item, row=counts)


def refuse_closed(evening: Evening, item: str, reason: str) -> None:
    """Raises `RefusedDecision` for an item of a closed round without a reason."""
    rounds = find_closed_rounds(evening, item)
    if rounds and not reason.strip():
        raise RefusedDecision("decisions.refused.closed", item=item, round=min(rounds))


def find_closed_rounds(evening: Evening, item: str) -> frozenset[int]:
    """The closed rounds that the item, or a sheet's key, is of."""
    sheets = {entry.sheet.source.key: frozenset({entry.round or 0}) for entry in evening.book.entries}
    sheets |= {matter.key: frozenset({matter.round or 0}) for matter in evening.book.matters if matter.key}
    return find_rounds(item, sheets) & evening.tournament.closed.keys()


def guard_closed(
    make: Callable[[Evening], Sequence[Fact]], item: str, *, organiser: bool
) -> Callable[[Evening], Sequence[Fact]]:
    """The same for somebody who may decide it: what is of a closed round, only the organiser may."""

    def make_guarded(evening: Evening) -> Sequence[Fact]:
        rounds = find_closed_rounds(evening, spell_item(item))
        if rounds and not organiser:
            raise RefusedDecision("decisions.refused.organiser", round=min(rounds))
        return make(evening)

    return make_guarded
