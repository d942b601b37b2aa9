"""Finds the ruled table in a photo of which nothing is known: the largest strokes that enclose true rules. Blocks of
the same columns below each other are one table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.geometry.flat_table import STROKE_PX, FlatTable, choose_size, flatten_table, view_straight
from scanner.geometry.mesh import Mesh, Values, sample_photo
from scanner.geometry.refusals import explain_no_rules
from scanner.geometry.ruled_table import SEARCH_SIDE_PX, STROKES, find_quads
from scanner.geometry.table_rules import Ruled, count_spanning, find_clear_strokes, find_inside, find_rules
from scanner.geometry.traced_lines import find_near_columns, join_dots
from scanner.pyramid import (
    Dark,
    Pyramid,
    find_thin_strokes,
    fit_quad,
    keep_level_strokes,
    keep_upright_strokes,
    list_corners,
    move_from_level,
    project,
)
from scanner.sheet_reading import Problem

_SAME = 0.03
"""How far edges and rules of two blocks of one table may differ, as a share of its width."""
_COMMON = 0.75
"""Share of the edges that two blocks of one table have in common."""
_GAP_ROWS = 1.5
"""Widest gap between two blocks of one table, in usual rows: wider ones hold another table's title."""


_LESS_LIKE = 0.75
"""Share of the best likeness to a table below which another place in the photo is none."""
_STRAIGHT, _TRIED_STRAIGHT = 0.025, 3
"""Length of straight strokes, as a share of the photo's long side, and for how many kinds of strokes they are looked
for: letters are shorter, and a cell is hardly smaller."""
_SURELY = 0.95
"""Likeness from which a table is one; what strokes that run on show around it is print, or its paper."""
_GROWTHS, _GROWTH = 6, 0.25
"""How often it is looked for what a table's rules run on to, and how far, as a share of its side."""
_RUNS_ON, _MOST, _GAP_PX = 0.35, 0.5, 7
"""How far rules must run on beyond the last one that they cross, in usual distances; the share of them that must; and
the widest gap in one."""


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

    @property
    def middle(self) -> tuple[float, float]:
        """Its middle in original px."""
        x, y = (float(value) for value in self.quad.mean(axis=0))
        return x, y

    def holds(self, other: Outline) -> bool:
        """Whether the middle of the other table lies in this one."""
        x, y = other.middle
        return cv2.pointPolygonTest(self.quad.astype(np.float32), (x, y), False) >= 0


def find_outlines(pyramid: Pyramid) -> list[Outline] | Problem:
    """The tables of the photo, the largest first. The problem is `no-rules` without any."""
    found = join_outlines(pyramid, [table for stage in list_outlines(pyramid) for table in stage])
    return found or _explain_none(pyramid)


def join_outlines(pyramid: Pyramid, tables: list[Outline]) -> list[Outline]:
    """The tables as wholes, with their blocks, the largest first."""
    rest, found = _keep_wholes(tables), list[Outline]()
    while rest:
        whole, rest = _join_largest(pyramid, rest)
        found.append(whole)
    return sorted(found, key=lambda table: -table.area)


def list_outlines(pyramid: Pyramid) -> Iterator[list[Outline]]:
    """All tables of the photo that are seen by usual, by faint and by thick strokes. Places that were looked at before
    are left out; the blocks of one table are apart."""
    known: list[Values] = []
    sure: list[Outline] = []
    for stage, quads in enumerate(_list_places(pyramid)):
        new = [quad for quad in quads if not any(is_same_place(quad, other) for other in known)]
        known += new
        seen = (make_outline(pyramid, quad) for quad in new)
        tables = [grow_outline(pyramid, table) for table in seen if table is not None and table.ruled.is_table]
        if stage < len(STROKES):
            sure += [table for table in tables if table.ruled.likeness >= _SURELY]
        else:
            tables = [table for table in tables if not any(table.holds(other) for other in sure)]
        yield tables


def is_same_place(one: Values, other: Values) -> bool:
    """Whether two quadrilaterals (4, 2) float64 px are the same to a hundredth of their size."""
    return bool(np.abs(one - other).max() < 0.01 * np.ptp(one, axis=0).max())


def _keep_wholes(tables: list[Outline]) -> list[Outline]:
    """The tables, the largest first; of those at one place the one with most cells whose sides are seen. What is much
    less like a table than another one is cloth or wood."""
    kept: list[Outline] = []
    least = _LESS_LIKE * max((table.ruled.likeness for table in tables), default=0.0)
    alike = [table for table in tables if table.ruled.likeness >= least]
    for table in sorted(alike, key=lambda table: -table.ruled.extent):
        if not any(other.holds(table) or table.holds(other) for other in kept):
            kept.append(table)
    return sorted(kept, key=lambda table: -table.area)


def grow_outline(pyramid: Pyramid, table: Outline) -> Outline:
    """The table with all that its rules run on to: strokes may have been seen in a part of it only, and where a frame
    is faint or missing the rules reach beyond the last one that they cross."""
    for _ in range(_GROWTHS):
        quad = _find_reach(pyramid, table)
        more = None if quad is None else make_outline(pyramid, quad)
        if more is None or more.ruled.extent <= table.ruled.extent:
            break
        table = more
    return table


