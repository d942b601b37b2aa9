"""A list's columns as a whole: the rows that, one after the other, explain its running totals with the fewest slips.

Every row is one of the games whose value, winners or steps are written there, or one that nobody can tell. What comes
next depends on where the totals stand, rightly and as written; so all rows are weighed together, as one chain
(`tournament.judging.chain`). A number in doubt above is told by the clear ones below.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import prod
from operator import add

import numpy as np

from scoring.counting.rules import RuleSet
from scoring.rows.reconstruct import Side
from tournament.judging.chain import Floats, Ints, Ways, follow_rows, share_rows
from tournament.judging.lists.listink import ListRow
from tournament.judging.lists.listways import Edge, RowWays
from tournament.judging.lists.total_readings import TotalsState
from tournament.judging.lists.way_fields import RowFields, WayFields, join_way_fields, weigh_end_total
from tournament.judging.row.judged import Odds, Posterior
from tournament.judging.row.options import Choices
from tournament.judging.sheet.columns import total_fit
from tournament.judging.sheet.sum_shares import SumShares
from tournament.limits import Limits


@dataclass(frozen=True, slots=True)
class WayShare:
    """A way through a row, what its fields say on it, and its share of all ways."""

    edge: Edge
    fields: WayFields
    share: float


@dataclass(frozen=True, slots=True)
class RowShares:
    """What the whole column tells of a row: its likely `ways`; shares by its points (None: none of those that were
    looked at), and by seat what its totals say; by field what it says, and whose mistake the row is.
    """

    ways: tuple[WayShare, ...]
    games: Mapping[tuple[int, ...] | None, float]
    totals: tuple[Mapping[int | None, float], ...]
    posterior: Posterior
    odds: Odds

    def game(self, sure: float) -> tuple[int, ...] | None:
        """The points that the row has for sure."""
        return next((points for points, share in self.games.items() if points is not None and share >= sure), None)

    def total(self, seat: int, sure: float) -> int | None:
        """The total that the seat's cell holds for sure."""
        return next((total for total, share in self.totals[seat - 1].items() if total is not None and share >= sure),
                    None)


class Layer:
    """A row on the chain: `edges`, its ways below all states above it, by their labels."""

    def __init__(self, ways: RowWays) -> None:
        self._ways, self._fields = ways, RowFields(ways)
        self.edges: list[Edge] = []
        self.kept: list[int] = []

    def __len__(self) -> int:
        """How many fields the row has."""
        return len(self._ways.row.all)

    def find_ways(self, states: Ints) -> Ways:
        """The row's ways below the states (n, d) int64, as the chain takes them."""
        edges = [self._list_edges(split_state(state)) for state in states.tolist()]
        self.edges = [edge for some in edges for edge in some]
        above = np.repeat(np.arange(len(edges)), [len(some) for some in edges])
        below = np.array([join_state(edge.below) for edge in self.edges])
        return Ways(above, below, np.array([edge.weight for edge in self.edges]), np.arange(len(self.edges)))

    def tell_fields(self, label: int) -> WayFields:
        """What the row's fields say on that way."""
        return self._fields.on(self.edges[label])

    def _list_edges(self, above: TotalsState) -> list[Edge]:
        row = self._ways.row
        return [_pass_blank(row, above)] if row.inked.blank else self._ways.edges(above)


@dataclass(frozen=True, slots=True)
class ColumnShares:
    """What the whole column tells of its rows and of the final totals (None of one that says nothing), and the paths
    themselves."""

    rows: tuple[RowShares, ...]
    sums: tuple[SumShares | None, ...]
    layers: tuple[Layer, ...]


def split_state(state: Sequence[int]) -> TotalsState:
    """A state of the chain: the right totals by seat, then by how much the written ones are off."""
    seats = len(state) // 2
    return tuple(state[:seats]), tuple(state[seats:])


def join_state(standing: TotalsState) -> tuple[int, ...]:
    """The standing as a state of the chain."""
    return (*standing[0], *standing[1])


def column_paths(
    rules: RuleSet, rows: Sequence[ListRow], sums: Sequence[Choices], side: Side | None, limits: Limits
) -> ColumnShares:
    """What the column tells."""
    layers = tuple(Layer(RowWays(rules, row, side, limits)) for row in rows)
    start = (0,) * 2 * len(sums)
    chain = follow_rows(start, (layer.find_ways for layer in layers), limits.list_states, limits.negligible)
    ends = [split_state(state) for state in chain.states.tolist()]
    fit = np.array([_fit_end(standing, sums, limits) for standing in ends])
    for layer, link in zip(layers, chain.links, strict=True):
        layer.kept = link.ways.label.tolist()
    told = (_weigh_row(*one, limits) for one in zip(layers, share_rows(chain, fit), strict=True))
    last = dict(zip(ends, (chain.reached * fit).tolist(), strict=True))
    final = (weigh_end_total(choices, seat, last, limits) for seat, choices in enumerate(sums))
    return ColumnShares(tuple(told), tuple(final), layers)


def _pass_blank(row: ListRow, above: TotalsState) -> Edge:
    """The one way through a blank row: nothing was played, or the game that the totals below hold."""
    right = tuple(map(add, above[0], row.left_out)) if row.left_out else above[0]
    return Edge(above, (right, above[1]), 1.0, row.left_out, (None,) * len(row.cells))


def _fit_end(standing: TotalsState, sums: Sequence[Choices], limits: Limits) -> float:
    """How well the final totals go with it; they may be copied from the last written ones."""
    return prod(max(total_fit(total, choices, limits) for total in {right, right + off})
                for choices, right, off in zip(sums, *standing, strict=True))


def _weigh_row(layer: Layer, shares: Floats, limits: Limits) -> RowShares:
    games: dict[tuple[int, ...] | None, float] = defaultdict(float)
    totals: list[dict[int | None, float]] = [defaultdict(float) for _ in layer.edges[0].read]
    likely = [label for label in layer.kept if shares[label] > 0.0]
    for label in likely:
        edge, share = layer.edges[label], float(shares[label])
        games[edge.points] += share
        for column, read in zip(totals, edge.read, strict=True):
            column[read] += share
    ways = tuple(WayShare(layer.edges[label], layer.tell_fields(label), float(shares[label]))
                 for label in likely if shares[label] >= limits.negligible)
    told = join_way_fields([way.fields for way in ways], [way.share for way in ways])
    return RowShares(ways, games, tuple(totals), *told)
