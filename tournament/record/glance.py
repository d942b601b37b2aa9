"""A quick look into a tournament's file: what was worked out for its last entry, without opening the whole store.

SQLAlchemy alone takes longer to load than a person waits. Whatever is unusual about the file gives None, and the store
then says what it is.
"""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from importlib.metadata import version
from pathlib import Path
from typing import Any

from tournament.record.seals import make_row_key, open_seal

Json = dict[str, Any]

MARK = 0x4B696562
""" "Kieb": SQLite's `application_id` of our files."""

DOCUMENTS = ("status", "standings")
"""The documents that a file keeps."""

_WAIT_S = 2
_MOST_BYTES = 1 << 25
"""Bytes of what is looked at; the status of 10,000 open items has 4 MB. The store keeps no more, either."""


def make_kept_key(name: str, lang: str) -> str:
    """The cache under which a document ("status", "standings") is kept; its sentences and labels have a language."""
    return f"{name}:{lang}"


def pack_kept(head: str, document: Json) -> bytes:
    """The document as it is kept, with the hash of the entry and the version of the program that it was made with."""
    kept = {"head": head, "program": version("kiebitz"), "document": document}
    return json.dumps(kept, ensure_ascii=False).encode()


def unpack_kept(data: bytes | None, head: str) -> Json | None:
    """The document; None where it is of another entry or another version."""
    try:
        kept = json.loads(data or b"")
        known = (kept["head"], kept["program"]) == (head, version("kiebitz"))
        return dict(kept["document"]) if known else None
    except (ValueError, KeyError, TypeError, RecursionError):
        return None


def glance(where: str | Path, name: str, lang: str) -> Json | None:
    """The document of that name for the file's last entry; None where it cannot be had."""
    path = Path(where)
    try:
        if not path.is_file():
            return None
        uri = f"{path.absolute().as_uri()}?mode=ro"
        with closing(sqlite3.connect(uri, uri=True, timeout=_WAIT_S)) as file:
            return _read_kept(file, make_kept_key(name, lang))
    except (sqlite3.Error, OSError, ValueError):
        return None


def _read_kept(file: sqlite3.Connection, key: str) -> Json | None:
    file.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, _MOST_BYTES)
    file.execute("PRAGMA trusted_schema = OFF")
    (mark,) = file.execute("PRAGMA application_id").fetchone()
    kinds = {kind for (kind,) in file.execute("SELECT DISTINCT type FROM sqlite_master")}
    if mark != MARK or not kinds <= {"table", "index"}:
        return None
    head = file.execute("SELECT hash FROM entries ORDER BY number DESC LIMIT 1").fetchone()
    first = file.execute("SELECT hash FROM entries WHERE number = 1").fetchone()
    kept = file.execute("SELECT data FROM caches WHERE key = ?", (make_row_key(key),)).fetchone()
    if not (head and first and kept):
        return None
    return unpack_kept(open_seal(key, str(first[0]), bytes(kept[0])), str(head[0]))
