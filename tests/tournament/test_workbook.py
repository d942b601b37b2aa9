"""The workbook as a file: its sheets, formulas, safety, print set-up, and how it is written."""

from __future__ import annotations

import zipfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from openpyxl import Workbook, load_workbook
from openpyxl.formula.tokenizer import Token, Tokenizer
from openpyxl.utils import get_column_letter
from openpyxl.worksheet.worksheet import Worksheet

from tests.tournament.evening import HOSTILE, evening, picture
from tests.tournament.workbook_files import write_workbook
from texts.languages import LANGUAGES, Lang
from tournament.errors import UnwritableFile
from tournament.evening.book import Book
from tournament.handout.workbook.make_workbook import make_workbook
from tournament.handout.workbook.worksheet import Page, clean_text, put_picture

MADE = datetime(2026, 3, 14, 18, 30, tzinfo=UTC)

FUNCTIONS = {
    f"{name}("
    for name in (
        "IF",
        "AND",
        "SUM",
        "MAX",
        "MIN",
        "MATCH",
        "INDEX",
        "RANK",
        "COUNT",
        "COUNTIF",
        "COUNTIFS",
        "SUMIFS",
        "TEXT",
        "N",
        "IFERROR",
        "ISNUMBER",
        "SUMPRODUCT",
        "TRIM",
        "OR",
    )
}
"""Functions of Excel 2007, which every Excel and LibreOffice knows by these names."""


@pytest.fixture(scope="module")
def book() -> Book:
    """One tournament for all tests of this file."""
    return evening()


