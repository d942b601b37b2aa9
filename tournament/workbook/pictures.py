"""Pictures in cells: fitted to the cell, and left out without a word of error when they are no pictures."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from io import BytesIO
from struct import error as StructError

from xlsxwriter.exceptions import XlsxWriterException
from xlsxwriter.image import Image

from scanner.sheet_reading import Reading
from tournament.judging.written_sheet import WrittenSheet
from tournament.workbook.page import Page, Picture

CropSource = Callable[[WrittenSheet, Sequence[Reading]], bytes | None]
"""A JPEG or PNG of the part of the photograph that shows these fields; None when it cannot be had."""


def put_picture(page: Page, row: int, column: int, data: bytes | None, *, height_px: int, width_px: int = 150) -> int:
    """Puts the picture into the cell, at most `height_px` high and `width_px` wide; gives its height in pixels, 0 when
    there is no picture."""
    size = _measure(data) if data is not None else None
    if data is None or size is None:
        return 0
    scale = min(height_px / size[1], width_px / size[0], 1.0)
    width, height = (max(1, int(side * scale)) for side in size)
    page.pictures.append(Picture(row, column, data, width, height))
    return height


def _measure(data: bytes) -> tuple[int, int] | None:
    """Width and height in pixels; None for bytes that XlsxWriter does not take for a picture."""
    try:
        image = Image(BytesIO(data))
    except (XlsxWriterException, StructError):
        return None
    return int(image.width), int(image.height)
