"""A cell that was cut with much around it: where its printed rules run, and what is ink."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.geometry.cut_cells import USUAL_INSET
from scanner.pyramid import Grey
from scanner.read.cell_ink import is_noise, measure_blackness

RIM = (0.6, 0.3)
"""How much is cut around a cell, in its heights: on either side, and above and below it. A minus is half as long."""
INK = 0.4
"""Share of the blackness of a cell's ink from which a pixel counts as ink."""
PALE = 0.1
"""What takes less of the paper's light is no ink."""
_PAPER = 0.4
"""Side of the window in which some paper must show, in heights."""
_RULE = 0.6
"""Share of a cell's side that is dark where its rule runs."""
BESIDE = 0.1
"""How far a rule may lie from where it should be, in heights of the cell."""
Mask = NDArray[np.uint8]
"""(h, w), 1 where there is ink."""
Lines = tuple[int, int]
"""A first and a last row (column)."""


@dataclass(frozen=True, slots=True)
class Frame:
    """What the printed rules around a cell take, in px: columns left and right of it, rows above and below it."""

    across: tuple[Lines, Lines]
    down: tuple[Lines, Lines]

    @property
    def inside(self) -> tuple[slice, slice]:
        """Rows and columns between the rules."""
        (top, foot), (left, right) = self.down, self.across
        return slice(top[1] + 1, foot[0]), slice(left[1] + 1, right[0])


@dataclass(frozen=True, slots=True, eq=False)
class WideCell:
    """A cell cut with `RIM` around it, `grey` (h, w) uint8; its own `height` in px; the share of the paper's light that
    is missing, `dark` (h, w) float32, and the `paper` (h, w) uint8; the `ink`, the rules around, and how `black` its
    blackest ink is.
    """

    grey: Grey
    height: float
    dark: NDArray[np.float32]
    paper: Grey
    ink: Mask
    frame: Frame
    black: float

    @classmethod
    def at(cls, wide: Grey) -> WideCell | None:
        """Looks at a cell (h, w) uint8 that was cut with `RIM` around it. None for a blank one."""
        height = _measure_height(wide)
        dark, paper = _measure_darkness(wide, height)
        across, down = locate_borders(wide, height)
        clear = round(BESIDE * height) + 2
        inside = dark[down[0] + clear : down[1] - clear, across[0] + clear : across[1] - clear]
        black = measure_blackness(inside)
        if black < PALE or is_noise(inside):
            return None
        ink = (dark > max(PALE, INK * black)).astype(np.uint8)
        return cls(wide, height, dark, paper, ink, _find_frame(ink, across, down, height), black)

    def take_out_rules(self) -> Mask:
        """The ink (h, w) uint8 without what lies on the rules."""
        bare = self.ink.copy()
        for first, last in self.frame.across:
            bare[:, first : last + 1] = 0
        for first, last in self.frame.down:
            bare[first : last + 1] = 0
        return bare


def _measure_height(wide: Grey) -> float:
    """The height in px of a cell that was cut with `RIM` around it."""
    return len(wide) / ((1 + 2 * RIM[1]) * (1 - 2 * USUAL_INSET))


def locate_borders(wide: Grey, height: float) -> tuple[Lines, Lines]:
    """First and last column, first and last row of the cell in `wide` (h, w) uint8 of this height."""
    inset = USUAL_INSET * (1 + 2 * RIM[1])
    aside, above = (round((share - inset) * height) for share in RIM)
    return (aside, wide.shape[1] - 1 - aside), (above, wide.shape[0] - 1 - above)


def _measure_darkness(grey: Grey, height: float) -> tuple[NDArray[np.float32], Grey]:
    """The share of the paper's light that is missing (h, w), and the paper."""
    smooth, side = cv2.GaussianBlur(grey, (3, 3), 0), int(_PAPER * height) | 1
    paper = cv2.blur(cv2.dilate(smooth, np.ones((side, side), np.uint8)), (side, side))
    return np.asarray(1.0 - smooth.astype(np.float32) / np.maximum(paper, 1), np.float32), np.asarray(paper, np.uint8)


def _find_frame(ink: Mask, across: Lines, down: Lines, height: float) -> Frame:
    """The rules near the cell's border, in columns and rows; `height`: of the cell in px."""
    beside = round(BESIDE * height)
    clear = beside + 2
    columns = _measure_cover(ink[down[0] + clear : down[1] - clear], 0)
    rows = _measure_cover(ink[:, across[0] + clear : across[1] - clear], 1)
    left, right = (_find_rule(columns, at, beside) for at in across)
    top, foot = (_find_rule(rows, at, beside) for at in down)
    return Frame((left, right), (top, foot))


def _measure_cover(ink: Mask, axis: int) -> NDArray[np.float64]:
    """Share of the ink (h, w) along an axis, (n,) float64: its mean, in a third of the time."""
    counts = cv2.reduce(ink, axis, cv2.REDUCE_SUM, dtype=cv2.CV_32S)
    return np.asarray(counts.ravel() / ink.shape[axis], np.float64)


def _find_rule(cover: NDArray[np.float64], at: int, beside: int) -> Lines:
    """The rule near `at` in the cover (n,), with a pixel on either side of it."""
    first = max(at - beside, 0)
    seen = np.flatnonzero(cover[first : at + beside + 1] > _RULE)
    lines = (first + int(seen[0]), first + int(seen[-1])) if len(seen) else (at, at)
    return max(lines[0] - 1, 0), min(lines[1] + 1, len(cover) - 1)
