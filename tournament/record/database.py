"""How the database is reached: a SQLite file by its path, PostgreSQL by its URL.

SQLite keeps a rollback journal, not a write-ahead log: the file by itself is the whole tournament whenever no command
runs, and can be copied or mailed. After a crash the next command rolls the journal back. `synchronous` is EXTRA, so
that what was acknowledged is there after a power cut, too. What the database library raises becomes an error that says
what helps.

The tables hold entries, and the large things that they name by hash.
"""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Literal

import sqlalchemy as sa
from sqlalchemy.pool import NullPool

from tournament.record.record_errors import (
    DamagedFile,
    FileBusy,
    NoTournament,
    RecordError,
    StoreFull,
    StoreUnreachable,
    TooLarge,
    UnwritableStore,
    write_file_address,
)

Access = Literal["rwc", "rw", "ro"]
"""SQLite's own words: make the file, write into it, only read it."""

WAIT_S = 10
"""Seconds to wait for another program that writes. An entry is written in some milliseconds."""
MOST_BYTES = 1 << 26
"""The most bytes of a text or blob that SQLite may return. The largest of ours, a reduced copy, has some millions."""

_PRAGMAS: dict[Access, tuple[str, ...]] = {
    "ro": ("trusted_schema = OFF", "cell_size_check = ON"),
    "rw": ("trusted_schema = OFF", "cell_size_check = ON", "journal_mode = DELETE", "synchronous = EXTRA"),
    "rwc": ("journal_mode = MEMORY",),  # a draft: whoever is killed leaves no journal beside it
}
CHANNEL = "kiebitz"
"""The channel on which a PostgreSQL server announces new entries; it is one for all schemas of a database."""
_SHOWN = ("application_name", "connect_timeout", "options", "sslmode")
"""Options of a URL that hold no secret and may be shown; all others, such as `password` or `passfile`, are hidden."""
_LOCK = "LOCK TABLE entries IN EXCLUSIVE MODE"


def make_file_engine(path: Path, access: Access) -> sa.Engine:
    """The engine for a SQLite file. Nothing is opened yet."""
    url = write_file_address(path.absolute(), access)

    def connect() -> sqlite3.Connection:
        connection = sqlite3.connect(url, uri=True, timeout=WAIT_S, isolation_level=None, check_same_thread=False)
        connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, MOST_BYTES)
        connection.setlimit(sqlite3.SQLITE_LIMIT_ATTACHED, 0)
        try:
            for pragma in _PRAGMAS[access]:
                connection.execute(f"PRAGMA {pragma}")
        except sqlite3.Error:
            connection.close()  # Windows replaces no file that is open
            raise
        return connection

    engine = sa.create_engine("sqlite://", creator=connect, poolclass=NullPool)
    sa.event.listen(engine, "begin", _begin)
    return engine


def _begin(connection: sa.Connection) -> None:
    """A writer takes its lock before it reads, so that nobody writes in between."""
    writing = connection.get_execution_options().get("writing")
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writing else "BEGIN")


def make_server_engine(url: str) -> sa.Engine:
    """The engine for a PostgreSQL database; one database, or one schema named in the URL, is one tournament.

    Raises `StoreUnreachable` where the library for PostgreSQL is not installed, and for a URL that cannot be read.
    """
    parsed = _read_url(url)
    if parsed is None:
        raise StoreUnreachable("book.record.bad-address")
    try:
        parsed = parsed.set(drivername="postgresql+psycopg")
        return sa.create_engine(parsed, poolclass=NullPool, connect_args={"connect_timeout": WAIT_S})
    except ImportError as error:
        raise StoreUnreachable("book.record.no-psycopg") from error


def lock_entries(connection: sa.Connection) -> None:
    """Keeps other writers out until the transaction ends; who only reads may go on. SQLite has done so in `_begin`."""
    if connection.dialect.name == "postgresql":
        connection.exec_driver_sql(f"SET LOCAL lock_timeout = '{WAIT_S}s'")
        connection.exec_driver_sql(_LOCK)


def tell_listeners(connection: sa.Connection) -> None:
    """Makes a server announce to other computers, once the transaction has ended, that this schema has a new entry."""
    if connection.dialect.name == "postgresql":
        connection.execute(sa.select(sa.func.pg_notify(CHANNEL, sa.func.current_schema())))


