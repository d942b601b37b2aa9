"""All that is printed for a round as one PDF: its sheets, the pages for the wall, and blank sheets to spare."""

from __future__ import annotations

from collections.abc import Sequence

from templates.drawing.pen import Pen
from templates.drawing.sheet_parts import choose_title
from templates.drawing.sheet_pdf import draw_sheet
from templates.drawing.wall_pages import Paint
from templates.paper import A4
from templates.registry import make_layout
from templates.spec import SheetSpec


def make_round_pdf(sheets: Sequence[SheetSpec], wall: Sequence[Paint], spares: Sequence[SheetSpec]) -> bytes:
    """The PDF: a page for each sheet, each page of the wall and each spare, in this order; there is one sheet at least.

    Raises `UnknownSheet` for a sheet that is not made.
    """
    first, *others = sheets
    pen = Pen(make_layout(first.code).page_mm, choose_title(first), first.lang)
    draw_sheet(pen, first)
    for sheet in others:
        _draw_next(pen, sheet)
    for paint in wall:
        pen.turn_page(A4.size_mm)
        paint(pen)
    for sheet in spares:
        _draw_next(pen, sheet)
    return pen.finish()


def _draw_next(pen: Pen, sheet: SheetSpec) -> None:
    """A sheet on a page of its own."""
    pen.turn_page(make_layout(sheet.code).page_mm)
    draw_sheet(pen, sheet)
