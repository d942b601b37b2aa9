"""A TIFF's grey pixels, a band of strips at a time: Pillow keeps four bytes a pixel of what it decodes in one piece."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from itertools import accumulate, zip_longest

import numpy as np
from numpy.typing import NDArray
from PIL import TiffImagePlugin as tiff
from PIL.TiffTags import LONG

_BAND_PX = 250_000
"""Pixels of a band. With 500,000 an uncompressed picture of 50 megapixels passes 300 MB; a band costs 0.5 ms."""

_OLD_JPEG = 6
"""The compression whose tables lie outside of the strips."""

_WIDTH, _HEIGHT, _ORIENTATION, _SUBSAMPLING = 256, 257, 274, 530
_TILE_SIDES = 322, 323
_ABOUT_PIXELS = (256, 258, 259, 262, 266, 277, 284, 317, 338, 339, 347, 529, _SUBSAMPLING, 531, 532)
"""Tags of TIFF 6.0 that say how pixels are stored in a strip, wherever it lies and however high it is."""


def grey(image: tiff.TiffImageFile, data: bytes) -> NDArray[np.uint8] | None:
    """Pixels (H, W) uint8 of the page of `data` that `image` was opened at; None where it is not made of upright strips
    of grey or colour with 8 bits. Raises ValueError where strips or tiles are missing, which Pillow leaves black, and
    what Pillow raises on damaged data."""
    if not _is_whole(image.tag_v2, len(data)):
        raise ValueError("strips are missing")
    strips, rows = _strips(image, len(data))
    if not strips:
        return None
    pixels = np.empty((image.height, image.width), np.uint8)
    for top, band in _bands(image, data, strips, rows):
        with tiff.TiffImageFile(io.BytesIO(band)) as part:
            pixels[top : top + part.height] = np.asarray(part.convert("L"))
    return pixels


def _is_whole(tags: tiff.ImageFileDirectory_v2, size: int) -> bool:
    """Whether there is a strip or tile for every pixel, and all of each lies in the file of `size` bytes."""
    if tags.get(tiff.COMPRESSION) == _OLD_JPEG:
        return True
    offsets = _numbers(tags.get(tiff.STRIPOFFSETS, tags.get(tiff.TILEOFFSETS)))
    counts = _numbers(tags.get(tiff.STRIPBYTECOUNTS, tags.get(tiff.TILEBYTECOUNTS)))
    width, height = (_numbers(tags.get(tag))[0] for tag in (_WIDTH, _HEIGHT))
    wide, high = (int(tags.get(tag, side)) for tag, side in zip(_TILE_SIDES, (width, height), strict=True))
    high = min(high, int(tags.get(tiff.ROWSPERSTRIP, high)))
    planes = int(tags.get(tiff.SAMPLESPERPIXEL, 1)) if tags.get(tiff.PLANAR_CONFIGURATION, 1) == 2 else 1
    needed = -(-width // wide) * -(-height // high) * planes
    return len(offsets) >= needed and all(sum(piece) <= size for piece in zip_longest(offsets, counts, fillvalue=0))


def _strips(image: tiff.TiffImageFile, size: int) -> tuple[Sequence[tuple[int, int]], int]:
    """Where the strips lie in the file of `size` bytes, as offsets and counts, and the rows in each; none where they
    cannot be had one by one. Hostile ones that overlap are more than the file and not copied."""
    tags = image.tag_v2
    offsets, counts = (_numbers(tags.get(tag)) for tag in (tiff.STRIPOFFSETS, tiff.STRIPBYTECOUNTS))
    rows = min(int(tags.get(tiff.ROWSPERSTRIP, image.height)), image.height)
    plain = image.mode in ("L", "RGB") and set(_numbers(tags.get(tiff.BITSPERSAMPLE))) == {8}
    usual = tags.get(tiff.COMPRESSION) != _OLD_JPEG and tags.get(tiff.PLANAR_CONFIGURATION, 1) == 1
    upright = image.getexif().get(_ORIENTATION, 1) == 1
    if not (plain and usual and upright and rows > 0 and sum(counts) <= size):
        return (), 0
    if len(offsets) == 1 and tags.get(tiff.COMPRESSION) == 1 and counts[0] % image.height == 0:
        row = counts[0] // image.height
        return [(offsets[0] + at, row) for at in range(0, counts[0], row)], 1
    whole = len(offsets) == len(counts) == -(-image.height // rows)
    return (list(zip(offsets, counts, strict=True)), rows) if whole else ((), 0)


def _bands(
    image: tiff.TiffImageFile, data: bytes, strips: Sequence[tuple[int, int]], rows: int
) -> Iterator[tuple[int, bytes]]:
    """The first row of every band, and a TIFF file of its strips alone."""
    many = max(1, _BAND_PX // (rows * image.width))
    for first in range(0, len(strips), many):
        parts = [data[offset : offset + count] for offset, count in strips[first : first + many]]
        top = first * rows
        yield top, _file(image.tag_v2, min(rows * len(parts), image.height - top), rows, parts)


def _file(tags: tiff.ImageFileDirectory_v2, height: int, rows: int, parts: Sequence[bytes]) -> bytes:
    order = b"II*\0\x08\0\0\0" if tags.prefix == tiff.II else b"MM\0*\0\0\0\x08"
    own = tiff.ImageFileDirectory_v2(order)
    for tag in _ABOUT_PIXELS:
        if tag in tags:
            own.tagtype[tag] = tags.tagtype[tag]
            own[tag] = tags[tag]
    counts = [len(part) for part in parts]
    starts = [0, *accumulate(counts[:-1])]
    placed = {_HEIGHT: [height], tiff.ROWSPERSTRIP: [rows], tiff.STRIPOFFSETS: starts, tiff.STRIPBYTECOUNTS: counts}
    for tag, values in placed.items():
        own.tagtype[tag] = LONG
        own[tag] = tuple(values)
    return order + own.tobytes(8) + b"".join(parts)


def _numbers(value: int | tuple[int, ...] | None) -> tuple[int, ...]:
    """A tag's numbers, however many there are."""
    return value if isinstance(value, tuple) else () if value is None else (value,)
