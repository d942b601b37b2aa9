"""What stops the book: unusable files, each with one sentence, its remedy and an exit status."""

from __future__ import annotations

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
    """The workbook or a table cannot be written there: no folder, no permission, disk full, open elsewhere (3)."""
