"""A file of an older version: what it kept to be quick goes, all else stays, and it can be read in any case."""

from __future__ import annotations

import errno
import os
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from importlib.metadata import version
from pathlib import Path

import pytest
import sqlalchemy as sa

from tests.tournament.record.samples import keep_evening
from tournament.record import database, older_files
from tournament.record.older_files import is_kept_copy, open_current
from tournament.record.open_store import find_revision, open_store
from tournament.record.record_errors import MARK, NotCopied, StoreFull
from tournament.record.store import Store
from tournament.record.verify_record import verify

KEPT = 400_000
"""Bytes of what the older version kept."""


def make_older(store: Store) -> Store:
    """The tables as version 0.2.1 left them, with something in `caches`."""
    blob = "BYTEA" if store.engine.dialect.name == "postgresql" else "BLOB"
    with store.engine.begin() as connection:
        connection.exec_driver_sql(f"CREATE TABLE caches (key TEXT NOT NULL PRIMARY KEY, data {blob} NOT NULL)")
        kept = sa.text("INSERT INTO caches VALUES ('judged:1@x', :data)")
        connection.execute(kept, {"data": os.urandom(KEPT)})
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = 'v0001'")
    return store


@pytest.fixture
def older(tmp_path: Path) -> Path:
    """Such a file."""
    return Path(make_older(keep_evening(tmp_path / "abend.kiebitz")).where)


def read_form(store: Store) -> str:
    """The form of its tables."""
    with store.connect() as connection:
        return find_revision(connection)


def list_tables(file: Path) -> Iterator[str]:
    """The names of the file's tables."""
    with closing(sqlite3.connect(file)) as connection:
        for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'"):
            yield name


def test_an_older_file_is_brought_up(place: str) -> None:
    """In a file and on a server: the entries are the same, and nothing else is found wrong."""
    store = keep_evening(place)
    before = store.read_entries()
    make_older(store)
    again = open_current(place)
    assert again.read_entries() == before
    assert read_form(again) == "v0002"
    assert not verify(again).flaws
    with again.connect() as connection:
        assert set(sa.inspect(connection).get_table_names()) == {"entries", "blobs", "alembic_version"}


def test_an_older_file_shrinks(older: Path) -> None:
    """What is mailed is smaller by what was kept; the mark is kept, and no second file lies beside it."""
    before = older.stat().st_size
    open_current(older)
    assert older.stat().st_size < before - KEPT
    assert {one.suffix for one in older.parent.iterdir()} == {".kiebitz"}
    with closing(sqlite3.connect(older)) as connection:
        assert connection.execute("PRAGMA application_id").fetchone() == (MARK,)


def test_who_only_reads_changes_nothing(older: Path) -> None:
    """Another computer may still have the older version."""
    before = older.read_bytes()
    store = open_store(older)
    assert len(store.read_entries()) == 12
    assert (older.read_bytes(), list(older.parent.iterdir())) == (before, [older])


def test_the_file_as_it_was_is_kept(older: Path) -> None:
    """Beside it, under a name that says of which version's coming; what lies there already is another file's."""
    release = ".".join(version("kiebitz").split(".")[:2])
    taken, kept = (older.with_name(f"abend vor {release}{more}.kiebitz") for more in ("", " (2)"))
    taken.write_text("a letter")
    assert open_current(older).copied == kept
    assert taken.read_text() == "a letter"
    assert "caches" in set(list_tables(kept))
    assert open_store(kept).read_entries() == open_store(older).read_entries()
    assert open_current(older).copied is None
    assert sorted(older.parent.iterdir()) == sorted((older, taken, kept))
    assert [is_kept_copy(one) for one in (older, taken, kept)] == [False, True, True]


@pytest.mark.parametrize(("name", "kept"), [("abend before 1.12", True), ("abend vor 8", False), ("vor 0.4", False)])
def test_a_kept_copy_is_known_by_its_name(name: str, kept: bool) -> None:
    """In both languages, and nothing else that people write."""
    assert is_kept_copy(Path(f"{name}.kiebitz")) is kept
    assert not is_kept_copy(Path(f"postgresql://kreis/{name}"))


