"""What forms send, and what is said where it cannot be meant."""

from __future__ import annotations

from typing import Annotated

from fastapi import Form

from texts.languages import Lang, load_table
from texts.sentences import Phrase, SpokenError, say

Typed = Annotated[str, Form(max_length=2000)]
Seen = Annotated[int | None, Form(ge=0)]
"""The last entry that the visitor saw."""
_LONGEST = 7
"""Digits: nothing that is counted here has so many."""


def read_number(typed: str) -> int | None:
    """The number that was typed, or stands in an address; None for what is none."""
    return int(typed) if typed.strip().isdecimal() and len(typed.strip()) < _LONGEST else None


def word_refusal(error: SpokenError, lang: Lang) -> str:
    """The error's sentence; where that one speaks of commands, the page's own."""
    return _find_own(error.phrase, lang) or error.message(lang)


def word_note(note: Phrase, lang: Lang) -> str:
    """The same of a sentence that is no refusal."""
    return _find_own(note, lang) or note.in_(lang)


def _find_own(phrase: Phrase, lang: Lang) -> str:
    """The page's own words, "" where the sentence is everybody's."""
    key = f"web.refusal.{phrase.key}"
    return say(lang, key, **phrase.gaps) if key in load_table(lang, "web") else ""
