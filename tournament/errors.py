"""What stops the book: unusable files, each with one sentence, its remedy and an exit status."""

from __future__ import annotations

import errno
from typing import Literal

Lang = Literal["de", "en"]


class BookError(Exception):
    """Base of the book's errors; `str()` gives the German sentence."""

    exit_status = 3

    def __init__(self, german: str, english: str) -> None:
        super().__init__(german)
        self._texts: dict[Lang, str] = {"de": german, "en": english}

    def message(self, lang: Lang = "de") -> str:
        """One sentence that names what is wrong and what helps."""
        return self._texts[lang]


class UnreadableTable(BookError):
    """The players' or the names' file is missing or is no table of text (exit status 3)."""


class UnwritableFile(BookError):
    """A result cannot be written there: no folder, no permission, disk full, open elsewhere (3)."""


_REASONS = {
    errno.ENOENT: "Datei oder Ordner gibt es nicht", errno.EACCES: "keine Berechtigung",
    errno.EPERM: "keine Berechtigung", errno.EROFS: "der Datenträger ist schreibgeschützt",
    errno.ENOSPC: "kein Platz mehr auf dem Datenträger", errno.EDQUOT: "der zugeteilte Platz ist voll",
    errno.EISDIR: "das ist ein Ordner", errno.ENOTDIR: "ein Teil des Pfads ist kein Ordner",
    errno.EEXIST: "dort liegt schon eine Datei", errno.ELOOP: "die Verweise führen im Kreis",
    errno.ENAMETOOLONG: "der Name ist zu lang", errno.EIO: "der Datenträger meldet einen Fehler",
}


def reasons(error: OSError) -> tuple[str, str]:
    """Why the system refused, in German and in English; in the system's own words where no German ones are known."""
    english = error.strerror or str(error)
    return _REASONS.get(error.errno or 0, english), english
