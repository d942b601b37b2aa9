"""The workbook of statistics: what stands in it, how it prints, and that no name is a formula."""

from __future__ import annotations

from io import BytesIO

from openpyxl import load_workbook

from tests.tournament.evening import evening
from tournament.handout.statistics_workbook import make_season_statistics, make_statistics
from tournament.standings.season_names import NO_ANSWERS, unite_names


def test_an_evening_has_its_tabs_and_charts() -> None:
    """One for the course and each round, with a chart for each table, and no formula from a hostile name."""
    book = evening(rounds=2)
    workbook = load_workbook(BytesIO(make_statistics(book)))
    assert workbook.sheetnames == [
        "Spieler", "Verlauf", "Runde 1", "Runde 2", "Soli", "Partner", "Gegner", "Plätze am Tisch", "Serien", "Werte",
        "Beste Spiele",
    ]  # fmt: skip
    [course] = workbook["Verlauf"]._charts
    assert len(course.series) == 8 < len(book.standings)  # a chart of more lines is not read
    assert len(workbook["Runde 1"]._charts) == 3
    assert all(cell.data_type != "f" for sheet in workbook for row in sheet.iter_rows() for cell in row)
    last = [cell.value for cell in workbook["Verlauf"][workbook["Verlauf"].max_row] if cell.value is not None][1:]
    assert last == [one.player.total for one in book.standings]


def test_no_page_break_goes_through_a_chart() -> None:
    """Three tables' charts on a page, and of twelve tables four on each; across for the course, whose one chart is
    large."""
    for tables in (3, 12):
        book = evening(names=[f"Spieler {number}" for number in range(4 * tables)], rounds=1)
        workbook = load_workbook(BytesIO(make_statistics(book)))
        sheet = workbook["Runde 1"]
        breaks = [one.id for one in sheet.row_breaks.brk]
        spans = [(one.anchor._from.row, one.anchor.to.row) for one in sheet._charts]
        assert len(spans) == tables
        assert len(breaks) == (tables - 1) // 4
        assert not [(span, at) for span in spans for at in breaks if span[0] < at <= span[1]]
        assert (sheet.page_setup.orientation, sheet.page_setup.scale) == ("portrait", 60)
        assert not (sheet.sheet_properties.pageSetUpPr and sheet.sheet_properties.pageSetUpPr.fitToPage)
        assert workbook["Verlauf"].page_setup.orientation == "landscape"


def test_charts_fit_their_page_with_wide_letters() -> None:
    """Without Calibri a column is three tenths wider: even so nothing is on a second page beside the first."""
    sheet = load_workbook(BytesIO(make_statistics(evening(rounds=1))))["Runde 1"]
    width_px = 14 * 7 * sheet.column_dimensions["A"].width
    assert 1.3 * width_px * 0.60 < (210 - 2 * 12.7) / 25.4 * 96
    assert str(sheet.print_area).endswith("$N$61")
    four_pt = 4 * 20 * float(sheet.sheet_format.defaultRowHeight)
    assert four_pt * 0.60 < (297 - 2 * 17.8) / 25.4 * 72


def test_lines_are_told_apart_without_colours() -> None:
    """Every line of a chart has a stroke and a mark of its own."""
    workbook = load_workbook(BytesIO(make_statistics(evening(rounds=1))))
    for sheet, marked in (("Verlauf", 8), ("Runde 1", 4)):
        series = workbook[sheet]._charts[0].series
        strokes = {one.graphicalProperties.line.prstDash or "solid" for one in series}
        assert len(strokes) == len(series) == marked
    marks = {one.marker.symbol for one in workbook["Runde 1"]._charts[0].series}
    assert len(marks) == 4


def test_tables_are_printed_upright_with_their_heads() -> None:
    """Solos, partners and streaks on A4 upright, heads repeated, name and page at the edges."""
    workbook = load_workbook(BytesIO(make_statistics(evening(names=[f"Spieler {n}" for n in range(12)], rounds=2))))
    for name in ("Soli", "Partner", "Serien"):
        sheet = workbook[name]
        assert (sheet.page_setup.orientation or "portrait") == "portrait"
        assert sheet.print_title_rows == "$1:$1"
        assert "Seite" in str(sheet.oddFooter.right.text)
        assert name in str(sheet.oddHeader.left.text)


def test_an_evening_without_a_row_is_no_fault() -> None:
    """A book of nothing gives a workbook all the same."""
    assert load_workbook(BytesIO(make_statistics(evening(names=(), rounds=0)))).sheetnames


def test_a_season_adds_its_evenings_up() -> None:
    """Each player's points are those of both evenings together; there is no worksheet a round."""
    names = ["Anna", "Bernd", "Çem", "Dörte", "Emil", "Fritz", "Gerd", "Heike"]
    books = [evening(seed, names, rounds=2, mistakes=0.0) for seed in (3, 4)]
    shown = unite_names([(str(at), names) for at, _ in enumerate(books)], NO_ANSWERS)
    workbook = load_workbook(BytesIO(make_season_statistics(books, shown)))
    assert not [name for name in workbook.sheetnames if name.startswith("Runde")]
    heads, *lines = workbook["Verlauf"].iter_rows(values_only=True)
    running = (
        dict(zip(heads[14:], lines[-1][14:], strict=True))
        if heads[0] is None
        else dict(zip(heads, lines[-1], strict=True))
    )
    totals = {
        name: sum(one.player.total for book in books for one in book.standings if one.player.name == name)
        for name in names
    }
    assert {name: running[name] for name in names} == totals
    assert [row[0].value for row in workbook["Spieler"].iter_rows(min_row=2)] == sorted(
        names, key=lambda name: -totals[name]
    )
