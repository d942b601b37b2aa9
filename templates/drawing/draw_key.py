"""The key at the foot of a full sheet: how it is filled in, how these rules count, the example row read aloud."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate

from templates.drawing import sheet_parts as parts
from templates.drawing.lettering import BOLD, PLAIN, fit, flow, measure_block_mm, place_baseline_mm
from templates.drawing.pen import Pen
from templates.drawing.sheet_parts import LABEL_GREY
from templates.full import SIGN_MM, SUM_MM
from templates.layout import Box, Layout
from templates.paper import EDGE_MM
from templates.spec import KeyBlock, SheetSpec

LABELS_MM = 18.8  # room for the words beside sums and signatures
_LEFT_MM, _GAP_MM = 49.0, 3.2
_TITLE_PT, _BELOW_TITLE_MM = 9.0, 1.1  # the largest title, and the air between it and the first line
_SIZES_PT = (9, 8.5, 8, 7.75, 7.5, 7.25, 7, 6.75, 6.5, 6.25, 6, 5.5)
_NARROWEST_MM, _STEP_MM = 30.0, 0.5


def draw_key(pen: Pen, layout: Layout, spec: SheetSpec) -> None:
    """Draws the blocks side by side at the left of the sums, all in one size; the last block stands below the sums."""
    if len(spec.key) < 2:
        return
    *beside, last = spec.key
    top, low = layout.grid.ys_mm[-1] + 1.6, layout.page_mm[1] - EDGE_MM
    seats, signs_end = layout.find_field("sum.p1").box_mm[0], layout.grid.ys_mm[-1] + SUM_MM + SIGN_MM + 2.0
    room = seats - LABELS_MM - _LEFT_MM - _GAP_MM * (len(beside) - 1), low - top
    size, widths = _share_room(beside, room)
    lefts = accumulate((width + _GAP_MM for width in widths[:-1]), initial=_LEFT_MM)
    for block, left, width in zip(beside, lefts, widths, strict=True):
        _draw_block(pen, block, (left, top, width, low - top), size)
    below = layout.page_mm[0] - parts.find_text_left(layout) - seats, low - signs_end
    _draw_block(pen, last, (seats, signs_end, *below), _share_room((last,), below)[0])


def _share_room(blocks: Sequence[KeyBlock], room: tuple[float, float]) -> tuple[float, list[float]]:
    """The largest size in points at which all blocks fit side by side into `room` (width, height), and their widths."""
    for size in _SIZES_PT:
        needed = [_find_narrowest_mm(block, room, size) for block in blocks]
        spare = room[0] - sum(needed)
        if spare >= 0:
            break
    return size, [width + spare / len(blocks) for width in needed]


def _find_narrowest_mm(block: KeyBlock, room: tuple[float, float], size_pt: float) -> float:
    """The least width in mm in which the block is no higher than the room; more than the room's where none is."""
    low, high = 0, int((room[0] - _NARROWEST_MM) / _STEP_MM) + 1
    while low < high:
        middle = (low + high) // 2
        wrapped, _ = flow(block.lines, PLAIN, (_NARROWEST_MM + middle * _STEP_MM, room[0]), (size_pt,))
        fits = measure_block_mm(len(wrapped), size_pt) <= room[1] - _measure_head_mm(size_pt)
        low, high = (low, middle) if fits else (middle + 1, high)
    return _NARROWEST_MM + low * _STEP_MM


def _choose_title_pt(size_pt: float) -> float:
    """The size of a block's heading, in points."""
    return min(_TITLE_PT, size_pt + 1)


def _measure_head_mm(size_pt: float) -> float:
    """From the top of a block to the top of its first line, in mm."""
    return place_baseline_mm(0, _choose_title_pt(size_pt)) + _BELOW_TITLE_MM


def _draw_block(pen: Pen, block: KeyBlock, place: Box, size_pt: float) -> None:
    """The block's heading and its sentences."""
    x, y, width, height = place
    line, size = fit(block.title, BOLD, width, _choose_title_pt(size_pt), 6)
    pen.write((x, y + place_baseline_mm(0, size)), line, BOLD, size)
    top = y + _measure_head_mm(size_pt)
    lines, size = flow(block.lines, PLAIN, (width, y + height - top), (size_pt,))
    for number, line in enumerate(lines):
        pen.write((x, top + place_baseline_mm(number, size)), line, PLAIN, size, grey=LABEL_GREY)
