"""A workbook's file is a zip archive of parts."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping

_READABLE = 0o600 << 16


def unpack_parts(workbook: bytes) -> dict[str, bytes]:
    """The parts of a workbook by name."""
    with zipfile.ZipFile(io.BytesIO(workbook)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def pack_parts(parts: Mapping[str, bytes]) -> bytes:
    """The archive of these parts. No part is dated: zip has no dates before 1980 and after 2107, and a clock may stand
    there."""
    file = io.BytesIO()  # a zip file on a full disk would complain once more when it is thrown away
    with zipfile.ZipFile(file, "w") as archive:
        for name, data in parts.items():
            part = zipfile.ZipInfo(name)
            part.external_attr = _READABLE
            archive.writestr(part, data, zipfile.ZIP_DEFLATED)
    return file.getvalue()


def add_comment(archive: bytes, comment: bytes) -> bytes:
    """The archive with a comment at its end, which stands in the file as it is; programs that save it anew drop it."""
    file = io.BytesIO(archive)
    with zipfile.ZipFile(file, "a") as opened:
        opened.comment = comment
    return file.getvalue()
