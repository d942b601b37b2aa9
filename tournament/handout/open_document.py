"""The tables as one OpenDocument file (ODS), for people without Excel: values without formulas, ready for printing.

The templates `open_document.xml` and `open_document_pages.xml` hold what the format asks for and escape every text. On
paper each table is as wide as A4 and has its heads on every page; a text is a text, whatever it begins with.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

import pandas as pd

from texts.languages import Lang
from texts.sentences import say
from tournament.handout.phone_page import fill_template
from tournament.handout.workbook.excel_file import pack_parts
from tournament.handout.workbook.worksheet import count_lines

SIGN: Final = b"Kiebitz 1, tables"
"""The comment in the archive of an OpenDocument file, by which Kiebitz recognises its own; other programs drop it when
they save the file."""

KIND: Final = "application/vnd.oasis.opendocument.spreadsheet"
_LETTER_PT, _LETTER_CM, _LINE_CM = 9, 0.2, 0.385
"""Size of the letters, width of one in a wide font, and height of a line with its spacing."""
_NARROWEST = 5
"""Width of a column, in letters."""
_BOLD = 1.2
"""By so much a bold letter of a heading may be wider: where Calibri is missing, wider fonts take its place."""
_SHORT = 5
"""Texts with fewer letters, such as points as written, are centred like numbers."""


@dataclass(frozen=True, slots=True)
class PrintedTable:
    """A table: its worksheet's name, and its widest columns in letters; longer texts are set in several lines."""

    tab: str
    table: pd.DataFrame
    widest: int = 30

    @property
    def widths(self) -> list[int]:
        """Widths of the columns, in letters: at least the widest value, and the longest word of the heading."""
        return [_fit(str(head), map(_write, self.table[head]), self.widest) for head in self.table.columns]


@dataclass(frozen=True, slots=True)
class _Cell:
    """A cell's text, how it is set ("head", "text", "number"), and whether it is a number to calculate with."""

    text: str
    look: str
    number: bool


@dataclass(frozen=True, slots=True)
class _Row:
    """Cells; `height`: the lines that the longest of them needs."""

    cells: tuple[_Cell, ...]
    height: int


@dataclass(frozen=True, slots=True)
class _Sheet:
    """A worksheet: its name, the words of its foot, the widths of its columns in letters, and its rows."""

    tab: str
    foot: str
    widths: list[int]
    head: _Row
    rows: tuple[_Row, ...]
    printed: bool


def _fit(head: str, texts: Iterable[str], widest: int) -> int:
    longest = max((len(text) for text in texts), default=0)
    heads = (round(_BOLD * len(word)) + 1 for word in head.split(" "))
    return min(widest, max(_NARROWEST, longest + 1, *heads))


def _write(value: object) -> str:
    return "" if value is None or value is pd.NA or value != value else str(value)


def write_document(tables: Sequence[PrintedTable], lang: Lang, noted: str = "") -> bytes:
    """The file's bytes. `noted`: number and hash of the entry that it is made from, for the foot of each page and for a
    last worksheet that is not printed; "" for none."""
    sheets = [_make_sheet(one, noted) for one in tables]
    if noted:
        info = PrintedTable(say(lang, "workbook.tab.info"), pd.DataFrame(columns=[noted]))
        sheets.append(_make_sheet(info, noted, printed=False))
    sizes = {"letter_pt": _LETTER_PT, "letter_cm": _LETTER_CM, "line_cm": _LINE_CM}
    heights = sorted({row.height for sheet in sheets for row in (sheet.head, *sheet.rows)})
    foot = say(lang, "wall.page", page="\0", pages="\0").split("\0")
    parts = {
        "mimetype": KIND,
        "META-INF/manifest.xml": fill_template("open_document_parts.xml", kind=KIND),
        "content.xml": fill_template("open_document.xml", sheets=sheets, heights=heights, **sizes),
        "styles.xml": fill_template("open_document_pages.xml", sheets=sheets, foot=foot),
    }
    lines_joined = {name: part.replace(">\n", ">").encode() for name, part in parts.items()}  # not all skip blanks
    return pack_parts(lines_joined, SIGN)


def _make_sheet(one: PrintedTable, noted: str, *, printed: bool = True) -> _Sheet:
    widths = one.widths
    head = _make_row(map(str, one.table.columns), widths, head=True)
    rows = tuple(_make_row(values, widths) for values in one.table.itertuples(index=False))
    return _Sheet(one.tab, " · ".join(filter(None, ("Kiebitz", one.tab, noted))), widths, head, rows, printed)


def _make_row(values: Iterable[object], widths: Sequence[int], *, head: bool = False) -> _Row:
    """A row as high as its longest text needs."""
    cells = tuple(_make_cell(value, head=head) for value in values)
    lines = (_count_lines(cell.text, width) for cell, width in zip(cells, widths, strict=True))
    return _Row(cells, max(lines, default=1))


def _count_lines(text: str, width: int) -> int:
    return count_lines([text], width + 2) if text else 1


def _make_cell(value: object, *, head: bool) -> _Cell:
    text = _write(value)
    if not isinstance(value, str):
        return _Cell(text, "number", number=True)
    return _Cell(text, "head" if head else "number" if len(text) < _SHORT else "text", number=False)
