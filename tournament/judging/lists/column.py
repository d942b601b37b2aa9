"""A list's columns as a whole: the rows that, one after the other, explain its running totals with the fewest slips.

Every row is one of the games whose value, winners or steps are written there, or one that nobody can tell. What comes
next depends on where the totals stand, rightly and as written; so all rows are weighed together, as one chain
(`tournament.judging.chain`). A number in doubt above is told by the clear ones below.

The smallest explanation goes through the ways that the chain kept; of equally small paths the likeliest is taken. A
wrong total that is carried on is one wrong field.

How often the writer runs over the borders of cells, so that signs and last digits are missed, is learnt from the list
itself: few hands do, and those do so all over the sheet. So the list is weighed again by what it showed, until it shows
no more (expectation maximization with two rates: Dempster, Laird, Rubin 1977). A number that lacks its sign or last
digit is then no mistake of the players.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from itertools import zip_longest

import numpy as np

from scoring.counting.rules import RuleSet
from scoring.rows.one_sided_rows import Side
from tournament.judging.chain import Chain, Floats, Ints, Link, Ways, find_smallest_kept, follow_rows, share_rows
from tournament.judging.ink_options import Choices, Option, lacks_digit, lacks_sign
from tournament.judging.judged_sheet import Explanation, WholeExplanation
from tournament.judging.limits.judging_limits import Limits
from tournament.judging.lists.duties import ListDuties
from tournament.judging.lists.fields import RowFields
from tournament.judging.lists.list_ink import ListRow, weigh_blank
from tournament.judging.lists.shares import RowShares, WayShare, take_less, weigh_row
from tournament.judging.lists.totals import TotalsState
from tournament.judging.lists.ways import BlankWays, Edge, RowWays
from tournament.judging.way import Told, Wrong, explain_by
from tournament.judging.written_sums import Due, Dues, count_wrong_totals, find_wrong_totals, fit_totals, weigh_totals


class Layer:
    """A row on the chain: `edges`, its ways below all states above it, by their labels."""

    def __init__(self, ways: RowWays, below: RowWays | None, duties: ListDuties | None) -> None:
        self.row, self.games = ways.row, ways.games
        chance = 1.0 if self.row.inked.blank else weigh_blank(self.row, ways.limits)
        self._blank = BlankWays(ways, below, chance) if chance else None
        self._ways, self._fields = ways, RowFields(ways.games)
        self.edges: list[Edge] = []
        self.tell_fields = cache(self._tell_fields)
        self._count = cache(partial(duties.count_way, self.row)) if duties else None  # few games, many ways

    def find_ways(self, states: Ints) -> Ways:
        """The row's ways below the states (n, d) int64, as the chain takes them."""
        seats = len(self.row.cells)
        edges = [self._list_edges(split_state(state, seats)) for state in states.tolist()]
        self.edges = [edge for some in edges for edge in some]
        above = np.repeat(np.arange(len(edges)), [len(some) for some in edges])
        below = np.array([join_state(edge.below) for edge in self.edges])
        if self._count:
            counts = np.array([self._count(edge.points, edge.solo) for edge in self.edges])
            below = np.hstack([below, states[above, 2 * seats :] + counts])
        return Ways(above, below, np.array([edge.weight for edge in self.edges]), np.arange(len(self.edges)))

    def _tell_fields(self, label: int) -> Told:
        """What the row's fields say on that way."""
        return self._fields.tell(self.edges[label])

    def _list_edges(self, above: TotalsState) -> list[Edge]:
        """That the row is blank, where it may be, and what else it may be."""
        blank = self._blank.list_edges(above) if self._blank else []
        return blank if self.row.inked.blank else [*blank, *self._ways.list_edges(above)]


@dataclass(frozen=True, slots=True)
class ColumnShares:
    """What the whole column tells of its rows and of the final totals (None of one that says nothing), and the paths
    themselves."""

    rows: tuple[RowShares, ...]
    sums: tuple[Told | None, ...]
    layers: tuple[Layer, ...]
    chain: Chain


_UNKNOWN = 10**6
"""A right total that nobody knows, as a number of the chain's states; a list of 24 games stays far below it."""


def join_state(totals: TotalsState) -> tuple[int, ...]:
    """The totals as a state of the chain: the right ones by seat, then by how much the written ones are off. Behind
    them stands what the round counts."""
    right, off = totals
    return (*(_UNKNOWN if total is None else total for total in right), *off)


def split_state(state: Sequence[int], seats: int) -> TotalsState:
    """The totals of a state of the chain."""
    right, off = state[:seats], state[seats : 2 * seats]
    return tuple(None if total == _UNKNOWN else total for total in right), tuple(off)


def find_list_dues(states: Ints, seats: int) -> Iterator[Dues]:
    """By seat what a final total may say below the last states (n, d) int64: the right one, or the last one as it is
    written."""
    for seat in range(seats):
        right, off = states[:, seat], states[:, seats + seat]
        _, first, place = np.unique(4 * _UNKNOWN * right + off, return_index=True, return_inverse=True)
        totals = zip(right[first].tolist(), off[first].tolist(), strict=True)
        dues: list[Due] = [None if total == _UNKNOWN else (total, total + gap) for total, gap in totals]
        yield dues, np.asarray(place, np.int64)


