"""Reads the rows of a table that somebody gives, as text: an Excel workbook's first sheet, or a file of text."""

from __future__ import annotations

import warnings
import zipfile
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from tournament.errors import UnreadableTable, find_reason
from tournament.text_tables import read_table, tidy_text

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
