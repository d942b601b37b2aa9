"""A quick look into a tournament's file: what was worked out for its last entry, without opening the whole store.

SQLAlchemy alone takes longer to load than a person waits. Whatever is unusual about the file gives None, and the store
then says what it is.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

_WAIT_S = 2
_MOST_BYTES = 1 << 22
"""Bytes of what is looked at; the status of 10,000 open items has 3 MB."""


def glance(where: str | Path, key: str) -> tuple[str, bytes] | None:
    """The hash of the file's last entry, and what was kept under `key`; None where either cannot be had."""
    path = Path(where)
    try:
        if not path.is_file():
            return None
        uri = f"{path.absolute().as_uri()}?mode=ro"
        with closing(sqlite3.connect(uri, uri=True, timeout=_WAIT_S)) as file:
            file.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, _MOST_BYTES)
            head = file.execute("SELECT hash FROM entries ORDER BY number DESC LIMIT 1").fetchone()
            kept = file.execute("SELECT data FROM caches WHERE key = ?", (key,)).fetchone()
    except (sqlite3.Error, OSError, ValueError):
        return None
    return (str(head[0]), bytes(kept[0])) if head and kept else None
