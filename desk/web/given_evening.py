"""A tournament's file, or a backup, that somebody gives the start page. It is checked as a stranger's, and copied into
the tournaments' folder; what lies there is never replaced, and no name becomes a path but as plain letters.
"""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import BinaryIO

from desk.exits import Unusable
from texts.sentences import tidy_text
from tournament.filing.backups import MOST_UNPACKED, BadBackup, unpack_backup
from tournament.record.open_store import open_store
from tournament.record.record_errors import SUFFIX, NewerFile, NotCopied, NoTournament, RecordError
from tournament.record.replay import Tournament, replay
from tournament.whole_files import is_name_everywhere, write_new

BACKUP = ".zip"
MOST_GIVEN_BYTES = MOST_UNPACKED
_ZIPPED = b"PK\x03\x04"
_CHUNK = 1 << 20
_NO_LETTER = re.compile(r"[^\w .()-]")
_LONGEST_STEM = 60
Check = Callable[[Tournament], None]


class NotOpened(Unusable):
    """A file that is no tournament of ours, or cannot be used. `name`: as it was called."""

    def __init__(self, reason: str, name: str) -> None:
        super().__init__(f"startpage.given.{reason}", name=tidy_text(name))


class NotKept(NotOpened):
    """A file of an older version, of which no copy can be kept."""

    def __init__(self, error: NotCopied) -> None:
        Unusable.__init__(self, error.phrase.key, **error.phrase.gaps)


class SameEvening(NotOpened):
    """The tournament lies in `where` already."""

    def __init__(self, name: str, where: str) -> None:
        super().__init__("same", name)
        self.where = where


def refuse_record(error: RecordError, name: str) -> NotOpened:
    """Why that file is not opened, in words for whoever chose it."""
    if error.phrase.key == "book.record.no-file":
        return NotOpened("missing", name)
    if isinstance(error, NotCopied):
        return NotKept(error)
    kinds = {NoTournament: "no-tournament", NewerFile: "newer"}
    return NotOpened(next((reason for kind, reason in kinds.items() if isinstance(error, kind)), "damaged"), name)


def take_given(folder: Path, name: str, given: BinaryIO, check: Check) -> Path:
    """Copies a tournament's file, or what a backup holds, into the folder; returns the new file. `name`: as it was
    called; `check`: may refuse the tournament. Raises `NotOpened`, what `check` raises, and where nothing can be
    written the errors of `write_new` and `unpack_backup`."""
    begin = given.read(len(_ZIPPED))
    given.seek(0)
    return (_take_backup if begin == _ZIPPED else _take_file)(folder, name, given, check)


def _take_file(folder: Path, name: str, given: BinaryIO, check: Check) -> Path:
    target = folder / f"{_find_free(folder, name)}{SUFFIX}"

    def fill(draft: Path) -> None:
        _copy(given, draft, name)
        _check_file(draft, name, check)

    write_new(target, fill)
    return target


def _take_backup(folder: Path, name: str, given: BinaryIO, check: Check) -> Path:
    with TemporaryDirectory(prefix="kiebitz-") as place, ExitStack() as undo:
        packed = Path(place) / f"{_find_free(folder, name)}{BACKUP}"
        _copy(given, packed, name)
        try:
            file = unpack_backup(packed, folder)
        except BadBackup as error:
            full = error.phrase.key == "handouts.backup.unreadable"
            raise error if full else NotOpened("no-backup", name) from error
        undo.callback(shutil.rmtree, file.parent)
        _check_file(file, name, check)
        undo.pop_all()
    return file


def _check_file(file: Path, name: str, check: Check) -> None:
    try:
        store = open_store(file)
        tournament = replay(store.read_entries())
        store.engine.dispose()
    except RecordError as error:
        raise refuse_record(error, name) from error
    check(tournament)


def _copy(given: BinaryIO, target: Path, name: str) -> None:
    """Copies all of it. Raises `NotOpened` for too much, whatever was announced."""
    with target.open("wb") as file:
        while chunk := given.read(_CHUNK):
            file.write(chunk)
            if file.tell() > MOST_GIVEN_BYTES:
                raise NotOpened("too-large", name)


def _find_free(folder: Path, name: str) -> str:
    """A name without ending that nothing in the folder has, neither a file nor a folder: "abend", else "abend 2"."""
    return next(stem for stem in _list_stems(name) if not any(map(os.path.lexists, _list_places(folder, stem))))


def _list_stems(name: str) -> Iterator[str]:
    plain = _NO_LETTER.sub("", tidy_text(Path(name).stem))[:_LONGEST_STEM].strip(" .") or "turnier"
    if not is_name_everywhere(plain):
        plain = f"turnier {plain}"
    yield plain
    yield from (f"{plain} {number}" for number in count(2))


def _list_places(folder: Path, stem: str) -> tuple[Path, ...]:
    return folder / f"{stem}{SUFFIX}", folder / f"{stem}-fotos", folder / stem
