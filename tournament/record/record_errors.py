"""Why the tournament's file cannot be used: one class per reason, each with a sentence that says what helps.

Also how a tournament is recognised: by its file's ending and the mark in it, or by the address of a database; and how
SQLite is told where a file lies.
"""

from __future__ import annotations

import os
from pathlib import Path, PurePath
from urllib.parse import quote_from_bytes

from tournament.errors import BookError


class RecordError(BookError):
    """The base of what can be wrong with a tournament's file."""


class NoTournament(RecordError):
    """There is no tournament: no such file, or a file of another kind."""


class NewerFile(RecordError):
    """The file was written by a newer version."""


class FileTaken(RecordError):
    """Something else is where the tournament is to go."""


class DamagedFile(RecordError):
    """The file's bytes are not as they were written."""


class BrokenChain(RecordError):
    """An entry does not have its hash, or does not follow the entry before. `unknown`: its kind is that of a newer
    version."""

    def __init__(self, number: int, *, unknown: bool = False) -> None:
        self.number, self.unknown = number, unknown
        super().__init__("book.record.unknown-entry" if unknown else "book.record.broken-chain", number=number)


class UnfitFact(RecordError):
    """A new entry has a value that no entry may have: a text that is too long, a number that is too large."""


class MissingBlob(RecordError):
    """A blob that an entry names is not in the file, or has changed."""


class TooLarge(RecordError):
    """An entry or a blob has more bytes than any of ours."""


class SenselessEntry(RecordError):
    """An entry is about something that is not there: a player, a round, an entry."""

    def __init__(self, number: int) -> None:
        self.number = number
        super().__init__("book.record.senseless", number=number)


class NotOpened(RecordError):
    """The first entry does not open a tournament."""


class ChangedMeanwhile(RecordError):
    """Somebody else added entries after the state from which these were made."""


class OtherFile(RecordError):
    """The file that a program was looking at was replaced by another one, or by an older copy."""


class FileBusy(RecordError):
    """Another program has locked the file and does not release it in time."""


class StoreFull(RecordError):
    """The disk takes no more. Nothing was written."""


class UnwritableStore(RecordError):
    """The file, or its folder, may not be written."""


class NotCopied(RecordError):
    """A file of an older version could not be copied before it is changed; nothing was changed."""


class StoreUnreachable(RecordError):
    """The database, or the library that reaches it, is not there."""


class WriteUnsure(StoreUnreachable):
    """The connection broke while something was written, and the database does not say whether it was."""


SUFFIX = ".kiebitz"
"""The ending of a tournament's file."""
MARK = 0x4B696562
""" "Kieb": SQLite's `application_id` of our files."""


def write_file_address(path: PurePath, access: str) -> str:
    """The address of a file for SQLite. `access`: one of its words. A computer's name, as of a folder in the network of
    Windows, belongs to the path: in front SQLite refuses it."""
    place = path.as_posix()
    root = "" if place.startswith("/") else "/"  # before a drive's letter
    return f"file://{root}{quote_from_bytes(os.fsencode(place), safe='/:')}?mode={access}"


def is_url(where: str | Path) -> bool:
    """Whether a database on a server is meant, and no file."""
    return str(where).startswith(("postgresql://", "postgres://", "postgresql+psycopg://"))
