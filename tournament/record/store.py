"""A tournament's entries and blobs read and written, in a SQLite file or a PostgreSQL database (`open_store`).

Every call is one transaction with a connection of its own: a command that is killed leaves all of it or nothing.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from threading import Lock

import sqlalchemy as sa

from tournament.record.database import BLOBS, ENTRIES, MOST_BYTES, explain_failure, lock_entries, tell_listeners
from tournament.record.entries import START, Entry, Head, Sealed, hash_bytes, read_chain, seal_facts
from tournament.record.facts import Fact
from tournament.record.record_errors import (
    BrokenChain,
    ChangedMeanwhile,
    MissingBlob,
    NewerFile,
    OtherFile,
    RecordError,
    StoreUnreachable,
    TooLarge,
    WriteUnsure,
)

_PORTION = 100
"""Blobs that are read at once; a reading has some 50 KB."""
NO_BLOBS: Mapping[str, bytes] = {}
SEALED = tuple(sa.func.coalesce(sa.cast(column, sa.Text), "") for column in (ENTRIES.c.document, ENTRIES.c.hash))
"""The columns of a `Sealed`; text even where somebody put something else into the file."""
LOOKS, LOOK_S = 10, 1.0
"""How often, and after how many seconds each, a server is asked whether an entry was written whose answer was lost."""
MOST_CHAIN = 1 << 29
"""Letters of all documents together. 10,000 sheets have some 30 million."""
MOST_BLOB = MOST_BYTES // 2
"""Bytes of the largest blob that is kept or read."""


@dataclass(slots=True)
class Follower:
    """Makes sure that a running program keeps looking at the same chain: the last entry that it saw must still
    exist."""

    known: Head = START
    _lock: Lock = field(default_factory=Lock)

    def follow(self, connection: sa.Connection) -> None:
        """Raises `OtherFile` if that entry is gone, as the file was replaced by another or an older one."""
        known = self.known
        same = sa.select(ENTRIES.c.hash).where(ENTRIES.c.number == known.number)
        if known != START and connection.scalar(same) != known.hash:
            raise OtherFile("book.record.other-file", entry=known.number)
        self.see(_read_head(connection))

    def see(self, head: Head) -> None:
        """Notes that this entry is on the disk."""
        with self._lock:
            self.known = max(self.known, head, key=lambda one: one.number)


@dataclass(frozen=True, slots=True)
class Store:
    """A tournament's entries and blobs. `where`: its path, or its URL without the password, for sentences.

    `until`: the last entry that is read, None for all of them: `replace(store, until=17)` is the tournament as it was.
    `watchers`: called after each entry that was added. `follower`: for a program that keeps running; each read and
    write then raises `OtherFile` if the chain is not the one that it saw before. `copied`: the copy that was just
    kept of the file as an older version had left it.
    """

    where: str
    engine: sa.Engine
    until: int | None = None
    watchers: tuple[Callable[[], None], ...] = ()
    follower: Follower | None = None
    copied: Path | None = None

    def read_entries(self) -> tuple[Entry, ...]:
        """All entries in order, their chain checked.

        Raises `BrokenChain` if it is broken, `NewerFile` for an entry of a kind that only a newer version knows.
        """
        try:
            return read_chain(self.read_sealed())
        except BrokenChain as broken:
            if broken.unknown:
                raise NewerFile("book.record.newer", where=self.where) from broken
            raise

    def read_sealed(self) -> tuple[Sealed, ...]:
        """All entries as they are stored, unchecked."""
        with self.connect() as connection:
            self._follow(connection)
            every = sa.select(*SEALED).order_by(ENTRIES.c.number)
            rows = connection.execute(every if self.until is None else every.where(ENTRIES.c.number <= self.until))
            return tuple(_limit_sizes(Sealed(row[0], row[1]) for row in rows))

    def read_head(self) -> Head:
        """Number and hash of the last entry, unchecked: a quick way to see whether anything was added."""
        with self.connect() as connection:
            self._follow(connection)
            return _read_head(connection)

    def _follow(self, connection: sa.Connection) -> None:
        if self.follower is not None:
            self.follower.follow(connection)

    def read_first(self) -> str:
        """The hash of the first entry, which identifies the tournament; "" if there is none."""
        with self.connect() as connection:
            return str(connection.scalar(sa.select(ENTRIES.c.hash).where(ENTRIES.c.number == 1)) or "")

    def append(
        self,
        facts: Sequence[Fact],
        *,
        by: str,
        seen: Head | int | None = None,
        blobs: Mapping[str, bytes] = NO_BLOBS,
    ) -> tuple[Entry, ...]:
        """Adds an entry for each fact, and the blobs that they name by their SHA-256, in one transaction.

        `seen`: the last entry of the state that the facts were made from; None where they hold in any state. Raises
        `ChangedMeanwhile` when that is the last entry no more. When this returns, all of it is on the disk; when it
        raises, nothing is, but for `WriteUnsure`.
        """
        made: tuple[Entry, ...] = ()
        try:
            with self.connect(writing=True) as connection:
                lock_entries(connection)
                self._follow(connection)
                head = _read_head(connection)
                if seen is not None and seen not in (head, head.number):
                    raise ChangedMeanwhile("book.record.changed-meanwhile", where=self.where)
                made = add_entries(connection, facts, by, head, blobs)
                tell_listeners(connection)
        except StoreUnreachable:
            if not made or not self._look_whether_written(made[-1]):
                raise
        if self.follower is not None and made:
            self.follower.see(made[-1].head)
        for watcher in self.watchers:
            watcher()
        return made

    def _look_whether_written(self, last: Entry) -> bool:
        """Whether the entry was written although the server's answer was lost. Raises `WriteUnsure` if the server does
        not answer that, either."""
        for _ in range(LOOKS):
            time.sleep(LOOK_S)
            with suppress(RecordError), self.connect(writing=True) as connection:
                lock_entries(connection)  # waits for a transaction that is still at work
                kept = sa.select(ENTRIES.c.hash).where(ENTRIES.c.number == last.number)
                return connection.scalar(kept) == last.hash
        raise WriteUnsure("book.record.unsure", where=self.where)

    def read_blob(self, hash_: str) -> bytes:
        """The bytes with that SHA-256. Raises `MissingBlob` when they are not there or have changed."""
        return next(self.read_blobs([hash_]))

    def read_blobs(self, hashes: Iterable[str]) -> Iterator[bytes]:
        """Several of them in this order, much quicker than one by one. Raises `MissingBlob`."""
        wanted = list(hashes)
        for at in range(0, len(wanted), _PORTION):
            yield from self._read_portion(wanted[at : at + _PORTION])

    def _read_portion(self, hashes: Sequence[str]) -> Iterator[bytes]:
        """The blobs in this order; one that is larger than `MOST_BLOB` counts as missing. Others may write between two
        portions."""
        data = sa.cast(BLOBS.c.data, sa.LargeBinary)
        small = sa.func.length(BLOBS.c.data) <= MOST_BLOB
        with self.connect() as connection:
            rows = connection.execute(sa.select(BLOBS.c.hash, data).where(BLOBS.c.hash.in_(hashes), small))
            found = {str(row[0]): row[1] for row in rows}
        for hash_ in hashes:
            if found.get(hash_) is None or hash_bytes(found[hash_]) != hash_:
                raise MissingBlob("book.record.missing-blob", where=self.where, hash=hash_[:12])
            yield found[hash_]

    @contextmanager
    def connect(self, *, writing: bool = False) -> Iterator[sa.Connection]:
        """A transaction of its own; `writing`: it may change something."""
        with (
            explain_failure(self.where),
            self.engine.connect().execution_options(writing=writing) as connection,
            connection.begin(),
        ):
            yield connection


def add_entries(
    connection: sa.Connection, facts: Sequence[Fact], by: str, head: Head, blobs: Mapping[str, bytes]
) -> tuple[Entry, ...]:
    """Adds the facts' entries after `head`, and their blobs. Raises `TooLarge`."""
    add_blobs(connection, blobs.items())
    made = seal_facts(facts, by, head)
    add_sealed(connection, [sealed for _, sealed in made], head)
    return tuple(entry for entry, _ in made)


