"""Errors that stop the book: a file that cannot be read or written. Each has a sentence that says what helps.

And how to install Tesseract on this computer, by its system.
"""

from __future__ import annotations

import errno
import platform
import sys

from texts.languages import load_table
from texts.sentences import Phrase, SpokenError

ON_WINDOWS = sys.platform == "win32"


class BookError(SpokenError):
    """The base of the book's errors."""

    exit_status = 3


class UnreadableTable(BookError):
    """A list of people is missing or is no table of text."""


class RefusedOrder(BookError):
    """Something impossible is ordered: an unknown player, a sheet for a number of seats that nobody plays."""

    exit_status = 2


class RefusedDecision(BookError):
    """The decision is impossible, or needs a reason."""

    exit_status = 2


class UnwritableFile(BookError):
    """A result cannot be written there: no folder, no permission, disk full, open elsewhere."""


def find_reason(error: OSError) -> Phrase | str:
    """Why the system refused, for a sentence; in the system's own words if the tables of sentences have none."""
    if ON_WINDOWS and isinstance(error, PermissionError):  # which of the two it does not say
        return Phrase("files.reason.in-use")
    key = f"files.reason.{errno.errorcode.get(error.errno or 0)}"
    return Phrase(key) if key in load_table("de", "files") else error.strerror or str(error)


_MAC = "brew install tesseract tesseract-lang"
_LINUX = {
    "debian": "apt-get install tesseract-ocr tesseract-ocr-deu",
    "ubuntu": "apt-get install tesseract-ocr tesseract-ocr-deu",
    "fedora": "dnf install tesseract tesseract-langpack-deu",
    "suse": "zypper install tesseract-ocr tesseract-ocr-traineddata-german",
    "arch": "pacman -S tesseract tesseract-data-deu",
}


def find_tesseract_remedy() -> str | Phrase:
    """What to type, or to click, on this computer: a command is the same in every language."""
    if sys.platform == "win32":
        return Phrase("evening.tesseract.windows")
    if sys.platform == "darwin":
        return _MAC
    return next((_LINUX[name] for name in _list_systems() if name in _LINUX), Phrase("evening.tesseract.any"))


def _list_systems() -> list[str]:
    """What this Linux calls itself, and those that it is like: "linuxmint", "ubuntu", "debian"."""
    try:
        release = platform.freedesktop_os_release()
    except OSError:
        return []
    return f"{release.get('ID', '')} {release.get('ID_LIKE', '')}".split()
