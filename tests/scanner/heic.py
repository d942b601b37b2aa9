"""HEIC files as phones write them: a grid of tiles."""

from __future__ import annotations

import io

import numpy as np
import pillow_heif
from numpy.typing import NDArray
from PIL import Image

pillow_heif.register_heif_opener()


def grid(grey: NDArray[np.uint8], side: int) -> bytes:
    """The picture (h, w) uint8 as a HEIC of square tiles of `side` px."""
    file = io.BytesIO()
    Image.fromarray(grey).save(file, "HEIF", tile_size=side)
    return file.getvalue()
