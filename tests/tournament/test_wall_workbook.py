"""`Stand` as it is pinned up: title, date, how far the tournament is, and what is printed."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, date, datetime
from pathlib import Path

import pypdfium2  # type: ignore[import-untyped]  # it ships no types
import pytest
from openpyxl import load_workbook
from openpyxl.workbook.workbook import Workbook

from dev.tools.check_workbook import check_values, recalculate
from tests.tournament.evening import evening
from tests.tournament.test_workbook_recalculated import SOFFICE
from tests.tournament.workbook_files import write_workbook
from tournament.evening.book import Book
from tournament.review.waiting import list_open
from tournament.standings.ties import rank_players

NAMES = ("Anna", "Bernd", "Çem", "Dörte")
calculated = pytest.mark.skipif(SOFFICE is None, reason="LibreOffice (soffice) is not installed")


def make_quiet_book(rounds: int = 2) -> Book:
    """A book of which nothing is open."""
    book = evening(seed=5, names=NAMES, rounds=rounds, mistakes=0.0)
    entries = tuple(
        replace(
            one,
            sheet=replace(
                one.sheet,
                look=(),
                findings=(),
                rows=tuple(replace(row, status="ok", look=()) for row in one.sheet.rows),
            ),
        )
        for one in book.entries
    )
    players = tuple(replace(one, open_items=0) for one in book.players)
    by_name = {one.name: one for one in players}
    standings = tuple(replace(one, player=by_name[one.player.name]) for one in book.standings)
    return replace(book, unusable=(), entries=entries, players=players, standings=standings, matters=())


def enter(book: Book) -> Book:
    """The book with what its tournament's file knows: all is closed, two players have start numbers, one a club."""
    starts, clubs = {"Anna": 12, "Bernd": 7}, {"Anna": "=SC Kiel"}
    players = {
        one.number: replace(one, start=starts.get(one.name, 0), club=clubs.get(one.name, "")) for one in book.players
    }
    return replace(
        book,
        players=tuple(players.values()),
        standings=tuple(replace(one, player=players[one.player.number]) for one in book.standings),
        title='Turnier "Herbst" & Co',
        day=date(2026, 11, 21),
        planned=2,
        closed=True,
    )


def save(book: Book, folder: Path) -> Path:
    """Its workbook."""
    path = folder / "stand.xlsx"
    write_workbook(book, path, program="1", made=datetime(2026, 1, 1, tzinfo=UTC))
    return path


def read_heading(workbook: Workbook) -> tuple[object, ...]:
    """Stage, title with date, state."""
    return tuple(workbook["Stand"][cell].value for cell in ("A1", "C1", "A2"))


def test_the_heading_says_title_date_and_stage(tmp_path: Path) -> None:
    """Final where everything is closed; the title is text, whatever it holds."""
    workbook = load_workbook(save(enter(make_quiet_book()), tmp_path), data_only=True)
    assert read_heading(workbook) == ("Endstand", 'Turnier "Herbst" & Co · 21.11.2026', "Endgültig: Alles ist geprüft.")


def test_without_a_tournament_the_day_of_the_scan_counts(tmp_path: Path) -> None:
    """Nobody said how many rounds there are: the standings are never final."""
    workbook = load_workbook(save(make_quiet_book(), tmp_path), data_only=True)
    assert read_heading(workbook) == ("Stand nach Runde 2", "01.01.2026", "Nichts mehr offen.")


def test_start_numbers_and_clubs_stand_in_their_columns(tmp_path: Path) -> None:
    """Start numbers in `Stand`, both in `Spieler`, only where the tournament knows any; a club is text."""
    workbook = load_workbook(save(enter(make_quiet_book()), tmp_path), data_only=True)
    assert [cell.value for cell in workbook["Stand"][3]] == [
        "Platz",
        "Name",
        "Runde 1",
        "Runde 2",
        "Gesamt",
        "Beste Runde",
        "Soli gewonnen",
        "Startnr.",
        "Offen",
    ]
    anna = next(row for row in workbook["Stand"].iter_rows(min_row=4) if row[1].value == "Anna")
    assert anna[7].value == 12
    anna = next(row for row in workbook["Spieler"].iter_rows(min_row=4) if row[1].value == "Anna")
    assert (anna[10].value, anna[11].value, anna[11].data_type) == (12, "=SC Kiel", "s")


def test_the_desks_column_is_not_printed(tmp_path: Path) -> None:
    """The print ends before `Offen`."""
    stand = load_workbook(save(evening(), tmp_path))["Stand"]
    assert stand["I3"].value == "Offen"
    assert str(stand.print_area).endswith("$H$15")


