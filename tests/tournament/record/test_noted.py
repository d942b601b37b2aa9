"""A noted hash: found, gone, or the file of a running page exchanged; what a chain cannot show by itself."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
import sqlalchemy as sa

from desk.__main__ import main
from tests.tournament.record.samples import OPENED, PLAYERS, keep_evening
from tournament.errors import RefusedOrder
from tournament.record.entries import START, Head, group_hash, list_noted, read_noted, seal_facts, spell_head
from tournament.record.facts import Lost
from tournament.record.open_store import copy_store, create_store, open_store
from tournament.record.player_facts import Paid
from tournament.record.record_errors import OtherFile
from tournament.record.salvage import rescue_store
from tournament.record.store import Follower, Store
from tournament.record.verify_record import verify

Out = pytest.CaptureFixture[str]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """An evening of twelve entries, all of one computer."""
    store = keep_evening(tmp_path / "abend.kiebitz")
    store.append([Paid(1, True)], by="Wart")
    return Path(store.where)


def ask(file: Path, noted: str, capsys: Out) -> tuple[int, str]:
    """Exit status and words of `kiebitz verify --noted`; the standings of these entries are invented, and left out."""
    capsys.readouterr()
    status = main(["verify", str(file), "--noted", noted])
    return status, capsys.readouterr().out


def cut_off(file: Path, last: int) -> None:
    """Takes the entries after `last` out, as somebody would who regrets them."""
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("DELETE FROM entries WHERE number > ?", (last,))


@pytest.fixture
def plain(tmp_path: Path) -> Path:
    """A file that is in order in every respect."""
    return Path(create_store(tmp_path / "leer.kiebitz", [OPENED, *PLAYERS], by="Wart").where)


def test_a_noted_hash_is_found(plain: Path, capsys: Out) -> None:
    """However it was noted: whole, its beginning, in groups, with hyphens, in capitals, or as the code says it."""
    entries = open_store(plain).read_entries()
    hash_ = entries[2].hash
    spelt = spell_head(Head(3, hash_))
    groups = group_hash(hash_[:12])
    for noted in (hash_, hash_[:8], groups, groups.replace(" ", "-").upper(), f"  {groups} ", spelt):
        status, words = ask(plain, noted, capsys)
        assert status == 0
        assert "Eintrag 3," in words
        assert "seitdem kamen 3 Einträge dazu" in words
        assert "Alles in Ordnung." in words
    status, words = ask(plain, entries[-1].hash, capsys)
    assert (status, "Eintrag 6" in words, "dem letzten" in words) == (0, True, True)


def test_a_file_that_was_cut_off_is_found(plain: Path, capsys: Out) -> None:
    """By itself it is in order; the noted hash is gone, the exit status is 1, and nothing is said to be in order."""
    noted = group_hash(open_store(plain).read_head().hash[:12])
    cut_off(plain, 5)
    assert main(["verify", str(plain)]) == 0
    status, words = ask(plain, noted, capsys)
    assert status == 1
    assert f"Die notierte Prüfsumme {noted} kommt in {plain} nicht vor" in words
    assert "Alles in Ordnung" not in words


def test_a_hash_that_is_none_is_refused(plain: Path, capsys: Out) -> None:
    """Too short, too long, other letters: wrong use, with what to do."""
    for noted in ("1234567", "0" * 65, "einträge", "g" * 12, "-", ":"):
        assert main(["verify", str(plain), "--noted", noted]) == 2
        assert "mindestens 8" in capsys.readouterr().err
        with pytest.raises(RefusedOrder):
            read_noted(noted)


def test_too_few_letters_fit_several(plain: Path) -> None:
    """Two entries that begin alike: neither is taken for the noted one."""
    one, other = open_store(plain).read_entries()[:2]
    other = replace(other, hash=one.hash[:8] + "0" * 56)
    assert list_noted([one, other], one.hash[:8]) == (one, other)
    assert list_noted([one, other], one.hash) == (one,)


def test_a_lost_entry_is_no_place_for_a_noted_hash(file: Path) -> None:
    """A hash that only stands in the column, beside a changed document, counts for nothing."""
    store = open_store(file)
    noted = store.read_entries()[4].hash
    with store.engine.begin() as connection:
        connection.execute(
            sa.text("UPDATE entries SET document = replace(document, 'Dörte', 'Doris') WHERE number = 5")
        )
    assert verify(store, noted=noted).noted == ()


def test_a_further_table_is_found(plain: Path, capsys: Out) -> None:
    """It holds nothing that Kiebitz reads, and somebody has put it there; its name is shown as plain text."""
    with closing(sqlite3.connect(plain)) as connection, connection:
        connection.execute("CREATE TABLE notes (x)")
        connection.execute('CREATE TABLE "a\u202eb\x1b[31m" (x)')
    [flaw] = verify(open_store(plain)).flaws
    assert flaw.key == "book.verify.odd-tables"
    assert flaw.gaps["names"] == ("ab [31m", "notes")
    assert main(["verify", str(plain)]) == 3
    assert "notes" in capsys.readouterr().out


def test_a_further_table_on_a_server_is_found(schema: str) -> None:
    """One schema is one tournament."""
    store = create_store(schema, [OPENED], by="Wart")
    assert verify(store).flaws == ()
    with store.engine.begin() as connection:
        connection.exec_driver_sql("CREATE TABLE notes (x INTEGER)")
    assert [flaw.key for flaw in verify(store).flaws] == ["book.verify.odd-tables"]


@pytest.mark.parametrize("what", ["VIEW v AS SELECT 1", "TRIGGER t AFTER INSERT ON entries BEGIN SELECT 1; END"])
def test_a_view_or_trigger_is_refused(plain: Path, capsys: Out, what: str) -> None:
    """Such a file was made to do something else, and nothing in it is looked at."""
    with closing(sqlite3.connect(plain)) as connection, connection:
        connection.execute(f"CREATE {what}")
    assert main(["verify", str(plain)]) == 3
    assert "Teile, die Kiebitz nicht anlegt" in capsys.readouterr().err


def make_chain(tmp_path: Path, *times: str) -> Store:
    """A chain of players' entries of these times, sealed as a skilled forger would."""
    head, chain = START, []
    for when, fact in zip(times, (OPENED, *PLAYERS), strict=False):
        [(entry, sealed)] = seal_facts([fact], "Wart", head, when)
        head = Head(entry.number, entry.hash)
        chain.append(sealed)
    return copy_store(tmp_path / "kette.kiebitz", chain, ())


