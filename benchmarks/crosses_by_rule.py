"""Reads crosses by thresholds on their ink: what the network of `scanner.marks` replaced, kept to compare with."""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.marks import Mark
from scanner.reading import Flag

_SHADED = 0.8
"""How much darker the paper in the box may be than beside it: a box may be filled, but not lie in another shadow."""
_INK = 0.16
"""Share of the paper's light that a pixel of ink takes: pencil takes 0.25 and more, paper grain and shadow edges 0.1.
"""
_FAINT = 0.09
"""The same for thin strokes against the paper on both sides: shadows do not disturb it, so blurred hairlines count."""
_PAINTED = 0.5
"""A box darker than this share of the paper beside it is painted over: a shadow that ends in it leaves more."""
_WIDEST = 0.3
"""Widest stroke in box widths: a felt pen of 1.5 mm in a box of 6 mm takes 0.25."""
_EDGE, _EDGE_REACH = 0.22, 0.1
"""Rise of the light within this reach (box widths) at the edge of ink; shadows that lay in boxes rose less there."""
_BLANK, _STROKE = 0.02, 0.05
"""Inked share of a box that is blank for sure (specks, a corner of the neighbour's ink), and of one that is marked for
sure: a hairline slash that skips covers 0.057. 1,044 blank boxes had 0.000."""
_SIDE, _SIDE_SPREAD = 0.33, 0.05
"""Least inked share of the middles of the four sides: boxes taken back have 0.46 and more, crosses up to 0.25."""
_GAP, _GAP_SPREAD = 0.107, 0.006
"""Radius of the largest free circle, in box widths: boxes taken back leave 0.09 and less, felt-pen crosses 0.12 and
more, circles more still."""
_CROWDED, _CROWDED_GAP = (0.36, 0.55), 0.155
"""Inked share and free circle of a pencil's loose zigzag over a cross; hardly a cross looks so. It is asked about."""
_SURE = 0.9
"""Below this probability a person looks at the box."""


@dataclass(frozen=True, slots=True)
class Ink:
    """What a box holds: the inked share, the least inked share in the middles of its four sides (0..1), and the radius
    of the largest ink-free circle in box widths (0..0.5).
    """

    share: float
    side: float
    gap: float


def look(crop: NDArray[np.uint8], paper: float = 0.0) -> Ink:
    """Measures the ink in `crop` (h, w) uint8, the inside of a box; `paper` is the grey level of the paper near it."""
    smooth = cv2.GaussianBlur(crop, (3, 3), 0).astype(np.float32)
    light = max(float(np.percentile(smooth, 96)), _SHADED * paper, 1.0)
    dark = np.asarray(1 - smooth / light > _INK, np.uint8)
    if smooth.mean() > _PAINTED * paper:
        dark = _edged(dark, smooth, light) | _thin(smooth)
    inked = np.asarray(cv2.morphologyEx(dark, cv2.MORPH_OPEN, np.ones((2, 2), np.uint8)), np.uint8)
    free = cv2.distanceTransform(np.pad(1 - inked, 1), cv2.DIST_L2, 5)
    return Ink(float(inked.mean()), _least_side(inked), float(free.max()) / crop.shape[1])


def _thin(smooth: NDArray[np.float32]) -> NDArray[np.uint8]:
    """Strokes: darker than the paper on both sides of them, whatever light lies there. Closing fills strokes only."""
    size = max(3, round(_WIDEST * smooth.shape[1]))
    even = cv2.GaussianBlur(smooth, (5, 5), 0)
    paper = cv2.morphologyEx(even, cv2.MORPH_CLOSE, np.ones((size, size), np.uint8))
    return np.asarray(1 - even / np.maximum(paper, 1.0) > _FAINT, np.uint8)


def _edged(dark: NDArray[np.uint8], smooth: NDArray[np.float32], light: float) -> NDArray[np.uint8]:
    """The dark areas with an edge as sharp as ink's: a shadow's edge runs over millimetres and is none."""
    reach = max(3, round(_EDGE_REACH * smooth.shape[1]))
    steep = cv2.morphologyEx(smooth, cv2.MORPH_GRADIENT, np.ones((reach, reach), np.uint8)) > _EDGE * light
    _, areas = cv2.connectedComponents(dark)
    return np.asarray(np.isin(areas, np.unique(areas[steep & (dark > 0)])) & (dark > 0), np.uint8)


def read_cross(crop: NDArray[np.uint8], paper: float = 0.0) -> Mark:
    """Whether the box is crossed (x, tick, circle, slash); a filled or scribbled one was taken back and counts as
    blank.

    A cross leaves paper between its arms, at the middles of the sides; a scribble over it does not.
    """
    ink = look(crop, paper)
    marked = _logistic(9 * (ink.share - (_BLANK + _STROKE) / 2) / (_STROKE - _BLANK))
    back = _logistic((ink.side - _SIDE) / _SIDE_SPREAD) * _logistic((_GAP - ink.gap) / _GAP_SPREAD)
    flags: list[Flag] = ["taken-back"] if back > 0.5 else []
    best = _ranked(marked * (1 - back))
    if best[0][1] < _SURE or (_CROWDED[0] < ink.share < _CROWDED[1] and ink.gap < _CROWDED_GAP):
        flags.append("doubtful")
    return Mark(best[0][0], best[0][1], best, tuple(flags))


def _least_side(inked: NDArray[np.uint8]) -> float:
    """The least inked of the four middles of the sides, each a third long and a quarter deep."""
    height, width = inked.shape
    rows, columns = slice(height // 3, -(height // 3)), slice(width // 3, -(width // 3))
    deep, wide = max(1, height // 4), max(1, width // 4)
    return float(
        min(
            part.mean()
            for part in (inked[:deep, columns], inked[-deep:, columns], inked[rows, :wide], inked[rows, -wide:])
        )
    )


def _ranked(marked: float) -> tuple[tuple[str, float], tuple[str, float]]:
    """Both answers, the likelier first; none is ever certain."""
    marked = min(max(marked, 1e-4), 1 - 1e-4)
    both = ("x", marked), ("", 1 - marked)
    return both if marked >= 0.5 else (both[1], both[0])


def _logistic(value: float) -> float:
    return 1 / (1 + math.exp(-min(max(value, -50.0), 50.0)))
