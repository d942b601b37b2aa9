"""A workbook's file is a zip archive of parts. Zip has no dates before 1980 and after 2107, and a clock may stand
there: no part is dated."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping
from typing import Any

from openpyxl import Workbook
from openpyxl.writer.excel import ExcelWriter

_READABLE = 0o600 << 16


def parts_of(workbook: Workbook) -> dict[str, bytes]:
    """What openpyxl writes of it, by the part's name."""
    file = io.BytesIO()
    ExcelWriter(workbook, _Undated(file, "w", strict_timestamps=False)).save()
    with zipfile.ZipFile(file) as parts:
        return {part.filename: parts.read(part) for part in parts.infolist()}


def packed(parts: Mapping[str, bytes]) -> bytes:
    """The archive of these parts."""
    file = io.BytesIO()  # a zip file on a full disk would complain once more when it is thrown away
    with _Undated(file, "w") as archive:
        for name, data in parts.items():
            archive.writestr(name, data)
    return file.getvalue()


class _Undated(zipfile.ZipFile):
    """An archive whose parts bear zip's first day."""

    def writestr(
        self, zinfo_or_arcname: str | zipfile.ZipInfo, data: Any, compress_type: int | None = None,
        compresslevel: int | None = None,
    ) -> None:
        """As the archive of the standard library, with another date."""
        name = zinfo_or_arcname if isinstance(zinfo_or_arcname, str) else zinfo_or_arcname.filename
        part = zipfile.ZipInfo(name)
        part.external_attr = _READABLE
        super().writestr(part, data, zipfile.ZIP_DEFLATED, compresslevel)
