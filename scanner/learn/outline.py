"""Finds the ruled table in a photo of which nothing is known: the largest strokes that enclose true rules. Blocks of
the same columns below each other are one table.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from scanner import limits
from scanner.find.refusals import explain_no_rules
from scanner.find.table import SEARCH_SIDE_PX, STROKES, find_quads
from scanner.learn.flat_table import FlatTable, flatten_table
from scanner.learn.ruled import Ruled, count_spanning, find_rules
from scanner.lines import find_thin_strokes
from scanner.mesh import Values
from scanner.pyramid import Pyramid, move_from_level, project
from scanner.reading import Problem

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
    if any(other.area > limits.SECOND_SHEET_AREA * best.area and not _lies_inside(best, other) for other in others):
        return Problem.of("scanner.two-tables")
    return best


def _lies_inside(one: Outline, other: Outline) -> bool:
    centre = tuple(float(value) for value in other.quad.mean(axis=0))
    return cv2.pointPolygonTest(one.quad.astype(np.float32), (centre[0], centre[1]), False) >= 0


def _join_blocks(one: Outline, other: Outline) -> Values | None:
    """The quadrilateral (4, 2) float64 px around both, where `other` is the next block of the same columns, above or
    below.
    """
    square = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)
    to_unit = cv2.getPerspectiveTransform(one.quad.astype(np.float32), square)
    unit = project(np.asarray(to_unit, np.float64), other.quad)
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
