"""Rows, written column totals and what a round owes, weighed together along the chain of rows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np

from tournament.judging.chain import Chain, Floats, Ints, add_steps, follow_rows, share_rows
from tournament.judging.ink_options import Choices, asks
from tournament.judging.limits.judging_limits import Limits
from tournament.judging.round_duties import Counts
from tournament.judging.row_readings import JointReading, find_likeliest
from tournament.judging.way import Told
from tournament.judging.written_sums import Dues, fit_totals, is_total_readable, weigh_totals

Rows = Sequence[tuple[JointReading, ...]]


@dataclass(frozen=True, slots=True)
class Settled:
    """Per row the shares of its readings (same order), which sum to 1, and per column what its total says; None of a
    total that cannot be read. `uncounted`: the shares without what the round owes."""

    shares: list[tuple[float, ...]]
    sums: tuple[Told | None, ...]
    uncounted: list[tuple[float, ...]]


def settle(rows: Rows, sums: Sequence[Choices], counts: Counts, limits: Limits) -> Settled:
    """The rows and the column totals after each was weighed by the others."""
    if not rows or not (counts.rows or any(map(is_total_readable, sums))):
        wholes = [sum(reading.share for reading in row) or 1.0 for row in rows]
        alone = [tuple(reading.share / whole for reading in row) for row, whole in zip(rows, wholes, strict=True)]
        return Settled(alone, (None,) * len(sums), alone)
    find_dues = partial(find_column_dues, seats=len(sums))
    steps = _list_steps(rows, counts)
    # rows without a choice are no link of the chain: they are added to its start
    start = sum((one[0] for one in steps if len(one) == 1), start=np.zeros(len(sums) + counts.width, np.int64))
    doubtful = [(one, row) for one, row in zip(steps, rows, strict=True) if len(row) > 1]
    added = (add_steps(one, np.array([reading.share for reading in row])) for one, row in doubtful)
    chain = follow_rows(start, added, limits.chain_states, limits.forgotten)
    fit = fit_totals(chain.states, sums, find_dues, limits)
    shares = uncounted = _share_readings(rows, chain, fit)
    if counts.rows:
        fit *= counts.fit(chain.states[:, len(sums) :])
        shares = _share_readings(rows, chain, fit)
    weights = chain.reached * fit
    return Settled(shares, weigh_totals(chain.states, weights / weights.sum(), sums, find_dues, limits), uncounted)


def find_column_dues(states: Ints, seats: int) -> Iterator[Dues]:
    """By seat what a written total should say below the last states (n, d) int64: what its column adds up to. Behind
    the seats a state holds what the round counts."""
    for column in states.T[:seats]:
        totals, place = np.unique(column, return_inverse=True)
        yield [(total,) for total in totals.tolist()], place


def _share_readings(rows: Rows, chain: Chain, fit: Floats) -> list[tuple[float, ...]]:
    """The rows' shares; the chain has those of which more than one reading is possible."""
    found = iter(share_rows(chain, fit))
    return [tuple(next(found).tolist()) if len(row) > 1 else (1.0,) for row in rows]


def column_totals(points: Sequence[Sequence[int | None]], seats: int) -> tuple[int, ...]:
    """Totals by seat; unreadable cells count nothing."""
    return tuple(sum(row[seat] or 0 for row in points) for seat in range(seats))


def find_column_gaps(
    rows: Rows, shares: Sequence[Sequence[float]], sums: Sequence[Choices], limits: Limits
) -> tuple[int | None, ...]:
    """By column how much more the written total is than what the rows' likeliest readings add up to; None where no
    total is written that can be read without a question."""
    likeliest = (find_likeliest(row, told) for row, told in zip(rows, shares, strict=True))
    totals = column_totals([reading.values.points for reading in likeliest], len(sums))
    return tuple(
        (choices.first.value or 0) - total if is_total_readable(choices) and not asks(choices, limits) else None
        for total, choices in zip(totals, sums, strict=True)
    )


def _list_steps(rows: Rows, counts: Counts) -> list[Ints]:
    """What each reading of each row adds, (readings, seats + counts) int64: points by seat, 0 for an unreadable cell;
    then what it counts."""
    points = [np.array([[value or 0 for value in reading.values.points] for reading in row], np.int64) for row in rows]
    return [np.hstack(both) for both in zip(points, counts.rows, strict=True)] if counts.rows else points
