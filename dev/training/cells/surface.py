"""What paper, print and light do to a cell: printed rules, hatching, uneven light, a skipping pen, a trembling hand."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from dev.training.cells.writing import CELL_PX, Ink


def draw_patches(rng: np.random.Generator) -> NDArray[np.float32]:
    """Where a skipping pen or a pencil leaves the paper white: (80, 400) float32, 0 inked to 1 bare."""
    coarse = rng.normal(0, 1, (CELL_PX, 5 * CELL_PX)).astype(np.float32)
    soft = cv2.GaussianBlur(coarse, (0, 0), float(rng.uniform(0.8, 2.2)))
    return np.asarray(np.clip(0.5 + soft / soft.std() * rng.uniform(0.4, 1.2), 0, 1), np.float32)


def draw_pressure(rng: np.random.Generator) -> NDArray[np.float32]:
    """How hard a pencil is pressed, so that parts of strokes fade, seldom to nothing: (80, 400) float32, 0 to 1."""
    coarse = rng.normal(0, 1, (CELL_PX, 5 * CELL_PX)).astype(np.float32)
    soft = cv2.GaussianBlur(coarse, (0, 0), float(rng.uniform(5, 14)))
    return np.asarray(np.clip(0.8 + soft / soft.std() * rng.uniform(0.15, 0.45), 0.05, 1), np.float32)


def distort(canvas: Ink, rng: np.random.Generator) -> Ink:
    """The ink (h, w) float32, smoothly displaced (Simard et al., "Best practices for convolutional neural networks",
    ICDAR 2003)."""
    h, w = canvas.shape
    coarse = rng.normal(0, 1.6, (2, 4, max(4, w // 20))).astype(np.float32)
    dx, dy = (cv2.resize(part, (w, h), interpolation=cv2.INTER_CUBIC) for part in coarse)
    xs, ys = np.meshgrid(np.arange(w, dtype=np.float32), np.arange(h, dtype=np.float32))
    return np.asarray(cv2.remap(canvas, xs + dx, ys + dy, cv2.INTER_LINEAR), np.float32)


def print_rules(dark: Ink, rng: np.random.Generator) -> None:
    """Prints rules near the four borders of `dark` (h, w), -3 to +6 % of the height inside (seldom 12 %), of any
    darkness and width."""
    h, w = dark.shape
    layer = np.zeros(dark.shape, np.uint8)
    strength = float(rng.uniform(0.1, 0.9))
    for side in range(4):
        if rng.random() < 0.22:
            continue
        far = rng.uniform(-0.03, 0.06) if rng.random() < 0.85 else rng.uniform(0.03, 0.13)
        at, tilt = far * h, rng.normal(0, 0.012) * h
        start, end = [
            ((0, at), (w, at + tilt)),
            ((0, h - at), (w, h - at + tilt)),
            ((at, 0), (at + tilt, h)),
            ((w - at, 0), (w - at + tilt, h)),
        ][side]
        thick = int(np.clip(np.exp(rng.uniform(0, 1.7)), 1, 6))
        for gap in (0, int(rng.integers(4, 8))) if rng.random() < 0.15 else (0,):
            push = np.array([0, gap] if side < 2 else [gap, 0])
            ends = [tuple(np.round((np.array(point) + push) * 8).astype(int).tolist()) for point in (start, end)]
            cv2.line(layer, ends[0], ends[1], 255, thick, cv2.LINE_AA, 3)
    np.maximum(dark, layer.astype(np.float32) * np.float32(strength / 255), out=dark)


def print_hatching(dark: Ink, rng: np.random.Generator) -> None:
    """Prints the light diagonal lines that mark the cell of a seat that sits out into `dark` (h, w)."""
    layer = np.zeros(dark.shape, np.uint8)
    height, width = dark.shape
    step, thick = int(rng.integers(11, 26)), int(rng.integers(1, 3))
    for x in range(-height, width, step):
        cv2.line(layer, (x, 0), (x + height, height), 255, thick, cv2.LINE_AA)
    rim = int(rng.integers(0, 12))
    bare = np.ones(dark.shape, bool)
    bare[rim : height - rim, rim : width - rim] = False
    layer[bare] = 0
    np.maximum(dark, layer.astype(np.float32) * np.float32(rng.uniform(0.08, 0.42) / 255), out=dark)


def add_glare(lit: NDArray[np.float32], rng: np.random.Generator) -> NDArray[np.float32]:
    """The lit cell (h, w) float32 with a lamp's image on it, which pales its ink: a spot, or the rim of one."""
    h, w = lit.shape
    reach, (x, y) = float(rng.uniform(0.4, 2.5)) * h, rng.uniform(-0.3, 1.3, 2) * (w, h)
    xs, ys = np.arange(w, dtype=np.float32) - np.float32(x), np.arange(h, dtype=np.float32) - np.float32(y)
    far = (xs[None, :] ** 2 + ys[:, None] ** 2) / np.float32(reach**2)
    return np.asarray(lit + np.float32(rng.uniform(20, 110)) * np.exp(-far), np.float32)


def draw_light(shape: tuple[int, ...], rng: np.random.Generator) -> NDArray[np.float32]:
    """The paper's brightness (h, w) float32: a gradient, and at times the edge of a shadow."""
    h, w = shape[:2]
    base = float(rng.uniform(70, 245))
    slope = rng.normal(0, 0.12, 2)
    ys, xs = np.linspace(-0.5, 0.5, h, dtype=np.float32), np.linspace(-0.5, 0.5, w, dtype=np.float32)
    light = (1 + slope[0] * ys[:, None] + slope[1] * xs[None, :]).astype(np.float32)
    if rng.random() < 0.15:
        angle, where = rng.uniform(0, np.pi), rng.uniform(-0.5, 0.5)
        edge = np.cos(angle) * xs[None, :] * (w / h) + np.sin(angle) * ys[:, None] - where
        light = light * (1 - np.float32(rng.uniform(0.1, 0.5)) / (1 + np.exp(-edge * np.float32(rng.uniform(6, 60)))))
    return np.asarray(light * base, np.float32)
