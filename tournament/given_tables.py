"""Reads tables of text as people save them: in UTF-8, UTF-16 or Excel's code page, with `;`, `,` or tabs.

Reads the rows of a table that somebody gives, as text: an Excel workbook's first sheet, or a file of text."""

from __future__ import annotations

import csv
import io
import re
import unicodedata
import warnings
import zipfile
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path

from tournament.errors import UnreadableTable, find_reason

_MOST_TEXT = 4_000_000
"""A list of players has a few kilobytes. A file above this is a picture or a film that was given by mistake."""
_QUOTED = 80
"""How many characters of a bad line a sentence quotes."""


def read_table(path: Path) -> list[list[str]]:
    """The rows of the file, without blank ones. Cells have no blanks around them, and their text is in NFC.

    Raises `UnreadableTable`.
    """
    text = _decode(path, _read_bytes(path))
    rows = csv.reader(io.StringIO(text, newline=""), delimiter=_find_delimiter(text), strict=True)
    try:
        tidy = [[tidy_text(cell) for cell in row] for row in rows]
    except csv.Error as error:
        raise UnreadableTable("files.quotes", path=path, line=rows.line_num) from error
    return [row for row in tidy if any(row)]


def quote_line(row: Iterable[str]) -> str:
    """A line of a table as a sentence quotes it: its cells, cut off where they get long."""
    line = "; ".join(row)
    return line if len(line) <= _QUOTED else line[: _QUOTED - 1] + "…"


def _read_bytes(path: Path) -> bytes:
    try:
        with path.open("rb") as file:  # a device has no size, and no end
            data = file.read(_MOST_TEXT + 1)
    except OSError as error:
        raise UnreadableTable("files.unreadable", path=path, reason=find_reason(error)) from error
    if len(data) > _MOST_TEXT:
        raise UnreadableTable("files.no-text", path=path)
    return data


def _decode(path: Path, data: bytes) -> str:
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return _try_decoding(path, data, "utf-16")
    if b"\x00" in data:
        raise UnreadableTable("files.no-text", path=path)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return _try_decoding(path, data, "cp1252")


def _try_decoding(path: Path, data: bytes, encoding: str) -> str:
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as error:
        raise UnreadableTable("files.no-text", path=path) from error


def _find_delimiter(text: str) -> str:
    """Whichever of `;`, tab and `,` is most frequent outside quotes in the first line with text; `;` in a tie."""
    first = next((line for line in text.splitlines() if line.strip()), "")
    return max(";\t,", key=re.sub('"[^"]*"', "", first).count)


def tidy_text(cell: str) -> str:
    """The cell's text in NFC, without what cannot be seen and with one blank between words."""
    visible = "".join(ch if unicodedata.category(ch) not in ("Cc", "Cf") else " " for ch in cell)
    return unicodedata.normalize("NFC", " ".join(visible.split()))


_MOST_PACKED = 1 << 24
"""Bytes of a workbook, packed. A list of players with a club's logo has some 100,000."""
_MOST_UNPACKED = 1 << 27
"""Bytes of all its parts, unpacked. More is a trap, or no list."""
_MOST_ROWS, _MOST_COLUMNS = 5_000, 60
"""A sheet can have a million rows and 16,000 columns; what lies beyond these is no list of players."""


def read_rows(path: Path) -> list[list[str]]:
    """The rows with text, their cells tidied as `read_table` does. Raises `UnreadableTable`."""
    if path.suffix.lower() != ".xlsx":
        return read_table(path)
    _check_size(path)
    return [row for row in _read_workbook(path) if any(row)]


def _check_size(path: Path) -> None:
    """Raises `UnreadableTable` for what is no workbook, and for one that would fill the memory."""
    try:
        with zipfile.ZipFile(path) as parts:
            unpacked = sum(part.file_size for part in parts.infolist())
        if path.stat().st_size > _MOST_PACKED or unpacked > _MOST_UNPACKED:
            raise UnreadableTable("files.no-workbook", path=path)
    except OSError as error:
        raise UnreadableTable("files.unreadable", path=path, reason=find_reason(error)) from error
    except (zipfile.BadZipFile, ValueError) as error:
        raise UnreadableTable("files.no-workbook", path=path) from error


def _read_workbook(path: Path) -> list[list[str]]:
    from openpyxl import load_workbook

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of parts that openpyxl passes over, such as a drop-down list
            book = load_workbook(path, read_only=True, data_only=True, keep_links=False)
        try:
            return list(_read_cells(book.worksheets[0].iter_rows(max_col=_MOST_COLUMNS, values_only=True)))
        finally:
            book.close()
    except Exception as error:
        raise UnreadableTable("files.no-workbook", path=path) from error


def _read_cells(rows: Iterator[tuple[object, ...]]) -> Iterator[list[str]]:
    for row in islice(rows, _MOST_ROWS):
        yield [_write_cell(cell) for cell in row]


def _write_cell(cell: object) -> str:
    """A number that is whole has no ".0"; an empty cell is ""."""
    if isinstance(cell, float) and cell.is_integer():
        cell = int(cell)
    return "" if cell is None else tidy_text(str(cell))
