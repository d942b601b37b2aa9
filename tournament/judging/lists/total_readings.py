"""What the totals of a list's row may say, below one standing: right, off by what is carried on, a slip, or nothing."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from tournament.judging.lists.listink import ListRow
from tournament.judging.row.joint_readings import digits_of
from tournament.judging.row.options import Option

_READS = 3  # ways to read each total that are followed
_WORTH_TRYING = 1e-4  # those that are less likely beside the best are not
LEFT_BLANK = 0.05
"""Share of totals and values that people do not write."""

TotalsState = tuple[tuple[int, ...], tuple[int, ...]]
"""The right totals by seat, and by how much the last written ones are off."""


class Read(NamedTuple):
    """What a cell says, None for nothing of use; how likely that is; and the likeliest of its ink's options that says
    so."""

    total: int | None
    weight: float
    option: Option


class Reads:
    """What the totals of a row may say below one standing."""

    def __init__(self, row: ListRow, above: TotalsState, slip: float) -> None:
        self._row, self._above, self._slip = row, above, slip
        self._kept: dict[tuple[int, int, bool], list[Read]] = {}

    def of(self, seat: int, points: int, plays: bool) -> list[Read]:
        """What the seat's total says when these points were added, likeliest first: right, a slip, or nothing."""
        key = seat, points, plays
        if key not in self._kept:
            self._kept[key] = self._weighed(*key)
        return self._kept[key]

    def _weighed(self, seat: int, points: int, plays: bool) -> list[Read]:
        choices, right, off = self._row.cells[seat - 1], self._above[0][seat - 1], self._above[1][seat - 1]
        if choices.id is None:
            return [Read(None, 1.0, choices.first)]
        expected, found = {right + points, right + points + off}, dict[int | None, Read]()
        for option in choices.options:
            read = total_of(option, expected)
            missed = self._slip if read not in expected else 1.0
            weight = option.probability * ((LEFT_BLANK if plays else 1.0) if read is None else missed)
            known = found.get(read, Read(read, 0.0, option))
            found[read] = known._replace(weight=known.weight + weight)
        ranked = sorted(found.values(), key=lambda one: -one.weight)[:_READS]
        return [one for one in ranked if one.weight >= _WORTH_TRYING * ranked[0].weight]


def total_of(option: Option, expected: Collection[int]) -> int | None:
    """The total that it says; None for nothing, or nothing that can be read. A zero must be written where it is due."""
    return option.value if option.value or (digits_of(option) == 0 and 0 in expected) else None
