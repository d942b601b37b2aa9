"""Pens, and what they leave on paper: strokes of their own width and colour, that skip, fade and grain."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

import cv2
import numpy as np
from numpy.typing import NDArray

from dev.filler.pens.glyphs import Mask

Kind = Literal["ball", "pencil", "felt", "gel"]
Picture = NDArray[np.uint8]
"""(H, W, 3) uint8, blue green red."""

_COLOURS = {"blue": (150, 62, 38), "black": (58, 52, 52), "red": (52, 46, 186), "green": (70, 105, 40)}
_GREY = (92, 90, 90)  # graphite


@dataclass(frozen=True, slots=True)
class Pen:
    """`width_mm` of its stroke; `colour` of full ink (blue, green, red); `cover` at full pressure 0..1; `grain` and
    `skips` 0..1.
    """

    kind: Kind
    width_mm: float
    colour: tuple[int, int, int]
    cover: float
    grain: float = 0.0
    skips: float = 0.0


def choose_pen(rng: np.random.Generator, kind: str | None = None) -> Pen:
    """A pen as they lie on a card table: mostly ball pens; `kind` fixes the kind."""
    chosen = kind or str(rng.choice(["ball", "gel", "felt", "pencil"], p=[0.62, 0.14, 0.1, 0.14]))
    colour = _COLOURS[str(rng.choice(list(_COLOURS), p=[0.52, 0.32, 0.11, 0.05]))]
    if chosen == "pencil":
        return Pen("pencil", float(rng.uniform(0.35, 0.6)), _GREY, float(rng.uniform(0.5, 0.85)), 0.55)
    if chosen == "felt":
        return Pen("felt", float(rng.uniform(0.8, 1.5)), colour, float(rng.uniform(0.9, 0.98)), 0.05)
    if chosen == "gel":
        return Pen("gel", float(rng.uniform(0.4, 0.7)), colour, 0.95, 0.04)
    skips = float(rng.uniform(0.1, 0.45)) if rng.random() < 0.18 else 0.0
    return Pen("ball", float(rng.uniform(0.25, 0.45)), colour, float(rng.uniform(0.75, 0.95)), 0.2, skips)


def thicken(pen: Pen, times: float) -> Pen:
    """The same pen pressed harder."""
    return replace(pen, width_mm=pen.width_mm * times, cover=min(1.0, pen.cover * 1.15), skips=0.0)


def stroke(mask: Mask, width_px: float) -> Mask:
    """`mask` (h, w) uint8 drawn again with strokes `width_px` wide, whatever its own strokes are.

    Returns uint8 with `find_margin(width_px)` pixels more on each side. Ridges of the distance transform (Blum 1967)
    keep a thin pen's strokes whole where the glyph's own strokes are uneven.
    """
    room = find_margin(width_px)
    ink = cv2.copyMakeBorder(mask, room, room, room, room, cv2.BORDER_CONSTANT, value=0) > 75
    inside = cv2.distanceTransform(ink.astype(np.uint8), cv2.DIST_L2, 5)
    outside = cv2.distanceTransform((~ink).astype(np.uint8), cv2.DIST_L2, 5)
    ridge = ink & (inside >= cv2.dilate(inside, np.ones((3, 3), np.uint8)) - 0.3)
    depth = np.where(ink, inside - 0.5, 0.5 - outside)  # of each pixel's centre below the stroke's edge
    own = 2 * float(np.median(depth[ridge])) if ridge.any() else width_px
    field = depth + (width_px - own) / 2
    if width_px < own:
        spine = cv2.distanceTransform((~ridge).astype(np.uint8), cv2.DIST_L2, 5)
        field = np.maximum(field, width_px / 2 - spine)
    return np.asarray(np.clip(field + 0.5, 0, 1) * 255, np.uint8)


def find_margin(width_px: float) -> int:
    """How many pixels `stroke` adds on every side."""
    return int(np.ceil(width_px / 2)) + 2


def write(page: Picture, mask: Mask, left: int, top: int, pen: Pen, rng: np.random.Generator) -> None:
    """Lays `mask` (h, w) uint8 in `pen`'s ink on `page` (H, W, 3) uint8, in place.

    The mask's upper left corner comes to that pixel; what falls off the page is lost.
    """
    x0, y0 = max(0, left), max(0, top)
    x1, y1 = min(page.shape[1], left + mask.shape[1]), min(page.shape[0], top + mask.shape[0])
    if x0 >= x1 or y0 >= y1:
        return
    ink = _press(mask, pen, rng)[y0 - top : y1 - top, x0 - left : x1 - left, None]
    paper = page[y0:y1, x0:x1].astype(np.float32)
    page[y0:y1, x0:x1] = (paper * (1 - ink * (1 - np.array(pen.colour, np.float32) / 255.0)) + 0.5).astype(np.uint8)


def _press(mask: Mask, pen: Pen, rng: np.random.Generator) -> NDArray[np.float32]:
    """How much ink each pixel gets, 0..1: slow changes of pressure, the paper's grain, gaps where the ball skips."""
    height, width = mask.shape
    slow = _make_smooth_noise(rng, height, width, 14)
    ink = mask.astype(np.float32) / 255.0 * pen.cover * np.clip(0.93 + 0.14 * slow, 0, 1)
    if pen.grain:
        ink *= np.clip(1 - pen.grain * (0.35 + 0.5 * _make_smooth_noise(rng, height, width, 2)), 0, 1)
    if pen.skips:
        ink *= np.clip(1.6 - 1.9 * pen.skips - 1.7 * _make_smooth_noise(rng, height, width, 12), 0.2, 1)
    return np.asarray(ink, np.float32)


def _make_smooth_noise(rng: np.random.Generator, height: int, width: int, cell: int) -> NDArray[np.float32]:
    """(height, width) float32 noise of deviation about 0.6 that changes over `cell` pixels."""
    coarse = rng.standard_normal((height // cell + 2, width // cell + 2)).astype(np.float32)
    return np.asarray(cv2.resize(coarse, (width, height), interpolation=cv2.INTER_CUBIC), np.float32)
