"""Finds the ruled table in a photo of which nothing is known: the largest strokes that enclose true rules. Blocks of
the same columns below each other are one table. Then its rules are followed, in mm that are true to proportion."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from scanner import scan_limits
from scanner.geometry.mesh import Values, sample_photo
from scanner.geometry.printed_rules import Followed, follow_rules
from scanner.geometry.refusals import explain_no_rules
from scanner.geometry.ruled_table import SEARCH_SIDE_PX, STROKES, find_quads
from scanner.learn.flat_table import SIDE_PX, FlatTable, flatten_table
from scanner.learn.table_rules import Ruled, count_spanning, find_rules
from scanner.pyramid import Grey, Pyramid, find_thin_strokes, fit_quad, list_corners, move_from_level, project
from scanner.sheet_reading import Problem
from templates.layout import Field, Grid, Layout

_SAME = 0.03
"""How far edges and rules of two blocks of one table may differ, as a share of its width."""
_COMMON = 0.75
"""Share of the edges that two blocks of one table have in common."""
_GAP_ROWS = 1.5
"""Widest gap between two blocks of one table, in usual rows: wider ones hold another table's title."""


@dataclass(frozen=True, slots=True)
class Outline:
    """A table: its corners `quad` (4, 2) float64 original px, its flattened picture, and its rules."""

    quad: Values
    flat: FlatTable
    ruled: Ruled

    @property
    def area(self) -> float:
        """Its area in square pixels of the photo."""
        return float(cv2.contourArea(self.quad.astype(np.float32)))


def find_outline(pyramid: Pyramid) -> Outline | Problem:
    """The one table of the photo. The problem is `no-rules` without any, and `two-tables` when there is another about
    as large.
    """
    places: list[Values] = []
    level = pyramid.find_level_below(SEARCH_SIDE_PX)
    picture = pyramid.levels[level]
    for share, least in STROKES:
        dark = find_thin_strokes(picture, 2 * int(share * max(picture.shape) / 2) + 1)
        here = [move_from_level(quad, level) for quad in find_quads(dark, least)]
        seen = (make_outline(pyramid, quad) for quad in here)
        tables = sorted((table for table in seen if table is not None), key=lambda table: -table.area)
        if tables:
            return _choose_one(pyramid, tables)
        places += here
    return _explain_none(pyramid, places)


def _explain_none(pyramid: Pyramid, places: list[Values]) -> Problem:
    """The problem `no-rules`, with the measures of the place that is most like a table."""
    width, height = pyramid.size_px
    areas = (float(cv2.contourArea(place.astype(np.float32))) / (width * height) for place in places)
    seen = ((count_spanning(flatten_table(pyramid, place)), area) for place, area in zip(places, areas, strict=True))
    (across, down), area = max(seen, key=lambda one: (sum(one[0]), one[1]), default=((0, 0), 0.0))
    return explain_no_rules(pyramid, area, across, down)


def make_outline(pyramid: Pyramid, quad: Values) -> Outline | None:
    """The table inside `quad` (4, 2) float64 original px; None if its strokes are no table."""
    flat = flatten_table(pyramid, quad)
    ruled = find_rules(flat)
    return None if ruled is None else Outline(quad, flat, ruled)


def _choose_one(pyramid: Pyramid, tables: list[Outline]) -> Outline | Problem:
    """The largest table with its blocks; the problem `two-tables` when another one is about as large."""
    best, others = tables[0], tables[1:]
    for _ in range(len(others)):
        joined = next((quad for other in others if (quad := _join_blocks(best, other)) is not None), None)
        whole = None if joined is None else make_outline(pyramid, joined)
        if whole is None:
            break
        best, others = whole, [other for other in others if not _lies_inside(whole, other)]
    if any(
        other.area > scan_limits.SECOND_SHEET_AREA * best.area and not _lies_inside(best, other) for other in others
    ):
        return Problem.of("scanner.two-tables")
    return best


def _lies_inside(one: Outline, other: Outline) -> bool:
    centre = tuple(float(value) for value in other.quad.mean(axis=0))
    return cv2.pointPolygonTest(one.quad.astype(np.float32), (centre[0], centre[1]), False) >= 0


def _join_blocks(one: Outline, other: Outline) -> Values | None:
    """The quadrilateral (4, 2) float64 px around both, where `other` is the next block of the same columns, above or
    below.
    """
    square = list_corners((0, 1), (0, 1))
    unit = project(fit_quad(one.quad, square), other.quad)
    if np.abs(unit[:, 0] - square[:, 0]).max() > _SAME or not _has_same_edges(one.ruled.edges_x, other.ruled.edges_x):
        return None
    row = float(np.median(np.diff(one.ruled.edges_y)) / np.ptp(one.ruled.edges_y))
    below, above = float(unit[:2, 1].min()) - 1, -float(unit[2:, 1].max())
    if -_SAME < below < _GAP_ROWS * row:
        return np.concatenate([one.quad[:2], other.quad[2:]])
    if -_SAME < above < _GAP_ROWS * row:
        return np.concatenate([other.quad[:2], one.quad[2:]])
    return None


