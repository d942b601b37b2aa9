"""What can go wrong with a file: each has one sentence in either language, and nothing is lost."""

from __future__ import annotations

import os
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from tests.tournament.record.samples import keep_evening
from texts.languages import LANGUAGES
from texts.sentences import SpokenError
from tournament.record import database, entries, older_files
from tournament.record import store as stores
from tournament.record.database import make_file_engine
from tournament.record.entries import START, Head, Sealed, hash_bytes, seal_facts, write_canonical
from tournament.record.facts import (
    Fact,
    Opened,
    SheetJudged,
    Undone,
)
from tournament.record.open_store import create_store, open_store
from tournament.record.player_facts import (
    Drawn,
    Paid,
    PlayerAdded,
    PlayersSwapped,
)
from tournament.record.record_errors import (
    MARK,
    BrokenChain,
    ChangedMeanwhile,
    DamagedFile,
    FileBusy,
    MissingBlob,
    NewerFile,
    NotCopied,
    NotOpened,
    NoTournament,
    OtherFile,
    RecordError,
    SenselessEntry,
    StoreFull,
    StoreUnreachable,
    TooLarge,
    UnfitFact,
    UnwritableStore,
)
from tournament.record.replay import replay
from tournament.record.store import Follower, Store


@pytest.fixture
def evening(place: str) -> Store:
    """A small evening, in a file and on a server."""
    return keep_evening(place)


def execute(store: Store, statement: str, **values: object) -> None:
    """Changes the tables behind the store's back."""
    with store.engine.begin() as connection:
        connection.execute(sa.text(statement), values)


def hear(kind: type[SpokenError], act: Callable[[], object]) -> str:
    """The German sentence of the error of that kind that `act` raises; in both languages it is one, without gaps."""
    with pytest.raises(kind) as caught:
        act()
    assert type(caught.value) is kind
    for lang in LANGUAGES:
        sentence = caught.value.message(lang)
        assert sentence.endswith(".")
        assert "{" not in sentence
    return caught.value.message("de")


def test_two_writers_at_once_lose_nothing(evening: Store, place: str) -> None:
    """Four threads with stores of their own: every entry is there, once, in one chain."""

    def add(first: int) -> None:
        store = open_store(place)
        for start in range(first, first + 10):
            store.append([PlayerAdded(start, f"Spieler {start}")], by="Test")

    with ThreadPoolExecutor(4) as threads:
        list(threads.map(add, range(100, 500, 100)))
    players = [player.start for player in replay(evening.read_entries()).players if player.start >= 100]
    assert players == [start for first in range(100, 500, 100) for start in range(first, first + 10)]


def test_of_two_who_saw_the_same_one_wins(evening: Store, place: str) -> None:
    """The second is told, and may look again."""
    head = replay(evening.read_entries()).head

    def add(start: int) -> bool:
        try:
            return bool(open_store(place).append([PlayerAdded(start, f"Spieler {start}")], by="Test", seen=head))
        except ChangedMeanwhile:
            return False

    with ThreadPoolExecutor(4) as threads:
        assert sum(threads.map(add, range(100, 104))) == 1
    sentence = hear(ChangedMeanwhile, lambda: evening.append([], by="Test", seen=head.number))
    assert "nichts wurde geschrieben" in sentence


