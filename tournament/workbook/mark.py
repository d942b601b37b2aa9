"""Whose a workbook is: Kiebitz's own as it was written, Kiebitz's own with somebody's work in it, or a stranger's.

The mark is a custom document property, which Excel and LibreOffice keep when they save: `1 ` and the SHA-256 of all
other parts of the file, which no program writes alike.
"""

from __future__ import annotations

import hashlib
import re
import zipfile
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import IO, Literal

_BROKEN = (OSError, KeyError, ValueError, RuntimeError, EOFError, NotImplementedError, zipfile.BadZipFile, zlib.error)
"""What a damaged archive makes of itself."""

Origin = Literal["ours", "edited", "foreign"]
"""As Kiebitz wrote it; saved by another program since; never written by Kiebitz."""

PROPERTY = "Kiebitz"
BLANK = f"1 {'0' * 64}"
"""The property's value before the content is known."""
_PART = "docProps/custom.xml"
_MOST_PART, _MOST = 1 << 16, 1 << 30
"""Bytes, unpacked, of the properties and of all parts together that are looked at; more is no workbook of ours."""
_MARK = re.compile(rb"<(?:\w+:)?property[^>]*\bname=\"Kiebitz\"[^>]*>\s*<(?:\w+:)?lpwstr>1 ([0-9a-f]{64})<")


def fill_in_mark(parts: Mapping[str, bytes]) -> dict[str, bytes]:
    """The parts of a workbook, by name, with the mark filled in where `BLANK` stands."""
    digest = _hash_content({name: hashlib.sha256(data).digest() for name, data in parts.items()})
    return {**parts, _PART: parts[_PART].replace(BLANK.encode(), f"1 {digest}".encode())}


def find_origin(workbook: Path) -> Origin:
    """Whose the file is; one that cannot be read is a stranger's."""
    try:
        with zipfile.ZipFile(workbook) as parts:
            return _compare_mark(parts)
    except _BROKEN:
        return "foreign"


def _compare_mark(parts: zipfile.ZipFile) -> Origin:
    with parts.open(_PART) as properties:
        mark = _MARK.search(properties.read(_MOST_PART))
    if mark is None:
        return "foreign"
    try:
        return "ours" if _hash_content(_hash_parts(parts)) == mark[1].decode() else "edited"
    except _BROKEN:
        return "edited"  # it bears the mark, but some part of it is broken


def _hash_parts(parts: zipfile.ZipFile) -> dict[str, bytes]:
    if sum(part.file_size for part in parts.infolist()) > _MOST:
        raise ValueError("too big to look at")
    found = {}
    for name in parts.namelist():
        with parts.open(name) as part:
            found[name] = _hash_part(part)
    return found


def _hash_part(part: IO[bytes]) -> bytes:
    whole = hashlib.sha256()
    while chunk := part.read(1 << 20):
        whole.update(chunk)
    return whole.digest()


def _hash_content(digests: Mapping[str, bytes]) -> str:
    """Of all parts but the one that holds the mark."""
    whole = hashlib.sha256()
    for name in sorted(digests.keys() - {_PART}):
        whole.update(name.encode() + b"\0" + digests[name])
    return whole.hexdigest()
