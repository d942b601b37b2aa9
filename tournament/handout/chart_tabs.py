"""Worksheets with one table and charts beside it, written by XlsxWriter from pandas tables, and their page setup.

Charts are distinguished without colours; pages break between them, never through one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from io import BytesIO
from math import isnan

import pandas as pd
from xlsxwriter import Workbook
from xlsxwriter.chart_line import ChartLine
from xlsxwriter.format import Format
from xlsxwriter.worksheet import Worksheet

from texts.languages import Lang
from texts.sentences import say
from tournament.handout.workbook.excel_file import A4_PAPER, begin_workbook, finish_workbook, write_text
from tournament.handout.workbook.worksheet import COLUMN_HEAD, LINE, clean_text, fit_width

_CHART_PX, _BELOW_BREAK = (860, 380), {"y_offset": 5}
_LINES_BETWEEN = 20
"""Lines of a worksheet from one chart to the next: its height and some space."""
_LINE_PT = 15.0

_WIDE, _BESIDE = 10, 14
"""A table with more columns than `_WIDE` has its charts to its left, where they are seen at once; `_BESIDE` columns are
left free for them."""
_BESIDE_PX = 62
"""Width of these columns, which other programs would otherwise choose themselves."""
_CHARTS_A_PAGE, _CHARTS_SCALE, _ONE_SCALE = 4, 60, 85
"""Charts on an upright A4 page and their scale in per cent; a single chart is printed on a landscape page. Pages break
between charts; Excel would ignore our breaks if the worksheet were fitted to a page's width. Without Calibri, columns
are 30 % wider."""
_UPRIGHT = 96.0
"""Width in characters up to which a table fits on A4 upright without being made smaller."""

_LINES: Sequence[tuple[str, str, str]] = (
    ("#14476B", "solid", "circle"),
    ("#C0392B", "dash", "square"),
    ("#2E6B3F", "round_dot", "triangle"),
    ("#8E5A00", "long_dash", "diamond"),
    ("#5B3A86", "dash_dot", "x"),
    ("#1F2D3A", "square_dot", "plus"),
    ("#B03A78", "long_dash_dot", "star"),
    ("#6B7A85", "long_dash_dot_dot", "short_dash"),
)
"""Colour, stroke and mark of a chart's lines: they can be told apart in a print without colours."""
_FEW_ROWS = 24
"""With more points than this, marks would cover the lines."""


@dataclass(frozen=True, slots=True)
class Chart:
    """A chart with its title: some columns (from 0) of a table of running points, the first `rows` lines."""

    title: str
    columns: Sequence[int]
    rows: int


@dataclass(frozen=True, slots=True)
class Tab:
    """A worksheet: its table, the headings of the columns, and charts beside it."""

    name: str
    table: pd.DataFrame
    charts: Sequence[Chart] = ()

    @property
    def left(self) -> int:
        """The first column of the table."""
        return _BESIDE if self.charts and len(self.table.columns) > _WIDE else 0

    @property
    def widths(self) -> list[float]:
        """The widths of the table's columns, in characters."""
        texts = ([str(head), *map(str, self.table.iloc[:, at])] for at, head in enumerate(self.table.columns))
        return [fit_width(words, 6, 40) for words in texts]


def write_tabs(tabs: Sequence[Tab], lang: Lang) -> bytes:
    """The workbook's bytes, with the mark by which Kiebitz recognises its own files."""
    data = BytesIO()
    workbook = begin_workbook(data)
    head, plain = workbook.add_format(COLUMN_HEAD), workbook.add_format()
    for tab in tabs:
        sheet = workbook.add_worksheet(tab.name)
        _write_table(sheet, tab, head, plain)
        _draw_charts(workbook, sheet, tab, lang)
        _set_up(sheet, tab, lang)
    return finish_workbook(workbook, data)


def _write_table(sheet: Worksheet, tab: Tab, head: Format, plain: Format) -> None:
    for at, column in enumerate(tab.table.columns, tab.left):
        values = tab.table.iloc[:, at - tab.left].tolist()
        _write_value(sheet, 0, at, str(column), head)
        for line, value in enumerate(values, 1):
            _write_value(sheet, line, at, value, plain)
        sheet.set_column(at, at, tab.widths[at - tab.left])


