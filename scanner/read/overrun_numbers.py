"""Cuts cells again whose number runs over the border, so that the number is seen whole.

A minus begun on the rule, or a last digit that ends on it, is lost with the first cut: 50 for -50, -3 for -33.

Which strokes at the border are the cell's own: the printed rules are taken out, and what a stroke is joined with shows
whose it is. A flat stroke or a plus across the left border begins the number to its right. Any other stroke belongs to
the cell that holds most of it. What runs out of view may be the neighbours' ink, and belongs to nobody.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.geometry.cut_cells import USUAL_INSET, Cut, cut_fields
from scanner.geometry.printed_rules import Followed
from scanner.pyramid import Grey, Pyramid
from scanner.read.cell_ink import measure_blackness
from scanner.read.read_numbers import NumberReader, combine_answers, doubt_answer
from scanner.sheet_reading import Answer
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
"""Pixels of a rule, between strokes that cross it, that may belong to a stroke too: a plus may be right on the rule.
"""
_PAPER = 0.4
"""Side of the window in which some paper must show, in heights."""
_RULE = 0.6
"""Share of a cell's side that is dark where its rule runs."""
BESIDE = 0.1
"""How far a rule may lie from where it should be, in heights of the cell."""
_SPECK = 0.004
"""Less ink than this in a cell, in squared heights, is a speck."""
_FLAT = 0.2
"""Height of a minus at most, in heights of the cell."""
_SIGN = (0.9, 0.45)
"""Width and height of a sign at most, in heights of the cell."""
_SQUARE = 0.9
"""Width of a plus at least, in its own heights. What is left of a neighbour's 0 is narrower."""
_PIECE = 0.65
"""Share of a stroke over the right border that must be inside for it to be a piece of this cell's last digit, and no
plus of the next cell's."""
_ASIDE = 0.1
"""How far above and below itself a minus may go on beyond the border, in heights: print may touch it there."""
_CROSSBAR = 0.14
"""How far the upright stroke of a plus goes on above and below its level one at least, in heights of the cell."""
_MORE = 0.3
"""How much more ink such a row of the rule has than where nothing is written, in pixels of the cell's blackest. Of 115
minuses over a rule 103 have less; of 69 pluses those 48 that are on it have more."""
_BARE_RULE = 20
"""Share of a rule's rows, in percent, that are bare at least."""
Mask = NDArray[np.uint8]
"""(h, w), 1 where there is ink."""
Lines = tuple[int, int]
"""A first and a last row (column)."""


def read_numbers(pyramid: Pyramid, followed: Followed, cells: Sequence[Cut], reader: NumberReader) -> list[Answer]:
    """Reads the number cells in one batch. Two kinds are read again, cut whole: those whose own ink reaches their
    border at the side, and doubtful ones whose ink runs over it above or below. Ink at the side of a head's box leaves
    it in doubt.
    """
    answers = reader.read([cell.crop for cell in cells], [cell.field.kind for cell in cells])
    near = [n for n, cell in enumerate(cells) if _may_run_over(cell.crop, answers[n])]
    wide = cut_fields(pyramid, followed, [_grow_field(cells[n].field) for n in near]) if near else ()
    crops = {n: crop for n, cell in zip(near, wide, strict=True) if (crop := cut_whole(cell.crop)) is not None}
    again = reader.read(list(crops.values()), [cells[n].field.kind for n in crops]) if crops else ()
    found = dict(zip(crops, again, strict=True))
    over = {n for n, cell in zip(near, wide, strict=True) if is_head_box(cell.field.id) and runs_over_side(cell.crop)}
    both = [combine_answers(got, found[n]) if n in found else got for n, got in enumerate(answers)]
    return [doubt_answer(got) if n in over and got.text else got for n, got in enumerate(both)]


def _grow_field(field: Field) -> Field:
    """The field with `RIM` around it."""
    x, y, width, height = field.box_mm
    aside, above = (share * height for share in RIM)
    return replace(field, box_mm=(x - aside, y - above, width + 2 * aside, height + 2 * above))


def _may_run_over(crop: Grey, got: Answer) -> bool:
    """Whether ink is close to the cell's border at a side; above or below that only matters to a doubtful number."""
    return _has_ink_near_border(crop, True) or (got.confidence < UNSURE and _has_ink_near_border(crop, False))


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
    height = _measure_height(wide)
    dark, paper = _measure_darkness(wide, height)
    inked = _find_ink(wide, dark, height)
    own = None if inked is None else _find_own_strokes(*inked[:2], height)
    if inked is None or own is None:
        return None
    _, frame, black = inked
    return _cut_whole(wide, paper, _add_plus_on_rule(own, dark, frame, height, black), frame, height)


