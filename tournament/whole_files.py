"""Files appear whole or not at all: they are written beside the target and then moved over it.

A JSON document's bytes are made here too, for all that writes one.
"""

from __future__ import annotations

import errno
import json
import os
import re
import sys
import tempfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, BinaryIO

from tournament.errors import UnwritableFile, find_reason

if sys.platform != "win32":  # Windows deletes no file that somebody has open, and moves none
    import fcntl


_MODE = 0o666
_PREFIX = ".kiebitz-"
_DRAFT = re.compile(r"\.kiebitz-[a-z0-9_]{8}(\.\w+)?")
"""The names of drafts: our prefix, then what `tempfile` adds."""


def write_whole(
    target: Path, write: Callable[[Path], object], last_look: Callable[[], Path | None] = lambda: None
) -> Path | None:
    """Lets `write` fill a draft in the target's folder and moves the draft over `target`.

    A link stays a link. `last_look` is called when all is written, right before the move; its result is returned. The
    draft is on the disk before it is moved: after a power cut the old or the new file is there, whole. Raises
    `UnwritableFile` if the disk refuses; then `target` is unchanged.
    """
    seen: Path | None = None

    def put(draft: Path, place: Path) -> None:
        nonlocal seen
        seen = last_look()
        draft.replace(place)

    _write_draft(target, write, put)
    return seen


def write_new(target: Path, write: Callable[[Path], object]) -> None:
    """The same for a file that must not be there yet. Raises FileExistsError when it is, and then changes nothing."""
    _write_draft(target, write, _put_new)


def _put_new(draft: Path, place: Path) -> None:
    """Gives the draft a second name, `place`: the system refuses a name that is taken, even if somebody else took it
    just now."""
    try:
        os.link(draft, place)
    except FileExistsError:
        raise
    except OSError as error:  # a file system without second names, as on a memory stick
        if place.exists():
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(place)) from error
        draft.rename(place)


def _write_draft(target: Path, write: Callable[[Path], object], put: Callable[[Path, Path], object]) -> None:
    """Lets `write` fill a draft beside the target, and `put` it in its place when it is on the disk."""
    place = Path(os.path.realpath(target))
    try:
        _clear_drafts(place.parent)
        handle, name = tempfile.mkstemp(prefix=_PREFIX, suffix=place.suffix, dir=place.parent)
    except OSError as error:
        raise make_unwritable_error(target, error) from error
    draft = Path(name)
    try:
        with os.fdopen(handle, "rb") as held:
            with suppress(OSError):  # a file system without locks
                _hold(held)
            write(draft)
            os.fsync(held.fileno())
            draft.chmod(_MODE & ~_read_umask())
            if sys.platform == "win32":
                held.close()
            put(draft, place)
        _sync_folder(place.parent)
    except FileExistsError:
        raise
    except OSError as error:
        raise make_unwritable_error(target, error) from error
    finally:
        draft.unlink(missing_ok=True)


def _hold(draft: BinaryIO) -> None:
    """Locks the draft, so that other runs know that it is in use. Raises OSError where that is not possible."""
    if sys.platform != "win32":
        fcntl.flock(draft, fcntl.LOCK_EX | fcntl.LOCK_NB)


def _clear_drafts(folder: Path) -> None:
    """Removes the drafts of runs that were killed. Runs that are alive hold a lock on theirs."""
    for path in folder.glob(f"{_PREFIX}*"):
        if _DRAFT.fullmatch(path.name) and path.is_file():
            with suppress(OSError), path.open("rb") as draft:
                _hold(draft)
                path.unlink()


def _sync_folder(folder: Path) -> None:
    """Writes the folder's entry to the disk, where the system can do so for a folder. Windows cannot."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def encode_json(document: Any) -> bytes:
    """One JSON document in UTF-8 with a final newline."""
    text = json.dumps(document, ensure_ascii=False, indent=1) + "\n"
    return text.encode("utf-8", errors="replace")


def make_foreign_error(target: Path) -> UnwritableFile:
    """The error for a `target` that Kiebitz has not written: it is somebody's own file."""
    return UnwritableFile("files.foreign", path=target)


def make_unwritable_error(target: Path, error: OSError) -> UnwritableFile:
    """The error for a `target` that cannot be written, with the system's reason."""
    return UnwritableFile("files.unwritable", path=target, reason=find_reason(error))


def _read_umask() -> int:
    """The process's file mode mask; it can only be read by setting it."""
    mask = os.umask(0)
    os.umask(mask)
    return mask
