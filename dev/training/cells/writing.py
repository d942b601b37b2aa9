"""Writes a number into a cell with one hand's glyphs and one pen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from dev.training.cells.glyphs import BODY, Bank, Hand
from dev.training.cells.strokes import FRAME, STEP, bend_frame, move_end

Ink = NDArray[np.float32]
"""(h, w) darkness of the ink, 0 to 1."""
CELL_PX = 80
"""Height of a composed cell; the recogniser sees half of it."""
BENT, ELSEWHERE = 0.4, 0.12
"""Shares of glyphs that are bent unevenly, and whose strokes end elsewhere."""
OVER = 0.2
"""Share of numbers that run over a border of their cell, so that it cuts off some ink."""
JOINED, SWOLLEN = 0.06, 0.12
"""Shares of numbers whose digits are joined by strokes, and of glyphs that are pressed harder."""
TIGHT = 0.12
"""Share of signs that touch their digit."""


@dataclass(frozen=True, slots=True)
class Style:
    """How one person writes in one cell. Lengths in pixels of an 80 px high cell."""

    height: float
    radius: float
    slant: float
    turn: float
    spacing: float
    restroke: bool


def draw_style(rng: np.random.Generator) -> Style:
    """A style by chance: digits of 30 to 110 % of the cell's height, pens of 0.2 to 1.5 mm on cells of 6 to 11 mm."""
    height = CELL_PX * float(np.clip(rng.normal(0.62, 0.19), 0.28, 1.25))
    radius = float(np.exp(rng.uniform(np.log(0.9), np.log(5.5))))
    return Style(
        height=height,
        radius=min(radius, height * 0.115),
        slant=float(rng.normal(0, 0.13 if rng.random() < 0.85 else 0.26)),
        turn=float(rng.normal(0, 4)),
        spacing=float(rng.uniform(-0.12, 0.28)),
        restroke=bool(rng.random() < 0.65),
    )


