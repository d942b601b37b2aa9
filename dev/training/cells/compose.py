"""Composes cells as a photograph shows them: a number, its paper, printed rules, neighbours' ink, light and lens."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from dev.training.cells.camera import HARD, ORDINARY, Camera, Trouble
from dev.training.cells.entries import Entries
from dev.training.cells.glyphs import BODY, Bank, load_bank
from dev.training.cells.surface import distort
from dev.training.cells.writers import Writers
from dev.training.cells.writing import CELL_PX, Ink

FILES = ("swiss_train", "polish_digits_signs", "cheque_digits", "drawn_signs", "mnist_train", "dutch_digits")
"""The files of handwriting to train on, each with `.npz`."""
SHARE_ORDINARY = 0.75
"""Share of cells that look as most of a photograph's do; the others are harder."""


@dataclass(frozen=True, slots=True)
class Cell:
    """`grey`: (h, w) uint8; `text`: what the recogniser shall say."""

    grey: NDArray[np.uint8]
    text: str


class Composer:
    """Composes endless cells from a bank of glyphs; the same seed gives the same cells."""

    def __init__(
        self, bank: Bank, seed: int, entries: Callable[[Writers, np.random.Generator], Entries] = Entries
    ) -> None:
        self.rng = np.random.default_rng(seed)
        self._writers = Writers(bank, self.rng)
        self._entries = entries(self._writers, self.rng)
        self._camera = Camera(self.rng)

    def compose_cell(self, aspect: float | None = None) -> Cell:
        """One cell; `aspect` (width over height) is drawn from 0.8 to 3.8 when not given."""
        rng = self.rng
        bands = [(0.8, 1.5), (1.5, 2.5), (2.3, 3.8)]
        wide = aspect if aspect is not None else float(rng.uniform(*bands[int(rng.integers(3))]))
        trouble = ORDINARY if rng.random() < SHARE_ORDINARY else HARD
        canvas = np.zeros((CELL_PX, round(CELL_PX * wide)), np.float32)
        hatched = rng.random() < trouble.hatched
        text = self._entries.write_entry(canvas, hatched, trouble)
        if rng.random() < 0.25:
            canvas = distort(canvas, rng)
        return Cell(self._photograph(canvas, hatched, trouble), text)

    def _photograph(self, canvas: Ink, hatched: bool, trouble: Trouble) -> NDArray[np.uint8]:
        canvas = self._camera.ink_paper(canvas, trouble)
        if self.rng.random() < trouble.overhang:
            self._add_neighbour(canvas)
        black = self._camera.draw_blackness(trouble)
        dark = canvas * black
        self._camera.print_rules(dark, hatched, trouble)
        inked = bool(canvas.max() > 0.3)
        if self.rng.random() < trouble.through[not inked]:
            self._add_back_page(dark, min(0.12, 0.3 * float(black)) if inked else 0.12)
        return self._camera.photograph(dark, trouble)

    def _add_neighbour(self, canvas: Ink) -> None:
        """A neighbour's digits reach over the border by up to a fifth of the cell."""
        writer = self._writers.draw_writer("0123456789")
        h, w = canvas.shape
        reach = float(self.rng.uniform(0.0, 0.2)) * h
        size = writer.style.height * 0.5
        side = int(self.rng.integers(4))
        for _ in range(int(self.rng.integers(1, 3))):
            along_x, along_y = self.rng.uniform(0, w), self.rng.uniform(0.2, 0.8) * h
            above, below, aside = reach - size, h - reach + size, reach - size * 0.6
            at = [(along_x, above), (along_x, below), (aside, along_y), (w - aside, along_y)][side]
            char = str(self.rng.choice(list("0123456789")))
            writer.stamp_glyph(canvas, char, writer.pick_glyph(char), at, writer.style.height / BODY)

    def _add_back_page(self, dark: Ink, most: float) -> None:
        """Writing on the back of the paper, mirrored and soft, at most as dark as `most`."""
        ghost = np.zeros_like(dark)
        self._writers.draw_writer("0123456789").write(ghost, self._entries.draw_number(1.0).strip("+-"))
        faint = np.float32(self.rng.uniform(0.02, max(most, 0.03)))
        np.maximum(dark, cv2.GaussianBlur(ghost[:, ::-1], (0, 0), float(self.rng.uniform(1, 3))) * faint, out=dark)


def make_training_composer(data: Path, fonts: Iterable[Path], seed: int) -> Composer:
    """Composes from the `FILES` in the folder `data` and the `.ttf` in the folders `fonts`."""
    files = [font for folder in fonts for font in sorted(folder.glob("*.ttf"))]
    return Composer(load_bank([data / f"{name}.npz" for name in FILES], files), seed)
