"""Keeps two servers of one tournament apart: a locked file that states where the page runs and since when.

Two servers for one tournament would not know of each other's links and photographs. The system releases the lock
however the process ends, so nobody has to clear it.
"""

from __future__ import annotations

import errno
import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import BinaryIO

from pydantic import TypeAdapter

from desk.exits import WrongUse
from texts.sentences import Moment

_FAR = 1 << 30
"""The byte that is locked. Windows lets nobody read locked bytes, so it lies far behind all that is written."""
_NO_LOCKS = (errno.ENOLCK, errno.ENOSYS, errno.EINVAL, errno.ENOTSUP, errno.EOPNOTSUPP)
"""What systems say of a file that cannot be locked at all."""

_LOOKS, _LOOK_S = 5, 0.02


@dataclass(frozen=True, slots=True)
class Running:
    """Where a page runs. `since`: UTC, ISO."""

    address: str
    since: str


_RUNNING = TypeAdapter(Running)


class PageTaken(WrongUse):
    """Another server has the page. `running`: where; None while it begins or ends."""

    def __init__(self, running: Running | None) -> None:
        self.running = running
        if running is None:
            super().__init__("web.serve.taken-just-now")
        else:
            super().__init__("web.serve.taken", address=running.address, since=Moment(running.since))


@contextmanager
def hold_page(lock: Path, address: str) -> Iterator[None]:
    """Locks the page for this server. Raises `PageTaken`, which says where another one runs."""
    with os.fdopen(os.open(lock, os.O_RDWR | os.O_CREAT, 0o600), "r+b") as file:
        if not _take_soon(file):
            raise PageTaken(_read_running(lock))
        now = Running(address, datetime.now(UTC).isoformat(timespec="seconds"))
        _write(file, _RUNNING.dump_json(now))
        try:
            yield
        finally:
            _write(file, b"")


def find_running(lock: Path) -> Running | None:
    """Where the page of that lock runs now; None where no server holds it."""
    with suppress(OSError), lock.open("r+b") as file:
        return None if _take(file) else _read_running(lock)
    return None


def _read_running(lock: Path) -> Running | None:
    """What the lock's holder has written; None while it begins or ends."""
    with suppress(OSError, ValueError):
        return _RUNNING.validate_json(lock.read_bytes())
    return None


def _write(file: BinaryIO, content: bytes) -> None:
    file.seek(0)
    file.truncate()
    file.write(content)
    file.flush()


def _take_soon(file: BinaryIO) -> bool:
    """Takes the lock, on which somebody may have his hand for a moment who only looks whether a server runs."""
    for _ in range(_LOOKS):
        if _take(file):
            return True
        time.sleep(_LOOK_S)
    return False


def _take(file: BinaryIO) -> bool:
    """Takes the lock; False where another server has it. On a file system without locks it always succeeds."""
    try:
        _lock(file)
    except OSError as error:  # of a lock that is taken not every Windows says it by the same number
        return error.errno in _NO_LOCKS
    return True


if sys.platform == "win32":
    import msvcrt

    def _lock(file: BinaryIO) -> None:
        file.seek(_FAR)
        try:
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        except OSError as error:  # the user's own folder has locks; Wine gives no reason
            raise BlockingIOError from error

else:
    import fcntl

    def _lock(file: BinaryIO) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
