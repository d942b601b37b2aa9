"""Where a tournament's entries are kept: in a SQLite file, or in a PostgreSQL database.

Every call is one transaction with a connection of its own: a command that is killed leaves all of it or nothing.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import sqlalchemy as sa

from tournament.atomic import write_new
from tournament.errors import find_reason
from tournament.record.engines import (
    MOST_BYTES,
    hide_password,
    lock_entries,
    make_file_engine,
    make_server_engine,
)
from tournament.record.entries import START, Entry, Head, Sealed, hash_bytes, read_chain, seal_facts
from tournament.record.errors import (
    BrokenChain,
    ChangedMeanwhile,
    FileTaken,
    MissingBlob,
    NewerFile,
    NoTournament,
    TooLarge,
)
from tournament.record.facts import Fact
from tournament.record.failures import explain_failure
from tournament.record.glance import MARK
from tournament.record.tables import BLOBS, CACHES, ENTRIES
from tournament.record.upgrade import REVISIONS, find_revision, upgrade_tables

SUFFIX = ".kiebitz"
"""The ending of a tournament's file."""
_PORTION = 100
"""Rows of blobs or caches that are read at once; a reading has some 50 KB."""
NO_BLOBS: Mapping[str, bytes] = {}
SEALED = tuple(sa.func.coalesce(sa.cast(column, sa.Text), "") for column in (ENTRIES.c.document, ENTRIES.c.hash))
"""The columns of a `Sealed`; text even where somebody put something else into the file."""
MOST_CHAIN = 1 << 29
"""Letters of all documents together. 10,000 sheets have some 30 million."""
MOST_BLOB = MOST_BYTES // 2
"""Bytes of the largest blob that is kept or read."""


@dataclass(frozen=True, slots=True)
class Store:
    """A tournament's entries and blobs. `where` is how sentences name it: its path, or its URL without the password.

    `until`: the last entry that is read, None for all of them: `replace(store, until=17)` is the tournament as it was.
    """

    where: str
    engine: sa.Engine
    until: int | None = None

    def read_entries(self) -> tuple[Entry, ...]:
        """All entries in order, their chain checked.

        Raises `BrokenChain` where it does not hold, `NewerFile` for an entry of a kind that only a newer version knows.
        """
        try:
            return read_chain(self.read_sealed())
        except BrokenChain as broken:
            if broken.unknown:
                raise NewerFile("book.record.newer", where=self.where) from broken
            raise

    def read_sealed(self) -> tuple[Sealed, ...]:
        """All entries as they are kept, unchecked."""
        with self._connect() as connection:
            every = sa.select(*SEALED).order_by(ENTRIES.c.number)
            rows = connection.execute(every if self.until is None else every.where(ENTRIES.c.number <= self.until))
            return tuple(_limit_sizes(Sealed(row[0], row[1]) for row in rows))

    def append(
        self, facts: Sequence[Fact], *, by: str, seen: Head | int | None = None,
        blobs: Mapping[str, bytes] = NO_BLOBS,
    ) -> tuple[Entry, ...]:
        """Adds an entry for each fact, and the blobs that they name by their SHA-256, in one transaction.

        `seen`: the last entry of the state that the facts were made from; None where they hold in any state. Raises
        `ChangedMeanwhile` when that is the last entry no more. When this returns, all of it is on the disk.
        """
        with self._connect(writing=True) as connection:
            lock_entries(connection)
            head = _read_head(connection)
            if seen is not None and seen not in (head, head.number):
                raise ChangedMeanwhile("book.record.changed-meanwhile", where=self.where)
            return add_entries(connection, facts, by, head, blobs)

    def read_blob(self, hash_: str) -> bytes:
        """The bytes with that SHA-256. Raises `MissingBlob` when they are not there or have changed."""
        return next(self.read_blobs([hash_]))

    def read_blobs(self, hashes: Iterable[str]) -> Iterator[bytes]:
        """Several of them in this order, much quicker than one by one. Raises `MissingBlob`."""
        for hash_, data in self._read_many(BLOBS, BLOBS.c.hash, hashes):
            if data is None or hash_bytes(data) != hash_:
                raise MissingBlob("book.record.missing-blob", where=self.where, hash=hash_[:12])
            yield data

    def keep_cache(self, key: str, data: bytes) -> None:
        """Keeps what can be worked out again, in place of what had the same key."""
        if len(data) > MOST_BLOB:
            return
        with self._connect(writing=True) as connection:
            connection.execute(sa.delete(CACHES).where(CACHES.c.key == key))
            connection.execute(sa.insert(CACHES).values(key=key, data=data))

    def read_cache(self, key: str) -> bytes | None:
        """What was kept under the key; None when there is nothing, or no more."""
        return next(self.read_caches([key]))

    def read_caches(self, keys: Iterable[str]) -> Iterator[bytes | None]:
        """What was kept under each of the keys, in this order, much quicker than one by one."""
        return (data for _, data in self._read_many(CACHES, CACHES.c.key, keys))

    def _read_many(
        self, table: sa.Table, key: sa.Column[str], wanted: Iterable[str]
    ) -> Iterator[tuple[str, bytes | None]]:
        """Each key with its row's data, None for no row or one that is larger than any of ours.

        Nobody is kept from writing between two portions.
        """
        keys = list(wanted)
        data = sa.cast(table.c.data, sa.LargeBinary)
        small = sa.func.length(table.c.data) <= MOST_BLOB
        for at in range(0, len(keys), _PORTION):
            portion = keys[at : at + _PORTION]
            with self._connect() as connection:
                rows = connection.execute(sa.select(key, data).where(key.in_(portion), small))
                found = {str(row[0]): row[1] for row in rows}
            yield from ((name, found.get(name)) for name in portion)

    def drop_caches(self) -> None:
        """Deletes all that can be worked out again."""
        with self._connect(writing=True) as connection:
            connection.execute(sa.delete(CACHES))

    @contextmanager
    def _connect(self, *, writing: bool = False) -> Iterator[sa.Connection]:
        with (
            explain_failure(self.where),
            self.engine.connect().execution_options(writing=writing) as connection,
            connection.begin(),
        ):
            yield connection


