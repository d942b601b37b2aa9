"""The smallest explanation of a list: the path through its rows, and to its final totals, with the fewest wrong fields.

Of all paths to one standing of the totals only the smallest goes on (Viterbi's algorithm over the paths that
`tournament.judging.lists.listpaths` keeps). A wrong total that is carried on is one wrong field.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tournament.judging.lists.listpaths import ColumnShares
from tournament.judging.lists.total_readings import TotalsState
from tournament.judging.lists.way_fields import final_total
from tournament.judging.row.judged import Explanation, WholeExplanation
from tournament.judging.row.options import Choices
from tournament.judging.sheet.columns import total_speaks
from tournament.judging.sheet.row_steps import Wrong, cost_of, explanation_by
from tournament.limits import Limits

_Wrong = tuple[Wrong, ...]


@dataclass(frozen=True, slots=True)
class Smallest:
    """The wrong fields of the smallest path, row by row and in the sum row."""

    rows: tuple[_Wrong, ...]
    sums: _Wrong

    @property
    def whole(self) -> WholeExplanation | None:
        """All of them; None where nothing is wrong."""
        wrong = (*(one for row in self.rows for one in row), *self.sums)
        return explanation_by(wrong) if wrong else None

    def row(self, place: int) -> Explanation | None:
        """Those of one row; None where nothing is wrong in it."""
        wrong, changes = self.rows[place], tuple(one.change for one in self.rows[place])
        if not wrong:
            return None
        return Explanation("misread" if all(one.misread for one in wrong) else "miscounted", changes)


@dataclass(frozen=True, slots=True)
class _Path:
    size: int
    cost: float
    rows: tuple[_Wrong, ...]

    def further(self, wrong: _Wrong) -> _Path:
        return _Path(self.size + len(wrong), self.cost + cost_of(wrong), (*self.rows, wrong))

    def __lt__(self, other: _Path) -> bool:
        return (self.size, self.cost) < (other.size, other.cost)


def smallest_path(column: ColumnShares, sums: Sequence[Choices], limits: Limits) -> Smallest:
    """The smallest path; one that explains nothing where no path tells every row."""
    reached = {standing: _Path(0, 0.0, ()) for layer in column.layers[:1] for standing in layer.above}
    for layer in column.layers:
        found: dict[TotalsState, _Path] = {}
        for edge, way in zip(layer.edges, layer.ways, strict=True):
            if edge.above in reached and way.changes is not None:
                longer = reached[edge.above].further(way.changes)
                found[edge.below] = min(found.get(edge.below, longer), longer)
        reached = found
    ends = [path.further(_end(standing, sums, limits)) for standing, path in reached.items()]
    if not ends:
        return Smallest(((),) * len(column.layers), ())
    *rows, last = min(ends).rows
    return Smallest(tuple(rows), last)


def _end(standing: TotalsState, sums: Sequence[Choices], limits: Limits) -> _Wrong:
    """The final totals that are wrong at the end of a path."""
    told = (final_total(choices, right, off, limits).change(limits.sum_off_odds)
            for choices, right, off in zip(sums, *standing, strict=True) if total_speaks(choices))
    return tuple(one for one in told if one is not None)
