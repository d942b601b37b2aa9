"""How wide the columns of each page of the workbook are, and how it prints: a changed figure shows on paper alone."""

from __future__ import annotations

from dataclasses import dataclass, replace

import pytest
from openpyxl.workbook import Workbook
from openpyxl.worksheet.worksheet import Worksheet

from tests.tournament.evening import evening
from tests.tournament.test_workbook_formulas import make_book, make_file

LINE_PT = 15.0
"""The height of a row that the file does not give one."""
CHARACTER_PX = 7
"""Excel's unit for widths of columns: a digit of Calibri in 11 points."""


@dataclass(frozen=True)
class Printed:
    """A page's columns and print set-up. `widths`: of the columns in pixels, from the first on, 0 for a hidden one;
    `area`: what is printed; `heads`: the rows that each printed page repeats; `frozen`: the first cell that moves;
    `foot`: the words in its middle; `margins_cm`: left, right, top and bottom; `filter`: the cells with a filter."""

    widths: tuple[int, ...]
    area: str
    heads: str
    frozen: str
    upright: bool = False
    foot: str = "&A"
    margins_cm: tuple[float, ...] = (1.0, 1.0, 1.3, 2.0)
    filter: str = ""


ROUND = Printed((49, 56, 49, 66, 112, 0, 63, 77, 70, 70, 56, 140, *[0] * 7), "A1:K11", "1:3", "A4", upright=True)
PAGES = {
    "Stand": Printed(
        (84, 168, 70, 70, 77, 70, 77, 66, 112),
        "A1:H11",
        "1:3",
        "C4",
        upright=True,
        foot="Wer gleich viele Punkte hat, teilt sich den Platz.",
    ),
    "Runde 1": ROUND,
    "Runde 2": ROUND,
    "Spieler": Printed((42, 126, *(77,) * 7, 91, 77, 0, 0, 0, 0), "A1:J11", "1:3", "C4"),
    "Spiele": Printed(
        (49, 106, 52, *(49,) * 10, 46, 52, 52, 70, 112, 378, 0, 0, 0), "A1:S68", "1:4", "F5", filter="A4:S68"
    ),
    "Prüfung": Printed((49, 126, 98, 546, 168, 364, 238, 70, 168, 140, 0, 0, 0, 0), "A1:J10", "1:3", "D4"),
    "Info": Printed((210, 462), "A1:B15", "1:2", "A3", upright=True),
    "Technik": Printed((210, 462), "", "1:2", "A3", upright=True),  # hidden, and not printed
}
"""Every page of an evening with two rounds of two tables, with start numbers and no clubs."""


@pytest.fixture(name="workbook", scope="module")
def read_workbook() -> Workbook:
    """The workbook of that evening."""
    return make_file(make_book())


def measure_columns(sheet: Worksheet) -> tuple[int, ...]:
    """The widths in pixels, 0 for a hidden column."""
    found: dict[int, int] = {}
    for column in sheet.column_dimensions.values():
        width = 0 if column.hidden else round(column.width * CHARACTER_PX)
        found |= dict.fromkeys(range(column.min, column.max + 1), width)
    return tuple(found[column] for column in sorted(found))


def read_page(sheet: Worksheet) -> Printed:
    """What the file says of a page."""
    margins, foot = sheet.page_margins, sheet.oddFooter
    assert foot is not None
    return Printed(
        measure_columns(sheet),
        str(sheet.print_area or "").rpartition("!")[2].replace("$", ""),
        str(sheet.print_title_rows).replace("$", ""),
        str(sheet.freeze_panes),
        sheet.page_setup.orientation == "portrait",
        str(foot.center.text),
        tuple(round(one * 2.54, 1) for one in (margins.left, margins.right, margins.top, margins.bottom)),
        sheet.auto_filter.ref or "",
    )


@pytest.mark.parametrize("tab", PAGES)
def test_a_page_has_its_widths_and_its_print_setup(workbook: Workbook, tab: str) -> None:
    """Widths, hidden columns, printed area, repeated heads, frozen panes, direction, foot, margins, filter."""
    assert read_page(workbook[tab]) == PAGES[tab]


def test_every_page_is_looked_at(workbook: Workbook) -> None:
    """A page more has to say here how it prints."""
    assert workbook.sheetnames == list(PAGES)


def test_pages_are_fitted_centred_and_without_grid(workbook: Workbook) -> None:
    """One page wide on A4, in its middle, without Excel's own lines; the foot names program and page."""
    for sheet in workbook:
        assert sheet.oddFooter is not None
        assert (sheet.page_setup.paperSize, sheet.page_setup.fitToHeight) == (9, 0)
        assert sheet.sheet_properties.pageSetUpPr is not None
        assert sheet.sheet_properties.pageSetUpPr.fitToPage
        assert sheet.print_options.horizontalCentered
        assert not sheet.sheet_view.showGridLines
        assert (sheet.oddFooter.left.text, sheet.oddFooter.right.text) == ("Kiebitz", "Seite &P von &N")


def test_the_information_is_one_page() -> None:
    """What an organiser understands, and no thresholds or hashes."""
    sheet = make_file(make_book())["Info"]
    heights = (sheet.row_dimensions[row].height or LINE_PT for row in range(1, sheet.max_row + 1))
    assert sum(heights) < (297 - 10 * sum(read_page(sheet).margins_cm[2:])) / 25.4 * 72
    assert sheet.max_row < 20


def test_a_round_of_eight_tables_is_one_page() -> None:
    """32 lines fit on A4 upright as wide as the columns are: what fits the width is made smaller by one share."""
    sheet = make_file(make_book())["Runde 1"]
    width_pt = sum(measure_columns(sheet)) * 72 / 96
    share = min(1.0, (210 - 20) / 25.4 * 72 / width_pt)
    lines = sum(float(sheet.row_dimensions[row].height or LINE_PT) for row in (1, 2, 3, *[4] * 32))
    assert lines * share < (297 - 33) / 25.4 * 72


def test_a_known_club_has_its_column() -> None:
    """Where the tournament knows a player's club, the column is shown, and the print ends before it."""
    book = make_book()
    players = {one.number: replace(one, club="SC Kiel") for one in book.players}
    ranked = tuple(replace(one, player=players[one.player.number]) for one in book.standings)
    workbook = make_file(replace(book, players=tuple(players.values()), standings=ranked))
    usual = PAGES["Spieler"]
    assert read_page(workbook["Spieler"]) == replace(usual, widths=(*usual.widths[:11], 154, 0, 0, 0))
    assert read_page(workbook["Stand"]) == PAGES["Stand"]


def test_a_long_name_has_room_on_the_wall() -> None:
    """The column of names is as wide as the longest name in 15 points, and at most 56 digits wide."""
    for name, width_px in (("Anna Maria von Hohenstein", round((25 * 1.1 * 15 / 11 + 2) * 7)), ("Ä" * 60, 56 * 7)):
        book = evening(seed=5, names=(name, "Bernd", "Çem", "Dörte"), rounds=1)
        assert measure_columns(make_file(book)["Stand"])[1] == width_px
