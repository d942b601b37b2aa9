"""First look at a sheet's rules: which printed line is which, even where bent paper moves them by more than a row.

The rules of each narrow strip are matched to the layout in order (Viterbi over their shifts). A shift by one row would
leave a rule of the layout without a line, so counting keeps rows apart that look alike.
"""

from __future__ import annotations

from itertools import pairwise

import cv2
import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

from scanner.geometry.mesh import Lattice, Mesh, Values, smooth_lattice
from scanner.pyramid import Dark, Matrix, Pyramid, find_thin_strokes, keep_level_strokes, keep_upright_strokes, project
from templates.layout import Box, Layout

_LONG_SIDE_PX = 640
"""Size of the flattened picture: A4 comes to 2.7 px/mm, where a rule of 0.25 mm still shows after averaging along it.
"""
_REACH = 0.09
"""Share of the table's long side that a rule may be off: 21 mm on our sheet; 20 mm of curl does 16 mm at 35
degrees."""
_STRIPS = 16
"""Strips across the table: 12 mm on our sheet, so that a rule sloping by 10 % stays within 1.2 mm in its strip."""
_BOX_NEAR = 0.8
"""How far beside a box its edges still disturb, in box widths: strips are up to two boxes wide."""
_STRETCH = 0.3
"""Largest change of shift from rule to rule, as a share of their distance: 20 mm of curl at 35 degrees reach 20 %."""
_DARKEST = 0.5
"""How dark a pixel counts at most, as a share of the strip's strongest rules. Numbers written with a felt pen below one
another are darker than a thin rule, but not as long. 0.3 to 0.6 give the same; with 0.8 the numbers win now and then,
and without a limit three of eight full sheets for five were refused. On foreign tables, which have no marks, the
strongest lines are the most reliable: a limit lost one of 80 grids, so there it is used only when the first try fails.
"""
_JUMP_COST = 0.5
"""Cost of that largest change, in lines found. If it is cheaper, the path follows handwriting; if it is dearer, it cuts
curls short."""
_DRIFT_COST = 0.15
"""Cost of the largest shift, in lines found. It breaks ties towards flat paper."""
_NOWHERE = -1e3
"""Score of a shift beyond the reach."""


_TOLERANCE = 0.0045
"""Distance from the smooth sheet beyond which a shift is mistaken, as a share of the long side: 1 mm; shifts are
measured to 0.4 mm."""
_ALONG = 0.5
"""Stiffness of the smooth sheet along the rules."""
STIFF, LOOSE = 0.5, 0.02
"""Stiffness of the sheet from rule to rule. A stiff sheet keeps a felt pen's numbers from drawing a rule to them; a
loose one follows an arch of 20 mm, which bends by 3 mm between rules that are 34 mm apart."""


def match_rules(
    pyramid: Pyramid, layout: Layout, to_px: Matrix, stiffness: float = STIFF, limited: bool = True
) -> Mesh:
    """The mesh that brings every rule of `layout` near its printed line, from the homography `to_px` (3, 3) float64
    from mm to original pixels of flat paper. `stiffness`: of the sheet from rule to rule, `STIFF` or `LOOSE`.
    `limited`: no pixel counts more than a rule's.
    """
    xs, ys = np.asarray(layout.grid.xs_mm), np.asarray(layout.grid.ys_mm)
    dark, scale, left, top = _flatten(pyramid, xs, ys, to_px)
    reach = int(_REACH * _LONG_SIDE_PX)
    half_cell = max(7, int(0.5 * scale * min(np.diff(xs).min(), np.diff(ys).min())))
    flat_rules = keep_level_strokes(dark, half_cell)
    upright_rules = np.ascontiguousarray(keep_upright_strokes(dark, half_cell).T)
    darkest = _DARKEST if limited else np.inf
    down = _find_shifts(_measure_strips(flat_rules, reach, darkest), (ys - top) * scale, reach) / scale
    across = _find_shifts(_measure_strips(upright_rules, reach, darkest), (xs - left) * scale, reach) / scale
    clear = ~find_boxed_columns(layout, _find_centres(xs))
    return Mesh(
        to_px,
        _smooth(Lattice(xs, _find_centres(ys), across), (_ALONG, stiffness)),
        _smooth(Lattice(_find_centres(xs), ys, down.T), (stiffness, _ALONG), clear),
    )


def find_boxed_columns(layout: Layout, xs_mm: Values) -> NDArray[np.bool_]:
    """At which of `xs_mm` (n,) float64 small printed boxes are in cells, (n,) bool: their edges look like rules."""
    inside = np.zeros(len(xs_mm), bool)
    for x, _, width, _ in list_boxes(layout):
        inside |= (xs_mm > x - _BOX_NEAR * width) & (xs_mm < x + (1 + _BOX_NEAR) * width)
    return inside


def list_boxes(layout: Layout) -> list[Box]:
    """The small boxes for crosses that are printed inside cells."""
    edges = set(layout.grid.ys_mm)
    return [field.box_mm for field in layout.fields if field.kind == "cross" and field.box_mm[1] not in edges]