def weigh_column(
    rules: RuleSet,
    rows: Sequence[ListRow],
    sums: Sequence[Choices],
    side: Side | None,
    limits: Limits,
    duties: ListDuties | None = None,
) -> ColumnShares:
    """What the column tells, and what the round owes."""
    ways, seats = [RowWays(rules, row, side, limits) for row in rows], len(sums)
    layers = tuple(Layer(one, below, duties) for one, below in zip_longest(ways, ways[1:]))
    start = (0,) * (2 * seats + (duties.columns if duties else 0))
    chain = follow_rows(start, (layer.find_ways for layer in layers), limits.list_states, limits.negligible)
    end = partial(find_list_dues, seats=seats)
    fit = fit_totals(chain.states, sums, end, limits)
    path = _find_likeliest(layers, chain, lambda states: fit_totals(states, sums, end, limits))
    told = _weigh_rows(layers, chain, fit, path, limits)
    if duties:
        uncounted, fit = told, fit * duties.counts.fit(chain.states[:, 2 * seats :])
        told = [take_less(*both) for both in zip(_weigh_rows(layers, chain, fit, path, limits), uncounted, strict=True)]
    chances = chain.reached * fit
    final = weigh_totals(chain.states, chances / (chances.sum() or 1.0), sums, end, limits)
    return ColumnShares(tuple(told), final, layers, chain)


def _find_likeliest(layers: Sequence[Layer], chain: Chain, fit: Callable[[Ints], Floats]) -> tuple[Edge, ...]:
    """The likeliest way through each row, all of them together."""
    no_fields = [np.zeros(link.labels, np.int64) for link in chain.links]
    found = find_smallest_kept(chain, no_fields, lambda states: (np.zeros(len(states), np.int64), fit(states)))
    assert found is not None
    return tuple(layer.edges[label] for layer, label in zip(layers, found.labels, strict=True))


def _weigh_rows(
    layers: Sequence[Layer], chain: Chain, fit: Floats, path: Sequence[Edge], limits: Limits
) -> list[RowShares]:
    told = []
    for layer, shares, edge in zip(layers, share_rows(chain, fit), path, strict=True):
        likely = np.flatnonzero(shares >= limits.negligible).tolist()
        ways = [WayShare(layer.edges[label], layer.tell_fields(label), float(shares[label])) for label in likely]
        told.append(weigh_row(layer.row, ways, edge))
    return told


def weigh_learnt(
    weigh: Callable[[Limits], ColumnShares], rules: RuleSet, rows: Sequence[ListRow], limits: Limits
) -> tuple[ColumnShares, Limits]:
    """What the columns tell by the limits of this list, and these limits."""
    learnt, column = limits, weigh(limits)
    for _ in range(limits.missed_times):
        more = _learn(rules, rows, column.rows, limits)
        if not _shows_more(more, learnt, limits.missed_more):
            break
        learnt, column = more, weigh(more)
    return column, learnt


def _learn(rules: RuleSet, rows: Sequence[ListRow], shares: Sequence[RowShares], limits: Limits) -> Limits:
    """The limits with signs and last digits missed as often as the list shows, as far as it shows many."""
    read = [choices for row in rows for choices in row.cells if choices.first.value]
    signs = digits = 0.0
    for share, choices, option in _list_weighed(rows, shares):
        signs += share * lacks_sign(choices, option.value)
        digits += share * lacks_digit(choices, option.value)
    sign, digit = (found / len(read) if found >= limits.missed_told else 0.0 for found in (signs, digits))
    kinds = 1 if rules.checks.unit.step > 1 else limits.last_digits  # of tens it is always a 0
    return replace(
        limits, sign_missed=max(limits.sign_missed, sign), digit_missed=max(limits.digit_missed, digit / kinds)
    )


def _list_weighed(rows: Sequence[ListRow], shares: Sequence[RowShares]) -> Iterator[tuple[float, Choices, Option]]:
    """Each total with what it says on a way through its row, and how likely that is."""
    for row, told in zip(rows, shares, strict=True):
        for way in told.ways:
            yield from ((way.share, *both) for both in zip(row.cells, way.edge.options, strict=False))


def _shows_more(one: Limits, other: Limits, times: float) -> bool:
    """Whether signs or digits are missed that many times as often."""
    return one.sign_missed > times * other.sign_missed or one.digit_missed > times * other.digit_missed


def explain_list(
    column: ColumnShares, sums: Sequence[Choices], limits: Limits
) -> tuple[list[Explanation | None], WholeExplanation | None]:
    """What is wrong in each row, and all of it with the final totals; None where nothing is, and where no path gives
    every row a game."""

    def find_readable_dues(states: Ints) -> Iterator[Dues]:
        for choices, (dues, place) in zip(sums, find_list_dues(states, len(sums)), strict=True):
            yield dues if choices.first.value is not None else [None] * len(dues), place

    wrong = [_count_wrong(*both) for both in zip(column.layers, column.chain.links, strict=True)]
    end = partial(count_wrong_totals, sums=sums, find_dues=find_readable_dues, limits=limits)
    found = find_smallest_kept(column.chain, wrong, end)
    if found is None:
        return [None] * len(column.layers), None
    rows = [layer.tell_fields(label).changes or () for layer, label in zip(column.layers, found.labels, strict=True)]
    every = [*(one for row in rows for one in row), *find_wrong_totals(found.end, sums, find_readable_dues, limits)]
    return [_explain_row(row) for row in rows], explain_by(every) if every else None


def _explain_row(wrong: Sequence[Wrong]) -> Explanation | None:
    if not wrong:
        return None
    changes = tuple(one.change for one in wrong)
    return Explanation("misread" if all(one.misread for one in wrong) else "miscounted", changes)


def _count_wrong(layer: Layer, link: Link) -> Ints:
    """By label how many fields are wrong on the row's way, (labels,) int64; -1 where nobody can tell."""
    count = np.full(link.labels, -1)
    for label in link.ways.label.tolist():
        changes = layer.tell_fields(label).changes
        count[label] = -1 if changes is None else len(changes)
    return count