def runs_over_side(wide: Grey) -> bool:
    """Whether ink in a cell (h, w) uint8 that was cut with `RIM` around it touches the rule at one of its sides. Print
    is right beside a head's box, which hides whose such ink is.
    """
    height = _measure_height(wide)
    inked = _find_ink(wide, _measure_darkness(wide, height)[0], height)
    if inked is None:
        return False
    clear = round(BESIDE * height)
    sides = inked[0][inked[1].inside][clear:-clear, [0, 1, -2, -1]]
    return bool(sides.sum(axis=0).max(initial=0) > 1)


def _measure_height(wide: Grey) -> float:
    """The height in px of a cell that was cut with `RIM` around it."""
    return len(wide) / ((1 + 2 * RIM[1]) * (1 - 2 * USUAL_INSET))


def _find_ink(wide: Grey, dark: NDArray[np.float32], height: float) -> tuple[Mask, Frame, float] | None:
    """The ink (h, w) uint8, 1 where it is, the rules around the cell, and the darkness of its blackest ink. None for a
    blank cell.
    """
    across, down = _locate_borders(wide, height)
    clear = round(BESIDE * height) + 2
    black = measure_blackness(dark[down[0] + clear : down[1] - clear, across[0] + clear : across[1] - clear])
    if black < _PALE:
        return None
    ink = (dark > max(_PALE, _INK * black)).astype(np.uint8)
    return ink, _find_frame(ink, across, down, height), black


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
    (left, right), (top, foot) = ends
    return np.where((gone > 0) & (_add_edges(own, frame) == 0), paper, wide)[top:foot, left:right]


def _add_edges(own: Mask, frame: Frame) -> Mask:
    """The strokes (h, w) uint8 with the pixels around them. Where they cross an upright rule nothing is added: what is
    left of the rule above and below a minus would make a plus of it.
    """
    edged = np.asarray(cv2.dilate(own, np.ones((5, 5), np.uint8)), np.uint8)
    joined = cv2.morphologyEx(own, cv2.MORPH_CLOSE, np.ones((_GAP, 1), np.uint8))
    for first, last in frame.across:
        edged[:, first : last + 1] = joined[:, first : last + 1]
    return edged


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


def _find_frame(ink: Mask, across: Lines, down: Lines, height: float) -> Frame:
    """The rules near the cell's border, in columns and rows; `height`: of the cell in px."""
    beside = round(BESIDE * height)
    clear = beside + 2
    columns = ink[down[0] + clear : down[1] - clear].mean(axis=0)
    rows = ink[:, across[0] + clear : across[1] - clear].mean(axis=1)
    left, right = (_find_rule(columns, at, beside) for at in across)
    top, foot = (_find_rule(rows, at, beside) for at in down)
    return Frame((left, right), (top, foot))


def _find_rule(cover: NDArray[np.float64], at: int, beside: int) -> Lines:
    """The rule near `at` in the cover (n,), with a pixel on either side of it."""
    first = max(at - beside, 0)
    seen = np.flatnonzero(cover[first : at + beside + 1] > _RULE)
    lines = (first + int(seen[0]), first + int(seen[-1])) if len(seen) else (at, at)
    return max(lines[0] - 1, 0), min(lines[1] + 1, len(cover) - 1)


def _find_own_strokes(ink: Mask, frame: Frame, height: float) -> Mask | None:
    """The strokes that are the cell's own and reach its border at the side or run over it; None without any."""
    bare = ink.copy()
    for first, last in frame.across:
        bare[:, first : last + 1] = 0
    for first, last in frame.down:
        bare[first : last + 1] = 0
    _, labels, boxes, _ = cv2.connectedComponentsWithStats(_bridge_rules(bare, frame), connectivity=8)
    speck = _SPECK * height**2
    strokes = [np.asarray(labels == n, np.uint8) for n in _find_reaching(np.asarray(boxes, np.int32), frame, speck)]
    parts = (_take_own_part(one, bare, frame, height) for one in strokes if one[frame.inside].sum() >= speck)
    own = [part for part in parts if part is not None]
    return _extend_onto_rules(np.bitwise_or.reduce(own), ink, frame) if own else None