def hide_password(url: str) -> str:
    """The URL as a sentence on the command line may show it: without its password, and only with options that are known
    to be no secret."""
    parsed = _read_url(url)
    if parsed is None:
        return url.partition("://")[0] + "://"
    hidden = [key for key in parsed.query if key not in _SHOWN]
    return parsed.difference_update_query(hidden).render_as_string(hide_password=True)


def _read_url(url: str) -> sa.URL | None:
    """The URL, None if it cannot be parsed with certainty: with special letters in a password that are not escaped, a
    part of the password would be taken for the host, and shown."""
    try:
        parsed = sa.make_url(url)
    except (sa.exc.ArgumentError, ValueError):
        return None
    return None if "@" in (parsed.host or "") else parsed


_BY_CODE: dict[int, tuple[type[RecordError], str]] = {
    sqlite3.SQLITE_FULL: (StoreFull, "book.record.full"),
    sqlite3.SQLITE_IOERR: (StoreFull, "book.record.io-error"),
    sqlite3.SQLITE_BUSY: (FileBusy, "book.record.busy"),
    sqlite3.SQLITE_LOCKED: (FileBusy, "book.record.busy"),
    sqlite3.SQLITE_READONLY: (UnwritableStore, "book.record.read-only"),
    sqlite3.SQLITE_PERM: (UnwritableStore, "book.record.read-only"),
    sqlite3.SQLITE_CANTOPEN: (UnwritableStore, "book.record.cannot-open"),
    sqlite3.SQLITE_CORRUPT: (DamagedFile, "book.record.damaged"),
    sqlite3.SQLITE_NOTADB: (NoTournament, "book.record.no-tournament"),
    sqlite3.SQLITE_TOOBIG: (TooLarge, "book.record.too-large"),
    sqlite3.SQLITE_ERROR: (DamagedFile, "book.record.damaged"),  # a table or column that is not there
}
"""By SQLite's primary result code."""
_BY_STATE: dict[str, tuple[type[RecordError], str]] = {
    "53100": (StoreFull, "book.record.full"),
    "55P03": (FileBusy, "book.record.busy"),
    "42P01": (DamagedFile, "book.record.damaged"),  # a table that is not there
    "42501": (UnwritableStore, "book.record.read-only"),
    "25006": (UnwritableStore, "book.record.read-only"),
}
"""By PostgreSQL's SQLSTATE."""


@contextmanager
def explain_failure(where: str) -> Iterator[None]:
    """Within this context, whatever the database raises becomes a `RecordError`; `where`: its name for the sentence."""
    try:
        yield
    except sa.exc.DBAPIError as error:
        kind, key = _find_reason(error.orig)
        reason = str(error.orig).strip().splitlines()[:1]
        raise kind(key, where=where, reason=reason[0] if reason else type(error.orig).__name__) from error


def _find_reason(error: BaseException | None) -> tuple[type[RecordError], str]:
    if isinstance(error, sqlite3.Error):
        code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT)  # Python's own have none: text that is none
        return _BY_CODE.get(code & 0xFF, (DamagedFile, "book.record.damaged"))
    state = getattr(error, "sqlstate", None) or ""
    return _BY_STATE.get(state, (StoreUnreachable, "book.record.unreachable"))


logging.getLogger("sqlalchemy.pool").setLevel(logging.CRITICAL)  # of a connection that broke; the error says it, too

METADATA = sa.MetaData()

ENTRIES = sa.Table(
    "entries",
    METADATA,
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("document", sa.Text, nullable=False),
    sa.Column("hash", sa.Text, nullable=False, unique=True),
)
"""The chain: `tournament.record.entries` says what a document holds."""

BLOBS = sa.Table(
    "blobs",
    METADATA,
    sa.Column("hash", sa.Text, primary_key=True),
    sa.Column("data", sa.LargeBinary, nullable=False),
)
"""Readings, judgements and reduced copies of photographs, by their SHA-256."""

TABLES = frozenset({*METADATA.tables, "alembic_version"})
"""All tables that a tournament has."""
