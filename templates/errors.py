"""The two ways in which paper is unusable, each with its remedy in both languages and its exit status."""

from __future__ import annotations

from typing import Literal

Lang = Literal["de", "en"]


class PaperError(Exception):
    """Base of the errors of this part; `str()` gives the German sentence."""

    exit_status = 3

    def __init__(self, german: str, english: str) -> None:
        super().__init__(german)
        self._texts: dict[Lang, str] = {"de": german, "en": english}

    def message(self, lang: Lang = "de") -> str:
        """One sentence that names what is wrong and what helps."""
        return self._texts[lang]


class UnknownSheet(PaperError):
    """No sheet of that style, number of seats or number of games exists (wrong use: exit status 2)."""

    exit_status = 2


class LayoutFault(PaperError):
    """A foreign layout file cannot be used; the sentence names file, key and remedy (exit status 3)."""

    exit_status = 3

    def __init__(self, file: str, key: str, german: str, english: str) -> None:
        place = f"{file}: {key}" if key else file
        super().__init__(f"{place}: {german}", f"{place}: {english}")
        self.file = file
        self.key = key
