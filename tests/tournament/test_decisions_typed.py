"""A decision chosen in `Prüfung`: the points follow it, the row is settled, nothing typed there breaks a formula."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest
from openpyxl import load_workbook
from openpyxl.workbook.workbook import Workbook

from dev.tools.check_workbook import check_values, recalculate
from tests.tournament.evening import evening, picture
from tests.tournament.filing.files import keep_book
from tests.tournament.paper import RULES, written
from tests.tournament.test_workbook_recalculated import SOFFICE
from tests.tournament.workbook_files import write_workbook
from tournament.evening.book import Book
from tournament.evening.roster import Roster
from tournament.review.open_items import list_open_items
from tournament.review.waiting import find_proposed

NAMES = ("Anna", "Bernd", "Çem", "Dörte")
by_hand = {("1", seat): name for seat, name in enumerate(NAMES, 1)}
calculated = pytest.mark.skipif(SOFFICE is None, reason="LibreOffice (soffice) is not installed")


def make_book() -> Book:
    """One sheet whose second row is a clear slip of the players: Dörte's -9 should be -4."""
    return keep_book(RULES, [written(["+6 -6 +6 -6", "+4 -4 +4 -9", "+1 -1 +1 -1"])], Roster(given=by_hand))


def save(book: Book, folder: Path) -> Path:
    """Its workbook."""
    path = folder / "stand.xlsx"
    write_workbook(book, path, program="1", made=datetime(2026, 1, 1, tzinfo=UTC), crop=picture)
    return path


def decide(folder: Path, change: Callable[[Workbook], None]) -> Workbook:
    """The workbook as it calculates after a change."""
    path = save(make_book(), folder)
    workbook = load_workbook(path)
    change(workbook)
    workbook.save(path)
    return recalculate(path)


def choose(words: str) -> Callable[[Workbook], None]:
    """Chooses these words for the first item."""
    return lambda workbook: workbook["Prüfung"].__setitem__("I4", words)


def read(workbook: Workbook) -> tuple[object, object, object]:
    """Dörte's points in the row, the row's status in `Prüfung`, and her total in `Stand`."""
    total = next(row[4].value for row in workbook["Stand"].iter_rows(min_row=4) if row[1].value == "Dörte")
    return workbook["Spiele"]["M6"].value, workbook["Prüfung"]["H4"].value, total


@pytest.mark.slow
@calculated
@pytest.mark.parametrize(
    ("words", "found"),
    [
        (None, (-9, "! offen", -16)),
        ("annehmen", (-4, "✓ ok", -11)),
        ("wie geschrieben", (-9, "✓ ok", -16)),
        ("Punkte", (-9, "! offen", -16)),
    ],
)
def test_points_follow_the_decision(tmp_path: Path, words: str, found: tuple[object, ...]) -> None:
    """The proposal counts once it is accepted; "Punkte" alone settles nothing."""
    assert read(decide(tmp_path, choose(words))) == found


@pytest.mark.slow
@calculated
def test_typed_points_are_settled_by_their_decision(tmp_path: Path) -> None:
    """Points typed over the formula count, and "Punkte" settles the row."""

    def type_in(workbook: Workbook) -> None:
        choose("Punkte")(workbook)
        workbook["Spiele"]["M6"], workbook["Spiele"]["L6"] = -5, 5

    assert read(decide(tmp_path, type_in)) == (-5, "✓ ok", -12)


def test_no_status_can_be_typed_over_a_formula(tmp_path: Path) -> None:
    """Where words may be chosen, no formula stands; where a status is a formula, nothing may be typed in."""
    workbook = load_workbook(save(evening(given=False), tmp_path))
    for tab in ("Spiele", "Prüfung"):
        sheet = workbook[tab]
        column = "Q" if tab == "Spiele" else "H"
        formulas = {cell.coordinate for cell in sheet[column] if cell.data_type == "f"}
        rules = sheet.data_validations.dataValidation
        refused = [rule.sqref for rule in rules if rule.formula1 == "FALSE"]
        offered = [rule.sqref for rule in rules if rule.type == "list"]
        assert formulas
        assert offered
        assert all(any(cell in area for area in refused) for cell in formulas)
        assert not any(cell in area for area in offered for cell in formulas)


def test_an_item_leads_to_its_row(tmp_path: Path) -> None:
    """The place is a link to the row's points in `Spiele`; names lead to their round; each item has its name."""
    review = load_workbook(save(make_book(), tmp_path))["Prüfung"]
    assert review["C4"].hyperlink is not None
    assert review["C4"].hyperlink.location == "'Spiele'!J6"
    assert review["K4"].value == "r1.t1.g2"
    unnamed = load_workbook(save(evening(given=False, rounds=1), tmp_path))["Prüfung"]
    found = {row[2].hyperlink.location for row in unnamed.iter_rows(min_row=4) if row[2].value == "Namen"}
    assert "'Runde 1'!$E$4" in found


def test_what_may_be_chosen_is_what_the_item_offers() -> None:
    """A slip with a proposal offers all three; the proposal changes the cell that is framed."""
    item = list_open_items(make_book(), "de")[0]
    assert item.choice is not None
    assert item.choice.decisions == ("accept", "as-written", "points")
    assert item.choice.accepted == (4, -4, 4, -4)
    assert item.framed == ("g02.p4",)


@pytest.mark.slow
@calculated
def test_values_beside_the_formulas_are_right(tmp_path: Path) -> None:
    """With doubtful cells, unreadable ones and a table without names, every cell shows what LibreOffice calculates."""
    lines = ["+6 -6 +6 -6", "+4 -4 ? -4", "+4 -4 +9~+4@0.6 -4", "+4 -4 +4 -9", "+2 -2!o +2 -2"]
    path = save(keep_book(RULES, [written(lines, "+20 -20 ? -27")]), tmp_path)
    assert list(check_values(load_workbook(path, data_only=True), recalculate(path))) == []


def test_accepting_means_the_same_in_the_workbook_and_on_the_command_line() -> None:
    """Also where the proposal is the likeliest reading, which counts already."""
    found = []
    for seed in range(4):
        for item in list_open_items(evening(seed=seed, mistakes=0.12, rounds=2), "de"):
            if item.entry and item.choice and item.choice.accepted:
                row = next(row for row in item.entry.sheet.rows if item.item.endswith(f".g{row.game}"))
                proposed = find_proposed(row)
                assert (proposed and proposed.points) == item.choice.accepted
                found.append(bool(item.proposals) and item.choice.accepted == item.choice.now.points)
    assert found.count(False) > 10
    assert any(found)
