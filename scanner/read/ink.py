"""From a cell's grey pixels to the ink that the recogniser sees. Training and reading share these functions."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

HEIGHT_PX = 40
"""Height of a cell for the recogniser: digits of 30 % of a cell still stand 12 px high; twice the height would cost
four times the arithmetic."""
WIDTHS_PX = (24, 176)
"""Narrower cells are padded, wider ones squeezed; a cell 4.4 times as wide as high is wider than any number needs."""
FLOOR = 0.2
"""Least ink contrast that is stretched to full black: below it paper grain would become ink."""
_PAPER_PX = 17
"""Side of the window in which some paper must show; felt pens at 40 px height are up to 8 px wide."""


def measure_darkness(crop: NDArray[np.uint8]) -> NDArray[np.float32]:
    """The share of the paper's light that is missing in a grey cell (h, w) uint8: (40, w') float32, its aspect kept."""
    low, high = WIDTHS_PX
    width = int(np.clip(round(crop.shape[1] * HEIGHT_PX / crop.shape[0]), low, high))
    shrink = crop.shape[0] > HEIGHT_PX
    grey = cv2.resize(crop, (width, HEIGHT_PX), interpolation=cv2.INTER_AREA if shrink else cv2.INTER_LINEAR)
    smooth = cv2.GaussianBlur(grey, (3, 3), 0)
    paper = cv2.dilate(smooth, np.ones((_PAPER_PX, _PAPER_PX), np.uint8))
    paper = cv2.blur(paper, (_PAPER_PX, _PAPER_PX)).astype(np.float32)
    return np.asarray(1.0 - grey.astype(np.float32) / np.maximum(paper, 1.0), np.float32)


def measure_blackness(dark: NDArray[np.float32]) -> float:
    """How black a cell's ink is (0..1): what the darkest hundredth of the inside of `dark` (40, w) float32 exceeds."""
    inner = dark[4:-4, 4:-4]
    return float(np.partition(inner.ravel(), -inner.size // 100)[-inner.size // 100])


def stretch_ink(dark: NDArray[np.float32]) -> NDArray[np.float32]:
    """The ink that the recogniser sees, (40, w) float32 in 0 (paper) to 1 (the cell's darkest ink), by its darkness
    (40, w) float32.
    """
    return np.asarray(np.clip(dark / max(measure_blackness(dark), FLOOR), 0.0, 1.0), np.float32)


def extract_ink(crop: NDArray[np.uint8]) -> NDArray[np.float32]:
    """The ink of a grey cell (h, w) uint8: (40, w') float32 in 0 (paper) to 1 (darkest ink)."""
    return stretch_ink(measure_darkness(crop))


def make_batch(inks: Sequence[NDArray[np.float32]], width: int) -> NDArray[np.float32]:
    """Several cells' ink (40, w) float32, w up to `width`, as one batch (n, 1, 40, width) float32 with paper to the
    right of each.
    """
    batch = np.zeros((len(inks), 1, HEIGHT_PX, width), np.float32)
    for row, part in zip(batch, inks, strict=True):
        row[0, :, : part.shape[1]] = part
    return batch
