"""The guide: one page for players that shows how a sheet is filled in, with pictures of the printed sheets."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from templates.drawing import sheet_parts as parts
from templates.drawing.pen import BOLD, HAND, PLAIN, Pen, fit, flow, place_baseline_mm
from templates.drawing.sheet_parts import BOX_GREY, BOX_MM
from templates.drawing.sheet_pdf import render_sheet
from templates.full_sheet import choose_full_measures, group_columns, place_columns
from templates.layout import A4, Box
from templates.sheet_spec import Example, SheetSpec, make_layout
from texts.field_ids import make_field_id
from texts.languages import Lang

_PX_PER_MM = 12.0
_INK_GREY = 0.1
_AIR_MM = 0.5  # of the sheet around its frame


def cut_picture(sheet: SheetSpec, box: Box) -> NDArray[np.uint8]:
    """The part of the printed sheet inside `box`, (rows, columns) grey uint8."""
    x, y, width, height = (round(v * _PX_PER_MM) for v in box)
    return np.ascontiguousarray(render_sheet(sheet, _PX_PER_MM)[y : y + height, x : x + width])


def draw_filled_list(pen: Pen, sheet: SheetSpec, rows: Sequence[Example], place: tuple[float, float, float]) -> float:
    """Draws head and first rows of a list, filled in, at `place` (x, top, width in mm); gives its height in mm."""
    layout = make_layout(sheet.code)
    xs, ys = layout.grid.xs_mm, layout.grid.ys_mm
    box = (xs[0] - _AIR_MM, ys[0] - _AIR_MM, xs[-1] - xs[0] + 2 * _AIR_MM, ys[1 + len(rows)] - ys[0] + 2 * _AIR_MM)
    x, top, width = place
    scale = width / box[2]
    pen.place_picture((x, top, width, box[3] * scale), cut_picture(sheet, box))
    for game, row in enumerate(rows, 1):
        for name, text in (*row.written, *((name, "") for name in sorted(row.crossed))):
            left, high, wide, tall = layout.find_field(make_field_id(game, name)).box_mm
            cell = (x + (left - box[0]) * scale, top + (high - box[1]) * scale, wide * scale, tall * scale)
            _draw_entry(pen, cell, text)
    return box[3] * scale


def _draw_entry(pen: Pen, cell: Box, text: str) -> None:
    """Writes the text into a cell; a cross where the text is ""."""
    if text:
        pen.write_centred(cell, text, HAND, min(13.0, cell[3] * 2.0), _INK_GREY)
    else:
        parts.draw_cross(pen, cell, cell[3] / 8, 0.45, _INK_GREY)


def list_strokes(shape: str) -> list[list[tuple[float, float]]]:
    """The strokes of a mark as a hand draws it, each a list of points (x, y) in a box of side 1."""
    turns = [(0.5 + 0.36 * math.cos(t), 0.52 + 0.33 * math.sin(t)) for t in np.linspace(-1.2, 5.3, 40)]
    cross = [[(0.15, 0.12), (0.5, 0.53), (0.88, 0.9)], [(0.86, 0.1), (0.45, 0.52), (0.12, 0.88)]]
    filled = [[(0.06 + 0.88 * (k % 2), 0.06 + 0.88 * k / 22) for k in range(23)]]
    loops = [[(0.06 + 0.88 * (k % 2), 0.1 + 0.8 * k / 9) for k in range(10)]]
    return {
        "cross": cross,
        "tick": [[(0.14, 0.5), (0.38, 0.86), (0.92, 0.08)]],
        "circle": [turns],
        "filled": filled,
        "scribbled": [*cross, *loops],
        "dot": [[(0.46, 0.5), (0.54, 0.56)]],
    }[shape]


LEFT_MM, RIGHT_MM = 14.0, 196.0
_TEXT_PT = 9.0
_STEP_COLUMNS, _STEP_GAP_MM = 3, 5.0


@dataclass(frozen=True, slots=True)
class ExampleRow:
    """A game as an example: its row on a full sheet, and the sentence below it."""

    row: Example
    words: str


@dataclass(frozen=True, slots=True)
class Guide:
    """What the page says.

    `steps`: (heading, sentence) for each group of a full sheet's columns, in their order. `list_rows`: the first rows
    of a list, filled in. `marks`: three sentences, beside crosses that count, that are taken back, and that are easily
    overlooked. `numbers`, `lists`, `photo`: sentences, a dash before each.
    """

    title: str
    intro: str
    steps: tuple[tuple[str, str], ...]
    examples_title: str
    examples: tuple[ExampleRow, ...]
    list_title: str
    list_words: str
    list_rows: tuple[Example, ...]
    marks_title: str
    marks: tuple[str, str, str]
    numbers_title: str
    numbers: tuple[str, ...]
    lists_title: str
    lists: tuple[str, ...]
    photo_title: str
    photo: tuple[str, ...]
    lang: Lang = "de"


def make_guide_pdf(guide: Guide, sheet: SheetSpec, listed: SheetSpec) -> bytes:
    """The page as PDF; its pictures show the full sheet `sheet` and the list `listed`."""
    pen = Pen(A4.size_mm, guide.title, guide.lang)
    y = _draw_heading(pen, guide.title, 17.0, 20)
    y = _draw_paragraphs(pen, (guide.intro,), (LEFT_MM, y, RIGHT_MM - LEFT_MM), _TEXT_PT) + 3
    y = _draw_sheet_head(pen, sheet, y)
    y = _draw_steps(pen, guide.steps, y + 1.5)
    y = _draw_examples(pen, guide, sheet, y + 3)
    y = _draw_list(pen, guide, listed, y + 3)
    middle = (LEFT_MM + RIGHT_MM) / 2 + 2
    low = _draw_marks(pen, guide, y + 6)
    right = _draw_hints(pen, guide.numbers_title, guide.numbers, (middle, y + 6, RIGHT_MM - middle))
    y = max(low, right) + 3
    _draw_hints(pen, guide.lists_title, guide.lists, (LEFT_MM, y, middle - 6 - LEFT_MM))
    _draw_hints(pen, guide.photo_title, guide.photo, (middle, y, RIGHT_MM - middle))
    return pen.finish()


def _draw_heading(pen: Pen, text: str, baseline: float, size: float) -> float:
    """A heading; gives the y in mm where the text below it begins."""
    pen.write((LEFT_MM, baseline), text, BOLD, size)
    return baseline + 2.5


def _draw_paragraphs(pen: Pen, lines: Sequence[str], place: tuple[float, float, float], size: float) -> float:
    """Wrapped lines at `place` (x, top, width in mm); gives the y in mm where they end."""
    x, top, width = place
    wrapped, size = flow(lines, PLAIN, (width, 200.0), (size,))
    for number, line in enumerate(wrapped):
        pen.write((x, top + place_baseline_mm(number, size)), line, PLAIN, size)
    return top + place_baseline_mm(len(wrapped), size) - 1.5


def _draw_hints(pen: Pen, title: str, lines: Sequence[str], place: tuple[float, float, float]) -> float:
    """A heading and sentences with a dash before each, at `place` (x, top, width); gives the y in mm where they end."""
    x, top, width = place
    line, size = fit(title, BOLD, width, 12, 8)
    pen.write((x, top), line, BOLD, size)
    y = top + 2
    for line in lines:
        pen.write((x, y + place_baseline_mm(0, _TEXT_PT)), "–", PLAIN, _TEXT_PT)
        y = _draw_paragraphs(pen, (line,), (x + 3, y, width - 3), _TEXT_PT) + 0.9
    return y


def _draw_sheet_head(pen: Pen, sheet: SheetSpec, top: float) -> float:
    """The upper part of a full sheet, and a number below each group of columns; gives the y in mm below them."""
    first, end = choose_full_measures(sheet.code).band_mm, make_layout(sheet.code).grid.ys_mm[2] + 0.5
    scale = _draw_strip(pen, sheet, (first, end), top)
    low = top + (end - first) * scale
    columns = place_columns(sheet.code)
    for number, (_, inside) in enumerate(group_columns(sheet.code), 1):
        left, right = columns[inside[0]][0], sum(columns[inside[-1]])
        _draw_number(pen, (LEFT_MM + ((left + right) / 2 - _find_left(sheet)) * scale, low + 3.2), number)
    return low + 6


def _find_left(sheet: SheetSpec) -> float:
    """The left end of the part of the sheet that is shown, in mm on the sheet."""
    return make_layout(sheet.code).grid.xs_mm[0] - 0.5


def _draw_strip(pen: Pen, sheet: SheetSpec, rows: tuple[float, float], top: float) -> float:
    """A band of the sheet across the page at `top`; gives the scale. `rows`: its first and last y on the sheet."""
    layout = make_layout(sheet.code)
    left, right = _find_left(sheet), layout.grid.xs_mm[-1] + 0.5
    scale = (RIGHT_MM - LEFT_MM) / (right - left)
    pen.place_picture(
        (LEFT_MM, top, RIGHT_MM - LEFT_MM, (rows[1] - rows[0]) * scale),
        cut_picture(sheet, (left, rows[0], right - left, rows[1] - rows[0])),
    )
    return scale


def _draw_number(pen: Pen, at: tuple[float, float], number: int) -> None:
    """A white number on a black disc."""
    pen.draw_disc(at, 2.3)
    pen.write_centred((at[0] - 2, at[1] - 2, 4, 4), str(number), BOLD, 9, grey=1.0)


def _draw_steps(pen: Pen, steps: Sequence[tuple[str, str]], top: float) -> float:
    """The numbered steps in columns; gives the y in mm where the longest ends."""
    width = (RIGHT_MM - LEFT_MM + _STEP_GAP_MM) / _STEP_COLUMNS
    cuts, ends = [len(steps) * column // _STEP_COLUMNS for column in range(_STEP_COLUMNS + 1)], []
    for column, (first, end) in enumerate(pairwise(cuts)):  # the first columns have the longer words, so fewer steps
        x, y = LEFT_MM + column * width, top
        for number, (title, words) in enumerate(steps[first:end], 1 + first):
            _draw_number(pen, (x + 2.3, y + 2.3), number)
            pen.write((x + 7, y + 3.3), title, BOLD, 10)
            y = _draw_paragraphs(pen, (words,), (x + 7, y + 4.6, width - 7 - _STEP_GAP_MM), _TEXT_PT) + 1.4
        ends.append(y)
    return max(ends)


def _draw_examples(pen: Pen, guide: Guide, sheet: SheetSpec, top: float) -> float:
    """Rows filled in, each with a sentence below it; gives the y in mm where they end."""
    y = _draw_heading(pen, guide.examples_title, top, 12)
    ys = make_layout(sheet.code).grid.ys_mm
    for example in guide.examples:
        scale = _draw_strip(pen, replace(sheet, example=example.row), (ys[1], ys[2] + 0.2), y)
        y += (ys[2] - ys[1]) * scale + 0.9
        y = _draw_paragraphs(pen, (example.words,), (LEFT_MM, y, RIGHT_MM - LEFT_MM), _TEXT_PT) + 1.8
    return y


def _draw_list(pen: Pen, guide: Guide, listed: SheetSpec, top: float) -> float:
    """The same games on a list: its head and first rows, filled in; gives the y in mm where it ends."""
    y = _draw_heading(pen, guide.list_title, top, 12)
    y = _draw_paragraphs(pen, (guide.list_words,), (LEFT_MM, y, RIGHT_MM - LEFT_MM), _TEXT_PT) + 0.6
    return y + draw_filled_list(pen, listed, guide.list_rows, (LEFT_MM, y, RIGHT_MM - LEFT_MM))


def _draw_marks(pen: Pen, guide: Guide, top: float) -> float:
    """Crosses that count, that are taken back, that are easily overlooked; gives the y in mm where they end."""
    y = _draw_heading(pen, guide.marks_title, top, 12) + 0.5
    side = 7.0
    kinds = ("cross", "tick", "circle"), ("filled", "scribbled"), ("dot",)
    for shapes, words in zip(kinds, guide.marks, strict=True):
        for place, shape in enumerate(shapes):
            box = (LEFT_MM + place * (side + 2), y, side, side)
            pen.draw_frame(box, BOX_MM, BOX_GREY)
            for line in list_strokes(shape):
                pen.draw_curve([(box[0] + px * side, box[1] + py * side) for px, py in line], 0.55, 0.1)
        left = LEFT_MM + 3 * (side + 2) + 1
        _draw_paragraphs(pen, (words,), (left, y + 0.6, (LEFT_MM + RIGHT_MM) / 2 - 4 - left), _TEXT_PT)
        y += side + 3.5
    return y - 1
