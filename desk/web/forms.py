"""What forms send, and what is said where it cannot be meant."""

from __future__ import annotations

from texts.languages import Lang
from texts.sentences import SpokenError, say
from texts.tables import load_table

_LONGEST = 7
"""Digits: nothing that is counted here has so many."""


def read_number(typed: str) -> int | None:
    """The number that was typed, or stands in an address; None for what is none."""
    return int(typed) if typed.strip().isdecimal() and len(typed.strip()) < _LONGEST else None


def word_refusal(error: SpokenError, lang: Lang) -> str:
    """The error's sentence; where that one speaks of commands, the page's own."""
    key = f"web.refusal.{error.phrase.key}"
    return say(lang, key, **error.phrase.gaps) if key in load_table(lang, "web") else error.message(lang)
