"""Composes pieces of sheets full of marked boxes, photographs them, and cuts the boxes as the scanner does."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from dev.training.cells.surface import draw_light
from dev.training.marks import shapes
from dev.training.marks.paper import COLUMNS, PX_PER_MM, ROWS, Grid, Plane, draw_grid, print_grid
from dev.training.marks.shapes import Points
from scanner.geometry.cut_cells import HEIGHT_PX, RIM, straighten_group
from scanner.pyramid import Pyramid

EMPTY, MARKED, BACK = (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)
Chances = tuple[float, float, float]
"""How likely a person would call a box empty, marked, taken back."""
_BLOT = 2.8
"""Marks smaller than so many widths of their pen become blots, of which nobody can be sure."""


@dataclass(frozen=True, slots=True)
class Boxes:
    """Boxes of one piece of a sheet: `crops` (n, 48, 48) uint8, grey levels of the `papers` around them (n,), and the
    `chances` (n, 3) that people would call them empty, marked, taken back."""

    crops: NDArray[np.uint8]
    papers: Plane
    chances: Plane


class MarkComposer:
    """Composes endless boxes from real `marks` and `odd` signs; the same seed gives the same boxes."""

    def __init__(self, marks: list[Points], odd: list[Points], seed: int) -> None:
        self.marks, self.odd, self.rng = marks, odd, np.random.default_rng(seed)

    def compose_boxes(self) -> Boxes:
        """The boxes of one piece of a sheet."""
        rng = self.rng
        grid = draw_grid(rng)
        print_ = print_grid(grid, rng)
        ink, chances = self._write_boxes(grid)
        lit = draw_light(grid.shape, rng)
        dark = (1 - print_) * (1 - ink)
        if rng.random() < 0.15:
            dark *= 1 - self._draw_back_page(grid)
        scale = float(rng.uniform(5.6, 13)) / PX_PER_MM
        grey = self._photograph(lit * dark, scale)
        return Boxes(self._cut_boxes(grey, grid, scale), self._measure_paper(lit, grid), chances)

    def _write_boxes(self, grid: Grid) -> tuple[Plane, Plane]:
        """The ink (h, w) of one pen, seldom of two, and the chances (n, 3) of the boxes."""
        rng = self.rng
        pens = 1 if rng.random() < 0.85 else 2
        layers: list[list[list[Points]]] = [[[], []] for _ in range(pens)]
        widths_mm = [self._draw_pen_mm() for _ in range(pens)]
        chances = np.zeros((ROWS, COLUMNS, 3), np.float32)
        busy, size = float(rng.choice([0.15, 0.6, 0.9])), float(np.clip(rng.normal(0.82, 0.2), 0.4, 1.35))
        for row in range(-1, ROWS + 1):
            for column in range(-1, COLUMNS + 1):
                drawn, chance = self._draw_content(grid, busy)
                inside = 0 <= row < ROWS and 0 <= column < COLUMNS
                stray = 0.09 if inside else 0.2  # around the piece people write anything
                here = [self._place_shape(one, grid, (row, column), size, stray) for one in drawn]
                pen = int(rng.integers(pens))
                layers[pen][0].extend(here[:1])
                layers[pen][1].extend(here[1:])
                if inside:
                    blot = chance == MARKED and np.ptp(here[0], axis=0).max() < _BLOT * widths_mm[pen] * PX_PER_MM
                    chances[row, column] = (0.0, 0.55, 0.45) if blot else chance
        if rng.random() < 0.04:
            self._cross_row_out(grid, layers[0][0], chances)
        bare = np.ones(grid.shape, np.float32)
        for (marks, covers), wide_mm in zip(layers, widths_mm, strict=True):
            bare *= 1 - self._ink_strokes(marks, covers, grid, wide_mm)
        return 1 - bare, chances.reshape(-1, 3)

    def _draw_content(self, grid: Grid, busy: float) -> tuple[list[Points], Chances]:
        rng = self.rng
        what = rng.random()
        if what > busy:
            return [], EMPTY
        what /= busy
        if what < 0.55:
            return [self._draw_mark()], MARKED
        if what < 0.83:
            under = [self._draw_mark()] if rng.random() < 0.85 else []
            return [*under, self._draw_cover()], BACK
        return self._draw_doubtful()

    def _draw_mark(self) -> Points:
        rng = self.rng
        if rng.random() < 0.45:
            return shapes.turn_shape(self.marks[int(rng.integers(len(self.marks)))], float(rng.normal(0, 0.1)))
        draw = shapes.DRAWN[int(rng.choice(len(shapes.DRAWN), p=[share for _, share in shapes.DRAWN]))][0]
        return draw(rng)

    def _draw_cover(self) -> Points:
        """Ink that takes a mark back, 1.0 to 1.5 times as large as usual."""
        rng = self.rng
        what, size = rng.random(), float(rng.uniform(1.0, 1.5))
        if what < 0.5:
            cover = shapes.draw_zigzag(rng, float(rng.uniform(5, 18)))
        elif what < 0.65:
            cover = shapes.draw_coil(rng, float(rng.uniform(4, 12)))
        elif what < 0.8:
            cover = shapes.draw_lines(rng, int(rng.integers(7, 16)))
        else:
            cover = shapes.draw_filling(rng)
        return _grow_shape(cover, size)

    def _draw_doubtful(self) -> tuple[list[Points], Chances]:
        """Ink that people would not agree about."""
        rng = self.rng
        what = int(rng.integers(8))
        if what == 0:
            return [shapes.draw_dot(rng)], (0.5, 0.5, 0.0)
        if what == 1:
            return [shapes.draw_dash(rng)], (0.5, 0.5, 0.0)
        if what == 2:
            line = np.concatenate([shapes.draw_dash(rng) * np.float32(1.2) for _ in range(int(rng.integers(1, 3)))])
            # no slash: with a line through it that is a cross
            under = shapes.draw_cross(rng) if rng.random() < 0.8 else shapes.draw_tick(rng)
            return [under, shapes.turn_shape(line, float(rng.choice([0, 0, 0.8, 1.57])))], (0.0, 0.5, 0.5)
        if what == 3:
            return [self._draw_mark(), shapes.draw_zigzag(rng, float(rng.uniform(2, 4)))], (0.0, 0.45, 0.55)
        if what == 4:
            return [shapes.draw_zigzag(rng, float(rng.uniform(2, 4)))], (0.0, 0.6, 0.4)
        if what == 5:
            return [_grow_shape(shapes.draw_filling(rng), float(rng.uniform(0.25, 0.6)))], (0.1, 0.5, 0.4)
        if what == 6:
            return [shapes.draw_cross(rng), _grow_shape(shapes.draw_circle(rng), 1.3)], (0.0, 0.6, 0.4)
        return [self.odd[int(rng.integers(len(self.odd)))]], (0.15, 0.6, 0.25)

    def _place_shape(self, shape: Points, grid: Grid, place: tuple[int, int], size: float, stray: float) -> Points:
        rng = self.rng
        side = min(min(grid.size), 1.4 * grid.size[1]) * size * float(np.clip(rng.normal(1, 0.13), 0.6, 1.5))
        off = np.clip(rng.normal(0, stray, 2), -0.28, 0.28) * grid.size
        stretch = np.array([float(np.clip(rng.normal(1, 0.12), 0.7, 1.5)), 1.0])
        return np.asarray((shape - 0.5) * side * stretch + grid.find_middle(*place) + off, np.float32)

    def _cross_row_out(self, grid: Grid, points: list[Points], chances: Plane) -> None:
        """Draws one line through a whole row, and changes its chances."""
        row = int(self.rng.integers(ROWS))
        ends = [np.array(grid.find_middle(row, column)) + self.rng.normal(0, 4, 2) for column in (-1, COLUMNS)]
        points.append(np.asarray(np.linspace(ends[0], ends[1], 3 * grid.shape[1]), np.float32))
        chances[row] = np.where(chances[row, :, :1] > 0.5, (0.6, 0.4, 0.0), 0.5 * chances[row] + (0.1, 0.2, 0.2))

    def _draw_pen_mm(self) -> float:
        """How wide a ball, gel or felt pen draws."""
        kind = float(self.rng.random())
        return float(self.rng.uniform(*((0.2, 0.45) if kind < 0.5 else (0.35, 0.75) if kind < 0.78 else (0.75, 1.5))))

    def _ink_strokes(self, marks: list[Points], covers: list[Points], grid: Grid, wide_mm: float) -> Plane:
        """The ink (h, w) of one pen: marks, and what covers them, at times pressed less."""
        rng = self.rng
        black = rng.uniform(0.45, 0.92) if rng.random() < 0.75 else rng.uniform(0.18, 0.5)
        depth, cell = rng.uniform(0.1, 0.6) if rng.random() < 0.5 else 0.0, int(rng.choice([3, 4, 9, 14]))
        bare = np.ones(grid.shape, np.float32)
        pressed = 1.0
        for points in (marks, covers):
            if points:
                bare *= 1 - pressed * black * self._ink_points(np.concatenate(points), grid, wide_mm, (depth, cell))
            pressed = float(rng.uniform(0.45, 1.0)) if rng.random() < 0.5 else 1.0
        return np.asarray(1 - bare, np.float32)

    def _ink_points(self, points: Points, grid: Grid, wide_mm: float, skips: tuple[float, int]) -> Plane:
        """The ink (h, w) of points drawn with so wide a pen; `skips`: share of ink missing, size of patches in px."""
        height, width = grid.shape
        at = np.round(points).astype(int)
        at = at[(at >= 0).all(axis=1) & (at < (width, height)).all(axis=1)]
        bare = np.ones((height, width), np.uint8)
        bare[at[:, 1], at[:, 0]] = 0
        far = cv2.distanceTransform(bare, cv2.DIST_L2, 5)
        radius = np.float32(wide_mm * PX_PER_MM / 2) * (1 + np.float32(0.2) * self._draw_noise((height, width), 25))
        ink = np.clip(radius + np.float32(0.5) - far, 0, 1)
        depth, cell = skips
        if depth:
            ink *= np.clip(1 - np.float32(depth) * (0.4 + 0.6 * self._draw_noise((height, width), cell)), 0.1, 1)
        return np.asarray(ink, np.float32)

    def _draw_noise(self, shape: tuple[int, int], cell: int) -> Plane:
        coarse = self.rng.standard_normal((shape[0] // cell + 2, shape[1] // cell + 2)).astype(np.float32)
        return np.asarray(cv2.resize(coarse, shape[::-1], interpolation=cv2.INTER_LINEAR), np.float32)

    def _draw_back_page(self, grid: Grid) -> Plane:
        places = [(row, column) for row in range(ROWS) for column in range(COLUMNS)]
        ghosts = [self._place_shape(self._draw_mark(), grid, place, 0.9, 0.5) for place in places]
        sharp = self._ink_strokes(ghosts, [], grid, self._draw_pen_mm())
        soft = cv2.GaussianBlur(sharp, (0, 0), float(self.rng.uniform(1, 3.5)))
        return np.asarray(soft * np.float32(self.rng.uniform(0.03, 0.14)), np.float32)

    def _photograph(self, lit: Plane, scale: float) -> NDArray[np.uint8]:
        """The grey picture (h, w) uint8 after glare, resolution, blur, noise and JPEG."""
        rng = self.rng
        if rng.random() < 0.06:
            spot = rng.uniform(0, 1, 2) * lit.shape
            ys, xs = np.ogrid[: lit.shape[0], : lit.shape[1]]
            far = np.asarray(((ys - spot[0]) ** 2 + (xs - spot[1]) ** 2) / float(rng.uniform(60, 300)) ** 2)
            lit = lit + np.float32(rng.uniform(30, 140)) * np.asarray(np.exp(-far), np.float32)
        way = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
        small = cv2.resize(lit, None, fx=scale, fy=scale, interpolation=way)
        sigma = rng.uniform(0.35, 1.0) if rng.random() < 0.75 else rng.uniform(0.8, 2.6) * max(1.0, scale)
        small = cv2.GaussianBlur(small, (0, 0), float(sigma))
        if rng.random() < 0.07:
            length = int(rng.integers(2, 7))
            small = cv2.blur(small, (length, 1) if rng.random() < 0.5 else (1, length))
        grain = np.asarray(rng.standard_normal(small.shape), np.float32) * np.float32(rng.uniform(0.3, 5))
        small = small + cv2.GaussianBlur(grain, (3, 3), 0.6)
        grey = np.asarray(np.clip(small, 0, 255), np.uint8)
        if rng.random() < 0.6:
            _, data = cv2.imencode(".jpg", grey, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(30, 95))])
            grey = np.asarray(cv2.imdecode(data, cv2.IMREAD_GRAYSCALE), np.uint8)
        return grey

    def _cut_boxes(self, grey: NDArray[np.uint8], grid: Grid, scale: float) -> NDArray[np.uint8]:
        """Cuts the boxes (n, 48, 48) as the scanner does: with their rim, misplaced as the geometry errs."""
        rng, count = self.rng, ROWS * COLUMNS
        middles = np.array([grid.find_middle(row, column) for row in range(ROWS) for column in range(COLUMNS)])
        size = np.array(grid.size) * (1 + 2 * RIM)
        loose = 0.012 if rng.random() < 0.8 else 0.035
        u, v = np.meshgrid(np.linspace(-0.5, 0.5, 5), np.linspace(-0.5, 0.5, 3))
        steps = np.stack([u, v], axis=-1)[None] * size * (1 + rng.normal(0, loose, (count, 1, 1, 2)))
        skew = np.eye(2) + rng.normal(0, loose, (count, 1, 2, 2))
        common = rng.normal(0, loose, 2)
        shift = (common + rng.normal(0, loose, (count, 2))) * np.array(grid.size)
        controls = ((steps @ skew) + (middles + shift)[:, None, None]) * scale
        half = np.asarray(cv2.resize(grey, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), np.uint8)
        crops = np.zeros((count, HEIGHT_PX, HEIGHT_PX), np.uint8)
        size_px = (HEIGHT_PX, HEIGHT_PX)
        for part, pictures in straighten_group(Pyramid((grey, half)), controls, np.arange(count), size_px):
            crops[part] = pictures
        return crops

    def _measure_paper(self, lit: Plane, grid: Grid) -> Plane:
        """The paper's grey level beside each box (n,), as the scanner measures it: about right, seldom unknown."""
        levels = [lit[int(y), int(x)] for x, y in (grid.find_middle(r, c) for r in range(ROWS) for c in range(COLUMNS))]
        known = np.array(levels, np.float32) * self.rng.normal(0.97, 0.03, len(levels)).astype(np.float32)
        return known * np.float32(self.rng.random() > 0.08)


def _grow_shape(shape: Points, times: float) -> Points:
    """The shape, so many times larger about the middle of its box."""
    return (shape - np.float32(0.5)) * np.float32(times) + np.float32(0.5)
