"""What picture files tell of themselves: whether all is there (decoders only warn, and fill what is missing with grey
or black), and of PNG the pixels without what their colours should look like."""

from __future__ import annotations

import io
import re
import zlib
from collections.abc import Iterator
from itertools import islice

from PIL import MpoImagePlugin

_NEXT_MARKER = re.compile(rb"\xff[\x01-\xcf\xd8-\xfe]")  # FF 00 is stuffed data, FF D0 to D7 are restarts
_COLOURED = frozenset({b"gAMA", b"cHRM", b"sRGB", b"iCCP", b"cICP"})
"""Chunks for which libpng weighs the colours of a grey picture otherwise than Pillow does."""
_MOST = 10_000
"""Boxes, and pieces of data, of a HEIF file that are followed; a phone's picture of 50 megapixels has 200 tiles."""
_MOST_PICTURES = 16
"""Pictures of one MPO file; cameras and phones write 2 to 4."""


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


def heif_is_whole(data: bytes) -> bool:
    """Whether every piece of data that a HEIF file refers to lies in it (ISO/IEC 14496-12, 8.11.3); of a picture that
    broke off on its way only the tables at its beginning may be there."""
    meta = _box(data, b"meta", 0, len(data))
    table = _box(data, b"iloc", meta.start + 4, meta.stop)
    within = {0: len(data), 1: len(_box(data, b"idat", meta.start + 4, meta.stop))}
    try:
        pieces = list(islice(_pieces(data[table.start : table.stop]), _MOST + 1))
    except EOFError:
        return False
    return len(pieces) <= _MOST and all(end <= within.get(place, end) for place, end in pieces)


def _box(data: bytes, wanted: bytes, at: int, end: int) -> range:
    """Where the content of the first box of this kind lies between `at` and `end`; nowhere if it is not all there."""
    for _ in range(_MOST):
        size, kind, body = int.from_bytes(data[at : at + 4], "big"), data[at + 4 : at + 8], at + 8
        if size == 1:
            size, body = int.from_bytes(data[body : body + 8], "big"), body + 8
        after = at + size if size else end
        if not body <= after <= end:
            break
        if kind == wanted:
            return range(body, after)
        at = after
    return range(0)


def _pieces(table: bytes) -> Iterator[tuple[int, int]]:
    """Of every piece of data in an `iloc` table its kind of place (0 the file, 1 the `idat` box) and its end there;
    raises EOFError."""
    taken = io.BytesIO(table)

    def take(size: int) -> int:
        part = taken.read(size)
        if len(part) < size:
            raise EOFError
        return int.from_bytes(part, "big")

    version, _, sizes, more = take(1), take(3), take(1), take(1)
    number = 4 if version == 2 else 2
    for _ in range(take(number)):
        take(number)
        place = take(2) & 15 if version else 0
        take(2)
        base = take(more >> 4)
        for _ in range(take(2)):
            take(more & 15 if version else 0)
            start = base + take(sizes >> 4)
            yield place, start + take(sizes & 15)


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
    """The PNG file without the chunks that say what its colours look like."""
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
