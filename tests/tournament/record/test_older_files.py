"""A file of an older version: what it kept to be quick goes, all else stays, and it can be read in any case."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest
import sqlalchemy as sa

from tests.tournament.record.samples import keep_evening
from tournament.record import database, open_store
from tournament.record.open_store import find_revision
from tournament.record.record_errors import MARK
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
    again = open_store.open_store(place)
    assert again.read_entries() == before
    assert read_form(again) == "v0002"
    assert not verify(again).flaws
    with again.connect() as connection:
        assert set(sa.inspect(connection).get_table_names()) == {"entries", "blobs", "alembic_version"}


def test_an_older_file_shrinks(older: Path) -> None:
    """What is mailed is smaller by what was kept; the mark is kept, and no second file lies beside it."""
    before = older.stat().st_size
    open_store.open_store(older)
    assert older.stat().st_size < before - KEPT
    assert list(older.parent.iterdir()) == [older]
    with closing(sqlite3.connect(older)) as connection:
        assert connection.execute("PRAGMA application_id").fetchone() == (MARK,)


def test_an_older_file_that_may_not_be_written_is_read(older: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It stays as it is, byte by byte."""
    before = older.read_bytes()
    access = os.access
    monkeypatch.setattr(os, "access", lambda path, mode: path != older and access(path, mode))
    store = open_store.open_store(older)
    assert len(store.read_entries()) == 12
    assert older.read_bytes() == before


def test_an_older_file_that_is_in_use_is_read(older: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another program writes into it and does not let go."""
    monkeypatch.setattr(database, "WAIT_S", 0.1)
    with closing(sqlite3.connect(older, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        store = open_store.open_store(older)
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
    store = open_store.open_store(older)
    assert len(store.read_entries()) == 12
    assert older.read_bytes() == bytes(data)


def test_two_open_an_older_file_at_once(older: Path) -> None:
    """Each finds it in today's form, whoever was quicker."""
    with ThreadPoolExecutor(4) as pool:
        stores = list(pool.map(open_store.open_store, [older] * 4))
    assert {len(store.read_entries()) for store in stores} == {12}
    assert "caches" not in set(list_tables(older))


@pytest.mark.parametrize(("form", "loaded"), [("today's", "False"), ("older", "True")])
def test_alembic_is_loaded_for_older_files_only(tmp_path: Path, form: str, loaded: str) -> None:
    """It takes longer to load than an entry to write."""
    store = keep_evening(tmp_path / "abend.kiebitz")
    if form == "older":
        make_older(store)
    code = (
        "import sys\nfrom tournament.record.open_store import open_store\n"
        f"open_store({store.where!r}).read_entries()\nprint('alembic' in sys.modules)"
    )
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ended.stdout.strip() == loaded
