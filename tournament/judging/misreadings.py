"""How a row may have been misread, in a form that can be weighed again with other assumptions about reader and writer.

The shares of a row's readings (`tournament/judging/row_readings.py`) assume that the reader errs as often as it says,
and that equal numbers of one writer are misread alike in a fixed share of cases. Neither is known of the next writer;
a whole batch of sheets shows it (`silent_errors.py`).
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
"""By number cell the ink's first choice, and the option of a way to read the row."""

_LEAST = 1e-200
"""The least weight of a way: where no way of a row is likely all are equally so, and nothing is divided by 0."""


class MisreadWay(NamedTuple):
    """One way to read a row.

    `share`: its weight relative to the other ways, before it is multiplied by the factors below. `wrong`: how many
    fields (points, crosses) differ from what counts. `misread`: how many misreadings of numbers it takes. `alike`: how
    many of these concern all equal numbers of the row at once; `split`: how many concern only some of them.
    """

    share: float
    wrong: int = 0
    misread: int = 0
    alike: int = 0
    split: int = 0


@dataclass(frozen=True, slots=True)
class Admitted:
    """The odds of a misreading by the reader alone, before any rule is applied. `lone`: summed over the numbers that
    are in their row once. `equal`: for each number that is there several times, the sum and the least of the odds of
    its cells."""

    lone: float
    equal: tuple[tuple[float, float], ...] = ()

    def log_whole(self, errs: Floats, alike: Floats) -> Floats:
        """The logarithm of the summed weights of all ways to read the row's ink, (s,) float64; arguments, both (s,)
        float64, as in `RowRisk.weights`."""
        equal = (np.log1p(errs * (alike * least + (1.0 - alike) * odds)) for odds, least in self.equal)
        return sum(equal, start=np.log1p(errs * self.lone))


@dataclass(frozen=True, slots=True)
class RowRisk:
    """The ways to read one row. `admitted`: None if it has ink on which the reader's odds are no guide (overwritten,
    illegible)."""

    ways: tuple[MisreadWay, ...]
    admitted: Admitted | None = None

    def weights(self, errs: Floats, alike: Floats) -> Floats:
        """The weight of each way under each of `s` assumptions, (ways, s) float64.

        `errs` (s,) float64: how many times as often the reader errs as it says. `alike` (s,) float64, above 0 and below
        1: the share of its errors in equal numbers that concern all of them at once.
        """
        share, _, misread, same, split = np.array(self.ways, np.float64).T[:, :, None]
        weights: Floats = share * errs**misread * alike**same * (1.0 - alike) ** split
        return weights

    def fields(self, weights: Floats) -> Floats:
        """P(0, 1, 2 ... fields differ from what counts), (n, s) float64, by the ways' `weights` (ways, s) float64."""
        wrong = np.array([way.wrong for way in self.ways])
        chances = np.zeros((wrong.max() + 1, weights.shape[1]))
        np.add.at(chances, wrong, weights / weights.sum(axis=0))
        return chances


def count_other_points(one: Sequence[int | None], other: Sequence[int | None]) -> int:
    """At how many seats the points differ; an unreadable cell (None) counts 0, like a blank one."""
    return sum((a or 0) != (b or 0) for a, b in zip(one, other, strict=True))


def make_way(share: float, wrong: int, cells: CellPairs, limits: Limits) -> MisreadWay:
    """The way on which the numbers are read as in `cells`. Crosses are left out: they are read by another reader, which
    errs as often as it says."""
    sizes = Counter(digits_of(option) for _, option in cells)
    misread = alike = split = 0
    for number, odds, as_weighed in _list_misreadings(cells, limits):
        whole = sizes[number] == len(odds) > 1
        share *= min(odds) / as_weighed if whole else 1.0
        misread, alike, split = misread + 1, alike + whole, split + (not whole and sizes[number] > 1)
    return MisreadWay(max(_LEAST, share), wrong, misread, alike, split)


def _list_misreadings(cells: CellPairs, limits: Limits) -> Iterator[tuple[int | None, list[float], float]]:
    """Each misreading: the number meant (None for no number), the odds of its cells, and the odds that `weigh` gave to
    all of them together."""
    misread = ((first, option) for first, option in cells if option.value != first.value)
    for (read, number), odds in group_misreadings(misread).items():
        if read is None or number is None:
            yield from ((None, [one], one) for one in odds)
        else:
            yield number, odds, max(prod(odds), limits.same_hand * min(odds))


def admit_doubt(cells: Sequence[Choices], likeliest: Sequence[Option]) -> Admitted | None:
    """The odds of a misreading in a row's number `cells`, by the reader alone; None if it has flagged or unreadable
    ink. `likeliest`: the options of the likeliest reading."""
    if any(choices.id and (choices.flags or choices.first.value is None) for choices in cells):
        return None
    odds: dict[int | None, list[float]] = {}
    for choices, option in zip(cells, likeliest, strict=True):
        odds.setdefault(digits_of(option), []).append(_weigh_doubt(choices))
    blank = odds.pop(None, [])
    lone = sum((sum(one) for one in odds.values() if len(one) == 1), sum(blank, 0.0))
    return Admitted(lone, tuple((sum(one), min(one)) for one in odds.values() if len(one) > 1))


def _weigh_doubt(choices: Choices) -> float:
    """The odds that the ink's first choice is wrong, at most 1."""
    others = sum(option.probability for option in choices.options[1:] if option.seen)
    return min(others / choices.first.probability, 1.0)
