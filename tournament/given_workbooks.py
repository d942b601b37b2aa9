"""Opens Excel workbooks that come from outside, and returns their cells as plain values.

A few kilobytes of an archive may unpack to gigabytes, and XML takes up to fifty times its size as objects. So every
part is counted before openpyxl, which builds the objects, sees any of it. A damaged, locked or malicious file ends in
one sentence.
"""

from __future__ import annotations

import os
import warnings
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import IO, NamedTuple
from xml.parsers import expat

from tournament.errors import UnreadableTable, find_reason

MOST_UNPACKED = 1 << 30
"""Bytes of all parts, unpacked, pictures too. A workbook of a thousand sheets has a tenth of it."""
MOST_XML = 100_000_000
"""Bytes of XML. A workbook of a thousand sheets would have 52 million (measured on 12). A text takes up to four times
that in memory."""
_MOST_NODES = 5_000_000
"""Elements and attributes of all parts. A thousand sheets would have 3.5 million (likewise)."""
_MOST_HELD = 500_000
"""How many of them openpyxl may hold at once: it frees rows and texts one by one; all else is a tree with 280 bytes for
each node."""
_MOST_ROWS = 500_000
"""Rows and texts, each of which keeps 60 bytes even when freed. A thousand sheets would have 130,000."""
_MOST_PARTS = 20_000
"""A part for each picture, and each takes memory before anything is unpacked."""
MOST_TEXT = 1 << 17
"""Characters of one cell; Excel allows 32,767."""
_MOST_TAG = 1 << 18
"""Bytes of a tag with its attributes, which the parser keeps until it ends."""
MOST_TABS = 100
"""Worksheets. An evening has five and one for each round."""
LOOKED_AT, MOST_COLUMNS = 100_000, 60
"""Rows of all worksheets together, blank ones too, and columns that are looked at: Excel allows a million rows and
16,000 columns."""

_PACKINGS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
"""Excel knows no others, and others may ask for gigabytes before they unpack the first byte."""
_STREAMED = {"worksheets/": "worksheet", "sharedStrings": "sharedStrings"}
"""What the names of parts begin with that openpyxl reads row by row, and what kind each is announced as."""
_LINKS = "_rels/"
"""In the name of a part beside these that says what a sheet refers to: read whole, and announced by LibreOffice."""
_LET_GO = ("row", "si")
"""The elements at whose end openpyxl frees their content."""
LOCKED = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
"""The first bytes of a workbook with a password, and of one in the format before .xlsx."""
_ARCHIVE = b"PK"
_CHUNK = 1 << 16
_TAIL = 22 + (1 << 16) - 1
"""Bytes at an archive's end that hold its last record, with the longest comment."""
_END, _END_64 = b"PK\x05\x06", b"PK\x06\x07"


class GivenTab(NamedTuple):
    """A worksheet: its name, and its rows with content, each cell a text, a number, a date or None.
    `numbers`: the number of each row, from 1."""

    name: str
    rows: tuple[tuple[object, ...], ...]
    numbers: tuple[int, ...]


class Trap(Exception):
    """A workbook would take more memory than any of ours, or is built as none of ours is."""


def read_workbook(path: Path, *, formulas: bool = False, most_rows: int = LOOKED_AT) -> tuple[GivenTab, ...]:
    """All worksheets. `formulas`: return a formula as its text, not as its last value. `most_rows`: of all together.

    Raises `UnreadableTable` for a file that is no workbook, is damaged or locked, or would fill the memory; with
    `formulas` also if there is content below the rows that are looked at, which would be lost.
    """
    refuse_locked(path)
    try:
        with open_archive(path) as archive:
            _count_nodes(archive)
        return _read_tabs(path, formulas, most_rows)
    except OSError as error:
        raise UnreadableTable("files.unreadable", path=path, reason=find_reason(error)) from error
    except Exception as error:  # openpyxl may raise anything for a malformed file
        raise UnreadableTable("files.no-workbook", path=path) from error


def refuse_locked(path: Path) -> None:
    """Raises `UnreadableTable` for a workbook with a password or in Excel's old format, or if the file cannot be
    read."""
    if read_start(path, len(LOCKED)) == LOCKED:
        raise UnreadableTable("files.locked", path=path)


def is_archive(path: Path) -> bool:
    """Whether the file begins as every workbook does, damaged or not."""
    return read_start(path, len(_ARCHIVE)) == _ARCHIVE


def read_start(path: Path, most: int) -> bytes:
    """The file's first bytes. Raises `UnreadableTable`."""
    try:
        with path.open("rb") as file:
            return file.read(most)
    except OSError as error:
        raise UnreadableTable("files.unreadable", path=path, reason=find_reason(error)) from error


@contextmanager
def open_archive(path: Path) -> Iterator[zipfile.ZipFile]:
    """The workbook's parts, none of them unpacked. Raises OSError, `zipfile.BadZipFile` and `Trap`."""
    with path.open("rb") as file:
        _refuse_many_parts(file)
        with zipfile.ZipFile(file) as archive:
            if any(part.compress_type not in _PACKINGS for part in archive.infolist()):
                raise Trap("packed as no workbook is")
            yield archive


def _refuse_many_parts(file: IO[bytes]) -> None:
    """Raises `Trap` if the list of parts, which is read as a whole, is too long; leaves the file at its start."""
    size = file.seek(0, os.SEEK_END)
    file.seek(max(0, size - _TAIL))
    tail = file.read(_TAIL)
    at = tail.rfind(_END)
    if _END_64 in tail or (at >= 0 and int.from_bytes(tail[at + 12 : at + 16], "little") > _MOST_PARTS * 128):
        raise Trap("too many parts")
    file.seek(0)