def _has_same_edges(one: Values, other: Values) -> bool:
    """Whether nearly all edges of two blocks are the same. Boxes printed in one block may look like another edge."""
    few, many = sorted(((places - places[0]) / np.ptp(places) for places in (one, other)), key=len)
    away = np.abs(few[:, None] - many[None, :]).min(axis=1)
    return bool(away.max() < _SAME and len(few) >= _COMMON * len(many))


_FOCAL = 0.78
"""Focal length of a telephone's main lens as a share of the picture's long side (26 mm equivalent)."""
_LARGEST_MM = (180.0, 267.0)
"""The learnt table is made as large as A4 within its margins. Its true size is not known and does not matter."""
_DECIMALS = 1
"""Tenths of a millimetre: the photo's own error is as large."""
ABOVE_ROWS = 1.6
"""Rows above the table in which headings may be."""


@dataclass(frozen=True, slots=True)
class LearntPage:
    """The table with one field for every cell.

    `layout`: the rules and the fields, row by row. `followed`: where the rules are in the photo. `ruled`: the rules in
    px of the flat picture after turning. `edges_x`, `edges_y`: the cells' edges in mm.
    """

    layout: Layout
    followed: Followed
    ruled: Ruled
    edges_x: tuple[float, ...]
    edges_y: tuple[float, ...]

    def view_table(self, pyramid: Pyramid) -> tuple[Grey, float, tuple[float, float]]:
        """The straightened table with the headings above it, (h, w) uint8; its px per mm; and the mm at its upper left
        corner.
        """
        row = self.followed.pitch_mm
        left, right = self.edges_x[0] - row, self.edges_x[-1] + row
        top, low = self.edges_y[0] - ABOVE_ROWS * row, self.edges_y[-1] + row
        scale = SIDE_PX / max(right - left, low - top)
        mesh = self.followed.mesh.scale(scale, (left, top))
        size = round((right - left) * scale), round((low - top) * scale)
        return sample_photo(pyramid, mesh, size), scale, (left, top)


def make_learnt_page(pyramid: Pyramid, outline: Outline, turn: int, guessed_x: Values | None = None) -> LearntPage:
    """The page of `outline`, its picture turned `turn` quarter turns to the left. `guessed_x` (n,) float64 mm: edges of
    columns that no rule divides.
    """
    height, width = outline.flat.dark.shape
    ruled = outline.ruled.turn((width, height), turn)
    corners = outline.flat.mesh.project_to_px(list_corners(outline.ruled.xs, outline.ruled.ys))
    quad = np.roll(corners, -turn, axis=0)
    xs, edges_x, ys, edges_y = _convert_to_mm(ruled, _measure_aspect(quad, pyramid.size_px))
    if guessed_x is not None:
        edges_x = tuple(sorted({*edges_x, *(round(float(x), _DECIMALS) for x in guessed_x)}))
    layout = Layout("learnt", (xs[-1], ys[-1]), Grid(xs, ys), tuple(_make_fields(edges_x, edges_y)))
    to_px = fit_quad(list_corners(xs, ys), quad)
    return LearntPage(layout, follow_rules(pyramid, layout, to_px), ruled, edges_x, edges_y)


def _measure_aspect(quad: Values, size_px: tuple[int, int]) -> float:
    """Width by height of the rectangle that is seen as `quad` (4, 2) float64 px (Zhang and He 2007, lens known)."""
    centred = (quad - np.array(size_px) / 2) / (_FOCAL * max(size_px))
    one, two, four, three = (np.array([x, y, 1.0]) for x, y in centred)
    k2 = np.dot(np.cross(one, four), three) / np.dot(np.cross(two, four), three)
    k3 = np.dot(np.cross(one, four), two) / np.dot(np.cross(three, four), two)
    return float(np.linalg.norm(k2 * two - one) / np.linalg.norm(k3 * three - one))


def _convert_to_mm(ruled: Ruled, aspect: float) -> tuple[tuple[float, ...], ...]:
    """Rules and edges of both directions in mm from the first rule."""
    short, long = _LARGEST_MM
    limit = (short, long) if aspect <= 1 else (long, short)
    scale = min(limit[0] / aspect, limit[1])
    sides = []
    for places, edges, size in ((ruled.xs, ruled.edges_x, aspect * scale), (ruled.ys, ruled.edges_y, scale)):
        for values in (places, edges):
            shares = (values - places[0]) / (places[-1] - places[0])
            sides.append(tuple(round(float(share * size), _DECIMALS) + 0.0 for share in shares))
    return tuple(sides)


def _make_fields(edges_x: tuple[float, ...], edges_y: tuple[float, ...]) -> list[Field]:
    """One field for each cell between these edges, row by row."""
    return [
        Field(f"r{row}.c{column}", "points", (x, y, edges_x[column] - x, edges_y[row] - y))
        for row, y in enumerate(edges_y[:-1], 1)
        for column, x in enumerate(edges_x[:-1], 1)
    ]
