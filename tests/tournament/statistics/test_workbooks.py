"""The workbooks of statistics and of a season: what stands in them, and that no name is a formula."""

from __future__ import annotations

from fractions import Fraction
from io import BytesIO

from openpyxl import load_workbook

from tests.tournament.evening import evening
from tournament.handout.statistics_workbook import make_season, make_statistics
from tournament.standings.awards import Season, SeasonEvening, rank_season


def test_an_evening_has_its_tabs_and_charts() -> None:
    """One for the course and each round, with a chart for each table, and no formula from a hostile name."""
    book = evening(rounds=2)
    workbook = load_workbook(BytesIO(make_statistics(book)))
    assert workbook.sheetnames == ["Verlauf", "Runde 1", "Runde 2", "Soli", "Partner", "Serien"]
    [course] = workbook["Verlauf"]._charts
    assert len(course.series) == 8 < len(book.standings)  # a chart of more lines is not read
    assert len(workbook["Runde 1"]._charts) == 3
    assert all(cell.data_type != "f" for sheet in workbook for row in sheet.iter_rows() for cell in row)
    last = [cell.value for cell in workbook["Verlauf"][workbook["Verlauf"].max_row] if cell.value is not None][1:]
    assert last == [one.player.total for one in book.standings]


def test_a_season_shows_what_does_not_count() -> None:
    """In brackets; a missed evening is blank; half a place point is a number."""
    evenings = (
        SeasonEvening("Mai", {"=Anna": Fraction(9), "Bernd": Fraction(1)}),
        SeasonEvening("Juni", {"=Anna": Fraction(-3, 2)}),
    )
    sheet = load_workbook(BytesIO(make_season(Season(evenings, rank_season(evenings, 1))))).active
    assert sheet is not None
    assert [[cell.value for cell in row] for row in sheet.iter_rows()] == [
        ["Platz", "Name", "1. Mai", "2. Juni", "Summe", "gewertet"],
        [1, "=Anna", 9, "(-1,5)", 9, 1],
        [2, "Bernd", 1, None, 1, 1],
    ]


def test_an_evening_without_a_row_is_no_fault() -> None:
    """A book of nothing gives a workbook all the same."""
    assert load_workbook(BytesIO(make_statistics(evening(names=(), rounds=0)))).sheetnames
