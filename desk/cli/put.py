"""Where the workbook goes when it is made: no reading is lost because somebody opened the last one meanwhile."""

from __future__ import annotations

import sys
from itertools import count
from pathlib import Path

from desk.outputs import is_plain, refuse_open, write_into
from texts.languages import Lang
from texts.sentences import say
from tournament.errors import UnwritableFile
from tournament.workbook.export import put_workbook


def put(data: bytes, target: Path, lang: Lang) -> Path:
    """Puts the workbook at `target`, or beside it where that has become impossible since it was checked; gives its
    place and says what else there is to know. Raises UnwritableFile where neither can be."""
    try:
        refuse_open(target)
        _put_at(target, data, lang)
    except UnwritableFile as lost:
        if not is_plain(target):
            raise
        return _put_beside(target, data, lang, lost)
    return target


def _put_beside(target: Path, data: bytes, lang: Lang, lost: UnwritableFile) -> Path:
    """Under a name that is free; raises `lost` where nothing can be written there either."""
    stems = (f"{target.stem}-{say(lang, 'desk.scan.new-file')}{f'-{n}' if n > 1 else ''}" for n in count(1))
    beside = next(place for place in map(target.with_stem, stems) if not place.exists())
    try:
        _put_at(beside, data, lang)
    except UnwritableFile:
        raise lost from None
    sys.stderr.write(say(lang, "desk.scan.written-beside", why=lost.message(lang), path=beside) + "\n")
    return beside


def _put_at(target: Path, data: bytes, lang: Lang) -> None:
    kept = write_into(target, lambda to: put_workbook(data, to, lang))
    if kept is not None:
        sys.stderr.write(say(lang, "desk.scan.kept", path=target.name, kept=kept) + "\n")
