"""The printed sheets: black and grey, one page each, each stroke where the layout has it."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from templates.drawing.draw_full import draw_full
from templates.drawing.draw_list import draw_list
from templates.drawing.draw_parts import title
from templates.drawing.foreign_draw import draw_foreign, foreign_pdf, render_foreign
from templates.drawing.pen import Pen
from templates.drawing.picture import picture
from templates.registry import layout_for
from templates.spec import SheetSpec

__all__ = ["draw_foreign", "draw_sheet", "foreign_pdf", "render_foreign", "render_sheet", "sheet_pdf"]


def draw_sheet(spec: SheetSpec, target: Path) -> None:
    """Writes the sheet as a PDF of one page; raises `UnknownSheet` for sheets not made, `OSError` from the disk."""
    target.write_bytes(sheet_pdf(spec))


def render_sheet(spec: SheetSpec, px_per_mm: float) -> NDArray[np.uint8]:
    """The sheet as print on white, (rows, columns) grey uint8; pixel (0, 0) is the page's upper left corner."""
    return picture(sheet_pdf(spec), px_per_mm)


def sheet_pdf(spec: SheetSpec, *more: SheetSpec) -> bytes:
    """The PDF's bytes, the same for the same specs; one page for each, all of the first one's size."""
    first = layout_for(spec.code)
    pen = Pen(first.page_mm, title(spec), spec.lang)
    _draw(pen, spec)
    for other in more:
        pen.turn()
        _draw(pen, other)
    return pen.pdf()


def _draw(pen: Pen, spec: SheetSpec) -> None:
    draw = draw_full if spec.code.style == "full" else draw_list
    draw(pen, layout_for(spec.code), spec)
