"""What cameras make of a cell: as their sensor has it, as a phone of today improves it, or as an old one spoils it.

The last two do to a cell what `dev.filler.camera.develop` does to a whole picture.
"""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
from numpy.typing import NDArray

Grey = NDArray[np.float32]
"""(h, w) float32, 0 to 255."""
Develop = Callable[[Grey, np.random.Generator], Grey]


def keep_plain(cell: Grey, rng: np.random.Generator) -> Grey:
    """The cell (h, w) float32 as the sensor has it."""
    return cell


def improve(cell: Grey, rng: np.random.Generator) -> Grey:
    """The cell (h, w) float32 without noise, its paper nearly white, strokes sharpened until they have halos."""
    smooth = cv2.bilateralFilter(np.clip(cell, 0, 255), 5, float(rng.uniform(4, 28)), float(rng.uniform(1, 2.5)))
    paper = max(float(np.percentile(smooth, 90)), 30.0)
    bright = smooth * np.float32(rng.uniform(205, 262) / paper)
    soft = cv2.GaussianBlur(bright, (0, 0), float(rng.uniform(0.6, 1.6)))
    return np.asarray(bright + (bright - soft) * np.float32(rng.uniform(0.3, 2.0)), np.float32)


def spoil(cell: Grey, rng: np.random.Generator) -> Grey:
    """The cell (h, w) float32 after it was smaller for a while, with noise in blots, hard contrast, packed twice."""
    h, w = cell.shape
    share, way = float(rng.uniform(0.5, 0.95)), int(rng.choice([cv2.INTER_AREA, cv2.INTER_LINEAR, cv2.INTER_CUBIC]))
    size = max(8, round(w * share)), max(14, round(h * share))
    small = np.asarray(cv2.resize(cell, size, interpolation=way), np.float32)
    grain = np.asarray(rng.standard_normal(small.shape, np.float32))
    blots = cv2.GaussianBlur(grain, (0, 0), float(rng.uniform(0.5, 1.5)))
    strong = float(rng.uniform(0, 0.035)) * float(small.mean()) / max(float(blots.std()), 1e-3)
    small = np.asarray(cv2.addWeighted(small, 1.0, blots, strong, 0), np.float32)
    low = float(rng.uniform(0, 0.25)) * float(small.max())
    hard = np.clip((small - low) * np.float32(rng.uniform(1.0, 1.25)), 0, 255).astype(np.uint8)
    _, packed = cv2.imencode(".jpg", hard, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(30, 85))])
    unpacked = np.asarray(cv2.imdecode(packed, cv2.IMREAD_GRAYSCALE), np.float32)
    return np.asarray(cv2.resize(unpacked, (w, h), interpolation=cv2.INTER_LINEAR), np.float32)


DEVELOPERS: tuple[Develop, ...] = (keep_plain, improve, spoil)
UP_TO = (0.5, 0.8, 1.0)
"""Shares of cells, added up."""
