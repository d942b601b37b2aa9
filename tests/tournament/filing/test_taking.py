"""Corrections typed into an exported workbook: taken over once, never against what somebody decided."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest
from openpyxl import load_workbook
from openpyxl.workbook.workbook import Workbook

from tests.desk.paper import ROUND, sheet
from tests.tournament.filing.files import NAMES, draw_two_causes, make_book, open_tournament, put_in
from tests.tournament.workbook_files import write_workbook
from tournament.evening.item_names import read_row_ink
from tournament.filing.open_evening import open_evening
from tournament.handout.workbook.corrections import AUTHOR, Taken, take_workbook
from tournament.record.facts import Decided
from tournament.record.store import Store

MISCOUNTED = ROUND.replace("+2 +2 -2 -2", "+2 +2 -2 -3", 1)


@pytest.fixture
def store(tmp_path: Path) -> Store:
    """One table of round 1; its fifth game does not add up, and Dörte's name cannot be read."""
    store = open_tournament(tmp_path)
    put_in(store, sheet("a.jpg", MISCOUNTED, names=(*NAMES[:3], "Xaver")))
    return store


def take(store: Store, folder: Path, *changes: Callable[[Workbook], None]) -> Taken:
    """What is taken from a workbook of the file after these changes."""
    path = folder / "stand.xlsx"
    write_workbook(make_book(store), path, program="1", made=datetime(2026, 1, 1, tzinfo=UTC))
    workbook = load_workbook(path)
    for change in changes:
        change(workbook)
    workbook.save(path)
    return take_workbook(open_evening(store), path)


def find(workbook: Workbook, tab: str, item: str) -> int:
    """The row of a worksheet in which that item stands."""
    return next(cell.row for row in workbook[tab].iter_rows() for cell in row if cell.value == item)


def type_points(item: str, *points: object) -> Callable[[Workbook], None]:
    """Types points under "gezählt"."""

    def change(workbook: Workbook) -> None:
        row = find(workbook, "Spiele", item)
        for column, value in zip("JKLM", points, strict=True):
            workbook["Spiele"][f"{column}{row}"] = value

    return change


def choose(item: str, words: str) -> Callable[[Workbook], None]:
    """Chooses a decision in "Prüfung"."""
    return lambda workbook: workbook["Prüfung"].__setitem__(f"I{find(workbook, 'Prüfung', item)}", words)


def test_a_workbook_as_it_was_made_brings_nothing(store: Store, tmp_path: Path) -> None:
    """Formulas and numbers that nobody typed are no corrections."""
    assert take(store, tmp_path) == Taken()


def test_typed_points_are_decided(store: Store, tmp_path: Path) -> None:
    """The row counts them, and the decision is the workbook's; taking it again brings nothing more."""
    taken = take(store, tmp_path, type_points("r1.t1.g5", 2, 2, -2, -2))
    assert [(fact.item, fact.how, fact.points) for fact in taken.facts] == [("r1.t1.g5", "points", (2, 2, -2, -2))]
    store.append(taken.facts, by=AUTHOR)
    assert make_book(store).entries[0].sheet.rows[4].status == "ok"
    assert take_workbook(open_evening(store), tmp_path / "stand.xlsx") == Taken()


def test_a_chosen_decision_is_taken(store: Store, tmp_path: Path) -> None:
    """What is chosen in "Prüfung" is decided as if it had been typed on the command line."""
    taken = take(store, tmp_path, choose("r1.t1.g5", "wie geschrieben"))
    assert [(fact.item, fact.how, fact.points) for fact in taken.facts] == [("r1.t1.g5", "as-written", (2, 2, -2, -3))]


def test_a_typed_name_is_taken(store: Store, tmp_path: Path) -> None:
    """It must be a player's; somebody who does not take part is told."""

    def name(words: str) -> Callable[[Workbook], None]:
        return lambda workbook: workbook["Runde 1"].__setitem__(f"E{find(workbook, 'Runde 1', 'r1.t1.name.p4')}", words)

    taken = take(store, tmp_path, name("dörte"))
    assert [(fact.item, fact.name) for fact in taken.facts] == [("r1.t1.name.p4", "Dörte")]
    [(item, why)] = take(store, tmp_path, name("Zacharias")).left_out
    assert (item, why.in_("de")[:9]) == ("r1.t1.name.p4", "Zacharias")


