"""Reads crosses and signatures by their ink: marked, blank, taken back, doubtful. No network, no rule."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.reading import Flag

_INK = 0.16
"""Share of the paper's light that a pixel of ink takes: pencil takes 0.25 and more, paper grain and shadow edges 0.1.
"""
_BLANK, _STROKE = 0.02, 0.05
"""Inked share of a box that is blank for sure (specks, a corner of the neighbour's ink), and of one that is marked for
sure: a short hairline tick covers 0.05."""
_FULL = 0.42
"""Inked share from which the box may be filled; a felt-pen cross reaches 0.5 but leaves paper between its arms."""
_GAP = 0.13
"""Radius of the largest free circle, in box widths: a cross leaves 0.2 and more, a scribble over it under 0.12."""


@dataclass(frozen=True, slots=True)
class Ink:
    """What a box holds: the inked share (0..1), and the radius of the largest ink-free circle in box widths
    (0..0.5).
    """

    share: float
    gap: float


@dataclass(frozen=True, slots=True)
class Mark:
    """A reading of a cross: `text` "x" or "", its probability, candidates best first, flags."""

    text: str
    confidence: float
    candidates: tuple[tuple[str, float], ...]
    flags: tuple[Flag, ...]


def look(crop: NDArray[np.uint8]) -> Ink:
    """Measures the ink in `crop` (h, w) uint8, the inside of a box."""
    smooth = cv2.GaussianBlur(crop, (3, 3), 0).astype(np.float32)
    paper = max(float(np.percentile(smooth, 92)), 1.0)
    inked = (1 - smooth / paper > _INK).astype(np.uint8)
    inked = np.asarray(cv2.morphologyEx(inked, cv2.MORPH_OPEN, np.ones((2, 2), np.uint8)), np.uint8)
    free = cv2.distanceTransform(1 - inked, cv2.DIST_L2, 3)
    return Ink(float(inked.mean()), float(free.max()) / crop.shape[1] if inked.any() else 0.5)


def read_cross(crop: NDArray[np.uint8]) -> Mark:
    """Whether the box is crossed (x, tick, circle, slash); a filled or scribbled box was taken back and counts as
    blank.
    """
    ink = look(crop)
    marked = float(1 / (1 + np.exp(-(ink.share - (_BLANK + _STROKE) / 2) / (_STROKE - _BLANK) * 9)))
    full = float(1 / (1 + np.exp(-(ink.share - _FULL) / 0.03)) / (1 + np.exp((ink.gap - _GAP) / 0.012)))
    crossed = min(max(marked * (1 - full), 1e-4), 1 - 1e-4)
    best = (("x", crossed), ("", 1 - crossed)) if crossed >= 0.5 else (("", 1 - crossed), ("x", crossed))
    flags: tuple[Flag, ...] = ("taken-back",) if full > 0.5 else ()
    return Mark(best[0][0], best[0][1], best, flags)


def read_signature(crop: NDArray[np.uint8]) -> Mark:
    """Whether there is ink at all: "x" or ""."""
    share = look(crop).share
    signed = float(1 / (1 + np.exp(-(share - 0.012) / 0.003)))
    signed = min(max(signed, 1e-4), 1 - 1e-4)
    best = (("x", signed), ("", 1 - signed)) if signed >= 0.5 else (("", 1 - signed), ("x", signed))
    return Mark(best[0][0], best[0][1], best, ())
