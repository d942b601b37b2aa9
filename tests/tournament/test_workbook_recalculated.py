"""The workbook opened and calculated by LibreOffice: every total, and standings that follow a correction."""

from __future__ import annotations

import shutil
from datetime import UTC, datetime
from pathlib import Path

import pytest
from openpyxl import load_workbook
from openpyxl.worksheet.worksheet import Worksheet

from dev.tools.check_workbook import check_values, open_in_office, recalculate
from tests.tournament.evening import HOSTILE, evening, picture
from tests.tournament.workbook_files import write_workbook
from texts.languages import LANGUAGES, Lang
from tournament.evening.book import Book
from tournament.handout.tables_csv import make_open_document
from tournament.handout.workbook.worksheet import clean_text

SOFFICE = shutil.which("soffice")
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(SOFFICE is None, reason="LibreOffice (soffice) is not installed: formulas stay unchecked"),
]


def standings(sheet: Worksheet, rounds: int, players: int) -> dict[object, tuple[object, ...]]:
    """Name -> place, points per round, total, best round, solos, open rows."""
    rows = [[sheet.cell(row, column).value for column in range(1, rounds + 7)] for row in range(4, 4 + players)]
    return {row[1]: (row[0], *row[2:]) for row in rows}


def expected(book: Book) -> dict[object, tuple[object, ...]]:
    """The same from the book."""
    return {
        clean_text(s.player.name): (
            s.place,
            *(s.player.get_points(r) for r in book.rounds),
            s.player.total,
            s.player.best_round,
            s.player.solos_won,
            s.player.open_items,
        )
        for s in book.standings
    }


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_value_beside_a_formula_is_right(tmp_path: Path, lang: Lang) -> None:
    """What a phone shows without calculating is, in every cell of the whole workbook, what LibreOffice calculates."""
    path = tmp_path / "stand.xlsx"
    book = evening(seed=7, names=HOSTILE[:8], lang=lang)
    write_workbook(book, path, program="1", made=datetime(2026, 1, 1, tzinfo=UTC), lang=lang, crop=picture)
    assert list(check_values(load_workbook(path, data_only=True), recalculate(path))) == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_total_is_what_the_book_says(tmp_path: Path, lang: Lang) -> None:
    """LibreOffice's own arithmetic agrees with ours in every number of the standings and every round."""
    book = evening(seed=11, lang=lang)
    path = tmp_path / "stand.xlsx"
    write_workbook(book, path, program="1", made=datetime(2026, 1, 1, tzinfo=UTC), lang=lang)
    workbook = recalculate(path)
    assert standings(workbook.worksheets[0], 3, 12) == expected(book)
    for entry in book.entries:
        sheet = workbook.worksheets[entry.round or 0]
        lines = [row for row in range(4, 16) if sheet.cell(row, 2).value == entry.number]
        assert tuple(sheet.cell(row, 7).value for row in lines) == entry.sheet.totals
        assert {sheet.cell(row, 10).value for row in lines} == {entry.open_items}


def test_the_open_document_says_the_same(tmp_path: Path) -> None:
    """LibreOffice shows in both files the same places, rounds, totals, best rounds, solos and open rows."""
    book = evening(seed=7, names=HOSTILE[:8])
    workbook, document = tmp_path / "stand.xlsx", tmp_path / "stand.ods"
    write_workbook(book, workbook, program="1", made=datetime(2026, 1, 1, tzinfo=UTC))
    document.write_bytes(make_open_document(book, "de"))
    sheet = open_in_office(document)["Stand"]
    lines = {cells[1]: (cells[0], *cells[2:]) for cells in sheet.iter_rows(min_row=2, values_only=True)}
    assert lines == standings(recalculate(workbook).worksheets[0], 3, 8) == expected(book)


def test_a_correction_carries_to_the_standings(tmp_path: Path) -> None:
    """A row typed anew in `Spiele` changes totals, order, shared places, solos, open rows and the provisional note."""
    names = ["Anna", "Bernd", "Clara", "Dora"]
    book = evening(seed=3, names=names, rounds=2, mistakes=0.1)
    assert book.open_rows
    path = tmp_path / "stand.xlsx"
    write_workbook(book, path, program="1", made=datetime(2026, 1, 1, tzinfo=UTC))
    workbook = load_workbook(path)
    games = workbook["Spiele"]
    for row in range(5, 5 + sum(len(entry.sheet.shown_rows) for entry in book.entries)):
        for column, points in zip(range(10, 14), (9, -3, -3, -3), strict=True):
            games.cell(row, column).value = points
        games.cell(row, 14).value = "x" if row == 5 else None
        games.cell(row, 17).value = "✓ ok"
    workbook.save(path)
    after = recalculate(path)
    found = standings(after["Stand"], 2, 4)
    winners = [entry.names[0] for entry in book.entries]
    totals = {name: sum(16 * (9 if name == winner else -3) for winner in winners) for name in names}
    assert {name: row[3] for name, row in found.items()} == totals
    ordered = [after["Stand"].cell(row, 5).value for row in range(4, 8)]
    assert ordered == sorted(totals.values(), reverse=True)
    assert {name: row[0] for name, row in found.items()} == {
        name: 1 + sum(other > total for other in totals.values()) for name, total in totals.items()
    }
    assert sorted(str(row[5]) for row in found.values()) == ["0", "0", "0", "1"]
    assert {row[6] for row in found.values()} == {sum(len(entry.sheet.open_matters) for entry in book.entries)}
    assert str(after["Stand"]["A2"].value).startswith("Vorläufig")  # the broken photograph at least


def test_standings_stay_provisional_until_the_last_item_is_settled(tmp_path: Path) -> None:
    """A row with a status of its own in `Spiele` is settled; everything else by its decision in `Prüfung`."""
    book = evening(seed=4, names=["Anna", "Bernd", "Clara", "Dora"], rounds=2, mistakes=0.1)
    assert any(entry.sheet.open_matters for entry in book.entries)
    path = tmp_path / "stand.xlsx"
    write_workbook(book, path, program="1", made=datetime(2026, 1, 1, tzinfo=UTC))
    before = recalculate(path)
    assert f"Vorläufig: {book.open_items} Stellen" in str(before["Stand"]["A2"].value)
    workbook = load_workbook(path)
    for row in workbook["Spiele"].iter_rows(min_row=5, min_col=17, max_col=17):
        row[0].value = "✓ ok" if row[0].value else None
    workbook.save(path)
    rows = recalculate(path)
    left = [row[0].value for row in rows["Prüfung"].iter_rows(min_row=4, min_col=8, max_col=8)]
    assert left.count("! offen") == book.open_items - book.open_rows > 0
    assert f"{left.count('! offen')} Stelle" in str(rows["Stand"]["A2"].value)
    workbook = load_workbook(path)
    for row in workbook["Prüfung"].iter_rows(min_row=4, min_col=3, max_col=9):
        row[6].value = "annehmen" if row[0].value else None
    workbook.save(path)
    after = recalculate(path)
    assert after["Stand"]["A2"].value == "Nichts mehr offen."
    assert {row[0].value for row in after["Stand"].iter_rows(min_row=4, max_row=7, min_col=8, max_col=8)} == {0}
