"""What people draw into boxes, as lines of points.

Real crosses, slashes and noughts are thinned to their middle. Ticks, circles, scribbles, fillings, dots and dashes are
drawn here.

A shape is an array (n, 2) of points in a box of 1 x 1, y down, so dense that a pen of any width draws it without gaps.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray
from skimage.morphology import skeletonize

from dev.training.cells.glyphs import frame_glyph, is_held_back

Points = NDArray[np.float32]
Rng = np.random.Generator

KEPT_APART = "16925"
"""The writer who drew two thirds of HASYv2's crosses and nearly all of its ticks: his marks only measure."""
MARKS = {"times", "x", "X", "slash", "backslash", "bar", "+", "plus", "0"}
ODD = set("23456789")
_STEP = 0.012  # from point to point, in box widths


def is_apart(source: str, writer: str) -> bool:
    """Whether a writer's marks are kept for measuring."""
    return source == "drawn_signs" and (writer == KEPT_APART or is_held_back(source, writer))


def load_shapes(files: Iterable[Path]) -> tuple[list[Points], list[Points]]:
    """Marks and odd signs (digits in a box to cross) of the `.npz` files, each (n, 2) float32, without the writers kept
    apart."""
    marks: list[Points] = []
    odd: list[Points] = []
    for path in files:
        data = np.load(path)
        for image, label, writer in zip(data["x"], data["y"].astype(str), data["w"].astype(str), strict=True):
            if label in MARKS | ODD and not is_apart(path.stem, writer):
                shape = thin_glyph(image)
                if shape is not None:
                    (odd if label in ODD else marks).append(shape)
    return marks, odd


def thin_glyph(image: NDArray[np.uint8]) -> Points | None:
    """The middle of the strokes, (n, 2) float32, of a glyph (h, w) uint8; None when there is hardly any ink."""
    frame = frame_glyph(image)
    if frame is None:
        return None
    large = cv2.GaussianBlur(cv2.resize(frame, None, fx=2, fy=2, interpolation=cv2.INTER_CUBIC), (0, 0), 1.5)
    ys, xs = np.nonzero(skeletonize(large > 110))  # type: ignore[no-untyped-call]
    if len(xs) < 8:
        return None
    points = np.stack([xs, ys], axis=1).astype(np.float32)
    low, high = points.min(axis=0), points.max(axis=0)
    return np.asarray((points - (low + high) / 2) / max(float((high - low).max()), 1.0) + 0.5, np.float32)


def draw_curve(corners: Iterable[Iterable[float]], rng: Rng, wobble: float = 0.02) -> Points:
    """A stroke (n, 2) float32 through `corners`, led by an unsteady hand: rounded (Catmull-Rom) and bent a little."""
    p = np.array(list(corners), np.float64)
    p = p + rng.normal(0, wobble, p.shape)
    ends = np.vstack([2 * p[0] - p[1], p, 2 * p[-1] - p[-2]])
    a, b, c, d = (ends[k : len(ends) - 3 + k, None, :] for k in range(4))
    count = max(4, int(np.linalg.norm(np.diff(p, axis=0), axis=1).max() / _STEP) + 1)
    t = np.linspace(0, 1, count)[None, :, None]
    rounded = (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t**2 + (3 * b - a - 3 * c + d) * t**3) / 2
    return np.asarray(rounded.reshape(-1, 2), np.float32)


def draw_cross(rng: Rng) -> Points:
    """Two strokes, (n, 2) float32, at times in one go with a loop, at times each twice."""
    a, b, c, d = np.array([[0, 0], [1, 1], [1, 0], [0, 1]]) + rng.normal(0, 0.1, (4, 2))
    if rng.random() < 0.15:
        return draw_curve([a, b, (1.15, rng.uniform(0.3, 0.7)), c, d], rng)
    arms = [draw_curve([a, (a + b) / 2, b], rng, 0.03), draw_curve([c, (c + d) / 2, d], rng, 0.03)]
    if rng.random() < 0.15:
        arms += [arm + rng.normal(0, 0.03, 2).astype(np.float32) for arm in arms]
    return np.concatenate(arms)


def draw_tick(rng: Rng) -> Points:
    """(n, 2) float32: a short stroke down and a long one up, sharp or round."""
    low = np.array([rng.uniform(0.2, 0.5), 1.0])
    start, end = (rng.uniform(-0.05, 0.25), rng.uniform(0.35, 0.8)), (rng.uniform(0.75, 1.2), rng.uniform(-0.2, 0.25))
    if rng.random() < 0.5:
        return draw_curve([start, low, end], rng)
    down = draw_curve([start, low], rng)
    return np.concatenate([down, draw_curve([low, (low + end) / 2 + rng.normal(0, 0.04, 2), end], rng)])


def draw_slash(rng: Rng) -> Points:
    """One stroke (n, 2) float32, rising, falling or upright."""
    angle = float(rng.choice([-0.8, 0.8, 1.57], p=[0.6, 0.2, 0.2])) + float(rng.normal(0, 0.15))
    half = np.array([np.cos(angle), np.sin(angle)]) / 2
    return draw_curve([0.5 - half, (0.5, 0.5), 0.5 + half], rng, 0.03)