def _draw_charts(workbook: Workbook, sheet: Worksheet, tab: Tab, lang: Lang) -> None:
    """Draws the charts beside the table, one below the other."""
    beside = 0 if tab.left else len(tab.table.columns) + 1
    for number, chart in enumerate(tab.charts):
        sheet.insert_chart(1 + number * _LINES_BETWEEN, beside, _make_chart(workbook, tab, chart, lang), _BELOW_BREAK)


def _set_up(sheet: Worksheet, tab: Tab, lang: Lang) -> None:
    """A4 with margins, name and page; heads are frozen and repeated. Of a table with hundreds of columns only the
    charts are printed: its numbers would be too small to read."""
    sheet.freeze_panes(1, 0)
    sheet.set_default_row(_LINE_PT)
    sheet.set_paper(A4_PAPER)
    sheet.set_margins(left=0.5, right=0.5, top=0.7, bottom=0.7)
    sheet.center_horizontally()
    sheet.set_header(f'&L&"Calibri,Bold"&14{tab.name.replace("&", "&&")}')
    sheet.set_footer(f"&LKiebitz&R{say(lang, 'workbook.print.page')}")
    if tab.left:
        last = len(tab.charts) * _LINES_BETWEEN
        sheet.set_column_pixels(0, tab.left - 1, _BESIDE_PX)
        sheet.print_area(1, 0, last, tab.left - 1)
        sheet.set_print_scale(_CHARTS_SCALE if len(tab.charts) > 1 else _ONE_SCALE)
        step = _CHARTS_A_PAGE * _LINES_BETWEEN
        sheet.set_h_pagebreaks([line + 1 for line in range(step, last, step)])
        if len(tab.charts) == 1:
            sheet.set_landscape()
        return
    sheet.repeat_rows(0)
    sheet.fit_to_pages(1, 0)
    if tab.charts or sum(tab.widths) > _UPRIGHT:
        sheet.set_landscape()


def _write_value(sheet: Worksheet, line: int, column: int, value: object, looks: Format) -> None:
    """Writes a value: text as text, even if it begins like a formula; a missing value as a blank cell."""
    if isinstance(value, str):
        write_text(sheet, line, column, clean_text(value), looks)
    elif isinstance(value, int | float) and not isnan(value):
        sheet.write_number(line, column, value, looks)


_FONTS = {"num_font": {"size": 12}, "name_font": {"size": 12, "bold": False}}
"""Letters of the axes; in print they are little more than half as large."""
_GRID = {"visible": True, "line": {"color": LINE, "width": 0.5}}


def _draw_line(colour: str, stroke: str, mark: str, *, marked: bool) -> dict[str, object]:
    """The look of a series, as XlsxWriter's options."""
    line = {"color": colour, "dash_type": stroke, "width": 1.75}
    filled = {"type": mark, "size": 5, "border": {"color": colour}, "fill": {"color": colour}}
    return {"line": line, "marker": filled if marked else {"type": "none"}}


def _make_chart(workbook: Workbook, tab: Tab, chart: Chart, lang: Lang) -> ChartLine:
    made = workbook.add_chart({"type": "line"})
    assert isinstance(made, ChartLine)
    for column, looks in zip(chart.columns, _LINES, strict=False):  # nobody can follow more lines in one chart
        at = tab.left + column
        categories, values = ([tab.name, 1, column, chart.rows, column] for column in (tab.left, at))
        series = {"name": [tab.name, 0, at], "categories": categories, "values": values}
        made.add_series(series | _draw_line(*looks, marked=chart.rows <= _FEW_ROWS))
    made.set_title({"name": chart.title, "name_font": {"size": 16}})
    made.set_size({"width": _CHART_PX[0], "height": _CHART_PX[1]})
    row, points = (say(lang, f"standings.statistics.{key}") for key in ("row", "points"))
    made.set_x_axis({"label_position": "low", "name": row, **_FONTS})
    made.set_y_axis({"name": points, "major_gridlines": _GRID, **_FONTS})
    made.set_legend({"position": "bottom", "font": {"size": 13}})
    return made
