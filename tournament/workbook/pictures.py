"""Pictures in cells: fitted to the cell, and left out without a word of error when they are no pictures."""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence

from PIL import Image, UnidentifiedImageError

from scanner.reading import Reading
from tournament.judging.row.transcribe import WrittenSheet
from tournament.workbook.page import Page, Picture

Crop = Callable[[WrittenSheet, Sequence[Reading]], bytes | None]
"""A JPEG or PNG of the part of the photograph that shows these fields; None when it cannot be had."""


def put_picture(page: Page, row: int, column: int, data: bytes | None, *, height_px: int, width_px: int = 150) -> int:
    """Puts the picture into the cell, at most `height_px` high and `width_px` wide; gives its height in pixels, 0 when
    there is no picture."""
    size = _measure(data)
    if data is None or size is None:
        return 0
    scale = min(height_px / size[1], width_px / size[0], 1.0)
    width, height = (max(1, int(side * scale)) for side in size)
    page.pictures.append(Picture(row, column, data, width, height))
    return height


def _measure(data: bytes | None) -> tuple[int, int] | None:
    """Width and height in pixels; None for bytes that are no picture."""
    try:
        with Image.open(io.BytesIO(data or b"")) as opened:
            return opened.size
    except (UnidentifiedImageError, OSError):
        return None
