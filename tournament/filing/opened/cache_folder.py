"""Cached results, kept in the user's cache folder and not in the tournament's file: one folder for each tournament, one
file for each piece.

Every piece can be worked out again. One that is missing, unreadable, too large, damaged, or of another tournament or
user is ignored. Documents ("status", "standings") are found without opening the store: SQLAlchemy alone takes longer to
load than a person wants to wait.
"""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
import stat
import tempfile
import time
from collections.abc import Iterable, Mapping
from contextlib import closing, suppress
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from typing import Any, Literal

from platformdirs import user_cache_path

from texts.languages import LANGUAGES
from tournament.record.record_errors import MARK, is_url, write_file_address

Json = dict[str, Any]
Name = Literal["status", "standings"]
"""The documents that are kept."""
NAMES: tuple[Name, ...] = ("status", "standings")

MOST_BYTES = 1 << 25
"""Bytes of a piece. The status of 10,000 open items has 4 MB, a judgement some 10 KB."""
MOST_TOGETHER = 1 << 29
"""Bytes of all pieces of all tournaments: ten evenings of 200 players with many decisions."""
MOST_TOURNAMENTS = 40
TIDY_EVERY_S = 600
"""Seconds between two looks through the whole folder, each of which takes up to 20 ms."""

_WAIT_S = 2
_DIGITS = 64
"""Letters of a SHA-256. A piece's file begins with that of its tournament, its name and its content."""
_STAMP = "tidied"


def read_pieces(tournament: str, names: Iterable[str]) -> list[bytes | None]:
    """The pieces with these names, None for those that are not kept. `tournament`: the hash of its first entry."""
    folder = _find_folder(tournament)
    with suppress(OSError):
        os.utime(folder)  # it is in use: others go first when room is made
    return [_read_piece(folder, tournament, name) for name in names]


def keep_pieces(tournament: str, pieces: Mapping[str, bytes]) -> None:
    """Keeps each piece in place of an older one of its name, and makes room if there is too much. If the folder cannot
    be written, nothing is kept."""
    folder = _find_folder(tournament)
    with suppress(OSError):
        for place in (folder.parent, folder):
            place.mkdir(mode=0o700, parents=True, exist_ok=True)
            place.chmod(0o700)
        for name, data in pieces.items():
            if len(data) <= MOST_BYTES:
                _write_piece(folder, name, _make_sum(tournament, name, data) + data)
        _make_room(folder.parent)


def forget_tournament(tournament: str) -> None:
    """Deletes all pieces of the tournament."""
    shutil.rmtree(_find_folder(tournament), ignore_errors=True)


def find_document(tournament: str, head: str, name: Name, lang: str) -> Json | None:
    """The document as this version of the program worked it out for that last entry; None if there is none."""
    (data,) = read_pieces(tournament, [f"{name}.{lang}"])
    try:
        kept = json.loads(data or b"")
        known = (kept["head"], kept["program"]) == (head, version("kiebitz"))
        return dict(kept["document"]) if known else None
    except (ValueError, KeyError, TypeError, RecursionError):
        return None


def put_documents(tournament: str, head: str, lang: str, documents: Mapping[Name, Json]) -> None:
    """Keeps the documents for that last entry (`head`), in place of those for an earlier one."""
    made = {"head": head, "program": version("kiebitz")}
    keep_pieces(
        tournament,
        {
            f"{name}.{lang}": json.dumps({**made, "document": document}, ensure_ascii=False).encode()
            for name, document in documents.items()
        },
    )


def carry_documents(tournament: str, before: str, after: str) -> None:
    """Keeps the documents of the entry `before` for a later one, `after`, that changed nothing in them."""
    for lang in LANGUAGES:
        found = {name: find_document(tournament, before, name, lang) for name in NAMES}
        kept = {name: document for name, document in found.items() if document is not None}
        if kept:
            put_documents(tournament, after, lang, kept)


def glance(where: str | Path, name: Name, lang: str) -> Json | None:
    """The cached document for the file's last entry; None if there is none, or if anything about the file is unusual,
    which opening the store will then report."""
    ends = None if is_url(where) else _read_ends(Path(where))
    return None if ends is None else find_document(*ends, name, lang)


def _read_ends(path: Path) -> tuple[str, str] | None:
    """The hashes of the file's first and last entry; None if it is not clearly one of ours."""
    try:
        if not path.is_file():
            return None
        with closing(sqlite3.connect(write_file_address(path.absolute(), "ro"), uri=True, timeout=_WAIT_S)) as file:
            file.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, MOST_BYTES)
            file.execute("PRAGMA trusted_schema = OFF")
            (mark,) = file.execute("PRAGMA application_id").fetchone()
            kinds = {kind for (kind,) in file.execute("SELECT DISTINCT type FROM sqlite_master")}
            first = file.execute("SELECT hash FROM entries WHERE number = 1").fetchone()
            last = file.execute("SELECT hash FROM entries ORDER BY number DESC LIMIT 1").fetchone()
    except (sqlite3.Error, OSError, ValueError):
        return None
    return (str(first[0]), str(last[0])) if first and mark == MARK and kinds <= {"table", "index"} else None


def _find_folder(tournament: str) -> Path:
    """The tournament's folder. It is named by a hash of the hash, as content of somebody else's file must not become
    part of a path."""
    return user_cache_path("kiebitz", appauthor=False) / sha256(tournament.encode()).hexdigest()[:32]


def _read_piece(folder: Path, tournament: str, name: str) -> bytes | None:
    try:
        with os.fdopen(os.open(folder / name, os.O_RDONLY | _PLAIN), "rb") as file:
            found = os.fstat(file.fileno())
            own = not hasattr(os, "getuid") or found.st_uid == os.getuid()  # Windows keeps others out of the folder
            if not stat.S_ISREG(found.st_mode) or not own or found.st_size > MOST_BYTES + _DIGITS:
                return None
            whole = file.read(found.st_size)
    except OSError:
        return None
    data = whole[_DIGITS:]
    return data if whole[:_DIGITS] == _make_sum(tournament, name, data) else None


_PLAIN = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
"""Flags for opening: follow no link, and wait for no pipe."""


def _make_sum(tournament: str, name: str, data: bytes) -> bytes:
    return sha256(f"{tournament}\n{name}\n".encode() + data).hexdigest().encode()


def _write_piece(folder: Path, name: str, whole: bytes) -> None:
    """Writes the piece into a draft, which only its owner may read, and then moves that to its place. It is not synced
    to the disk: what a power cut spoils is worked out again."""
    handle, path = tempfile.mkstemp(dir=folder)
    draft = Path(path)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(whole)
        draft.replace(folder / name)
    except OSError:
        draft.unlink(missing_ok=True)
        raise


def _make_room(root: Path) -> None:
    """Deletes, at most every ten minutes, what is too much: tournaments that were unused for longest, then the oldest
    pieces."""
    stamp, now = root / _STAMP, time.time()
    if stamp.exists() and 0 <= now - stamp.stat().st_mtime < TIDY_EVERY_S:
        return
    stamp.touch(mode=0o600)
    room = MOST_TOGETHER
    folders = sorted((one for one in root.iterdir() if one.is_dir()), key=_read_age, reverse=True)
    for at, folder in enumerate(folders):
        for piece in sorted(folder.iterdir(), key=_read_age, reverse=True):
            room -= piece.stat().st_size
            if room < 0 or at >= MOST_TOURNAMENTS:
                piece.unlink(missing_ok=True)
        with suppress(OSError):  # it still has some
            folder.rmdir()


def _read_age(path: Path) -> float:
    return path.stat().st_mtime
