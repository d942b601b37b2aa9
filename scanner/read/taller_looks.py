"""Cells of low rows, seen taller than their row and without its printed rules.

People write digits of 4 to 5 mm whatever the row is. In a row of 4.6 mm their heads and feet cross the rules, and what
is cut off at the rule is read as another digit, often surely: 3 for 8, 1 for 7. A taller look shows them whole. Its
rules have to go: the recogniser knows them at the border only.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.pyramid import Grey, take_share
from scanner.read.cell_frame import INK, Lines, Mask, WideCell, locate_borders

Marked = NDArray[np.bool_]
"""(h, w), True where something is marked."""
LOW_MM = 6.6
"""Rows below this height, in mm, are looked at taller: digits cross the rules of 5 mm, and hardly any of 8."""
TALLER = (0.1, 0.16)
"""How much more is seen above and below the row in the first look and in another one, in its heights. Further off the
neighbours' ink would be read too."""
_ASIDE, _PAPER = 0.04, 0.12
"""How much more is seen at the sides, whose rules hardly any digit crosses; and paper added beside it, in heights."""
_NEAR_PX = 3
"""How near to a rule ink must end to go on across it."""
_DARKER = 0.35
"""How much darker than its rule ink is at least, as a share of the cell's blackest ink; less on a black rule."""
_USUAL = 0.6
"""Share of a rule that is lighter than what is its own darkness, where no ink is beside it."""
_FEW_PX = 8
"""Free pixels beside a rule that show how dark it is at least; otherwise all of it shows."""
_BRUSH = np.ones((1, 3), np.uint8)


def show_taller(cell: WideCell, bare: Grey, taller: float) -> Grey:
    """The cell (h', w') uint8 out of its picture `bare` (h, w) uint8 without rules, `taller` of its heights more above
    and below.
    """
    more, aside, beside = (round(share * cell.height) for share in (taller, _ASIDE, _PAPER))
    _, (top, foot) = locate_borders(cell.grey, cell.height)
    left, right = cell.frame.across
    seen = slice(max(top - more, 0), foot + more + 1), slice(max(left[0] - aside, 0), right[1] + aside + 1)
    part, paper = bare[seen], cell.paper[seen]
    sides = (np.repeat(paper[:, at], beside, axis=1) for at in (slice(0, 1), slice(-1, None)))
    return np.ascontiguousarray(np.hstack([next(sides), part, next(sides)]))


def paint_out_rules(cell: WideCell) -> Grey:
    """The cell's picture (h, w) uint8 with paper in place of the printed rules, but for the ink on them."""
    ink, bare = cell.take_out_rules(), cell.grey.copy()
    (left, right), (top, foot) = cell.frame.across, cell.frame.down
    for lines in (top, foot):
        kept = _find_ink_on_rule(cell.dark, ink, lines, (left[1] + 1, right[0]), cell.black)
        _paint_out(bare, cell.paper, kept, lines)
    for lines in (left, right):
        kept = _find_ink_on_rule(cell.dark.T, ink.T, lines, (top[1] + 1, foot[0]), cell.black)
        _paint_out(bare.T, cell.paper.T, kept, lines)
    return bare


def _paint_out(bare: Grey, paper: Grey, kept: Marked, lines: Lines) -> None:
    """Lays paper on the rule of these rows, in place, but where ink is `kept` (rows, w)."""
    rows = _widen(lines, len(bare))
    bare[rows] = np.where(kept, bare[rows], paper[rows])


def _widen(lines: Lines, count: int) -> slice:
    """The rows of a rule with its blurred edges."""
    return slice(max(lines[0] - 1, 0), min(lines[1] + 2, count))


def _find_ink_on_rule(dark: NDArray[np.float32], ink: Mask, lines: Lines, inside: Lines, black: float) -> Marked:
    """Which pixels (rows, w) of a level rule are ink: those between strokes that end above and below it, and those that
    are much darker than the rule. `inside`: the columns between the upright rules.
    """
    rows = _widen(lines, len(dark))
    near = ink[max(rows.start - _NEAR_PX, 0) : rows.start], ink[rows.stop : rows.stop + _NEAR_PX]
    above, below = (np.asarray(one.any(axis=0), np.bool_) for one in near)
    part = dark[rows]
    rule = take_share(part[:, _list_free(above | below, inside)], _USUAL)[:, None]
    more = _DARKER * black * np.minimum(np.maximum(1 - rule / black, 0.3), 1)
    kept = np.asarray(part - rule > more)
    if above.any() and below.any():
        kept |= _spread(above[None]) & _spread(below[None]) & (part > INK * black)
    return _spread(kept) if kept.any() else kept


def _list_free(inked: Marked, inside: Lines) -> NDArray[np.intp]:
    """The columns (n,) between the upright rules beside which there is no ink, `inked` (w,); all of them where those
    are few.
    """
    free = np.flatnonzero(~inked[slice(*inside)]) + inside[0]
    return free if len(free) >= _FEW_PX else np.arange(*inside)


def _spread(mask: Marked) -> Marked:
    """The mask (h, w), a pixel wider on either side."""
    return np.asarray(cv2.dilate(mask.view(np.uint8), _BRUSH)).view(np.bool_)
