"""The smallest explanation of a list: the path through its rows, and to its final totals, with the fewest wrong fields.

It goes through the ways that the chain kept (`tournament.judging.lists.column`), and of equally small paths the
likeliest is taken. A wrong total that is carried on is one wrong field.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

import numpy as np

from tournament.judging.chain import Ints, Link, find_smallest_kept
from tournament.judging.ink_options import Choices
from tournament.judging.judged_sheet import Explanation, WholeExplanation
from tournament.judging.judging_limits import Limits
from tournament.judging.lists.column import ColumnShares, Layer, find_list_dues
from tournament.judging.way import Wrong, explain_by
from tournament.judging.written_sums import Dues, count_wrong_totals, find_wrong_totals


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
