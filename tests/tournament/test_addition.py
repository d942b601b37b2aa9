"""The rows' readings weighed by what the whole sheet adds up to: the same as trying every combination."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import product
from math import prod

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournament.judging.row.addition import Floats, Ints, Totals, add_rows
from tournament.limits import LIMITS

SEATS = 3

points = st.tuples(*[st.integers(-3, 3)] * SEATS)
readings = st.lists(st.tuples(points, st.sampled_from([1.0, 0.3, 0.01, 1e-5])), min_size=1, max_size=4)
sheets = st.lists(readings, min_size=1, max_size=6)


def rows_of(sheet: list[list[tuple[tuple[int, ...], float]]]) -> list[Totals]:
    """The drawn sheet as the search takes it."""
    return [Totals(np.array([p for p, _ in row], np.int64), np.array([w for _, w in row])) for row in sheet]


def near(target: tuple[int, ...]) -> Callable[[Ints], Floats]:
    """A written sum row: columns that fit it are a thousand times likelier."""
    return lambda totals: np.prod(np.where(totals == np.array(target), 1.0, 1e-3), axis=1)


def by_hand(rows: list[Totals], fit: Callable[[Ints], Floats]) -> list[Floats]:
    """Every combination tried."""
    shares = [np.zeros(len(row.weights)) for row in rows]
    for picks in product(*(range(len(row.weights)) for row in rows)):
        total = sum((row.points[pick] for row, pick in zip(rows, picks, strict=True)), np.zeros(SEATS, np.int64))
        weight = prod(row.weights[pick] for row, pick in zip(rows, picks, strict=True)) * fit(total[None])[0]
        for share, pick in zip(shares, picks, strict=True):
            share[pick] += weight
    return shares


@given(sheets, st.tuples(*[st.integers(-6, 6)] * SEATS))
def test_every_combination_has_its_part(
    sheet: list[list[tuple[tuple[int, ...], float]]], target: tuple[int, ...],
) -> None:
    """The tree of sums gives what trying all combinations one by one gives."""
    rows = rows_of(sheet)
    limits = replace(LIMITS, forgotten=0.0)
    for told, tried in zip(add_rows(rows, [near(target)], limits)[0].shares, by_hand(rows, near(target)), strict=True):
        assert told == pytest.approx(tried, rel=1e-9)


def test_two_misread_cells_that_cancel_are_weighed_together() -> None:
    """Two rows off by +1 and -1 keep the column's total: the total itself cannot tell, and does not pretend to."""
    row = Totals(np.array([[0, 0, 0], [1, -1, 0], [-1, 1, 0]]), np.array([1.0, 0.1, 0.1]))
    first, second = add_rows([row, row], [near((0, 0, 0))], LIMITS)[0].shares
    assert first == pytest.approx([1.0, 0.01, 0.01], rel=1e-2)
    assert second == pytest.approx(first)


def test_equals_at_the_cut_go_together() -> None:
    """Where only some totals are kept, the order of the seats never decides which."""
    apart = np.array([[0, 0, 0], [4, 0, 0], [0, 4, 0], [0, 0, 4]])
    even = Totals(apart, np.array([1.0, 0.1, 0.1, 0.1]))
    limits = replace(LIMITS, group_totals=3)
    turned = Totals(apart[:, ::-1], even.weights)
    before = add_rows([even, even], [near((4, 0, 0))], limits)[0].shares
    after = add_rows([turned, turned], [near((0, 0, 4))], limits)[0].shares
    for one, other in zip(before, after, strict=True):
        assert one == pytest.approx(other)
