"""A worksheet as plain data: what each cell holds and how it looks. `excel.py` makes a file of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from texts.languages import Lang
from tournament.workbook.cell_texts import clean_text, keep_together
from tournament.workbook.style import BAND, COLUMN_HEAD, HINT, LINK, NUMBER, TEXT, THIN, TITLE, Edges, Style, rule_style

_QUOTED = frozenset("=+-@'")
"""A text that begins so is shown as it is only with Excel's mark for texts."""

Value = str | int | float | datetime | None


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
