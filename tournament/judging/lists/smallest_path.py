"""The smallest explanation of a list: the path through its rows, and to its final totals, with the fewest wrong fields.

It goes through the ways that the chain kept (`tournament.judging.lists.listpaths`), and of equally small paths the
likeliest is taken. A wrong total that is carried on is one wrong field.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from math import exp

import numpy as np

from tournament.judging.chain import Floats, Ints, Ways, find_smallest_path
from tournament.judging.lists.listpaths import ColumnShares, Layer, split_state
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


def smallest_path(column: ColumnShares, sums: Sequence[Choices], limits: Limits) -> Smallest:
    """The smallest path; one that explains nothing where no path tells every row."""
    rows = [partial(_list_ways, layer) for layer in column.layers]
    fields = sum(len(layer.row.all) for layer in column.layers)
    end = partial(_weigh_ends, sums=sums, limits=limits)
    found = find_smallest_path(column.start, rows, end, limits.list_states, fields)
    if found is None:
        return Smallest(((),) * len(column.layers), ())
    wrong = (layer.tell_fields(label).changes or () for layer, label in zip(column.layers, found.labels, strict=True))
    return Smallest(tuple(wrong), _find_wrong_ends(found.end, sums, limits))


def _list_ways(layer: Layer, states: Ints) -> Ways:
    """The ways through the row below the states (n, d) int64 of which can be told what is wrong on them."""
    ways = layer.list_kept(states)
    changes = [layer.tell_fields(label).changes for label in ways.label.tolist()]
    known = np.array([one is not None for one in changes], np.bool_)
    wrong = np.array([len(one) for one in changes if one is not None], np.int64)
    return Ways(ways.above[known], ways.below[known], ways.weight[known], ways.label[known], wrong)


def _weigh_ends(states: Ints, sums: Sequence[Choices], limits: Limits) -> tuple[Ints, Floats]:
    """Of the last states (n, d) int64 how many final totals are wrong there, (n,) int64, and how likely that is."""
    wrong = [_find_wrong_ends(state, sums, limits) for state in states.tolist()]
    return np.array([len(one) for one in wrong]), np.array([exp(-cost_of(one)) for one in wrong])


def _find_wrong_ends(state: Sequence[int], sums: Sequence[Choices], limits: Limits) -> _Wrong:
    """The final totals that are wrong at the end of a path."""
    told = (final_total(choices, right, off, limits).change(limits.sum_off_odds)
            for choices, right, off in zip(sums, *split_state(state, len(sums)), strict=True) if total_speaks(choices))
    return tuple(one for one in told if one is not None)
