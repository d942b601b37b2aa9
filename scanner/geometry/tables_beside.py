"""Other tables of a foreign layout beside the one that is read: no list in view may be left away without a word.

They are counted although none of them may be readable: a pen may lie across one, or it may be small."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

import cv2
import numpy as np

from scanner.geometry.layout_fit import list_edges
from scanner.geometry.mesh import Values
from scanner.geometry.printed_rules import Followed
from scanner.geometry.ruled_table import SEARCH_SIDE_PX, STROKES, find_quads, span_quad
from scanner.geometry.table_outline import Outline, grow_outline, is_same_place, make_outline
from scanner.pyramid import Pyramid, build_pyramid, find_thin_strokes, move_from_level
from templates.layout import Grid, Layout

_LEAST_AREA = 0.15
"""Share of the read table's area from which another one counts: the small solution beside a sudoku has a tenth."""
_STROKES = STROKES[:2]
"""Usual and faint strokes: a list printed like the one that was found is not much paler or thicker."""
_JOINED = 1.25
"""How much larger the quadrilateral around two pieces of a table may be than both: between them lies a pen."""
_ROOM = 0.3
"""How far around the read table strokes are its own, in rows: a thick frame, and writing that runs out of it."""
_UNLIKE = 0.17
"""Share of the layout's rules in either direction by which another table may differ: a thumb on a corner hides two of
19, the picture's rim one of 6. More, and the other tables of a club's own sheet count."""


def count_beside(pyramid: Pyramid, layout: Layout, *read: Followed) -> int:
    """How many tables with about as many rules as the layout has lie in the photo beside those that are read."""
    rims = [_draw_rim(layout, followed) for followed in read]
    rest = _hide(pyramid, rims)
    found: list[Outline] = []
    for quad in _list_quads(rest, _LEAST_AREA * max(map(_measure_area, rims))):
        outline = None if any(_lies_in(quad, one) for one in found) else make_outline(rest, quad)
        if outline is not None and outline.ruled.is_table:
            grown = grow_outline(rest, outline)
            found += [grown] if _is_alike(grown, layout.grid) else []
    return len(found)


def _draw_rim(layout: Layout, followed: Followed) -> Values:
    """The convex rim of a table with some room, (n, 1, 2) float32 original px."""
    room = _ROOM * followed.pitch_mm
    xs, ys = (np.array((places[0] - room, *places, places[-1] + room)) for places in list_edges(layout))
    nodes = followed.mesh.project_to_px(np.stack(np.meshgrid(xs, ys), axis=-1))
    return np.asarray(cv2.convexHull(nodes.reshape(-1, 2).astype(np.float32)))


def _hide(pyramid: Pyramid, rims: Sequence[Values]) -> Pyramid:
    """The photo with paper in place of all that lies within the rims."""
    grey = pyramid.levels[0].copy()
    for rim in rims:
        cv2.fillPoly(grey, [rim.round().astype(np.int32)], (pyramid.paper,))
    return build_pyramid(grey)


def _list_quads(pyramid: Pyramid, least_px2: float) -> Iterator[Values]:
    """The quadrilaterals of that area and more that strokes enclose, (4, 2) float64 original px, each once."""
    level = pyramid.find_level_below(SEARCH_SIDE_PX)
    picture, known = pyramid.levels[level], list[Values]()
    for share, least in _STROKES:
        dark = find_thin_strokes(picture, 2 * int(share * max(picture.shape) / 2) + 1)
        quads = [move_from_level(quad, level) for quad in find_quads(dark, least)]
        large = [quad for quad in quads if _measure_area(quad) >= least_px2]
        for quad in (*large, *_join_pieces(large)):
            if not any(is_same_place(quad, other) for other in known):
                yield quad
                known.append(quad)


def _join_pieces(quads: Sequence[Values]) -> Iterator[Values]:
    """The quadrilaterals around two that make one: a pen that lies across a table parts it."""
    for one, other in combinations(quads, 2):
        whole = span_quad(np.concatenate([one, other]).round().astype(np.int32))
        if whole is not None and _measure_area(whole) <= _JOINED * (_measure_area(one) + _measure_area(other)):
            yield whole


def _measure_area(quad: Values) -> float:
    return float(cv2.contourArea(quad.astype(np.float32)))


def _is_alike(outline: Outline, grid: Grid) -> bool:
    """Whether the table has about as many rules as the layout, in either turn."""
    seen, mine = (len(outline.ruled.xs), len(outline.ruled.ys)), (len(grid.xs_mm), len(grid.ys_mm))
    return any(
        all(abs(one - rules) <= max(1, int(_UNLIKE * rules)) for one, rules in zip(way, mine, strict=True))
        for way in (seen, seen[::-1])
    )


def _lies_in(quad: Values, other: Outline) -> bool:
    """Whether the middle of the quadrilateral (4, 2) float64 px lies in the other table."""
    x, y = (float(value) for value in quad.mean(axis=0))
    return cv2.pointPolygonTest(other.quad.astype(np.float32), (x, y), False) >= 0
