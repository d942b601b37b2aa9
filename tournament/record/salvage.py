"""Reads what can still be read of a file, row by row, however damaged it is; and makes a new file from that.

Entries keep their numbers, so that an `Undone` still names the right entry. An entry that is lost, or that makes no
sense without a lost one, is replaced by a `Lost`. Up to the first of these the chain is the old one; from there on it
is made anew, with the authors and times of the old entries.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Set
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

import sqlalchemy as sa

from tournament.record.database import BLOBS, ENTRIES, make_file_engine
from tournament.record.entries import START, Entry, Head, Sealed, hash_bytes, open_sealed, read_chain, seal_facts
from tournament.record.facts import (
    Fact,
    Lost,
    Opened,
    Photographed,
    SheetJudged,
    SheetRead,
)
from tournament.record.open_store import copy_store, open_store
from tournament.record.record_errors import BrokenChain, DamagedFile, NewerFile, NoTournament, SenselessEntry
from tournament.record.replay import replay
from tournament.record.store import MOST_BLOB, SEALED, Store

_GAP = 1_000
"""After so many entries in a row that cannot be read, the file is taken to be at its end."""


@dataclass(frozen=True, slots=True)
class Remains:
    """The entries of a damaged file.

    `sound`: by number the entries that are as they were written; `kept`: by number their documents. `lost`: the numbers
    of the others, as far as the file shows that they existed. `hashes`: by number the hash that the entry must have, as
    the next one says.
    """

    sound: Mapping[int, Entry]
    kept: Mapping[int, Sealed]
    lost: tuple[int, ...]
    hashes: Mapping[int, str]

    @property
    def last(self) -> int:
        """The highest number of an entry that is or was there."""
        return max((*self.sound, *self.lost), default=0)


def open_damaged(where: str | Path) -> Store:
    """The store there, even if a file's pages are damaged. Raises the other errors of `open_store`."""
    try:
        return open_store(where)
    except DamagedFile:
        return Store(str(where), make_file_engine(Path(where), "ro"))


def read_remains(store: Store) -> Remains:
    """Reads every entry by itself. Raises `NewerFile` for an entry that only a newer version knows."""
    with _connect(store) as connection:
        kept = dict(_read_rows(connection))
    opened = {number: entry for number, sealed in kept.items() if (entry := _open(store, number, sealed))}
    hashes = {number - 1: entry.before for number, entry in opened.items()}
    sound = {number: entry for number, entry in opened.items() if hashes.get(number, entry.hash) == entry.hash}
    if hashes.get(0):  # something stood before the first
        sound.pop(1, None)
    last = min(max(kept, default=0), len(kept) + _GAP)  # whoever made the file may have numbered as he liked
    lost = tuple(number for number in range(1, last + 1) if number not in sound)
    return Remains(sound, kept, lost, hashes)


def read_sound_blobs(store: Store, names: Iterable[str]) -> Iterator[tuple[str, bytes]]:
    """Those of the named blobs that are as they were written, one after the other."""
    with _connect(store) as connection:
        for name in names:
            data = _read_blob(connection, name)
            if data is not None and hash_bytes(data) == name:
                yield name, data


def _read_blob(connection: sa.Connection, name: str) -> bytes | None:
    """The bytes under that hash; None if there are none, or more than `MOST_BLOB`."""
    found = sa.select(sa.cast(BLOBS.c.data, sa.LargeBinary)).where(BLOBS.c.hash == name)
    small = sa.func.length(BLOBS.c.data) <= MOST_BLOB
    try:
        return connection.scalar(found.where(small))
    except sa.exc.DBAPIError:
        connection.rollback()
        return None


@contextmanager
def _connect(store: Store) -> Iterator[sa.Connection]:
    """A connection that only reads, and accepts a file that was cut off."""
    if store.engine.dialect.name != "sqlite":
        with store.engine.connect() as connection:
            yield connection
        return
    with make_file_engine(Path(store.where), "ro").connect() as connection:
        connection.exec_driver_sql("PRAGMA writable_schema = ON")
        yield connection


