"""Whether a cell was cut where it stands: then no printed rule runs through its inside, and no number is cut off."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

DARK = 0.06
"""Share of the paper's light that a printed rule takes at least, more than what lies beside it: thin ones in blurred
and small pictures have 0.1. At 0.05 paper that is not flat looks like one."""
THICK = 7
"""Pixels (of 40 a cell's height) that no rule fills, odd; felt pens and the edges of shadows do."""
MARGIN = 0.08
"""How near to the border a rule may stand, in heights of the cell: of 6,715 cells cut as usual none had one further
inside; of those cut 1 mm beside their place 95 to 97 % had."""
ASIDE = 0.4
"""How far from its left or right border an upright rule may stand, in heights: further inside it is a digit's stem."""
THROUGH = 0.92
"""Share of the cell's width (height) that a rule covers; strokes that people draw cover less, and what is written
across a rule hides some of it."""

STROKE = 0.15
"""Share of the paper's light that a stroke takes at least; what shines through and the edges of shadows take less."""
STROKE_THICK = 9
"""Pixels (of 40) that no stroke fills in both directions."""
SPECK, FEW = 4, 3
"""Pixels of a speck, and how many strokes there are at most: a hatched cell has more."""
REACH = 0.12
"""How far a stroke reaches inside from near the border, in heights: of 1,519 blank cells cut as usual in none."""


def is_ruled_through(dark: NDArray[np.float32]) -> bool:
    """Whether a rule runs through the inside of a cell of darkness (40, w) float32
    (`scanner.read.ink.measure_darkness`).
    """
    margin, aside = round(MARGIN * len(dark)), round(ASIDE * len(dark))
    return _has_rule(dark, 1, [slice(margin, -margin)]) or _has_rule(
        dark, 0, [slice(margin, aside), slice(-aside, -margin)]
    )


def _has_rule(dark: NDArray[np.float32], axis: int, parts: Sequence[slice]) -> bool:
    """Whether something thin and dark runs along the whole `axis` (1: level) in one of these parts of the other."""
    maybe = dark > DARK + dark.min()
    return _is_covered(maybe, axis, parts) and _is_covered(_keep_thin(dark, axis) > DARK, axis, parts)


def _is_covered(where: NDArray[np.bool_], axis: int, parts: Sequence[slice]) -> bool:
    """Whether `where` (h, w) bool covers nearly all of a line along the `axis`, in one of these parts of the other."""
    cover = cv2.reduce(where.view(np.uint8), axis, cv2.REDUCE_AVG, dtype=cv2.CV_32F).ravel()
    return any(bool(cover[part].max() > THROUGH) for part in parts)


def _keep_thin(dark: NDArray[np.float32], axis: int) -> NDArray[np.float32]:
    """How much darker each pixel is than what lies beside it, (h, w) float32, where that is thinner than `THICK` (the
    morphological top hat).
    """
    across = np.ones((THICK, 1) if axis else (1, THICK), np.uint8)
    return np.asarray(dark - cv2.morphologyEx(dark, cv2.MORPH_OPEN, across), np.float32)


def is_cut_off(dark: NDArray[np.float32]) -> bool:
    """Whether a stroke runs into a cell of darkness (40, w) float32 over one side of its border. What is read as blank
    may then be half of a number.
    """
    margin = round(MARGIN * len(dark))
    inside = dark[margin:-margin, margin:-margin]
    if inside.max() <= STROKE:
        return False
    thick = cv2.morphologyEx(dark, cv2.MORPH_OPEN, np.ones((STROKE_THICK, STROKE_THICK), np.uint8))
    ink = ((dark - thick) > STROKE).astype(np.uint8)[margin:-margin, margin:-margin]
    _, _, boxes, _ = cv2.connectedComponentsWithStats(ink, connectivity=8)
    strokes = [box for box in boxes[1:].tolist() if box[4] >= SPECK]
    return len(strokes) <= FEW and max((_measure_reach(box, ink.shape) for box in strokes), default=0) >= REACH * len(
        dark
    )


def _measure_reach(box: Sequence[int], shape: tuple[int, ...]) -> int:
    """How far a stroke reaches inside from the one side that it touches, in px. A slanted rule may leave a corner."""
    x, y, width, height = box[:4]
    left, right, top, foot = x == 0, x + width == shape[1], y == 0, y + height == shape[0]
    if (left and right) or (top and foot):
        return 0
    if (left or right) and (top or foot):
        return min(width, height)
    return width * (left or right) + height * (top or foot)
