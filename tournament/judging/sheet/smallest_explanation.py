"""The smallest explanation of a sheet: the fewest fields of rows and sum row together that make everything add up.

A row that is not right and a total that is off may be one mistake, or two wrong cells cancel: only all rows and totals
together tell. It changes nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from scoring.findings import Proposal
from tournament.judging.chain import ChainRow, Floats, Ints, add_steps, find_smallest_path
from tournament.judging.row.judged import WholeExplanation
from tournament.judging.row.options import Choices
from tournament.judging.sheet.row_steps import Step, Wrong, explanation_by, find_wrong_total, list_row_steps
from tournament.judging.sheet.rowsdecided import DecidedRow
from tournament.judging.sheet.sum_shares import total_speaks
from tournament.limits import Limits

ColumnTotals = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class _SumRow:
    """The written totals, and the odds of a slip of the players' sum."""

    sums: tuple[Choices, ...]
    slip: float

    def gaps(self, totals: ColumnTotals) -> ColumnTotals:
        """By column how much more is written than the rows add up to; 0 where nothing is."""
        return tuple((c.first.value or 0) - total if total_speaks(c) else 0
                     for c, total in zip(self.sums, totals, strict=True))

    def find_wrong(self, totals: ColumnTotals) -> tuple[Wrong, ...]:
        """The written totals that are wrong when the rows add up to these."""
        pairs = zip(self.sums, totals, strict=True)
        return tuple(filter(None, (find_wrong_total(choices, (total,), self.slip) for choices, total in pairs)))

    def count_wrong(self, states: Ints) -> tuple[Ints, Floats]:
        """For the totals (n, seats) that the rows may add up to: how many written ones are wrong, and their odds."""
        count, odds = np.zeros(len(states), np.int64), np.ones(len(states))
        for choices, column in zip(self.sums, states.T, strict=True):
            values, place = np.unique(column, return_inverse=True)
            wrong = [find_wrong_total(choices, (total,), self.slip) for total in values.tolist()]
            count += np.array([one is not None for one in wrong])[place]
            odds *= np.exp([-one.cost if one else 0.0 for one in wrong])[place]
        return count, odds


def explain_whole(
    rows: Iterable[DecidedRow], sums: tuple[Choices, ...], limits: Limits
) -> WholeExplanation | None:
    """What explains all that does not add up; None where everything does, and where nothing known mends a row."""
    played = [row for row in rows if row.played]
    sum_row = _SumRow(sums, limits.sum_off_odds)
    totals = tuple(sum(row.choices.cells[seat].first.value or 0 for row in played) for seat in range(len(sums)))
    gaps = sum_row.gaps(totals)
    if not any(gaps) and all(row.joint.right for row in played):
        return None
    steps = [list_row_steps(row.joint, _list_proposed(row), gaps, limits) for row in played]
    if not all(steps):
        return None
    wrong, complete = _find_smallest(steps, totals, sum_row, limits.explained_ways)
    return replace(explanation_by(wrong), complete=complete)


def _list_proposed(row: DecidedRow) -> dict[Proposal, float]:
    """The proposals of its details that mend it, with the odds of the slips behind them, 0 where none is named."""
    details = row.details
    found = [one.proposal for one in details.findings if one.severity != "note" and one.code != "illegible"]
    return {one: details.slips.get(one, 0.0) for one in (*found, details.smallest) if one}


def _find_smallest(
    rows: Sequence[tuple[Step, ...]], totals: ColumnTotals, sum_row: _SumRow, most: int
) -> tuple[tuple[Wrong, ...], bool]:
    """The wrong fields of the smallest way through all rows, and whether nothing smaller can have been left out.

    It has no more of them than mending every row for itself and every total that is then off.
    """
    fewest = [min(steps, key=lambda step: step.rank) for steps in rows]
    spare = len(sum_row.find_wrong(_add_steps(totals, fewest)))
    few = [[step for step in steps if len(step.wrong) - len(least.wrong) <= spare]
           for steps, least in zip(rows, fewest, strict=True)]
    start = _add_steps(totals, [steps[0] for steps in few if len(steps) == 1])
    added = (_add_row(steps) for steps in few if len(steps) > 1)
    path = find_smallest_path(start, added, sum_row.count_wrong, most, spare)
    if path is None:
        raise AssertionError("mending every row for itself is a way through all rows")
    labels = iter(path.labels)
    steps = [row[next(labels)] if len(row) > 1 else row[0] for row in few]
    wrong = [*(one for step in steps for one in step.wrong), *sum_row.find_wrong(_add_steps(totals, steps))]
    return tuple(wrong), path.complete


def _add_row(steps: Sequence[Step]) -> ChainRow:
    """The row for the chain: the wrong fields of each step are counted beyond the fewest that it must have."""
    wrong = np.array([len(step.wrong) for step in steps])
    cost = np.array([step.cost for step in steps])
    return add_steps(np.array([step.moves for step in steps], np.int64), np.exp(-cost), wrong - wrong.min())


def _add_steps(totals: ColumnTotals, steps: Sequence[Step]) -> ColumnTotals:
    return tuple(sum(column) for column in zip(totals, *(step.moves for step in steps), strict=True))
