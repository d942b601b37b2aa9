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

from scoring.reconstruct import Side
from scoring.rules import RuleSet
from tournament.columns import total_fit
from tournament.limits import Limits
from tournament.listink import ListRow
from tournament.listways import Edge, RowWays, Standing
from tournament.options import Choices

_STATES, _EDGES = 16, 80  # kept of each row


@dataclass(frozen=True, slots=True)
class RowTold:
    """What the whole column tells of a row: shares by its points (None: none of those that were looked at), and by
    seat what its totals say.
    """

    games: Mapping[tuple[int, ...] | None, float]
    totals: tuple[Mapping[int | None, float], ...]

    def game(self, sure: float) -> tuple[int, ...] | None:
        """The points that the row has for sure."""
        return next((points for points, share in self.games.items() if points is not None and share >= sure), None)

    def total(self, seat: int, sure: float) -> int | None:
        """The total that the seat's cell holds for sure."""
        return next((total for total, share in self.totals[seat - 1].items() if total is not None and share >= sure),
                    None)


def column_paths(
    rules: RuleSet, rows: Sequence[ListRow], sums: Sequence[Choices], side: Side | None, limits: Limits
) -> tuple[RowTold, ...]:
    """What the column tells of each row."""
    seats = len(sums)
    reached: dict[Standing, float] = {((0,) * seats, (0,) * seats): 1.0}
    layers: list[tuple[dict[Standing, float], list[Edge]]] = []
    for row in rows:
        edges = _layer(rules, row, reached, side, limits)
        layers.append((reached, edges))
        reached = _strongest(reached, edges, limits)
    ends = {standing: prod(_end_fits(standing, seat, sums, limits) for seat in range(seats)) for standing in reached}
    told = []
    for above, edges in reversed(layers):
        weights = [above[edge.above] * edge.weight * ends.get(edge.below, 0.0) for edge in edges]
        told.append(_told(edges, weights, seats))
        ends = _back(edges, ends)
    return tuple(reversed(told))


def _layer(
    rules: RuleSet, row: ListRow, reached: Mapping[Standing, float], side: Side | None, limits: Limits
) -> list[Edge]:
    if row.inked.blank:
        return [Edge(standing, standing, 1.0, (), (None,) * len(row.cells)) for standing in reached]
    ways = RowWays(rules, row, side, limits)
    edges = [edge for standing in reached for edge in ways.edges(standing)]
    return sorted(edges, key=lambda edge: -edge.weight * reached[edge.above])[:_EDGES]


def _strongest(above: Mapping[Standing, float], edges: Sequence[Edge], limits: Limits) -> dict[Standing, float]:
    """Where the row's edges lead, with weights that sum to 1."""
    found: dict[Standing, float] = defaultdict(float)
    for edge in edges:
        found[edge.below] += above[edge.above] * edge.weight
    ranked = sorted(found.items(), key=lambda entry: -entry[1])[:_STATES]
    whole = sum(weight for _, weight in ranked) or 1.0
    return {standing: weight / whole for standing, weight in ranked if weight >= limits.negligible * whole}


def _back(edges: Sequence[Edge], ends: Mapping[Standing, float]) -> dict[Standing, float]:
    """How well all that is below goes with each standing above these edges."""
    found: dict[Standing, float] = defaultdict(float)
    for edge in edges:
        found[edge.above] += edge.weight * ends.get(edge.below, 0.0)
    most = max(found.values(), default=0.0) or 1.0
    return {standing: weight / most for standing, weight in found.items()}


def _end_fits(standing: Standing, seat: int, sums: Sequence[Choices], limits: Limits) -> float:
    right, off = standing[0][seat], standing[1][seat]
    return max(total_fit(total, sums[seat], limits) for total in {right, right + off})


def _told(edges: Sequence[Edge], weights: Sequence[float], seats: int) -> RowTold:
    whole = sum(weights) or 1.0
    games: dict[tuple[int, ...] | None, float] = defaultdict(float)
    totals: list[dict[int | None, float]] = [defaultdict(float) for _ in range(seats)]
    for edge, weight in zip(edges, weights, strict=True):
        games[edge.points] += weight / whole
        for column, read in zip(totals, edge.read, strict=True):
            column[read] += weight / whole
    return RowTold(games, tuple(totals))
