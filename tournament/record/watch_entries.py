"""Notices entries that somebody else adds, on this computer or another.

A PostgreSQL server announces them by LISTEN and NOTIFY. For a file its time and size are compared, which change when
any program writes to it; SQLite's own counter would need the file to be open all the time, and would not notice that
the file was replaced by a copy. Whatever is missed in this way is found by asking for the last entry now and then.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from pathlib import Path
from threading import Event

from tournament.record.database import CHANNEL, explain_failure
from tournament.record.entries import START, Head
from tournament.record.record_errors import OtherFile, RecordError, StoreUnreachable
from tournament.record.store import Store

LOOK_S = 0.4
"""Seconds between two looks at a file, and at whether to end."""
ASK_S = 5.0
"""Seconds after which the last entry is asked for in any case."""
AGAIN_S = 1.0
"""Seconds after which a database that is gone is tried again."""


def watch_entries(store: Store, ending: Event) -> Iterator[Head]:
    """Yields the last entry at first, whenever it changes, and when the record can be reached again.

    If the file was replaced by another one, yields `START` once. Ends some time after `ending` is set. Raises nothing:
    whoever reads the record gets its error.
    """
    is_server = store.engine.dialect.name == "postgresql"
    is_other = False
    while not ending.is_set():
        known: Head | None = None
        try:
            for _ in _hear_server(store, ending) if is_server else _look_at_file(Path(store.where), ending):
                head = store.read_head()
                if head != known:
                    known, is_other = head, False
                    yield head
        except OtherFile:
            if not is_other:
                is_other = True
                yield START
            ending.wait(AGAIN_S)
        except RecordError:
            ending.wait(AGAIN_S)


def _look_at_file(path: Path, ending: Event) -> Iterator[None]:
    """Yields when the file may have another last entry."""
    seen, asked = None, -math.inf
    while not ending.is_set():
        version, now = _find_version(path), time.monotonic()
        if version != seen or now > asked + ASK_S:
            seen, asked = version, now
            yield
        ending.wait(LOOK_S)


def _find_version(path: Path) -> tuple[int, int, int] | None:
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_ino, status.st_mtime_ns, status.st_size


def _hear_server(store: Store, ending: Event) -> Iterator[None]:
    """Yields when the schema may have another last entry. Raises `StoreUnreachable` when the server goes."""
    import psycopg

    with explain_failure(store.where), store.engine.connect() as connection:
        line = connection.connection.driver_connection
        assert isinstance(line, psycopg.Connection)
        try:
            line.autocommit = True
            line.execute(f"LISTEN {CHANNEL}")
            [schema] = line.execute("SELECT current_schema()").fetchall()
            asked = -math.inf
            while not ending.is_set():
                heard = any(note.payload == schema[0] for note in line.notifies(timeout=LOOK_S, stop_after=1))
                if heard or time.monotonic() > asked + ASK_S:
                    asked = time.monotonic()
                    yield
        except psycopg.Error as error:
            raise StoreUnreachable("book.record.unreachable", where=store.where, reason=str(error)) from error
