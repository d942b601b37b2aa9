"""Finds the worn lines that folds leave across the table: inside a box to cross they look like a mark, in every row."""

from __future__ import annotations

from collections.abc import Iterator

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.geometry.mesh import Values
from scanner.geometry.printed_rules import Followed
from scanner.pyramid import Dark, Pyramid, find_thin_strokes, keep_level_strokes, move_to_level
from templates.layout import Layout

_LONG_SIDE_PX = 900
"""Size of the table as it is looked at: 3 to 4 px/mm, so that a worn line of 0.5 mm still shows."""
_NODE_PX = 12
"""Distance of the points whose place is looked up in the mesh, straight between: 4 mm, over which 20 mm of curl bends
by 0.01 mm."""
_WIDEST_PX = 9
"""Widest line: 2.5 mm. What is wider is a shadow."""
_RUN = 0.035
"""Length over which the line must run on unbroken, as a share of the long side: 8 to 9 mm, longer than strokes of
writing."""
_FAINTEST = 14
"""Least darkness (of 255) of a worn line: 5 % of the paper's light, a third of what made empty boxes read as crosses.
"""
_BESIDE_RULE_PX = 3
"""How near to a printed rule in its own direction nothing is looked for: half a rule and its blur, 0.9 mm."""
_SLOPE = np.radians(5.5)
"""Steepest line against the table, in radians: people fold along the edges. Steeper lines do not stay within three
pixels over such a run."""
_SEEN = 0.5
"""Share of the table's length along which the line must show: a fold crosses the whole sheet, a struck-out row does
not."""
_IN_BOX = 0.5
"""Share of the line's way through a box along which it must show there."""


def find_creased_fields(pyramid: Pyramid, followed: Followed, layout: Layout) -> frozenset[str]:
    """The ids of the fields of `layout` through which the worn line of a fold runs."""
    flat, scale = _flatten_table(pyramid, followed, layout)
    xs, ys = np.asarray(layout.grid.xs_mm), np.asarray(layout.grid.ys_mm)
    dark = find_thin_strokes(flat, _WIDEST_PX)
    boxes = np.array([field.box_mm for field in layout.fields], np.float64)
    x, y, width, height = ((boxes - (xs[0], ys[0], 0, 0)) * scale).T
    down = _find_crossed(np.ascontiguousarray(dark.T), (xs - xs[0]) * scale, np.stack([y, x, height, width], axis=1))
    across = _find_crossed(dark, (ys - ys[0]) * scale, np.stack([x, y, width, height], axis=1))
    return frozenset(field.id for field, hit in zip(layout.fields, down | across, strict=True) if hit)


def _flatten_table(pyramid: Pyramid, followed: Followed, layout: Layout) -> tuple[NDArray[np.uint8], float]:
    """The table (h, w) uint8 straightened along the mesh, and its px per mm."""
    xs, ys = layout.grid.xs_mm, layout.grid.ys_mm
    scale = _LONG_SIDE_PX / max(xs[-1] - xs[0], ys[-1] - ys[0])
    width, height = (int((places[-1] - places[0]) * scale) for places in (xs, ys))
    columns, rows = (
        (np.arange(size // _NODE_PX + 2) + 0.5) * _NODE_PX / scale + places[0]
        for size, places in ((width, xs), (height, ys))
    )
    nodes = followed.mesh.project_to_px(
        np.stack(np.meshgrid(columns - _NODE_PX / scale, rows - _NODE_PX / scale), axis=-1)
    )
    level = pyramid.choose_level(float(np.linalg.norm(nodes[0, 1] - nodes[0, 0])) / _NODE_PX)
    at = move_to_level(nodes, level).astype(np.float32)
    map_x, map_y = (
        cv2.resize(np.ascontiguousarray(at[..., k]), None, fx=_NODE_PX, fy=_NODE_PX, interpolation=cv2.INTER_LINEAR)
        for k in (0, 1)
    )
    part = slice(_NODE_PX, _NODE_PX + height), slice(_NODE_PX, _NODE_PX + width)
    level_px = pyramid.levels[level]
    seen = cv2.remap(level_px, map_x[part], map_y[part], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(seen, np.uint8), scale


def _find_crossed(dark: Dark, rules: Values, boxes: Values) -> NDArray[np.bool_]:
    """Which of `boxes` (n, 4) px a level line crosses that is none of the `rules` (their rows, px): (n,) bool."""
    run = max(7, int(_RUN * _LONG_SIDE_PX))
    level = keep_level_strokes(dark, run)
    for rule in np.round(rules).astype(int):
        level[max(0, rule - _BESIDE_RULE_PX) : rule + _BESIDE_RULE_PX + 1] = 0
    seen = np.asarray(level >= _FAINTEST)
    hit = np.zeros(len(boxes), bool)
    for rows in _find_lines(seen):
        hit |= _find_run_through(seen, rows, boxes)
    return hit


def _find_lines(seen: NDArray[np.bool_]) -> Iterator[NDArray[np.intp]]:
    """Lines that show along enough of their way, each as its row in every column (w,) intp (Hough transform)."""
    height, width = seen.shape
    votes = int(_SEEN * width)
    if np.count_nonzero(seen) < votes:  # too little for one line, as on most sheets
        return
    steepest = np.pi / 2 - _SLOPE, np.pi / 2 + _SLOPE
    found = cv2.HoughLines(seen.astype(np.uint8), 1, np.pi / 720, votes, min_theta=steepest[0], max_theta=steepest[1])
    for rho, theta in () if found is None else np.asarray(found).reshape(-1, 2):
        columns = np.arange(width)
        rows = np.round((rho - columns * np.cos(theta)) / np.sin(theta)).astype(int)
        if rows.min() >= 0 and rows.max() < height and seen[rows, columns].mean() >= _SEEN:
            yield rows


def _find_run_through(seen: NDArray[np.bool_], rows: NDArray[np.intp], boxes: Values) -> NDArray[np.bool_]:
    """Through which boxes (n,) bool the line at `rows` (w,) runs, one row a column, and shows there."""
    shown = np.concatenate([[0], np.cumsum(seen[rows, np.arange(len(rows))])])
    left, top, right, low = boxes[:, 0], boxes[:, 1], boxes[:, 0] + boxes[:, 2], boxes[:, 1] + boxes[:, 3]
    start, end = (np.clip(np.round(side), 0, len(rows) - 1).astype(int) for side in (left, right))
    middle, way = rows[(start + end) // 2], np.maximum(end - start, 1)
    return np.asarray((middle > top) & (middle < low) & (shown[end] - shown[start] >= _IN_BOX * way))
