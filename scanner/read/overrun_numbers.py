"""Numbers that run over the border of their cell are cut again, so that they are seen whole.

A minus begun on the rule, or a last digit that ends on it, is lost with the first cut: 50 for -50, -3 for -33.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.geometry.cut_cells import USUAL_INSET, Cut, cut_fields
from scanner.geometry.printed_rules import Followed
from scanner.pyramid import Grey, Pyramid
from scanner.read.number_answer import NumberReader, Written, combine_answers, doubt_answer
from scanner.read.own_strokes import BESIDE, Frame, Lines, Mask, add_plus_on_rule, find_frame, find_own_strokes
from templates.layout import Field
from templates.list_sheets import is_head_box

RIM = (0.6, 0.3)
"""How much is cut around a cell, in its heights: on either side, and above and below it. A minus is half as long."""
UNSURE = 0.98
"""Numbers with less confidence are also looked at above and below their cell: a digit whose foot is cut off makes the
reader doubt. Of those read surely as they are cut, none was changed by that."""
_RING = 0.05
"""How far inside the border, in heights, it is looked for ink that may run over it. The rule's own half lies nearer to
the border."""
_INK = 0.4
"""Share of the blackness of a cell's ink from which a pixel counts as ink."""
_PALE = 0.1
"""What takes less of the paper's light is no ink."""
_MARGIN = 0.08
"""Paper around ink beyond the border, in heights."""
_GAP = 7
"""Pixels of a rule, between strokes that cross it, that may belong to a stroke too: a plus may stand right on the rule.
"""
_PAPER = 0.4
"""Side of the window in which some paper must show, in heights."""


def read_numbers(pyramid: Pyramid, followed: Followed, cells: Sequence[Cut], reader: NumberReader) -> list[Written]:
    """Reads the number cells in one batch. Two kinds are read again, cut whole: those whose own ink reaches their
    border at the side, and doubtful ones whose ink runs over it above or below. Ink at the side of a head's box leaves
    it in doubt.
    """
    answers = reader.read([cell.crop for cell in cells], [cell.field.kind for cell in cells])
    near = [
        n for n, cell in enumerate(cells) if _has_ink_near_border(cell.crop, True) or _may_be_cut(cell.crop, answers[n])
    ]
    wide = cut_fields(pyramid, followed, [_grow_field(cells[n].field) for n in near]) if near else ()
    crops = {n: crop for n, cell in zip(near, wide, strict=True) if (crop := cut_whole(cell.crop)) is not None}
    again = reader.read(list(crops.values()), [cells[n].field.kind for n in crops]) if crops else ()
    found = dict(zip(crops, again, strict=True))
    over = {n for n, cell in zip(near, wide, strict=True) if is_head_box(cell.field.id) and runs_over_side(cell.crop)}
    both = [combine_answers(got, found[n]) if n in found else got for n, got in enumerate(answers)]
    return [doubt_answer(got) if n in over and got.text else got for n, got in enumerate(both)]


def _may_be_cut(crop: Grey, got: Written) -> bool:
    """Whether a cell that was read with doubt has ink close to its border above or below."""
    return got.confidence < UNSURE and _has_ink_near_border(crop, False)


def _grow_field(field: Field) -> Field:
    """The field with `RIM` around it."""
    x, y, width, height = field.box_mm
    aside, above = (share * height for share in RIM)
    return replace(field, box_mm=(x - aside, y - above, width + 2 * aside, height + 2 * above))


def _has_ink_near_border(crop: Grey, at_side: bool) -> bool:
    """Whether there is ink close to the border of a cell (h, w) uint8: at its sides, or else above or below."""
    depth = max(1, round(_RING * len(crop)))
    lines = (crop.T if at_side else crop)[[depth, -1 - depth], depth:-depth].ravel()
    middle = (lines.size - 1) // 2  # of two lines, one in shadow, what the darker one has
    paper, nearest = float(np.partition(lines, middle)[middle]), float(lines.min())
    if nearest > (1 - _PALE) * paper:
        return False
    black = float(crop[depth:-depth:2, depth:-depth:2].min())
    return nearest < paper - _INK * (paper - black)


