"""Whether all of a picture file is there, as the file itself says: decoders only warn, and fill what is missing with
grey or black. (HEIC: `scanner.open.heif_boxes`.)
"""

from __future__ import annotations

import io
import re
import zlib
from collections.abc import Iterator
from itertools import zip_longest

from PIL import MpoImagePlugin, TiffImagePlugin

_NEXT_MARKER = re.compile(rb"\xff[\x01-\xcf\xd8-\xfe]")  # FF 00 is stuffed data, FF D0 to D7 are restarts
_COLOURED = frozenset({b"gAMA", b"cHRM", b"sRGB", b"iCCP", b"cICP"})
"""Chunks for which libpng weighs the colours of a grey picture otherwise than Pillow does."""
_MOST_PICTURES = 16
"""Pictures of one MPO file; cameras and phones write 2 to 4."""
_OLD_JPEG = 6
"""The compression of a TIFF whose tables lie outside of its strips."""
_WIDTH, _HEIGHT, _TILE_WIDTH, _TILE_HEIGHT = 256, 257, 322, 323
"""Tags of TIFF 6.0 that Pillow has no names for."""


def is_whole_jpeg(data: bytes, start: int = 0) -> bool:
    """Whether the picture of a JPEG file that begins at `start` reaches its end marker (ITU-T T.81, B.1)."""
    at = start + 2
    while found := _NEXT_MARKER.search(data, at):
        marker, at = data[found.start() + 1], found.end()
        if marker == 0xD9:
            return True
        if marker not in (0x01, 0xD8):
            at += int.from_bytes(data[at : at + 2], "big")
    return False


def is_whole_mpo(data: bytes) -> bool:
    """Whether all pictures that the first one of a file promises are there (CIPA DC-007)."""
    image = MpoImagePlugin.MpoImageFile(io.BytesIO(data))
    if image.n_frames > _MOST_PICTURES:
        return False
    try:
        return all(_has_picture(image, data, place) for place in range(image.n_frames))
    except (EOFError, OSError, SyntaxError, ValueError):
        return False


def _has_picture(image: MpoImagePlugin.MpoImageFile, data: bytes, place: int) -> bool:
    image.seek(place)
    return is_whole_jpeg(data, image.offset)


def is_whole_webp(data: bytes) -> bool:
    """Whether a WebP file is as long as it says."""
    return 8 + int.from_bytes(data[4:8], "little") <= len(data)


def is_whole_tiff(tags: TiffImagePlugin.ImageFileDirectory_v2, size: int) -> bool:
    """Whether a page with these tags has a strip or tile for every pixel, and all of each lies in the file of `size`
    bytes: Pillow leaves what is missing black."""
    if tags.get(TiffImagePlugin.COMPRESSION) == _OLD_JPEG:
        return True
    offsets = _read_numbers(tags, TiffImagePlugin.STRIPOFFSETS) or _read_numbers(tags, TiffImagePlugin.TILEOFFSETS)
    counts = _read_numbers(tags, TiffImagePlugin.STRIPBYTECOUNTS)
    counts = counts or _read_numbers(tags, TiffImagePlugin.TILEBYTECOUNTS)
    (width,), (height,) = (_read_numbers(tags, tag) for tag in (_WIDTH, _HEIGHT))
    wide, high = (int(tags.get(tag, side)) for tag, side in ((_TILE_WIDTH, width), (_TILE_HEIGHT, height)))
    high = min(high, int(tags.get(TiffImagePlugin.ROWSPERSTRIP, high)))
    apart = tags.get(TiffImagePlugin.PLANAR_CONFIGURATION, 1) == 2
    planes = int(tags.get(TiffImagePlugin.SAMPLESPERPIXEL, 1)) if apart else 1
    needed = -(-width // wide) * -(-height // high) * planes
    return len(offsets) >= needed and all(sum(piece) <= size for piece in zip_longest(offsets, counts, fillvalue=0))


def _read_numbers(tags: TiffImagePlugin.ImageFileDirectory_v2, tag: int) -> tuple[int, ...]:
    """A tag's numbers, however many there are."""
    value = tags.get(tag)
    return value if isinstance(value, tuple) else () if value is None else (value,)


def is_whole_pdf(data: bytes) -> bool:
    """Whether a PDF file reaches its end mark (ISO 32000-1, 7.5.5): pdfium makes do with the objects before a cut."""
    return data.rfind(b"%%EOF") > data.rfind(b"endstream")


def is_whole_png(data: bytes) -> bool:
    """Whether a PNG file reaches its end chunk, and every chunk that pixels need has its checksum (PNG 3, 5.3)."""
    view, kind = memoryview(data), b""
    for kind, start, end in _list_chunks(data):
        needed = kind[:1].isupper()
        if needed and zlib.crc32(view[start + 4 : end - 4]) != int.from_bytes(view[end - 4 : end], "big"):
            return False
    return kind == b"IEND"


def drop_colour_chunks(data: bytes) -> bytes:
    """The PNG file without the chunks that say how its colours look."""
    coloured = [(start, end) for kind, start, end in _list_chunks(data) if kind in _COLOURED]
    if not coloured:
        return data
    starts, ends = zip(*coloured, strict=True)
    return b"".join(data[end:start] for end, start in zip((0, *ends), (*starts, len(data)), strict=True))


def _list_chunks(data: bytes) -> Iterator[tuple[bytes, int, int]]:
    """Kind, start and end of every chunk up to the end chunk or to where the file is cut off."""
    at = 8
    while at + 12 <= len(data):
        kind, end = data[at + 4 : at + 8], at + 12 + int.from_bytes(data[at : at + 4], "big")
        if end > len(data):
            return
        yield kind, at, end
        if kind == b"IEND":
            return
        at = end
