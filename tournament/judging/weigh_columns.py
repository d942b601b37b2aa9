"""Row readings, written column totals and what a round owes, weighed together along the chain of rows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from tournament.judging.chain import Chain, Floats, Ints, add_steps, follow_rows, share_rows
from tournament.judging.ink_options import Choices, asks
from tournament.judging.judging_limits import Limits
from tournament.judging.round_duties import Counts
from tournament.judging.row_readings import JointReading, find_likeliest
from tournament.judging.written_sums import SumShares, fit_total, total_speaks, weigh_total

Rows = Sequence[tuple[JointReading, ...]]


@dataclass(frozen=True, slots=True)
class Settled:
    """Per row the shares of its readings (same order), which sum to 1, and per column what its total says; None of a
    total that says nothing. `uncounted`: the shares without what the round owes."""

    shares: list[tuple[float, ...]]
    sums: tuple[SumShares | None, ...]
    uncounted: list[tuple[float, ...]]


def settle(rows: Rows, sums: Sequence[Choices], counts: Counts, limits: Limits) -> Settled:
    """The rows and the column totals after each had its say of the others."""
    speak = any(total_speaks(choices) for choices in sums)
    if not rows or not (speak or counts.rows):
        wholes = [sum(reading.share for reading in row) or 1.0 for row in rows]
        alone = [tuple(reading.share / whole for reading in row) for row, whole in zip(rows, wholes, strict=True)]
        return Settled(alone, (None,) * len(sums), alone)
    seats, steps = len(sums), _list_steps(rows, counts)
    start = sum((one[0] for one in steps if len(one) == 1), start=np.zeros(seats + counts.width, np.int64))
    doubtful = [(one, row) for one, row in zip(steps, rows, strict=True) if len(row) > 1]
    added = (add_steps(one, np.array([reading.share for reading in row])) for one, row in doubtful)
    chain = follow_rows(start, added, limits.chain_states, limits.forgotten)
    fit = _fit(chain.states, sums, limits)
    shares = uncounted = _share_readings(rows, chain, fit)
    if counts.rows:
        fit *= counts.fit(chain.states[:, seats:])
        shares = _share_readings(rows, chain, fit)
    totals = (_find_column(column, chain.reached * fit) for column in chain.states.T)
    told = (
        weigh_total(choices, *total, limits) for choices, total in zip(sums, totals, strict=False)
    )  # behind the seats stands what is counted else
    return Settled(shares, tuple(told), uncounted)


def _share_readings(rows: Rows, chain: Chain, fit: Floats) -> list[tuple[float, ...]]:
    """The rows' shares; the chain has those of which more than one reading is possible."""
    found = iter(share_rows(chain, fit))
    return [tuple(next(found).tolist()) if len(row) > 1 else (1.0,) for row in rows]


def _find_column(totals: Ints, weights: Floats) -> tuple[list[tuple[int]], Floats]:
    """One column's possible totals and their chances."""
    values, where = np.unique(totals, return_inverse=True)
    chances = np.bincount(where, weights)
    return [(total,) for total in values.tolist()], chances / chances.sum()


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
        (choices.first.value or 0) - total if total_speaks(choices) and not asks(choices, limits) else None
        for total, choices in zip(totals, sums, strict=True)
    )


def _list_steps(rows: Rows, counts: Counts) -> list[Ints]:
    """What each reading of each row adds, (readings, seats + counts) int64: points by seat, 0 for an unreadable cell;
    then what it counts."""
    points = [np.array([[value or 0 for value in reading.values.points] for reading in row], np.int64) for row in rows]
    return [np.hstack(both) for both in zip(points, counts.rows, strict=True)] if counts.rows else points


def _fit(totals: Ints, sums: Sequence[Choices], limits: Limits) -> Floats:
    """How well the written totals fit these (n, seats); a total that does not fit is a slip of the players' sum."""
    fits = np.ones(len(totals))
    for column, choices in zip(totals.T, sums, strict=False):  # behind the seats stands what is counted else
        values, place = np.unique(column, return_inverse=True)
        fits *= np.array([fit_total((value,), choices, limits) for value in values.tolist()])[place]
    return fits
