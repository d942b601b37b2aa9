"""An entry of a rule set's page: a sentence, and its source in square brackets."""

from __future__ import annotations

from collections.abc import Iterator

from scoring.sources import Source
from texts.languages import Lang
from texts.sentences import say

Lines = Iterator[str]


def cite(words: str, source: Source, lang: Lang) -> str:
    """The words with their source: "Re gewinnt ab 121 Augen [17]"."""
    return f"{words} [{source.in_(lang)}]"


def say_entry(lang: Lang, source: Source, key: str, /, **gaps: object) -> str:
    """The sentence `key` as an entry of its own: "* Re gewinnt ab 121 Augen [17]"."""
    return cite(f"* {say(lang, key, **gaps)}", source, lang)
