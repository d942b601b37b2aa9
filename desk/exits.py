"""Why a command stops: one class per reason, each with its exit status and a sentence that names the remedy.

The crash log holds what a bug report needs: the traceback and the versions, but no pictures and no names.
"""

from __future__ import annotations

import contextlib
import sys
from enum import IntEnum
from pathlib import Path
from typing import ClassVar

from texts.sentences import SpokenError
from tournament.errors import find_tesseract_remedy

MOST = 50
"""So many logs stay; the oldest ones give way, so that a fault that comes every minute fills no disk."""
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
    """Removes logs of the same owner beyond `MOST`. What another process removes meanwhile is gone all the same."""
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
    """An option or argument that cannot be meant; which sentence says so is given by the caller."""

    exit_status = Status.USAGE


class OneSentenceStop(Stop):
    """A stop that always says the same sentence, that of its `key`."""

    key: ClassVar[str]

    def __init__(self, **gaps: object) -> None:
        super().__init__(self.key, **gaps)


class OutputLost(OneSentenceStop):
    """Standard output goes to a file that takes no more."""

    exit_status, key = Status.UNREADABLE, "desk.stop.output-lost"


class ExportUnnoted(OneSentenceStop):
    """A file was handed out, and the tournament's database does not take the entry that says so."""

    exit_status, key = Status.UNREADABLE, "wall.export.unnoted"


class NoPipe(OneSentenceStop):
    """A result is to go into a named pipe, where it would wait for a reader, perhaps for ever."""

    exit_status, key = Status.UNREADABLE, "desk.stop.pipe"


class DebugLost(OneSentenceStop):
    """The folder of `--debug` takes no more pictures."""

    exit_status, key = Status.UNREADABLE, "desk.stop.debug-lost"


class NoPhoto(OneSentenceStop):
    """Nothing to read was found."""

    exit_status, key = Status.UNREADABLE, "desk.stop.no-photo"


class PictureUnusable(OneSentenceStop):
    """The one picture that a command needs cannot be used; `why` is a sentence of the scanner or of the paper."""

    exit_status, key = Status.UNREADABLE, "desk.stop.picture-unusable"


class NothingReadable(OneSentenceStop):
    """Photos were given, but no sheet could be read from any of them."""

    exit_status, key = Status.UNREADABLE, "desk.stop.nothing-readable"


class NoTesseract(OneSentenceStop):
    """The reader for printed text is not installed, or lacks German."""

    exit_status, key = Status.BROKEN, "desk.stop.no-tesseract"

    def __init__(self, reason: str) -> None:
        super().__init__(reason=reason, remedy=find_tesseract_remedy())


class NoModel(OneSentenceStop):
    """The network that reads the numbers is missing or damaged."""

    exit_status, key = Status.BROKEN, "desk.stop.no-model"


class ClusterMissing(OneSentenceStop):
    """A cluster was named, but the library for it is not installed."""

    exit_status, key = Status.BROKEN, "desk.stop.cluster-missing"


class ClusterLost(OneSentenceStop):
    """No scheduler answers at the cluster's address."""

    exit_status, key = Status.UNREADABLE, "desk.stop.cluster-lost"


class ClusterEmpty(OneSentenceStop):
    """The cluster's scheduler has no workers, and none comes."""

    exit_status, key = Status.UNREADABLE, "desk.stop.cluster-empty"


class ClusterVersion(OneSentenceStop):
    """A worker of the cluster has another version of Kiebitz, whose readings could differ."""

    exit_status, key = Status.BROKEN, "desk.stop.cluster-version"


class Broken(OneSentenceStop):
    """Anything that nobody thought of. The details are in a log, never on the user's screen."""

    exit_status, key = Status.BROKEN, "desk.stop.broken"


def make_printable(name: str) -> str:
    """A file name that can be shown and stored: control codes and bytes that are no text become "\ufffd"."""
    return "".join(char if char.isprintable() else "\ufffd" for char in name)
