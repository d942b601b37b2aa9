"""Files appear whole or not at all: they are written beside the target and then moved over it.

A JSON document's bytes are made here too, for all that writes one.
"""

from __future__ import annotations

import errno
import json
import os
import re
import secrets
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, BinaryIO

from tournament.errors import ON_WINDOWS, UnwritableFile, find_reason

if sys.platform != "win32":
    import fcntl

TRIES, PAUSE_S = (20, 0.05) if ON_WINDOWS else (1, 0.0)
"""How often a file is moved over another one, and the seconds in between. Windows moves none that somebody has open,
be it only for a moment: who reads it just now, or a scanner for viruses."""
OLD_S = 3600.0
"""Seconds after which Windows' drafts are those of a run that was killed: there they cannot be locked and deleted."""
_NO_NAME = re.compile(r'[<>:"|?*\x00-\x1f]|[. ]$|^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)|.{256}', re.IGNORECASE)
"""What no file may be called on Windows: signs with a meaning, a dot or blank at the end, the names of devices. Or what
is too long on every system."""
_MODE = 0o666
_PREFIX = ".kiebitz-"
_DRAFT = re.compile(r"\.kiebitz-[a-z0-9_]{8}(\.\w+)?")
"""The names of drafts and probes: our prefix, then what `tempfile` adds, or as many signs."""


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
        move(draft, place)

    _write_draft(target, write, put)
    return seen


def probe_folder(folder: Path) -> None:
    """Raises OSError unless files can be made in the folder; leaves nothing behind.

    To be asked before `tempfile` is: where a folder refuses, that tries other names on Windows, millions of them. What
    a killed run leaves of it goes with the drafts.
    """
    probe = folder / f"{_PREFIX}{secrets.token_hex(4)}"
    os.close(os.open(probe, os.O_CREAT | os.O_EXCL | os.O_WRONLY))
    probe.unlink(missing_ok=True)  # another run may have cleared it away as a draft that nobody holds


def move(draft: Path, place: Path) -> None:
    """Moves the file or folder to its place, over a file that is there. Raises OSError."""
    for left in reversed(range(TRIES)):
        try:
            draft.replace(place)
        except PermissionError:
            if not left:
                raise
            time.sleep(PAUSE_S)
        else:
            return


def is_name_everywhere(name: str) -> bool:
    """Whether a file may have that name on every system: one goes from a laptop to another on a memory stick."""
    return not _NO_NAME.search(name)


def refuse_name(path: Path) -> None:
    """Raises UnwritableFile on Windows for such a name: "Stand 20:15.pdf" would be a hidden part of "Stand 20"."""
    if ON_WINDOWS and not is_name_everywhere(path.name):
        raise UnwritableFile("files.no-name", path=path)


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
    refuse_name(target)
    place = Path(os.path.realpath(target))
    try:
        _clear_drafts(place.parent)
        probe_folder(place.parent)
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
            with suppress(OSError):
                _clear_old(path) if ON_WINDOWS else _clear_free(path)


def _clear_free(path: Path) -> None:
    with path.open("rb") as draft:
        _hold(draft)
        path.unlink()


def _clear_old(path: Path) -> None:
    if time.time() - path.stat().st_mtime > OLD_S:
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
