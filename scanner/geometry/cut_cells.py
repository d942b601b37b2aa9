"""Cuts every field out of the original pixels, straightened along the mesh, and measures reasons to doubt it: rules
around it that have faded, glare, and the worn lines that folds leave, which look like a mark in a box."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner import scan_limits
from scanner.geometry.mesh import Values
from scanner.geometry.printed_rules import Followed
from scanner.geometry.surroundings import measure_surroundings
from scanner.pyramid import Dark, Points, Pyramid, find_thin_strokes, keep_level_strokes, move_to_level, take_share
from scanner.sheet_reading import Quad
from templates.layout import Field, Layout

HEIGHT_PX = 48
"""Height of a cut field that is neither number nor name."""
NUMBER_PX = 96
"""Height of a cut number. The recogniser averages it down to 40 px, which draws strokes truer than sampling once a
pixel."""
NAME_PX = 160
"""Height of a cut printed name. It has up to four lines, whose smallest capitals of 1.35 mm then have 17 px and more.
"""
NUMBERS = ("points", "number", "digit")
_INSET = {"signature": 0.08}
USUAL_INSET = 0.03
"""How far inside its box a cell is cut, in box heights: half the printed rule, so that rules lie at the border. A
signature field is cut further inside, because its ink is only weighed and no rule may be left in it: strong rules take
4 % on either side."""
RIM = 0.25
"""How much around a box to cross is cut with it, as a share of its width and of its height. Strokes that reach in from
a neighbour are recognised by where they come from."""
_SIDE_PX = 4
"""How far a side of a box may lie from its place in the picture: 0.7 mm."""
_DOTS = 0.2
"""Least share of its way that the dots or dashes of a rule cover."""
_AROUND = 8
"""How many fields around one show how bright the paper is there."""
_CONTROL = (3, 5)
"""Control points down and across a cell, straight between them: within 9 mm, 20 mm of curl bends by 0.03 mm."""
_NOWHERE = np.zeros((0, 0), np.uint8)
_TALLEST_PX = 32_000
"""Rows of pixels that are looked up at once; OpenCV takes 32,767."""


@dataclass(frozen=True, slots=True)
class Cut:
    """One field as it was cut: `crop` (h, w) uint8 grey, its corners in original pixels, and how far
    it may be hidden.

    A box to cross is cut as a square, with `RIM` of it around the box. `paper`: grey level of the paper beside the
    rules around it. `border_seen`: share of the usual darkness of the printed rules around it that is seen, of a box
    to cross at most the share of its sides (0..1). `glare`: share of washed-out pixels (0..1); 0 where there are few,
    or where the paper around is about as bright.
    """

    field: Field
    crop: NDArray[np.uint8]
    quad_px: Quad
    paper: float
    border_seen: float
    glare: float

    @property
    def hidden(self) -> bool:
        """Whether a finger, a lamp or a fold may hide print here."""
        return self.border_seen < scan_limits.MIN_BORDER_SEEN or self.glare > scan_limits.MAX_GLARE


def cut_fields(pyramid: Pyramid, followed: Followed, fields: Sequence[Field]) -> tuple[Cut, ...]:
    """Cuts every field, and measures how far it may be hidden."""
    boxes = np.array([field.box_mm for field in fields], np.float64).reshape(-1, 4)
    corners = followed.mesh.project_to_px(
        _place_control_points(boxes, np.zeros((len(fields), 2)))[:, [0, 0, -1, -1], [0, -1, -1, 0]]
    )
    crops = straighten_fields(pyramid, followed, fields)
    papers, seen = measure_surroundings(followed, boxes)
    crossed = np.flatnonzero(_find_crosses(fields)).tolist()
    if crossed:
        sides = find_sides(np.stack([crops[place] for place in crossed]), _find_dotted_sides(followed, boxes[crossed]))
        seen[crossed] = np.minimum(seen[crossed], sides)
    glare = np.array([_measure_glare(crop) for crop in crops])
    glare *= _measure_light_around(boxes, crops, glare) < scan_limits.GLARE_PAPER
    facts = zip(fields, crops, corners.tolist(), papers.tolist(), seen.tolist(), glare.tolist(), strict=True)
    return tuple(Cut(field, crop, _make_quad(corner), *rest) for field, crop, corner, *rest in facts)


def straighten_fields(pyramid: Pyramid, followed: Followed, fields: Sequence[Field]) -> list[NDArray[np.uint8]]:
    """The picture (h, w) uint8 of every field in its true proportions, numbers `NUMBER_PX` high. Boxes to cross become
    squares."""
    boxes = np.array([field.box_mm for field in fields], np.float64).reshape(-1, 4)
    controls = followed.mesh.project_to_px(_place_control_points(boxes, _choose_insets(fields, boxes)))
    crops = [_NOWHERE] * len(fields)
    for size, group in _group_by_size([_choose_size(field) for field in fields]):
        for part, pictures in straighten_group(pyramid, controls, group, size):
            for place, picture in zip(part.tolist(), pictures, strict=True):
                crops[place] = picture
    return crops


def find_sides(boxes: NDArray[np.uint8], dotted: NDArray[np.bool_]) -> Values:
    """The share (0..1) of the four sides of each box to cross that are seen in its picture; `boxes` (n, size, size)
    uint8 as they are cut, with `RIM` around them. `dotted` (n, 4) bool: whether its upper, lower, left and right side
    are dots or dashes, which cover a part of their way. Returns (n,) float64."""
    size = boxes.shape[-1]
    edge = round(size * RIM / (1 + 2 * RIM))
    inner, sides = slice(edge + _SIDE_PX, size - edge - _SIDE_PX), np.zeros(len(boxes))
    for pictures, gaps in ((boxes, dotted[:, :2]), (boxes.transpose(0, 2, 1), dotted[:, 2:])) if len(boxes) else ():
        along = pictures[:, :, inner].astype(np.int16)  # bytes are sorted without the processor's vectors
        light = np.maximum(take_share(along.reshape(len(boxes), -1), 0.8), 1.0)
        for at, has_gaps in zip((edge, size - 1 - edge), gaps.T, strict=True):
            line = along[:, at - _SIDE_PX : at + _SIDE_PX + 1].min(axis=1)
            level = np.where(has_gaps, take_share(line, _DOTS), take_share(line, 0.5))
            sides += (light - level) / light >= scan_limits.MIN_SIDE
    return sides / 4


def _find_dotted_sides(followed: Followed, boxes: Values) -> NDArray[np.bool_]:
    """Whether the upper, lower, left and right side of each of `boxes` (n, 4) mm is a dotted rule, (n, 4) bool."""
    x, y, width, height = boxes.T
    rows = followed.mesh.down.ys_mm[followed.down.dotted.any(axis=1)]
    columns = followed.mesh.across.xs_mm[followed.across.dotted.any(axis=0)]
    sides = ((y, rows), (y + height, rows), (x, columns), (x + width, columns))
    return np.stack([np.isin(side.round(2), rules.round(2)) for side, rules in sides], axis=1)


def _measure_glare(crop: NDArray[np.uint8]) -> float:
    """The share (0..1) of washed-out pixels in a field's picture (h, w) uint8."""
    return np.count_nonzero(crop >= scan_limits.GLARE_LEVEL) / crop.size


