"""Pictures for the guide: parts of printed sheets, a list with rows filled in, marks as hands draw them."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from templates.drawing import sheet_parts as parts
from templates.drawing.lettering import HAND
from templates.drawing.pen import Pen
from templates.drawing.sheet_pdf import render_sheet
from templates.layout import Box
from templates.registry import make_layout
from templates.spec import Example, SheetSpec

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
            left, high, wide, tall = layout.find_field(f"g{game:02}.{name}").box_mm
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
