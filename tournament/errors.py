"""Errors that stop the book: a file that cannot be read or written. Each has a sentence that says what helps."""

from __future__ import annotations

import errno

from texts.languages import load_table
from texts.sentences import Phrase, SpokenError


class BookError(SpokenError):
    """The base of the book's errors."""

    exit_status = 3


class UnreadableTable(BookError):
    """A list of people is missing or is no table of text."""


class UnwritableFile(BookError):
    """A result cannot be written there: no folder, no permission, disk full, open elsewhere."""


def find_reason(error: OSError) -> Phrase | str:
    """Why the system refused, to be put into a sentence; in the system's own words where the tables have none."""
    key = f"files.reason.{errno.errorcode.get(error.errno or 0)}"
    return Phrase(key) if key in load_table("de", "files") else error.strerror or str(error)