def _read_rows(connection: sa.Connection) -> Iterator[tuple[int, Sealed]]:
    """Every entry that can be read, with its number: all at once, or one by one where that fails."""
    every = sa.select(ENTRIES.c.number, *SEALED)
    try:
        rows = list(connection.execute(every))
    except sa.exc.DBAPIError:
        connection.rollback()
        rows = list(_read_singly(connection, every))
    for number, *cells in rows:
        yield number, Sealed(*cells)


def _read_singly(connection: sa.Connection, every: sa.Select[int, str, str]) -> Iterator[sa.Row[int, str, str]]:
    """Number by number, until no more come."""
    number = missed = 0
    while missed < _GAP:
        number, missed = number + 1, missed + 1
        try:
            row = connection.execute(every.where(ENTRIES.c.number == number)).first()
        except sa.exc.DBAPIError:
            connection.rollback()
            continue
        if row is not None:
            missed = 0
            yield row


def _open(store: Store, number: int, sealed: Sealed) -> Entry | None:
    try:
        entry = open_sealed(sealed, number)
    except BrokenChain as broken:
        if broken.unknown:
            raise NewerFile("book.record.newer", where=store.where) from broken
        return None
    return entry if entry.number == number else None


def list_blob_names(fact: Fact) -> tuple[str, ...]:
    """The hashes of the blobs that the fact names."""
    match fact:
        case Photographed(copy=name) | SheetRead(reading=name) | SheetJudged(judged=name):
            return (name,) if name else ()
        case _:
            return ()


_RESCUER = "kiebitz verify"
"""The author of the entries that stand for lost ones."""


@dataclass(frozen=True, slots=True)
class Rescue:
    """A rescued file. `entries`: how many entries it has. `lost`: the numbers of those that were lost. `blobs`: how
    many blobs were copied."""

    store: Store
    entries: int
    lost: tuple[int, ...]
    blobs: int


def rescue_store(store: Store, target: str | Path) -> Rescue:
    """Writes the new file to `target`. Raises `NoTournament` if not even the tournament's first entry is left."""
    remains = read_remains(store)
    first = remains.sound.get(1)
    if first is None or not isinstance(first.fact, Opened):
        raise NoTournament("book.verify.no-opening", where=store.where)
    blobs = frozenset(name for name, _ in _read_blobs(store, remains))
    facts = {number: _keep_fact(remains, number, blobs) for number in range(1, remains.last + 1)}
    while True:
        sealed = _seal_again(remains, facts)
        try:
            replay(read_chain(sealed))
            break
        except SenselessEntry as error:
            facts[error.number] = Lost(remains.sound[error.number].hash)
    lost = tuple(number for number, fact in facts.items() if isinstance(fact, Lost))
    return Rescue(copy_store(target, sealed, _read_blobs(store, remains)), len(sealed), lost, len(blobs))


def _read_blobs(store: Store, remains: Remains) -> Iterator[tuple[str, bytes]]:
    """Every sound blob that a sound entry names, one after the other, as all together may be larger than the memory."""
    names = {name for entry in remains.sound.values() for name in list_blob_names(entry.fact)}
    return read_sound_blobs(store, sorted(names))


def _keep_fact(remains: Remains, number: int, blobs: Set[str]) -> Fact:
    """The entry's fact, or a `Lost` in its place. A sheet whose reading is lost is lost, too, and must be photographed
    again."""
    entry = remains.sound.get(number)
    if entry is None:
        return Lost(remains.hashes.get(number, ""))
    if all(name in blobs for name in list_blob_names(entry.fact)):
        return entry.fact
    if isinstance(entry.fact, Photographed):
        return replace(entry.fact, copy="")
    return Lost(entry.hash) if isinstance(entry.fact, SheetRead | SheetJudged) else entry.fact


def _seal_again(remains: Remains, facts: Mapping[int, Fact]) -> tuple[Sealed, ...]:
    """The chain of these facts; up to the first lost one it is the old chain, letter by letter."""
    head, sealed = START, []
    for number, fact in sorted(facts.items()):
        old = remains.sound.get(number)
        by, when = (_RESCUER, "") if old is None or isinstance(fact, Lost) else (old.by, old.when)
        _, made = seal_facts([fact], by, head, when)[0]
        head = Head(number, made.hash)
        sealed.append(made)
    return tuple(sealed)
