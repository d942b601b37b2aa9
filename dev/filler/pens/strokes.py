"""Marks that are drawn, not spelled: crosses, ticks, strike-outs, scribbles, signatures. Masks of hairlines, to be
`stroked`.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from dev.filler.pens.glyphs import Mask

Path = list[tuple[float, float]]
"""Points of one stroke in a box of 1 x 1, y down."""

_SHIFT = 4  # fractional bits of OpenCV's drawing


def draw_strokes(
    paths: Sequence[Path], width: int, height: int, rng: np.random.Generator, wobble: float = 0.03
) -> Mask:
    """The strokes in a box of that many pixels, (height, width) uint8, led by an unsteady hand: `wobble` in parts of
    the box."""
    mask = np.zeros((max(2, height), max(2, width)), np.uint8)
    for path in paths:
        curve = _lead(np.array(path, float), rng, wobble) * (width - 1, height - 1)
        cv2.polylines(mask, [np.round(curve * 2**_SHIFT).astype(np.int32)], False, 255, 1, cv2.LINE_8, _SHIFT)
    return mask


def draw_cross(rng: np.random.Generator) -> list[Path]:
    """Two strokes crossing."""
    a, b = rng.normal(0, 0.07, 4), rng.normal(0, 0.07, 4)
    return [
        [(0.05 + a[0], 0.05 + a[1]), (0.95 + a[2], 0.95 + a[3])],
        [(0.95 + b[0], 0.05 + b[1]), (0.05 + b[2], 0.95 + b[3])],
    ]


def draw_tick(rng: np.random.Generator) -> list[Path]:
    """A short stroke down and a long one up."""
    low = 0.35 + rng.normal(0, 0.06)
    return [[(0.08, 0.5 + rng.normal(0, 0.06)), (low, 0.92), (0.98, 0.02 + rng.normal(0, 0.06))]]


def draw_slash(rng: np.random.Generator) -> list[Path]:
    """One stroke from lower left to upper right."""
    return [[(0.1 + rng.normal(0, 0.06), 0.95), (0.9 + rng.normal(0, 0.06), 0.05)]]


def draw_circle(rng: np.random.Generator) -> list[Path]:
    """One round stroke that hardly ever closes."""
    start, turns = float(rng.uniform(-2.2, -1.0)), float(rng.uniform(5.9, 6.8))
    angles = start + np.linspace(0, turns, 12)
    wide, high = rng.uniform(0.36, 0.5, 2)
    return [[(0.5 + float(wide * np.cos(t)), 0.5 + float(high * np.sin(t))) for t in angles]]


def draw_strike(rng: np.random.Generator) -> list[Path]:
    """One or two lines through what is written there."""
    level = 0.5 + rng.normal(0, 0.06)
    lines = [[(0.0, level + rng.normal(0, 0.08)), (1.0, level + rng.normal(0, 0.08))]]
    if rng.random() < 0.4:
        lines.append([(0.0, level + 0.2), (1.0, level + 0.15 + rng.normal(0, 0.06))])
    return lines


def draw_scribble(rng: np.random.Generator, turns: int = 9) -> list[Path]:
    """A dense zigzag over the whole box, there and back."""
    lean = float(rng.uniform(-0.12, 0.12))
    there, back = _make_zigzag(rng, turns, lean), _make_zigzag(rng, max(3, turns - 2), -lean)
    return [[*there, *reversed(back)]]


def draw_signature(rng: np.random.Generator) -> list[Path]:
    """A big initial and a line that runs out in waves."""
    bumps = int(rng.integers(3, 9))
    xs = np.sort(np.concatenate([[0.22], rng.uniform(0.25, 1, bumps * 2 - 1)]))
    waves = [
        (float(x), 0.6 + (0.22 if n % 2 else -0.22) * float(rng.uniform(0.2, 1.3)) * (1.15 - float(x)))
        for n, x in enumerate(xs)
    ]
    initial = np.array([(0.05, 0.8), (0.1, 0.1), (0.22, 0.05), (0.16, 0.5), (0.05, 0.55), (0.2, 0.85)])
    initial += rng.normal(0, 0.06, initial.shape)
    return [[(float(x), float(y)) for x, y in initial] + waves]


def _make_zigzag(rng: np.random.Generator, turns: int, lean: float) -> list[tuple[float, float]]:
    """Up and down from left to right, leaning."""
    steps = np.linspace(0, 1, turns * 2) + rng.normal(0, 0.3 / turns, turns * 2)
    ends = np.where(np.arange(turns * 2) % 2, 0.95, 0.05) + rng.normal(0, 0.09, turns * 2)
    return [(float(x + lean * (0.5 - y)), float(y)) for x, y in zip(steps, ends, strict=True)]


def _lead(points: NDArray[np.float64], rng: np.random.Generator, wobble: float) -> NDArray[np.float64]:
    """The polyline rounded and unsteady: Catmull-Rom through its points, 12 steps a span."""
    points = points + rng.normal(0, wobble / 2, points.shape)
    ends = np.vstack([2 * points[0] - points[1], points, 2 * points[-1] - points[-2]])
    t = np.linspace(0, 1, 12)[:, None]
    spans = [_measure_span(ends[i : i + 4], t) for i in range(len(points) - 1)]
    curve = np.vstack(spans)
    slow = np.cumsum(rng.normal(0, wobble / 40, curve.shape), axis=0)
    return np.asarray(curve + slow, np.float64)


def _measure_span(p: NDArray[np.float64], t: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.asarray(
        0.5
        * (
            2 * p[1]
            + (p[2] - p[0]) * t
            + (2 * p[0] - 5 * p[1] + 4 * p[2] - p[3]) * t**2
            + (3 * p[1] - p[0] - 3 * p[2] + p[3]) * t**3
        ),
        np.float64,
    )
