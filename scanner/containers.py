"""What JPEG and PNG files tell of themselves: whether all is there (decoders only warn, and fill what is missing with
grey), and of PNG the pixels without what their colours should look like."""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator

_NEXT_MARKER = re.compile(rb"\xff[\x01-\xcf\xd8-\xfe]")  # FF 00 is stuffed data, FF D0 to D7 are restarts
_COLOURED = frozenset({b"gAMA", b"cHRM", b"sRGB", b"iCCP", b"cICP"})
"""Chunks for which libpng weighs the colours of a grey picture otherwise than Pillow does."""


def jpeg_is_whole(data: bytes) -> bool:
    """Whether the first picture of a JPEG file reaches its end marker (ITU-T T.81, B.1)."""
    at = 2
    while found := _NEXT_MARKER.search(data, at):
        marker, at = data[found.start() + 1], found.end()
        if marker == 0xD9:
            return True
        if marker not in (0x01, 0xD8):
            at += int.from_bytes(data[at : at + 2], "big")
    return False


def png_is_whole(data: bytes) -> bool:
    """Whether a PNG file reaches its end chunk, and every chunk that pixels need has its checksum (PNG 3, 5.3)."""
    view, kind = memoryview(data), b""
    for kind, start, end in _chunks(data):
        needed = kind[:1].isupper()
        if needed and zlib.crc32(view[start + 4 : end - 4]) != int.from_bytes(view[end - 4 : end], "big"):
            return False
    return kind == b"IEND"


def png_plain(data: bytes) -> bytes:
    """The PNG file without the chunks that say what its colours look like."""
    coloured = [(start, end) for kind, start, end in _chunks(data) if kind in _COLOURED]
    if not coloured:
        return data
    starts, ends = zip(*coloured, strict=True)
    return b"".join(data[end:start] for end, start in zip((0, *ends), (*starts, len(data)), strict=True))


def _chunks(data: bytes) -> Iterator[tuple[bytes, int, int]]:
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
