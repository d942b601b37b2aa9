"""Cuts cells again whose number runs over the border, so that the number is seen whole.

A minus begun on the rule, or a last digit that ends on it, is lost with the first cut: 50 for -50, -3 for -33.

Which strokes at the border are the cell's own: the printed rules are taken out, and what a stroke is joined with shows
whose it is. A flat stroke or a plus across the left border begins the number to its right. Any other stroke belongs to
the cell that holds most of it. What runs out of view may be the neighbours' ink, and belongs to nobody.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.geometry.cut_cells import Cut, straighten_fields
from scanner.geometry.printed_rules import Followed
from scanner.pyramid import Grey, Pyramid
from scanner.read.cell_frame import BESIDE, INK, PALE, RIM, Frame, Lines, Mask, WideCell
from scanner.read.judge_texts import adds_at_side, combine_answers
from scanner.read.lone_strokes import TEXTS
from scanner.read.read_numbers import NumberReader
from scanner.read.taller_looks import LOW_MM, TALLER, paint_out_rules, show_taller
from scanner.sheet_reading import Answer, Sign
from templates.layout import Field
from templates.list_sheets import is_head_box

UNSURE = 0.98
"""Numbers with less confidence are also looked at above and below their cell: a digit whose foot is cut off makes the
reader doubt. Of those read surely as they are cut, none was changed by that."""
_RING = 0.05
"""How far inside the border, in heights, it is looked for ink that may run over it. The rule's own half lies nearer to
the border."""
_MARGIN = 0.08
"""Paper around ink beyond the border, in heights."""
_GAP = 7
"""Pixels of a rule, between strokes that cross it, that may belong to a stroke too: a plus may be right on the rule.
"""
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


def read_numbers(pyramid: Pyramid, followed: Followed, cells: Sequence[Cut], reader: NumberReader) -> list[Answer]:
    """Reads the number cells in one batch; those of low rows with ink at the rules above or below are looked at taller.

    Two kinds are read again, cut whole: those whose own ink reaches their border at the side, and doubtful ones of
    other rows whose ink runs over it above or below. Ink at the side of a head's box is a sign of doubt, and so is
    a cell that holds nothing but a neighbour's stroke.
    """
    low = [n for n, cell in enumerate(cells) if _is_low(cell.field) and _has_ink_near_border(cell.crop, False)]
    tall = _see_taller(cells, _cut_wide(pyramid, followed, cells, low))
    firsts = [tall[n].first if n in tall else cell.crop for n, cell in enumerate(cells)]
    looks = {n: one.list_others for n, one in tall.items()}
    answers = reader.read(firsts, [cell.field.kind for cell in cells], looks)
    near = [n for n, cell in enumerate(cells) if _may_run_over(cell.crop, answers[n], n in tall)]
    wide = _cut_wide(pyramid, followed, cells, near)
    crops = {n: crop for n, one in wide.items() if (crop := cut_whole(one)) is not None}
    again = reader.read(list(crops.values()), [cells[n].field.kind for n in crops]) if crops else ()
    found = dict(zip(crops, again, strict=True))
    found = {n: one for n, one in found.items() if n not in tall or adds_at_side(one, answers[n])}
    both = [combine_answers(got, found[n]) if n in found else got for n, got in enumerate(answers)]
    return [
        got.add_signs(_find_signs(got, cells[n].field, wide[n])) if n in wide and got.text else got
        for n, got in enumerate(both)
    ]


def _find_signs(got: Answer, field: Field, wide: Grey) -> dict[Sign, float]:
    """The signs that a cell (h, w) uint8, cut with `RIM` around it, holds ink that is not its own."""
    beside = is_head_box(field.id) and runs_over_side(wide)
    return {"beside": beside, "neighbours": got.text in TEXTS and is_neighbours(wide)}


@dataclass(frozen=True, slots=True, eq=False)
class _Tall:
    """A cell of a low row, `crop` (h, w) uint8 as it was cut, and without its printed rules."""

    crop: Grey
    cell: WideCell
    bare: Grey

    @property
    def first(self) -> Grey:
        """The look in which it is read."""
        return show_taller(self.cell, self.bare, TALLER[0])

    def list_others(self) -> list[Grey]:
        """Those that are taken beside it where it is doubtful: as it was cut, and still taller."""
        return [self.crop, *(show_taller(self.cell, self.bare, taller) for taller in TALLER[1:])]


def _is_low(field: Field) -> bool:
    return field.box_mm[3] < LOW_MM


def _see_taller(cells: Sequence[Cut], wide: Mapping[int, Grey]) -> dict[int, _Tall]:
    """Those of the cells that were cut `wide` and hold ink, by their place."""
    seen = {n: WideCell.at(one) for n, one in wide.items()}
    return {n: _Tall(cells[n].crop, one, paint_out_rules(one)) for n, one in seen.items() if one is not None}


def _cut_wide(pyramid: Pyramid, followed: Followed, cells: Sequence[Cut], places: Sequence[int]) -> dict[int, Grey]:
    """The cells at these places, cut with `RIM` around them."""
    grown = [_grow_field(cells[n].field) for n in places]
    return dict(zip(places, straighten_fields(pyramid, followed, grown), strict=True))


def _grow_field(field: Field) -> Field:
    """The field with `RIM` around it."""
    x, y, width, height = field.box_mm
    aside, above = (share * height for share in RIM)
    return replace(field, box_mm=(x - aside, y - above, width + 2 * aside, height + 2 * above))


def _may_run_over(crop: Grey, got: Answer, tall: bool) -> bool:
    """Whether ink is close to the cell's border at a side; above or below that only matters to a doubtful number that
    was not seen `tall` already."""
    doubtful = got.confidence < UNSURE and not tall
    return _has_ink_near_border(crop, True) or (doubtful and _has_ink_near_border(crop, False))


def _has_ink_near_border(crop: Grey, at_side: bool) -> bool:
    """Whether there is ink close to the border of a cell (h, w) uint8: at its sides, or else above or below."""
    depth = max(1, round(_RING * len(crop)))
    lines = (crop.T if at_side else crop)[[depth, -1 - depth], depth:-depth].ravel()
    middle = (lines.size - 1) // 2  # of two lines, one in shadow, what the darker one has
    paper, nearest = float(np.partition(lines, middle)[middle]), float(lines.min())
    if nearest > (1 - PALE) * paper:
        return False
    black = float(crop[depth:-depth:2, depth:-depth:2].min())
    return nearest < paper - INK * (paper - black)


def cut_whole(wide: Grey) -> Grey | None:
    """A cell (h, w) uint8 that was cut with `RIM` around it, cut again to (h', w') uint8 so that its own ink is seen
    whole and the neighbours' is not. None when nothing of its own reaches its border.
    """
    cell = WideCell.at(wide)
    own = None if cell is None else _find_own_strokes(cell)
    return None if cell is None or own is None else _cut_whole(cell, _add_plus_on_rule(own, cell))


def runs_over_side(wide: Grey) -> bool:
    """Whether ink in a cell (h, w) uint8 that was cut with `RIM` around it touches the rule at one of its sides. Print
    is right beside a head's box, which hides whose such ink is.
    """
    cell = WideCell.at(wide)
    if cell is None:
        return False
    clear = round(BESIDE * cell.height)
    sides = cell.ink[cell.frame.inside][clear:-clear, [0, 1, -2, -1]]
    return bool(sides.sum(axis=0).max(initial=0) > 1)


def _cut_whole(cell: WideCell, own: Mask) -> Grey:
    """Cuts the cell with its own ink beyond the border. On the sides that become wider for that, the rule and other ink
    are painted over with paper.
    """
    frame = cell.frame
    gone, margin = np.zeros_like(own), round(_MARGIN * cell.height)
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
    return np.where((gone > 0) & (_add_edges(own, frame) == 0), cell.paper, cell.grey)[top:foot, left:right]


def _add_edges(own: Mask, frame: Frame) -> Mask:
    """The strokes (h, w) uint8 with the pixels around them. Where they cross an upright rule nothing is added: what is
    left of the rule above and below a minus would make a plus of it.
    """
    edged = np.asarray(cv2.dilate(own, np.ones((5, 5), np.uint8)), np.uint8)
    joined = cv2.morphologyEx(own, cv2.MORPH_CLOSE, np.ones((_GAP, 1), np.uint8))
    for first, last in frame.across:
        edged[:, first : last + 1] = joined[:, first : last + 1]
    return edged


def _find_own_strokes(cell: WideCell) -> Mask | None:
    """The strokes that are the cell's own and reach its border at the side or run over it; None without any."""
    bare, frame, height = cell.take_out_rules(), cell.frame, cell.height
    _, labels, boxes, _ = cv2.connectedComponentsWithStats(_bridge_rules(bare, frame), connectivity=8)
    speck = _SPECK * height**2
    strokes = [np.asarray(labels == n, np.uint8) for n in _find_reaching(np.asarray(boxes, np.int32), frame, speck)]
    parts = (_take_own_part(one, bare, frame, height) for one in strokes if one[frame.inside].sum() >= speck)
    own = [part for part in parts if part is not None]
    return _extend_onto_rules(np.bitwise_or.reduce(own), cell.ink, frame) if own else None


