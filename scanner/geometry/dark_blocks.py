"""Headings that are printed white on black, turned round: their letters and rules dark on light, with a frame.

All that looks for rules looks for dark strokes. A block is a dark band of even height on paper, straight, aslant or
bent; the edge of a table top is none, and a broad shadow is not so much darker than the paper beside it."""

from __future__ import annotations

from collections.abc import Iterator

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.pyramid import Grey, Pyramid, build_pyramid

_SEARCH_SIDE_PX = 1700
"""Long side of the picture in which blocks are looked for."""
_HIGHEST, _LONGER = 0.1, 4.0
"""Height of a block at most, as a share of the long side, and its length at least, in heights: dots on a table cloth
are as dark."""
_LETTER, _PEN, _GAP = 0.004, 0.011, 0.012
"""Width of its letters' strokes, of strokes that are no block, and of what letters leave open in it, as shares of the
long side."""
_DARK = 0.5
"""Share of the paper's light below which it is dark."""
_CUT = (3.0, 0.3)
"""Length and height, in widths of a pen's strokes, of what stays of a block that writing touches."""
_DEGREE, _ROUNDS, _OFF, _SMOOTH = 3, 4, 0.08, 0.85
"""A block's long edge is a cubic, fitted so often to what is nearer to it than that share of the height, and at least
1.5 px. So much of the edge is: writing has no smooth edges, and paper bends but once or twice along a table."""
_SLANT = 3
"""How many usual heights a block's rectangle has at most: on a bent page it leaves the straight by its own height."""
_PRINTED, _BESIDE, _BRIGHTER = 0.65, 0.15, 1.6
"""Share of a block that is black, its letters not: of numbers below one another a half is. How far beside it there must
be paper on both sides, as a share of its height, and how many times as bright at least."""
_KNOTS = 25
"""Points of the outline along each long edge."""
_FRAME = 0.0012
"""Width of the frame that is drawn around, as a share of the long side."""


Band = NDArray[np.float64]
"""The outline (n, 2) float64 px of a block."""


def turn_blocks(pyramid: Pyramid) -> Pyramid:
    """The photo with its black blocks light; the same one where it has none."""
    level = pyramid.find_level_below(_SEARCH_SIDE_PX)
    small = pyramid.levels[level]
    blocks = _find_blocks(small)
    if not blocks:
        return pyramid
    whole = pyramid.levels[0].copy()
    paper = int(np.percentile(small, 75))
    for block in blocks:
        _turn_block(whole, np.round(block * 2.0**level).astype(np.int32), paper)
    return build_pyramid(whole)


def _find_blocks(picture: Grey) -> list[Band]:
    """The outline of every black block in `picture` (h, w) uint8."""
    side = max(picture.shape)
    paper = cv2.morphologyEx(picture, cv2.MORPH_CLOSE, _make_square(_HIGHEST * side))
    dark = (picture < _DARK * paper).astype(np.uint8)
    solid = dark
    for step, size in ((cv2.MORPH_CLOSE, _LETTER), (cv2.MORPH_OPEN, _PEN), (cv2.MORPH_CLOSE, _GAP)):
        solid = np.asarray(cv2.morphologyEx(solid, step, _make_square(size * side)), np.uint8)
    bands: list[Band] = []
    for mask in (solid, *_cut_off_writing(solid, _PEN * side)):
        for contour in cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)[0]:
            band = None if _is_at_rim(contour.reshape(-1, 2), picture.shape) else _trace_band(contour, _HIGHEST * side)
            known = band is not None and any(_holds(other, band) for other in bands)
            if band is not None and not known and _is_printed(picture, dark, band):
                bands.append(band)
    return bands


def _cut_off_writing(solid: NDArray[np.uint8], pen: float) -> Iterator[NDArray[np.uint8]]:
    """What of the dark areas `solid` (h, w) uint8 is long, across and down: numbers below a heading often touch it."""
    long, low = int(_CUT[0] * pen), max(int(_CUT[1] * pen), 3)
    for size in ((low, long), (long, low)):
        yield np.asarray(cv2.morphologyEx(solid, cv2.MORPH_OPEN, np.ones(size, np.uint8)), np.uint8)


def _is_printed(picture: Grey, dark: NDArray[np.uint8], band: Band) -> bool:
    """Whether the band is black nearly all over in `dark` (h, w) uint8, with paper of `picture` on both sides."""
    mask = np.zeros(dark.shape, np.uint8)
    cv2.fillPoly(mask, [np.round(band).astype(np.int32)], 1)
    upper, lower = band[:_KNOTS], band[: _KNOTS - 1 : -1]
    step = _BESIDE * (lower - upper)
    black = float(np.percentile(picture[mask > 0], 25))
    sides = [_sample_median(picture, edge) for edge in (upper - step, lower + step)]
    return float(dark[mask > 0].mean()) >= _PRINTED and min(sides) >= _BRIGHTER * max(black, 1.0)


