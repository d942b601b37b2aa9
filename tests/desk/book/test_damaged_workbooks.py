"""A workbook that is damaged, locked or a trap: every command says one sentence of it, and no scan is stopped by it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from openpyxl import load_workbook

from desk.__main__ import main
from desk.cli.run import run_read, run_scan
from desk.pictures import cut_pictures
from desk.pictures.cut_pictures import CUTTING
from desk.workers.read_photos import READING
from tests.desk import saboteurs
from tests.desk.book.test_take_command import edit, type_everything
from tests.desk.paper import ROUND, sheet
from tests.tournament.filing.files import NAMES, make_book, open_tournament, put_in
from tests.tournament.filing.test_taking import type_points
from tests.tournament.traps import TRAPS, flip_bit, lock
from tournament.errors import UnreadableTable
from tournament.filing.opened.open_evening import open_evening
from tournament.handout.workbook.corrections import take_workbook
from tournament.handout.workbook.excel_file import find_origin
from tournament.record.store import Store

WRONG = ROUND.replace("+2 +2 -2 -2", "+2 +2 -2 -3", 1).replace("-2 -2 +2 +2", "-2 -2 +2 +1", 1)
Err = pytest.CaptureFixture[str]


@pytest.fixture
def store(tmp_path: Path) -> Store:
    """One table of round 1: games 5 and 6 do not add up, and nobody knows its last player."""
    store = open_tournament(tmp_path)
    put_in(store, sheet("a.jpg", WRONG, names=(*NAMES[:3], "Xaver")))
    return store


@pytest.fixture
def workbook(store: Store, tmp_path: Path, capsys: Err) -> Path:
    """Its workbook, in which somebody typed points, a choice and a name."""
    path = tmp_path / "stand.xlsx"
    assert main(["export", store.where, "-o", str(path)]) == 0
    type_everything(path)
    capsys.readouterr()
    return path


@pytest.fixture
def photos(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Three photographs, of which nothing is opened: each is a sheet all the same."""
    monkeypatch.setattr(run_scan, "check_beforehand", lambda _how, _given: None)
    monkeypatch.setattr(run_scan, "JUDGE", ("tests.desk.saboteurs",))
    monkeypatch.setattr(run_read, "READING", replace(READING, do=saboteurs.read_three))
    monkeypatch.setattr(cut_pictures, "CUTTING", replace(CUTTING, do=saboteurs.cut_two))
    monkeypatch.setenv("KIEBITZ_SABOTAGE", "nothing")
    for name in saboteurs.NAMES:
        (tmp_path / name).write_text(name)
    return [str(tmp_path / name) for name in saboteurs.NAMES]


def damage(path: Path) -> None:
    """Overwrites a piece in the middle of the rows."""
    data = path.read_bytes()
    place = data.index(b"xl/worksheets/sheet4.xml") + 80
    path.write_bytes(data[:place] + bytes(16) + data[place + 16 :])


def test_flipped_bits_end_in_a_sentence_or_are_taken(store: Store, workbook: Path) -> None:
    """Of 50 damaged workbooks each is refused by one sentence that names it, or brings exactly what was typed."""
    evening, whole = open_evening(store), workbook.read_bytes()
    right = take_workbook(evening, workbook)
    assert len(right.facts) == 3
    refused = 0
    for seed in range(50):
        workbook.write_bytes(flip_bit(whole, seed))
        try:
            assert take_workbook(evening, workbook) == right
        except UnreadableTable as error:
            refused += str(workbook) in error.message("de")
        assert find_origin(workbook) != "foreign"
    assert refused > 25


