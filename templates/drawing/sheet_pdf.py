"""The printed sheets as PDF: one sheet or all of a round, a contact page to choose from, and pages as pictures."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pypdfium2
from numpy.typing import NDArray

from templates.drawing.draw_full import draw_full
from templates.drawing.draw_list import draw_list
from templates.drawing.pen import BOLD, MM_PER_PT, PLAIN, Pen, fit
from templates.drawing.sheet_parts import choose_title
from templates.drawing.wall_pages import Paint
from templates.layout import A4
from templates.sheet_spec import SheetSpec, make_layout


def render_page(pdf: bytes, px_per_mm: float) -> NDArray[np.uint8]:
    """The first page as (rows, columns) grey uint8, white paper 255; pixel (0, 0) is the page's upper left corner."""
    document = pypdfium2.PdfDocument(pdf)
    try:
        # A hair less than asked: pypdfium2 rounds the size up and stretches the page to it, by up to a pixel.
        bitmap = document[0].render(scale=px_per_mm * MM_PER_PT * (1 - 1e-6), grayscale=True)
        pixels = bitmap.to_numpy()
        return np.ascontiguousarray(pixels.reshape(pixels.shape[0], pixels.shape[1]), dtype=np.uint8)
    finally:
        document.close()


EDGE_MM, HEAD_MM = 12.0, 12.0
COLUMNS, ROWS = 6, 7
LABEL_MM = 5.0
_PX_PER_MM = 1.6  # of the sheet: 8 px a millimetre of a thumbnail 30 mm wide, as an office printer can show


def make_contact_pdf(title: str, sheets: Sequence[tuple[str, bytes]]) -> bytes:
    """Thumbnails of the first page of each PDF, with its name, 42 on a page A4; `sheets`: (name, PDF)."""
    pen = Pen(A4.size_mm, title, "de")
    for place, (name, pdf) in enumerate(sheets):
        number = place % (COLUMNS * ROWS)
        if number == 0:
            if place:
                pen.turn_page()
            pen.write((EDGE_MM, EDGE_MM + 6), title, BOLD, 16)
        _draw_thumbnail(pen, number, name, render_page(pdf, _PX_PER_MM))
    return pen.finish()


def _draw_thumbnail(pen: Pen, number: int, name: str, pixels: NDArray[np.uint8]) -> None:
    """A thumbnail at place `number` of the page, from 0; `pixels`: (rows, columns) grey uint8."""
    row, column = divmod(number, COLUMNS)
    width = (A4.size_mm[0] - 2 * EDGE_MM) / COLUMNS
    height = (A4.size_mm[1] - 2 * EDGE_MM - HEAD_MM) / ROWS
    x, y = EDGE_MM + column * width, EDGE_MM + HEAD_MM + row * height
    scale = min((width - 2) / pixels.shape[1], (height - LABEL_MM - 2) / pixels.shape[0])
    box = (x, y, pixels.shape[1] * scale, pixels.shape[0] * scale)
    pen.place_picture(box, pixels)
    pen.draw_frame(box, 0.15, 0.5)
    line, size = fit(name, PLAIN, width - 2, 7, 4.5)
    pen.write((x, y + box[3] + 3), line, PLAIN, size)


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
