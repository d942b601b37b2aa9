"""What a sheet's rows can add up to, and what a fact about the whole sheet says back about each row.

Rows are added in a tree: upwards each group of rows knows its possible totals (equal totals are one), downwards how
well everything outside the group fits each of them. That is the sum-product algorithm (Kschischang, Frey, Loeliger
2001) on a tree of adders: every combination of row readings has its part, at the price of pairs of groups.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random

import numpy as np
from numpy.typing import NDArray

from tournament.limits import TIES, Limits

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
Fit = Callable[[Ints], Floats]

_COLUMNS = 24
_HASH = np.array([Random(place).getrandbits(64) | 1 for place in range(_COLUMNS)], np.uint64).view(np.int64)
"""Odd 64-bit factors, one a column: totals with equal sums of products are taken for equal (1e-19 a pair otherwise)."""


@dataclass(frozen=True, slots=True, eq=False)
class Totals:
    """The possible totals of a group of rows: (n, columns) int64, points by seat and what else is counted, at most 24;
    and their weights (n,) float64, the likeliest at 1."""

    points: Ints
    weights: Floats


@dataclass(frozen=True, slots=True, eq=False)
class Added:
    """What a fact about the whole sheet makes of it, unnormalised.

    `shares`: of each row its readings' weights, (readings,) float64. `totals`: the possible totals of the rows.
    """

    shares: list[Floats]
    totals: Totals


@dataclass(frozen=True, slots=True, eq=False)
class _Group:
    """Totals of a group; of its two halves which pairs (indices into theirs) give which total."""

    totals: Totals
    halves: tuple[_Group, ...] = ()
    pairs: tuple[Ints, Ints, Ints] = (np.empty(0, np.int64),) * 3


def add_rows(rows: Sequence[Totals], fits: Sequence[Fit], limits: Limits) -> tuple[Added, ...]:
    """For each fit: per row and reading its weight times the fit of the whole totals, over all readings of the others.

    A fit takes totals (n, columns) and gives (n,) likelihoods. `rows` must not be empty. Left out are only combinations
    below `limits.forgotten` of the likeliest and, where half the rows (a quarter, ...) have more totals than
    `limits.group_totals`, the least likely of them.
    """
    whole = _grouped(rows, limits, None)
    found = (fit(whole.totals.points) for fit in fits)
    return tuple(
        Added(_share_out(whole, fit), Totals(whole.totals.points, whole.totals.weights * fit)) for fit in found
    )


def _grouped(rows: Sequence[Totals], limits: Limits, most: int | None) -> _Group:
    if len(rows) == 1:
        return _Group(rows[0])
    middle = len(rows) // 2
    one, other = (_grouped(half, limits, limits.group_totals) for half in (rows[:middle], rows[middle:]))
    return _added(one, other, limits, most)


def _added(one: _Group, other: _Group, limits: Limits, most: int | None) -> _Group:
    weights = np.outer(one.totals.weights, other.totals.weights)
    left, right = np.nonzero(weights >= limits.forgotten)
    points = one.totals.points[left] + other.totals.points[right]
    _, first, total = np.unique(points @ _HASH[: points.shape[1]], return_index=True, return_inverse=True)
    summed = _gathered(total, weights[left, right], len(first))
    kept = _heaviest(summed, most or len(summed))
    place = np.cumsum(kept) - 1
    used = kept[total]
    pairs = left[used], right[used], place[total[used]]
    return _Group(Totals(points[first[kept]], summed[kept]), (one, other), pairs)


def _gathered(places: Ints, weights: Floats, count: int) -> Floats:
    """The sum of the weights at each of `count` places."""
    return np.asarray(np.bincount(places, weights, count), np.float64)


def _heaviest(weights: Floats, most: int) -> NDArray[np.bool_]:
    """Which are among the `most` heaviest; where equals would be cut apart, none of them is."""
    if len(weights) <= most:
        return np.ones(len(weights), np.bool_)
    after = np.partition(weights, len(weights) - most - 1)[len(weights) - most - 1]
    kept: NDArray[np.bool_] = weights > after * TIES
    return kept


def _share_out(group: _Group, fits: Floats) -> list[Floats]:
    """The rows' unnormalised shares, when everything outside the group fits its totals by `fits`."""
    if not group.halves:
        return [group.totals.weights * fits]
    one, other = group.halves
    left, right, total = group.pairs
    to_one = _gathered(left, other.totals.weights[right] * fits[total], len(one.totals.weights))
    to_other = _gathered(right, one.totals.weights[left] * fits[total], len(other.totals.weights))
    return [*_share_out(one, to_one), *_share_out(other, to_other)]
