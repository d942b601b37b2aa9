"""Why a command stops: one class per exit status, raised with the sentence that says what is wrong and what helps.

The crash log holds what a bug report needs: the traceback and the versions, but no pictures and no names.
"""

from __future__ import annotations

import contextlib
import sys
from enum import IntEnum
from pathlib import Path
from typing import ClassVar

from texts.sentences import SpokenError

MOST = 50
"""How many logs are kept; the oldest are deleted, so that a fault that comes every minute does not fill the disk."""
_NAME = ("kiebitz-", ".log")


def write_log(error: BaseException) -> str:
    """Writes the traceback into a new file of the temporary folder; returns its path, or "-" when even that fails."""
    import platform  # late: these four take every command longer to load than its help to write
    import tempfile
    import traceback
    from importlib.metadata import version

    head = f"kiebitz {version('kiebitz')}, Python {sys.version}, {platform.platform()}\n"
    prefix, suffix = _NAME
    try:
        with tempfile.NamedTemporaryFile(
            "w", prefix=prefix, suffix=suffix, delete=False, encoding="utf-8", errors="replace"
        ) as log:
            log.write(head + "".join(traceback.format_exception(error)))
    except OSError:
        return "-"
    _drop_oldest(Path(log.name))
    return log.name


def _drop_oldest(newest: Path) -> None:
    """Removes the oldest logs of the same owner beyond `MOST`. Another process may remove some at the same time."""
    with contextlib.suppress(OSError):
        owner = newest.stat().st_uid
        logs = [(log.lstat(), log) for log in newest.parent.glob("*".join(_NAME)) if not log.is_symlink()]
        own = sorted((stat.st_mtime_ns, log) for stat, log in logs if stat.st_uid == owner and log != newest)
        for _, log in own[: max(0, len(own) + 1 - MOST)]:
            log.unlink(missing_ok=True)


class Status(IntEnum):
    """The exit statuses that the command line promises."""

    DONE = 0
    REVIEW = 1  # with --strict: a person must look at something
    USAGE = 2
    UNREADABLE = 3  # or a result that cannot be written: all that is wrong with a file
    BROKEN = 4
    INTERRUPTED = 130  # the shells' 128 + SIGINT


class Stop(SpokenError):
    """A command cannot go on."""

    exit_status: ClassVar[Status]


class WrongUse(Stop):
    """An option or argument is wrong; the caller gives the sentence that says why."""

    exit_status = Status.USAGE


class Unusable(Stop):
    """A file, picture, output or cluster that a command needs cannot be used; the caller's sentence says which."""

    exit_status = Status.UNREADABLE


class NoPhoto(Unusable):
    """Nothing to read was found."""


class Broken(Stop):
    """Part of the installation is missing or damaged, or an error occurred that nobody foresaw."""

    exit_status = Status.BROKEN


def make_printable(name: str) -> str:
    """A file name that can be shown and stored: control codes and bytes that are no text become "\ufffd"."""
    return "".join(char if char.isprintable() else "\ufffd" for char in name)