@pytest.mark.parametrize(
    ("times", "found"),
    [
        (("2026-11-21T19:00:00Z", "2026-11-21T19:00:00Z", "2026-11-22T01:00:00Z"), 0),
        (("2026-11-21T19:00:00Z", "2026-11-21T18:58:01Z"), 0),
        (("2026-11-21T19:00:00Z", "2026-11-21T18:57:59Z"), 2),
        (("2026-11-21T19:00:00Z", "2026-11-21T18:59:00Z", "2026-11-21T18:57:30Z"), 3),
        (("2026-11-21T19:00:00Z", "2026-11-22T19:00:00Z", "2026-11-21T19:30:00Z", "2026-11-21T19:31:00Z"), 3),
    ],
)
def test_time_that_runs_backwards_is_found(tmp_path: Path, times: tuple[str, ...], found: int) -> None:
    """Two minutes are two computers' clocks; more, all at once or little by little, is reported with its entry."""
    flaws = [flaw for flaw in verify(make_chain(tmp_path, *times)).flaws if flaw.key == "book.verify.clock"]
    assert [flaw.gaps["entry"] for flaw in flaws] == ([found] if found else [])


def test_a_rescued_file_has_no_false_clock(file: Path, tmp_path: Path) -> None:
    """What stands for a lost entry is of today, and the entries behind it keep their old times."""
    chain = [sealed for _, sealed in _seal_early()]
    old = copy_store(tmp_path / "alt.kiebitz", chain, ())
    with old.engine.begin() as connection:
        connection.exec_driver_sql("UPDATE entries SET document = '{}' WHERE number = 3")
    rescued = rescue_store(old, tmp_path / "neu.kiebitz").store
    assert any(isinstance(entry.fact, Lost) for entry in rescued.read_entries())
    assert [flaw.key for flaw in verify(rescued).flaws if flaw.key == "book.verify.clock"] == []


def _seal_early() -> tuple[tuple[object, object], ...]:
    return seal_facts([OPENED, *PLAYERS], "Wart", START, "2020-01-01T00:00:00Z")


def follow(file: Path) -> Store:
    """A store as the running page has it."""
    return replace(open_store(file), follower=Follower())


def test_an_older_copy_is_noticed(file: Path, tmp_path: Path) -> None:
    """Somebody lays an older copy in its place: no look and no entry goes through; with the right file all is well."""
    shutil.copy(file, tmp_path / "old")
    store = follow(file)
    store.append([Paid(2, True)], by="Wart")
    shutil.copy(file, tmp_path / "right")
    shutil.copy(tmp_path / "old", file)
    for act in (store.read_head, store.read_entries, lambda: store.append([Paid(3, True)], by="Wart")):
        with pytest.raises(OtherFile):
            act()
    assert len(open_store(file).read_entries()) == 13
    shutil.copy(tmp_path / "right", file)
    assert store.append([Paid(3, True)], by="Wart")[0].number == 15


def test_another_file_is_noticed(file: Path, tmp_path: Path) -> None:
    """One with more entries, even of the same players."""
    store = follow(file)
    store.read_head()
    other = keep_evening(tmp_path / "andere.kiebitz")
    other.append([Paid(1, True), Paid(2, True), Paid(3, True)], by="Eva")
    shutil.copy(other.where, file)
    with pytest.raises(OtherFile):
        store.append([Paid(4, True)], by="Wart")
    assert len(open_store(file).read_entries()) == 15


def test_what_others_add_is_followed(place: str) -> None:
    """In a file and on a server: entries of other programs are no other file."""
    keep_evening(place)
    store = replace(open_store(place), follower=Follower())
    for number in range(1, 4):
        open_store(place).append([Paid(number, True)], by="Eva")
        assert store.read_head().number == 12 + 2 * number - 1
        assert store.append([Paid(number, False)], by="Wart")[0].number == 12 + 2 * number
