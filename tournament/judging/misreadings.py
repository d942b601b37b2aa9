"""How a row may have been misread, kept so that it can be weighed anew by how reader and hand turn out to be.

A row's shares (`tournament/judging/row_readings.py`) suppose that the reader errs as often as it says, and that
one hand's equal numbers are misread alike at a fixed share. Neither is known of the next writer; a whole batch tells
(`silent_errors.py`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import prod
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tournament.judging.ink_options import Choices, Option
from tournament.judging.limits.judging_limits import Limits
from tournament.judging.row_readings import digits_of, group_misreadings

Floats = NDArray[np.float64]
CellPairs = Sequence[tuple[Option, Option]]
"""Of each number cell what its ink says by itself, and what a way to read the row has it say."""

_LEAST = 1e-200
"""No way weighs less, so that a row of which nothing is likely has any of its ways, and none is divided by 0."""


class MisreadWay(NamedTuple):
    """One way to read a row. `wrong`: fields (points, crosses) that are not what counts; `misread`: by how many
    misreadings of numbers; `alike`: of these, all equal numbers of the row at once; `split`: of these, only some of the
    row's equal numbers. `share`: its weight beside the other ways, before these are weighed by how likely they are."""

    share: float
    wrong: int = 0
    misread: int = 0
    alike: int = 0
    split: int = 0


@dataclass(frozen=True, slots=True)
class Admitted:
    """The odds of a misreading that the reader admits before any rule speaks. `lone`: summed over the numbers that
    stand once in their row; `equal`: of each that stands several times the sum over its cells and their least."""

    lone: float
    equal: tuple[tuple[float, float], ...] = ()

    def log_whole(self, errs: Floats, alike: Floats) -> Floats:
        """The logarithm of what all ways to read the row's ink weigh together, (s,) float64; arguments as in
        `RowRisk.weights`."""
        equal = (np.log1p(errs * (alike * least + (1.0 - alike) * odds)) for odds, least in self.equal)
        return sum(equal, start=np.log1p(errs * self.lone))


@dataclass(frozen=True, slots=True)
class RowRisk:
    """The ways to read one row. `admitted`: None where stands ink of which the reader's odds tell nothing
    (overwritten, illegible)."""

    ways: tuple[MisreadWay, ...]
    admitted: Admitted | None = None

    def weights(self, errs: Floats, alike: Floats) -> Floats:
        """What each way weighs under each of `s` suppositions, (ways, s) float64.

        `errs` (s,) float64: how many times as often as it says the reader errs. `alike` (s,) float64, above 0 and below
        1: the share of its errors in equal numbers that befalls all of them at once.
        """
        share, _, misread, same, split = np.array(self.ways, np.float64).T[:, :, None]
        weights: Floats = share * errs**misread * alike**same * (1.0 - alike) ** split
        return weights

    def fields(self, weights: Floats) -> Floats:
        """The chances that 0, 1, 2 ... fields are not what counts, (n, s) float64, by the ways' `weights` (ways, s)."""
        wrong = np.array([way.wrong for way in self.ways])
        chances = np.zeros((wrong.max() + 1, weights.shape[1]))
        np.add.at(chances, wrong, weights / weights.sum(axis=0))
        return chances


def count_other_points(one: Sequence[int | None], other: Sequence[int | None]) -> int:
    """At how many seats the points differ; an unreadable cell counts nothing, like a blank one."""
    return sum((a or 0) != (b or 0) for a, b in zip(one, other, strict=True))


def make_way(share: float, wrong: int, cells: CellPairs, limits: Limits) -> MisreadWay:
    """The way on which the numbers are read as in `cells`. Crosses are read by another reader, and are as likely wrong
    as it says."""
    sizes = Counter(digits_of(option) for _, option in cells)
    misread = alike = split = 0
    for number, odds, as_weighed in _list_misreadings(cells, limits):
        whole = sizes[number] == len(odds) > 1
        share *= min(odds) / as_weighed if whole else 1.0
        misread, alike, split = misread + 1, alike + whole, split + (not whole and sizes[number] > 1)
    return MisreadWay(max(_LEAST, share), wrong, misread, alike, split)


def _list_misreadings(cells: CellPairs, limits: Limits) -> Iterator[tuple[int | None, list[float], float]]:
    """Which number was misread, None for no number, the odds of its cells, and what `weigh` made of them together."""
    misread = ((first, option) for first, option in cells if option.value != first.value)
    for (read, number), odds in group_misreadings(misread).items():
        if read is None or number is None:
            yield from ((None, [one], one) for one in odds)
        else:
            yield number, odds, max(prod(odds), limits.same_hand * min(odds))


def admit_doubt(cells: Sequence[Choices], likeliest: Sequence[Option]) -> Admitted | None:
    """The odds of a misreading in a row's number `cells`, as they are most likely written."""
    if any(choices.id and (choices.flags or choices.first.value is None) for choices in cells):
        return None
    odds: dict[int | None, list[float]] = {}
    for choices, option in zip(cells, likeliest, strict=True):
        odds.setdefault(digits_of(option), []).append(_weigh_doubt(choices))
    blank = odds.pop(None, [])
    lone = sum((sum(one) for one in odds.values() if len(one) == 1), sum(blank, 0.0))
    return Admitted(lone, tuple((sum(one), min(one)) for one in odds.values() if len(one) > 1))


def _weigh_doubt(choices: Choices) -> float:
    """The odds that a field says something else than the ink's first choice, at most even."""
    others = sum(option.probability for option in choices.options[1:] if option.seen)
    return min(others / choices.first.probability, 1.0)
