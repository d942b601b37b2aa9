"""A worksheet as plain data: what each cell holds and how it looks; `excel_file` makes a file of it.

With all that several worksheets need for it: names of columns and ranges as formulas write them, texts as a cell can
hold and show them, colours and number formats, and the formulas by which something shows to be right or still open.
Pictures are fitted to their cells, and left out without a word of error where they are no pictures.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cache
from io import BytesIO
from struct import error as StructError
from typing import Literal

from xlsxwriter.exceptions import XlsxWriterException
from xlsxwriter.image import Image
from xlsxwriter.utility import xl_col_to_name

from scanner.sheet_reading import Reading
from texts.languages import Lang
from texts.sentences import drop_marks, say
from tournament.judging.written_sheet import WrittenSheet

_MOST_CHARACTERS = 32_767
"""Excel's limit for one cell."""

_NOT_XML = re.compile("[^\t\n\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""What no XML file can hold: control characters, half a surrogate pair, U+FFFE and U+FFFF."""

_MINUS = re.compile(r"(?<![^\s(])-(?=\d)")
_ROW = re.compile(r"\([^()]*[+−]\d[^()]*\)")

POINTS = "+0;-0;0"
PLACE = '0"."'
"""Number formats."""

INK, FAINT, PAPER, HEAD, BAND = "#1F2D3A", "#5B6B77", "#FFFFFF", "#23465C", "#F3F6F8"
OPEN, FINE, GOLD = "#FFE9B8", "#2E6B3F", "#FFF6DA"
LINE, LINK = "#C9D2D9", "#1A5A8A"
"""Colours; every state that they show is also told by a sign and a word."""

Edge = Literal["", "thin", "strong"]

_QUOTED = frozenset("=+-@'")
"""A text that begins so is shown as it is only with Excel's mark for texts."""

Value = str | int | float | datetime | None

CropSource = Callable[[WrittenSheet, Sequence[Reading]], bytes | None]
"""A JPEG or PNG of the part of the photograph that shows these fields; None when it cannot be had."""


def name_column(column: int) -> str:
    """The letters of a column: 1 is A, 27 is AA."""
    return str(xl_col_to_name(column - 1))


def name_range(tab: str, column: int, rows: range) -> str:
    """The range of one column on another worksheet: 'Spiele'!$J$5:$J$260."""
    return f"'{tab}'!{name_cells(column, rows)}"


def name_cells(column: int, rows: range) -> str:
    """The range of one column on the same worksheet: $J$5:$J$260."""
    letter = name_column(column)
    return f"${letter}${rows.start}:${letter}${rows.stop - 1}"


def clean_text(value: str) -> str:
    """The text without characters that XML cannot hold and marks of direction, cut to the length that Excel allows."""
    return _NOT_XML.sub("", re.sub(r"[\r\x0b\x0c]+", " ", drop_marks(value)))[:_MOST_CHARACTERS]


def keep_together(value: str) -> str:
    """The text for a cell of several lines: no line ends between a minus and its number, or inside (+6 −6 +6 −6)."""
    return _ROW.sub(lambda row: row[0].replace(" ", "\u00a0"), _MINUS.sub("−", value))


def fit_width(words: Sequence[str], least: float, most: float, size: float = 11) -> float:
    """The width, in characters of 11 points, of a column for the longest of `words` written in `size` points."""
    return min(most, max(least, *(len(word) * 1.1 * size / 11 + 2 for word in (*words, ""))))


def count_lines(texts: Sequence[str], width: float) -> int:
    """Number of lines that the texts need, one text below the other, in a column `width` characters wide; at least
    1."""
    return max(1, sum(-(-len(line) // int(width - 2)) for text in texts for line in text.split("\n")))


@dataclass(frozen=True, slots=True)
class Edges:
    """The lines around a cell."""

    left: Edge = ""
    right: Edge = ""
    top: Edge = ""
    bottom: Edge = ""


NO_EDGES, THIN = Edges(), Edges("thin", "thin", "thin", "thin")


@dataclass(frozen=True, slots=True)
class Style:
    """The looks of a cell. `size` in points; `fill`: background colour, "" for none; `quoted`: Excel shows the text as
    it is even where it begins like a formula."""

    bold: bool = False
    italic: bool = False
    size: int = 11
    colour: str = INK
    fill: str = ""
    edges: Edges = NO_EDGES
    number_format: str = "General"
    horizontal: Literal["", "left", "center", "right"] = ""
    vertical: Literal["top", "vcenter", "bottom"] = "vcenter"
    wrap: bool = False
    indent: int = 0
    shrink: bool = False
    quoted: bool = False
    underline: bool = False


TEXT, BOLD, CENTRED, WRAPPED = Style(), Style(bold=True), Style(horizontal="center"), Style(wrap=True)
TITLE, HINT = Style(bold=True, size=18, colour=HEAD), Style(italic=True, size=10, colour=FAINT)
COLUMN_HEAD = Style(bold=True, colour=PAPER, fill=HEAD, edges=THIN, horizontal="center", wrap=True)


@cache
def rule_style(style: Style, edges: Edges, fill: str) -> Style:
    """The style with other lines and background. Kept: a workbook has some 10,000 cells and a hundred styles."""
    return replace(style, edges=edges, fill=fill)


def number_style(number_format: str = "0", *, bold: bool = False) -> Style:
    """The looks of a number."""
    return Style(bold=bold, horizontal="center", number_format=number_format)


NUMBER = number_style()


def check_zero(cells: str) -> str:
    """The formula of a tick when these cells add up to zero, else of what they add up to."""
    return f'IF(SUM({cells})=0,"✓ 0",TEXT(SUM({cells}),"! +0;! -0"))'


def say_zero_check(total: int) -> str:
    """What `check_zero` comes to for cells that add up to `total`."""
    return f"! {total:+d}" if total else "✓ 0"


def format_open_count(lang: Lang) -> str:
    """The number format of a count of open items: a tick for none, else sign, number and word."""
    words = f'"! "0" {say(lang, "workbook.status.open-count")}"'
    return f'{words};{words};"✓"'


@dataclass(frozen=True, slots=True)
class Cell:
    """`formula`: "" where the value itself was put in; else `value` is what the formula comes to now. `link`: the cell
    that a click leads to ('Spiele'!A12), "" for none."""

    value: Value
    style: Style
    formula: str = ""
    link: str = ""


_EMPTY = Cell(None, TEXT)


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture in a cell. `data`: the bytes of a JPEG or PNG; row and column from 1."""

    row: int
    column: int
    data: bytes
    width_px: int
    height_px: int


@dataclass(frozen=True, slots=True)
class Highlight:
    """How all `cells` ("A5:P40") look in which the formula `condition` holds: a background `colour`, "" for none, and
    a number format, "" for their own."""

    cells: str
    condition: str
    colour: str = ""
    number_format: str = ""


@dataclass(frozen=True, slots=True)
class Restriction:
    """What may be typed into `cells` ("H4 H7"): one of `words`, or without them a whole number between -`most` and
    `most`; where `most` is 0, nothing. `refusal`: what Excel says to anything else."""

    cells: str
    refusal: str
    words: tuple[str, ...] = ()
    most: int = 0


@dataclass(frozen=True, slots=True)
class PrintSetup:
    """The first `head_rows` rows are frozen and repeated on each printed page, the first `head_columns` frozen; the
    print ends with `last_row` and `last_column`. `upright`: the paper stands on its short side."""

    head_rows: int
    head_columns: int
    last_row: int
    last_column: int
    upright: bool = False


@dataclass(slots=True)
class Page:
    """A worksheet while it is filled. Rows and columns count from 1. `heights` in points; `widths` in characters;
    `merged`: row, first column, last column; `foot`: the words in the middle of the printed pages' foot, "" for the
    worksheet's name."""

    tab: str
    lang: Lang
    cells: dict[tuple[int, int], Cell] = field(default_factory=dict)
    merged: list[tuple[int, int, int]] = field(default_factory=list)
    heights: dict[int, float] = field(default_factory=dict)
    widths: dict[int, float] = field(default_factory=dict)
    hidden_columns: list[int] = field(default_factory=list)
    highlights: list[Highlight] = field(default_factory=list)
    restrictions: list[Restriction] = field(default_factory=list)
    pictures: list[Picture] = field(default_factory=list)
    filter: str = ""
    foot: str = ""
    setup: PrintSetup = PrintSetup(1, 0, 2, 1)

    def put_text(self, row: int, column: int, value: str, style: Style = TEXT) -> None:
        """A text that stays text, whatever it begins with."""
        text = clean_text(value)
        if text[:1] in _QUOTED:
            style = replace(style, quoted=True)
        self.cells[row, column] = Cell(keep_together(text) if style.wrap else text, style)

    def link_cell(self, row: int, column: int, target: str) -> None:
        """A click on this cell, which holds a text, leads to the cell `target` ('Spiele'!A12)."""
        cell = self.cells[row, column]
        self.cells[row, column] = replace(cell, style=replace(cell.style, colour=LINK, underline=True), link=target)

    def put_number(self, row: int, column: int, value: float | datetime | None, style: Style = NUMBER) -> None:
        """A number or a date; an empty cell for None."""
        self.cells[row, column] = Cell(value, style)

    def put_formula(self, row: int, column: int, formula: str, value: int | str, style: Style = NUMBER) -> None:
        """A formula, and `value`: what it comes to now."""
        self.cells[row, column] = Cell(clean_text(value) if isinstance(value, str) else value, style, formula)

    def put_title(self, words: str, hint: str, columns: int, *, aside: str = "") -> None:
        """The heading in the first two rows, as wide as `columns`; `aside` stands to the right of the words."""
        self.put_text(1, 1, words, TITLE)
        self.put_text(2, 1, hint, HINT)
        if aside:
            self.put_text(1, 3, aside, replace(HINT, horizontal="right", vertical="bottom"))
        self.merged += [(1, 1, 2), (1, 3, columns)] if aside else [(1, 1, columns)]
        self.merged.append((2, 1, columns))
        self.heights |= {1: 28.0, 2: 18.0}

    def put_heads(self, row: int, words: Sequence[str]) -> None:
        """A row of column heads, from the first column on."""
        for column, word in enumerate(words, 1):
            self.put_text(row, column, word, COLUMN_HEAD)
        self.heights[row] = 30.0

    def draw_grid(self, rows: range, columns: range) -> None:
        """Thin lines around every cell, and a light background on every second row."""
        for row in rows:
            band = BAND if (row - rows.start) % 2 else ""
            for column in columns:
                cell = self.cells.get((row, column), _EMPTY)
                style = rule_style(cell.style, THIN, cell.style.fill or band)
                self.cells[row, column] = Cell(cell.value, style, cell.formula, cell.link)

    def draw_edges(self, row: int, column: int, edges: Edges) -> None:
        """Other lines around a cell that has something in it, or a grid."""
        cell = self.cells[row, column]
        style = rule_style(cell.style, edges, cell.style.fill)
        self.cells[row, column] = Cell(cell.value, style, cell.formula, cell.link)

    def set_widths(self, widths: Sequence[float]) -> None:
        """The widths of the columns in characters, from the first column on."""
        self.widths = dict(enumerate(widths, 1))


def put_picture(page: Page, row: int, column: int, data: bytes | None, *, height_px: int, width_px: int = 150) -> int:
    """Puts the picture into the cell, at most `height_px` high and `width_px` wide; gives its height in pixels, 0 when
    there is no picture."""
    size = _measure(data) if data is not None else None
    if data is None or size is None:
        return 0
    scale = min(height_px / size[1], width_px / size[0], 1.0)
    width, height = (max(1, int(side * scale)) for side in size)
    page.pictures.append(Picture(row, column, data, width, height))
    return height


def _measure(data: bytes) -> tuple[int, int] | None:
    """Width and height in pixels; None for bytes that XlsxWriter does not take for a picture."""
    try:
        image = Image(BytesIO(data))
    except (XlsxWriterException, StructError):
        return None
    return int(image.width), int(image.height)
