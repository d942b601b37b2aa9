"""Whether a signature field holds ink: by its share of inked pixels, whatever light or shadow lies on it."""

from __future__ import annotations

import math

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.read.marks import Mark, make_mark

_SHADED_PAPER = 0.8
"""How much darker the paper in the field may be than beside it."""
_INK = 0.16
"""Share of the paper's light that a pixel of ink takes: pencil takes 0.25 and more, paper grain and shadow edges 0.1.
"""
_FAINT = 0.09
"""The same for thin strokes against the paper on both sides: shadows do not disturb it, so blurred hairlines count."""
_PAINTED = 0.5
"""A field darker than this share of the paper beside it is painted over: a shadow that ends in it leaves more."""
_WIDEST = 0.3
"""Widest stroke in field widths."""
_EDGE, _EDGE_REACH = 0.22, 0.1
"""Rise of the light within this reach (field widths) at the edge of ink; shadows that lay in fields rose less there."""
_SIGNED, _SPREAD = 0.012, 0.003
"""Inked share of a field that is signed; a short wave covers 0.03."""


def read_signature(crop: NDArray[np.uint8], paper: float = 0.0) -> Mark:
    """Whether there is ink, "x" or "", in `crop` (h, w) uint8; `paper` is the grey level of the paper near it."""
    beyond = (float(find_ink(crop, paper).mean()) - _SIGNED) / _SPREAD
    return make_mark(1 / (1 + math.exp(-min(max(beyond, -50.0), 50.0))))


def find_ink(crop: NDArray[np.uint8], paper: float) -> NDArray[np.uint8]:
    """The pixels of `crop` (h, w) uint8 that hold ink: (h, w) uint8, 1 for ink. `paper`: as in `read_signature`."""
    smooth = cv2.GaussianBlur(crop, (3, 3), 0).astype(np.float32)
    light = max(float(np.percentile(smooth, 96)), _SHADED_PAPER * paper, 1.0)
    dark = np.asarray(1 - smooth / light > _INK, np.uint8)
    if smooth.mean() > _PAINTED * paper:
        dark = _keep_sharp_edged(dark, smooth, light) | _find_thin_ink(smooth)
    return np.asarray(cv2.morphologyEx(dark, cv2.MORPH_OPEN, np.ones((2, 2), np.uint8)), np.uint8)


def _find_thin_ink(smooth: NDArray[np.float32]) -> NDArray[np.uint8]:
    """The strokes (h, w) uint8: what is darker than the paper on both sides of it, whatever light lies there. Closing
    fills strokes only.
    """
    size = max(3, round(_WIDEST * smooth.shape[1]))
    even = cv2.GaussianBlur(smooth, (5, 5), 0)
    paper = cv2.morphologyEx(even, cv2.MORPH_CLOSE, np.ones((size, size), np.uint8))
    return np.asarray(1 - even / np.maximum(paper, 1.0) > _FAINT, np.uint8)


def _keep_sharp_edged(dark: NDArray[np.uint8], smooth: NDArray[np.float32], light: float) -> NDArray[np.uint8]:
    """The dark areas (h, w) uint8 with an edge as sharp as ink's. A shadow's edge runs over millimetres and is not."""
    reach = max(3, round(_EDGE_REACH * smooth.shape[1]))
    steep = cv2.morphologyEx(smooth, cv2.MORPH_GRADIENT, np.ones((reach, reach), np.uint8)) > _EDGE * light
    _, areas = cv2.connectedComponents(dark)
    return np.asarray(np.isin(areas, np.unique(areas[steep & (dark > 0)])) & (dark > 0), np.uint8)
