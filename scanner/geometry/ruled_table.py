"""Finds the ruled table of a foreign sheet: it has no marks and no code, only the layout's proportions.

Connected dark strokes give quadrilaterals. Each is flattened and compared with the layout's rules, in all four turns,
as the whole table or as a part of it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner import scan_limits
from scanner.geometry.layout_fit import Fit, Flattened, flatten_strokes, guess_parts, list_turns, rate_layout
from scanner.geometry.mesh import Values
from scanner.pyramid import Dark, Matrix, Pyramid, find_thin_strokes, fit_quad, list_corners, move_from_level, project
from scanner.sheet_reading import Problem
from templates.layout import Grid, Layout

SEARCH_SIDE_PX = 2400
"""Long side of the picture that is searched: rules of 0.2 mm are one pixel wide when the table fills half of it."""
STROKES = ((0.009, 28), (0.009, 16), (0.016, 40), (0.03, 12))
"""Widest stroke as a share of the long side, and least darkness (of 255): usual, faint, thick and blurred rules; the
next is tried when the one before shows no table. In 80 photos of sudokus the first sufficed."""
_CANDIDATES = 8
"""Largest connected strokes that are looked at; a page of print has one or two as large as a table."""
_LEAST_AREA = 0.01
"""Share of the photo that a table must cover: below, its cells are smaller than 30 px."""
_GUESSES = 24
"""Parts of the layout that are tried for a stroke that is no whole table."""
_PLENTY = 0.75
"""A fit that needs no further looking: real tables reach 0.75 to 0.9, wrong ones under 0.5."""


@dataclass(frozen=True, slots=True)
class Table:
    """A place where the layout's rules may be: `quad` (4, 2) float64 original pixels of the table's corners, and how
    well it fits.
    """

    quad: Values
    fit: Fit

    @property
    def area(self) -> float:
        """Its area in square pixels of the photo."""
        return float(cv2.contourArea(self.quad.astype(np.float32)))


def find_table(pyramid: Pyramid, layout: Layout) -> Matrix | Problem:
    """The homography (3, 3) float64 from the layout's mm to original pixels. The problem is `no-table` when nothing
    fits, and `two-sheets` when two places do.
    """
    grid = layout.grid
    tables = _find_tables(pyramid, grid)
    good = [table for table in tables if _is_good_fit(table, grid)]
    if not good:
        return Problem.of("scanner.no-ruled-table", "no-table", layout=layout.id)
    near_best = [table for table in good if table.fit.missing == min(t.fit.missing for t in good)]
    best = max(near_best, key=lambda table: (round(table.area, -3), table.fit.score))
    if any(_is_second_sheet(best, other) for other in good):
        return Problem.of("scanner.two-sheets")
    return fit_quad(list_corners(grid.xs_mm, grid.ys_mm), best.quad)


def _is_good_fit(table: Table, grid: Grid) -> bool:
    allowed = int(scan_limits.MAX_RULES_MISSING * (len(grid.xs_mm) + len(grid.ys_mm)))
    return table.fit.score >= scan_limits.MIN_TABLE_FIT and table.fit.missing <= allowed


def _is_second_sheet(one: Table, other: Table) -> bool:
    """Whether `other` is a second sheet: about as large, and elsewhere."""
    centre = tuple(float(value) for value in other.quad.mean(axis=0))
    inside = cv2.pointPolygonTest(one.quad.astype(np.float32), (centre[0], centre[1]), False) >= 0
    return not inside and other.area > scan_limits.SECOND_SHEET_AREA * one.area


def _find_tables(pyramid: Pyramid, grid: Grid) -> list[Table]:
    level = pyramid.find_level_below(SEARCH_SIDE_PX)
    picture = pyramid.levels[level]
    found: list[Table] = []
    for share, least in STROKES:
        dark = find_thin_strokes(picture, 2 * int(share * max(picture.shape) / 2) + 1)
        views = [flatten_strokes(dark, quad, grid) for quad in find_quads(dark, least)]
        found += [
            Table(view.turn_quad(turn), rate_layout(view, grid, turn))
            for view, turn in product(views, list_turns(grid))
        ]
        if not any(_is_good_fit(table, grid) for table in found):
            found += _guess_from_parts(dark, views, grid)
        if any(_is_good_fit(table, grid) for table in found):
            break
    return [Table(move_from_level(table.quad, level), table.fit) for table in found]


def _guess_from_parts(dark: Dark, views: list[Flattened], grid: Grid) -> Iterator[Table]:
    """Tables guessed from strokes that are only a part of the layout, such as one of two blocks."""
    guesses = sorted((guess for view in views for guess in guess_parts(view, grid)), key=lambda guess: -guess.promise)
    for guess in guesses[:_GUESSES]:
        whole = project(fit_quad(guess.part_mm, guess.quad), list_corners(grid.xs_mm, grid.ys_mm))
        if _is_in_view(whole, dark.shape):
            table = Table(whole, rate_layout(flatten_strokes(dark, whole, grid), grid, 0, guess.turn))
            yield table
            if table.fit.score > _PLENTY and _is_good_fit(table, grid):
                return


def _is_in_view(quad: Values, shape: tuple[int, ...]) -> bool:
    slack = 0.05 * max(shape)
    size = np.array([shape[1], shape[0]])
    return bool(np.isfinite(quad).all() and (quad > -slack).all() and (quad < size + slack).all())


def find_quads(dark: Dark, least: int) -> list[Values]:
    """Corners (4, 2) float64 px, clockwise from the upper left, of the largest connected strokes in `dark` (H, W) uint8
    that enclose mostly paper. Pixels darker than `least` (0..255) are strokes.
    """
    count, labels, stats, _ = cv2.connectedComponentsWithStats((dark > least).astype(np.uint8), connectivity=8)
    sizes = stats[:, cv2.CC_STAT_WIDTH].astype(float) * stats[:, cv2.CC_STAT_HEIGHT]
    sizes[0] = 0
    found = []
    for label in np.argsort(-sizes)[: min(_CANDIDATES, count - 1)]:
        x, y, width, height, ink = (int(value) for value in stats[label])
        quad = _fit_quad(labels[y : y + height, x : x + width] == label)
        area = cv2.contourArea(quad.astype(np.float32)) if quad is not None else 0.0
        if quad is not None and area >= max(_LEAST_AREA * dark.size, 2.0 * ink):
            found.append(quad + np.array([x, y]))
    return found


def _fit_quad(stroke: NDArray[np.bool_]) -> Values | None:
    rows = np.flatnonzero(stroke.any(axis=1))
    ends = stroke[rows].argmax(axis=1), stroke.shape[1] - 1 - stroke[rows, ::-1].argmax(axis=1)
    return span_quad(np.concatenate([np.stack([end, rows], axis=1) for end in ends]).astype(np.int32))


def span_quad(marks: NDArray[np.int32]) -> Values | None:
    """The largest quadrilateral (4, 2) float64 between points of the hull of `marks` (n, 2) int32, from the upper left
    on. For each diagonal the farthest point on either side is taken."""
    hull = cv2.approxPolyDP(cv2.convexHull(marks), 2, True)
    points = hull.reshape(-1, 2).astype(np.float64)
    if len(points) < 4:
        return None
    start, end = np.triu_indices(len(points), 2)
    diagonal, rays = points[end] - points[start], points[None] - points[start][:, None]
    height = diagonal[:, None, 0] * rays[..., 1] - diagonal[:, None, 1] * rays[..., 0]
    widest = int((height.max(axis=1) - height.min(axis=1)).argmax())
    corners = points[[start[widest], height[widest].argmax(), end[widest], height[widest].argmin()]]
    around = corners - corners.mean(axis=0)
    corners = corners[np.argsort(np.arctan2(around[:, 1], around[:, 0]))]
    return np.asarray(np.roll(corners, -int(corners.sum(axis=1).argmin()), axis=0))
