"""The totals between two rows of a list: the right ones, and how far the last written ones are off.

They are the states of the list's chain. A player who goes on from a wrong total makes no second mistake; so the state
keeps both.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

import numpy as np

from tournament.judging.chain import Ints
from tournament.judging.written_sums import Due, Dues

Numbers = tuple[int | None, ...]
"""By seat; None where nothing is written or known."""

_UNKNOWN = 10**6
"""Stands for an unknown right total in the chain's states, which hold whole numbers only. No total of a list comes near
it: 24 games of some hundred points each."""


class RunningTotals(NamedTuple):
    """The totals between two rows, by seat.

    `right`: what the games so far add up to; None where that is unknown: below a row whose game is unknown and whose
    total is not written. `off`: the last written total minus the right one.
    """

    right: Numbers
    off: tuple[int, ...]

    @property
    def carried(self) -> Numbers:
        """The totals as last written."""
        return tuple(None if right is None else right + off for right, off in zip(*self, strict=True))

    @property
    def due(self) -> tuple[tuple[int, int] | None, ...]:
        """By seat what somebody may go on from: the right total, or the last written one; None where unknown."""
        return tuple([None if right is None else (right, right + off) for right, off in zip(*self, strict=True)])

    @property
    def state(self) -> tuple[int, ...]:
        """The totals as a state of the chain, 2 numbers a seat: first all `right`, then all `off`."""
        return (*[_UNKNOWN if total is None else total for total in self.right], *self.off)

    def move(self, award: Sequence[int]) -> RunningTotals:
        """The totals with an award that stands in the row below: its game goes on from these."""
        moved = tuple(None if total is None else total + more for total, more in zip(self.right, award, strict=True))
        return self._replace(right=moved)

    def go_on(self, shown: Sequence[int], read: Numbers) -> RunningTotals:
        """The totals below a game of which the list shows these points. `read`: the totals written in its row."""
        known = zip(self.right, shown, read, strict=True)
        # an unknown total becomes known again with the first number written below it, which is taken as right
        right = tuple([cell if total is None else total + points for total, points, cell in known])
        written = zip(right, self.off, read, strict=True)
        # where nothing is written, players go on from the last written total: its error stays
        off = [before if cell is None or total is None else cell - total for total, before, cell in written]
        return RunningTotals(right, tuple(off))

    def lose(self, read: Numbers, due: Collection[int]) -> RunningTotals:
        """The totals below a row whose game is unknown: those written in it (`read`) are taken as right. Others are
        unknown, except that the seats that are `due` to sit out keep theirs."""
        kept = (total if seat in due else None for seat, total in enumerate(self.carried, 1))
        right = tuple(total if cell is None else cell for cell, total in zip(read, kept, strict=True))
        return RunningTotals(right, (0,) * len(right))


def start_totals(seats: int) -> RunningTotals:
    """The totals above the first row."""
    return RunningTotals((0,) * seats, (0,) * seats)


def read_state(state: Sequence[int], seats: int) -> RunningTotals:
    """The totals of a state of the chain, the reverse of `RunningTotals.state`. Numbers behind the first 2 a seat, with
    which the round's duties are counted, are left out."""
    right = [None if total == _UNKNOWN else total for total in state[:seats]]
    return RunningTotals(tuple(right), tuple(state[seats : 2 * seats]))


def find_list_dues(states: Ints, seats: int) -> Iterator[Dues]:
    """By seat what a final total may say below the last states (n, d) int64: the right total, or the last written one.

    Yields for each seat the different pairs of these, None for an unknown total, and by state the place of its pair,
    (n,) int64.
    """
    for seat in range(seats):
        right, off = states[:, seat], states[:, seats + seat]
        # both as one number, for `unique` to compare; the factor keeps pairs apart while |off| < 2 * _UNKNOWN
        _, first, place = np.unique(4 * _UNKNOWN * right + off, return_index=True, return_inverse=True)
        totals = zip(right[first].tolist(), off[first].tolist(), strict=True)
        dues: list[Due] = [None if total == _UNKNOWN else (total, total + gap) for total, gap in totals]
        yield dues, np.asarray(place, np.int64)