def add_blobs(connection: sa.Connection, blobs: Iterable[tuple[str, bytes]]) -> None:
    """Adds the blobs (SHA-256, bytes) that are not there yet. Raises `TooLarge`."""
    for hash_, data in blobs:
        if len(data) > MOST_BLOB:
            raise TooLarge("book.record.too-large")
        if hash_bytes(data) != hash_:
            raise ValueError(f"these bytes do not have the hash {hash_}")
        if connection.scalar(sa.select(BLOBS.c.hash).where(BLOBS.c.hash == hash_)) is None:
            connection.execute(sa.insert(BLOBS).values(hash=hash_, data=data))


def add_sealed(connection: sa.Connection, chain: Sequence[Sealed], head: Head) -> None:
    """Adds stored entries, after `head`."""
    rows = [
        {"number": number, "document": sealed.document, "hash": sealed.hash}
        for number, sealed in enumerate(chain, head.number + 1)
    ]
    if rows:
        connection.execute(sa.insert(ENTRIES), rows)


def _limit_sizes(chain: Iterable[Sealed]) -> Iterator[Sealed]:
    """The same entries. Raises `TooLarge` once they have more letters than `MOST_CHAIN`."""
    total = 0
    for sealed in chain:
        total += len(sealed.document) + len(sealed.hash)
        if total > MOST_CHAIN:
            raise TooLarge("book.record.too-large")
        yield sealed


def _read_head(connection: sa.Connection) -> Head:
    last = sa.select(ENTRIES.c.number, ENTRIES.c.hash).order_by(ENTRIES.c.number.desc()).limit(1)
    row = connection.execute(last).first()
    return Head(*row) if row else START
