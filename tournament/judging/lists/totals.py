"""What a total of a list's row may say, below one standing: right, off by what is carried on, a slip, or nothing."""

from __future__ import annotations

from collections.abc import Collection
from functools import cache
from typing import NamedTuple

from tournament.judging.ink_options import Choices, Option, add_missed_ink, may_be_missed
from tournament.judging.limits.judging_limits import Limits
from tournament.judging.row_readings import digits_of

TotalsState = tuple[tuple[int | None, ...], tuple[int, ...]]
"""The right totals by seat, and by how much the last written ones are off. A right total is None where nobody knows it:
below a row without a known game, where none is written. Any number may follow, and the totals go on from it."""


class Read(NamedTuple):
    """What a cell says, None for nothing of use; how likely that is; and the likeliest of its ink's options that says
    so."""

    total: int | None
    weight: float
    option: Option


class TotalReads:
    """What one seat's total may say below any standing."""

    def __init__(self, choices: Choices, slip: float, limits: Limits) -> None:
        self._choices, self._slip, self._limits = choices, slip, limits
        self._numbers = frozenset(option.value for option in choices.options if option.value) | {0}
        self._list_for, self._keep_said = cache(self._weigh), cache(self._find_said)

    def list_reads(self, right: int | None, off: int, points: int, *, plays: bool) -> list[Read]:
        """What it says when `points` were added to totals that stand `right` there, the written ones being off:
        likeliest first, right, a slip, or nothing. Where its ink can say neither total that is due, all are alike."""
        if right is None:
            return self._list_any()
        return self._list_for(self._keep_said(right + points), self._keep_said(right + points + off), plays)

    def _find_said(self, number: int) -> int | None:
        """The number, if the cell may say it."""
        return number if number in self._numbers or may_be_missed(self._choices, number) else None

    def _list_any(self) -> list[Read]:
        """The cell below an unknown total: each number is as likely as another."""
        often, plain = self._limits.list_total, self._limits.left_blank
        numbers = [(read_total(option, {0}), option) for option in self._choices.options]
        reads = [
            Read(
                total, option.probability * (1.0 if option.value is None else plain if total is None else often), option
            )
            for total, option in numbers
        ]
        return sorted(reads, key=lambda read: -read.weight)[: self._limits.total_readings]

    def _weigh(self, due: int | None, carried: int | None, plays: bool) -> list[Read]:
        choices, limits, expected = self._choices, self._limits, {due, carried}
        if choices.id is None:
            return [Read(None, 1.0, choices.first)]
        blank = limits.left_blank if plays else 1.0
        known = {due: limits.uncarried if due != carried else 1.0, carried: 1.0}
        weights, likeliest = dict[int | None, float](), dict[int | None, Option]()
        for option in add_missed_ink(choices, expected, limits).options:
            read = read_total(option, expected)
            often = known.get(read, self._slip)
            if read is None:
                often = 1.0 if option.value is None else blank
            weights[read] = weights.get(read, 0.0) + option.probability * often
            likeliest.setdefault(read, option)
        ranked = [
            Read(read, weight, likeliest[read])
            for read, weight in sorted(weights.items(), key=lambda one: -one[1])[: limits.total_readings]
        ]
        return [one for one in ranked if one.weight >= limits.total_rival * ranked[0].weight]


def add_points(right: int | None, points: int, read: int | None) -> int | None:
    """The right total below one, where the cell says that."""
    return read if right is None else right + points


def read_total(option: Option, expected: Collection[int | None]) -> int | None:
    """The total that it says; None for nothing, or nothing that can be read. A zero must be written where it is due."""
    return option.value if option.value or (digits_of(option) == 0 and 0 in expected) else None