def _bridge_rules(bare: Mask, frame: Frame) -> Mask:
    """The strokes, joined again where a rule was taken out between them."""
    joined = bare.copy()
    for lines, source, target in ((frame.across, bare.T, joined.T), (frame.down, bare, joined)):
        for first, last in lines:
            near, gap = slice(max(first - 6, 0), last + 7), last - first + 3
            part = np.ascontiguousarray(source[near])
            target[near] |= np.asarray(cv2.morphologyEx(part, cv2.MORPH_CLOSE, np.ones((gap, 3), np.uint8)), np.uint8)
    return joined


def _find_reaching(boxes: NDArray[np.int32], frame: Frame, speck: float) -> list[int]:
    """The numbers of the connected strokes that reach the border at the side, or run over it anywhere."""
    x, y, wide, high, area = boxes.T
    (_, across), (top, foot) = frame.inside, frame.down
    reaching = (x <= across.start) | (x + wide >= across.stop) | (y < top[0] - 1) | (y + high > foot[1] + 2)
    return [int(n) for n in np.flatnonzero(reaching & (area >= speck)) if n]


def _take_own_part(stroke: Mask, bare: Mask, frame: Frame, height: float) -> Mask | None:
    """The part of a stroke that is the cell's own; None if it is not the cell's, or does not reach the border."""
    (left, right), (top, foot) = frame.across, frame.down
    rows, columns = _measure_extent(stroke)
    down, across = frame.inside
    over_left, over_right = columns[0] < left[0] - 1, columns[1] > right[1] + 1
    tall = rows[0] < top[0] - 1 or rows[1] > foot[1] + 1
    if columns[0] <= across.start and columns[1] >= across.stop - 1:
        return None
    begun = _measure_extent(stroke[frame.inside])[0]
    if over_left and begun[1] - begun[0] < _FLAT * height:
        aside = round(_ASIDE * height)
        stroke[: max(down.start + begun[0] - aside, 0)] = 0
        stroke[down.start + begun[1] + aside :] = 0
        return stroke
    high, wide = rows[1] - rows[0] + 1, columns[1] - columns[0] + 1
    sign = high < _SIGN[1] * height and _SQUARE * high < wide < _SIGN[0] * height and not tall
    if sign and over_left and columns[0] > 0:
        return stroke
    if min(rows[0], columns[0]) <= 0 or rows[1] >= len(bare) - 1 or columns[1] >= bare.shape[1] - 1:
        return None
    at_side = columns[0] <= across.start or columns[1] >= across.stop - 1
    share = float((stroke & bare)[frame.inside].sum()) / max(int((stroke & bare).sum()), 1)
    next_sign = sign and over_right and (share < _PIECE or high < _FLAT * height)
    return stroke if (at_side or tall) and share >= 0.5 and not next_sign else None


def _measure_extent(stroke: Mask) -> tuple[Lines, Lines]:
    """First and last row, first and last column of a stroke."""
    rows, columns = np.flatnonzero(stroke.any(axis=1)), np.flatnonzero(stroke.any(axis=0))
    return (int(rows[0]), int(rows[-1])), (int(columns[0]), int(columns[-1]))


def _extend_onto_rules(own: Mask, ink: Mask, frame: Frame) -> Mask:
    """The strokes with those parts of them that lie on a rule: what is dark there beside them."""
    for lines, mine, dark in ((frame.across, own.T, ink.T), (frame.down, own, ink)):
        for first, last in lines:
            beside = mine[max(first - 1, 0)] | mine[min(last + 1, len(mine) - 1)]
            mine[first : last + 1] |= dark[first : last + 1] & beside
    return own


def _add_plus_on_rule(own: Mask, dark: NDArray[np.float32], frame: Frame, height: float, black: float) -> Mask:
    """The own strokes, and the upright stroke of a plus right on an upright rule: there it is darker or
    wider than elsewhere along the rule. `black`: darkness of the cell's blackest ink.
    """
    whole, reach = own.copy(), round(_CROSSBAR * height)
    (down, _), beside = frame.inside, round(BESIDE * height)
    for first, last in frame.across:
        rows = np.flatnonzero(own[:, max(first - 3, 0) : first].any(axis=1) & own[:, last + 1 : last + 4].any(axis=1))
        if not len(rows):
            continue
        ink = dark[:, max(first - 2, 0) : last + 3].sum(axis=1)
        usual = np.percentile(ink[down.start + beside : down.stop - beside], _BARE_RULE)
        for part in (slice(max(rows[0] - reach, 0), max(rows[0] - 2, 0)), slice(rows[-1] + 3, rows[-1] + 1 + reach)):
            if len(ink[part]) and np.median(ink[part]) > usual + _MORE * black:
                whole[part, first : last + 1] = 1
    return whole
