"""Opens OpenDocument tables (ODS) that come from outside, and returns their cells as texts.

The one part that holds the cells is read as a stream, element by element, within the bounds of `given_workbooks`: no
tree is built, a repeated cell is made at most as often as there are columns to look at, and a repeated empty row is
only counted.
"""

from __future__ import annotations

import zipfile
import zlib
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO
from xml.parsers import expat

from tournament.errors import UnreadableTable, find_reason
from tournament.given_workbooks import (
    LOOKED_AT,
    MOST_COLUMNS,
    MOST_TABS,
    MOST_TEXT,
    MOST_XML,
    GivenTab,
    Trap,
    open_archive,
    refuse_doctype,
    refuse_large_parts,
)

CONTENT = "content.xml"
_CHUNK = 1 << 16
_MOST_CELLS = 1_000_000
"""Cells with something in them, and empty ones before them."""
_TABLE, _TEXT = "table:", "text:"
_ASIDE = ("office:annotation", "table:tracked-changes", "draw:frame", "office:forms")
"""Elements in a cell or beside the tables whose text does not belong to the cells."""


_BROKEN = (Trap, KeyError, ValueError, RuntimeError, EOFError, zlib.error, zipfile.BadZipFile, expat.ExpatError)
"""What a damaged file, one with a password, or a trap raises."""


def read_document(path: Path) -> tuple[GivenTab, ...]:
    """All tables, each cell a text, or None where it is empty.

    Raises `UnreadableTable` for what is no such document, is damaged or locked, and for one that would fill the memory.
    """
    try:
        with open_archive(path) as archive:
            refuse_large_parts(archive)
            if archive.getinfo(CONTENT).file_size > MOST_XML:
                raise Trap("too much in it")
            with archive.open(CONTENT) as part:
                return _read_content(part)
    except OSError as error:
        raise UnreadableTable("files.unreadable", path=path, reason=find_reason(error)) from error
    except _BROKEN as error:
        raise UnreadableTable("files.no-document", path=path) from error


@dataclass
class _Reader:
    """What was read so far. `row`: cells of the current row. `text`: of the current cell. `aside`: how deep inside
    elements that are no text. `cells`, `letters`: how many were read in all."""

    tabs: list[GivenTab] = field(default_factory=list)
    rows: list[tuple[object, ...]] = field(default_factory=list)
    numbers: list[int] = field(default_factory=list)
    row: list[str | None] = field(default_factory=list)
    text: list[str] = field(default_factory=list)
    name: str = ""
    number: int = 0
    times: int = 1
    repeated: int = 1
    aside: int = 0
    cells: int = 0
    letters: int = 0

    def begin(self, tag: str, said: dict[str, str]) -> None:
        """An element begins."""
        if self.aside or tag in _ASIDE:
            self.aside += 1
        elif tag == f"{_TABLE}table":
            self.name, self.rows, self.numbers, self.number = said.get(f"{_TABLE}name", ""), [], [], 0
            if len(self.tabs) >= MOST_TABS:
                raise Trap("too many tables")
        elif tag == f"{_TABLE}table-row":
            self.row, self.repeated = [], _read_count(said.get(f"{_TABLE}number-rows-repeated"))
        elif tag in (f"{_TABLE}table-cell", f"{_TABLE}covered-table-cell"):
            self.text, self.letters = [], 0
            self.times = _read_count(said.get(f"{_TABLE}number-columns-repeated"))
        elif tag in (f"{_TEXT}p", f"{_TEXT}s", f"{_TEXT}tab", f"{_TEXT}line-break"):
            self.text.append(" ")

    def end(self, tag: str) -> None:
        """An element ends."""
        if self.aside:
            self.aside -= 1
        elif tag in (f"{_TABLE}table-cell", f"{_TABLE}covered-table-cell"):
            words = "".join(self.text).strip()
            self.row += [words or None] * min(self.times, MOST_COLUMNS - len(self.row))
            self.text = []
        elif tag == f"{_TABLE}table-row":
            self._end_row()
        elif tag == f"{_TABLE}table":
            self.tabs.append(GivenTab(self.name, tuple(self.rows), tuple(self.numbers)))

    def _end_row(self) -> None:
        """Keeps a row with content as often as it is repeated; an empty one is only counted."""
        if any(self.row):
            self.cells += len(self.row) * self.repeated
            if self.cells > _MOST_CELLS or len(self.rows) + self.repeated > LOOKED_AT:
                raise Trap("too many rows")
            self.rows += [tuple(self.row)] * self.repeated
            self.numbers += range(self.number + 1, self.number + 1 + self.repeated)
        self.number += self.repeated

    def read_text(self, text: str) -> None:
        """A piece of a text."""
        self.letters += len(text)
        if self.letters > MOST_TEXT:
            raise Trap("too long a text")
        if not self.aside:
            self.text.append(text)


def _read_count(said: str | None) -> int:
    """How often a cell or row is repeated. Raises ValueError for what is no number."""
    return max(1, int(said[:9])) if said else 1


def _read_content(part: IO[bytes]) -> tuple[GivenTab, ...]:
    """The tables of the part. Raises `Trap`, ValueError, and expat's error for what is no XML."""
    reader, parser = _Reader(), expat.ParserCreate()
    parser.buffer_text = True
    parser.StartDoctypeDeclHandler = refuse_doctype
    parser.StartElementHandler, parser.EndElementHandler = reader.begin, reader.end
    parser.CharacterDataHandler = reader.read_text
    fed = 0
    while chunk := part.read(_CHUNK):
        fed += len(chunk)
        parser.Parse(chunk)
        if fed > MOST_XML or fed - parser.CurrentByteIndex > 4 * _CHUNK:
            raise Trap("too much in it")
    parser.Parse(b"", True)
    return tuple(reader.tabs)
