"""A contact page: many sheets as thumbnails, each with its name, to choose one from."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from templates.drawing.lettering import BOLD, PLAIN, fit
from templates.drawing.page_picture import render_page
from templates.drawing.pen import Pen
from templates.paper import A4

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
