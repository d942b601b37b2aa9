"""What is in a cell: a number, a sign alone, nothing, or what has been taken back, corrected or written over."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from dev.training.cells.camera import Trouble
from dev.training.cells.odd_entries import write_odd_entry
from dev.training.cells.writers import Writers
from dev.training.cells.writing import CELL_PX, Ink, Writer
from scanner.read.judge_texts import MESS

ODD, DOTTED = 0.055, 0.03
"""Shares of cells with what is no number, and of numbers with a dot that means nothing."""


class Entries:
    """Writes into cells what people write, and knows the text that the recogniser shall give."""

    def __init__(self, writers: Writers, rng: np.random.Generator) -> None:
        self.writers, self.rng = writers, rng

    def write_entry(self, canvas: Ink, hatched: bool, trouble: Trouble) -> str:
        """Writes into the cell (`canvas`, (h, w) float32) and returns the text that the recogniser shall give."""
        return self._write_sitting_out(canvas, trouble) if hatched else self._write_usual(canvas, trouble)

    def draw_number(self, wide: float) -> str:
        """A number of random length with or without a sign; `wide`: the cell's width over its height."""
        rng = self.rng
        length = int(rng.choice([1, 2, 3, 4], p=[0.7, 0.27, 0.03, 0.0] if wide < 1.2 else [0.36, 0.41, 0.2, 0.03]))
        digits = "1" if length == 1 and rng.random() < 0.12 else "".join(rng.choice(list("0123456789"), length))
        if length > 1 and digits[0] == "0" and rng.random() < 0.8:
            digits = str(rng.integers(1, 10)) + digits[1:]
        sign = str(rng.choice(["-", "+", ""], p=[0.1, 0.05, 0.85] if wide < 1.2 else [0.38, 0.22, 0.4]))
        return sign + digits

    def _write_usual(self, canvas: Ink, trouble: Trouble) -> str:
        """Draws what is in the cell and returns its text."""
        what = self.rng.random()
        if what < 0.07:
            return ""
        if what < 0.15:
            return self._write_sign(canvas, str(self.rng.choice(["/", "-", "+", "x"], p=[0.42, 0.43, 0.03, 0.12])))
        number = self.draw_number(canvas.shape[1] / CELL_PX)
        if what < 0.15 + ODD:
            return write_odd_entry(canvas, self.writers, number)
        writer = self.writers.draw_writer(number.strip("+-"))
        if self.rng.random() < DOTTED:
            _draw_dot(canvas, writer)
        if self.rng.random() < trouble.low:
            self.write_low(canvas, writer, number)
            return number
        if self.rng.random() < trouble.mess:
            return self._write_changed(canvas, writer, number)
        writer.write(canvas, number)
        return number

    def write_low(self, canvas: Ink, writer: Writer, number: str) -> None:
        """Writes a number about as high as its row or higher, and what the same hand wrote above and below it."""
        height = CELL_PX * float(np.clip(self.rng.normal(0.98, 0.15), 0.7, 1.3))
        writer.style = replace(writer.style, height=height, radius=min(writer.style.radius, 0.07 * height))
        writer.write(canvas, number)
        half = len(canvas) // 2
        for near, far in ((slice(0, half), slice(-half, None)), (slice(-half, None), slice(0, half))):
            if self.rng.random() < 0.7:
                neighbour = np.zeros((2 * len(canvas), canvas.shape[1]), np.float32)  # reaches to the cells' middles
                writer.write(neighbour, self.draw_number(canvas.shape[1] / CELL_PX).strip("+-"))
                np.maximum(canvas[near], neighbour[far], out=canvas[near])

    def _write_changed(self, canvas: Ink, writer: Writer, number: str) -> str:
        """Writes a number and takes it back, corrects it or writes over it, each about as often. Returns `MESS` and
        what is meant."""
        ways = [self._write_scribbled]
        if canvas.shape[1] > 1.3 * CELL_PX:
            ways.append(self._write_corrected)
        if len(writer.hand.glyphs) >= 10:
            ways.append(self._write_overwritten)
        return ways[int(self.rng.integers(len(ways)))](canvas, writer, number)

    def _write_sign(self, canvas: Ink, sign: str) -> str:
        writer = self.writers.draw_writer("0")
        height = min(writer.style.height * self.rng.uniform(0.6, 1.6), CELL_PX * 1.15)
        writer.style = replace(writer.style, height=height)
        writer.write(canvas, sign)
        return MESS if sign == "x" else sign

    def _write_scribbled(self, canvas: Ink, writer: Writer, number: str) -> str:
        writer.write(canvas, number)
        writer.scribble(canvas, _find_ink(canvas))
        return MESS

    def _write_corrected(self, canvas: Ink, writer: Writer, number: str) -> str:
        """Writes a struck-out number and the right one beside it."""
        split = round(canvas.shape[1] * self.rng.uniform(0.38, 0.55))
        old, new = canvas[:, :split], canvas[:, split:]
        writer.write(old, self.draw_number(1.5)[:3])
        writer.scribble(old, _find_ink(old))
        writer.write(new, number[-3:])
        return MESS + number[-3:]

    def _write_overwritten(self, canvas: Ink, writer: Writer, number: str) -> str:
        """Writes a number and one digit of it over another digit, pressed harder; the later digit counts."""
        at = int(self.rng.integers(len(number.lstrip("+-")))) + len(number) - len(number.lstrip("+-"))
        others = [char for char in "0123456789" if char != number[at] and char in writer.hand.glyphs]
        seed = int(self.rng.integers(2**31))
        first = number[:at] + str(self.rng.choice(others)) + number[at + 1 :]
        twin = np.zeros_like(canvas)
        writer.rng = np.random.default_rng(seed)
        writer.write(twin, first)
        writer.rng = np.random.default_rng(seed)
        writer.write(canvas, number)
        np.maximum(canvas, twin * np.float32(self.rng.uniform(0.75, 1.0)), out=canvas)
        return number[:at] + MESS + number[at:]

    def _write_sitting_out(self, canvas: Ink, trouble: Trouble) -> str:
        """Writes into the hatched cell of the seat that sits out: a stroke, nothing, seldom points by mistake."""
        what = self.rng.random()
        if what < 0.15:
            return ""
        if what < 0.7:
            return self._write_sign(canvas, "/" if what < 0.55 else "-")
        return self._write_usual(canvas, trouble)


def _draw_dot(canvas: Ink, writer: Writer) -> None:
    """Draws a dot where no decimal has one: in the upper half of the cell, or behind the number."""
    (height, width), rng = canvas.shape, writer.rng
    x, y = rng.uniform(0, width), rng.uniform(0, 0.45) * height
    if rng.random() < 0.4:
        x, y = rng.uniform(0.9, 1.0) * width, rng.uniform(0.5, 0.95) * height
    writer.draw_stroke(canvas, [[x, y], [x + rng.uniform(0, 3), y + rng.uniform(0, 3)]])


def _find_ink(canvas: Ink) -> tuple[float, float, float, float]:
    ys, xs = np.nonzero(canvas > 0.3)
    if len(xs) == 0:
        return 10.0, 20.0, canvas.shape[1] - 10.0, 60.0
    return float(xs.min()), float(ys.min()), float(xs.max()), float(ys.max())