def is_url(where: str | Path) -> bool:
    """Whether a database on a server is meant, and no file."""
    return str(where).startswith(("postgresql://", "postgres://", "postgresql+psycopg://"))


def open_store(where: str | Path) -> Store:
    """The tournament in that file or at that URL, its tables in today's form.

    Raises `NoTournament`, `NewerFile`, `DamagedFile` and others that say themselves.
    """
    store = _reach_server(str(where)) if is_url(where) else _reach_file(Path(where))
    with store._connect() as connection:
        revision = find_revision(connection)
        _refuse_foreign_parts(connection, store.where)
    if not revision:
        raise NoTournament("book.record.no-tournament", where=store.where)
    if revision not in REVISIONS:
        raise NewerFile("book.record.newer", where=store.where)
    if revision != REVISIONS[-1]:
        with store._connect(writing=True) as connection:
            upgrade_tables(connection)
    return store


def create_store(where: str | Path, facts: Sequence[Fact] = (), *, by: str = "") -> Store:
    """A new tournament there, with its first entries. A file appears whole or not at all.

    Raises `FileTaken` where something is there already: nothing is ever overwritten.
    """
    return _create(where, lambda connection: add_entries(connection, facts, by, START, NO_BLOBS))


def copy_store(where: str | Path, chain: Sequence[Sealed], blobs: Iterable[tuple[str, bytes]]) -> Store:
    """A new tournament there, with the entries and blobs of another. Raises `FileTaken`."""
    read_chain(chain)

    def fill(connection: sa.Connection) -> None:
        _add_blobs(connection, blobs)
        _add_sealed(connection, chain, START)

    return _create(where, fill)


