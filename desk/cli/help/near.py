"""What a misspelt command or option was probably meant to be."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from difflib import get_close_matches

from texts.languages import LANGUAGES
from texts.sentences import say

_LEAST = 0.7
"""Likeness from 0 to 1: twice the letters in common by all letters. "statsu" and "status" have 0.83, "sacn" and "scan"
0.75, "fotos" and "photos" 0.73: above that, slips get no suggestion. "tanzen" and "scannen" have 0.62: below that,
what is suggested was not meant."""


def find_near_command(word: str, names: Iterable[str]) -> str | None:
    """The command that is spelt like the word, or that goes by it in one of the languages ("drucken": print)."""
    called = {word: name for name in names for word in (name, *_list_other_words(name))}
    return _find_near(word, called)


def find_near_option(word: str, options: Iterable[str]) -> str | None:
    """The option that is spelt like the word. One letter behind a hyphen is like every other: no suggestion then."""
    name = word.partition("=")[0].lstrip("-")
    if len(name) < 2:
        return None
    return _find_near(name, {one.lstrip("-"): one for one in options if one.startswith("--")})


def _find_near(word: str, meanings: Mapping[str, str]) -> str | None:
    """What the word is the beginning of, if that is one thing; else what is spelt most like it."""
    begun = {meaning for name, meaning in meanings.items() if name.startswith(word.lower())}
    if len(begun) == 1:
        return begun.pop()
    near = get_close_matches(word.lower(), meanings, n=1, cutoff=_LEAST)
    return meanings[near[0]] if near else None


def _list_other_words(name: str) -> list[str]:
    """Those of both languages; commands behind `players` and `rules` have none."""
    try:
        return [word for lang in LANGUAGES for word in say(lang, f"help.called.{name}").split()]
    except KeyError:
        return []
