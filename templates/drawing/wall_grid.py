"""A wall list's grid: equal cells in columns, as large as the number of pages allows."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import ceil

from templates.layout import Box
from templates.paper import A4

EDGE_MM, HEAD_MM, GAP_MM = 12.0, 20.0, 7.0
LARGEST_PT, SMALLEST_PT = 30, 14
"""Capitals of 7.4 mm, read from four metres, down to 3.4 mm, read from two."""


@dataclass(frozen=True, slots=True)
class WallGrid:
    """`pages` pages of `columns` columns of `rows` cells each; `cell_mm`: width and height."""

    size_pt: int
    pages: int
    columns: int
    rows: int
    cell_mm: tuple[float, float]

    def place(self, count: int) -> Iterator[tuple[int, Box]]:
        """The page (from 0) and the box of each of `count` cells, downwards column by column."""
        width, height = self.cell_mm
        for number in range(count):
            page, rest = divmod(number, self.columns * self.rows)
            column, row = divmod(rest, self.rows)
            yield page, (EDGE_MM + column * (width + GAP_MM), EDGE_MM + HEAD_MM + row * height, width, height)


def choose_grid(count: int, needs_mm: Callable[[int], tuple[float, float]]) -> WallGrid:
    """The grid on A4 for `count` cells: as few pages as can be read, and on them the largest print.

    `needs_mm`: the width and the height of a cell at a size in points.
    """
    grids = [_make_grid(count, size, needs_mm(size)) for size in range(LARGEST_PT, SMALLEST_PT - 1, -1)]
    return min(grids, key=lambda grid: (grid.pages, -grid.size_pt))


def _make_grid(count: int, size_pt: int, cell_mm: tuple[float, float]) -> WallGrid:
    """As many columns and rows as fit at that size; one column at least."""
    room = A4.size_mm[0] - 2 * EDGE_MM, A4.size_mm[1] - 2 * EDGE_MM - HEAD_MM
    columns = max(1, int((room[0] + GAP_MM) / (cell_mm[0] + GAP_MM)))
    rows = int(room[1] / cell_mm[1])
    pages = max(1, ceil(count / (columns * rows)))
    even = max(1, ceil(count / (columns * pages)))
    return WallGrid(size_pt, pages, columns, even, ((room[0] + GAP_MM) / columns - GAP_MM, cell_mm[1]))


def find_usual_mm(widths: Sequence[float]) -> float:
    """The width that nine of ten keep to; the few that are wider are set smaller, or in two lines."""
    return sorted(widths)[(len(widths) - 1) * 9 // 10]
