"""Where the workbook goes when it is made: no reading is lost because somebody opened the last one meanwhile."""

from __future__ import annotations

import sys
from itertools import count
from pathlib import Path

from desk.outputs import is_plain, refuse_open_elsewhere, write_into
from texts.languages import Lang
from texts.sentences import say
from tournament.errors import UnwritableFile
from tournament.handout.workbook.make_workbook import put_workbook


def place_workbook(data: bytes, target: Path, lang: Lang) -> Path:
    """Puts the workbook at `target`, or beside it where that has become impossible since it was checked.

    Returns where it is, and says on standard error what else there is to know. Raises UnwritableFile where it can be
    put at neither place.
    """
    try:
        refuse_open_elsewhere(target)
        _place_at(target, data, lang)
    except UnwritableFile as lost:
        if not is_plain(target):
            raise
        return _place_beside(target, data, lang, lost)
    return target


def _place_beside(target: Path, data: bytes, lang: Lang, lost: UnwritableFile) -> Path:
    """Puts it under a name that is free; raises `lost` where that cannot be done either."""
    stems = (f"{target.stem}-{say(lang, 'desk.scan.new-file')}{f'-{n}' if n > 1 else ''}" for n in count(1))
    beside = next(place for place in map(target.with_stem, stems) if not place.exists())
    try:
        _place_at(beside, data, lang)
    except UnwritableFile:
        raise lost from None
    sys.stderr.write(say(lang, "desk.scan.written-beside", why=lost.message(lang), path=beside) + "\n")
    return beside


def _place_at(target: Path, data: bytes, lang: Lang) -> None:
    kept = write_into(target, lambda to: put_workbook(data, to, lang))
    if kept is not None:
        sys.stderr.write(say(lang, "desk.scan.kept", path=target.name, kept=kept) + "\n")
