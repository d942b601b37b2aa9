"""Turns what the database library raises into an error that says what helps."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

import sqlalchemy as sa

from tournament.record.errors import (
    DamagedFile,
    FileBusy,
    NoTournament,
    RecordError,
    StoreFull,
    StoreUnreachable,
    TooLarge,
    UnwritableStore,
)

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
    """Raises a `RecordError` for whatever the database refuses."""
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
