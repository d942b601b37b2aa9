"""A PDF page as a picture, as an ideal printer and an ideal scanner would give it."""

from __future__ import annotations

import numpy as np
import pypdfium2  # type: ignore[import-untyped]  # it ships no types
from numpy.typing import NDArray

from templates.drawing.lettering import MM_PER_PT


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
