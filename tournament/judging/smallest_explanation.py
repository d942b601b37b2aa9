"""The smallest explanation of a sheet: the fewest fields of rows and sum row together that make everything add up.

A row that is not right and a total that is off may be one mistake, or two wrong cells cancel: only all rows and totals
together tell. It changes nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import partial

import numpy as np

from tournament.judging.chain import ChainRow, Floats, Ints, add_steps, find_smallest_path
from tournament.judging.decided_rows import DecidedRow
from tournament.judging.ink_options import Choices
from tournament.judging.judged_sheet import WholeExplanation
from tournament.judging.judging_limits import Limits
from tournament.judging.row_steps import Step, Wrong, explanation_by, find_wrong_total, list_row_steps
from tournament.judging.written_sums import total_speaks


def explain_whole(rows: Iterable[DecidedRow], sums: tuple[Choices, ...], limits: Limits) -> WholeExplanation | None:
    """What explains all that does not add up; None where everything does, and where nothing known mends a row."""
    played = [row for row in rows if row.played]
    totals = tuple(sum(row.choices.cells[seat].first.value or 0 for row in played) for seat in range(len(sums)))
    gaps = tuple(
        (choices.first.value or 0) - total if total_speaks(choices) else 0
        for choices, total in zip(sums, totals, strict=True)
    )
    if not any(gaps) and all(row.joint.right for row in played):
        return None
    steps = [list_row_steps(row.joint, row.mended, gaps, limits) for row in played]
    return _find_smallest(steps, totals, sums, limits) if all(steps) else None


def _find_smallest(
    rows: Sequence[tuple[Step, ...]], totals: Sequence[int], sums: Sequence[Choices], limits: Limits
) -> WholeExplanation:
    """The wrong fields of the smallest way through all rows.

    It has no more of them than mending every row for itself and every total that is then off.
    """
    fewest = [min(steps, key=lambda step: step.rank) for steps in rows]
    spare = len(_find_wrong_sums(_add_moves(totals, fewest), sums, limits))
    few = [
        [step for step in steps if len(step.wrong) - len(least.wrong) <= spare]
        for steps, least in zip(rows, fewest, strict=True)
    ]
    start = _add_moves(totals, [steps[0] for steps in few if len(steps) == 1])
    added = (_add_row(steps) for steps in few if len(steps) > 1)
    end = partial(_count_wrong, sums=sums, limits=limits)
    path = find_smallest_path(start, added, end, limits.explained_ways, spare)
    assert path is not None  # mending every row for itself is a way through all rows
    labels = iter(path.labels)
    steps = [row[next(labels)] if len(row) > 1 else row[0] for row in few]
    wrong = [one for step in steps for one in step.wrong]
    wrong += _find_wrong_sums(_add_moves(totals, steps), sums, limits)
    return replace(explanation_by(wrong), complete=path.complete)


def _find_wrong_sums(totals: Sequence[int], sums: Sequence[Choices], limits: Limits) -> list[Wrong]:
    """The written totals that are wrong when the rows add up to these."""
    found = (
        find_wrong_total(choices, (total,), limits.sum_off_odds) for choices, total in zip(sums, totals, strict=True)
    )
    return [one for one in found if one]


def _count_wrong(states: Ints, sums: Sequence[Choices], limits: Limits) -> tuple[Ints, Floats]:
    """For the totals (n, seats) int64 that the rows may add up to: how many written ones are wrong, (n,) int64, and
    their odds, (n,) float64."""
    count, odds = np.zeros(len(states), np.int64), np.ones(len(states))
    for choices, column in zip(sums, states.T, strict=True):
        values, place = np.unique(column, return_inverse=True)
        wrong = [find_wrong_total(choices, (total,), limits.sum_off_odds) for total in values.tolist()]
        count += np.array([one is not None for one in wrong])[place]
        odds *= np.exp([-one.cost if one else 0.0 for one in wrong])[place]
    return count, odds


def _add_row(steps: Sequence[Step]) -> ChainRow:
    """The row for the chain: the wrong fields of each step are counted beyond the fewest that it must have."""
    wrong = np.array([len(step.wrong) for step in steps])
    cost = np.array([step.cost for step in steps])
    return add_steps(np.array([step.moves for step in steps], np.int64), np.exp(-cost), wrong - wrong.min())


def _add_moves(totals: Sequence[int], steps: Sequence[Step]) -> tuple[int, ...]:
    return tuple(sum(column) for column in zip(totals, *(step.moves for step in steps), strict=True))
