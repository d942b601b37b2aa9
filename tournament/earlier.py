"""A workbook in which somebody worked is not lost when a new one takes its place."""

from __future__ import annotations

import shutil
import zipfile
from itertools import count
from pathlib import Path

from tournament.atomic import unwritable
from tournament.remarks import say

_PROGRAM, _OURS, _MOST = "docProps/app.xml", b"Openpyxl", 1 << 16
"""Excel and LibreOffice write their own name over that of the library by which Kiebitz writes."""


def keep_edited(target: Path, lang: str) -> Path | None:
    """Copies `target` beside itself if another program saved it, and gives the copy's path; None if there is nothing
    to keep.

    Raises `UnwritableFile` when it cannot be copied.
    """
    if not target.is_file() or _as_kiebitz_left_it(target):
        return None
    names = (f"{target.stem}-{say(lang, 'earlier')}{f'-{n}' if n > 1 else ''}{target.suffix}" for n in count(1))
    free = next(place for place in map(target.with_name, names) if not place.exists())
    try:
        shutil.copy2(target, free)
    except OSError as error:
        free.unlink(missing_ok=True)
        raise unwritable(free, error) from error
    return free


def _as_kiebitz_left_it(workbook: Path) -> bool:
    """Whether its last writer was Kiebitz; a file that is no workbook is somebody's too."""
    try:
        with zipfile.ZipFile(workbook) as parts, parts.open(_PROGRAM) as told:
            return _OURS in told.read(_MOST)
    except (OSError, KeyError, ValueError, RuntimeError, NotImplementedError, zipfile.BadZipFile):
        return False
