"""What a bug report needs, in a file: the traceback and the versions, but no pictures and no names."""

from __future__ import annotations

import contextlib
import platform
import sys
import tempfile
import traceback
from importlib.metadata import version
from pathlib import Path

MOST = 50
"""So many logs stay; the oldest ones give way, so that a fault that comes every minute fills no disk."""
_NAME = ("kiebitz-", ".log")


def write_log(error: BaseException) -> str:
    """Writes the traceback into a new file of the temporary folder; returns its path, or "-" when even that fails."""
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
