"""A list's columns as a whole: the rows that, one after the other, explain its running totals with the fewest slips.

Every row is one of the games whose value, winners or steps are written there, or one that nobody can tell. What comes
next depends on where the totals stand, rightly and as written; so all rows are weighed together, as one chain
(`tournament.judging.chain`). A number in doubt above is told by the clear ones below.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import prod
from operator import add

import numpy as np

from scoring.counting.rules import RuleSet
from scoring.rows.reconstruct import Side
from tournament.judging.chain import Chain, Floats, Ints, Ways, follow_rows, share_rows
from tournament.judging.lists.listduties import ListDuties
from tournament.judging.lists.listink import ListRow
from tournament.judging.lists.listways import Edge, RowWays
from tournament.judging.lists.row_shares import RowShares, WayShare, take_less, weigh_row
from tournament.judging.lists.total_readings import TotalsState
from tournament.judging.lists.way_fields import RowFields, WayFields, weigh_end_total
from tournament.judging.row.options import Choices
from tournament.judging.sheet.columns import total_fit
from tournament.judging.sheet.sum_shares import SumShares
from tournament.limits import Limits


class Layer:
    """A row on the chain: `edges`, its ways below all states above it, by their labels."""

    def __init__(self, ways: RowWays, duties: ListDuties | None) -> None:
        self.row = ways.row
        self._ways, self._fields, self._duties = ways, RowFields(ways.games), duties
        self.edges: list[Edge] = []
        self.kept: list[int] = []
        self.above: list[tuple[int, ...]] = []
        self.below = np.empty((0, 0), np.int64)
        self._told: dict[int, WayFields] = {}

    def find_ways(self, states: Ints) -> Ways:
        """The row's ways below the states (n, d) int64, as the chain takes them."""
        seats = len(self.row.cells)
        edges = [self._list_edges(split_state(state, seats)) for state in states.tolist()]
        self.edges = [edge for some in edges for edge in some]
        above = np.repeat(np.arange(len(edges)), [len(some) for some in edges])
        self.above = [tuple(state) for state in states[above].tolist()]
        self.below = np.array([(*edge.below[0], *edge.below[1]) for edge in self.edges])
        if self._duties:
            counts = np.array([self._duties.count_way(self.row, edge) for edge in self.edges])
            self.below = np.hstack([self.below, states[above, 2 * seats :] + counts])
        return Ways(above, self.below, np.array([edge.weight for edge in self.edges]), np.arange(len(self.edges)))

    def tell_fields(self, label: int) -> WayFields:
        """What the row's fields say on that way."""
        if label not in self._told:
            self._told[label] = self._fields.on(self.edges[label])
        return self._told[label]

    def list_shares(self, shares: Floats, least: float) -> Iterator[WayShare]:
        """The ways that have at least that share; `shares` (labels,) float64."""
        for label in np.flatnonzero(shares >= least).tolist():
            yield WayShare(self.edges[label], self.tell_fields(label), float(shares[label]))

    def _list_edges(self, above: TotalsState) -> list[Edge]:
        return [_pass_blank(self.row, above)] if self.row.inked.blank else self._ways.edges(above)


@dataclass(frozen=True, slots=True)
class ColumnShares:
    """What the whole column tells of its rows and of the final totals (None of one that says nothing), and the paths
    themselves."""

    rows: tuple[RowShares, ...]
    sums: tuple[SumShares | None, ...]
    layers: tuple[Layer, ...]
    start: tuple[int, ...]


def split_state(state: Sequence[int], seats: int) -> TotalsState:
    """A state of the chain: the right totals by seat, then by how much the written ones are off; then what is
    counted."""
    return tuple(state[:seats]), tuple(state[seats : 2 * seats])


def column_paths(
    rules: RuleSet, rows: Sequence[ListRow], sums: Sequence[Choices], side: Side | None, limits: Limits,
    duties: ListDuties | None = None,
) -> ColumnShares:
    """What the column tells, and what the round owes."""
    layers = tuple(Layer(RowWays(rules, row, side, limits), duties) for row in rows)
    start = (0,) * (2 * len(sums) + (duties.columns if duties else 0))
    chain = follow_rows(start, (layer.find_ways for layer in layers), limits.list_states, limits.negligible)
    for layer, link in zip(layers, chain.links, strict=True):
        layer.kept = link.ways.label.tolist()
    ends = [split_state(state, len(sums)) for state in chain.states.tolist()]
    fit = np.array([_fit_end(standing, sums, limits) for standing in ends])
    told = _weigh_rows(layers, chain, fit, limits)
    if duties:
        uncounted, fit = told, fit * duties.fit(chain.states[:, 2 * len(sums) :])
        told = [take_less(*both) for both in zip(_weigh_rows(layers, chain, fit, limits), uncounted, strict=True)]
    last: dict[TotalsState, float] = defaultdict(float)
    for standing, weight in zip(ends, (chain.reached * fit).tolist(), strict=True):
        last[standing] += weight
    final = (weigh_end_total(choices, seat, last, limits) for seat, choices in enumerate(sums))
    return ColumnShares(tuple(told), tuple(final), layers, start)


def _pass_blank(row: ListRow, above: TotalsState) -> Edge:
    """The one way through a blank row: nothing was played, or the game that the totals below hold."""
    right = tuple(map(add, above[0], row.left_out)) if row.left_out else above[0]
    return Edge(above, (right, above[1]), 1.0, row.left_out, (None,) * len(row.cells))


def _fit_end(standing: TotalsState, sums: Sequence[Choices], limits: Limits) -> float:
    """How well the final totals go with it; they may be copied from the last written ones."""
    return prod(max(total_fit(total, choices, limits) for total in {right, right + off})
                for choices, right, off in zip(sums, *standing, strict=True))


def _weigh_rows(layers: Sequence[Layer], chain: Chain, fit: Floats, limits: Limits) -> list[RowShares]:
    shares = zip(layers, share_rows(chain, fit), strict=True)
    return [weigh_row(layer.row, [*layer.list_shares(one, limits.negligible)]) for layer, one in shares]


