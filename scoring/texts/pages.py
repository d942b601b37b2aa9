"""Sentences of the page that shows a rule set, and of a game that is explained aloud, in both languages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from scoring.texts import page_english, page_german
from texts.filling import fill

_TABLES: Mapping[str, Mapping[str, str]] = {"de": page_german.SENTENCES, "en": page_english.SENTENCES}


def say(lang: str, key: str, **data: object) -> str:
    """The sentence of that key with `data` filled in; `lang` is "de" or "en"."""
    return fill(_TABLES[lang][key], data)


def signed(points: int) -> str:
    """Points as players write them: +4, -4, 0."""
    return f"{points:+d}" if points else "0"


def enumerate_things(lang: str, things: Sequence[object]) -> str:
    """Several things as one reads them aloud: "1, 3 und 4"."""
    *before, last = map(str, things)
    return say(lang, "and", before=", ".join(before), last=last) if before else last
