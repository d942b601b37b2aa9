"""A thumb that holds the sheet down and hides a corner mark."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from dev.filler.camera.lens import Lens
from dev.filler.pens.pen import Picture

_COARSE = 4  # the thumb is drawn at a quarter of the resolution: skin is soft
_WIDTH_MM = 24.0  # a broad thumb pressed flat, so that a mark of 9 mm disappears
_SKINS = ((124, 152, 208), (105, 135, 190), (150, 175, 224), (60, 84, 128))


def draw_thumb(picture: Picture, lens: Lens, corner: int, rng: np.random.Generator) -> NDArray[np.bool_]:
    """Paints the thumb over that corner mark (0 to 3 from the upper left), in place.

    Returns where it is, (h/4, w/4) bool: a quarter of the picture's scale.
    """
    width, height = lens.page_mm
    inner = np.array([(15.5, 15.5), (width - 15.5, 15.5), (width - 15.5, height - 15.5), (15.5, height - 15.5)][corner])
    outer = inner + (inner - np.array([width, height]) / 2) * float(rng.uniform(0.9, 1.1)) + rng.normal(0, 12, 2)
    tip, root = (lens.project(np.array([point]))[0] / _COARSE for point in (inner, outer))
    radius = _WIDTH_MM / 2 * _measure_px_per_mm(lens, inner) / _COARSE
    along, off = _make_capsule(picture.shape[0] // _COARSE, picture.shape[1] // _COARSE, tip, root)
    cover = np.clip(radius - off + 0.5, 0, 1).astype(np.float32)
    _shade(picture, cv2.GaussianBlur(cover, (0, 0), radius * 0.35) * 0.45, np.zeros(3, np.float32))
    _paint(picture, cover, off / radius, along / radius, rng)
    return np.asarray(cover > 0.5)


def _measure_px_per_mm(lens: Lens, point: NDArray[np.float64]) -> float:
    a, b = lens.project(np.array([point, (point[0] + 1.0, point[1])]))
    return float(np.hypot(*(b - a)))


def _make_capsule(
    rows: int, columns: int, tip: NDArray[np.float64], root: NDArray[np.float64]
) -> tuple[NDArray[np.float32], ...]:
    """For each pixel: how far along from the tip, and how far from the axis."""
    ys, xs = np.mgrid[:rows, :columns].astype(np.float32)
    axis = (root - tip) / np.hypot(*(root - tip))
    along = (xs - tip[0]) * axis[0] + (ys - tip[1]) * axis[1]
    off = np.abs((xs - tip[0]) * axis[1] - (ys - tip[1]) * axis[0])
    off = np.where(along < 0, np.hypot(xs - tip[0], ys - tip[1]), off)
    return np.asarray(along, np.float32), np.asarray(off, np.float32)


def _paint(
    picture: Picture,
    cover: NDArray[np.float32],
    off: NDArray[np.float32],
    along: NDArray[np.float32],
    rng: np.random.Generator,
) -> None:
    """Skin, darker at the rim, and a nail near the tip."""
    skin = np.array(_SKINS[int(rng.integers(len(_SKINS)))], np.float32)
    round_ = np.sqrt(np.clip(1 - 0.75 * off**2, 0.1, 1))[..., None]
    colour = skin * round_ * (0.97 + 0.03 * np.sin(along * 9))[..., None]
    nail = np.clip(9 * (1 - (off / 0.6) ** 4 - ((along - 0.15) / 0.8) ** 4), 0, 1)[..., None]
    colour = colour * (1 - nail) + np.clip(skin * 1.1 + (28, 20, 10), 0, 255) * round_**0.5 * nail
    _shade(picture, cover, colour.astype(np.float32))


def _shade(picture: Picture, cover: NDArray[np.float32], colour: NDArray[np.float32]) -> None:
    """Blends `colour` (for each coarse pixel, or one) over the picture by `cover`, only where there is any."""
    rows, columns = (np.flatnonzero((cover > 0.004).any(axis=axis)) for axis in (1, 0))
    if not len(rows):
        return
    top, bottom, left, right = rows[0], rows[-1] + 1, columns[0], columns[-1] + 1
    area = picture[top * _COARSE : bottom * _COARSE, left * _COARSE : right * _COARSE]
    size = (area.shape[1], area.shape[0])
    alpha = cv2.resize(cover[top:bottom, left:right], size, interpolation=cv2.INTER_LINEAR)[..., None]
    tint = (
        cv2.resize(colour[top:bottom, left:right], size, interpolation=cv2.INTER_LINEAR) if colour.ndim == 3 else colour
    )
    area[:] = np.clip(area * (1 - alpha) + tint * alpha, 0, 255).astype(np.uint8)