@pytest.mark.few(4)
@pytest.mark.parametrize("trap", [*TRAPS, "a password"])
def test_take_says_one_sentence_of_a_trap(trap: str, store: Store, tmp_path: Path, capsys: Err) -> None:
    """It names the file and what to do; nothing is entered."""
    path, count = tmp_path / "falle.xlsx", len(store.read_entries())
    {**TRAPS, "a password": lock}[trap](path)
    assert main(["take", store.where, str(path)]) in (2, 3)
    [told] = capsys.readouterr().err.splitlines()
    assert str(path) in told
    assert "bitte" in told
    assert "eigener Fehler" not in told
    assert len(store.read_entries()) == count


@pytest.mark.parametrize("into", ["file", "beside"])
def test_a_damaged_workbook_stops_no_scan(
    into: str, store: Store, workbook: Path, photos: list[str], tmp_path: Path, capsys: Err
) -> None:
    """It is kept beside the new one, a sentence names it, and every sheet counts."""
    if into == "beside":
        workbook = tmp_path / "neu.xlsx"
        assert main(["scan", photos[0], "--rules", "pflichtsolo-40", "-o", str(workbook)]) == 0
        edit(workbook, type_points("r1.t1.g5", 3, 3, -3, -3))
        capsys.readouterr()
    damage(workbook)
    data = workbook.read_bytes()
    given = [store.where] if into == "file" else ["--rules", "pflichtsolo-40"]
    assert main(["scan", *given, *photos, "-o", str(workbook)]) == 0
    told = capsys.readouterr().err
    assert told.count(f"{workbook} ist beschädigt; ") == 1
    assert "eigener Fehler" not in told
    assert workbook.with_stem(f"{workbook.stem}-vorher").read_bytes() == data
    assert find_origin(workbook) == "ours"
    assert len({row[0] for row in load_workbook(workbook)["Spiele"].iter_rows(min_row=5, values_only=True)}) >= 3


@pytest.mark.parametrize("make", [lock, TRAPS["a text"]])
def test_a_file_that_is_no_workbook_is_not_replaced(
    make: Callable[[Path], object], store: Store, photos: list[str], tmp_path: Path, capsys: Err
) -> None:
    """A workbook with a password may be anybody's: a sentence before a photograph is read, and nothing is touched."""
    path = tmp_path / "fremd.xlsx"
    make(path)
    data, count = path.read_bytes(), len(store.read_entries())
    assert main(["scan", store.where, *photos, "-o", str(path)]) == 3
    [told] = capsys.readouterr().err.splitlines()
    assert str(path) in told
    assert (path.read_bytes(), len(store.read_entries())) == (data, count)


def test_a_scan_into_a_file_takes_what_was_typed(store: Store, workbook: Path, photos: list[str], capsys: Err) -> None:
    """As `kiebitz take` does, before the new workbook takes the old one's place."""
    assert main(["scan", store.where, *photos[1:], "-o", str(workbook)]) == 0
    assert "3 Korrekturen übernommen.\n" in capsys.readouterr().err
    first = make_book(store).entries[0]
    assert [row.points for row in first.sheet.rows[4:6]] == [(2, 2, -2, -2), (-2, -2, 2, 1)]
    assert first.names == NAMES[:4]
    assert workbook.with_stem("stand-vorher").is_file()


def test_another_evenings_workbook_brings_nothing(
    workbook: Path, photos: list[str], tmp_path: Path, capsys: Err
) -> None:
    """Its rows have other ink, so what was typed beside them is about other sheets: reported, not taken."""
    other = tmp_path / "other"
    other.mkdir()
    store = open_tournament(other)
    strange = ROUND.replace("+9 -3 -3 -3 x", "+6 -2 -2 -2 x", 1).replace("+2 +2 -2 -2", "+1 +1 -1 -1")
    put_in(store, sheet("b.jpg", strange, names=NAMES[:4]))
    assert main(["scan", store.where, *photos[1:], "-o", str(workbook)]) == 0
    told = capsys.readouterr().err
    assert "0 Korrekturen übernommen.\n" in told
    assert "r1.t1.g5 nicht übernommen: " in told
    assert "anderen Abend" in told
    assert make_book(store).entries[0].names == NAMES[:4]
