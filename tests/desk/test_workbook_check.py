"""The check of the finished workbook finds what it is there for."""

from __future__ import annotations

import pytest
from openpyxl import Workbook

from tools.check_workbook import SHEETS, structure, totals

REPORT = {"standings": [{"place": 1, "name": "Anna", "total": 12}, {"place": 2, "name": "Bernd", "total": -12}]}


def workbook(totals_shown: tuple[int, int] = (12, -12)) -> Workbook:
    """Two players' standings, and games."""
    book = Workbook()
    book.active.title = "Stand"
    for name in SHEETS[1:]:
        book.create_sheet(name)
    for place, (name, total) in enumerate(zip(("Anna", "Bernd"), totals_shown, strict=True), 1):
        book["Stand"].append([place, name, total, f"=C{place}"])
    for game in range(6):
        book["Spiele"].append([game])
    return book


def test_a_right_workbook_passes() -> None:
    """Sheets, formulas and totals are as reported."""
    assert list(structure(workbook())) == []
    assert list(totals(workbook(), REPORT)) == []


def test_a_wrong_total_is_found() -> None:
    """The workbook's own sum differs from the report's."""
    assert [fault for fault in totals(workbook((12, -10)), REPORT) if "Bernd" in fault]


def test_an_error_in_a_cell_is_found() -> None:
    """A formula that cannot be calculated."""
    book = workbook()
    book["Info"]["B2"] = "#REF!"
    assert list(totals(book, REPORT)) == ["Info!B2 is #REF!"]


@pytest.mark.parametrize("name", SHEETS[2:])
def test_a_missing_worksheet_is_found(name: str) -> None:
    """Every promised worksheet is looked for."""
    book = workbook()
    del book[name]
    assert list(structure(book)) == [f"worksheet {name} is missing"]


def test_fixed_totals_are_found() -> None:
    """Standings that are no formulas would not follow a correction."""
    book = workbook()
    for row in book["Stand"].iter_rows(min_col=4, max_col=4):
        row[0].value = 1
    assert "Stand has no formulas" in list(structure(book))
