"""Brings a file of an older version into today's form, once something is added to it. The file as it was stays beside
it as a copy; where that cannot be made, nothing is changed.

Every older form can be read as it is, so whoever only reads changes no file.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing, suppress
from dataclasses import replace
from importlib.metadata import version
from itertools import count
from pathlib import Path

from texts.languages import LANGUAGES, default_language
from texts.sentences import Phrase, say
from tournament.errors import UnwritableFile
from tournament.record.open_store import REVISIONS, find_revision, open_store, upgrade_tables
from tournament.record.record_errors import SUFFIX, FileBusy, NotCopied, StoreFull, UnwritableStore, is_url
from tournament.record.store import Store
from tournament.whole_files import write_new


def open_current(where: str | Path) -> Store:
    """The tournament there, its tables in today's form where they may be written, to add entries to. Raises the errors
    of `open_store`, and `NotCopied`."""
    store = open_store(where)
    with store.connect() as connection:
        revision = find_revision(connection)
    if revision == REVISIONS[-1]:
        return store
    with suppress(UnwritableStore, FileBusy, StoreFull):  # it can be read as it is
        return _bring_up(store)
    return store


def _bring_up(store: Store) -> Store:
    """Keeps a copy, brings the tables into today's form and shrinks the file. A file with damaged pages stays as it is:
    dropping a table there could destroy something else."""
    copy: Path | None = None
    try:
        with store.connect(writing=True) as connection:
            is_file = connection.dialect.name == "sqlite"
            if is_file and connection.exec_driver_sql("PRAGMA quick_check(1)").scalar() != "ok":
                return store
            if find_revision(connection) == REVISIONS[-1]:  # somebody else has just done it
                return store
            copy = _keep_copy(Path(store.where)) if is_file else None
            upgrade_tables(connection)
    except BaseException:
        if copy is not None:
            copy.unlink(missing_ok=True)  # of a file that stays as it is
        raise
    if is_file:
        with suppress(sqlite3.Error), closing(sqlite3.connect(store.where)) as file:
            file.execute("VACUUM")
    return replace(store, copied=copy)


def _keep_copy(file: Path) -> Path:
    """Copies the file beside itself and returns the copy; no other file takes harm. Raises `NotCopied`.

    SQLite does it: a second handle that is closed would take back the locks of other threads.
    """

    def fill(draft: Path) -> None:
        with closing(sqlite3.connect(file)) as source, closing(sqlite3.connect(draft)) as target:
            source.backup(target)

    try:
        for place in _list_places(file):
            with suppress(FileExistsError):
                write_new(place, fill)
                return place
    except (UnwritableFile, sqlite3.Error) as error:
        reason = error.phrase.gaps["reason"] if isinstance(error, UnwritableFile) else _find_reason(error)
        raise NotCopied("laptop.copy.failed", name=file.name, reason=reason) from error
    raise AssertionError("the names never end")


def _find_reason(error: sqlite3.Error) -> Phrase | str:
    full = getattr(error, "sqlite_errorcode", 0) & 0xFF in (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR)
    return Phrase("files.reason.ENOSPC") if full else str(error)


def _list_places(file: Path) -> Iterator[Path]:
    """Names for the copy: "abend vor 0.4.kiebitz", then "abend vor 0.4 (2).kiebitz"."""
    release = ".".join(version("kiebitz").split(".")[:2])
    stem = say(default_language(), "laptop.copy.name", stem=file.stem, version=release)
    yield file.with_name(f"{stem}{SUFFIX}")
    yield from (file.with_name(f"{stem} ({number}){SUFFIX}") for number in count(2))


def is_kept_copy(file: Path) -> bool:
    """Whether the file's name is one that a copy gets: of two files of one evening it is the older one."""
    if is_url(file):
        return False
    names = (say(lang, "laptop.copy.name", stem="\0", version="\1") for lang in LANGUAGES)
    patterns = (re.escape(name).replace("\0", ".+").replace("\1", r"\d+\.\d+") for name in names)
    return any(re.fullmatch(rf"{pattern}(?: \(\d+\))?", file.stem) for pattern in patterns)
