"""Files that are handed out and brought back.

What was handed out stays at hand for as long as it shows the evening as it is: asking again costs nothing and gives the
same bytes, and each file is made once, however many ask at the same time. Workbooks that were brought back wait until
somebody has seen what they would change.
"""

from __future__ import annotations

import secrets
from collections import OrderedDict, defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from threading import Lock
from typing import Final

from fastapi.responses import Response

from texts.languages import Lang
from tournament.record.entries import START, Entry, Head
from tournament.record.facts import Exported

MEDIA: Final = {
    "pdf": "application/pdf",
    "html": "text/html; charset=utf-8",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "ods": "application/vnd.oasis.opendocument.spreadsheet",
    "json": "application/json",
    "zip": "application/zip",
}
"""The media type of a file, by its ending."""
MOST_BYTES: Final = 64 * 1024 * 1024
"""Of all files together. A workbook with the pictures of an evening has some 20 MB."""

MOST_WAITING: Final = 2
"""Workbooks that wait for the button; a third takes the place of the first."""


@dataclass(frozen=True, slots=True)
class FileKey:
    """What a file shows: its kind, the last entry that counts for it, and its language."""

    kind: str
    head: Head
    lang: Lang


def find_shown(entries: Sequence[Entry]) -> Head:
    """The last entry that changes what is handed out: one that only notes a hand-out does not."""
    return next((entry.head for entry in reversed(entries) if not isinstance(entry.fact, Exported)), START)


class HandoutShelf:
    """The files made last. Every call may come from any thread."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._makers: defaultdict[FileKey, Lock] = defaultdict(Lock)
        self._files: OrderedDict[FileKey, bytes] = OrderedDict()

    def fetch(self, key: FileKey, make: Callable[[], bytes]) -> bytes:
        """The file. One that is not there yet is made, which may take seconds."""
        with self._lock:
            maker = self._makers[key]
        with maker:
            data = self._find(key)
            if data is None:
                data = make()
                self._keep(key, data)
        return data

    def _find(self, key: FileKey) -> bytes | None:
        with self._lock:
            if key in self._files:
                self._files.move_to_end(key)
            return self._files.get(key)

    def _keep(self, key: FileKey, data: bytes) -> None:
        """Keeps the file, and lets go of what was not asked for the longest."""
        with self._lock:
            self._files[key] = data
            while sum(map(len, self._files.values())) > MOST_BYTES and len(self._files) > 1:
                self._files.popitem(last=False)
            self._makers = defaultdict(Lock, {one: lock for one, lock in self._makers.items() if lock.locked()})


@dataclass(frozen=True, slots=True)
class BackedUp:
    """The last backup that was taken here. `when`: UTC, ISO; `head`: the number of the last entry in it."""

    when: str
    head: int


@dataclass(frozen=True, slots=True)
class Brought:
    """A workbook that was sent: the name that its sender knows, and its bytes."""

    name: str
    data: bytes


class BroughtBooks:
    """The workbooks that wait for the button, each under a word that nobody can guess."""

    def __init__(self) -> None:
        self._lock, self._books = Lock(), OrderedDict[str, Brought]()

    def keep(self, book: Brought) -> str:
        """Keeps the workbook; returns its word."""
        word = secrets.token_urlsafe(12)
        with self._lock:
            self._books[word] = book
            while len(self._books) > MOST_WAITING:
                self._books.popitem(last=False)
        return word

    def find(self, word: str) -> Brought | None:
        """The workbook under that word; None when it waits no more."""
        with self._lock:
            return self._books.get(word)

    def drop(self, word: str) -> None:
        """Lets the workbook go."""
        with self._lock:
            self._books.pop(word, None)


def send_file(name: str, data: bytes) -> Response:
    """The file to download, a PDF to look at and print: a page of ours with a file's content would be none of ours."""
    shown, ending = "inline" if name.endswith(".pdf") else "attachment", name.rpartition(".")[2]
    headers = {"content-disposition": f'{shown}; filename="{name}"'}
    return Response(data, media_type=MEDIA[ending], headers=headers)
