"""How the workbook looks, and the one way text and formulas get into it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from openpyxl.cell.cell import Cell
from openpyxl.formatting.rule import Rule
from openpyxl.styles import Alignment, Border, Font, PatternFill, Side
from openpyxl.styles.differential import DifferentialStyle
from openpyxl.utils import get_column_letter
from openpyxl.worksheet.properties import PageSetupProperties
from openpyxl.worksheet.worksheet import Worksheet

from texts.languages import Lang
from tournament.remarks import say

POINTS = "+0;-0;0"
PLACE = '0"."'
INK, FAINT, PAPER, HEAD, BAND = "1F2D3A", "5B6B77", "FFFFFF", "23465C", "F3F6F8"
OPEN, FINE, GOLD = "FFE9B8", "2E6B3F", "FFF6DA"
"""Colours; every state that they show is also told by a sign and a word."""

_LINE = Side(style="thin", color="C9D2D9")
_MOST_CHARACTERS = 32_767
"""Excel's limit for one cell."""

_NOT_XML = re.compile("[^\t\n\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""What no XML file can hold: control characters, half a surrogate pair, U+FFFE and U+FFFF."""

_MINUS = re.compile(r"(?<![^\s(])-(?=\d)")
_ROW = re.compile(r"\([^()]*[+−]\d[^()]*\)")


@dataclass(slots=True)
class Page:
    """A worksheet being written: `cached` gathers what each formula comes to, for readers that do not calculate."""

    ws: Worksheet
    lang: Lang
    cached: dict[str, int | float | str] = field(default_factory=dict)

    def text(
        self, row: int, column: int, value: str, *, bold: bool = False, wrap: bool = False, centre: bool = False
    ) -> Cell:
        """A text that stays text, whatever it begins with."""
        cell = self._cell(row, column)
        cell.value = unbroken(plain(value)) if wrap else plain(value)
        cell.data_type = "s"
        cell.quotePrefix = plain(value)[:1] in ("=", "+", "-", "@", "'")
        cell.font = face(bold=bold)
        cell.alignment = Alignment(wrap_text=wrap, vertical="center", horizontal="center" if centre else None)
        return cell

    def number(self, row: int, column: int, value: int | None, style: str = "0", *, bold: bool = False) -> Cell:
        """A number, or an empty cell for None."""
        cell = self._cell(row, column)
        cell.value = value
        return self._as_number(cell, style, bold)

    def formula(
        self, row: int, column: int, formula: str, value: int | str, style: str = "0", *, bold: bool = False
    ) -> Cell:
        """A formula and what it comes to now."""
        cell = self._cell(row, column)
        cell.value = formula
        self.cached[cell.coordinate] = plain(value) if isinstance(value, str) else value
        return self._as_number(cell, style, bold)

    def title(self, words: str, hint: str, columns: int, *, aside: str = "") -> None:
        """The page's heading in its first two rows; `aside` stands to the right of the words."""
        self.text(1, 1, words).font = face(bold=True, size=18, colour=HEAD)
        self.text(2, 1, hint).font = face(italic=True, size=10, colour=FAINT)
        parts = [(1, 1, columns), (2, 1, columns)]
        if aside:
            note = self.text(1, 3, aside)
            note.font, note.alignment = face(italic=True, size=10, colour=FAINT), Alignment("right", "bottom")
            parts[0:1] = [(1, 1, 2), (1, 3, columns)]
        for row, first, last in parts:
            self.ws.merge_cells(start_row=row, start_column=first, end_row=row, end_column=last)
        self.ws.row_dimensions[1].height, self.ws.row_dimensions[2].height = 28.0, 18.0

    def heads(self, row: int, words: Sequence[str], first: int = 1) -> None:
        """A row of column heads."""
        for column, word in enumerate(words, first):
            cell = self.text(row, column, word, bold=True, wrap=True, centre=True)
            cell.font = face(bold=True, colour=PAPER)
            cell.fill = fill(HEAD)
            cell.border = Border(_LINE, _LINE, _LINE, _LINE)
        self.ws.row_dimensions[row].height = 30

    def box(self, rows: range, columns: range) -> None:
        """Thin rules round every cell, and a light band on every other row."""
        for row in rows:
            for column in columns:
                cell = self.ws.cell(row, column)
                cell.border = Border(_LINE, _LINE, _LINE, _LINE)
                if (row - rows.start) % 2 and cell.fill.fill_type is None:
                    cell.fill = fill(BAND)

    def widths(self, widths: Sequence[float]) -> None:
        """Column widths in characters, from the first column on."""
        for column, width in enumerate(widths, 1):
            self.ws.column_dimensions[get_column_letter(column)].width = width

    def set_up(self, head_row: int, columns: int, last_row: int, *, freeze: str) -> None:
        """Frozen heads, and A4 across, fitted to the page's width, heads repeated and pages numbered."""
        ws = self.ws
        ws.freeze_panes = freeze
        ws.sheet_view.showGridLines = False
        ws.page_setup.orientation, ws.page_setup.paperSize = "landscape", 9
        ws.page_setup.fitToWidth, ws.page_setup.fitToHeight = 1, 0
        ws.sheet_properties.pageSetUpPr = PageSetupProperties(fitToPage=True)
        ws.page_margins.left = ws.page_margins.right = 0.4
        ws.page_margins.top, ws.page_margins.bottom, ws.page_margins.footer = 0.5, 0.8, 0.4
        ws.print_title_rows = f"1:{head_row}"
        ws.print_area = f"A1:{get_column_letter(columns)}{max(last_row, head_row + 1)}"
        if ws.oddFooter is not None:
            ws.oddFooter.left.text, ws.oddFooter.center.text = "Kiebitz", "&A"
            ws.oddFooter.right.text = say(self.lang, "page")
        ws.print_options.horizontalCentered = True

    def colour_where(self, cells: str, condition: str, colour: str) -> None:
        """A background that follows what is typed in: wherever the formula `condition` holds."""
        rule = Rule(type="expression", dxf=DifferentialStyle(fill=fill(colour)), formula=[condition])
        self.ws.conditional_formatting.add(cells, rule)

    def _cell(self, row: int, column: int) -> Cell:
        cell = self.ws.cell(row, column)
        assert isinstance(cell, Cell)
        return cell

    def _as_number(self, cell: Cell, style: str, bold: bool) -> Cell:
        cell.number_format = style
        cell.font = face(bold=bold)
        cell.alignment = Alignment(horizontal="center", vertical="center")
        return cell


def face(*, bold: bool = False, italic: bool = False, size: float = 11, colour: str = INK) -> Font:
    """The workbook's one typeface; LibreOffice has Carlito in its place, of the same widths."""
    return Font(name="Calibri", bold=bold, italic=italic, size=size, color=colour)


def plain(value: str) -> str:
    """Text that a cell can hold: no characters that are none in XML, at most Excel's length."""
    return _NOT_XML.sub("", re.sub(r"[\r\x0b\x0c]+", " ", value))[:_MOST_CHARACTERS]


def unbroken(value: str) -> str:
    """Text for several lines, none of which ends between a minus and its number or inside a row like (+6 −6 +6 −6)."""
    return _ROW.sub(lambda row: row[0].replace(" ", "\u00a0"), _MINUS.sub("−", value))


def fill(colour: str) -> PatternFill:
    """A plain background."""
    return PatternFill("solid", start_color=colour, end_color=colour)


def fitting(words: Sequence[str], least: float, most: float, size: float = 11) -> float:
    """A width in characters of 11 points that fits the longest of `words` set in `size` points."""
    return min(most, max(least, *(len(word) * 1.1 * size / 11 + 2 for word in (*words, ""))))


def lines(texts: Sequence[str], width: float) -> int:
    """Lines, at least one, that these texts take one below the other in a column of that many characters."""
    return max(1, sum(-(-len(line) // int(width - 2)) for text in texts for line in text.split("\n")))
