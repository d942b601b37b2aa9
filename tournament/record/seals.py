"""Seals on what a file keeps only to be quick: a user's Kiebitz believes nothing there that it did not write itself.

Entries and blobs are bound by the chain of hashes; what can be worked out again lies outside of it. So each such piece
carries an HMAC-SHA256 (RFC 2104) with a key that lies in the user's own folder and in no tournament's file. What
somebody else wrote or changed has no such seal, and is worked out again.
"""

from __future__ import annotations

import hmac
import os
import secrets
import sys
from contextlib import suppress
from functools import lru_cache
from hashlib import sha256
from pathlib import Path

_KEY_BYTES = 32
_SEAL_BYTES = 32
_WRITER_LETTERS = 16
FILE_NAME = "seal.key"
"""The key's file in the user's own folder."""


def make_row_key(key: str) -> str:
    """Under which key this user's piece stands in the table: several who share a database keep one each."""
    return f"{key}@{name_writer()}"


def split_row_key(row_key: str) -> tuple[str, str]:
    """The piece's key, and who wrote it; "" for nobody."""
    key, _, writer = row_key.rpartition("@")
    return (key, writer) if key else (row_key, "")


def seal(key: str, tournament: str, data: bytes) -> bytes:
    """The piece with its seal in front. `tournament`: the hash of the first entry; a seal is of one file only."""
    return _make_seal(key, tournament, data) + data


def open_seal(key: str, tournament: str, sealed: bytes | None) -> bytes | None:
    """The piece; None for none, and for one that this user's Kiebitz did not write so."""
    if sealed is None or len(sealed) < _SEAL_BYTES:
        return None
    given, data = sealed[:_SEAL_BYTES], sealed[_SEAL_BYTES:]
    return data if hmac.compare_digest(given, _make_seal(key, tournament, data)) else None


def strip_seal(sealed: bytes) -> bytes:
    """The piece as somebody wrote it, unchecked."""
    return sealed[_SEAL_BYTES:]


def name_writer() -> str:
    """This user, by a hash of the key that does not give it away; "" where the key is only of this run."""
    key, lasting = _read_key(_find_folder())
    return sha256(b"kiebitz:" + key).hexdigest()[:_WRITER_LETTERS] if lasting else ""


def _make_seal(key: str, tournament: str, data: bytes) -> bytes:
    head = f"{len(key)}:{key}:{tournament}:".encode()
    return hmac.digest(_read_key(_find_folder())[0], head + data, "sha256")


@lru_cache(maxsize=8)
def _read_key(folder: Path | None) -> tuple[bytes, bool]:
    """The user's key, made at the first time, and whether it lasts: where it cannot be kept, it is of this run only."""
    fresh = secrets.token_bytes(_KEY_BYTES)
    if folder is None:
        return fresh, False
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if not (folder / FILE_NAME).exists():
            _make_key_file(folder, fresh)
        kept = (folder / FILE_NAME).read_bytes()
    except OSError:
        return fresh, False
    return (kept, True) if len(kept) == _KEY_BYTES else (fresh, False)


def _make_key_file(folder: Path, key: bytes) -> None:
    """Whole or not at all, for nobody else to read; the first of several runs wins."""
    draft = folder / f".{FILE_NAME}.{secrets.token_hex(4)}"
    with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        file.write(key)
    try:
        with suppress(FileExistsError):
            os.link(draft, folder / FILE_NAME)
    finally:
        draft.unlink()


def _find_folder() -> Path | None:
    """Where programs keep such things for a user; None where the user has no such place."""
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA", "")
        return Path(base) / "Kiebitz" if base else None
    with suppress(RuntimeError):
        if sys.platform == "darwin":
            return Path.home() / "Library" / "Application Support" / "Kiebitz"
        return Path(os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state") / "kiebitz"
    return None
