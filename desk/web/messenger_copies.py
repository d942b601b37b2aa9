"""Knows the small copies that messengers make of photographs, so that nobody is told to go nearer in vain.

Nothing is claimed without a sign: a messenger's own file name, or a JPEG without a word of the camera and exactly as
large as the copies of one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

NAMES = re.compile(
    r"IMG-\d{8}-WA\d{4}|WhatsApp Image \d{4}-|photo_\d{4}-\d\d-\d\d_|signal-\d{4}-\d\d-\d\d-|FB_IMG_\d|threema-\d{8}",
    re.IGNORECASE,
)
"""Names that WhatsApp, Telegram, Signal, Facebook and Threema give to pictures they hand on."""
LONG_SIDES_PX = (1280, 1600, 2048)
"""Longer side of the copies of Telegram, WhatsApp and Signal. Cameras of telephones have 3,000 and more."""
UNSHARP = ("too-far", "too-small", "blurred", "unfocused", "no-code", "rules-lost")
"""Codes of refusals that a copy may have caused which is too small."""
_MOST_BYTES = 256 * 1024
_SIZES, _EXIF, _SCAN = (0xC0, 0xC1, 0xC2, 0xC3), 0xE1, 0xDA


@dataclass(frozen=True, slots=True)
class Copy:
    """A copy made by a messenger. `sure`: its name says so, else only its size."""

    width: int
    height: int
    sure: bool


@lru_cache(maxsize=1024)
def find_copy(path: Path, name: str) -> Copy | None:
    """What a messenger made of a photograph; None where nothing says that one did. `name`: what the sender's device
    calls the file. Files of the folder never change."""
    try:
        with path.open("rb") as file:
            head = file.read(_MOST_BYTES)
    except OSError:
        return None
    size, has_exif = _read_jpeg(head)
    named = NAMES.match(name) is not None
    if size is None or max(size) > max(LONG_SIDES_PX) or not (named or (not has_exif and max(size) in LONG_SIDES_PX)):
        return None
    return Copy(*size, named)


def _read_jpeg(head: bytes) -> tuple[tuple[int, int] | None, bool]:
    """Width and height in pixels, None if this is no JPEG, and whether a camera wrote something about itself."""
    size, has_exif = None, False
    for marker, content in _list_segments(head):
        has_exif |= marker == _EXIF and content.startswith(b"Exif")
        if marker in _SIZES and len(content) >= 5:
            size = int.from_bytes(content[3:5]), int.from_bytes(content[1:3])
    return size, has_exif


def _list_segments(head: bytes) -> Iterator[tuple[int, bytes]]:
    """Yields the segments of a JPEG before its pixels."""
    at = 2 if head.startswith(b"\xff\xd8") else len(head)
    while at + 4 <= len(head) and head[at] == 0xFF and head[at + 1] != _SCAN:
        length = int.from_bytes(head[at + 2 : at + 4])
        yield head[at + 1], head[at + 4 : at + 2 + length]
        at += 2 + max(2, length)