@pytest.mark.parametrize(
    ("code", "reason"),
    [(errno.ENOSPC, "kein Platz"), (errno.EACCES, "Berechtigung"), (errno.EROFS, "schreibgeschützt")],
)
def test_without_a_copy_nothing_is_changed(
    older: Path, monkeypatch: pytest.MonkeyPatch, code: int, reason: str
) -> None:
    """The disk is full, or the folder may not be written: one sentence with what helps, and the file is as it was."""

    def refuse(**_: object) -> None:
        raise OSError(code, os.strerror(code))

    before = older.read_bytes()
    monkeypatch.setattr(tempfile, "mkstemp", refuse)
    with pytest.raises(NotCopied, match=r"Die Datei ist unverändert\. Bitte") as told:
        open_current(older)
    assert reason in str(told.value)
    assert (older.read_bytes(), list(older.parent.iterdir())) == (before, [older])
    assert len(open_store(older).read_entries()) == 12


def test_half_a_copy_is_none(older: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The disk fills up while SQLite copies: no piece of a file is left."""

    class Full(sqlite3.Connection):
        def backup(self, target: object, **_: object) -> None:
            raise sqlite3.OperationalError("database or disk is full")

    before, connect = older.read_bytes(), sqlite3.connect
    monkeypatch.setattr(sqlite3, "connect", lambda *args, **how: connect(*args, **how, factory=Full))
    with pytest.raises(NotCopied, match="disk is full"):
        open_current(older)
    assert (older.read_bytes(), list(older.parent.iterdir())) == (before, [older])


def test_the_copy_goes_where_the_file_stays(older: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The disk is too full for the new form: the file is read as it is, and no second one of it lies about."""

    def fail(_: object) -> None:
        raise StoreFull("book.record.full", where="abend.kiebitz")

    before = older.read_bytes()
    monkeypatch.setattr(older_files, "upgrade_tables", fail)
    assert len(open_current(older).read_entries()) == 12
    assert (older.read_bytes(), list(older.parent.iterdir())) == (before, [older])


def test_an_older_file_that_may_not_be_written_is_read(older: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It stays as it is, byte by byte."""
    before = older.read_bytes()
    access = os.access
    monkeypatch.setattr(os, "access", lambda path, mode: path != older and access(path, mode))
    store = open_current(older)
    assert len(store.read_entries()) == 12
    assert older.read_bytes() == before


def test_an_older_file_that_is_in_use_is_read(older: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another program writes into it and does not let go."""
    monkeypatch.setattr(database, "WAIT_S", 0.1)
    with closing(sqlite3.connect(older, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        store = open_current(older)
        assert len(store.read_entries()) == 12
        assert read_form(store) == "v0001"


def test_nothing_is_dropped_from_damaged_pages(older: Path) -> None:
    """A file whose pages are not in order stays as it is until somebody has rescued it."""
    with closing(sqlite3.connect(older)) as connection:
        (root,) = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = 'caches'").fetchone()
        (size,) = connection.execute("PRAGMA page_size").fetchone()
    data = bytearray(older.read_bytes())
    data[(root - 1) * size + 8 : root * size] = b"\xff" * (size - 8)
    older.write_bytes(data)
    store = open_current(older)
    assert len(store.read_entries()) == 12
    assert older.read_bytes() == bytes(data)


def test_two_open_an_older_file_at_once(older: Path) -> None:
    """Each finds it in today's form, whoever was quicker; one copy is kept."""
    with ThreadPoolExecutor(4) as pool:
        stores = list(pool.map(open_current, [older] * 4))
    assert len(list(older.parent.iterdir())) == 2
    assert {len(store.read_entries()) for store in stores} == {12}
    assert "caches" not in set(list_tables(older))


@pytest.mark.parametrize(("form", "loaded"), [("today's", "False"), ("older", "True")])
def test_alembic_is_loaded_for_older_files_only(tmp_path: Path, form: str, loaded: str) -> None:
    """It takes longer to load than an entry to write."""
    store = keep_evening(tmp_path / "abend.kiebitz")
    if form == "older":
        make_older(store)
    code = (
        "import sys\nfrom tournament.record.older_files import open_current\n"
        f"open_current({store.where!r}).read_entries()\nprint('alembic' in sys.modules)"
    )
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ended.stdout.strip() == loaded