def cut_whole(wide: Grey) -> Grey | None:
    """A cell (h, w) uint8 that was cut with `RIM` around it, cut again to (h', w') uint8 so that its own ink is seen
    whole and the neighbours' is not. None when nothing of its own reaches its border.
    """
    height = len(wide) / ((1 + 2 * RIM[1]) * (1 - 2 * USUAL_INSET))
    dark, paper = _measure_darkness(wide, height)
    inked = _find_ink(wide, dark, height)
    if inked is None:
        return None
    ink, frame, black = inked
    own = find_own_strokes(ink, frame, height)
    if own is None:
        return None
    return _cut_whole(wide, paper, add_plus_on_rule(own, dark, frame, height, black), frame, height)


def runs_over_side(wide: Grey) -> bool:
    """Whether ink in a cell (h, w) uint8 that was cut with `RIM` around it touches the rule at one of its sides. Print
    stands right beside a head's box, which hides whose such ink is.
    """
    height = len(wide) / ((1 + 2 * RIM[1]) * (1 - 2 * USUAL_INSET))
    inked = _find_ink(wide, _measure_darkness(wide, height)[0], height)
    if inked is None:
        return False
    ink, frame, _ = inked
    inside = ink[frame.inside]
    clear = round(BESIDE * height)
    sides = inside[clear:-clear, [0, 1, -2, -1]]
    return bool(sides.sum(axis=0).max(initial=0) > 1)


def _find_ink(wide: Grey, dark: NDArray[np.float32], height: float) -> tuple[Mask, Frame, float] | None:
    """The ink (h, w) uint8, 1 where it is, the rules around the cell, and the darkness of its blackest ink. None for a
    blank cell.
    """
    across, down = _locate_borders(wide, height)
    clear = round(BESIDE * height) + 2
    inner = dark[down[0] + clear : down[1] - clear, across[0] + clear : across[1] - clear]
    black = float(np.partition(inner.ravel(), -inner.size // 100)[-inner.size // 100])
    if black < _PALE:
        return None
    ink = (dark > max(_PALE, _INK * black)).astype(np.uint8)
    return ink, find_frame(ink, across, down, height), black


def _locate_borders(wide: Grey, height: float) -> tuple[Lines, Lines]:
    """First and last column, first and last row of the cell."""
    inset = USUAL_INSET * (1 + 2 * RIM[1])
    aside, above = (round((share - inset) * height) for share in RIM)
    return (aside, wide.shape[1] - 1 - aside), (above, wide.shape[0] - 1 - above)


def _measure_darkness(grey: Grey, height: float) -> tuple[NDArray[np.float32], Grey]:
    """The share of the paper's light that is missing (h, w), and the paper."""
    smooth, side = cv2.GaussianBlur(grey, (3, 3), 0), int(_PAPER * height) | 1
    paper = cv2.blur(cv2.dilate(smooth, np.ones((side, side), np.uint8)), (side, side))
    return np.asarray(1.0 - smooth.astype(np.float32) / np.maximum(paper, 1), np.float32), np.asarray(paper, np.uint8)


def _cut_whole(wide: Grey, paper: Grey, own: Mask, frame: Frame, height: float) -> Grey:
    """Cuts the cell with its own ink beyond the border. On the sides that become wider for that, the rule and other ink
    are painted over with paper.
    """
    gone, margin = np.zeros_like(own), round(_MARGIN * height)
    ends: list[Lines] = []
    for axis, ((low, high), erased) in enumerate(((frame.across, gone.T), (frame.down, gone))):
        inked = np.flatnonzero(own.any(axis=axis))
        start, end = low[1] + 1, high[0]
        if inked[0] <= low[1]:
            start, erased[: low[1] + 1] = max(int(inked[0]) - margin, 0), 1
        if inked[-1] >= high[0]:
            end, erased[high[0] :] = int(inked[-1]) + margin, 1
        ends.append((start, end))
    others = (gone > 0) & (_add_edges(own, frame) == 0)
    (left, right), (top, foot) = ends
    return np.where(others, paper, wide)[top:foot, left:right]


def _add_edges(own: Mask, frame: Frame) -> Mask:
    """The strokes (h, w) uint8 with the pixels around them. Where they cross an upright rule nothing is added: what is
    left of the rule above and below a minus would make a plus of it.
    """
    edged = np.asarray(cv2.dilate(own, np.ones((5, 5), np.uint8)), np.uint8)
    joined = cv2.morphologyEx(own, cv2.MORPH_CLOSE, np.ones((_GAP, 1), np.uint8))
    for first, last in frame.across:
        edged[:, first : last + 1] = joined[:, first : last + 1]
    return edged
