"""Reads tables that somebody gives, as rows of text: the sheets of an Excel workbook or of an OpenDocument table, or a
text file.

Text is read as people save it: in UTF-8, UTF-16 or Excel's code page, with `;`, tabs, `|` or `,`.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from texts.sentences import tidy_text
from tournament.errors import UnreadableTable
from tournament.given_documents import read_document
from tournament.given_workbooks import LOCKED, GivenTab, is_archive, read_start, read_workbook

_MOST_TEXT = 4_000_000
"""A list of players has a few kilobytes. A file above this is a picture or a film that was given by mistake."""
_NO_TEXT = (b"PK\x03\x04", b"%PDF")
"""The first bytes of a workbook, or another archive, and of a PDF, whatever the file is called."""
_MARKS = (b"\xff\xfe", b"\xfe\xff")
"""The first bytes of text in UTF-16."""
_OFFICE = (".xlsx", ".xlsm", ".xls", ".ods", ".odt", ".doc", ".docx", ".pdf", ".numbers")
"""Endings of files that are no text. A text file with such an ending was named by mistake and is refused."""
_EXCEL, _MACROS, _DOCUMENT = ".xlsx", ".xlsm", ".ods"
"""Endings of files that are read sheet by sheet."""
_LOOKED_AT_LINES = 30
_QUOTED = 80
"""How many characters of a bad line a sentence quotes."""


class GivenRow(NamedTuple):
    """A row with content: its number in the file, from 1, and its cells, without spaces around their text, in NFC."""

    number: int
    cells: tuple[str, ...]


class GivenSheet(NamedTuple):
    """A table of a file. `name`: of the worksheet, "" for a file of text."""

    name: str
    rows: tuple[GivenRow, ...]


def read_sheets(path: Path) -> tuple[GivenSheet, ...]:
    """All tables of the file that have a row. Raises `UnreadableTable`."""
    suffix = path.suffix.lower()
    if suffix != _EXCEL and (suffix not in (_MACROS, _DOCUMENT) or not is_archive(path)):
        return (GivenSheet("", parse_text(path, _decode_file(path))),)
    tabs = read_document(path) if suffix == _DOCUMENT else read_workbook(path)
    sheets = [GivenSheet(tidy_text(tab.name), tuple(_tidy_rows(tab))) for tab in tabs]
    return tuple(sheet for sheet in sheets if sheet.rows)


def _tidy_rows(tab: GivenTab) -> Iterator[GivenRow]:
    for number, row in zip(tab.numbers, tab.rows, strict=True):
        cells = tuple(_write_cell(cell) for cell in row)
        if any(cells):
            yield GivenRow(number, cells)


def read_text_rows(path: Path, *, blank: bool = False) -> tuple[GivenRow, ...]:
    """The rows of a file of text, without those that are `blank`, or with them. Raises `UnreadableTable`."""
    return parse_text(path, _decode_file(path), blank=blank)


def read_table(path: Path, *, blank: bool = False) -> list[list[str]]:
    """The cells of the rows of a text file; as `read_text_rows`. Raises `UnreadableTable`."""
    return [list(row.cells) for row in read_text_rows(path, blank=blank)]


def _decode_file(path: Path) -> str:
    text = _decode(path, _read_bytes(path))
    if path.suffix.lower() in _OFFICE:
        raise UnreadableTable("files.other-ending", path=path, suffix=path.suffix)
    return text


def parse_text(path: Path, text: str, *, blank: bool = False) -> tuple[GivenRow, ...]:
    """The rows of the text, without blank ones unless `blank`. `path`: the file's name for sentences.

    Raises `UnreadableTable` for quotes that do not match.
    """
    rows = csv.reader(io.StringIO(text, newline=""), delimiter=_find_delimiter(text), strict=True)
    found, line = list[GivenRow](), 1
    try:
        for row in rows:
            cells = tuple(map(_tidy_cell, row))
            if blank or any(cells):
                found.append(GivenRow(line, cells))
            line = rows.line_num + 1
    except csv.Error as error:
        raise UnreadableTable("files.quotes", path=path, line=rows.line_num) from error
    return tuple(found)


def quote_line(row: Iterable[str]) -> str:
    """A line of a table for a sentence: its cells, cut off after 80 characters."""
    line = "; ".join(row)
    return line if len(line) <= _QUOTED else line[: _QUOTED - 1] + "…"


def _read_bytes(path: Path) -> bytes:
    """The file's bytes. Raises `UnreadableTable` if it is too large, or its first bytes are not those of a text."""
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
    """The one of `;`, tab, `|` and `,` that is in most of the first lines, outside quotes (a title has none of them);
    in a tie the first of these."""
    lines = [re.sub('"[^"]*"', "", line) for line in text.splitlines() if line.strip()][:_LOOKED_AT_LINES]
    return max(";\t|,", key=lambda mark: sum(mark in line for line in lines))


def _write_cell(cell: object) -> str:
    """The cell as text: a whole number without ".0", "" for an empty cell."""
    if isinstance(cell, float) and cell.is_integer():
        cell = int(cell)
    return "" if cell is None else _tidy_cell(str(cell))


def _tidy_cell(cell: str) -> str:
    """The text, tidied; two lines in one cell are separated by " / ", as they may be two names."""
    return " / ".join(filter(None, map(tidy_text, cell.splitlines())))