def draw_circle(rng: Rng) -> Points:
    """About one turn, (n, 2) float32, seldom closed exactly."""
    start, turns = rng.uniform(0, 6.3), rng.uniform(0.88, 1.25) + (rng.random() < 0.15)
    angles = start + np.linspace(0, turns * 2 * np.pi, 14) * rng.choice([-1, 1])
    radius = 0.5 * (1 + np.linspace(0, rng.normal(0, 0.15), 14))[:, None]
    squash = np.array([rng.uniform(0.7, 1), 1.0])
    return draw_curve(0.5 + radius * np.stack([np.cos(angles), np.sin(angles)], axis=1) * squash, rng, 0.015)


def draw_plus(rng: Rng) -> Points:
    """An upright cross, (n, 2) float32."""
    turns = rng.normal(0, 0.12) + np.array([0, np.pi / 2])
    lines = [[(0.5 - np.cos(t) / 2, 0.5 - np.sin(t) / 2), (0.5 + np.cos(t) / 2, 0.5 + np.sin(t) / 2)] for t in turns]
    return np.concatenate([draw_curve(line, rng) for line in lines])


def draw_zigzag(rng: Rng, turns: float) -> Points:
    """A line (n, 2) float32 to and fro over the whole box, at any angle."""
    count = max(3, round(2 * turns))
    xs = np.linspace(0, 1, count) + rng.normal(0, 0.35 / count, count)
    ys = np.where(np.arange(count) % 2, 1.0, 0.0) + rng.normal(0, 0.1, count)
    angle = float(rng.choice([0, np.pi / 2, 0.8, -0.8])) + float(rng.normal(0, 0.15))
    return turn_shape(draw_curve(np.stack([xs, ys], axis=1), rng, 0.015), angle)


def draw_coil(rng: Rng, turns: float) -> Points:
    """Wandering loops over each other, (n, 2) float32."""
    angles = np.linspace(0, turns * 2 * np.pi, int(turns * 9) + 2)
    radius = 0.5 * np.clip(rng.uniform(0.3, 1.0, len(angles)), 0.2, 1)
    radius = cv2.GaussianBlur(radius[None].astype(np.float32), (0, 0), 2.5)[0] * 1.25
    shift = np.cumsum(rng.normal(0, 0.02, (len(angles), 2)), axis=0)
    return draw_curve(0.5 + radius[:, None] * np.stack([np.cos(angles), np.sin(angles)], axis=1) + shift, rng, 0.01)


def draw_lines(rng: Rng, count: int) -> Points:
    """Many strokes, (n, 2) float32, at about one angle, or at any."""
    base, spread = float(rng.uniform(0, np.pi)), float(rng.choice([0.12, 2.0]))
    strokes = []
    for place in np.linspace(-0.45, 0.45, count) + rng.normal(0, 0.06, count):
        angle = base + float(rng.uniform(-spread, spread))
        way, side = np.array([np.cos(angle), np.sin(angle)]), np.array([-np.sin(angle), np.cos(angle)])
        middle = 0.5 + place * side
        strokes.append(draw_curve([middle - way * rng.uniform(0.35, 0.6), middle + way * rng.uniform(0.35, 0.6)], rng))
    return np.concatenate(strokes)


def draw_filling(rng: Rng) -> Points:
    """A filled box: every point (n, 2) float32 of a rough square or disc."""
    grid = np.stack(np.meshgrid(np.linspace(0, 1, 70), np.linspace(0, 1, 70)), axis=-1).reshape(-1, 2)
    away = np.abs(grid - 0.5) * 2
    power = float(rng.uniform(2, 8))
    rough = 1 + 0.08 * np.sin(rng.uniform(2, 7) * np.arctan2(*(grid - 0.5).T) + rng.uniform(0, 6))
    return np.asarray(grid[(away**power).sum(axis=1) ** (1 / power) < rough], np.float32)


def draw_dot(rng: Rng) -> Points:
    """The trace (n, 2) float32 of a pen put down: a point or a short slip."""
    return draw_curve([(0.5, 0.5), 0.5 + rng.normal(0, 0.08, 2)], rng, 0.0)


def draw_dash(rng: Rng) -> Points:
    """A level stroke (n, 2) float32, which may mean nothing or be a mark."""
    return turn_shape(draw_curve([(0, 0.5), (0.5, 0.5), (1, 0.5)], rng), float(rng.normal(0, 0.12)))


def turn_shape(points: Points, angle: float) -> Points:
    """The shape (n, 2) float32, turned by `angle` (radians) about the middle of the box."""
    cos, sin = np.cos(angle), np.sin(angle)
    return np.asarray((points - 0.5) @ np.array([[cos, sin], [-sin, cos]]) + 0.5, np.float32)


DRAWN: tuple[tuple[Callable[[Rng], Points], float], ...] = (
    (draw_cross, 0.4),
    (draw_tick, 0.3),
    (draw_slash, 0.12),
    (draw_circle, 0.12),
    (draw_plus, 0.06),
)
