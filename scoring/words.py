"""A name in both languages."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Words:
    """A name for people in both languages."""

    de: str
    en: str

    def in_(self, lang: str) -> str:
        """The name in that language ("de" or "en")."""
        return {"de": self.de, "en": self.en}[lang]
