"""The printed sheets as PDF: black and grey, one page each, each stroke where the layout has it."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from templates.drawing.draw_full import draw_full
from templates.drawing.draw_list import draw_list
from templates.drawing.page_picture import render_page
from templates.drawing.pen import Pen
from templates.drawing.sheet_parts import choose_title
from templates.registry import make_layout
from templates.spec import SheetSpec


def render_sheet(spec: SheetSpec, px_per_mm: float) -> NDArray[np.uint8]:
    """The printed sheet as (rows, columns) grey uint8, white paper 255; pixel (0, 0) is the upper left corner."""
    return render_page(make_sheet_pdf(spec), px_per_mm)


def make_sheet_pdf(spec: SheetSpec, *more: SheetSpec) -> bytes:
    """The sheets as one PDF, a page each, all of the first one's size; the same specs give the same bytes.

    Raises `UnknownSheet` for a sheet that is not made.
    """
    first = make_layout(spec.code)
    pen = Pen(first.page_mm, choose_title(spec), spec.lang)
    draw_sheet(pen, spec)
    for other in more:
        pen.turn_page()
        draw_sheet(pen, other)
    return pen.finish()


def draw_sheet(pen: Pen, spec: SheetSpec) -> None:
    """Draws one sheet on the page under `pen`."""
    draw = draw_full if spec.code.style == "full" else draw_list
    draw(pen, make_layout(spec.code), spec)
