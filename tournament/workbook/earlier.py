"""A workbook in which somebody worked is not lost when a new one takes its place; no stranger's file is replaced."""

from __future__ import annotations

import os
import shutil
from itertools import count
from pathlib import Path

from tournament.atomic import make_foreign_error, make_unwritable_error
from tournament.remarks import say
from tournament.workbook.mark import origin


def refuse_foreign(target: Path) -> None:
    """Raises `UnwritableFile` when a file stands at `target` that Kiebitz never wrote, before any work is done."""
    if _stamp(target) and origin(target) == "foreign":
        raise make_foreign_error(target)


def keep_edited(target: Path, lang: str) -> Path | None:
    """Copies `target` beside itself unless it is as Kiebitz left it, and gives the copy's path; None if there is
    nothing to keep. What is saved there meanwhile is copied too.

    Raises `UnwritableFile` when it cannot be copied.
    """
    kept, seen = None, None
    while (now := _stamp(target)) != seen:
        seen = now
        if now and origin(target) != "ours":
            kept = _copy(target, lang)
    return kept


def _stamp(target: Path) -> tuple[int, int, int] | None:
    """What changes whenever a program saves the file; None where there is none, or an empty one."""
    told = target.stat() if target.is_file() else None
    return (told.st_ino, told.st_size, told.st_mtime_ns) if told and told.st_size else None


def _copy(target: Path, lang: str) -> Path:
    """A copy under the first free name; never in place of another file, whoever else is looking for a name."""
    for number in count(1):
        suffix = f"-{number}" if number > 1 else ""
        place = target.with_name(f"{target.stem}-{say(lang, 'earlier')}{suffix}{target.suffix}")
        try:
            _copy_to(target, place)
        except FileExistsError:
            continue
        except OSError as error:
            raise make_unwritable_error(place, error) from error
        return place
    raise AssertionError("numbers have no end")


def _copy_to(target: Path, place: Path) -> None:
    with target.open("rb") as source, place.open("xb") as copy:
        try:
            shutil.copyfileobj(source, copy)
            copy.flush()
            os.fsync(copy.fileno())
            shutil.copystat(target, place)
        except OSError:
            place.unlink(missing_ok=True)
            raise
