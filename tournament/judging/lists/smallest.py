"""The smallest explanation of a list: the path through its rows, and to its final totals, with the fewest wrong fields.

It goes through the ways that the chain kept (`tournament.judging.lists.column`), and of equally small paths the
likeliest is taken. A wrong total that is carried on is one wrong field.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from math import exp

import numpy as np

from tournament.judging.chain import Floats, Ints, Link, find_smallest_kept
from tournament.judging.ink_options import Choices
from tournament.judging.judged_sheet import Explanation, WholeExplanation
from tournament.judging.judging_limits import Limits
from tournament.judging.lists.column import ColumnShares, Layer, list_due
from tournament.judging.row_steps import Wrong, explanation_by, find_wrong_total


def explain_list(
    column: ColumnShares, sums: Sequence[Choices], limits: Limits
) -> tuple[list[Explanation | None], WholeExplanation | None]:
    """What is wrong in each row, and all of it with the final totals; None where nothing is, and where no path tells
    every row."""
    wrong = [_count_wrong(*both) for both in zip(column.layers, column.chain.links, strict=True)]
    found = find_smallest_kept(column.chain, wrong, partial(_weigh_ends, sums=sums, limits=limits))
    if found is None:
        return [None] * len(column.layers), None
    rows = [layer.tell_fields(label).changes or () for layer, label in zip(column.layers, found.labels, strict=True)]
    every = [*(one for row in rows for one in row), *_find_wrong_ends(found.end, sums, limits)]
    return [_explain_row(row) for row in rows], explanation_by(every) if every else None


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


def _weigh_ends(states: Ints, sums: Sequence[Choices], limits: Limits) -> tuple[Ints, Floats]:
    """Of the last states (n, d) int64 how many final totals are wrong there, (n,) int64, and how likely that is, (n,)
    float64."""
    wrong = [_find_wrong_ends(state, sums, limits) for state in states.tolist()]
    return np.array([len(some) for some in wrong]), np.array([exp(-sum(one.cost for one in some)) for some in wrong])


def _find_wrong_ends(state: Sequence[int], sums: Sequence[Choices], limits: Limits) -> list[Wrong]:
    """The final totals that are wrong at the end of a path; what cannot be read is not."""
    pairs = zip(sums, list_due(state, len(sums)), strict=True)
    told = (
        find_wrong_total(choices, due, limits.sum_off_odds)
        for choices, due in pairs
        if due and choices.first.value is not None
    )
    return [one for one in told if one]