def is_neighbours(wide: Grey) -> bool:
    """Whether all ink in a cell (h, w) uint8 that was cut with `RIM` around it belongs to strokes that lie mostly
    outside: a neighbour's dash is no minus here.
    """
    cell = WideCell.at(wide)
    if cell is None:
        return False
    bare, inside = cell.take_out_rules(), cell.frame.inside
    count, labels, _, _ = cv2.connectedComponentsWithStats(_bridge_rules(bare, cell.frame), connectivity=8)
    seen = (labels, bare), (labels[inside], bare[inside])
    whole, part = (np.bincount(one[ink > 0], minlength=count) for one, ink in seen)
    here = part >= _SPECK * cell.height**2
    return bool(here.any() and (part[here] < whole[here] / 2).all())


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


def _add_plus_on_rule(own: Mask, cell: WideCell) -> Mask:
    """The own strokes, and the upright stroke of a plus right on an upright rule: there it is darker or
    wider than elsewhere along the rule.
    """
    frame, height, dark = cell.frame, cell.height, cell.dark
    whole, reach = own.copy(), round(_CROSSBAR * height)
    (down, _), beside = frame.inside, round(BESIDE * height)
    for first, last in frame.across:
        rows = np.flatnonzero(own[:, max(first - 3, 0) : first].any(axis=1) & own[:, last + 1 : last + 4].any(axis=1))
        if not len(rows):
            continue
        ink = dark[:, max(first - 2, 0) : last + 3].sum(axis=1)
        usual = np.percentile(ink[down.start + beside : down.stop - beside], _BARE_RULE)
        for part in (slice(max(rows[0] - reach, 0), max(rows[0] - 2, 0)), slice(rows[-1] + 3, rows[-1] + 1 + reach)):
            if len(ink[part]) and np.median(ink[part]) > usual + _MORE * cell.black:
                whole[part, first : last + 1] = 1
    return whole
