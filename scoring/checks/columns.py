"""Checks of the columns that some sheets have beside the points: the value, the winners' marks, running totals."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import zip_longest

from scoring.checks.row import Findings, fill_row_gaps
from scoring.counting.rules import RuleSet
from scoring.findings import Change, Finding
from scoring.rows.patterns import find_pattern, find_winners
from scoring.rows.row import Row, Sheet, make_cell_id, make_mark_id
from scoring.rows.seating import find_hands


def check_value_column(rules: RuleSet, row: Row, seats: int) -> Findings:
    """R7: the value column holds what one opponent pays another. `+4 +4 -4 -4` with the value 6; a solo's `9 -3 -3 -3`
    with 9.

    No rule sheet has such a column, but the DDV's list has. A value below zero there swaps the winners' marks.
    """
    hands = find_hands(rules, row, seats)
    found = find_pattern(hands) if hands and not row.offence else None
    if found is None or row.value is None or abs(row.value) == abs(found.value):
        return
    field, right = make_mark_id(row.number, "value"), abs(found.value)
    tripled = found.shape == "lone" and abs(row.value) == 3 * right
    change = (Change(field, row.value, right),) if tripled else None
    gaps = fill_row_gaps(row, written=row.value, right=right)
    sentence = "faults.row.value-tripled" if tripled else ""
    yield Finding("value-mismatch", "error", (field, *row.list_cells()), gaps, change, sentence)


def check_winner_marks(rules: RuleSet, row: Row, seats: int) -> Findings:
    """R7: who has plus is marked as a winner, nobody else. `+4 +4 -4 -4` with seats 1 and 3 marked."""
    if row.winners is None or row.offence:
        return
    hands = find_hands(rules, row, seats)
    if hands is not None and any(hands.values()):
        yield from _find_misplaced(row, hands)
    elif hands is None and not 1 <= len(row.winners) <= 3 and (row.winners or row.value):
        fields = tuple(make_mark_id(row.number, f"win{seat}") for seat in row.winners)
        gaps = fill_row_gaps(row, found=len(row.winners))
        yield Finding("winner-mark", "error", fields, gaps, sentence="faults.row.winner-count")


def _find_misplaced(row: Row, hands: dict[int, int]) -> Findings:
    right = find_winners(hands, row.value)
    wrong = sorted(set(right) ^ set(row.winners or ()))
    if wrong:
        fields = tuple(make_mark_id(row.number, f"win{seat}") for seat in wrong)
        gaps = fill_row_gaps(row, right=right, written=row.winners or ("–",))
        yield Finding("winner-mark", "error", fields, gaps)


def check_running_totals(rules: RuleSet, sheet: Sheet) -> Findings:
    """S5: a total is the one above it and the row's points. Totals of 12 and, in a row of +4, `+18`.

    A slip is found once, in the row where it happens, even if all totals below carry it on. A slip that the next row
    does not carry on is one miswritten total, and has a proposal.
    """
    rows = [row for row in sheet.rows if not row.blank]
    written = next((row for row in rows if any(total is not None for total in row.totals)), None)
    if written is None:
        return
    if not rules.sheet.totals.allowed:
        yield Finding("running-total", "error", (), fill_row_gaps(written), sentence="faults.row.totals-not-allowed")
        return
    for seat in range(1, sheet.seats + 1):
        yield from _check_column(tuple(_list_steps(rules, rows, sheet.seats, seat)))
    yield from _check_cross_sums(rules, rows, sheet.seats)


@dataclass(frozen=True, slots=True)
class _TotalStep:
    """One seat's written total in a row, and its points there; None where they are unknown."""

    row: Row
    seat: int
    total: int | None
    points: int | None


def _list_steps(rules: RuleSet, rows: list[Row], seats: int, seat: int) -> Iterator[_TotalStep]:
    for row in rows:
        hands = find_hands(rules, row, seats)
        points = row.points[seat - 1] if hands is None else hands.get(seat, 0)
        yield _TotalStep(row, seat, row.totals[seat - 1] if row.totals else None, points)


def _check_column(steps: tuple[_TotalStep, ...]) -> Findings:
    """The slips in one seat's totals. `base`: the total above the row, None while it is unknown."""
    base = 0 if steps[0].row.number == 1 else None
    for step, below in zip_longest(steps, steps[1:]):
        right = None if base is None or step.points is None else base + step.points
        base = step.total if step.total is not None else right
        if right is not None and step.total not in (None, right):
            carried = below is None or below.total is None or below.points != below.total - right
            base = base if carried else right
            yield _make_slip(step, right, carried)


def _make_slip(step: _TotalStep, right: int, carried: bool) -> Finding:
    field = make_cell_id(step.row.number, step.seat)
    gaps = fill_row_gaps(step.row, seat=step.seat, written=step.total, right=right, points=step.points)
    change = None if carried else (Change(field, step.total, right),)
    return Finding("running-total", "error", (field,), gaps, change)


def _check_cross_sums(rules: RuleSet, rows: list[Row], seats: int) -> Findings:
    """The totals of a row add up to 0, as points do. A wrong sum is found once, in the row where it first appears.

    Only rows whose points are not written are asked: elsewhere `_check_column` finds the slip.
    """
    before = 0
    for row in rows:
        totals = [total for total in row.totals if total is not None]
        if len(totals) == seats:
            if sum(totals) not in (0, before) and all(points is None for points in row.points):
                gaps = fill_row_gaps(row, sum=sum(totals))
                yield Finding("running-total", "error", row.list_cells(), gaps, sentence="faults.row.totals-not-zero")
            before = sum(totals)