def _sample_median(picture: Grey, points: Band) -> float:
    """The median grey level at these points, those beyond the picture at its rim."""
    columns, rows = (
        np.clip(np.round(values).astype(int), 0, size - 1)
        for values, size in zip(points.T, picture.shape[::-1], strict=True)
    )
    return float(np.median(picture[rows, columns]))


def _holds(one: Band, other: Band) -> bool:
    """Whether the middle of the other band lies in this one."""
    x, y = (float(value) for value in other.mean(axis=0))
    return cv2.pointPolygonTest(one.astype(np.float32), (x, y), False) >= 0


def _trace_band(contour: cv2.typing.MatLike, highest: float) -> Band | None:
    """The outline of a long band of even height, at most `highest` px, with its edges made smooth; None where the
    contour (n, 1, 2) int32 px is none's."""
    (_, (width, height), _) = rectangle = cv2.minAreaRect(contour)
    low, long = sorted((width, height))
    if low < 2 or long < _LONGER / _SLANT * low:
        return None
    mask, back = _flatten_contour(contour, rectangle, (low, long))
    columns = np.flatnonzero(mask.any(axis=0))
    inner = columns[len(columns) // 50 : len(columns) - len(columns) // 50]  # corners may be rounded
    ends = mask.argmax(axis=0), len(mask) - mask[::-1].argmax(axis=0)
    edges = [_fit_edge(inner / long, end[inner].astype(np.float64), _OFF * low) for end in ends]
    usual = float(np.median(ends[1][inner] - ends[0][inner]))
    if any(edge is None for edge in edges) or not usual <= highest or long < _LONGER * usual or low > _SLANT * usual:
        return None
    along = np.linspace(columns[0], columns[-1], _KNOTS)
    sides = [np.stack([along, np.polyval(edge, along / long)], axis=1) for edge in edges if edge is not None]
    return np.asarray(cv2.transform(np.concatenate([sides[0], sides[1][::-1]])[None], back)[0], np.float64)


def _flatten_contour(
    contour: cv2.typing.MatLike, rectangle: cv2.typing.RotatedRect, size: tuple[float, float]
) -> tuple[NDArray[np.uint8], NDArray[np.float64]]:
    """The contour's inside (h, w) uint8 turned so that it runs across, and the affine map (2, 3) float64 back to the
    picture. `size`: height and width of its `rectangle`."""
    low, long = size
    corners = cv2.boxPoints(rectangle)
    runs_first = np.linalg.norm(corners[1] - corners[0]) > np.linalg.norm(corners[2] - corners[1])
    three = np.roll(corners, -int(runs_first), axis=0)[:3]
    flat = cv2.getAffineTransform(three, np.array([[0, low], [0, 0], [long, 0]], np.float32))
    mask = np.zeros((int(low) + 2, int(long) + 2), np.uint8)
    cv2.fillPoly(mask, [np.round(cv2.transform(contour.astype(np.float32), flat)).astype(np.int32)], 1)
    return mask, np.asarray(cv2.invertAffineTransform(flat), np.float64)


def _fit_edge(along: NDArray[np.float64], heights: NDArray[np.float64], off: float) -> NDArray[np.float64] | None:
    """The cubic through most of the `heights` (n,) float64 px, as `numpy.polyval` takes it; None for a rough edge."""
    near = np.ones(len(along), bool)
    cubic = np.zeros(_DEGREE + 1)
    for shrink in range(_ROUNDS, 0, -1):
        if near.sum() <= 4 * _DEGREE:
            return None
        cubic = np.polyfit(along[near], heights[near], _DEGREE)
        near = np.abs(np.polyval(cubic, along) - heights) <= max(off, 1.5) * shrink
    return np.asarray(cubic) if near.mean() >= _SMOOTH else None


def _make_square(side_px: float) -> NDArray[np.uint8]:
    return np.ones((int(side_px) | 1,) * 2, np.uint8)


def _is_at_rim(points: cv2.typing.MatLike, shape: tuple[int, ...]) -> bool:
    """Whether the picture ends with it: a table top, or a dark margin of a copy."""
    return bool((points <= 1).any() or (points >= np.array(shape[::-1]) - 2).any())


def _turn_block(picture: Grey, outline: NDArray[np.int32], paper: int) -> None:
    """Makes what is dark in the block light and the other way round, in place, and frames it."""
    left, top, width, height = cv2.boundingRect(outline)
    part = picture[max(top, 0) : top + height, max(left, 0) : left + width]
    inside = np.zeros(part.shape, np.uint8)
    cv2.fillPoly(inside, [outline - np.array([max(left, 0), max(top, 0)], np.int32)], 255)
    black = int(np.percentile(part[inside > 0], 25))
    turned = np.clip(paper + black - part.astype(np.int16), 0, 255).astype(np.uint8)
    part[inside > 0] = turned[inside > 0]
    cv2.polylines(picture, [outline], True, black, max(2, round(_FRAME * max(picture.shape))), cv2.LINE_AA)