def test_a_decision_in_the_file_stays(store: Store, tmp_path: Path) -> None:
    """What was decided meanwhile is not overwritten by an older workbook: it is told."""
    source = open_evening(store).sheets[0].written
    store.append([Decided("r1.t1.g5", "points", (3, 3, -3, -3), ink=read_row_ink(source.rows[4]))], by="Referee")
    taken = take(store, tmp_path, type_points("r1.t1.g5", 2, 2, -2, -2))
    assert taken.facts == ()
    [(item, why)] = taken.left_out
    assert item == "r1.t1.g5"
    assert why.in_("de").startswith("Referee hat am ")


def test_points_against_the_rules_are_told(store: Store, tmp_path: Path) -> None:
    """A typed row that does not add up needs a reason, which no cell has."""
    taken = take(store, tmp_path, type_points("r1.t1.g5", 2, 2, -2, -1))
    assert taken.facts == ()
    assert "geht nicht" in taken.left_out[0][1].in_("de")


@pytest.mark.parametrize("typed", [("+2", " 2 ", "\u22122", "-2"), (2.0, "2", "\u20132", -2)])
def test_numbers_typed_as_text_are_taken(store: Store, tmp_path: Path, typed: tuple[object, ...]) -> None:
    """With blanks around them, and with the minus that a telephone or Word makes."""
    taken = take(store, tmp_path, type_points("r1.t1.g5", *typed))
    assert [(fact.how, fact.points) for fact in taken.facts] == [("points", (2, 2, -2, -2))]


@pytest.mark.parametrize("typed", ["abc", "2,5", 2.5, True, "1e999", "x" * 5000])
def test_what_is_no_number_is_told(store: Store, tmp_path: Path, typed: object) -> None:
    """With the cell's item and what was typed, cut off where it is long; the other rows' corrections are taken."""
    change = type_points("r1.t1.g6", *(3, 3, -3, -3)), type_points("r1.t1.g7", typed, 2, -2, -2)
    taken = take(store, tmp_path, *change)
    assert [fact.item for fact in taken.facts] == ["r1.t1.g6"]
    [(item, why)] = taken.left_out
    assert item == "r1.t1.g7"
    assert "sind keine Punkte" in why.in_("de")
    assert len(why.in_("de")) < 200


def test_a_name_of_another_sheet_is_not_taken(store: Store, tmp_path: Path) -> None:
    """The workbook shows the sheet with other ink: it has been read anew since, so its names are told, not taken."""

    def type_name(workbook: Workbook) -> None:
        workbook["Runde 1"][f"E{find(workbook, 'Runde 1', 'r1.t1.name.p4')}"] = "Dörte"

    def show_other_ink(workbook: Workbook) -> None:
        workbook["Spiele"][f"F{find(workbook, 'Spiele', 'r1.t1.g9')}"] = "+7"

    assert len(take(store, tmp_path, type_name).facts) == 1
    taken = take(store, tmp_path, type_name, show_other_ink)
    assert (taken.facts, [item for item, _ in taken.left_out]) == ((), ["r1.t1.name.p4"])


def test_a_workbook_without_its_columns_brings_nothing(store: Store, tmp_path: Path) -> None:
    """Somebody took the points out to print the rest."""
    assert take(store, tmp_path, lambda workbook: workbook["Spiele"].delete_cols(8, 6)) == Taken()


def test_points_as_likely_as_others_are_chosen(tmp_path: Path) -> None:
    """Of two causes the workbook offers both rows of points; the chosen one counts, and once."""
    store = open_tournament(tmp_path)
    put_in(store, draw_two_causes())

    def choose(workbook: Workbook) -> None:
        workbook["Prüfung"].cell(find(workbook, "Prüfung", "r1.t1.g1"), 9).value = "Punkte +9 -3 -3 -3"

    taken = take(store, tmp_path, choose)
    assert [(one.how, one.points) for one in taken.facts] == [("points", (9, -3, -3, -3))]
    store.append(taken.facts, by=AUTHOR)
    assert take(store, tmp_path).facts == ()
