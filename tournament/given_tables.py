"""Reads a table that somebody gives, as rows of text: an Excel workbook's first sheet, or a file of text.

Text is read as people save it: in UTF-8, UTF-16 or Excel's code page, with `;`, `,` or tabs.
"""

from __future__ import annotations

import csv
import io
import re
import unicodedata
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from texts.sentences import drop_marks
from tournament.errors import UnreadableTable
from tournament.given_workbooks import LOCKED, read_start, read_workbook

_MOST_TEXT = 4_000_000
"""A list of players has a few kilobytes. A file above this is a picture or a film that was given by mistake."""
_NO_TEXT = (b"PK\x03\x04", b"%PDF")
"""The first bytes of a workbook, or another archive, and of a PDF, whatever the file is called."""
_MARKS = (b"\xff\xfe", b"\xfe\xff")
"""The first bytes of text in UTF-16."""
_OFFICE = (".xlsx", ".xlsm", ".xls", ".ods", ".odt", ".doc", ".docx", ".pdf", ".numbers")
"""Endings that say that a file is no text: one of them with text in it was named by mistake, and nobody knows which."""
_QUOTED = 80
"""How many characters of a bad line a sentence quotes."""


def read_table(path: Path, *, blank: bool = False) -> list[list[str]]:
    """The rows of the file, without those that are `blank`, or with them. Cells have no blanks around them, and their
    text is in NFC.

    Raises `UnreadableTable`.
    """
    text = _decode(path, _read_bytes(path))
    if path.suffix.lower() in _OFFICE:
        raise UnreadableTable("files.other-ending", path=path, suffix=path.suffix)
    rows = csv.reader(io.StringIO(text, newline=""), delimiter=_find_delimiter(text), strict=True)
    try:
        tidy = [[tidy_text(cell) for cell in row] for row in rows]
    except csv.Error as error:
        raise UnreadableTable("files.quotes", path=path, line=rows.line_num) from error
    return tidy if blank else [row for row in tidy if any(row)]


def quote_line(row: Iterable[str]) -> str:
    """A line of a table as a sentence quotes it: its cells, cut off where they get long."""
    line = "; ".join(row)
    return line if len(line) <= _QUOTED else line[: _QUOTED - 1] + "…"


def _read_bytes(path: Path) -> bytes:
    """Text, as far as its first bytes say. Raises `UnreadableTable`."""
    data = read_start(path, _MOST_TEXT + 1)  # a device has no size, and no end
    if data.startswith(LOCKED):
        raise UnreadableTable("files.locked", path=path)
    if len(data) > _MOST_TEXT or data.startswith(_NO_TEXT):
        raise UnreadableTable("files.no-text", path=path)
    return data


def _decode(path: Path, data: bytes) -> str:
    encodings = ("utf-16",) if data[:2] in _MARKS else () if b"\x00" in data else ("utf-8-sig", "cp1252")
    for encoding in encodings:
        with suppress(UnicodeDecodeError):
            return data.decode(encoding)
    raise UnreadableTable("files.no-text", path=path)


def _find_delimiter(text: str) -> str:
    """Whichever of `;`, tab and `,` is most frequent outside quotes in the first line with text; `;` in a tie."""
    first = next((line for line in text.splitlines() if line.strip()), "")
    return max(";\t,", key=re.sub('"[^"]*"', "", first).count)


def tidy_text(cell: str) -> str:
    """The cell's text in NFC, without what cannot be seen and with one blank between words."""
    visible = "".join(ch if unicodedata.category(ch) not in ("Cc", "Cf") else " " for ch in drop_marks(cell))
    return unicodedata.normalize("NFC", " ".join(visible.split()))


_MOST_ROWS = 5_000
"""A sheet can have a million rows; what lies beyond these is no list of players."""


def read_rows(path: Path) -> list[list[str]]:
    """The rows with text, their cells tidied as `read_table` does. Raises `UnreadableTable`."""
    if path.suffix.lower() != ".xlsx":
        return read_table(path)
    first = read_workbook(path, most_rows=_MOST_ROWS)[:1]
    rows = ([_write_cell(cell) for cell in row] for tab in first for row in tab.rows)
    return [row for row in rows if any(row)]


def _write_cell(cell: object) -> str:
    """A number that is whole has no ".0"; an empty cell is ""."""
    if isinstance(cell, float) and cell.is_integer():
        cell = int(cell)
    return "" if cell is None else tidy_text(str(cell))