def _create(where: str | Path, fill: Callable[[sa.Connection], object]) -> Store:
    """Makes the tables there and fills them, in one transaction."""
    if is_url(where):
        store = _reach_server(str(where))
        with store._connect(writing=True) as connection:
            if sa.inspect(connection).get_table_names():
                raise FileTaken("book.record.taken", where=store.where)
            upgrade_tables(connection)
            fill(connection)
        return store
    path = Path(where)
    if path.exists() or path.is_symlink():
        raise FileTaken("book.record.taken", where=path)
    try:
        write_new(path, lambda draft: _fill_draft(draft, path, fill))
    except FileExistsError as error:
        raise FileTaken("book.record.taken", where=path) from error
    return open_store(path)


def _fill_draft(draft: Path, target: Path, fill: Callable[[sa.Connection], object]) -> None:
    with Store(str(target), make_file_engine(draft, "rwc"))._connect(writing=True) as connection:
        connection.exec_driver_sql(f"PRAGMA application_id = {MARK}")
        upgrade_tables(connection)
        fill(connection)


def add_entries(
    connection: sa.Connection, facts: Sequence[Fact], by: str, head: Head, blobs: Mapping[str, bytes]
) -> tuple[Entry, ...]:
    """Adds the facts' entries behind `head`, and their blobs. Raises `TooLarge`."""
    _add_blobs(connection, blobs.items())
    made = seal_facts(facts, by, head)
    _add_sealed(connection, [sealed for _, sealed in made], head)
    return tuple(entry for entry, _ in made)


def _add_blobs(connection: sa.Connection, blobs: Iterable[tuple[str, bytes]]) -> None:
    """Adds what is not there yet. Raises `TooLarge`."""
    for hash_, data in blobs:
        if len(data) > MOST_BLOB:
            raise TooLarge("book.record.too-large")
        if hash_bytes(data) != hash_:
            raise ValueError(f"these bytes do not have the hash {hash_}")
        if connection.scalar(sa.select(BLOBS.c.hash).where(BLOBS.c.hash == hash_)) is None:
            connection.execute(sa.insert(BLOBS).values(hash=hash_, data=data))


def _add_sealed(connection: sa.Connection, chain: Sequence[Sealed], head: Head) -> None:
    rows = [{"number": number, "document": sealed.document, "hash": sealed.hash}
            for number, sealed in enumerate(chain, head.number + 1)]
    if rows:
        connection.execute(sa.insert(ENTRIES), rows)


def _reach_server(url: str) -> Store:
    return Store(hide_password(url), make_server_engine(url))


def _reach_file(path: Path) -> Store:
    """The file's store, for reading only where it may not be written. Raises `NoTournament` for any other file.

    Only SQLite opens the file: a second handle that is closed would take back the locks of other threads.
    """
    try:
        if not stat.S_ISREG(path.stat().st_mode):
            raise NoTournament("book.record.no-tournament", where=path)
    except (OSError, ValueError) as error:
        reason = find_reason(error) if isinstance(error, OSError) else str(error)
        raise NoTournament("book.record.no-file", where=path, reason=reason) from error
    store = Store(str(path), make_file_engine(path, "rw" if os.access(path, os.W_OK) else "ro"))
    with store._connect() as connection:
        mark = connection.exec_driver_sql("PRAGMA application_id").scalar()
    if mark != MARK:
        raise NoTournament("book.record.no-tournament", where=path)
    return store


def _refuse_foreign_parts(connection: sa.Connection, where: str) -> None:
    """Views and triggers are none of ours: a file with such was made to do something else."""
    if connection.dialect.name != "sqlite":
        return
    kinds = connection.exec_driver_sql("SELECT DISTINCT type FROM sqlite_master").scalars()
    if not set(kinds) <= {"table", "index"}:
        raise NoTournament("book.record.foreign-parts", where=where)


def _limit_sizes(chain: Iterable[Sealed]) -> Iterator[Sealed]:
    """The same entries, as long as they fit into the memory. Raises `TooLarge`."""
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
