"""Composes cells as a photograph shows them: a number, its paper, printed rules, neighbours' ink, light and lens."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from training.camera import HARD, ORDINARY, Camera, Trouble
from training.glyphs import BODY, Bank, Hand, load_bank
from training.surface import wobble
from training.writing import CELL_PX, Ink, Writer, random_style

MESS = "~"
"""Struck-out, scribbled or overwritten ink; what stands after it is the number meant."""
FILES = ("swiss_train", "polish_digits_signs", "cheque_digits", "drawn_signs", "mnist_train", "dutch_digits")
"""The files of handwriting to train on, each with `.npz`."""
SHARE_ORDINARY = 0.75
"""Share of cells that look as most of a photograph's do; the others are harder."""
SOURCES = {
    "swiss_train": 0.50,
    "fonts": 0.16,
    "polish_digits_signs": 0.11,
    "cheque_digits": 0.09,
    "mnist_train": 0.08,
    "drawn_signs": 0.03,
    "dutch_digits": 0.03,
}
"""How often each source writes a cell."""


@dataclass(frozen=True, slots=True)
class Cell:
    """`grey`: (h, w) uint8; `text`: what the recogniser shall say."""

    grey: NDArray[np.uint8]
    text: str


class Composer:
    """Composes endless cells from a bank of glyphs; the same seed gives the same cells."""

    def __init__(self, bank: Bank, seed: int) -> None:
        self.bank, self.rng = bank, np.random.default_rng(seed)
        digits = [hand for hand in bank.hands if sum(char in hand.glyphs for char in "0123456789") >= 1]
        weights = np.array([SOURCES.get(hand.source, 1.0) / _siblings(digits, hand) for hand in digits])
        self._digits, self._upto = digits, np.cumsum(weights / weights.sum())
        self._mixed = {source: _mixed(source, digits) for source in {hand.source for hand in digits}}
        self._signs = [hand for hand in bank.hands if "-" in hand.glyphs] or digits
        self._camera = Camera(self.rng)

    def cell(self, aspect: float | None = None) -> Cell:
        """One cell; `aspect` (width over height) is drawn from 0.8 to 3.8 when not given."""
        rng = self.rng
        bands = [(0.8, 1.5), (1.5, 2.5), (2.3, 3.8)]
        wide = aspect if aspect is not None else float(rng.uniform(*bands[int(rng.integers(3))]))
        trouble = ORDINARY if rng.random() < SHARE_ORDINARY else HARD
        canvas = np.zeros((CELL_PX, round(CELL_PX * wide)), np.float32)
        hatched = rng.random() < trouble.hatched
        text = self._sitting_out(canvas, wide, trouble) if hatched else self._content(canvas, wide, trouble)
        if rng.random() < 0.25:
            canvas = wobble(canvas, rng)
        return Cell(self._photographed(canvas, hatched, trouble), text)

    def _writer(self, digits: str) -> Writer:
        """A hand that has the digits; where one writer's glyphs do not do, those of its whole set."""
        hand = self._digits[min(int(np.searchsorted(self._upto, self.rng.random())), len(self._digits) - 1)]
        if not all(char in hand.glyphs for char in digits):
            hand = self._mixed[hand.source]
        if not all(char in hand.glyphs for char in digits):
            return self._writer(digits)
        signs = self._signs[int(self.rng.integers(len(self._signs)))]
        return Writer(self.bank, hand, signs, random_style(self.rng), self.rng)

    def _number(self, wide: float) -> str:
        rng = self.rng
        length = int(rng.choice([1, 2, 3, 4], p=[0.7, 0.27, 0.03, 0.0] if wide < 1.2 else [0.36, 0.41, 0.2, 0.03]))
        digits = "1" if length == 1 and rng.random() < 0.12 else "".join(rng.choice(list("0123456789"), length))
        if length > 1 and digits[0] == "0" and rng.random() < 0.8:
            digits = str(rng.integers(1, 10)) + digits[1:]
        sign = str(rng.choice(["-", "+", ""], p=[0.1, 0.05, 0.85] if wide < 1.2 else [0.38, 0.22, 0.4]))
        return sign + digits

    def _content(self, canvas: Ink, wide: float, trouble: Trouble) -> str:
        """Draws what stands in the cell and returns its text."""
        what = self.rng.random()
        if what < 0.07:
            return ""
        if what < 0.15:
            return self._alone(canvas, str(self.rng.choice(["/", "-", "+", "x"], p=[0.42, 0.43, 0.03, 0.12])))
        number = self._number(wide)
        writer = self._writer(number.strip("+-"))
        if self.rng.random() < trouble.mess:
            return self._changed(canvas, writer, number, wide)
        writer.write(canvas, number)
        return number

    def _changed(self, canvas: Ink, writer: Writer, number: str, wide: float) -> str:
        """A number taken back, corrected or written over, each about as often; MESS and what is meant."""
        ways = [self._scribbled]
        if wide > 1.3:
            ways.append(self._corrected)
        if len(writer.hand.glyphs) >= 10:
            ways.append(self._overwritten)
        return ways[int(self.rng.integers(len(ways)))](canvas, writer, number)

    def _alone(self, canvas: Ink, sign: str) -> str:
        writer = self._writer("0")
        height = min(writer.style.height * self.rng.uniform(0.6, 1.6), CELL_PX * 1.15)
        writer.style = replace(writer.style, height=height)
        writer.write(canvas, sign)
        return MESS if sign == "x" else sign

    def _scribbled(self, canvas: Ink, writer: Writer, number: str) -> str:
        writer.write(canvas, number)
        writer.scribble(canvas, _ink_box(canvas))
        return MESS

    def _corrected(self, canvas: Ink, writer: Writer, number: str) -> str:
        """A struck-out number and the right one beside it."""
        split = round(canvas.shape[1] * self.rng.uniform(0.38, 0.55))
        old, new = canvas[:, :split], canvas[:, split:]
        writer.write(old, self._number(1.5)[:3])
        writer.scribble(old, _ink_box(old))
        writer.write(new, number[-3:])
        return MESS + number[-3:]

    def _overwritten(self, canvas: Ink, writer: Writer, number: str) -> str:
        """One digit written over by another, pressed harder; the later one is what counts."""
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

    def _sitting_out(self, canvas: Ink, wide: float, trouble: Trouble) -> str:
        """What people write into the hatched cell of the seat that sits out; seldom points, by mistake."""
        what = self.rng.random()
        if what < 0.15:
            return ""
        return self._alone(canvas, "/" if what < 0.55 else "-") if what < 0.7 else self._content(canvas, wide, trouble)

    def _photographed(self, canvas: Ink, hatched: bool, trouble: Trouble) -> NDArray[np.uint8]:
        canvas = self._camera.drawn(canvas, trouble)
        if self.rng.random() < trouble.overhang:
            self._overhang(canvas)
        black = self._camera.blackness(trouble)
        dark = canvas * black
        self._camera.printed(dark, hatched, trouble)
        inked = bool(canvas.max() > 0.3)
        if self.rng.random() < trouble.through[not inked]:
            self._show_through(dark, min(0.12, 0.3 * float(black)) if inked else 0.12)
        return self._camera.shot(dark, trouble)

    def _overhang(self, canvas: Ink) -> None:
        """A neighbour's digits reach over the border by up to a fifth of the cell."""
        writer = self._writer("0123456789")
        h, w = canvas.shape
        reach = float(self.rng.uniform(0.0, 0.2)) * h
        size = writer.style.height * 0.5
        side = int(self.rng.integers(4))
        for _ in range(int(self.rng.integers(1, 3))):
            along_x, along_y = self.rng.uniform(0, w), self.rng.uniform(0.2, 0.8) * h
            above, below, aside = reach - size, h - reach + size, reach - size * 0.6
            at = [(along_x, above), (along_x, below), (aside, along_y), (w - aside, along_y)][side]
            char = str(self.rng.choice(list("0123456789")))
            writer.stamp(canvas, char, writer.pick(char), at, writer.style.height / BODY)

    def _show_through(self, dark: Ink, most: float) -> None:
        """Writing on the back of the paper, mirrored and soft, at most as dark as `most`."""
        ghost = np.zeros_like(dark)
        self._writer("0123456789").write(ghost, self._number(1.0).strip("+-"))
        faint = np.float32(self.rng.uniform(0.02, max(most, 0.03)))
        np.maximum(dark, cv2.GaussianBlur(ghost[:, ::-1], (0, 0), float(self.rng.uniform(1, 3))) * faint, out=dark)


def _mixed(source: str, hands: list[Hand]) -> Hand:
    """All glyphs of one set as one hand."""
    same = [hand.glyphs for hand in hands if hand.source == source]
    chars = {char for glyphs in same for char in glyphs}
    return Hand(source, "", {char: np.concatenate([g[char] for g in same if char in g]) for char in sorted(chars)})


def _siblings(hands: list[Hand], hand: Hand) -> int:
    return sum(other.source == hand.source for other in hands)


def _ink_box(canvas: Ink) -> tuple[float, float, float, float]:
    ys, xs = np.nonzero(canvas > 0.3)
    if len(xs) == 0:
        return 10.0, 20.0, canvas.shape[1] - 10.0, 60.0
    return float(xs.min()), float(ys.min()), float(xs.max()), float(ys.max())


def training_composer(data: Path, fonts: Iterable[Path], seed: int) -> Composer:
    """Composes from the `FILES` in the folder `data` and the `.ttf` in the folders `fonts`."""
    files = [font for folder in fonts for font in sorted(folder.glob("*.ttf"))]
    return Composer(load_bank([data / f"{name}.npz" for name in FILES], files), seed)
