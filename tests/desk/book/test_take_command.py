"""`kiebitz take` on real workbooks: exported, edited by a program that people use, and read again."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from openpyxl import load_workbook
from openpyxl.workbook.workbook import Workbook

from desk.__main__ import main
from tests.desk.paper import ROUND, sheet
from tests.tournament.filing.files import NAMES, make_book, open_tournament, put_in
from tests.tournament.filing.test_taking import choose, find, type_points
from tournament.record.store import Store

SOFFICE = shutil.which("soffice")
WRONG = ROUND.replace("+2 +2 -2 -2", "+2 +2 -2 -3", 1).replace("-2 -2 +2 +2", "-2 -2 +2 +1", 1)


@pytest.fixture
def store(tmp_path: Path) -> Store:
    """One table of round 1: games 5 and 6 do not add up, and nobody knows its last player."""
    store = open_tournament(tmp_path)
    put_in(store, sheet("a.jpg", WRONG, names=(*NAMES[:3], "Xaver")))
    return store


def edit(path: Path, *changes: Callable[[Workbook], None]) -> None:
    """The workbook as somebody saves it after these changes."""
    workbook = load_workbook(path)
    for change in changes:
        change(workbook)
    workbook.save(path)


def type_name(words: str) -> Callable[[Workbook], None]:
    """Types the last player's name into the round."""
    return lambda book: book["Runde 1"].__setitem__(f"E{find(book, 'Runde 1', 'r1.t1.name.p4')}", words)


def type_everything(path: Path) -> None:
    """Points, a choice and a name."""
    edit(path, type_points("r1.t1.g5", 2, 2, -2, -2), choose("r1.t1.g6", "wie geschrieben"), type_name("Dörte"))


def save_by_office(path: Path) -> None:
    """The same workbook as LibreOffice saves it."""
    assert SOFFICE is not None
    out = path.parent / "saved"
    profile = f"-env:UserInstallation=file://{path.parent}/profile"
    convert = ["--headless", "--convert-to", "xlsx:Calc MS Excel 2007 XML", "--outdir", str(out), str(path)]
    subprocess.run([SOFFICE, profile, *convert], check=True, capture_output=True, timeout=600)
    shutil.move(out / path.name, path)


def check_taken(store: Store, path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """All three are taken, once; the second time nothing is said of them, nor in a workbook that is exported anew."""
    capsys.readouterr()
    assert main(["take", store.where, str(path)]) == 0
    assert capsys.readouterr().err == "3 Korrekturen übernommen.\n"
    [entry] = make_book(store).entries
    assert [row.points for row in entry.sheet.rows[4:6]] == [(2, 2, -2, -2), (-2, -2, 2, 1)]
    assert entry.names == NAMES[:4]
    count = len(store.read_entries())
    assert main(["take", store.where, str(path)]) == 0
    assert capsys.readouterr().err == "Nichts Neues in der Arbeitsmappe.\n"
    assert len(store.read_entries()) == count


def test_a_workbook_is_taken_once(store: Store, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What was decided later, or taken back, is reported and not overwritten."""
    path = tmp_path / "stand.xlsx"
    assert main(["export", store.where, "-o", str(path)]) == 0
    type_everything(path)
    check_taken(store, path, capsys)
    assert main(["decide", store.where, "r1.t1.g5", "--points", "+3,+3,-3,-3", "--by", "Monika", "--reason", "so"]) == 0
    assert main(["decide", store.where, "r1.t1.g6", "--undo", "--by", "Monika"]) == 0
    count = len(store.read_entries())
    capsys.readouterr()
    assert main(["take", store.where, str(path)]) == 1
    said = capsys.readouterr().err.splitlines()
    assert said[0].startswith("r1.t1.g5 nicht übernommen: Monika hat am ")
    assert said[1].startswith("r1.t1.g6 nicht übernommen: Monika hat es am ")
    assert len(store.read_entries()) == count


def test_what_was_typed_and_not_taken_is_told(store: Store, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Somebody typed something, so it is not said that there is nothing new."""
    path = tmp_path / "stand.xlsx"
    assert main(["export", store.where, "-o", str(path)]) == 0
    edit(path, type_points("r1.t1.g5", "abc", 2, -2, -2))
    capsys.readouterr()
    assert main(["take", store.where, str(path)]) == 1
    [told] = capsys.readouterr().err.splitlines()
    assert told.startswith("r1.t1.g5 nicht übernommen: In „Spiele“, Zelle J9, steht „abc“")


@pytest.mark.slow
@pytest.mark.skipif(SOFFICE is None, reason="LibreOffice (soffice) is not installed")
def test_a_workbook_saved_by_libreoffice_is_taken(
    store: Store, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It writes every cell anew, and what nobody typed is no correction all the same."""
    path = tmp_path / "stand.xlsx"
    assert main(["export", store.where, "-o", str(path)]) == 0
    save_by_office(path)
    capsys.readouterr()
    assert main(["take", store.where, str(path)]) == 0
    assert capsys.readouterr().err == "Nichts Neues in der Arbeitsmappe.\n"
    type_everything(path)
    save_by_office(path)
    check_taken(store, path, capsys)


def test_a_workbook_that_is_not_there(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """It is told so, and not that somebody else wrote it."""
    store = open_tournament(tmp_path)
    assert main(["take", store.where, str(tmp_path / "nix.xlsx")]) == 3
    assert "nix.xlsx lässt sich nicht lesen" in capsys.readouterr().err