def _measure_light_around(boxes: Values, crops: Sequence[NDArray[np.uint8]], glare: Values) -> Values:
    """The median of the light of the fields nearest to each of `boxes` (n, 4), (n,) float64; infinite where there is no
    glare to compare with it. `crops`: the fields' pictures."""
    middles, around = boxes[:, :2] + boxes[:, 2:] / 2, np.full(len(boxes), np.inf)
    measure_light = cache(lambda place: float(np.median(crops[place])))
    for place in np.flatnonzero(glare > scan_limits.LEAST_GLARE):
        nearest = np.argsort(np.abs(middles - middles[place]).sum(axis=1))[1 : 1 + _AROUND].tolist()
        around[place] = np.median([measure_light(one) for one in nearest]) if nearest else np.inf
    return around


def _find_crosses(fields: Sequence[Field]) -> NDArray[np.bool_]:
    return np.array([field.kind == "cross" for field in fields], bool)


def _make_quad(corners: list[list[float]]) -> Quad:
    upper_left, upper_right, lower_right, lower_left = ((x, y) for x, y in corners)
    return upper_left, upper_right, lower_right, lower_left


def _choose_insets(fields: Sequence[Field], boxes: Values) -> Values:
    """How far inside its box each field is cut, (n, 2) mm in x and y; boxes to cross are cut from outside."""
    crossed = _find_crosses(fields)
    inset = np.array([_INSET.get(field.kind, USUAL_INSET) for field in fields])
    return np.where(crossed[:, None], -RIM * boxes[:, 2:], inset[:, None] * boxes[:, 3:])