def _flatten(pyramid: Pyramid, xs: Values, ys: Values, to_px: Matrix) -> tuple[Dark, float, float, float]:
    """Darkness of the table and a margin around it, its px per mm, and the mm of its left and upper edge."""
    long_side = float(max(xs[-1] - xs[0], ys[-1] - ys[0]))
    margin, scale = _REACH * long_side, _LONG_SIDE_PX / long_side
    left, top = float(xs[0]) - margin, float(ys[0]) - margin
    size = int((xs[-1] - xs[0] + 2 * margin) * scale), int((ys[-1] - ys[0] + 2 * margin) * scale)
    ends = np.array([[xs[0], ys[0]], [xs[-1], ys[-1]]])
    long_px, long_mm = (np.linalg.norm(np.diff(points, axis=0)) for points in (project(to_px, ends), ends))
    flat, _ = pyramid.flatten(to_px, (left, top), scale, size, float(long_px / long_mm / scale))
    return find_thin_strokes(flat, 11), scale, left, top


def _measure_strips(rules: Dark, margin: int, darkest: float) -> NDArray[np.float32]:
    """How much every row of every strip looks like a rule (strips, rows), about 1 where one runs; `darkest`: as
    `_DARKEST`.
    """
    width = rules.shape[1] - 2 * margin
    edges = np.linspace(margin, margin + width, _STRIPS + 1).astype(int)
    means = _average_strips(rules, edges)
    if np.isfinite(darkest):
        most = max(darkest * float(np.percentile(means, 97)), 1.0)
        means = _average_strips(cv2.LUT(rules, np.minimum(np.arange(256), most).astype(np.float32)), edges)
    peaked = cv2.GaussianBlur(means, (7, 1), 1.2)
    return np.asarray(
        np.sqrt(peaked / max(float(np.percentile(peaked, 97)), 4.0)), np.float32
    )  # thin rules count nearly fully


def _average_strips(rules: cv2.typing.MatLike, edges: NDArray[np.intp]) -> NDArray[np.float32]:
    """(strips, rows): the mean along each strip."""
    strips = (rules[:, start:end] for start, end in pairwise(edges.tolist()))
    means = [cv2.reduce(strip, 1, cv2.REDUCE_AVG, dtype=cv2.CV_32F).ravel() for strip in strips]
    return np.asarray(np.stack(means), np.float32)


def _find_shifts(strips: NDArray[np.float32], places: Values, reach: int) -> Values:
    """The best shift in px of every rule in every strip (strips, rules): Viterbi along each strip."""
    shifts = np.arange(-reach, reach + 1)
    rows = np.clip(np.round(places).astype(int)[:, None] + shifts, 0, strips.shape[1] - 1)
    found = np.ascontiguousarray(strips[:, rows].transpose(1, 0, 2))
    found -= (_DRIFT_COST * np.square(shifts / reach)).astype(np.float32)
    steps = [max(2, int(np.ceil(_STRETCH * gap))) for gap in np.diff(places)]
    best, before = found[0], []
    for step, here in zip(steps, found[1:], strict=True):
        before.append(cv2.copyMakeBorder(best, 0, 0, step, step, cv2.BORDER_CONSTANT, value=_NOWHERE))
        best = _step_forward(before[-1], step) + here
    return _take_median(_trace_back(best, before, steps) - float(reach))


def _step_forward(before: NDArray[np.float32], step: int) -> NDArray[np.float32]:
    """The best score (strips, shifts) of reaching each shift from one that is at most `step` px lower or higher at the
    rule before.
    """
    from_each = sliding_window_view(before, before.shape[1] - 2 * step, axis=1).transpose(1, 0, 2)
    return np.asarray((from_each - _list_costs(step)[:, None, None]).max(axis=0), np.float32)


def _list_costs(step: int) -> NDArray[np.float32]:
    """What each change of shift costs, (2 * step + 1,) float32, in lines found."""
    return (_JUMP_COST * np.square(np.arange(-step, step + 1) / step)).astype(np.float32)


def _trace_back(best: NDArray[np.float32], before: list[NDArray[np.float32]], steps: list[int]) -> Values:
    """The shifts (strips, rules) that led to the best score of the last rule."""
    strips = np.arange(len(best))[:, None]
    path = [best.argmax(axis=1)]
    for scores, step in zip(reversed(before), reversed(steps), strict=True):
        came = scores[strips, path[-1][:, None] + np.arange(2 * step + 1)] - _list_costs(step)
        path.append(path[-1] + came.argmax(axis=1) - step)
    return np.stack(path[::-1], axis=1).astype(np.float64)


def _take_median(shifts: Values) -> Values:
    """Median over five neighbouring strips: a strip that slipped by a row follows its neighbours."""
    padded = np.pad(shifts, ((2, 2), (0, 0)), mode="edge")
    return np.asarray(np.median(np.stack([padded[k : k + len(shifts)] for k in range(5)]), axis=0))


def _find_centres(places: Values) -> Values:
    edges = np.linspace(places[0], places[-1], _STRIPS + 1)
    return np.asarray((edges[1:] + edges[:-1]) / 2)


def _smooth(rough: Lattice, stiffness: tuple[float, float], columns: NDArray[np.bool_] | None = None) -> Lattice:
    """`rough` made smooth, with the `stiffness` down and across. Only `columns` (n,) bool count, or all."""
    weights = np.ones_like(rough.values) if columns is None else np.ones_like(rough.values) * columns
    reach = max(float(np.ptp(rough.xs_mm)), float(np.ptp(rough.ys_mm)))
    return smooth_lattice(rough, weights, stiffness, tolerance_mm=_TOLERANCE * reach)
