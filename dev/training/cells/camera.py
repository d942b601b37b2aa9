"""Turns a written cell into a picture: pen and paper, print, light, lens, sensor and JPEG.

Most cells look as photographs mostly do, the others are harder. A network that learns from hard cells alone reads the
ordinary ones worse (docs/model-card.md).
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from dev.training.cells.develop_cells import DEVELOPERS, UP_TO
from dev.training.cells.surface import (
    add_glare,
    draw_light,
    draw_patches,
    draw_pressure,
    print_hatching,
    print_rules,
)
from dev.training.cells.writing import CELL_PX, Ink


@dataclass(frozen=True, slots=True)
class Trouble:
    """What makes cells hard to read: shares of cells that have it, and how strong it may be."""

    mess: float
    """Numbers struck out, scribbled or written over."""
    hatched: float
    """Hatched as the cell of a seat that sits out, whose print the ink crosses."""
    skipping: float
    """A pen that skips, or rough paper."""
    fading: float
    """A pencil that presses unevenly."""
    pale: float
    """Ink hardly darker than the paper."""
    overhang: float
    """Ink of the neighbours."""
    ruled: float
    """Printed rules within the crop."""
    through: tuple[float, float]
    """Writing on the back is seen: where there is ink, where there is none."""
    moved: float
    """Blurred by a moving hand."""
    blur: float
    """The widest blur, in pixels of the cell."""
    noise: tuple[float, float]
    """The strongest noise of paper and of sensor, as parts of the light."""
    glare: float
    """In the light of a lamp that the paper throws back."""
    low: float
    """In rows lower than the writing: digits run over both rules, and so do those of the rows above and below."""


HARD = Trouble(
    mess=0.2,
    hatched=0.09,
    skipping=0.45,
    fading=0.35,
    pale=0.3,
    overhang=0.3,
    ruled=1.0,
    through=(0.12, 0.4),
    moved=0.08,
    blur=2.4,
    noise=(0.02, 0.03),
    glare=0.12,
    low=0.3,
)
"""Harder than photographs are."""
ORDINARY = Trouble(
    mess=0.08,
    hatched=0.03,
    skipping=0.2,
    fading=0.2,
    pale=0.12,
    overhang=0.08,
    ruled=0.3,
    through=(0.0, 0.1),
    moved=0.03,
    blur=1.6,
    noise=(0.012, 0.015),
    glare=0.04,
    low=0.12,
)
"""As most cells of photographs look."""


class Camera:
    """Takes pictures of written cells. Random fields are costly, so they are drawn once and used in parts."""

    def __init__(self, rng: np.random.Generator) -> None:
        self.rng = rng
        self._grain = [rng.normal(0, 1, (2 * CELL_PX, 10 * CELL_PX)).astype(np.float32) for _ in range(6)]
        self._patchy = [draw_patches(rng) for _ in range(8)]
        self._pressed = [draw_pressure(rng) for _ in range(16)]

    def ink_paper(self, canvas: Ink, trouble: Trouble) -> Ink:
        """The ink (h, w) float32 as it comes out: pens skip, pencils press unevenly."""
        rng = self.rng
        if rng.random() < trouble.skipping:
            bare = np.float32(rng.uniform(0.1, 1.0)) * self._cut_field(self._patchy, canvas.shape)
            canvas = canvas * (np.float32(1) - bare)
        return canvas * self._cut_field(self._pressed, canvas.shape) if rng.random() < trouble.fading else canvas

    def draw_blackness(self, trouble: Trouble) -> np.float32:
        """How dark the ink of a cell is, 0 to 1."""
        low, high = (0.14, 0.5) if self.rng.random() < trouble.pale else (0.4, 0.95)
        return np.float32(self.rng.uniform(low, high))

    def print_rules(self, dark: Ink, hatched: bool, trouble: Trouble) -> None:
        """Prints rules and hatching into the cell."""
        if self.rng.random() < trouble.ruled:
            print_rules(dark, self.rng)
        if hatched:
            print_hatching(dark, self.rng)

    def photograph(self, dark: Ink, trouble: Trouble) -> NDArray[np.uint8]:
        """The cell (h, w) float32, 0 paper to 1 black, as a grey picture of the photograph's own resolution."""
        rng = self.rng
        lit = draw_light(dark.shape, rng) * (1.0 - dark)
        lit = lit * (1 + self._cut_grain(dark.shape) * np.float32(rng.uniform(0, trouble.noise[0])))
        if rng.random() < trouble.glare:
            lit = add_glare(lit, rng)
        if rng.random() < 0.7:
            lit = cv2.GaussianBlur(lit, (0, 0), float(rng.uniform(0.3, trouble.blur)))
        if rng.random() < trouble.moved:
            length = int(rng.integers(2, 7))
            lit = cv2.blur(lit, (length, 1) if rng.random() < 0.5 else (1, length))
        height = int(rng.integers(24, 36)) if rng.random() < 0.12 else int(rng.integers(34, 81))
        size = (max(8, round(lit.shape[1] * height / CELL_PX)), height)
        small = np.asarray(cv2.resize(lit, size, interpolation=cv2.INTER_AREA), np.float32)
        small = small + self._cut_grain(small.shape) * np.float32(rng.uniform(0, trouble.noise[1]) * small.mean())
        develop = DEVELOPERS[min(int(np.searchsorted(UP_TO, rng.random())), len(DEVELOPERS) - 1)]
        return self._compress(np.clip(develop(small, rng), 0, 255).astype(np.uint8))

    def _compress(self, grey: NDArray[np.uint8]) -> NDArray[np.uint8]:
        if self.rng.random() < 0.4:
            _, data = cv2.imencode(".jpg", grey, [cv2.IMWRITE_JPEG_QUALITY, int(self.rng.integers(35, 92))])
            grey = np.asarray(cv2.imdecode(data, cv2.IMREAD_GRAYSCALE), np.uint8)
        return grey

    def _cut_field(self, fields: list[NDArray[np.float32]], shape: tuple[int, ...]) -> NDArray[np.float32]:
        """A part of that shape of one of the random fields."""
        whole = fields[int(self.rng.integers(len(fields)))]
        x = int(self.rng.integers(whole.shape[1] - shape[1] + 1))
        return whole[: shape[0], x : x + shape[1]]

    def _cut_grain(self, shape: tuple[int, ...]) -> NDArray[np.float32]:
        grain = self._grain[int(self.rng.integers(len(self._grain)))]
        y, x = int(self.rng.integers(CELL_PX)), int(self.rng.integers(4 * CELL_PX - 8))
        return grain[y : y + shape[0], x : x + shape[1]]
