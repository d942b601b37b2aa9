"""Reads the names printed on a sheet of ours.

A name whose check letters agree with those in the sheet's code is certain. If a name of the draw agrees, Tesseract is
not needed. Otherwise it reads in several languages, and letters that it often confuses are exchanged until the check
letters agree.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import islice, product

import numpy as np
from numpy.typing import NDArray

from scanner.read.ask_tesseract import LANGUAGE, TesseractMissing, TesseractSlow, find_languages
from scanner.read.tesseract import Word, is_struck_out, read_blocks
from scanner.sheet_reading import Answer
from templates.sheet_code import NO_CHECK, make_check

CERTAIN = 0.999
"""Confidence of a reading with the right check letters. One wrong reading in 46,656 has them, and some 100 are tried.
"""
DOUBTED = 0.5
"""Highest confidence of a reading without them."""
_TRIED = 0.4
"""Tesseract's confidence from which letters are exchanged at all; names that need it have 0.5 and more."""
_ALSO = ("tur", "pol")
"""Languages that the rest is read in, as far as they are installed: German does not know ş, ğ, ł, ę."""
_MOST_MIXES, _MOST_VARIED = 100, 6
"""How many readings are tried as they are, and how many with a letter exchanged. More find hardly a name more, and give
chance more tries at the check letters: with two letters exchanged it once found "Uwê Anná Weiß"."""
_READ_FOR = (
    "t=ł l=łI1 I=lİ1 i=ıİí 1=lI o=óòø O=ÓÖØ0 0=O ö=óø s=şś S=ŞŚ z=źż Z=ŹŻ c=çć C=ÇĆ g=ğ G=ĞÇC a=ąâáåàø "
    "A=ÅÄĄ e=ęéèë E=ÉĘ n=ńñ N=Ń u=üúù U=Ü L=Ł ı=i d=đ $=ŚŞS 2=źż 8=ğß ß=B B=ß ü=u ä=á Ł=L"
)
_ALIKE = dict(pair.split("=") for pair in _READ_FOR.split())
"""Letters that Tesseract confused in the names of `tests/scanner/names.txt`."""
_DIRT = " '\"‚‘’„“”,;:|_–—~`´^*°=<>«»-"
"""No name begins or ends with these: specks and rules."""

_RUNS = (("IU", "Ill"), ("TU", "Ill"), ("III", "Ill"), ("ii", "ü"), ("fi", "ń"))
"""Groups of letters that Tesseract confused."""
_TOKENS = re.compile(r"[^ \n-]+|[ \n-]")

Lines = tuple[tuple[str, ...], ...]
"""The words of each printed line."""


@dataclass(frozen=True, slots=True)
class _NameReadings:
    """What Tesseract read of one name: its `lines`, once for each language."""

    lines: tuple[Lines, ...]
    confidence: float

    @property
    def readings(self) -> list[str]:
        """The name as each language reads it."""
        return _join_lines(self.lines)

    @property
    def mixes(self) -> list[str]:
        """The readings with each word, or part of a double name, as any language reads it that parts the name alike."""
        tokens = [_TOKENS.findall("\n".join(map(" ".join, lines))) for lines in self.lines]
        groups = [[one for one in tokens if len(one) == count] for count in dict.fromkeys(map(len, tokens))]
        mixed = ("".join(mix) for group in groups for mix in product(*map(dict.fromkeys, zip(*group, strict=True))))
        return _join_lines(
            [tuple(tuple(line.split()) for line in mix.split("\n")) for mix in islice(mixed, _MOST_MIXES)]
        )


def read_names(crops: Sequence[NDArray[np.uint8]], checks: Sequence[str], proved: Sequence[str] = ()) -> list[Answer]:
    """The name in each crop (h, w) uint8. `checks`: the check letters of each, () for a sheet that has none. `proved`:
    the names that are known without reading, "" or () for none. A name that is struck out is doubtful. If Tesseract
    hangs or is missing, names that are not proved stay unknown."""
    known = {n: Answer(name, CERTAIN) for n, name in enumerate(proved) if name}
    rest = [n for n, check in enumerate(checks or [""] * len(crops)) if n not in known and check != NO_CHECK]
    read = _read_print([crops[n] for n in rest], [checks[n] for n in rest] if checks else [])
    known |= dict(zip(rest, read, strict=True))
    return [_doubt_struck_out(known[n], crop) if n in known else Answer("", 0.0) for n, crop in enumerate(crops)]


