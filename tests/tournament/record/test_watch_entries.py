"""What others write is heard, on this computer and on another, in a file and in a database."""

from __future__ import annotations

import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from threading import Event, Thread

import pytest
import sqlalchemy as sa

from tests.desk.web.readers import wait_until
from tests.tournament.record.samples import keep_evening
from tournament.record import watch_entries as watching
from tournament.record.entries import START, Head
from tournament.record.open_store import open_store
from tournament.record.player_facts import Paid
from tournament.record.store import Follower, Store
from tournament.record.watch_entries import watch_entries


@pytest.fixture(autouse=True)
def _look_often(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits for the next look."""
    monkeypatch.setattr(watching, "LOOK_S", 0.05)


@contextmanager
def listen(store: Store) -> Iterator[list[Head]]:
    """What is heard meanwhile."""
    heard, ending = list[Head](), Event()

    def run() -> None:
        for head in watch_entries(store, ending):
            heard.append(head)

    thread = Thread(target=run, daemon=True)
    thread.start()
    try:
        wait_until(lambda: bool(heard))
        yield heard
    finally:
        ending.set()
        thread.join(10)
    assert not thread.is_alive()


def test_what_another_program_writes_is_heard(place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Once for each time, without asking for it: the server announces it, the file shows it."""
    monkeypatch.setattr(watching, "ASK_S", 10_000.0)
    store, other = keep_evening(place), open_store(place)
    with listen(store) as heard:
        for number in (2, 3):
            head = other.append([Paid(1, paid=bool(number % 2))], by="another")[-1]
            wait_until(lambda number=number: len(heard) == number)
            assert heard[-1].hash == head.hash


def test_what_was_missed_is_asked_for(place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A network drive may keep its marks to itself, an older version wakes no listener."""
    monkeypatch.setattr(watching, "ASK_S", 0.1)
    monkeypatch.setattr(watching, "_find_version", lambda _: None)
    monkeypatch.setattr(watching, "CHANNEL", "elsewhere")
    store, other = keep_evening(place), open_store(place)
    with listen(store) as heard:
        other.append([Paid(1, paid=True)], by="another")
        wait_until(lambda: len(heard) == 2)


def test_a_file_put_in_its_place_is_heard(tmp_path: Path) -> None:
    """An older copy that somebody brings back has another last entry."""
    store = keep_evening(tmp_path / "abend.kiebitz")
    shutil.copy(store.where, tmp_path / "kopie.kiebitz")
    store.append([Paid(1, paid=True)], by="Wart")
    with listen(store) as heard:
        (tmp_path / "kopie.kiebitz").replace(store.where)
        wait_until(lambda: len(heard) == 2)
    assert heard[1].number < heard[0].number


def test_a_file_that_was_gone_is_heard_of_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Pages then show it instead of its absence."""
    monkeypatch.setattr(watching, "AGAIN_S", 0.05)
    store = keep_evening(tmp_path / "abend.kiebitz")
    with listen(store) as heard:
        Path(store.where).rename(tmp_path / "away")
        wait_until(lambda: not Path(store.where).exists())
        monkeypatch.setattr(watching, "ASK_S", 0.0)
        (tmp_path / "away").rename(store.where)
        wait_until(lambda: len(heard) >= 1)


def test_a_listener_that_was_cut_off_listens_again(schema: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The server goes and comes back: what is written afterwards is heard."""
    monkeypatch.setattr(watching, "AGAIN_S", 0.05)
    monkeypatch.setattr(watching, "ASK_S", 10_000.0)
    store, other = keep_evening(schema), open_store(schema)
    ending = (
        "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE query ILIKE 'LISTEN%' OR query ILIKE "
        "'SELECT current_schema()%' AND pid <> pg_backend_pid()"
    )
    with listen(store) as heard:
        with other.engine.connect() as connection:
            assert connection.scalar(sa.text(ending))
        wait_until(lambda: len(heard) == 2)
        other.append([Paid(1, paid=True)], by="another")
        wait_until(lambda: len(heard) == 3)


def test_an_exchanged_file_is_heard_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An older copy in the file's place: whoever watches is told once, and again when the right one is back."""
    monkeypatch.setattr(watching, "AGAIN_S", 0.05)
    store = replace(keep_evening(tmp_path / "abend.kiebitz"), follower=Follower())
    file, old, right = Path(store.where), tmp_path / "old", tmp_path / "right"
    shutil.copy(file, old)
    head = store.append([Paid(1, paid=True)], by="Wart")[-1].head
    shutil.copy(file, right)
    with listen(store) as heard:
        assert heard == [head]
        shutil.copy(old, file)
        wait_until(lambda: heard == [head, START])
        time.sleep(0.5)
        assert heard == [head, START]
        shutil.copy(right, file)
        wait_until(lambda: heard == [head, START, head])
