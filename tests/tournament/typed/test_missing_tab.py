"""`Nachtragen`: an exported workbook has lines for tables whose sheets are missing; what is typed there is taken."""

from __future__ import annotations

from pathlib import Path

import pytest
from openpyxl import load_workbook
from openpyxl.worksheet.worksheet import Worksheet

from desk.__main__ import main
from tests.desk.paper import ROUND, sheet
from tests.tournament.filing.files import NAMES, put_in
from tests.tournament.typed.typings import GAMES, enter, keep_drawn, look, replace_game, total_games
from tournament.filing.decisions.undoing import enter_undoing
from tournament.record.store import Store

TAB, FIRST = "Nachtragen", 5
SEAT, SOLO, REASON = 4, 9, 11
"""Columns of seat 1, of the cross for a solo, and of the reason."""


def export(folder: Path) -> tuple[Store, Path]:
    """A round of which table 1 is in, and table 2 is missing; its workbook."""
    store = keep_drawn(folder)
    put_in(store, sheet("IMG_1.jpg", names=NAMES[:4]))
    path = folder / "stand.xlsx"
    assert main(["export", store.where, "-o", str(path)]) == 0
    return store, path


def type_into(path: Path, games: list[list[str]], reason: str = "verloren", totals: str = "") -> None:
    """Somebody types games into the missing table's lines, or the totals alone."""
    book = load_workbook(path)
    tab = book[TAB]
    tab.cell(FIRST, REASON, reason)
    for n, row in enumerate(games, FIRST + 1):
        for seat in range(4):
            tab.cell(n, SEAT + seat, int(row[seat]))
        if "x" in row:
            tab.cell(n, SOLO, "x")
    for seat, word in enumerate(totals.split()):
        tab.cell(find_sum(tab), SEAT + seat, word)
    book.save(path)


def find_sum(tab: Worksheet) -> int:
    """The line of the totals."""
    return next(n for n in range(FIRST, tab.max_row + 1) if tab.cell(n, 3).value == "Summenzeile")


def test_a_missing_table_has_its_lines(tmp_path: Path) -> None:
    """With the players by seat, a line a game, and one for the totals; without a missing table there is no tab."""
    store, path = export(tmp_path)
    tab = load_workbook(path)[TAB]
    assert [tab.cell(FIRST, SEAT + seat).value for seat in range(4)] == list(NAMES[4:])
    assert [tab.cell(FIRST + game, 3).value for game in (1, 16)] == [1, 16]
    assert find_sum(tab) == FIRST + 19
    put_in(store, sheet("IMG_2.jpg", table=2, names=NAMES[4:]))
    assert main(["export", store.where, "-o", str(path)]) == 0
    assert TAB not in load_workbook(path).sheetnames


def test_typed_games_are_taken(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """They count as the sum, from "Arbeitsmappe" with the reason; a second time nothing is new."""
    store, path = export(tmp_path)
    games = replace_game(5, "+6 +6 -6 -6")
    type_into(path, games)
    assert main(["take", store.where, str(path)]) == 0
    [entry] = [one for one in look(store).book.entries if one.table == 2]
    assert list(entry.sheet.totals) == total_games(games)
    assert entry.names == NAMES[4:]
    typed = entry.sheet.source.typed
    assert typed is not None
    assert (typed.by, typed.reason) == ("Arbeitsmappe", "verloren")
    assert entry.sheet.status == "ok"
    before = len(store.read_entries())
    assert main(["take", store.where, str(path)]) == 0
    assert "Nichts Neues" in capsys.readouterr().err
    assert len(store.read_entries()) == before


def test_typed_totals_are_taken(tmp_path: Path) -> None:
    """With whatever minus a person types."""
    store, path = export(tmp_path)
    type_into(path, [], totals="+12 −4 -4 -4")
    assert main(["take", store.where, str(path)]) == 0
    [entry] = [one for one in look(store).book.entries if one.table == 2]
    assert entry.sheet.totals == (12, -4, -4, -4)


@pytest.mark.parametrize(
    ("games", "reason", "words"),
    [
        (GAMES, "", "in die Spalte „Grund“"),
        ([], "verloren", "kein Ergebnis dazu"),
    ],
)
def test_what_cannot_be_taken_is_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], games: list[list[str]], reason: str, words: str
) -> None:
    """By the table's key, with what helps; nothing is written."""
    store, path = export(tmp_path)
    before = len(store.read_entries())
    type_into(path, games, reason)
    assert main(["take", store.where, str(path)]) == 1
    told = capsys.readouterr().err
    assert "r1.t2 nicht übernommen" in told
    assert words in told
    assert len(store.read_entries()) == before


def test_what_came_meanwhile_is_not_overwritten(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A photograph counts, and the typed lines are named; somebody else's typing is compared with them."""
    store, path = export(tmp_path)
    type_into(path, GAMES)
    put_in(store, sheet("IMG_2.jpg", ROUND, table=2, names=NAMES[4:]))
    assert main(["take", store.where, str(path)]) == 1
    assert "inzwischen einen Bogen mit Foto" in capsys.readouterr().err
    (tmp_path / "b").mkdir()
    store, path = export(tmp_path / "b")
    type_into(path, replace_game(7, "+4 +4 -4 -4"))
    enter(store, table=2, totals="0,0,0,0")
    assert main(["take", store.where, str(path)]) == 0
    assert [one.by for one in store.read_entries()[-1:]] == ["Arbeitsmappe"]


def test_what_was_taken_back_stays_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The workbook does not bring it again; the sentence says who took it back."""
    store, path = export(tmp_path)
    type_into(path, GAMES)
    assert main(["take", store.where, str(path)]) == 0
    enter_undoing(store, None, "", "Rita")
    assert main(["take", store.where, str(path)]) == 1
    assert "Rita hat es am" in capsys.readouterr().err
    assert [one.table for one in look(store).book.entries] == [1]
