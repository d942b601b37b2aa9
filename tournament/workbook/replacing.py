"""What becomes of the file whose place a new workbook takes: somebody's work in it is kept as a copy, and a file that
Kiebitz never wrote is not replaced."""

from __future__ import annotations

import os
import shutil
from itertools import count
from pathlib import Path

from texts.languages import Lang
from texts.sentences import say
from tournament.whole_files import make_foreign_error, make_unwritable_error
from tournament.workbook.mark import find_origin


def refuse_foreign(target: Path) -> None:
    """Raises `UnwritableFile` when a file stands at `target` that Kiebitz never wrote, before any work is done."""
    if _find_state(target) and find_origin(target) == "foreign":
        raise make_foreign_error(target)


def keep_edited(target: Path, lang: Lang) -> Path | None:
    """Copies `target` beside itself unless it is as Kiebitz left it, and gives the copy's path; None if there is
    nothing to keep. What is saved there meanwhile is copied too.

    Raises `UnwritableFile` when it cannot be copied.
    """
    kept, seen = None, None
    while (now := _find_state(target)) != seen:
        seen = now
        if now and find_origin(target) != "ours":
            kept = _copy(target, lang)
    return kept


def _find_state(target: Path) -> tuple[int, int, int] | None:
    """Inode, size and time of change: one of them changes whenever a program saves the file. None where there is no
    file, or an empty one."""
    found = target.stat() if target.is_file() else None
    return (found.st_ino, found.st_size, found.st_mtime_ns) if found and found.st_size else None


def _copy(target: Path, lang: Lang) -> Path:
    """A copy under the first free name; never in place of another file, whoever else is looking for a name."""
    for number in count(1):
        suffix = f"-{number}" if number > 1 else ""
        place = target.with_name(f"{target.stem}-{say(lang, 'workbook.file.earlier')}{suffix}{target.suffix}")
        try:
            _copy_to(target, place)
        except FileExistsError:
            continue
        except OSError as error:
            raise make_unwritable_error(place, error) from error
        return place
    raise AssertionError("numbers have no end")


def _copy_to(target: Path, place: Path) -> None:
    """Raises FileExistsError where `place` is taken; leaves no half copy behind."""
    with target.open("rb") as source, place.open("xb") as copy:
        try:
            shutil.copyfileobj(source, copy)
            copy.flush()
            os.fsync(copy.fileno())
            shutil.copystat(target, place)
        except OSError:
            place.unlink(missing_ok=True)
            raise
