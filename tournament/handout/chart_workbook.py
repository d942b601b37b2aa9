"""Tables of pandas and their charts as an Excel workbook, written by XlsxWriter."""

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

from tournament.handout.workbook.excel_file import A4_PAPER, begin_workbook, finish_workbook, write_text
from tournament.handout.workbook.worksheet import clean_text, fit_width

_CHART_PX = (860, 420)
_LINES_BETWEEN = 23
"""A chart is so many lines of a worksheet high, with some space."""

_WIDE, _BESIDE = 10, 14
"""A table of more columns has its charts to its left, so that they are seen at once: so many columns are left free."""

_MOST_COLUMNS = 8
"""More running lines in one chart can no longer be told apart."""


@dataclass(frozen=True, slots=True)
class Chart:
    """A chart of running points below its title: some lines (first, last; from 0) of a table's columns."""

    title: str
    columns: Sequence[int]
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class Tab:
    """A worksheet: its table, with what stands in its heads, and charts beside it."""

    name: str
    table: pd.DataFrame
    charts: Sequence[Chart] = ()

    @property
    def left(self) -> int:
        """The first column of the table."""
        return _BESIDE if self.charts and len(self.table.columns) > _WIDE else 0


def write_tabs(tabs: Sequence[Tab]) -> bytes:
    """The workbook's bytes, with the mark by which Kiebitz knows it again."""
    data = BytesIO()
    workbook = begin_workbook(data)
    head, plain = workbook.add_format({"bold": True, "text_wrap": True}), workbook.add_format()
    for tab in tabs:
        _write_tab(workbook, workbook.add_worksheet(tab.name), tab, head, plain)
    return finish_workbook(workbook, data)


def _write_tab(workbook: Workbook, sheet: Worksheet, tab: Tab, head: Format, plain: Format) -> None:
    sheet.freeze_panes(1, 0)
    sheet.set_paper(A4_PAPER)
    sheet.set_landscape()
    sheet.fit_to_pages(1, 0)
    for at, column in enumerate(tab.table.columns, tab.left):
        values = tab.table.iloc[:, at - tab.left].tolist()
        _write_value(sheet, 0, at, str(column), head)
        for line, value in enumerate(values, 1):
            _write_value(sheet, line, at, value, plain)
        sheet.set_column(at, at, fit_width([str(column), *map(str, values)], 6, 40))
    beside = 0 if tab.left else len(tab.table.columns) + 1
    for number, chart in enumerate(tab.charts):
        sheet.insert_chart(1 + number * _LINES_BETWEEN, beside, _make_chart(workbook, tab, chart))
    if tab.left:  # on paper hundreds of columns would be too small to read
        sheet.set_portrait()
        sheet.print_area(0, 0, len(tab.charts) * _LINES_BETWEEN, tab.left - 1)


def _write_value(sheet: Worksheet, line: int, column: int, value: object, looks: Format) -> None:
    """Text stays text, whatever it begins with; what is missing stays blank."""
    if isinstance(value, str):
        write_text(sheet, line, column, clean_text(value), looks)
    elif isinstance(value, int | float) and not isnan(value):
        sheet.write_number(line, column, value, looks)


def _make_chart(workbook: Workbook, tab: Tab, chart: Chart) -> ChartLine:
    made = workbook.add_chart({"type": "line"})
    assert isinstance(made, ChartLine)
    for column in chart.columns[:_MOST_COLUMNS]:
        made.add_series(
            {
                "name": [tab.name, 0, tab.left + column],
                "categories": [tab.name, 1 + chart.first, tab.left, 1 + chart.last, tab.left],
                "values": [tab.name, 1 + chart.first, tab.left + column, 1 + chart.last, tab.left + column],
            }
        )
    made.set_title({"name": chart.title})
    made.set_size({"width": _CHART_PX[0], "height": _CHART_PX[1]})
    made.set_x_axis({"label_position": "low"})
    return made
