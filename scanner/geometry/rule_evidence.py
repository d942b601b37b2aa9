"""What the picture shows of a table's rules where a mesh has them: how much of each is there, and whether it lies
elsewhere.

A rule may have any width, colour or a double; writing across it is nothing against it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from scanner.geometry.flat_table import STROKE_PX, choose_size
from scanner.geometry.mesh import Mesh, Values, sample_photo
from scanner.geometry.table_rules import find_clear_strokes
from scanner.geometry.traced_lines import SPANS, find_near_columns, join_dots
from scanner.pyramid import Dark, Pyramid, find_thin_strokes, list_corners
from templates.layout import Grid

_MARGIN = 0.03
"""Least seen around the table, as a share of its long side."""
_BESIDE_PX = 3
"""How far a rule may be from where the mesh has it, in px of the flat picture."""
_HALF_PX = 12
"""Half the widest rule in that picture, with what strokes are thickened by."""
_AROUND = 0.55
"""How far from its place a rule is looked for, in distances to the next one: half of a row, and a little."""
_CLEARLY = 0.25
"""Share of a rule by which more must be seen elsewhere than at its place for it to lie there."""
_WHOLE = 0.5
"""Share of a rule that must be seen as whole strokes for it not to be one of dots or dashes."""
_NEAR_END, _END_PX = 0.4, 5
"""Up to how far from an outer rule, in distances to the next one, and from how many px on those that it crosses are
looked at on both sides."""
_RUNS = 0.8
"""The share of such a stretch over which a rule must be seen to run there; where it ends, no more than the rest of the
stretch is seen."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """What is seen of a table's rules, all float64; first the upright rules, then the level ones.

    `shares` (rules,): the share of each under which a thin straight stroke runs; of an outer one it counts as much that
    those which it crosses end there. `off` (rules,): how far that stroke lies from the rule's place, or a much longer
    one beside it, in distances to the next rule. `crossed`, `running` (4,), at the first and the last upright rule and
    at the first and the last level one: how much of the rules that it crosses is seen up to the next rule, the median,
    and the share of them that runs on beyond it.
    """

    shares: Values
    off: Values
    crossed: Values
    running: Values


def weigh_rules(pyramid: Pyramid, mesh: Mesh, grid: Grid) -> Evidence:
    """What is seen of the rules of `grid` where `mesh` has them."""
    strokes, at_x, at_y = _flatten(pyramid, mesh, grid)
    dark = join_dots(strokes)
    down, across = find_clear_strokes(dark, at_x, at_y)
    sides = [_weigh_side(*one) for one in ((across, down, at_x, at_y), (down, across, at_y, at_x))]
    return Evidence(*(np.concatenate(parts) for parts in zip(*sides, strict=True)))


def find_dotted(pyramid: Pyramid, mesh: Mesh, grid: Grid) -> NDArray[np.bool_]:
    """Which of the rules of `grid` are dots or dashes in the photo, (rules,) bool, first the upright ones: joined they
    are there, but hardly any of them as a whole stroke."""
    strokes, at_x, at_y = _flatten(pyramid, mesh, grid)
    whole, joined = (_measure_strokes(dark, at_x, at_y) for dark in (strokes, join_dots(strokes)))
    return np.asarray(whole < _WHOLE * joined)


def _measure_strokes(dark: Dark, at_x: Values, at_y: Values) -> Values:
    """The share of each rule under which strokes of `dark` (h, w) uint8 run, (rules,)."""
    down, across = find_clear_strokes(dark, at_x, at_y)
    sides = ((across, at_x, at_y), (down, at_y, at_x))
    return np.array(
        [share for own, at, others in sides for share in _measure_along(own[:, _find_inner(own, others)], at)]
    )


def _flatten(pyramid: Pyramid, mesh: Mesh, grid: Grid) -> tuple[Dark, Values, Values]:
    """The strokes (h, w) uint8 of the flat table and of half a cell around it, and where its upright and its level
    rules are, (n,) float64 px each."""
    xs, ys = np.asarray(grid.xs_mm), np.asarray(grid.ys_mm)
    long = float(max(xs[-1] - xs[0], ys[-1] - ys[0]))
    margin = max(_MARGIN * long, *(_AROUND * float(np.diff(places)[[0, -1]].max()) for places in (xs, ys)))
    scale = max(choose_size(mesh.project_to_px(list_corners(xs, ys)))) / long
    corner = float(xs[0] - margin), float(ys[0] - margin)
    size = round((xs[-1] - xs[0] + 2 * margin) * scale), round((ys[-1] - ys[0] + 2 * margin) * scale)
    dark = find_thin_strokes(sample_photo(pyramid, mesh.scale(scale, corner), size), STROKE_PX)
    return dark, (xs - corner[0]) * scale, (ys - corner[1]) * scale


def _weigh_side(
    own: NDArray[np.bool_], crossing: NDArray[np.bool_], places: Values, others: Values
) -> tuple[Values, Values, Values, Values]:
    """As of `Evidence`, of the rules at `places` (n,) that are seen as level strokes in `own` (h, w) bool and cross
    those at `others` (m,), which are level in `crossing` (w, h) bool."""
    inner = _find_inner(own, others)
    shares = np.array([*_measure_along(own[:, inner], places)])
    off = np.array([*_measure_off(own[:, inner].mean(axis=1), places)])
    ending, crossed, running = _measure_crossing(crossing, others, places)
    shares[[0, -1]] = np.maximum(shares[[0, -1]], ending)
    return shares, off, crossed, running


def _find_inner(own: NDArray[np.bool_], others: Values) -> NDArray[np.bool_]:
    """The columns (w,) bool of `own` (h, w) bool that lie between the rules at `others` (m,), clear of them."""
    inner = np.zeros(own.shape[1], bool)
    for start, end in pairwise(others):
        inset = 0.1 * (end - start)
        inner[int(start + inset) : max(int(end - inset), int(start + inset) + 1)] = True
    return inner


def _measure_along(seen: NDArray[np.bool_], places: Values) -> Iterator[float]:
    """The share of each level rule at `places` that is seen between the rules that it crosses, `seen` (h, w) bool."""
    for place in places:
        row = round(place)
        yield float(seen[max(row - _BESIDE_PX, 0) : row + _BESIDE_PX + 1].any(axis=0).mean())


def _measure_off(cover: Values, places: Values) -> Iterator[float]:
    """How far the stroke that is each rule lies from its place, in distances to the next rule; `cover` (h,) float64:
    the share of every row that is seen. 0 where none spans the table."""
    gaps = np.diff(places)
    before, after = np.concatenate([gaps[:1], gaps]), np.concatenate([gaps, gaps[-1:]])
    before[0], after[-1] = gaps[:2].max(), gaps[-2:].max()  # an outer rule may have been pulled into its cells
    for place, above, below in zip(places, before, after, strict=True):
        row, first = round(place), max(round(place - _AROUND * above), 0)
        around = cover[first : round(place + _AROUND * below) + 1]
        near = cover[max(row - _BESIDE_PX, 0) : row + _BESIDE_PX + 1]
        peak = first + int(around.argmax())
        if near.max() > around.max() - _CLEARLY:
            peak = max(row - _BESIDE_PX, 0) + int(near.argmax())
        away = _find_middle(cover, peak) - place if around.max() >= SPANS else 0.0
        yield abs(away) / (above if away < 0 else below)


def _find_middle(cover: Values, peak: int) -> float:
    """The middle of the stroke that is highest at `peak`, px. Print close by may join it."""
    thin = cover < cover[peak] / 2
    before, after = thin[max(peak - _HALF_PX, 0) : peak][::-1], thin[peak + 1 : peak + 1 + _HALF_PX]
    sides = [int(side.argmax()) if side.any() else len(side) for side in (before, after)]
    return peak + (sides[1] - sides[0]) / 2


def _measure_crossing(seen: NDArray[np.bool_], places: Values, edges: Values) -> tuple[Values, Values, Values]:
    """Of the level rules at `places` (n,) float64 px in `seen` (h, w) bool, the share that ends at the first of the
    `edges` and at the last one, how much of them is seen over the cells there, and the share that runs on, (2,) each.
    """
    along = np.array([find_near_columns(seen, place) for place in places])
    ending, crossed, running = [], [], []
    for ends, lines in ((edges, along), (seen.shape[1] - 1 - edges[::-1], along[:, ::-1])):
        first, step = round(ends[0]), ends[1] - ends[0]
        near = int(_NEAR_END * step)
        inside = lines[:, first + _END_PX :]
        outside = lines[:, max(first - near, 0) : max(first - _END_PX, 1)].mean(axis=1)
        ending.append(((inside[:, :near].mean(axis=1) >= _RUNS) & (outside <= 1 - _RUNS)).mean())
        crossed.append(np.median(inside[:, : max(int(step) - 2 * _END_PX, 1)].mean(axis=1)))
        running.append((outside >= _RUNS).mean())
    return np.array(ending), np.array(crossed), np.array(running)
