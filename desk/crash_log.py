"""What a bug report needs, in a file: the traceback and the versions, but no pictures and no names."""

from __future__ import annotations

import platform
import sys
import tempfile
import traceback
from importlib.metadata import version


def write_log(error: BaseException) -> str:
    """Writes the traceback into a new file of the temporary folder; returns its path, or "-" when even that fails."""
    head = f"kiebitz {version('kiebitz')}, Python {sys.version}, {platform.platform()}\n"
    try:
        with tempfile.NamedTemporaryFile(
            "w", prefix="kiebitz-", suffix=".log", delete=False, encoding="utf-8", errors="replace"
        ) as log:
            log.write(head + "".join(traceback.format_exception(error)))
            return log.name
    except OSError:
        return "-"
