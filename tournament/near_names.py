"""Finds names that may be meant by one that nobody has: similar in letters or sound.

A guess that no person would make costs more trust than it saves typing; so each word of the shorter name must have a
similar one in the other name, in any order. Sound is the Kölner Phonetik (H. J. Postel, 1969), a code for the German
pronunciation of a word: Meyer, Maier and Mayr are all 67.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import groupby
from typing import Final

from rapidfuzz import fuzz, process, utils

_LETTERS = str.maketrans({"ı": "i", "ł": "l", "ø": "o", "đ": "d", "æ": "ae", "œ": "oe", "þ": "th", "ð": "d"})
"""Letters that are sorted as others; `casefold` takes ß apart, NFKD the letters with accents."""
_UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue"})
"""As people write them who have no such letters: Müller is Mueller."""
_WORD: Final = re.compile(r"[^\W_]+")

WORD = 66.0
"""rapidfuzz ratio (0 to 100) of two words from which one may be the other misspelt. Of the pairs in `test_near_names`
true misspellings have 66.7 (Uwe, Ute) and more or sound alike; Klaus and Hans have 44."""
NAME = 80.0
"""The same of whole names, a mean over their words: true misspellings have 83 and more. Lower: Bernd Becht is shown for
Bert Brecht (79), Peter Quast for Petra Quak (75)."""
SOUND = 84.0
"""The likeness of two words that sound alike: higher than with one wrong letter in five, lower than with one in
eight."""
_ABBREVIATED = 3
"""The most letters of an abbreviated word: S., Th., Chr."""
_MOST = 500
"""So many names are compared word by word, which takes 5 ms."""


@lru_cache(maxsize=8192)
def fold_name(name: str) -> str:
    """The name in the letters by which it is sorted: small, without accents, ä as a (DIN 5007-1)."""
    plain = unicodedata.normalize("NFKD", name.casefold().translate(_LETTERS))
    return "".join(letter for letter in plain if not unicodedata.combining(letter))


def find_closest(name: str, entries: Iterable[str], most: int = 2) -> tuple[str, ...]:
    """The `most` names most similar to `name`, the best first, and all that are as similar as the last of these; () if
    none is near."""
    words = _split(name)
    near = [(measure_nearness(words, _split(entry)), entry) for entry in _narrow(name, list(dict.fromkeys(entries)))]
    found = sorted((pair for pair in near if pair[0] >= NAME), key=lambda pair: -pair[0])
    return tuple(entry for likeness, entry in found if likeness >= found[:most][-1][0])


def index_words(entries: Iterable[str]) -> Mapping[str, Sequence[str]]:
    """The names by each of their words, and by each of its abbreviations."""
    found: dict[str, list[str]] = {}
    for entry in dict.fromkeys(entries):
        starts = {word[:most] for word in _split(entry) for most in (len(word), *range(1, _ABBREVIATED + 1))}
        for start in starts:
            found.setdefault(start, []).append(entry)
    return found


def find_meant(short: str, index: Mapping[str, Sequence[str]]) -> tuple[str, ...]:
    """The names of the `index` for which `short` may stand: some of their words, or abbreviations of words: "Thöne",
    "S. Thöne" and "Sabine Th." for Sabine Thöne; () for a whole name."""
    words = _split(short)
    fewest = min((index.get(word, ()) for word in words), key=len, default=())
    return tuple(entry for entry in fewest if _shortens(words, _split(entry)))


def _shortens(short: Sequence[str], long: Sequence[str]) -> bool:
    left = list(long)
    for word in sorted(short, key=len, reverse=True):
        found = next((one for one in left if word == one or (len(word) <= _ABBREVIATED and one.startswith(word))), "")
        if not found:
            return False
        left.remove(found)
    return len("".join(short)) < len("".join(long))


def is_near(one: str, other: str) -> bool:
    """Whether the two may be one name in different spellings."""
    return measure_nearness(_split(one), _split(other)) >= NAME


def _narrow(name: str, entries: Sequence[str]) -> Iterable[str]:
    """The names of a very long list that are worth a comparison word by word."""
    if len(entries) <= _MOST:
        return entries
    scorer, tidy = fuzz.token_ratio, utils.default_process
    return (entry for entry, _, _ in process.extract(name, entries, scorer=scorer, processor=tidy, limit=_MOST))


def measure_nearness(one: Sequence[str], other: Sequence[str]) -> float:
    """The likeness of two names by their words, 0 to 100; 0 if a word of the shorter one has none like it in the other.
    Words that are joined or split are compared as a whole."""
    short, long = sorted((one, other), key=len)
    if not short:
        return 0.0
    joined = fuzz.ratio("".join(one), "".join(other))
    if len(short) != len(long) and joined >= SOUND:
        return joined
    pairs = list(_pair_words(short, list(long)))
    return sum(pairs) / len(pairs) if min(pairs) >= WORD else 0.0


def _pair_words(short: Sequence[str], left: list[str]) -> Iterator[float]:
    """The likeness of each word to the most similar one that is `left`, the best pairs first."""
    for word in sorted(short, key=lambda word: -max(_compare(word, other) for other in left)):
        best = max(left, key=lambda other: _compare(word, other))
        left.remove(best)
        yield _compare(word, best)


def _compare(one: str, other: str) -> float:
    """The likeness of two words by letters or by sound, whichever is higher; an abbreviation matches its word."""
    letters = fuzz.ratio(one, other)
    short, long = sorted((one, other), key=len)
    if len(short) <= _ABBREVIATED and long.startswith(short):
        return max(letters, NAME)
    return max(letters, SOUND) if spell_sound(one) == spell_sound(other) else letters


@lru_cache(maxsize=8192)
def _split(name: str) -> Sequence[str]:
    """Its words in small letters, umlauts as ae, oe and ue."""
    return _WORD.findall(fold_name(name.casefold().translate(_UMLAUTS)))


_SOUNDS = {letter: sound for letters, sound in (
    ("aeiouyj", "0"), ("b", "1"), ("fvw", "3"), ("gkq", "4"), ("l", "5"), ("mn", "6"), ("r", "7"), ("sz", "8"),
) for letter in letters}  # fmt: skip
_HARD_AFTER = "ahkoqux"


@lru_cache(maxsize=8192)
def spell_sound(word: str) -> str:
    """The word's sound in digits, equal neighbours once, vowels only in front: "meyer" is "67", "wolf" "353"."""
    sounds = "".join(_list_sounds(word))
    once = "".join(sound for sound, _ in groupby(sounds))
    return once[:1] + once[1:].replace("0", "")


def _list_sounds(word: str) -> Iterator[str]:
    for before, letter, after in zip(f" {word}", word, f"{word[1:]} ", strict=False):
        match letter:
            case "d" | "t":
                yield "8" if after in "csz" else "2"
            case "p":
                yield "3" if after == "h" else "1"
            case "x":
                yield "8" if before in "ckq" else "48"
            case "c":
                hard = after in (_HARD_AFTER + "lr" if before == " " else _HARD_AFTER)
                yield "4" if hard and before not in "sz" else "8"
            case _:
                yield _SOUNDS.get(letter, "")