def test_a_busy_file_says_so(evening: Store, place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another program that does not let go."""
    monkeypatch.setattr(database, "WAIT_S", 1)
    other = open_store(place)
    with other.engine.connect().execution_options(writing=True) as connection, connection.begin():
        database.lock_entries(connection)
        assert "anderes Programm" in hear(FileBusy, lambda: evening.append([Undone(11)], by="Test"))
    assert evening.append([Undone(11)], by="Test")


def test_an_exchanged_file_says_so(evening: Store) -> None:
    """A program that stays meets a chain without the entry that it saw last."""
    store = replace(evening, follower=Follower(Head(12, "0" * 64)))
    assert "Eintrag 12 fehlt oder ist ein anderer" in hear(OtherFile, store.read_head)


def test_a_full_disk_loses_nothing(tmp_path: Path) -> None:
    """SQLite may use no more pages: the entry is refused, all before it stays, and with room it goes in."""
    file = tmp_path / "abend.kiebitz"
    store = keep_evening(file)
    before = file.read_bytes()
    full = make_file_engine(file, "rw")
    sa.event.listen(full, "connect", lambda raw, _: raw.execute("PRAGMA max_page_count = 1"))
    data = os.urandom(200_000)
    facts = [SheetJudged("r1.t1", hash_bytes(data), "l", "0")]
    blobs = {hash_bytes(data): data}
    sentence = hear(StoreFull, lambda: Store(str(file), full).append(facts, by="Test", blobs=blobs))
    assert "kein Platz" in sentence
    assert file.read_bytes() == before
    assert store.append(facts, by="Test", blobs=blobs)[0].number == 13


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no limit for the size of files")
def test_a_disk_that_refuses_loses_nothing(tmp_path: Path) -> None:
    """The system itself refuses to let the file grow, in the middle of a command: exit status 3 and one sentence."""
    file = tmp_path / "abend.kiebitz"
    before = keep_evening(file).read_entries()
    size = file.stat().st_size // 2

    def limit() -> None:
        import resource

        resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))

    command = [sys.executable, "-m", "desk", "players", str(file), "paid", "1"]
    ended = subprocess.run(command, preexec_fn=limit, capture_output=True, text=True, check=False)
    assert (ended.returncode, ended.stdout) == (3, "")
    assert "nichts wurde geschrieben" in ended.stderr
    assert open_store(file).read_entries() == before
    command = [*command[:3], "new", str(tmp_path / "neu.kiebitz"), "--rules", "ddv", "--title", "T", "--rounds", "1"]
    ended = subprocess.run(command, preexec_fn=limit, capture_output=True, text=True, check=False)
    assert ended.returncode == 3
    assert "neu.kiebitz" in ended.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["abend.kiebitz"]


def test_a_damaged_file_is_let_go(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """At once, not when memory is tidied: Windows replaces no file that is open."""
    kept = []

    class Watched(sqlite3.Connection):
        def close(self) -> None:
            kept.remove(self)
            super().close()

    def connect(*given: Any, **named: Any) -> sqlite3.Connection:
        kept.append(connect_plainly(*given, **named, factory=Watched))
        return kept[-1]

    connect_plainly = sqlite3.connect
    file = tmp_path / "abend.kiebitz"
    keep_evening(file)
    file.write_bytes(file.read_bytes()[: -5 * 4096])
    monkeypatch.setattr(sqlite3, "connect", connect)
    hear(DamagedFile, lambda: open_store(file))
    assert kept == []


def test_what_may_not_be_written_can_be_read(tmp_path: Path) -> None:
    """A file on a medium that is write-protected."""
    file = tmp_path / "abend.kiebitz"
    keep_evening(file)
    store = Store(str(file), make_file_engine(file, "ro"))
    assert len(store.read_entries()) == 12
    assert "Schreibschutz" in hear(UnwritableStore, lambda: store.append([Undone(11)], by="Test"))


def test_a_newer_file_is_left_alone(evening: Store, place: str) -> None:
    """Tables of a form that nobody here knows."""
    execute(evening, "UPDATE alembic_version SET version_num = 'v9999'")
    assert "neueren Kiebitz" in hear(NewerFile, lambda: open_store(place))


def test_an_entry_of_a_newer_kind_is_not_passed_over(evening: Store) -> None:
    """A fact that is not understood could be anything: the whole file is left alone."""
    sealed = evening.read_sealed()
    values = {
        "before": sealed[-1].hash,
        "by": "x",
        "number": 13,
        "when": "2030-01-01T00:00:00Z",
        "fact": {"kind": "disqualified", "start": 3},
    }
    document = write_canonical(values)
    execute(
        evening,
        "INSERT INTO entries VALUES (13, :document, :hash)",
        document=document,
        hash=hash_bytes(document.encode()),
    )
    assert "neueren Kiebitz" in hear(NewerFile, evening.read_entries)


@pytest.mark.parametrize("content", [b"", b"Anna;Bernd\n", b"SQLite format 3\0", b"\x89PNG\r\n" * 1000])
def test_other_files_are_no_tournaments(tmp_path: Path, content: bytes) -> None:
    """Text, pictures, nothing at all: they are reported, and stay as they are."""
    file = tmp_path / "abend.kiebitz"
    file.write_bytes(content)
    assert "keine Turnierdatei" in hear(NoTournament, lambda: open_store(file))
    assert file.read_bytes() == content
    assert len(list(tmp_path.iterdir())) == 1


def test_other_databases_are_no_tournaments(tmp_path: Path) -> None:
    """A SQLite file of another program, one that bears our mark and nothing else, a folder, a socket, no file."""
    other = tmp_path / "other.kiebitz"
    with closing(sqlite3.connect(other)) as connection:
        connection.execute("CREATE TABLE entries (number INTEGER)")
    assert "keine Turnierdatei" in hear(NoTournament, lambda: open_store(other))
    with closing(sqlite3.connect(other)) as connection:
        connection.execute(f"PRAGMA application_id = {MARK}")
    assert "keine Turnierdatei" in hear(NoTournament, lambda: open_store(other))
    assert "keine Turnierdatei" in hear(NoTournament, lambda: open_store(tmp_path))
    if sys.platform != "win32":
        with socket.socket(socket.AF_UNIX) as plug:
            plug.bind(str(tmp_path / "s.kiebitz"))
            assert "keine Turnierdatei" in hear(NoTournament, lambda: open_store(tmp_path / "s.kiebitz"))
    for name in ("none.kiebitz", "none/none.kiebitz", "a\0b.kiebitz", "a" * 300):
        assert "lässt sich nicht öffnen" in hear(NoTournament, lambda name=name: open_store(tmp_path / name))  # type: ignore[misc]


def test_no_server_says_so() -> None:
    """Nobody listens there; the password is not shown."""
    sentence = hear(StoreUnreachable, lambda: open_store("postgresql://anna:geheim@127.0.0.1:1/abend"))
    assert "geheim" not in sentence
    hear(StoreUnreachable, lambda: open_store("postgresql://anna:geheim@127.0.0.1:port/abend"))


def test_no_library_for_servers_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """The package for PostgreSQL is an extra."""
    monkeypatch.setitem(sys.modules, "psycopg", None)
    assert "psycopg" in hear(StoreUnreachable, lambda: open_store("postgresql://127.0.0.1/abend"))


@pytest.mark.parametrize(
    "document",
    [
        "",
        "[]",
        "{}",
        "[" * 100_000,
        '{"before":"","by":"x","fact":{"kind":"paid"},"number":1,"when":"now"}',
        '{"before":"","by":"x","fact":{"kind":"paid","start":1e999,"paid":true},"number":1,"when":"2030-01-01T00:00:00Z"}',
        '{"before":"","by":"x","fact":{"kind":"undone","entry":1},"number":1,"when":"2030-01-01T00:00:00Z","more":1}',
    ],
)
def test_a_hostile_document_is_refused(document: str) -> None:
    """With a right hash of its own, but no entry: no crash, no long work."""
    hear(BrokenChain, lambda: entries.read_chain([Sealed(document, hash_bytes(document.encode()))]))


def test_sizes_are_limited(evening: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is larger than any of ours is neither written nor read."""
    data = b"a reading" * 400
    monkeypatch.setattr(stores, "MOST_BLOB", 1_000)
    hear(TooLarge, lambda: evening.append([], by="x", blobs={hash_bytes(data): data}))
    hear(MissingBlob, lambda: evening.read_blob(hash_bytes(data)))
    monkeypatch.setattr(stores, "MOST_CHAIN", 1_000)
    hear(TooLarge, evening.read_entries)
    monkeypatch.setattr(entries, "MOST_BYTES", 1_000)
    hear(BrokenChain, lambda: entries.read_chain([Sealed("x" * 1_001, hash_bytes(b"x" * 1_001))]))


def test_values_of_other_types_are_no_blobs(tmp_path: Path) -> None:
    """SQLite keeps a number where bytes should be; nobody must make a thousand million bytes of it."""
    store = keep_evening(tmp_path / "abend.kiebitz")
    hash_ = hash_bytes(b"a reading" * 400)
    for value in (10**15, "text", 1.5):
        execute(store, "UPDATE blobs SET data = :value WHERE hash = :hash", value=value, hash=hash_)
        hear(MissingBlob, lambda: store.read_blob(hash_))
    execute(store, "UPDATE entries SET document = X'FF00' WHERE number = 2")
    hear(DamagedFile, store.read_entries)


@pytest.mark.parametrize(
    "fact",
    [
        Paid(9, True),
        PlayerAdded(1, "Zweite"),
        Undone(1),
        Undone(99),
        SheetJudged("r9.t9", "", "l", "0"),
        Drawn(2, "1", "m", ((1, (1, 2, 3, 9)),)),
        Drawn(2, "1", "m", ((1, (1, 1, 2, 3)),)),
        PlayersSwapped(2, 1, 2),
        Opened("T", "ddv", "", 1, 1, 4),
    ],
)
def test_an_entry_without_sense_is_told(evening: Store, fact: Fact) -> None:
    """It concerns a player, a round or an entry that is not there."""
    evening.append([fact], by="Test")
    assert "Eintrag 13" in hear(SenselessEntry, lambda: replay(evening.read_entries()))


def test_a_chain_begins_with_the_opening() -> None:
    """No entries, or another first one, are no tournament."""
    hear(NotOpened, lambda: replay(()))
    hear(NotOpened, lambda: replay(entry for entry, _ in seal_facts([Paid(1, True)], "x", START)))


@pytest.mark.parametrize("fact", [Paid(1, True), PlayerAdded(9, "x" * 2_001), PlayerAdded(10**9, "Zu viel")])
def test_what_no_entry_may_say_is_not_written(evening: Store, fact: Fact) -> None:
    """A text that is too long, a number that is too large; of several facts none is written."""
    by = "x" * 2_001 if isinstance(fact, Paid) else "Test"
    assert "nichts wurde geschrieben" in hear(UnfitFact, lambda: evening.append([Undone(11), fact], by=by))
    assert len(evening.read_entries()) == 12


def test_a_name_with_bytes_that_are_no_text_can_be_kept(tmp_path: Path) -> None:
    """A photograph's file may be called anything; the entry has a question mark instead."""
    store = create_store(tmp_path / "abend.kiebitz", [PlayerAdded(1, "Ann\udce4")], by="x")
    assert store.read_entries()[0].fact == PlayerAdded(1, "Ann?")


def test_an_older_file_without_a_copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is not changed; `test_older_files.py` tries what can be in the way."""
    store = keep_evening(tmp_path / "abend.kiebitz")
    execute(store, "UPDATE alembic_version SET version_num = 'v0001'")
    monkeypatch.setattr(older_files, "_list_places", lambda file: iter([file.parent / "gone" / "copy.kiebitz"]))
    with pytest.raises(NotCopied, match="Die Datei ist unverändert"):
        older_files.open_current(store.where)


def test_every_error_is_heard_here() -> None:
    """A new kind of error needs its saboteur."""
    kinds = {kind.__name__ for kind in RecordError.__subclasses__()} - {"FileTaken"}
    assert kinds <= globals().keys()
