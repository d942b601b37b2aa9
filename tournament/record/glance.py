"""A quick look at what a file keeps for its newest entry, without the libraries that reading its entries takes.

Only what was worked out from exactly the entries that are there is given; whatever else there is about the file is said
by `tournament.record.store`.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

MARK = 0x4B696562
""" "Kieb": SQLite's `application_id` of our files."""


def make_kept_key(name: str, lang: str) -> str:
    """Under which key something is kept that this version of the program says in that language."""
    from importlib.metadata import version  # 20 ms, and only here

    return f"{name}:{lang}:{version('kiebitz')}"


def seal_kept(head: str, data: bytes) -> bytes:
    """What is kept as a cache: the hash of the newest entry that it was worked out from, and the data."""
    return head.encode() + b"\n" + data


def open_kept(kept: bytes | None, head: str) -> bytes | None:
    """The data, where it was worked out from these entries."""
    before, _, data = (kept or b"").partition(b"\n")
    return data if before == head.encode() and head else None


def glance(where: str, key: str) -> bytes | None:
    """The cache of that key, where it belongs to the file's newest entry; None where it does not, or for any doubt."""
    try:
        address = f"{Path(where).absolute().as_uri()}?mode=ro"
        with closing(sqlite3.connect(address, uri=True)) as connection:
            return _read_kept(connection, key)
    except (sqlite3.Error, OSError, ValueError):
        return None


def _read_kept(connection: sqlite3.Connection, key: str) -> bytes | None:
    connection.execute("PRAGMA trusted_schema = OFF")
    (mark,) = connection.execute("PRAGMA application_id").fetchone()
    kinds = {kind for (kind,) in connection.execute("SELECT DISTINCT type FROM sqlite_master")}
    if mark != MARK or not kinds <= {"table", "index"}:
        return None
    head = connection.execute("SELECT hash FROM entries ORDER BY number DESC LIMIT 1").fetchone()
    kept = connection.execute("SELECT data FROM caches WHERE key = ?", (key,)).fetchone()
    return open_kept(bytes(kept[0]), str(head[0])) if head and kept else None
