"""A list's columns as a whole: the rows that, one after the other, explain its running totals with the fewest slips.

Every row is one of the games whose value, winners or steps are written there, or one that nobody can tell. What comes
next depends on where the totals stand, rightly and as written; so all rows are weighed together, forwards and backwards
(the sum-product algorithm over a trellis). A number in doubt above is told by the clear ones below.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import prod
from operator import add

from scoring.counting.rules import RuleSet
from scoring.rows.reconstruct import Side
from tournament.judging.lists.listink import ListRow
from tournament.judging.lists.listways import Edge, RowWays
from tournament.judging.lists.total_readings import TotalsState
from tournament.judging.lists.way_fields import RowFields, WayFields, join_way_fields, weigh_end_total
from tournament.judging.row.judged import Odds, Posterior
from tournament.judging.row.options import Choices
from tournament.judging.sheet.columns import total_fit
from tournament.judging.sheet.sum_shares import SumShares
from tournament.limits import Limits

_STATES, _EDGES = 16, 80  # kept of each row


@dataclass(frozen=True, slots=True)
class RowShares:
    """What the whole column tells of a row: shares by its points (None: none of those that were looked at), and by
    seat what its totals say; by field what it says, and whose mistake the row is.
    """

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


@dataclass(frozen=True, slots=True)
class Layer:
    """A row on every path: the standings above it with their weights, the ways through it, and what its fields say on
    each."""

    above: Mapping[TotalsState, float]
    edges: Sequence[Edge]
    ways: Sequence[WayFields]


@dataclass(frozen=True, slots=True)
class ColumnShares:
    """What the whole column tells of its rows and of the final totals (None of one that says nothing), and the paths
    themselves."""

    rows: tuple[RowShares, ...]
    sums: tuple[SumShares | None, ...]
    layers: tuple[Layer, ...]


def column_paths(
    rules: RuleSet, rows: Sequence[ListRow], sums: Sequence[Choices], side: Side | None, limits: Limits
) -> ColumnShares:
    """What the column tells."""
    seats = len(sums)
    reached: dict[TotalsState, float] = {((0,) * seats, (0,) * seats): 1.0}
    layers: list[Layer] = []
    for row in rows:
        ways = RowWays(rules, row, side, limits)
        edges, fields = _edges(ways, reached), RowFields(ways)
        layers.append(Layer(reached, edges, [fields.on(edge) for edge in edges]))
        reached = _strongest(reached, layers[-1].edges, limits)
    ends = {standing: prod(_end_fits(standing, seat, sums, limits) for seat in range(seats)) for standing in reached}
    last = {standing: weight * ends[standing] for standing, weight in reached.items()}
    told = []
    for layer in reversed(layers):
        weights = [layer.above[edge.above] * edge.weight * ends.get(edge.below, 0.0) for edge in layer.edges]
        told.append(_weigh_row(layer, weights, seats, limits))
        ends = _back(layer.edges, ends)
    final = (weigh_end_total(choices, seat, last, limits) for seat, choices in enumerate(sums))
    return ColumnShares(tuple(reversed(told)), tuple(final), tuple(layers))


def _edges(ways: RowWays, reached: Mapping[TotalsState, float]) -> list[Edge]:
    if ways.row.inked.blank:
        return [_blank(ways.row, standing) for standing in reached]
    edges = [edge for standing in reached for edge in ways.edges(standing)]
    return sorted(edges, key=lambda edge: -edge.weight * reached[edge.above])[:_EDGES]


def _blank(row: ListRow, above: TotalsState) -> Edge:
    """The one way through a blank row: nothing was played, or the game that the totals below hold."""
    right = tuple(map(add, above[0], row.left_out)) if row.left_out else above[0]
    return Edge(above, (right, above[1]), 1.0, row.left_out, (None,) * len(row.cells))


def _strongest(above: Mapping[TotalsState, float], edges: Sequence[Edge], limits: Limits) -> dict[TotalsState, float]:
    """Where the row's edges lead, with weights that sum to 1."""
    found: dict[TotalsState, float] = defaultdict(float)
    for edge in edges:
        found[edge.below] += above[edge.above] * edge.weight
    ranked = sorted(found.items(), key=lambda entry: -entry[1])[:_STATES]
    whole = sum(weight for _, weight in ranked) or 1.0
    return {standing: weight / whole for standing, weight in ranked if weight >= limits.negligible * whole}


def _back(edges: Sequence[Edge], ends: Mapping[TotalsState, float]) -> dict[TotalsState, float]:
    """How well all that is below goes with each standing above these edges."""
    found: dict[TotalsState, float] = defaultdict(float)
    for edge in edges:
        found[edge.above] += edge.weight * ends.get(edge.below, 0.0)
    most = max(found.values(), default=0.0) or 1.0
    return {standing: weight / most for standing, weight in found.items()}


def _end_fits(standing: TotalsState, seat: int, sums: Sequence[Choices], limits: Limits) -> float:
    right, off = standing[0][seat], standing[1][seat]
    return max(total_fit(total, sums[seat], limits) for total in {right, right + off})


def _weigh_row(layer: Layer, weights: Sequence[float], seats: int, limits: Limits) -> RowShares:
    whole = sum(weights) or 1.0
    games: dict[tuple[int, ...] | None, float] = defaultdict(float)
    totals: list[dict[int | None, float]] = [defaultdict(float) for _ in range(seats)]
    for edge, weight in zip(layer.edges, weights, strict=True):
        games[edge.points] += weight / whole
        for column, read in zip(totals, edge.read, strict=True):
            column[read] += weight / whole
    shares = [weight / whole for weight in weights]
    return RowShares(games, tuple(totals), *join_way_fields(layer.ways, shares, limits.negligible))
