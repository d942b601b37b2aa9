"""The tables as one OpenDocument file (ODS), for people without Excel: values without formulas, ready for printing.

On paper each table is as wide as A4 and has its heads on every page; a text is a text, whatever it begins with.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from io import BytesIO
from typing import Any, Final

import pandas as pd
from odf.namespaces import STYLENS
from odf.opendocument import OpenDocumentSpreadsheet
from odf.style import (
    Footer,
    FooterStyle,
    HeaderFooterProperties,
    MasterPage,
    PageLayout,
    PageLayoutProperties,
    ParagraphProperties,
    Style,
    TableCellProperties,
    TableColumnProperties,
    TableProperties,
    TableRowProperties,
    TextProperties,
)
from odf.table import Table, TableCell, TableColumn, TableHeaderRows, TableRow
from odf.text import P, PageCount, PageNumber

from texts.languages import Lang
from texts.sentences import say
from tournament.handout.workbook.excel_file import add_comment
from tournament.handout.workbook.worksheet import count_lines

SIGN: Final = b"Kiebitz 1, tables"
"""The comment in the archive of an OpenDocument file, by which Kiebitz recognises its own; other programs drop it when
they save the file."""

_LETTER_PT, _LETTER_CM, _LINE_CM = 9, 0.2, 0.385
"""Size of the letters, width of one in a wide font, and height of a line with its spacing."""
_MARGIN_CM = 1.2
_A4_CM = (21.0, 29.7)
_NARROWEST = 5
"""Width of a column, in letters."""
_BOLD = 1.2
"""By so much a bold letter of a heading may be wider: where Calibri is missing, wider fonts take its place."""
_SHORT = 5
"""Texts with fewer letters, such as points as written, are centred like numbers."""
_GREY = "#c9d2d9"
_LOOKS = {"head": ("center", "bold"), "text": ("start", "normal"), "number": ("center", "normal")}
"""Alignment and weight of a cell's words."""


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


def _fit(head: str, texts: Iterable[str], widest: int) -> int:
    longest = max((len(text) for text in texts), default=0)
    heads = (round(_BOLD * len(word)) + 1 for word in head.split(" "))
    return min(widest, max(_NARROWEST, longest + 1, *heads))


def _write(value: object) -> str:
    return "" if value is None or value is pd.NA or value != value else str(value)


def write_document(tables: Sequence[PrintedTable], lang: Lang, noted: str = "") -> bytes:
    """The file's bytes. `noted`: number and hash of the entry that it is made from, for the foot of each page and for a
    last worksheet that is not printed; "" for none."""
    document = OpenDocumentSpreadsheet()
    looks = _make_looks(document)
    for number, one in enumerate(tables, 1):
        page = _add_page(document, f"page{number}", (one.tab, noted), lang)
        document.spreadsheet.addElement(_make_table(document, one, page, looks))
    if noted:
        info = PrintedTable(say(lang, "workbook.tab.info"), pd.DataFrame(columns=[noted]))
        table = _make_table(document, info, _add_page(document, "info", (info.tab, noted), lang), looks)
        table.setAttribute("print", "false")
        document.spreadsheet.addElement(table)
    data = BytesIO()
    document.write(data)
    return add_comment(data.getvalue(), SIGN)


def _make_looks(document: Any) -> Mapping[str, Any]:
    """The styles of cells: a heading, a text, a number."""
    letters = {"fontfamily": "Calibri, Carlito, 'Liberation Sans', sans-serif", "fontsize": f"{_LETTER_PT}pt"}
    looks = {}
    for name, (align, weight) in _LOOKS.items():
        style = Style(name=name, family="table-cell")
        fill = {"backgroundcolor": "#eef1f3"} if name == "head" else {}
        style.addElement(
            TableCellProperties(
                border=f"0.4pt solid {_GREY}", wrapoption="wrap", verticalalign="middle", padding="0.03cm", **fill
            )
        )
        style.addElement(ParagraphProperties(textalign=align))
        style.addElement(TextProperties(fontweight=weight, **letters))
        document.automaticstyles.addElement(style)
        looks[name] = style
    return looks


