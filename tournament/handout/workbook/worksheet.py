"""A worksheet as plain data: the content and style of each cell; `excel_file` turns it into a file.

Also the parts that several worksheets share: texts that fit into cells, colours and number formats, and the formulas
that show whether something is right or still open.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from io import BytesIO
from struct import error as StructError
from typing import Any, Literal

from xlsxwriter.exceptions import XlsxWriterException
from xlsxwriter.image import Image

from scanner.sheet_reading import Reading
from scoring.counting.rules import RuleSet
from texts.languages import Lang
from texts.sentences import drop_marks, say
from tournament.judging.written_sheet import WrittenSheet

_MOST_CHARACTERS = 32_767
"""Excel's limit for one cell."""

_NOT_XML = re.compile("[^\t\n\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Characters that no XML file can hold: control characters, half a surrogate pair, U+FFFE and U+FFFF."""

_MINUS = re.compile(r"(?<![^\s(])-(?=\d)")
_ROW = re.compile(r"\([^()]*[+−]\d[^()]*\)")
_QUOTED = frozenset("=+-@'")
"""Excel changes a text that begins with one of these unless the cell is marked as text."""

POINTS = "+0;-0;0"
PLACE = '0"."'
"""Number formats."""

INK, FAINT, PAPER, HEAD, BAND = "#1F2D3A", "#5B6B77", "#FFFFFF", "#23465C", "#F3F6F8"
OPEN, FINE, GOLD = "#FFE9B8", "#2E6B3F", "#FFF6DA"
LINE, LINK = "#C9D2D9", "#1A5A8A"
"""Colours; a sign and a word always give the same information."""

Style = dict[str, Any]
"""The style of a cell, as XlsxWriter's format options; the default is Calibri in 11 points, in `INK`."""

TEXT: Style = {}
BOLD: Style = {"bold": True}
CENTRED: Style = {"align": "center"}
WRAPPED: Style = {"text_wrap": True}
TITLE: Style = BOLD | {"font_size": 18, "font_color": HEAD}
HINT: Style = {"italic": True, "font_size": 10, "font_color": FAINT}
_SIDES = ("left", "right", "top", "bottom")
THIN: Style = dict.fromkeys(_SIDES, 1) | dict.fromkeys((f"{side}_color" for side in _SIDES), LINE)
COLUMN_HEAD: Style = BOLD | CENTRED | WRAPPED | THIN | {"font_color": PAPER, "bg_color": HEAD}

NOTHING = {"validate": "custom", "value": "=FALSE"}
"""The restriction of a cell into which nothing may be typed."""

CropSource = Callable[[WrittenSheet, Sequence[Reading]], bytes | None]
"""A JPEG or PNG of the part of the photograph that shows these fields; None when it cannot be had."""


def clean_text(value: str) -> str:
    """The text without characters that XML cannot hold and marks of direction, cut to the length that Excel allows."""
    return _NOT_XML.sub("", re.sub(r"[\r\x0b\x0c]+", " ", drop_marks(value)))[:_MOST_CHARACTERS]


def quote_text(text: str) -> str:
    """The text as a quoted string in a formula."""
    return '"' + clean_text(text).replace('"', '""') + '"'


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


def number_style(number_format: str = "0", *, bold: bool = False) -> Style:
    """The style of a number."""
    return CENTRED | {"num_format": number_format, "bold": bold}


NUMBER = number_style()


Check = Literal["zero", "pot"]
"""What points that are added up must be: 0, or what the pot took from it."""


def choose_check(rules: RuleSet, *, offence: bool = False) -> Check | None:
    """What is checked of points that are added up; None: whatever they add up to may be right."""
    rows = rules.rows
    if rows.pot and (offence or rows.side != "plus"):
        return "pot"
    return None if rows.side is not None or not rules.adds_up else "zero"


def put_check(page: Page, n: int, cells: str, total: int, check: Check | None) -> None:
    """The formula of a tick when these cells add up to zero, else of what they add up to, in the column for it; what is
    less than zero is in the pot, where there is one. `total`: what they add up to now."""
    if check is None:
        return
    off, shown = f'TEXT(SUM({cells}),"! +0;! -0")', f"! {total:+d}" if total else "✓ 0"
    if check == "pot":
        word = say(page.lang, "workbook.pot")
        off = f'IF(SUM({cells})<0,{quote_text(word + " ")}&TEXT(-SUM({cells}),"+0"),{off})'
        shown = f"{word} {-total:+d}" if total < 0 else shown
    page.put(n, "check", shown, None, f'=IF(SUM({cells})=0,"✓ 0",{off})')


def format_open_count(lang: Lang) -> str:
    """The number format of a count of open items: a tick for none, else sign, number and word."""
    words = f'"! "0" {say(lang, "workbook.status.open-count")}"'
    return f'{words};{words};"✓"'


def say_heads(lang: Lang, heads: Sequence[str]) -> list[str]:
    """The words of column heads."""
    return [say(lang, f"workbook.head.{head}") for head in heads]


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell. `formula`: "" for a plain value; else `value` is the formula's current result. `link`: the cell to which
    a click leads ('Spiele'!A12), "" for none."""

    value: str | int | float | datetime | None
    style: Style
    formula: str = ""
    link: str = ""


@dataclass(frozen=True, slots=True)
class PrintSetup:
    """The first `head_rows` rows are frozen and repeated on each printed page, the first `head_columns` frozen; the
    print ends with `last_row` and `last_column`. `upright`: portrait, not landscape."""

    head_rows: int
    head_columns: int
    last_row: int
    last_column: int
    upright: bool = False


@dataclass(slots=True)
class Page:
    """A worksheet while it is filled. Rows and columns count from 1; a column may also be given by its word in `heads`.

    `heights` in points; `widths` in characters; `merged`: row, first column, last column; `highlights`: cells
    ("A5:P40"), the formula by which they are highlighted, and how they look then; `restrictions`: cells ("H4 H7") and
    what may be typed there, in XlsxWriter's words; `pictures`: row, column, picture and its scale; `foot`: the words in
    the middle of the printed pages' foot, "" for the worksheet's name; `hidden`: whether the program hides it at first.
    """

    tab: str
    lang: Lang
    heads: Sequence[str] = ()
    cells: dict[tuple[int, int], Cell] = field(default_factory=dict)
    merged: list[tuple[int, int, int]] = field(default_factory=list)
    heights: dict[int, float] = field(default_factory=dict)
    widths: Sequence[float] = ()
    hidden_columns: Sequence[str] = ()
    highlights: list[tuple[str, str, Style]] = field(default_factory=list)
    restrictions: list[tuple[str, dict[str, Any]]] = field(default_factory=list)
    pictures: list[tuple[int, int, Image, dict[str, Any]]] = field(default_factory=list)
    filter: str = ""
    foot: str = ""
    hidden: bool = False
    setup: PrintSetup = PrintSetup(1, 0, 2, 1)

    def find_column(self, column: int | str) -> int:
        """The number of the column."""
        return column if isinstance(column, int) else self.heads.index(column) + 1

    def put(
        self,
        row: int,
        column: int | str,
        value: str | float | datetime | None,
        style: Style | None = None,
        formula: str = "",
    ) -> None:
        """Puts a number, a date, nothing, or a text, which stays a text whatever it begins with.

        With a `formula`, `value` is what it comes to now. Without a style, all but texts are centred.
        """
        looks = (TEXT if isinstance(value, str) and not formula else NUMBER) if style is None else style
        if isinstance(value, str):
            value = clean_text(value)
            if not formula and value[:1] in _QUOTED:
                looks = looks | {"quote_prefix": True}
            if not formula and looks.get("text_wrap"):
                value = keep_together(value)
        self.cells[row, self.find_column(column)] = Cell(value, looks, formula)

    def link_cell(self, row: int, column: int | str, target: str) -> None:
        """Links this cell, which holds a text, to the cell `target` ('Spiele'!A12)."""
        at = row, self.find_column(column)
        looks = self.cells[at].style | {"font_color": LINK, "underline": True}
        self.cells[at] = replace(self.cells[at], style=looks, link=target)

    def put_title(self, words: str, hint: str, columns: int) -> None:
        """Puts the heading into the first two rows, merged over `columns`."""
        self.put(1, 1, words, TITLE)
        self.put(2, 1, hint, HINT)
        self.merged += [(1, 1, columns), (2, 1, columns)]
        self.heights |= {1: 28.0, 2: 18.0}

    def put_heads(self, row: int, words: Sequence[str]) -> None:
        """Puts a row of column headings, from the first column on."""
        for column, word in enumerate(words, 1):
            self.put(row, column, word, COLUMN_HEAD)
        self.heights[row] = 30.0

    def draw_grid(self, rows: range, last: int, above: Container[int] = (), left: Container[int] = ()) -> None:
        """Draws thin lines around every cell up to the column `last`, with a light background on every second row.

        Strong lines are `above` these rows and to the `left` of these columns.
        """
        for row in rows:
            band = {"bg_color": BAND} if (row - rows.start) % 2 else TEXT
            for column in range(1, last + 1):
                cell = self.cells.get((row, column), Cell(None, TEXT))
                strong = (("top", row in above), ("left", column in left))
                lines = {key: one for side, on in strong if on for key, one in ((side, 2), (f"{side}_color", HEAD))}
                self.cells[row, column] = replace(cell, style=band | cell.style | THIN | lines)

    def highlight(self, cells: str, condition: str, **looks: str) -> None:
        """Sets the style of these cells while the formula `condition` is true."""
        self.highlights.append((cells, condition, looks))

    def restrict(self, cells: str, refusal: str, kind: dict[str, Any]) -> None:
        """Sets which input the cells accept; `refusal`: Excel's message for any other input."""
        self.restrictions.append((cells, {"error_message": say(self.lang, refusal)} | kind))


def put_picture(page: Page, row: int, column: int, data: bytes | None, *, height_px: int, width_px: int = 150) -> int:
    """Puts the picture into the cell, at most `height_px` high and `width_px` wide; gives its height in pixels, 0 when
    there is none, or when XlsxWriter does not take the bytes for one."""
    try:
        image = Image(BytesIO(data)) if data is not None else None
    except (XlsxWriterException, StructError):
        image = None
    if image is None:
        return 0
    shrink = min(height_px / image.height, width_px / image.width, 1.0)
    width, height = (max(1, int(side * shrink)) for side in (image.width, image.height))
    # at 96 dpi, whatever resolution the picture's file names
    scales = {"x_scale": width / image.width * image.x_dpi / 96, "y_scale": height / image.height * image.y_dpi / 96}
    page.pictures.append((row, column, image, scales))
    return height