@dataclass
class _Count:
    """What was counted of a workbook so far. `held`: nodes that openpyxl would hold; `text`: characters since the last
    tag; `streamed`: whether the part is read row by row."""

    xml: int = 0
    nodes: int = 0
    held: int = 0
    rows: int = 0
    text: int = 0
    tabs: int = 0
    streamed: bool = False

    def begin(self, tag: str, attributes: list[str]) -> None:
        """An element begins."""
        weight = 1 + len(attributes) // 2
        self.text = 0
        self.nodes += weight
        self.held += weight
        kind = tag.rpartition(":")[2]
        self.tabs += kind == "sheet"
        if self.nodes > _MOST_NODES or self.held > _MOST_HELD or self.tabs > MOST_TABS:
            raise Trap("too much in it")
        if kind in ("Override", "Relationship"):
            _refuse_disguise(dict(zip(attributes[::2], attributes[1::2], strict=True)))

    def end(self, tag: str) -> None:
        """An element ends."""
        if self.streamed and tag.rpartition(":")[2] in _LET_GO:
            self.held = 0
            self.rows += 1
            if self.rows > _MOST_ROWS:
                raise Trap("too many rows")

    def read_text(self, text: str) -> None:
        """A piece of a text."""
        self.text += len(text)
        if self.text > MOST_TEXT:
            raise Trap("too long a text")


def _refuse_disguise(said: dict[str, str]) -> None:
    """Raises `Trap` if a part that is counted row by row is declared as a kind that openpyxl reads as a whole."""
    name, kind = said.get("PartName") or said.get("Target", ""), said.get("ContentType") or said.get("Type", "")
    for place, right in _STREAMED.items():
        if place in name and _LINKS not in name and not kind.endswith((right, f"{right}+xml")):
            raise Trap("a part in disguise")


def refuse_large_parts(archive: zipfile.ZipFile) -> None:
    """Raises `Trap` if the archive says that it unpacks to more than `MOST_UNPACKED`."""
    parts = archive.infolist()
    if len(parts) > _MOST_PARTS or sum(part.file_size for part in parts) > MOST_UNPACKED:
        raise Trap("too many parts, or too large ones")


def _count_nodes(archive: zipfile.ZipFile) -> None:
    """Raises `Trap` if there are more nodes than in any workbook. All parts are counted, as names prove nothing."""
    refuse_large_parts(archive)
    count = _Count()
    for part in archive.infolist():
        beginnings = tuple(f"xl/{place}" for place in _STREAMED)
        count.held, count.streamed = 0, part.filename.startswith(beginnings) and _LINKS not in part.filename
        with archive.open(part) as opened:
            _count_part(opened, count)


def _count_part(part: IO[bytes], count: _Count) -> None:
    """Walks through the part up to its end, or to where it is no XML: there openpyxl stops as well."""
    parser = expat.ParserCreate()
    parser.ordered_attributes = parser.buffer_text = True
    parser.StartDoctypeDeclHandler = refuse_doctype
    parser.StartElementHandler, parser.EndElementHandler = count.begin, count.end
    parser.CharacterDataHandler = count.read_text
    fed = 0
    while chunk := part.read(_CHUNK):
        fed += len(chunk)
        count.xml += len(chunk)
        try:
            parser.Parse(chunk)
        except expat.ExpatError:
            return
        if count.xml > MOST_XML or fed - parser.CurrentByteIndex > _MOST_TAG:
            raise Trap("too much in it")


def refuse_doctype(*_: object) -> None:
    """Raises `Trap` for a document type: no workbook has one, and attacks with entities need it."""
    raise Trap("a document type")


def _read_tabs(path: Path, formulas: bool, most_rows: int) -> tuple[GivenTab, ...]:
    from openpyxl import load_workbook

    with path.open("rb") as file:  # openpyxl would leave a broken one open, and Windows could not delete it then
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of parts that openpyxl passes over, such as a drop-down list
            book = load_workbook(file, read_only=True, data_only=not formulas, keep_links=False)
        left, tabs = most_rows, list[GivenTab]()
        for sheet in book.worksheets:
            sheet.reset_dimensions()  # the size in the file is not to be trusted
            cells = sheet.iter_rows(max_col=MOST_COLUMNS, values_only=True)
            rows = list(islice(cells, left))
            left -= len(rows)
            if formulas and not _ends_blank(cells):
                raise Trap("cells below all that is looked at")
            filled = {n: row for n, row in enumerate(rows, 1) if any(cell is not None for cell in row)}
            tabs.append(GivenTab(sheet.title, tuple(map(_make_plain, filled.values())), tuple(filled)))
        return tuple(tabs)


def _ends_blank(rows: Iterator[tuple[object, ...]]) -> bool:
    """Whether the further rows, up to `LOOKED_AT`, are blank and end there."""
    more = islice(rows, LOOKED_AT)
    return not any(cell is not None for row in more for cell in row) and next(rows, None) is None


def _make_plain(row: tuple[object, ...]) -> tuple[object, ...]:
    """The row with plain values: a formula over several cells, an object of openpyxl's, becomes its text."""
    return tuple(getattr(cell, "text", None) or "=" if hasattr(cell, "t") else cell for cell in row)
