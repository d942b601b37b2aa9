"""What needs a reason: a decision on something that is not open, in a closed round, or against a second person's
reading; closing a round that is not finished; opening it again.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from texts.item_ids import make_place_key, make_round_key, spell_item
from texts.sentences import Phrase
from tournament.errors import RefusedDecision
from tournament.evening.counted_sheets import CountedSheet
from tournament.evening.decided_sheets import is_contested, list_contradictions
from tournament.evening.item_names import name_row_item
from tournament.filing.opened.open_evening import Evening
from tournament.human_decisions import HumanDecision
from tournament.judging.judged_sheet import JudgedRow
from tournament.record.entries import Entry
from tournament.record.facts import (
    Closed,
    Decided,
    Fact,
    Reopened,
    SealingBegan,
)
from tournament.record.older_files import open_current
from tournament.record.record_errors import ChangedMeanwhile
from tournament.record.sealed_rounds import find_rounds, trace_seals
from tournament.record.store import Store
from tournament.remarks import RowText
from tournament.review.open_effects import is_decided

TWO_SHEETS = ".duplicate-sheet"
"""The ending of the item that asks about two sheets of one table."""


def refuse_second_reading(evening: Evening, entry: CountedSheet, row: JudgedRow, decided: Decided) -> None:
    """Raises `RefusedDecision` if a second person's reading differs from what the row counted or is to count, and no
    reason is given."""
    second = tuple(one for one in evening.tournament.keyed.values() if one.item == decided.item)
    wished = HumanDecision(decided.item, decided.how, "", points=decided.points, second=second)
    against = list_contradictions(entry.sheet.source, row.source, wished, evening.book.limits)
    if second and not decided.reason.strip() and (against or is_contested(row)):
        raise RefusedDecision("decisions.refused.second-reading", by=(*against, *second)[0].by)


def refuse_settled_row(evening: Evening, entry: CountedSheet, row: JudgedRow, reason: str) -> None:
    """Raises `RefusedDecision`, with what counts, if the row is not open, or its round is closed, and no reason is
    given."""
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
    """The closed rounds to which the item, or a sheet's key, belongs."""
    sheets = {entry.sheet.source.key: frozenset({entry.round or 0}) for entry in evening.book.entries}
    sheets |= {matter.key: frozenset({matter.round or 0}) for matter in evening.book.matters if matter.key}
    return find_rounds(item, sheets) & evening.tournament.closed.keys()


def guard_closed(
    make: Callable[[Evening], Sequence[Fact]], items: Sequence[str], *, organiser: bool
) -> Callable[[Evening], Sequence[Fact]]:
    """`make` for a person who is or is not an `organiser`: items of a closed round only the organiser may decide. The
    returned function raises `RefusedDecision`."""

    def make_guarded(evening: Evening) -> Sequence[Fact]:
        rounds = {round_ for item in items for round_ in find_closed_rounds(evening, spell_item(item))}
        if rounds and not organiser:
            raise RefusedDecision("decisions.refused.organiser", round=min(rounds))
        return make(evening)

    return make_guarded


@dataclass(frozen=True, slots=True)
class RoundEnd:
    """A round that may be closed. `sheets`: how many are in. `missing`: the tables without one. `items`: the open items
    of the round, and those of no round. `closed`: when it was closed, None if it is not.
    """

    round: int
    sheets: int
    closed: str | None
    missing: tuple[int, ...]
    items: tuple[str, ...]

    @property
    def is_clear(self) -> bool:
        """Whether nobody needs to sign anything off."""
        return bool(self.sheets) and not self.missing and not self.items


def find_closings(entries: Sequence[Entry]) -> Mapping[int, Entry]:
    """By closed round the entry that closed it."""
    return {round_: entries[number - 1] for round_, number in trace_seals(entries).closings.items()}


def list_ends(status: Mapping[str, Any]) -> tuple[RoundEnd, ...]:
    """Every round of the public status document."""
    return tuple(
        RoundEnd(
            one["round"],
            one["in"],
            one["closed"],
            tuple(one["missing"]),
            tuple(item["item"] for item in status["open"] if item["round"] in (one["round"], None)),
        )
        for one in status["rounds"]
    )


KIEBITZ = "kiebitz"
"""The author of what the program writes by itself."""


def open_to_write(where: str | Path) -> Store:
    """The tournament there, to add entries to. Rounds that an older version closed are sealed as they count now. Raises
    the errors of `open_current`."""
    store = open_current(where)
    entries = store.read_entries()
    seals = trace_seals(entries)
    if seals.closings and not seals.sealed:
        with suppress(ChangedMeanwhile):  # then somebody else has sealed them
            store.append([SealingBegan()], by=KIEBITZ, seen=len(entries))
    return store


def report_waiting(store: Store, made: Sequence[Entry]) -> tuple[Phrase, ...]:
    """Sentences that entries which were just made wait, as their rounds are closed; () if they count."""
    waiting = trace_seals(store.read_entries()).waiting
    rounds = sorted({min(waiting[entry.number]) for entry in made if entry.number in waiting})
    return tuple(Phrase("decisions.late.waits", {"round": round_}) for round_ in rounds)


def make_closing(entries: Sequence[Entry], end: RoundEnd, reason: str) -> tuple[Fact, ...]:
    """The entries that close and seal a round; they name the missing tables and the open items that are signed off. A
    round without a sheet is closed as one that is not played."""
    absent = [make_place_key(end.round, table) for table in end.missing]
    begins = () if any(isinstance(one.fact, SealingBegan) for one in entries) else (SealingBegan(),)
    signed = (*absent, *end.items) if end.sheets else (make_round_key(end.round),)
    return (*begins, Closed(end.round, reason, signed))


def make_reopening(entries: Sequence[Entry], round_: int, reason: str) -> Reopened:
    """The entry that opens a closed round again. Raises `RefusedDecision`."""
    if round_ not in trace_seals(entries).closings:
        raise RefusedDecision("decisions.reopen.not-closed", round=round_)
    if not reason.strip():
        raise RefusedDecision("decisions.reopen.needs-reason", round=round_)
    return Reopened(round_, reason.strip())
