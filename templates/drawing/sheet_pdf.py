"""The printed sheets: black and grey, one page each, each stroke where the layout has it."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from templates.drawing.draw_full import draw_full
from templates.drawing.draw_list import draw_list
from templates.drawing.foreign_pdf import draw_foreign, render_foreign
from templates.drawing.page_picture import render_page
from templates.drawing.pen import Pen
from templates.drawing.sheet_parts import choose_title
from templates.registry import make_layout
from templates.spec import SheetSpec

__all__ = ["draw_foreign", "draw_sheet", "foreign_pdf", "render_foreign", "render_sheet", "sheet_pdf"]


def draw_sheet(spec: SheetSpec, target: Path) -> None:
    """Writes the sheet as a PDF of one page; raises `UnknownSheet` for sheets not made, `OSError` from the disk."""
    target.write_bytes(make_sheet_pdf(spec))


def render_sheet(spec: SheetSpec, px_per_mm: float) -> NDArray[np.uint8]:
    """The sheet as print on white, (rows, columns) grey uint8; pixel (0, 0) is the page's upper left corner."""
    return render_page(make_sheet_pdf(spec), px_per_mm)


def make_sheet_pdf(spec: SheetSpec, *more: SheetSpec) -> bytes:
    """The PDF's bytes, the same for the same specs; one page for each, all of the first one's size."""
    first = make_layout(spec.code)
    pen = Pen(first.page_mm, choose_title(spec), spec.lang)
    _draw(pen, spec)
    for other in more:
        pen.turn()
        _draw(pen, other)
    return pen.pdf()


def _draw(pen: Pen, spec: SheetSpec) -> None:
    draw = draw_full if spec.code.style == "full" else draw_list
    draw(pen, make_layout(spec.code), spec)
