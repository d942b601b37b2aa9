"""Pictures in cells: fitted to the cell, and left out without a word of error when they are no pictures."""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence

from openpyxl.drawing.image import Image
from openpyxl.drawing.spreadsheet_drawing import AnchorMarker, OneCellAnchor
from openpyxl.drawing.xdr import XDRPositiveSize2D
from PIL import Image as Pillow
from PIL import UnidentifiedImageError

from scanner.reading import Reading
from tournament.judging.row.transcribe import WrittenSheet
from tournament.workbook.style import Page

Crop = Callable[[WrittenSheet, Sequence[Reading]], bytes | None]
"""A JPEG or PNG of the part of the photograph that shows these fields; None when it cannot be had."""

_EMU = 9525
"""English metric units of one pixel at 96 dpi."""


def place_picture(page: Page, row: int, column: int, png: bytes | None, *, height_px: int, width_px: int = 150) -> int:
    """Puts the picture into the cell, at most so high and wide; gives the height in pixels, 0 when there is no
    picture."""
    size = None if png is None else _size(png)
    if png is None or size is None:
        return 0
    scale = min(height_px / size[1], width_px / size[0], 1.0)
    picture = Image(io.BytesIO(png))
    picture.width, picture.height = max(1, int(size[0] * scale)), max(1, int(size[1] * scale))
    marker = AnchorMarker(col=column - 1, row=row - 1, colOff=2 * _EMU, rowOff=2 * _EMU)
    picture.anchor = OneCellAnchor(_from=marker, ext=XDRPositiveSize2D(picture.width * _EMU, picture.height * _EMU))
    page.ws.add_image(picture)
    return picture.height


def _size(png: bytes) -> tuple[int, int] | None:
    try:
        with Pillow.open(io.BytesIO(png)) as opened:
            return opened.size
    except (UnidentifiedImageError, OSError):
        return None
