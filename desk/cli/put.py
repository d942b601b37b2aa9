"""Where the workbook goes when it is made: no reading is lost because somebody opened the last one meanwhile."""

from __future__ import annotations

import sys
from itertools import count
from pathlib import Path

from desk.outputs import is_plain, refuse_open, write_into
from texts.languages import Lang, pick
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
    stems = (f"{target.stem}-{pick('neu', 'new', lang)}{f'-{n}' if n > 1 else ''}" for n in count(1))
    beside = next(place for place in map(target.with_stem, stems) if not place.exists())
    try:
        _put_at(beside, data, lang)
    except UnwritableFile:
        raise lost from None
    told = pick("Die neue Arbeitsmappe liegt deshalb in", "The new workbook is therefore in", lang)
    sys.stderr.write(f"{lost.message(lang)} {told} {beside}\n")
    return beside


def _put_at(target: Path, data: bytes, lang: Lang) -> None:
    kept = write_into(target, lambda to: put_workbook(data, to, lang))
    if kept is not None:
        de = f"{target.name} wurde in einem anderen Programm gespeichert; diese Fassung liegt jetzt in {kept}"
        en = f"{target.name} was saved by another program; that version is now in {kept}"
        sys.stderr.write(pick(de, en, lang) + "\n")
