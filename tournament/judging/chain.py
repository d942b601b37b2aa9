"""A sheet as one chain of rows: what all rows together say about each, and the fewest wrong fields that explain them.

A state is a vector of integers between two rows, such as the columns' totals. A way through a row leads from a state
above it to one below. Ways that lead to equal states go on as one, so that every combination of ways has its part
without being tried. What is known of the whole sheet, such as its written totals, is a factor on the last states.

`follow_rows` and `share_rows` are the sum-product algorithm, forwards and backwards (Rabiner 1989; Kschischang, Frey,
Loeliger 2001). `find_smallest_path` is Viterbi's over (wrong fields, cost).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from math import log
from random import Random

import numpy as np
from numpy.typing import NDArray

from tournament.judging.limits.judging_limits import TIES

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]

_NUMBERS = 32
_HASH = np.array([Random(place).getrandbits(64) | 1 for place in range(_NUMBERS)], np.uint64).view(np.int64)
"""Odd 64-bit factors, one for each number of a state. States with equal sums of products are taken to be equal; two
different ones have equal sums with a probability of 1e-19."""
_UNIT = log(TIES)
"""Costs are negative logarithms of weights in whole units of this, so that equal ones stay equal in whatever order they
are added."""
_FIELD = 10**13
"""The cost of a wrong field, in units: more than all else on a sheet, which is some 300 nats or 3e11 units."""


@dataclass(frozen=True, slots=True, eq=False)
class Ways:
    """The ways through one row, w in all.

    `above` (w,) int64: the place of the state that each starts from. `below` (w, d) int64: the state that it leads to,
    at most 32 numbers. `weight` (w,) float64: how likely it is, relative to the others. `label` (w,) int64: the
    caller's number for it, from 0; ways of equal label are added up. `wrong` (w,) int64: how many fields are wrong on
    it, which only `find_smallest_path` asks for.
    """

    above: Ints
    below: Ints
    weight: Floats
    label: Ints
    wrong: Ints | int = 0


ChainRow = Callable[[Ints, Floats], Ways]
"""A row: its ways below the states (n, d) int64, which are `reached` with these weights (n,) float64. It may leave out
what is negligible beside its other ways."""


def add_steps(steps: Ints, weight: Floats, wrong: Ints | int = 0) -> ChainRow:
    """A row whose k ways are the same below every state and add to it. Their labels are their places.

    `steps` (k, d) int64: what each adds. `weight` (k,) float64 and `wrong` (k,) int64 as in `Ways`.
    """

    def find_ways(states: Ints, _reached: Floats) -> Ways:
        n, k = len(states), len(steps)
        below = (states[:, None] + steps).reshape(n * k, -1)
        fields = wrong if isinstance(wrong, int) else np.tile(wrong, n)
        return Ways(np.repeat(np.arange(n), k), below, np.tile(weight, n), np.tile(np.arange(k), n), fields)

    return find_ways


@dataclass(frozen=True, slots=True, eq=False)
class Link:
    """The ways of a row that were kept, from the `states` (n, d) int64 above it; `reached` (n,) float64: their weights.
    Here `ways.below` (w,) int64 are the places of the states below. `labels`: how many labels the row has."""

    states: Ints
    reached: Floats
    ways: Ways
    labels: int


@dataclass(frozen=True, slots=True, eq=False)
class Chain:
    """All rows one after the other. `states` (n, d) int64: where they may end; `reached` (n,) float64: the summed
    weights of all combinations that end there, the largest being 1."""

    links: tuple[Link, ...]
    states: Ints
    reached: Floats


def follow_rows(start: Iterable[int], rows: Iterable[ChainRow], most: int, least: float) -> Chain:
    """Every combination of the rows' ways from the state `start` on.

    Below each row at most `most` states are kept, the heaviest, and no way that is less than `least` of the likeliest.
    Each row needs a way below every state.
    """
    states, reached, links = np.array([tuple(start)], np.int64), np.ones(1), []
    for row in rows:
        ways = row(states, reached)
        weight = reached[ways.above] * ways.weight
        # 0 is left out by itself: where all weights are 0, `least * max` is 0, too
        likely = np.flatnonzero((weight > 0.0) & (weight >= least * weight.max()))
        first, place = _merge(ways.below[likely])
        total = np.asarray(np.bincount(place, weight[likely], len(first)), np.float64)
        kept = _keep_best(_count_cost(total), most)
        used = likely[kept[place]]
        below = (np.cumsum(kept) - 1)[place[kept[place]]]
        link = Ways(ways.above[used], below, ways.weight[used], ways.label[used])
        links.append(Link(states, reached, link, int(ways.label.max()) + 1))
        # only ratios matter from row to row; without the division 20 rows of small weights end at 0
        states, reached = ways.below[likely[first[kept]]], total[kept] / total.max()
    return Chain(tuple(links), states, reached)


def share_rows(chain: Chain, fit: Floats) -> list[Floats]:
    """For each row the shares of its labels, (labels,) float64, which sum to 1; all 0 where nothing fits.

    `fit` (n,) float64: for each of `chain.states` the likelihood of what is known of the whole sheet.
    """
    found = []
    for link in reversed(chain.links):
        ways = link.ways
        onwards = ways.weight * fit[ways.below]
        weight = link.reached[ways.above] * onwards
        found.append(np.bincount(ways.label, weight, link.labels) / (weight.sum() or 1.0))
        back = np.bincount(ways.above, onwards, len(link.reached))
        fit = back / (back.max() or 1.0)
    return found[::-1]


@dataclass(frozen=True, slots=True)
class SmallestPath:
    """The combination with the fewest wrong fields, the likeliest of equals. `labels`: its way through each row. `end`:
    the state below the last row. `wrong`: how many fields are wrong. `cost`: negative logarithm of its weight.
    `complete`: False if states were dropped for lack of room, so that a smaller one may have been missed."""

    labels: tuple[int, ...]
    end: tuple[int, ...]
    wrong: int
    cost: float
    complete: bool


def find_smallest_path(
    start: Iterable[int], rows: Iterable[ChainRow], end: Callable[[Ints], tuple[Ints, Floats]], most: int, spare: int
) -> SmallestPath | None:
    """The smallest combination of the rows' ways and the end; None where no combination of ways is left.

    `end`: for the last states (n, d) the wrong fields (n,) int64 and the weights (n,) float64 of what follows.
    Combinations with more than `spare` wrong fields in the rows are left out: the caller knows that the smallest has no
    more. Of the others the `most` smallest are kept below each row. Of equals the one with the smaller label in the
    earlier row is named.
    """
    states, cost = np.array([tuple(start)], np.int64), np.zeros(1, np.int64)
    paths: list[tuple[Ints, Ints]] = []
    complete = True
    for row in rows:
        ways = row(states, np.ones(len(states)))
        paid = cost[ways.above] + _FIELD * ways.wrong
        few = np.flatnonzero((paid < _FIELD * (spare + 1)) & (ways.weight > 0.0))
        if not len(few):
            return None
        paid = paid[few] + _count_cost(ways.weight[few])
        best = _find_cheapest(ways.below[few], paid)
        complete = complete and len(best) <= most
        best = best[_keep_best(paid[best], most)]
        used = few[best]
        states, cost = ways.below[used], paid[best]
        paths.append((ways.above[used], ways.label[used]))
    wrong, weight = end(states)
    cost = cost + _FIELD * wrong + _count_cost(weight)
    last = place = int(cost.argmin())
    labels = []
    for above, label in reversed(paths):
        labels.append(int(label[place]))
        place = int(above[place])
    fields, units = divmod(int(cost[last]), _FIELD)
    ending = tuple(states[last].tolist())
    return SmallestPath(tuple(labels[::-1]), ending, fields, units * _UNIT, complete)


def find_smallest_kept(
    chain: Chain, wrong: Sequence[Ints], end: Callable[[Ints], tuple[Ints, Floats]]
) -> SmallestPath | None:
    """The smallest of the combinations that the chain kept; `end` as above. `wrong`: for each row, by label, how many
    fields are wrong, (labels,) int64; -1 for a way that may not be taken."""
    floors = [*(link.states for link in chain.links), chain.states]
    rows = map(_retrace, chain.links, floors[1:], wrong)
    spare = sum(int(one.max()) for one in wrong)
    return find_smallest_path(floors[0][0].tolist(), rows, end, max(map(len, floors)), spare)


def _retrace(link: Link, below: Ints, wrong: Ints) -> ChainRow:
    """The row with only the ways that were kept; their `below` are places in `below` (n, d) int64. `wrong` by label as
    above."""

    def find_ways(states: Ints, _reached: Floats) -> Ways:
        places = {key: place for place, key in enumerate(_hash(states).tolist())}
        above = np.array([places.get(key, -1) for key in _hash(link.states).tolist()])[link.ways.above]
        used = (above >= 0) & (wrong[link.ways.label] >= 0)
        label = link.ways.label[used]
        return Ways(above[used], below[link.ways.below[used]], link.ways.weight[used], label, wrong[label])

    return find_ways


def _count_cost(weight: Floats) -> Ints:
    """The costs of these weights (n,), in whole units of `_UNIT`."""
    return np.rint(-np.log(weight) / _UNIT).astype(np.int64)


def _merge(states: Ints) -> tuple[Ints, Ints]:
    """Merges equal states, in the order in which they come: the place of the first of each, (m,) int64, and for every
    state which of the m it is, (n,) int64."""
    _, first, place = np.unique(_hash(states), return_index=True, return_inverse=True)
    order = np.argsort(first)  # `unique` sorts by hash, which must not choose between equally good paths
    return first[order], np.argsort(order)[place]


def _find_cheapest(states: Ints, cost: Ints) -> Ints:
    """Merges equal states: the place of the cheapest of each, in order, (m,) int64."""
    keys = _hash(states)
    order = np.lexsort((cost, keys))  # equal states next to each other, the cheapest first
    ranked = keys[order]
    return np.sort(order[np.append(True, ranked[1:] != ranked[:-1])])


def _hash(states: Ints) -> Ints:
    hashes: Ints = states @ _HASH[: states.shape[1]]
    return hashes


def _keep_best(cost: Ints, most: int) -> Bools:
    """Which states to keep, (n,) bool: at most the `most` cheapest.

    If the cut falls among states of equal cost, all of these are dropped; else the order of the seats would choose
    between them. Only if nothing would be left, the first `most` of the cheapest are kept.
    """
    if len(cost) <= most:
        return np.ones(len(cost), np.bool_)
    after = np.partition(cost, most)[most]  # the cheapest that finds no room, in whole units of `_UNIT`
    # costs one unit apart count as equal: each was added up in another order and rounded to whole units
    better: Bools = cost < after - 1
    if not better.any():
        better[np.flatnonzero(cost <= after + 1)[:most]] = True
    return better
