"""What a hand does to a digit from one time to the next: strokes without breaks, bent unevenly, ended elsewhere."""

from __future__ import annotations

from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

FRAME = 64
"""Side of a glyph's frame in pixels."""
STEP = 8
"""Distances are stored in eighths of a pixel."""
_FAINT, _INKED = 0.3, 0.6
"""Ink may fade to the first share of a glyph's darkest where it goes on from ink of the second."""
_SPECK = 0.04
"""Pieces and holes smaller than this share of the ink are grain of the paper, not strokes."""
_RING = np.array([[1, 1, 1], [1, 0, 1], [1, 1, 1]], np.uint8)
_BENDS = 96
Frame = NDArray[np.uint8]
"""(64, 64): a glyph's ink, or distances from its skeleton in eighths of a pixel."""


def join_strokes(mask: Frame) -> NDArray[np.bool_]:
    """The glyph's strokes (64, 64) bool, joined where they are thin and faint, without specks of ink or of paper."""
    soft = cv2.GaussianBlur(mask, (0, 0), 0.8).astype(np.float32)
    peak = float(np.percentile(soft[soft > 25], 90)) if (soft > 25).any() else 255.0
    kept = _keep_large((soft > _FAINT * peak).astype(np.uint8), soft > _INKED * peak, _SPECK)
    return ~_keep_large((~kept).astype(np.uint8), ~kept, _SPECK / 2)


def _keep_large(pieces: Frame, sure: NDArray[np.bool_], share: float) -> NDArray[np.bool_]:
    """The pieces (64, 64) bool with some sure pixels and at least this share of all sure pixels."""
    count, labels, facts, _ = cv2.connectedComponentsWithStats(pieces, connectivity=8)
    least = share * min(float(sure.sum()), FRAME * FRAME / 8)
    seen = np.bincount(labels[sure], minlength=count) > 0
    keep = (facts[:, cv2.CC_STAT_AREA] >= least) & seen
    keep[0] = False
    return np.asarray(keep[labels], np.bool_)


@cache
def _make_bends() -> list[tuple[NDArray[np.int16], NDArray[np.uint16]]]:
    """Maps for `cv2.remap` that bend a frame smoothly by 1 to 3 pixels, every fourth half as far again."""
    rng = np.random.default_rng(11)
    ys, xs = np.mgrid[0:FRAME, 0:FRAME].astype(np.float32)
    maps = []
    for number in range(_BENDS):
        knots = int(rng.integers(3, 6))
        coarse = rng.normal(0, rng.uniform(1.0, 3.0), (2, knots, knots)).astype(np.float32)
        coarse = coarse[:, :3, :3] * 1.5 if number % 4 == 3 else coarse  # so smooth that even then nothing tears
        dx, dy = (cv2.resize(part, (FRAME, FRAME), interpolation=cv2.INTER_CUBIC) for part in coarse)
        maps.append(cv2.convertMaps(xs + dx, ys + dy, cv2.CV_16SC2))
    return maps


def bend_frame(frame: Frame, which: float, beyond: int) -> Frame:
    """The frame (64, 64) uint8 bent in one of the ways; `which` (0 to 1) chooses, `beyond` fills in from outside."""
    along, across = _make_bends()[int(which * _BENDS)]
    return np.asarray(cv2.remap(frame, along, across, cv2.INTER_LINEAR, borderValue=beyond), np.uint8)


def move_end(distance: Frame, numbers: NDArray[np.float64]) -> Frame:
    """The distances (64, 64) uint8 from a skeleton after one of its ends was lengthened or cut short, or a loop opened.

    `numbers` (4,) float64, each 0 to 1, decide; the same numbers do the same.
    """
    thin = (distance == 0).astype(np.uint8)
    around = cv2.filter2D(thin, -1, _RING, borderType=cv2.BORDER_CONSTANT)
    ends = np.argwhere((thin > 0) & (around == 1))
    if len(ends) and numbers[0] < 0.75:
        end = ends[int(numbers[1] * len(ends))]
        _lengthen(thin, end, 1 + 5 * numbers[3]) if numbers[2] < 0.5 else _open_stroke(thin, end, 1 + 4 * numbers[3])
    else:
        places = np.argwhere(thin)
        upper = places[: max(1, len(places) // 2)]
        _open_stroke(thin, upper[int(numbers[1] * len(upper))], 1.5 + 2.5 * numbers[3])
    far = cv2.distanceTransform(1 - thin, cv2.DIST_L2, 5)
    return np.asarray(np.minimum(far * STEP, 255), np.uint8)


def _lengthen(thin: Frame, end: NDArray[np.int64], by: float) -> None:
    """Lengthens the stroke in its own direction, by so many pixels."""
    near = np.argwhere(thin)
    near = near[np.abs(near - end).max(1) <= 5]
    way = end - near.mean(0)
    to = end + way / max(float(np.hypot(*way)), 1.0) * by
    cv2.line(thin, (int(end[1]), int(end[0])), (round(float(to[1])), round(float(to[0]))), 1)


def _open_stroke(thin: Frame, at: NDArray[np.int64], radius: float) -> None:
    """Takes the stroke away around a place, unless too little would be left."""
    hole = thin.copy()
    cv2.circle(hole, (int(at[1]), int(at[0])), round(radius), 0, -1)
    if hole.sum() > 0.6 * thin.sum():
        thin[:] = hole
