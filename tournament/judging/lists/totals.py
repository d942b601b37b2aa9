"""The totals between two rows of a list: what is right there, and by how much what was last written is off.

They are the states of the list's chain. A wrong total that is carried on is one mistake.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from tournament.judging.chain import Ints
from tournament.judging.written_sums import Due, Dues

Numbers = tuple[int | None, ...]

_UNKNOWN = 10**6
"""A right total that nobody knows, as a number of the chain's states; a list of 24 games stays far below it."""


class RunningTotals(NamedTuple):
    """The totals between two rows, by seat. `right`: as the games so far give them; None where nobody knows, below a
    row that is no known game and has no total there. `off`: the last written ones less the right ones."""

    right: Numbers
    off: tuple[int, ...]

    @property
    def carried(self) -> Numbers:
        """The totals as last written."""
        return tuple(None if right is None else right + off for right, off in zip(*self, strict=True))

    @property
    def due(self) -> tuple[tuple[int, int] | None, ...]:
        """What a total that is copied from them may say: the right one, or the last one as it is written."""
        return tuple([None if right is None else (right, right + off) for right, off in zip(*self, strict=True)])

    @property
    def state(self) -> tuple[int, ...]:
        """The totals as a state of the chain: the right ones by seat, then by how much the written ones are off."""
        return (*[_UNKNOWN if total is None else total for total in self.right], *self.off)

    def go_on(self, shown: Sequence[int], read: Numbers) -> RunningTotals:
        """The totals below a game of which the list has `shown` these points; `read`: what stands in its row. A total
        that nobody knew goes on from that."""
        known = zip(self.right, shown, read, strict=True)
        right = tuple([cell if total is None else total + points for total, points, cell in known])
        written = zip(right, self.off, read, strict=True)
        off = [before if cell is None or total is None else cell - total for total, before, cell in written]
        return RunningTotals(right, tuple(off))

    def lose(self, read: Numbers, due: Sequence[int | None]) -> RunningTotals:
        """The totals below a row that is no known game: what is written; who is `due` to sit out keeps his."""
        kept = (total if (seat,) == due else None for seat, total in enumerate(self.carried, 1))
        right = tuple(total if cell is None else cell for cell, total in zip(read, kept, strict=True))
        return RunningTotals(right, (0,) * len(right))


def start_totals(seats: int) -> RunningTotals:
    """The totals above the first row."""
    return RunningTotals((0,) * seats, (0,) * seats)


def read_state(state: Sequence[int], seats: int) -> RunningTotals:
    """The totals of a state of the chain, which may go on with what the round counts."""
    right = [None if total == _UNKNOWN else total for total in state[:seats]]
    return RunningTotals(tuple(right), tuple(state[seats : 2 * seats]))


def find_list_dues(states: Ints, seats: int) -> Iterator[Dues]:
    """By seat what a final total may say below the last states (n, d) int64: the right one, or the last one as it is
    written."""
    for seat in range(seats):
        right, off = states[:, seat], states[:, seats + seat]
        _, first, place = np.unique(4 * _UNKNOWN * right + off, return_index=True, return_inverse=True)
        totals = zip(right[first].tolist(), off[first].tolist(), strict=True)
        dues: list[Due] = [None if total == _UNKNOWN else (total, total + gap) for total, gap in totals]
        yield dues, np.asarray(place, np.int64)