@pytest.fixture(scope="module")
def path(book: Book, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Its workbook."""
    target = tmp_path_factory.mktemp("workbook") / "stand.xlsx"
    write_workbook(book, target, program="1.2.3", made=MADE, crop=picture)
    return target


def test_the_sheets_stand_in_their_order(path: Path) -> None:
    """Standings first, rounds, players, games, review, information."""
    assert load_workbook(path).sheetnames == [
        "Stand",
        "Runde 1",
        "Runde 2",
        "Runde 3",
        "Spieler",
        "Spiele",
        "Prüfung",
        "Info",
        "Technik",
    ]


def test_english_by_switch(book: Book, tmp_path: Path) -> None:
    """`--lang en` gives English sheets, heads and findings."""
    target = tmp_path / "standings.xlsx"
    write_workbook(book, target, program="1.2.3", made=MADE, lang="en")
    workbook = load_workbook(target)
    assert workbook.sheetnames == [
        "Standings",
        "Round 1",
        "Round 2",
        "Round 3",
        "Players",
        "Games",
        "Review",
        "Info",
        "Technical",
    ]
    words = " ".join(str(cell.value) for row in workbook["Review"].iter_rows() for cell in row)
    assert "instead of" in words
    assert "statt" not in words


def test_totals_and_places_are_formulas(path: Path) -> None:
    """Every number of the standings is a formula, and so is every point of a round."""
    workbook = load_workbook(path)
    stand = workbook["Stand"]
    for row in stand.iter_rows(min_row=4, max_row=15, max_col=9):
        assert all(str(cell.value).startswith("=") for cell in row)
    assert all(str(workbook["Runde 1"].cell(row, 7).value).startswith("=SUMIFS(") for row in range(4, 16))


def test_what_the_formulas_come_to_stands_beside_them(book: Book, path: Path) -> None:
    """A viewer that does not calculate shows the same standings."""
    stand = load_workbook(path, data_only=True)["Stand"]
    shown = {(stand.cell(row, 2).value, stand.cell(row, 1).value, stand.cell(row, 6).value) for row in range(4, 16)}
    assert shown == {(clean_text(s.player.name), s.place, s.player.total) for s in book.standings}


def list_formulas(workbook: Workbook) -> Iterator[str]:
    """Every formula of its cells, conditions and restrictions, each with its "="."""
    for sheet in workbook:
        yield from (str(cell.value) for row in sheet.iter_rows() for cell in row if cell.data_type == "f")
        yield from (f"={rule.formula[0]}" for rules in sheet.conditional_formatting for rule in rules.rules)
        yield from (f"={one.formula1}" for one in sheet.data_validations.dataValidation)


@pytest.mark.few(1)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_excel_takes_every_formula(tmp_path: Path, lang: Lang) -> None:
    """No formula is longer than Excel takes, nor a text in one; all functions are those of Excel 2007, which need no
    prefix; every worksheet that one names is there."""
    target = tmp_path / "stand.xlsx"
    write_workbook(evening(seed=2, names=HOSTILE[:4], rounds=9, lang=lang), target, program="1", made=MADE, lang=lang)
    workbook = load_workbook(target)
    formulas = list(list_formulas(workbook))
    assert len(formulas) > 1000
    assert max(map(len, formulas)) <= 8192
    tokens = [token for formula in formulas for token in Tokenizer(formula).items]
    assert {t.value for t in tokens if (t.type, t.subtype) == (Token.FUNC, Token.OPEN)} <= FUNCTIONS
    assert max(len(t.value) for t in tokens if t.subtype == Token.TEXT) <= 255 + len('""')
    assert Counter(t.subtype for t in tokens if t.type == Token.FUNC)[Token.CLOSE] == sum(
        (t.type, t.subtype) == (Token.FUNC, Token.OPEN) for t in tokens
    )
    tabs = {t.value.rpartition("!")[0].strip("'") for t in tokens if t.subtype == Token.RANGE and "!" in t.value}
    assert tabs <= set(workbook.sheetnames)
    assert len(tabs) > 9


def test_rows_and_columns_are_no_larger_than_excel_takes(path: Path) -> None:
    """Rows of at most 409 points, columns of at most 255 characters, whatever the findings say."""
    for sheet in load_workbook(path):
        assert max(row.height or 0 for row in sheet.row_dimensions.values()) <= 409
        assert max(column.width for column in sheet.column_dimensions.values()) <= 255


def test_the_same_book_makes_the_same_file(book: Book) -> None:
    """No clock and no chance has a part in the bytes."""
    files = {make_workbook(book, program="1.2.3", made=MADE, crop=picture) for _ in range(2)}
    assert len(files) == 1


def test_names_stay_text(path: Path) -> None:
    """Names that begin with =, +, - or @ are text with a text mark, never formulas; control characters are gone."""
    players = load_workbook(path)["Spieler"]
    cells = [players.cell(row, 2) for row in range(4, 16)]
    assert {cell.value for cell in cells} == {clean_text(name) for name in HOSTILE}
    assert all(cell.data_type == "s" for cell in cells)
    assert all(cell.quotePrefix for cell in cells if str(cell.value)[:1] in "=+-@")


def test_written_cells_stay_as_written(path: Path) -> None:
    """What the ink says is text beside the number that counts."""
    games = load_workbook(path)["Spiele"]
    for row in games.iter_rows(min_row=5, max_row=20, min_col=6, max_col=9):
        assert all(cell.data_type == "s" for cell in row if cell.value)
    assert all(isinstance(games.cell(5, column).value, int) for column in range(10, 14))


def test_open_rows_are_marked_by_sign_and_word(book: Book, path: Path) -> None:
    """Open is reported by "! offen", settled by "✓ ok"; colour only repeats it."""
    games = load_workbook(path, data_only=True)["Spiele"]
    status = [games.cell(row, 17).value for row in range(5, games.max_row + 1)]
    assert status.count("! offen") == book.open_rows > 0
    assert set(status) == {"! offen", "✓ ok"}


def test_every_open_row_has_its_picture(book: Book, path: Path) -> None:
    """`Prüfung` holds one picture an item, anchored in its row; `Runde` one for every name field that was read."""
    review = load_workbook(path)["Prüfung"]
    rows = [row for row in range(4, review.max_row + 1) if review.cell(row, 1).value]
    assert len(rows) >= book.open_rows
    anchored = {image.anchor._from.row + 1 for image in pictures(review)}
    of_rows = {row for row in rows if review.cell(row, 3).value != "Ganzer Bogen"}
    assert of_rows <= anchored <= set(rows)  # of a whole sheet its sums may be shown


def list_words(sheet: Worksheet) -> list[str]:
    """All that stands in its cells."""
    return [str(cell.value) for row in sheet.iter_rows() for cell in row if cell.value is not None]


def test_information_names_everything(book: Book, path: Path) -> None:
    """On `Info` program, what was played, rule set with version, date, and why a photograph was not used; hidden behind
    it the thresholds and every photograph with its checksum."""
    workbook = load_workbook(path)
    text, words = "\n".join(list_words(workbook["Info"])), list_words(workbook["Technik"])
    assert "Kiebitz 1.2.3" in text
    assert "pflichtsolo-40" in text
    assert "2026-03-14 18:30:00" in text
    assert f"in {book.trust.rows} Zeilen voraussichtlich keiner" in text
    assert book.trust.rows > 50
    assert "Das Bild ist beschädigt" in text
    assert "3 Runden, 9 Bögen, 12 Spieler" in text
    assert "Wer gleich viele Punkte hat, teilt sich den Platz." in text
    assert "„Technik“" in text
    assert [sheet.title for sheet in workbook if sheet.sheet_state == "hidden"] == ["Technik"]
    assert not any(name in text for name, _ in book.limits.list_thresholds())
    assert all(photo in words and sha256 in words for photo, sha256 in book.photos)
    assert all(name in words for name, _ in book.limits.list_thresholds())


def test_pages_print_on_a4(path: Path) -> None:
    """A4, what has many columns across and all else upright, fitted to the width, heads repeated and frozen, pages
    numbered."""
    for sheet in load_workbook(path):
        turn = "landscape" if sheet.title in ("Spieler", "Spiele", "Prüfung") else "portrait"
        assert (sheet.page_setup.paperSize, sheet.page_setup.orientation) == (9, turn)
        assert (sheet.page_setup.fitToWidth or 1, sheet.page_setup.fitToHeight) == (1, 0)  # 1 need not be written
        assert sheet.sheet_properties.pageSetUpPr is not None
        assert sheet.sheet_properties.pageSetUpPr.fitToPage
        assert sheet.print_title_rows
        assert sheet.freeze_panes
        assert sheet.oddFooter is not None
        assert "Seite" in (sheet.oddFooter.right.text or "")


def test_no_page_holds_the_note_alone(path: Path, book: Book) -> None:
    """That equal points share a place stands at the foot of each page of the standings, whose printed area ends with
    the last player."""
    sheet = load_workbook(path)["Stand"]
    assert sheet.oddFooter is not None
    assert "teilt sich den Platz" in str(sheet.oddFooter.center.text)
    assert str(sheet.print_area).endswith(f"${3 + len(book.standings)}")
    assert sheet["A16"].data_type == "f"  # a line for a name that is typed later, empty until then
    assert load_workbook(path, data_only=True)["Stand"]["A16"].value in ("", None)


def test_columns_fit(path: Path) -> None:
    """No number column is too narrow for its head, and the names' column fits the longest name up to its limit."""
    stand = load_workbook(path)["Stand"]
    assert stand.column_dimensions["B"].width >= 24
    assert all(stand.column_dimensions[get_column_letter(column)].width >= 9 for column in range(1, 10))


def test_nothing_open_says_so(tmp_path: Path) -> None:
    """A tournament without a doubt has an empty review page that says it is empty."""
    target = tmp_path / "stand.xlsx"
    quiet = evening(seed=5, names=[f"Spieler {n}" for n in range(4)], rounds=1, mistakes=0.0)
    assert (quiet.open_rows, quiet.entries[0].sheet.status) == (0, "ok")
    write_workbook(replace(quiet, unusable=()), target, program="1.2.3", made=MADE)
    assert load_workbook(target)["Prüfung"]["A4"].value == "✓ Nichts zu prüfen."


def test_a_book_without_sheets_is_written(tmp_path: Path) -> None:
    """When no photograph was usable, the workbook still opens and shows why; no formula is about rounds that are not
    there."""
    empty = evening(rounds=0)
    target = tmp_path / "leer.xlsx"
    write_workbook(empty, target, program="1.2.3", made=MADE)
    workbook = load_workbook(target)
    assert workbook.sheetnames == ["Stand", "Spieler", "Spiele", "Prüfung", "Info", "Technik"]
    cells = (cell for sheet in workbook for row in sheet.iter_rows() for cell in row)
    assert [cell.coordinate for cell in cells if cell.data_type == "f"] == ["A2", "H4"]  # what is open, a photograph


def test_a_failed_write_leaves_the_old_file(book: Book, tmp_path: Path) -> None:
    """A folder that is none, or a failing disk, gives one sentence with the remedy; what stood there stays."""
    with pytest.raises(UnwritableFile) as caught:
        write_workbook(book, tmp_path / "fehlt" / "stand.xlsx", program="1.2.3", made=MADE)
    assert "Ordner" in str(caught.value)
    assert "folder" in caught.value.message("en")
    assert caught.value.exit_status == 3


def test_a_full_disk_leaves_the_old_file(book: Book, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """When the disk fills up while writing, the old workbook is untouched and no draft stays behind."""
    target = tmp_path / "stand.xlsx"
    target.write_text("old")
    monkeypatch.setattr(Path, "write_bytes", _full)
    with pytest.raises(UnwritableFile):
        write_workbook(book, target, program="1.2.3", made=MADE)
    assert target.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [target]


@pytest.mark.few(2)
@pytest.mark.parametrize("year", [1903, 1970, 2108, 9999])
def test_a_clock_that_zip_knows_no_dates_for(
    book: Book, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, year: int
) -> None:
    """A computer without battery says 1970, one that was set wrongly 2108: the workbook is written all the same."""
    monkeypatch.setattr("time.localtime", lambda _seconds=None: (year, 1, 1, 0, 0, 0, 0, 1, 0))
    target = tmp_path / "stand.xlsx"
    write_workbook(book, target, program="1.2.3", made=datetime(year, 1, 1))  # noqa: DTZ001 - as the clock says
    monkeypatch.undo()
    assert load_workbook(target).sheetnames[0] == "Stand"
    with zipfile.ZipFile(target) as package:
        assert {part.date_time for part in package.infolist()} == {(1980, 1, 1, 0, 0, 0)}


def test_names_of_any_characters(tmp_path: Path) -> None:
    """Half a surrogate pair, characters that are none, controls and new scripts: every part is XML that can be read."""
    names = ["Anna\ufffe", "\uffffBernd", "\ud800Çem", "Dörte\x00\x1f\x7f\x9f\ufdd0\U0010ffff"]
    target = tmp_path / "stand.xlsx"
    write_workbook(evening(names=names, rounds=1), target, program="1.2.3", made=MADE, crop=picture)
    with zipfile.ZipFile(target) as package:
        for part in package.namelist():
            if part.endswith((".xml", ".rels")):
                ElementTree.fromstring(package.read(part))
    players = load_workbook(target)["Spieler"]
    assert {players.cell(row, 2).value for row in range(4, 8)} == {
        "Anna",
        "Bernd",
        "Çem",
        "Dörte\x7f\x9f\ufdd0\U0010ffff",
    }


def test_the_file_is_sound(path: Path) -> None:
    """The package passes its own checksums and every part is well formed."""
    with zipfile.ZipFile(path) as package:
        assert package.testzip() is None
        assert len(package.namelist()) == len(set(package.namelist()))


def test_broken_pictures_are_left_out(book: Book, tmp_path: Path) -> None:
    """A picture that cannot be had or read never stops the workbook."""
    cut_short = (b"no picture", b"\xff\xd8" + bytes(51), b"\x89PNG\r\n\x1a\n" + bytes(51), b"II*\0" + bytes(51))
    for data in (None, *cut_short):
        page = Page("Prüfung", "de")
        assert put_picture(page, 4, 4, data, height_px=64) == 0
        assert page.pictures == []
    target = tmp_path / "stand.xlsx"
    write_workbook(book, target, program="1.2.3", made=MADE, crop=lambda sheet, fields: cut_short[1])
    assert not pictures(load_workbook(target)["Prüfung"])


def pictures(sheet: object) -> list[Any]:
    """The pictures on a worksheet; openpyxl has no public way to list them."""
    return list(getattr(sheet, "_images"))  # noqa: B009 - the plain attribute is unknown to the stubs


def _full(path: Path, data: bytes) -> int:
    raise OSError(28, "No space left on device")
