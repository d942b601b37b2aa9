"""A reduced copy of a photograph for the tournament's file: small enough to mail, and each number can be read."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from PIL.Image import Image

LEAST_SIDE_PX = 1400
"""The shorter side of a copy, where the photograph has so much: 6 to 7 pixels a millimetre of an A4 sheet."""
LARGE_ENOUGH = 1.3
"""A picture at most so many times as large stays as it is: making it smaller takes as long as all else together, and
saves a tenth of the copy."""
JPEG_QUALITY = 60
"""A copy has about 300 kB; at 40 thin strokes begin to break up."""
MOST_PAGES = 40
"""Pages of a PDF or TIFF that are copied."""


def reduce_page(pixels: NDArray[np.uint8] | None) -> Image | None:
    """A page of the copy. `pixels`: (h, w, 3) uint8, BGR; None for a page without any."""
    import cv2
    from PIL import Image

    if pixels is None:
        return None
    picture = Image.fromarray(cv2.cvtColor(pixels, cv2.COLOR_BGR2RGB))
    scale = LEAST_SIDE_PX / max(1, min(picture.size))
    if scale * LARGE_ENOUGH >= 1:
        return picture
    return picture.resize((round(picture.width * scale), round(picture.height * scale)), reducing_gap=2.0)


def write_copy(pages: Sequence[Image | None]) -> bytes:
    """The copy as a file's bytes: a JPEG, of several pages a TIFF with as many, in which a page without pixels is one
    black pixel. b"" where no page has any."""
    from PIL import Image

    if not any(pages):
        return b""
    target, (first, *others) = io.BytesIO(), [page or Image.new("RGB", (1, 1)) for page in pages]
    if others:
        first.save(target, "TIFF", save_all=True, append_images=others, compression="jpeg", quality=JPEG_QUALITY)
    else:
        first.save(target, "JPEG", quality=JPEG_QUALITY)
    return target.getvalue()