class Writer:
    """One hand with one style, writing into ink canvases."""

    def __init__(self, bank: Bank, hand: Hand, signs: Hand, style: Style, rng: np.random.Generator) -> None:
        self.bank, self.hand, self.signs, self.style, self.rng = bank, hand, signs, style, rng

    def write(self, canvas: Ink, text: str) -> None:
        """Writes the text where people would, as large as the style and the cell's width allow."""
        picks = [self.pick_glyph(char) for char in text]
        scale = self.style.height / BODY
        steps = [self._measure_advance(char, pick) for char, pick in zip(text, picks, strict=True)]
        total = sum(steps)
        room = canvas.shape[1] * self.rng.uniform(0.85, 1.05)
        squeeze = min(1.0, room / max(total * scale, 1.0))
        scale *= squeeze
        left = self._draw_start(canvas.shape[1] - total * scale, scale)
        middle = canvas.shape[0] / 2 + self.rng.normal(0, 0.07) * canvas.shape[0]
        if self.rng.random() < OVER:
            left, middle = self._cross_border(canvas, left, middle, steps, scale, text[0] in "+-")
        climb, joined, before = self.rng.normal(0, 0.03), self.rng.random() < JOINED, None
        for char, pick, step in zip(text, picks, steps, strict=True):
            at = (left + step * scale / 2, middle + climb * (left - canvas.shape[1] / 2))
            self.stamp_glyph(canvas, char, pick, at, scale)
            if joined and before is not None and char.isdigit():
                self._join_digits(canvas, before, at)
            before = at if char.isdigit() else None
            left += step * scale

    def _join_digits(self, canvas: Ink, before: tuple[float, float], at: tuple[float, float]) -> None:
        """A thin stroke from the foot of one digit to the next, higher up, as a pen that is not lifted leaves it."""
        high = self.style.height
        start = [before[0] + 0.15 * high, before[1] + float(self.rng.uniform(0.2, 0.48)) * high]
        end = [at[0] - 0.15 * high, at[1] + float(self.rng.uniform(-0.45, 0.3)) * high]
        middle = [(start[0] + end[0]) / 2, max(start[1], end[1]) + float(self.rng.uniform(-0.1, 0.05)) * high]
        self.draw_stroke(canvas, [start, middle, end])

    def _draw_start(self, free: float, scale: float) -> float:
        where = self.rng.random()
        if free <= 0 or where < 0.5:
            return free * (0.5 + self.rng.normal(0, 0.12))
        return free * self.rng.uniform(0, 1) if where < 0.8 else free - self.rng.uniform(0, 10) * scale

    def _cross_border(
        self, canvas: Ink, left: float, middle: float, steps: Sequence[float], scale: float, signed: bool
    ) -> tuple[float, float]:
        """Left end and middle of a number that a border cuts: up to half of a sign, a fifth of a digit."""
        far, side = float(self.rng.uniform(0.0, 1.0)), self.rng.random()
        height, width = canvas.shape
        if side < 0.45:
            return -far * (0.5 if signed else 0.2) * steps[0] * scale, middle
        if side < 0.6:
            return width - (sum(steps) - 0.2 * far * steps[-1]) * scale, middle
        body = BODY * scale * (1 - 0.36 * far) / 2
        return left, body if side < 0.8 else height - body

    def pick_glyph(self, char: str) -> int | None:
        """One of the hand's glyphs of that character, as an index into the bank; None when a sign is to be drawn."""
        glyphs = self.hand.glyphs.get(char)
        if glyphs is None and char in "+-/x" and self.rng.random() < 0.6:
            glyphs = self.signs.glyphs.get(char)
        return None if glyphs is None else int(self.rng.choice(glyphs))

    def _measure_advance(self, char: str, pick: int | None) -> float:
        drawn = {"-": 24, "+": 26, "/": 22, "x": 30, ",": 2}
        width = self.bank.width[pick] if pick is not None else drawn.get(char, 24)
        gap = (
            self.style.spacing * 0.6
            + 0.1
            + self.rng.normal(0, 0.03)
            - (0.12 if char in "+-" else 0) * self.rng.random()
            - (0.2 if char in "+-" and self.rng.random() < TIGHT else 0)
        )
        return float(width) * (0.75 if char in "+-" else 1.0) + BODY * gap

    def stamp_glyph(self, canvas: Ink, char: str, pick: int | None, at: tuple[float, float], scale: float) -> None:
        """Writes one glyph, centred at `at` (x, y in canvas pixels)."""
        grow = scale * float(np.clip(self.rng.normal(1, 0.07), 0.75, 1.3)) * (0.7 if char in "+-" else 1.0)
        if char in "+-":
            at = (at[0], at[1] + self.rng.normal(0, 0.08) * self.style.height)
        else:
            at = (at[0], at[1] + self.rng.normal(0, 0.035) * self.style.height)
        if pick is None:
            draw = self._draw_point if char == "," else self._draw_sign
            draw(canvas, char, at, grow)
            return
        angle = np.deg2rad(self.style.turn + self.rng.normal(0, 3))
        shear = self.style.slant + self.rng.normal(0, 0.05)
        cos, sin = np.cos(angle) * grow, np.sin(angle) * grow
        stretch = float(np.clip(self.rng.normal(1, 0.1), 0.75, 1.3))
        matrix = np.array([[cos * stretch, -sin - shear * cos], [sin * stretch, cos - shear * sin]])
        self._blend_glyph(canvas, pick, matrix, at, grow)

    def _blend_glyph(
        self, canvas: Ink, pick: int, matrix: NDArray[np.float64], at: tuple[float, float], grow: float
    ) -> None:
        half = FRAME * grow * 0.78
        x0, y0 = max(0, int(at[0] - half)), max(0, int(at[1] - half))
        x1, y1 = min(canvas.shape[1], int(at[0] + half)), min(canvas.shape[0], int(at[1] + half))
        if x1 - x0 < 2 or y1 - y0 < 2:
            return
        shift = np.array([at[0] - x0, at[1] - y0]) - matrix @ np.array([FRAME / 2, FRAME / 2])
        full = np.hstack([matrix, shift[:, None]])
        size = (x1 - x0, y1 - y0)
        glyph = self._shape_glyph(pick)
        if self.style.restroke:
            warped = cv2.warpAffine(glyph, full, size, flags=cv2.INTER_LINEAR, borderValue=255)
            pressed = self.style.radius * (1 + self.rng.normal(0, 0.12))
            if self.rng.random() < SWOLLEN:
                pressed *= float(self.rng.uniform(1.2, 1.7))
            stroke = np.clip(pressed + 0.5 - warped.astype(np.float32) * (grow / STEP), 0.0, 1.0)
        else:
            warped = cv2.warpAffine(glyph, full, size, flags=cv2.INTER_LINEAR)
            stroke = warped.astype(np.float32) * np.float32(1 / 255)
        region = canvas[y0:y1, x0:x1]
        np.maximum(region, stroke, out=region)

    def _shape_glyph(self, pick: int) -> NDArray[np.uint8]:
        """The glyph (64, 64) as the hand draws it this time: distances where a pen traces it, else its own ink."""
        dice, numbers = self.rng.random(3), self.rng.random(4)
        restroke = self.style.restroke
        glyph = self.bank.distance[pick] if restroke else self.bank.mask[pick]
        if restroke and dice[0] < ELSEWHERE:
            glyph = move_end(glyph, numbers)
        return bend_frame(glyph, float(dice[2]), 255 if restroke else 0) if dice[1] < BENT else glyph

    def _draw_sign(self, canvas: Ink, char: str, at: tuple[float, float], grow: float) -> None:
        """Draws a sign as one or two strokes, for hands without glyphs of it."""
        half = BODY * grow * 0.5 * float(self.rng.uniform(0.5, 1.15))
        tilt = float(self.rng.normal(0, 0.12))
        lines = {"-": [tilt], "+": [tilt, np.pi / 2 + tilt + self.rng.normal(0, 0.08)]}
        steep = float(np.clip(self.rng.normal(-0.95, 0.25), -1.45, -0.4))
        slopes = lines.get(char, [steep] if char == "/" else [steep, -steep + self.rng.normal(0, 0.1)])
        if char in "/x":
            half *= 1.2
        for slope in slopes:
            reach = half * (1.0 if slope == slopes[0] else self.rng.uniform(0.7, 1.1))
            bend = self.rng.normal(0, 0.06) * reach
            dx, dy = np.cos(slope) * reach, np.sin(slope) * reach
            middle = [at[0] - bend * np.sin(slope), at[1] + bend * np.cos(slope)]
            self.draw_stroke(canvas, [[at[0] - dx, at[1] - dy], middle, [at[0] + dx, at[1] + dy]])

    def _draw_point(self, canvas: Ink, _char: str, at: tuple[float, float], grow: float) -> None:
        """Draws the comma or the point of a decimal at the foot of its digits."""
        body = BODY * grow
        x, y = at[0] + self.rng.normal(0, 0.04) * body, at[1] + self.rng.uniform(0.38, 0.55) * body
        tail = body * float(self.rng.uniform(0.02, 0.3))
        middle = [x + tail * 0.1, y + tail * 0.4]
        self.draw_stroke(canvas, [[x + tail * 0.2, y - tail * 0.2], middle, [x - tail * 0.3, y + tail]])

    def draw_stroke(self, canvas: Ink, points: Sequence[Sequence[float]]) -> None:
        """Draws a line through the points with the style's pen."""
        layer = np.zeros(canvas.shape, np.uint8)
        line = np.round(np.array(points) * 8).astype(np.int32)
        cv2.polylines(layer, [line], False, 255, max(1, round(2 * self.style.radius)), cv2.LINE_AA, 3)
        np.maximum(canvas, layer.astype(np.float32) / 255, out=canvas)

    def scribble(self, canvas: Ink, box: tuple[float, float, float, float]) -> None:
        """Strikes a box (x0, y0, x1, y1) through, or scribbles over it, as people cancel a number."""
        x0, y0, x1, y1 = box
        kind = self.rng.random()
        strokes: list[list[list[float]]]
        if kind < 0.45:
            strokes = []
            for _ in range(int(self.rng.integers(1, 4))):
                ends = self.rng.uniform(0.2, 0.8, 2) * (y1 - y0) + y0
                strokes.append([[x0 - 3, ends[0]], [x1 + 3, ends[1]]])
        elif kind < 0.65:
            strokes = [[[x0, y0], [x1, y1]], [[x0, y1], [x1, y0]]]
        else:
            turns = int(self.rng.integers(5, 16))
            xs = np.linspace(x0, x1, turns) + self.rng.normal(0, 3, turns)
            ys = np.where(np.arange(turns) % 2, y0, y1) + self.rng.normal(0, 4, turns)
            strokes = [np.stack([xs, ys], 1).tolist()]
        for stroke in strokes:
            self.draw_stroke(canvas, stroke)