def _read_print(crops: Sequence[NDArray[np.uint8]], checks: Sequence[str]) -> list[Answer]:
    """The printed names as Tesseract reads them; without one, why not."""
    if not crops:
        return []
    try:
        seen = _ask_tesseract(crops, LANGUAGE)
        return _prove_names(crops, seen, checks) if checks else list(map(_accept_unchecked, seen))
    except TesseractSlow:
        return [Answer("", 0.0)] * len(crops)
    except TesseractMissing:
        return [Answer("", 0.0, flags=("unread",))] * len(crops)


def _doubt_struck_out(name: Answer, crop: NDArray[np.uint8]) -> Answer:
    """The name as it was read; doubtful where a stroke runs through it."""
    if not (name.text or name.flags) or not is_struck_out(crop):
        return name
    return Answer(name.text, min(name.confidence, DOUBTED), flags=(*name.flags, "overwritten"))


def _ask_tesseract(crops: Sequence[NDArray[np.uint8]], language: str) -> list[_NameReadings]:
    return [_group_words(words) for words in read_blocks(crops, language)]


def _group_words(words: Sequence[Word]) -> _NameReadings:
    kept = [word for word in words if any(char.isalnum() for char in word.text)]
    rows = dict.fromkeys(word.line for word in kept)
    lines = tuple(tuple(word.text for word in kept if word.line == row) for row in rows)
    return _NameReadings((lines,), min((word.confidence for word in kept), default=1.0 if not words else DOUBTED))


def _accept_unchecked(seen: _NameReadings) -> Answer:
    """As printed by earlier versions: lines were parted at blanks, and what was too long was cut, its end unknown."""
    text = " ".join(word for line in seen.lines[0] for word in line).strip(_DIRT)
    return Answer(text, min(seen.confidence, DOUBTED) if "…" in text or ".." in text else seen.confidence)


def _prove_names(crops: Sequence[NDArray[np.uint8]], seen: list[_NameReadings], checks: Sequence[str]) -> list[Answer]:
    """The names that the check letters confirm; what they do not confirm is also read in further languages."""
    for language in _ALSO:
        unproved = [n for n, check in enumerate(checks) if check not in map(make_check, seen[n].readings)]
        if unproved and language in find_languages():
            with suppress(TesseractMissing):  # it may be gone, or hang, by now; what was read in German stays
                for n, new in zip(unproved, _ask_tesseract([crops[n] for n in unproved], language), strict=True):
                    seen[n] = replace(seen[n], lines=(*seen[n].lines, *new.lines))
    return [_choose_checked(one, check) for one, check in zip(seen, checks, strict=True)]


def _choose_checked(seen: _NameReadings, check: str) -> Answer:
    """The reading that agrees with the check letters, simple readings tried first. If none does, or several equally
    simple ones do, the first reading, as doubtful."""
    readings, mixes = seen.readings, seen.mixes
    for tries in (readings[:1], readings, mixes, _vary_letters(mixes) if seen.confidence >= _TRIED else ()):
        proved = {text for text in tries if make_check(text) == check}
        if proved:
            return Answer(proved.pop(), CERTAIN) if len(proved) == 1 else Answer(readings[0], DOUBTED)
    return Answer(readings[0] if readings else "", min(seen.confidence, DOUBTED))


def _join_lines(ways: Iterable[Lines]) -> list[str]:
    """The lines joined to one text each. Behind a hyphen no blank is set; there the text is also tried without the
    hyphen, which may have parted a word.
    """
    found: list[str] = []
    for lines in ways:
        texts = [""]
        for line in map(" ".join, lines):
            texts = [
                way
                for text in texts
                for way in ((text + line, text[:-1] + line) if text.endswith("-") else (f"{text} {line}",))
            ]
        found += [text.strip(_DIRT) for text in texts]
    return list(dict.fromkeys(filter(None, found)))


def _vary_letters(texts: Sequence[str]) -> Iterator[str]:
    """The first texts, each with one letter, or one group of letters, exchanged for one that looks like it."""
    for text in texts[:_MOST_VARIED]:
        for at, letter in enumerate(text):
            yield from (text[:at] + other + text[at + 1 :] for other in _ALIKE.get(letter, ""))
        yield from (text.replace(read, printed) for read, printed in _RUNS if read in text)
