"""Thin dark strokes against paper, and those of them that run on, as printed rules do."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

Dark = NDArray[np.uint8]
"""(H, W) uint8: how much darker than the paper around it, 0 none to 255 black on white."""


def find_thin_strokes(grey: NDArray[np.uint8], width_px: int) -> Dark:
    """The strokes of `grey` (h, w) uint8 that are thinner than `width_px`, as darkness (h, w) uint8: a morphological
    black hat by the paper's brightness. Shadows and areas vanish.
    """
    closed = cv2.morphologyEx(grey, cv2.MORPH_CLOSE, np.ones((width_px, width_px), np.uint8))
    paper = cv2.max(closed, np.full_like(closed, 32))  # in black corners noise must not become ink
    return np.asarray(cv2.divide(cv2.subtract(closed, grey), paper, scale=255), np.uint8)


def keep_level_strokes(dark: Dark, length_px: int) -> Dark:
    """What of `dark` (h, w) uint8 runs on across for `length_px`, (h, w) uint8: rules stay, writing goes. Slopes up to
    3 px over that length are allowed.
    """
    thick = cv2.dilate(dark, np.ones((3, 1), np.uint8))
    return np.asarray(cv2.morphologyEx(thick, cv2.MORPH_OPEN, np.ones((1, length_px), np.uint8)), np.uint8)


def keep_upright_strokes(dark: Dark, length_px: int) -> Dark:
    """What of `dark` (h, w) uint8 runs on down for `length_px`, (h, w) uint8; else as `keep_level_strokes`."""
    thick = cv2.dilate(dark, np.ones((1, 3), np.uint8))
    return np.asarray(cv2.morphologyEx(thick, cv2.MORPH_OPEN, np.ones((length_px, 1), np.uint8)), np.uint8)
