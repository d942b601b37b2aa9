"""Reads the first bytes of a file, and finds its kind by them, whatever its name. The module does not import OpenCV."""

from __future__ import annotations

import re
from typing import IO

_FORMATS = {
    "JPEG": rb"\xff\xd8\xff",
    "PNG": rb"\x89PNG\r\n\x1a\n",
    "TIFF": rb"II[*+]\0|MM\0[*+]",
    "WEBP": rb"RIFF....WEBP",
    "BMP": rb"BM",
    "HEIF": rb"....ftyp(?:hei|hev|mif1|msf1)",
}
"""What is opened as a picture. Pillow would try forty more, and some of them decode while they open."""
_MAGIC = re.compile(b"|".join(b"(?P<%b>%b)" % (name.encode(), first) for name, first in _FORMATS.items()), re.DOTALL)
_ENDINGS = {
    "JPEG": ".jpg",
    "PNG": ".png",
    "TIFF": ".tif",
    "WEBP": ".webp",
    "BMP": ".bmp",
    "HEIF": ".heic",
    "PDF": ".pdf",
}


_PIECE_BYTES = 1 << 20
"""As much as is asked for is set aside, on Windows also touched, however short the file is: 0.1 s for 200 MB."""


def read_start(file: IO[bytes], most: int) -> bytes:
    """The next `most` bytes of the file, or all that are left."""
    pieces = []
    while piece := file.read(min(most, _PIECE_BYTES)):
        pieces.append(piece)
        most -= len(piece)
    return b"".join(pieces)


def find_format(data: bytes) -> str | None:
    """The picture format by the first bytes; None for one that Kiebitz does not open."""
    found = _MAGIC.match(data)
    return found and found.lastgroup


def is_pdf(data: bytes) -> bool:
    """Whether the file begins as a PDF."""
    return data.lstrip()[:5] == b"%PDF-"


def find_ending(data: bytes) -> str | None:
    """How the name of a file with these first bytes should end (".jpg"); None for a file that Kiebitz does not read."""
    kind = "PDF" if is_pdf(data) else find_format(data)
    return kind and _ENDINGS[kind]