def _add_page(document: Any, name: str, words: tuple[str, str], lang: Lang) -> Any:
    """Adds the page style of a table, A4 upright, fitted to its width; returns the table's style. `words`: for its
    foot."""
    width, height = _A4_CM
    layout = PageLayout(name=f"{name}-layout")
    properties = PageLayoutProperties(
        pagewidth=f"{width}cm",
        pageheight=f"{height}cm",
        printorientation="portrait",
        margin=f"{_MARGIN_CM}cm",
        tablecentering="horizontal",
    )
    for side, pages in (("X", "1"), ("Y", "0")):  # LibreOffice's own: as wide as a page, as many pages as it takes
        properties.setAttrNS(STYLENS, f"scale-to-{side}", pages)
    layout.addElement(properties)
    foot = FooterStyle()
    foot.addElement(HeaderFooterProperties(minheight="0.6cm", margintop="0.2cm"))
    layout.addElement(foot)
    document.automaticstyles.addElement(layout)
    master = MasterPage(name=f"{name}-page", pagelayoutname=layout)
    master.addElement(_make_foot(" · ".join(filter(None, ("Kiebitz", *words))), lang))
    document.masterstyles.addElement(master)
    style = Style(name=f"{name}-table", family="table", masterpagename=master)
    style.addElement(TableProperties(display="true"))
    document.automaticstyles.addElement(style)
    return style


def _make_foot(words: str, lang: Lang) -> Any:
    before, between, after = say(lang, "wall.page", page="\0", pages="\0").split("\0")
    line = P(text=f"{words} · {before}")
    line.addElement(PageNumber(selectpage="current", text="1"))
    line.addText(between)
    line.addElement(PageCount(text="1"))
    line.addText(after)
    foot = Footer()
    foot.addElement(line)
    return foot


def _make_table(document: Any, one: PrintedTable, page: Any, looks: Mapping[str, Any]) -> Any:
    table, widths = Table(name=one.tab, stylename=page), one.widths
    for at, width in enumerate(widths):
        style = Style(name=f"{page.getAttribute('name')}-{at}", family="table-column")
        style.addElement(TableColumnProperties(columnwidth=f"{width * _LETTER_CM:.2f}cm"))
        document.automaticstyles.addElement(style)
        table.addElement(TableColumn(stylename=style))
    heads = TableHeaderRows()
    heads.addElement(_make_row(document, [str(head) for head in one.table.columns], widths, looks, head=True))
    table.addElement(heads)
    for values in one.table.itertuples(index=False):
        table.addElement(_make_row(document, values, widths, looks))
    return table


def _make_row(
    document: Any, values: Iterable[object], widths: Sequence[int], looks: Mapping[str, Any], *, head: bool = False
) -> Any:
    """A row as high as its longest text needs."""
    values = list(values)
    lines = max((_count_lines(_write(one), width) for one, width in zip(values, widths, strict=True)), default=1)
    row = TableRow(stylename=_find_height(document, lines))
    for value in values:
        row.addElement(_make_cell(value, looks, head=head))
    return row


def _count_lines(text: str, width: int) -> int:
    return count_lines([text], width + 2) if text else 1


def _find_height(document: Any, lines: int) -> Any:
    """The style of a row with this number of lines; made once."""
    name = f"lines{lines}"
    known = (one for one in document.automaticstyles.childNodes if one.getAttribute("name") == name)
    if (style := next(known, None)) is None:
        style = Style(name=name, family="table-row")
        style.addElement(TableRowProperties(rowheight=f"{lines * _LINE_CM + 0.05:.2f}cm", useoptimalrowheight="false"))
        document.automaticstyles.addElement(style)
    return style


def _make_cell(value: object, looks: Mapping[str, Any], *, head: bool) -> Any:
    text = _write(value)
    if not text:
        return TableCell(stylename=looks["text"])
    if isinstance(value, str):
        look = "head" if head else "number" if len(text) < _SHORT else "text"
        cell = TableCell(stylename=looks[look], valuetype="string")
    else:
        cell = TableCell(stylename=looks["number"], valuetype="float", value=text)
    for line in text.split("\n"):
        cell.addElement(P(text=line))
    return cell
