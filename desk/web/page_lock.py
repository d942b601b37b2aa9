"""One page for each tournament: two would hand out links and take photographs in without knowing of each other.

A lock beside the links says where the page runs and since when. The system lets go of it when the process ends, however
it ends: nobody has to clear it away.
"""

from __future__ import annotations

import os
import sys
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
"""Windows lets nobody read bytes that are locked: it is one behind all that is written."""


@dataclass(frozen=True, slots=True)
class Running:
    """Where a page runs. `since`: UTC, ISO."""

    address: str
    since: str


_RUNNING = TypeAdapter(Running)


@contextmanager
def hold_page(lock: Path, address: str) -> Iterator[None]:
    """Keeps all other pages of the tournament out. Raises `WrongUse`, which says where one runs already."""
    with os.fdopen(os.open(lock, os.O_RDWR | os.O_CREAT, 0o600), "r+b") as file:
        if not _take(file):
            raise _make_refusal(lock)
        now = Running(address, datetime.now(UTC).isoformat(timespec="seconds"))
        _write(file, _RUNNING.dump_json(now))
        try:
            yield
        finally:
            _write(file, b"")


def _make_refusal(lock: Path) -> WrongUse:
    with suppress(OSError, ValueError):  # it begins or ends just now
        running = _RUNNING.validate_json(lock.read_bytes())
        return WrongUse("web.serve.taken", address=running.address, since=Moment(running.since))
    return WrongUse("web.serve.taken-just-now")


def _write(file: BinaryIO, content: bytes) -> None:
    file.seek(0)
    file.truncate()
    file.write(content)
    file.flush()


def _take(file: BinaryIO) -> bool:
    """Whether nobody else has the lock. A file system that knows no locks keeps nobody out."""
    try:
        _lock(file)
    except (BlockingIOError, PermissionError):
        return False
    except OSError:
        return True
    return True


if sys.platform == "win32":
    import msvcrt

    def _lock(file: BinaryIO) -> None:
        file.seek(_FAR)
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _lock(file: BinaryIO) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
