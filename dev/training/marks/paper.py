"""The print on a piece of a sheet with boxes to cross: rules, small printed boxes, tint, shading, hatching."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

PX_PER_MM = 10.0
ROWS, COLUMNS = 4, 5
Plane = NDArray[np.float32]
Rng = np.random.Generator


@dataclass(frozen=True, slots=True)
class Grid:
    """Boxes of `size` (width, height) every `pitch` px, the first one's upper left corner at `first`; `printed`: they
    are small boxes in larger cells."""

    size: tuple[float, float]
    pitch: tuple[float, float]
    first: tuple[float, float]
    printed: bool

    @property
    def shape(self) -> tuple[int, int]:
        """Height and width of the piece in px."""
        width, height = (
            2 * a + p * (n - 1) + s
            for a, p, n, s in zip(self.first, self.pitch, (COLUMNS, ROWS), self.size, strict=True)
        )
        return int(height), int(width)

    def find_middle(self, row: int, column: int) -> tuple[float, float]:
        """The middle (x, y) px of a box; rows and columns outside the piece continue the pattern."""
        return (
            self.first[0] + column * self.pitch[0] + self.size[0] / 2,
            self.first[1] + row * self.pitch[1] + self.size[1] / 2,
        )


def draw_grid(rng: Rng) -> Grid:
    """A grid by chance: cells of a table, or small boxes printed in such cells."""
    if rng.random() < 0.35:
        side = rng.uniform(4.5, 6.5)
        size, gap, printed = (side, side), rng.uniform(1.6, 4.5, 2), True
    elif rng.random() < 0.06:
        size, gap, printed = (rng.uniform(6, 13), rng.uniform(5, 10)), np.zeros(2), False
    else:
        size, gap, printed = (rng.uniform(5.2, 7), rng.uniform(4.4, 8.2)), np.zeros(2), False
    width, height = np.array(size) * PX_PER_MM
    pitch = np.array([width, height]) + gap * PX_PER_MM
    return Grid((width, height), (pitch[0], pitch[1]), (0.5 * width + 6, 0.5 * height + 6), printed)


def print_grid(grid: Grid, rng: Rng) -> Plane:
    """The share of the light that tint, shading and rules take, (h, w) float32."""
    height, width = grid.shape
    dark = np.zeros((height, width), np.float32)
    if not grid.printed and rng.random() < 0.6:
        tint = rng.uniform(0.02, 0.08) if rng.random() < 0.85 else rng.uniform(0.08, 0.2)
        for row in range(int(rng.integers(2)) - 1, ROWS + 1, 2):
            top = int(grid.first[1] + row * grid.pitch[1])
            dark[max(0, top) : max(0, top + int(grid.size[1]))] = tint
    if rng.random() < 0.1:
        _print_shading(dark, grid, rng)
    strength = float(rng.uniform(0.25, 0.9) if rng.random() < 0.85 else rng.uniform(0.1, 0.3))
    if grid.printed:
        _print_boxes(dark, grid, strength, rng)
    _print_rules(dark, grid, strength, rng)
    return dark


def _print_rules(dark: Plane, grid: Grid, strength: float, rng: Rng) -> None:
    """Prints the table's rules, every fifth a strong one; around printed boxes often none run upright."""
    for axis, count, missing in ((0, COLUMNS, 0.5 if grid.printed else 0.02), (1, ROWS, 0.02)):
        if rng.random() < missing:
            continue
        first, pitch, size = grid.first[axis], grid.pitch[axis], grid.size[axis]
        along = np.arange(dark.shape[1 - axis], dtype=np.float32)
        for number in range(-1, count + 2):
            strong = rng.random() < 0.2
            half = (rng.uniform(0.4, 0.8) if strong else rng.uniform(0.18, 0.45)) * PX_PER_MM / 2
            away = np.abs(along - (first + pitch * number - (pitch - size) / 2))
            rule = (np.clip(half + 0.5 - away, 0, 1) * min(1.0, strength * (1.5 if strong else 1))).astype(np.float32)
            np.maximum(dark, rule[:, None] if axis else rule[None, :], out=dark)


def _print_boxes(dark: Plane, grid: Grid, strength: float, rng: Rng) -> None:
    layer, thick = np.zeros(dark.shape, np.uint8), int(rng.integers(2, 6))
    for row in range(-1, ROWS + 1):
        for column in range(-1, COLUMNS + 1):
            x, y = grid.find_middle(row, column)
            half = np.array(grid.size) / 2
            low, high = (np.round(8 * (np.array((x, y)) + side * half)).astype(int).tolist() for side in (-1, 1))
            cv2.rectangle(layer, low, high, 255, thick, cv2.LINE_AA, 3)
    np.maximum(dark, layer.astype(np.float32) * np.float32(min(0.9, strength + 0.2) / 255), out=dark)


def _print_shading(dark: Plane, grid: Grid, rng: Rng) -> None:
    """Prints an even grey, or light slanting lines, over the boxes of the player who sits out."""
    inset, hatched = 0.4 * PX_PER_MM, rng.random() < 0.3
    pattern = np.full(dark.shape, rng.uniform(0.08, 0.25), np.float32)
    if hatched:
        ys, xs = np.mgrid[: dark.shape[0], : dark.shape[1]]
        pattern *= ((xs - ys) % int(rng.integers(14, 26))) < rng.integers(2, 4)
    for row in range(ROWS):
        x, y = grid.find_middle(row, int(rng.integers(COLUMNS)))
        part = (
            slice(int(y - grid.size[1] / 2 + inset), int(y + grid.size[1] / 2 - inset)),
            slice(int(x - grid.size[0] / 2 + inset), int(x + grid.size[0] / 2 - inset)),
        )
        dark[part] = np.maximum(dark[part], pattern[part])
