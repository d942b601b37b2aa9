"""Reads crosses by thresholds on their ink: what the network of `scanner.read.marks` replaced, kept to compare with."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.read.marks import Mark, make_mark
from scanner.read.signatures import find_ink
from scanner.reading import Flag

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
    dark = find_ink(crop, paper)
    free = cv2.distanceTransform(np.pad(1 - dark, 1), cv2.DIST_L2, 5)
    return Ink(float(dark.mean()), _least_side(dark), float(free.max()) / crop.shape[1])


def read_cross(crop: NDArray[np.uint8], paper: float = 0.0) -> Mark:
    """Whether the box is crossed (x, tick, circle, slash); a filled or scribbled one was taken back and counts as
    blank.

    A cross leaves paper between its arms, at the middles of the sides; a scribble over it does not.
    """
    ink = look(crop, paper)
    marked = _logistic(9 * (ink.share - (_BLANK + _STROKE) / 2) / (_STROKE - _BLANK))
    back = _logistic((ink.side - _SIDE) / _SIDE_SPREAD) * _logistic((_GAP - ink.gap) / _GAP_SPREAD)
    flags: list[Flag] = ["taken-back"] if back > 0.5 else []
    mark = make_mark(marked * (1 - back))
    if mark.confidence < _SURE or (_CROWDED[0] < ink.share < _CROWDED[1] and ink.gap < _CROWDED_GAP):
        flags.append("doubtful")
    return replace(mark, flags=tuple(flags))


def _least_side(dark: NDArray[np.uint8]) -> float:
    """The least inked of the four middles of the sides, each a third long and a quarter deep."""
    height, width = dark.shape
    rows, columns = slice(height // 3, -(height // 3)), slice(width // 3, -(width // 3))
    deep, wide = max(1, height // 4), max(1, width // 4)
    return float(
        min(
            part.mean()
            for part in (dark[:deep, columns], dark[-deep:, columns], dark[rows, :wide], dark[rows, -wide:])
        )
    )


def _logistic(value: float) -> float:
    return 1 / (1 + math.exp(-min(max(value, -50.0), 50.0)))