def _find_reach(pyramid: Pyramid, table: Outline) -> Values | None:
    """The corners (4, 2) float64 original px to which the table's rules run on, None where they end with it."""
    ruled, (height, width) = table.ruled, table.flat.dark.shape
    margin = int(_GROWTH * max(height, width))
    view = sample_photo(
        pyramid, table.flat.mesh.scale(1.0, (-margin, -margin)), (width + 2 * margin, height + 2 * margin)
    )
    dark = find_thin_strokes(view, STROKE_PX)
    level, upright = find_clear_strokes(dark, ruled.edges_x, ruled.edges_y)
    ends = [
        *_measure_ends(upright, ruled.xs + margin, ruled.edges_y + margin),
        *_measure_ends(level, ruled.ys + margin, ruled.edges_x + margin),
    ]
    if not any(ends):
        return None
    xs = np.array([ruled.edges_x[0] - ends[2], ruled.edges_x[-1] + ends[3]])
    ys = np.array([ruled.edges_y[0] - ends[0], ruled.edges_y[-1] + ends[1]])
    return table.flat.mesh.project_to_px(list_corners(xs, ys))


def _measure_ends(seen: NDArray[np.bool_], rules: Values, edges: Values) -> tuple[float, float]:
    """How far most of the level `rules` (n,) in `seen` (h, w) bool run on before the first and behind the last of the
    `edges` (m,), in px; 0 where they end there."""
    least = _RUNS_ON * float(np.median(np.diff(edges)))
    found = []
    for start, step in ((round(edges[0]), -1), (round(edges[-1]), 1)):
        lengths = np.array([_measure_run(find_near_columns(seen, rule)[start::step]) for rule in rules])
        long = lengths[lengths >= least]
        found.append(float(np.median(long)) if len(long) >= max(2, _MOST * len(rules)) else 0.0)
    return found[0], found[1]


def _measure_run(along: NDArray[np.bool_]) -> int:
    """How far a stroke runs on from the beginning of `along` (n,) bool, over small gaps."""
    at = np.flatnonzero(along)
    if not len(at) or at[0] > _GAP_PX:
        return 0
    gaps = np.flatnonzero(np.diff(at) > _GAP_PX)
    return int(at[gaps[0]] if len(gaps) else at[-1])


def _list_places(pyramid: Pyramid) -> Iterator[list[Values]]:
    """The quadrilaterals that strokes enclose, for usual, faint and thick strokes, and for those of them that run on:
    print may touch a table, or lie across its frame. (4, 2) float64 original px each."""
    level = pyramid.find_level_below(SEARCH_SIDE_PX)
    picture = pyramid.levels[level]
    kinds = [
        (find_thin_strokes(picture, 2 * int(share * max(picture.shape) / 2) + 1), least) for share, least in STROKES
    ]
    for dark, least in (*kinds, *((_keep_straight(dark), least) for dark, least in kinds[:_TRIED_STRAIGHT])):
        yield [move_from_level(quad, level) for quad in find_quads(dark, least)]


def _keep_straight(dark: Dark) -> Dark:
    """What of the strokes `dark` (h, w) uint8 runs on across or down, (h, w) uint8."""
    length = int(_STRAIGHT * max(dark.shape))
    return np.maximum(keep_level_strokes(dark, length), keep_upright_strokes(dark, length))


def _explain_none(pyramid: Pyramid) -> Problem:
    """The problem `no-rules`, with the measures of the place that is most like a table."""
    width, height = pyramid.size_px
    places = [quad for quads in _list_places(pyramid) for quad in quads]
    areas = (float(cv2.contourArea(place.astype(np.float32))) / (width * height) for place in places)
    seen = ((count_spanning(flatten_table(pyramid, place)), area) for place, area in zip(places, areas, strict=True))
    (across, down), area = max(seen, key=lambda one: (sum(one[0]), one[1]), default=((0, 0), 0.0))
    return explain_no_rules(pyramid, area, across, down)


def look_again(pyramid: Pyramid, mesh: Mesh, edges_x: Sequence[float], edges_y: Sequence[float]) -> Outline | None:
    """The table in the picture that `mesh`, which follows its rules, makes straight; its outer edges in mm. None where
    it is no table any more."""
    corners = list_corners(np.asarray(edges_x), np.asarray(edges_y))
    quad = mesh.project_to_px(corners)
    flat = view_straight(pyramid, mesh, corners, max(choose_size(quad)))
    ruled = find_rules(flat)
    return None if ruled is None else _add_dotted(Outline(quad, flat, ruled))


def make_outline(pyramid: Pyramid, quad: Values) -> Outline | None:
    """The table inside `quad` (4, 2) float64 original px, or within a frame there; None if its strokes are no table."""
    flat = flatten_table(pyramid, quad)
    ruled = find_rules(flat)
    inside = find_inside(flat) if ruled is None else None
    if inside is not None:
        quad = flat.mesh.project_to_px(list_corners(*inside))
        flat = flatten_table(pyramid, quad)
        ruled = find_rules(flat)
    return None if ruled is None else _add_dotted(Outline(quad, flat, ruled))


def _add_dotted(table: Outline) -> Outline:
    """The table with its dotted rules, where it is as much a table with them. They are looked for in tables only, as
    weave has dots, too."""
    flat = replace(table.flat, dark=join_dots(table.flat.dark))
    ruled = find_rules(flat) if table.ruled.is_table else None
    if ruled is None or ruled.sides_seen <= table.ruled.sides_seen:
        return table
    return replace(table, flat=flat, ruled=ruled) if ruled.likeness >= min(table.ruled.likeness, _SURELY) else table


def _join_largest(pyramid: Pyramid, tables: list[Outline]) -> tuple[Outline, list[Outline]]:
    """The largest table with its blocks, and all others."""
    best, others = tables[0], tables[1:]
    for _ in range(len(others)):
        joined = next((quad for other in others if (quad := _join_blocks(best, other)) is not None), None)
        whole = None if joined is None else make_outline(pyramid, joined)
        if whole is None:
            break
        best, others = whole, [other for other in others if not whole.holds(other)]
    return best, [other for other in others if not best.holds(other)]


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