def _choose_size(field: Field) -> tuple[int, int]:
    """Height and width of the field's crop in pixels."""
    if field.kind == "cross":
        return HEIGHT_PX, HEIGHT_PX
    height = NUMBER_PX if field.kind in NUMBERS else NAME_PX if field.kind == "text" else HEIGHT_PX
    return height, min(max(round(height * field.box_mm[2] / field.box_mm[3]), height // 6), 10 * height)


def _group_by_size(sizes: Sequence[tuple[int, int]]) -> Iterator[tuple[tuple[int, int], NDArray[np.intp]]]:
    """Each size (height, width) with the places of its fields (n,) intp."""
    for size in dict.fromkeys(sizes):
        yield size, np.array([place for place, other in enumerate(sizes) if other == size], np.intp)


def _place_control_points(boxes: Values, insets: Values) -> Points:
    """Points (fields, down, across, 2) in mm over every box, cut in by so many mm (n, 2)."""
    down, across = np.linspace(0, 1, _CONTROL[0]), np.linspace(0, 1, _CONTROL[1])
    x, y, width, height = (boxes[:, k, None, None] for k in range(4))
    aside, above = (insets[:, k, None, None] for k in range(2))
    xs = x + aside + (width - 2 * aside) * across[None, None, :]
    ys = y + above + (height - 2 * above) * down[None, :, None]
    return np.stack(np.broadcast_arrays(xs, ys), axis=-1)


def straighten_group(
    pyramid: Pyramid, controls: Points, group: NDArray[np.intp], size: tuple[int, int]
) -> Iterator[tuple[NDArray[np.intp], NDArray[np.uint8]]]:
    """The photo under the `controls` (fields, down, across, 2) float64, in original pixels, of the fields `group` (n,)
    intp: pictures (k, height, width) uint8 of `size` (height, width) with the fields' places (k,) intp, a part of the
    group at a time.

    Each field is looked up in the level of the pyramid whose resolution is nearest to its own, many fields in one call.
    """
    height, width = size
    steps = np.linalg.norm(controls[group, -1, 0] - controls[group, 0, 0], axis=-1) / height
    levels = np.clip(np.round(np.log2(np.maximum(steps, 1.0))), 0, len(pyramid.levels) - 1).astype(int)
    down, across = _make_weights(height, controls.shape[1]), _make_weights(width, controls.shape[2])
    for level in np.unique(levels):
        places = group[levels == level]
        for start in range(0, len(places), _TALLEST_PX // height):
            part = places[start : start + _TALLEST_PX // height]
            at = move_to_level(controls[part], int(level)).astype(np.float32)
            map_x, map_y = ((down @ at[..., k] @ across.T).reshape(-1, width) for k in (0, 1))
            source = pyramid.levels[level]
            seen = cv2.remap(source, map_x, map_y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
            yield part, np.asarray(seen, np.uint8).reshape(-1, height, width)


@lru_cache(maxsize=256)
def _make_weights(size: int, nodes: int) -> NDArray[np.float32]:
    """Linear interpolation (size, nodes) from `nodes` even control points to `size` pixel centres between them."""
    place = (np.arange(size) + 0.5) / size * (nodes - 1)
    return np.asarray(np.clip(1 - np.abs(place[:, None] - np.arange(nodes)[None, :]), 0, 1), np.float32)


_LONG_SIDE_PX = 900
"""Size of the table as it is looked at: 3 to 4 px/mm, so that a worn line of 0.5 mm still shows."""
_NODE_PX = 12
"""Distance of the points whose place is looked up in the mesh, straight between: 4 mm, over which 20 mm of curl bends
by 0.01 mm."""
_WIDEST_PX = 9
"""Widest line: 2.5 mm. What is wider is a shadow."""
_RUN, _LEAST_RUN_MM = 0.035, 8.2
"""Length over which the line must run on unbroken, as a share of the long side, and at least in mm: longer than strokes
of writing, and than the sides of the printed boxes, which stand below one another (6 mm)."""
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
    run = int(max(_RUN * _LONG_SIDE_PX, _LEAST_RUN_MM * scale))
    upright, level = np.stack([y, x, height, width], axis=1), np.stack([x, y, width, height], axis=1)
    down = _find_crossed(np.ascontiguousarray(dark.T), (xs - xs[0]) * scale, upright, run)
    across = _find_crossed(dark, (ys - ys[0]) * scale, level, run)
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


def _find_crossed(dark: Dark, rules: Values, boxes: Values, run: int) -> NDArray[np.bool_]:
    """Which of `boxes` (n, 4) px a level line of `run` px crosses that is none of the `rules` (rows, px): (n,) bool."""
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