@pytest.mark.slow
@calculated
@pytest.mark.parametrize(
    "change",
    [
        lambda workbook: workbook["Spiele"].__setitem__("Q5", "! offen"),
        lambda workbook: workbook["Runde 1"].__setitem__("E4", None),
    ],
)
def test_typing_can_make_final_standings_provisional(tmp_path: Path, change: Callable[[Workbook], None]) -> None:
    """A row that is open again, or a seat without a name, bars "Endstand"."""
    path = save(enter(make_quiet_book()), tmp_path)
    workbook = load_workbook(path)
    assert list(check_values(load_workbook(path, data_only=True), recalculate(path))) == []
    change(workbook)
    workbook.save(path)
    stage, _, state = read_heading(recalculate(path))
    assert stage == "Stand nach Runde 2"
    assert str(state).startswith("Vorläufig")


@pytest.mark.slow
@calculated
@pytest.mark.parametrize(("typed", "stage"), [("", "Endstand"), ("annehmen", "Endstand"), ("! offen", "Stand")])
def test_what_was_signed_off_leaves_standings_final(tmp_path: Path, typed: str, stage: str) -> None:
    """Settled or not; another row that is opened again bars "Endstand", also where a signed-off one is settled."""
    book = replace(evening(seed=5, names=NAMES, rounds=2), unusable=())
    path = save(enter(replace(book, signed=frozenset(list_open(book)))), tmp_path)
    assert list(check_values(load_workbook(path, data_only=True), recalculate(path))) == []
    workbook = load_workbook(path)
    if typed:
        workbook["Prüfung"]["I4"] = "annehmen"
    if typed == "! offen":
        status = [cell for row in workbook["Spiele"].iter_rows(min_row=5) for cell in row if cell.value == "✓ ok"]
        status[0].value = typed
    workbook.save(path)
    told, _, state = read_heading(recalculate(path))
    assert str(told).startswith(stage)
    assert (state == "Endgültig. Was offen blieb, ist abgezeichnet.") == (stage == "Endstand")


@pytest.mark.slow
@calculated
def test_fifty_players_are_two_pages(tmp_path: Path) -> None:
    """A4 upright, as LibreOffice prints it."""
    path = save(evening(names=[f"Spielerin Nummer {n}" for n in range(52)], mistakes=0.0), tmp_path)
    command = [
        "soffice",
        f"-env:UserInstallation=file://{tmp_path}/profile",
        "--headless",
        "--convert-to",
        "pdf",
        "--outdir",
        str(tmp_path),
        str(path),
    ]
    subprocess.run(command, check=True, capture_output=True, timeout=600)
    pages = [page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(tmp_path / "stand.pdf")]
    assert ["Spielerin" in page and "Gesamt" in page and "Tisch" not in page for page in pages[:3]] == [
        True,
        True,
        False,
    ]
    assert not any(" offen" in page and "! " in page for page in pages[:2])


@pytest.mark.slow
@calculated
def test_the_rule_for_ties_holds_in_the_workbook(tmp_path: Path) -> None:
    """Equal totals parted by the tournament's rule, and who withdrew comes last; both as LibreOffice calculates."""
    book = make_quiet_book()
    gone = book.standings[0].player.name
    players = tuple(
        replace(
            one,
            left_after=1 if one.name == gone else None,
            solos_won=0,
            sittings=tuple(replace(sitting, points=0) for sitting in one.sittings),
        )
        for one in book.players
    )
    seats = tuple(
        replace(
            one,
            sheet=replace(
                one.sheet, rows=tuple(replace(row, points=(0, 0, 0, 0)) for row in one.sheet.rows), totals=(0, 0, 0, 0)
            ),
        )
        for one in book.entries
    )
    ranked = rank_players(players, ("total", "lot"), seed="5")
    ruled = replace(book, entries=seats, players=players, standings=ranked, ties=("total", "lot"))
    path = save(enter(ruled), tmp_path)
    found = recalculate(path)["Stand"]
    shown = [(row[0].value, row[1].value) for row in found.iter_rows(min_row=4, max_row=7)]
    assert shown == [(one.place, one.player.name) for one in ranked]
    assert shown[3] == (4, gone)
    heads = [cell.value for cell in found[3]]
    assert found.cell(7, heads.index("Anmerkung") + 1).value == "abgemeldet nach Runde 1"
    assert list(check_values(load_workbook(path, data_only=True), recalculate(path))) == []
    stand = load_workbook(path)["Stand"]
    said = {str(cell.value) for row in stand.iter_rows(max_col=1) for cell in row}
    assert {"Bei gleicher Punktzahl entscheidet: Los.", "Gleichstand entschied: Los (Platz 1, 2, 3)."} <= said
    assert "teilt sich den Platz" not in str(stand.oddFooter.center.text)
