"""Headings that are printed white on black, turned round: their letters and rules dark on light, with a frame.

All that looks for rules looks for dark strokes. A block is a dark area that fills a rectangle on paper; the edge of a
table top fills none, and a broad shadow is not so much darker than the paper beside it."""

from __future__ import annotations

from collections.abc import Iterator

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.pyramid import Grey, Pyramid, build_pyramid

_SEARCH_SIDE_PX = 1700
"""Long side of the picture in which blocks are looked for."""
_HIGHEST, _LONGER = 0.07, 4.0
"""Height of a block at most, as a share of the long side, and its length at least, in heights: dots on a table cloth
are as dark."""
_LETTER, _PEN, _GAP = 0.004, 0.011, 0.012
"""Width of its letters' strokes, of strokes that are no block, and of what letters leave open in it, as shares of the
long side."""
_DARK = 0.5
"""Share of the paper's light below which it is dark."""
_FILLED = 0.85
"""Share of its rectangle that a block fills, its letters with it."""
_FRAME = 0.0012
"""Width of the frame that is drawn around, as a share of the long side."""


def turn_blocks(pyramid: Pyramid) -> Pyramid:
    """The photo with its black blocks light; the same one where it has none."""
    level = pyramid.find_level_below(_SEARCH_SIDE_PX)
    small = pyramid.levels[level]
    blocks = list(_find_blocks(small))
    if not blocks:
        return pyramid
    whole = pyramid.levels[0].copy()
    paper = int(np.percentile(small, 75))
    for block in blocks:
        _turn_block(whole, np.round(block * 2.0**level).astype(np.int32), paper)
    return build_pyramid(whole)


def _find_blocks(picture: Grey) -> Iterator[NDArray[np.float64]]:
    """The corners (4, 2) float64 px of every black block in `picture` (h, w) uint8."""
    side = max(picture.shape)
    paper = cv2.morphologyEx(picture, cv2.MORPH_CLOSE, _make_square(_HIGHEST * side))
    solid = (picture < _DARK * paper).astype(np.uint8)
    for step, size in ((cv2.MORPH_CLOSE, _LETTER), (cv2.MORPH_OPEN, _PEN), (cv2.MORPH_CLOSE, _GAP)):
        solid = np.asarray(cv2.morphologyEx(solid, step, _make_square(size * side)), np.uint8)
    for contour in cv2.findContours(solid, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)[0]:
        rectangle = cv2.minAreaRect(contour)
        low, long = sorted(rectangle[1])
        fills = cv2.contourArea(contour) >= _FILLED * low * long
        if (
            fills
            and long >= _LONGER * low
            and low <= _HIGHEST * side
            and not _is_at_rim(contour.reshape(-1, 2), picture.shape)
        ):
            yield np.asarray(cv2.boxPoints(rectangle), np.float64)


def _make_square(side_px: float) -> NDArray[np.uint8]:
    return np.ones((int(side_px) | 1,) * 2, np.uint8)


def _is_at_rim(points: cv2.typing.MatLike, shape: tuple[int, ...]) -> bool:
    """Whether the picture ends with it: a table top, or a dark margin of a copy."""
    return bool((points <= 1).any() or (points >= np.array(shape[::-1]) - 2).any())


def _turn_block(picture: Grey, corners: NDArray[np.int32], paper: int) -> None:
    """Makes what is dark in the block light and the other way round, in place, and frames it."""
    left, top, width, height = cv2.boundingRect(corners)
    part = picture[max(top, 0) : top + height, max(left, 0) : left + width]
    inside = np.zeros(part.shape, np.uint8)
    cv2.fillPoly(inside, [corners - np.array([max(left, 0), max(top, 0)], np.int32)], 255)
    black = int(np.percentile(part[inside > 0], 25))
    turned = np.clip(paper + black - part.astype(np.int16), 0, 255).astype(np.uint8)
    part[inside > 0] = turned[inside > 0]
    cv2.polylines(picture, [corners], True, black, max(2, round(_FRAME * max(picture.shape))), cv2.LINE_AA)
