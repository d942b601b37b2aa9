"""One cause is one line of the workbook, and one of what the wall counts."""

from __future__ import annotations

from pathlib import Path

import pytest
from openpyxl import load_workbook

from dev.tools.check_workbook import recalculate
from tests.desk.paper import ROUND, sheet
from tests.tournament.filing.files import NAMES, make_book, open_tournament, put_in
from tests.tournament.filing.test_deciding import list_open
from tests.tournament.filing.test_several import BLOCK, open_bock
from tests.tournament.filing.test_struck_rows import open_list
from tests.tournament.filing.test_taking import choose, edit, export, find, read_told, type_points
from tests.tournament.test_workbook_recalculated import SOFFICE
from texts.sentences import say
from tournament.filing.opened.open_evening import open_evening
from tournament.filing.rounds.evening_status import describe_status
from tournament.handout.workbook.corrections import AUTHOR, Taken
from tournament.record.store import Store
from tournament.review.open_items import list_open_items
from tournament.review.waiting import name_state

calculated = pytest.mark.skipif(
    SOFFICE is None, reason="LibreOffice (soffice) is not installed: formulas stay unchecked"
)


def list_lines(store: Store) -> list[str]:
    """The items of "Prüfung"."""
    return [one.item for one in list_open_items(make_book(store), "de")]


def read_state(store: Store) -> str:
    """What the wall says of how far the standings are."""
    return name_state(make_book(store)).in_("de")


def count_status(store: Store) -> int:
    """How many items `kiebitz status` lists."""
    return len(describe_status(open_evening(store))["open"])


def recalculate_state(path: Path) -> str:
    """The line below the heading of the workbook's standings, as its formula comes to."""
    return str(recalculate(path)["Stand"]["A2"].value)


def test_a_block_of_bock_games_is_one_line(tmp_path: Path) -> None:
    """It says what each of its games counts then; the wall counts it once, as the status does."""
    store = open_bock(tmp_path)
    assert list_lines(store) == [BLOCK]
    [one] = list_open_items(make_book(store), "de")
    assert len(one.proposals) == len(one.together) == len(make_book(store).entries[0].block) >= 2
    assert count_status(store) == make_book(store).open_items == 1
    assert read_state(store) == "Vorläufig: 1 Stelle ist noch zu prüfen."


def test_a_block_accepted_in_the_workbook_is_taken_once(tmp_path: Path) -> None:
    """Each of its rows is decided; an older workbook brings nothing more."""
    store = open_bock(tmp_path)
    export(store, tmp_path)
    taken = edit(store, tmp_path, choose(BLOCK, "annehmen"))
    assert {(one.how, one.item[:7]) for one in taken.facts} == {("accept", "r1.t1.g")}
    store.append(taken.facts, by=AUTHOR)
    assert list_open(store) == []
    assert edit(store, tmp_path) == Taken()


def test_points_typed_beside_an_accepted_block_are_told(tmp_path: Path) -> None:
    """The row is taken as it was typed, and of the block nothing: whoever did both is asked."""
    store = open_bock(tmp_path)
    row = make_book(store).entries[0].block[0]
    export(store, tmp_path)
    taken = edit(store, tmp_path, choose(BLOCK, "annehmen"), type_points(f"r1.t1.g{row}", 2, 2, -2, -2))
    assert [told.partition(":")[0] for told in read_told(taken)][-1] == BLOCK
    assert not [one for one in taken.facts if one.item != f"r1.t1.g{row}"]


@pytest.mark.slow
@calculated
def test_the_workbook_counts_a_block_once(tmp_path: Path) -> None:
    """Before it is accepted it is one open item, after it none, and its rows are settled."""
    store = open_bock(tmp_path)
    export(store, tmp_path)
    path = tmp_path / "stand.xlsx"
    assert recalculate_state(path) == "Vorläufig: 1 Stelle ist noch zu prüfen (siehe „Prüfung“)."
    edit(store, tmp_path, choose(BLOCK, "annehmen"))
    assert "Vorläufig" not in recalculate_state(path)


def test_what_hangs_on_a_struck_row_is_no_line_of_its_own(tmp_path: Path) -> None:
    """The struck row's line names it, in the words of the status."""
    store = open_list(tmp_path, "2 | 123 | +6 +6 -2 -10 solo")
    rows = [one for one in list_open_items(make_book(store), "de") if ".g" in one.item]
    assert [one.item for one in rows] == ["r1.t1.g2"]
    assert rows[0].findings[-1] == "Daran hängt auch Spiel 3."
    assert make_book(store).open_items == count_status(store)


@pytest.mark.slow
@calculated
def test_the_workbook_counts_what_hangs_once_the_struck_row_is_decided(tmp_path: Path) -> None:
    """Until the workbook is taken nobody knows that it is right: it stays open."""
    store = open_list(tmp_path, "2 | 123 | +6 +6 -2 -10 solo")
    export(store, tmp_path)
    path = tmp_path / "stand.xlsx"
    assert make_book(store).open_items == 2
    assert recalculate_state(path).startswith("Vorläufig: 2 Stellen")
    workbook = load_workbook(path)
    struck = find(workbook, "Spiele", "r1.t1.g2")
    workbook["Spiele"][f"Q{struck}"] = say("de", "workbook.status.ok")
    workbook["Prüfung"][f"I{find(workbook, 'Prüfung', 'r1.t1.pflichtsolo')}"] = "annehmen"
    workbook.save(path)
    assert recalculate_state(path).startswith("Vorläufig: 1 Stelle")


def test_a_missing_sheet_is_no_item_to_settle(tmp_path: Path) -> None:
    """The wall says that sheets are missing, and counts what the status counts."""
    store = open_tournament(tmp_path, drawn=1)
    put_in(store, sheet("a.jpg", ROUND, names=NAMES[:4]))
    assert (count_status(store), make_book(store).open_items) == (0, 0)
    assert read_state(store) == "Vorläufig: Es fehlen noch Bögen."
    assert list_lines(store) == ["r1.game-count"]


@pytest.mark.slow
@calculated
def test_the_workbook_says_that_sheets_are_missing(tmp_path: Path) -> None:
    """As the wall does, until that is accepted in its line."""
    store = open_tournament(tmp_path, rounds=1, drawn=1)
    put_in(store, sheet("a.jpg", ROUND, names=NAMES[:4]))
    export(store, tmp_path)
    assert recalculate_state(tmp_path / "stand.xlsx") == "Vorläufig: Es fehlen noch Bögen."
    edit(store, tmp_path, choose("r1.game-count", "annehmen"))
    assert "Vorläufig" not in recalculate_state(tmp_path / "stand.xlsx")
