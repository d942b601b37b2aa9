"""Fills in sentences, with numbers as the language writes them: German "1,8 %", English "1.8%".

A gap of a sentence is `{name}` or `{name:format}`. Python's own formats work, and also:
* `{found:Spiel|Spiele}`: "1 Spiel", "16 Spiele"; `#` says where the number goes: `{found:Es ist #|Es sind #}`;
* `{value:.0f<}`, `{limit:.0%>}`: rounded down and up, so that what misses a limit never reads like it;
* for what is on a sheet (`texts.labels`): `{seat:who}` "Wolfgang" or "Platz 3"; `{game:row}` "Spiel 7" or
  "Strafe 1"; `{game:at}` "Spiel 7: ", or nothing beside that row; `{field:place}` "Spiel 7, Wolfgang" of a field's id,
  `{field:cell}` "Wolfgang".
  `Who`, `Row` and `Place` begin a sentence. Several of them are joined by "und";
* `{readings:or}`: several things joined by "oder".

Sentences come by key from one table a language (`de/*.toml`, `en/*.toml`), moments by the clock on the wall.
"""

from __future__ import annotations

import math
import re
import string
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Protocol, runtime_checkable

from texts.labels import NO_LABELS, ON_SHEET, Labels
from texts.languages import Lang, default_language, load_table

_TOWARDS: dict[str, Callable[[float], int]] = {"<": math.floor, ">": math.ceil}


_MARKS = dict.fromkeys((0x061C, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A)))


def drop_marks(text: str) -> str:
    """The text without direction marks, which are invisible and can reverse the text after them."""
    return text if text.isascii() else text.translate(_MARKS)


_MINUS = re.compile(r"(?<!\w)-(?=\d)")


def show_minus(text: str) -> str:
    """The text with a true minus before its numbers, as it is read: a hyphen beside a plus is too short to be seen."""
    return _MINUS.sub("\N{MINUS SIGN}", text)


def tidy_text(cell: str) -> str:
    """The typed text in NFC, without invisible characters and with one blank between words."""
    visible = "".join(ch if unicodedata.category(ch) not in ("Cc", "Cf") else " " for ch in drop_marks(cell))
    return unicodedata.normalize("NFC", " ".join(visible.split()))


@runtime_checkable
class Spoken(Protocol):
    """Anything that has its own words in each language."""

    def in_(self, lang: Lang) -> str:
        """Its words."""


@runtime_checkable
class SpokenOnSheet(Protocol):
    """Anything whose words depend on the words for the seats and rows of its sheet."""

    def say_on_sheet(self, lang: Lang, labels: Labels) -> str:
        """Its words."""


def fill(sentence: str, lang: Lang, gaps: Mapping[str, object], labels: Labels = NO_LABELS) -> str:
    """The sentence with its gaps filled in; KeyError for a gap that `gaps` does not have."""
    return _Formatter(lang, labels).vformat(sentence, (), gaps)


def write_number(value: float, spec: str, lang: Lang) -> str:
    """The value by a format (".1f", ".0%", "g", ".0f<"); German has a comma, and a space before the per cent."""
    towards = _TOWARDS.get(spec[-1:])
    written = format(value, spec) if towards is None else _round_towards(value, spec[:-1], towards)
    return written.replace(".", ",").replace("%", " %") if lang == "de" else written


def _round_towards(value: float, spec: str, towards: Callable[[float], int]) -> str:
    """The value rounded up or down (`towards`) by ".1f" or ".0%", without zeros at the end."""
    scale = 10 ** (int(spec[1:-1]) + (2 if spec[-1] == "%" else 0))
    whole = towards(round(value * scale, 6))  # 0.3 is a hair less than three tenths
    written, per_cent = format(whole / scale, spec).partition("%")[:2]
    return (written.rstrip("0").rstrip(".") if "." in written else written) + per_cent


class _Formatter(string.Formatter):
    def __init__(self, lang: Lang, labels: Labels) -> None:
        self.lang, self.labels = lang, labels

    def format_field(self, value: object, format_spec: str) -> str:
        if isinstance(value, tuple):
            return self._join([self.format_field(item, format_spec) for item in value], format_spec)
        spec = format_spec.lower()
        if spec in ON_SHEET and (spec in ("place", "cell") or not isinstance(value, str)):
            words = self.labels.call(self.lang, spec, value)
            return words[:1].upper() + words[1:] if format_spec[0].isupper() else words
        return self._write(self._speak(value), "" if spec in (*ON_SHEET, "or") else format_spec)

    def _write(self, value: object, format_spec: str) -> str:
        one, bar, many = format_spec.partition("|")
        if bar and isinstance(value, int):
            words = one if value == 1 else many
            return words.replace("#", str(value)) if "#" in words else f"{value} {words}"
        if isinstance(value, float) or (isinstance(value, int) and format_spec[-1:] in _TOWARDS):
            return write_number(value, format_spec, self.lang)
        return str(super().format_field(value, format_spec))

    def _speak(self, value: object) -> object:
        """Numbers stay numbers, for the sentence's own format."""
        if isinstance(value, str):  # asked first: asking for a protocol is slow
            return drop_marks(value)
        if isinstance(value, int | float):
            return value
        if isinstance(value, SpokenOnSheet):
            return value.say_on_sheet(self.lang, self.labels)
        return value.in_(self.lang) if isinstance(value, Spoken) else value

    def _join(self, words: list[str], format_spec: str) -> str:
        spec = format_spec.lower()
        if len(words) < 2 or spec not in (*ON_SHEET, "or"):
            return ", ".join(words)
        both = load_table(self.lang, "common")["common.or" if spec == "or" else "common.and"]
        return both.format(before=", ".join(words[:-1]), last=words[-1])


def say(lang: Lang, key: str, /, **gaps: object) -> str:
    """The sentence `key` ("scanner.damaged": key `damaged` of `scanner.toml`) with its gaps filled in.

    KeyError for a key that no table has, and for a gap that is not given: both are ours, never a user's.
    """
    return say_with(NO_LABELS, lang, key, **gaps)


def say_with(labels: Labels, lang: Lang, key: str, /, **gaps: object) -> str:
    """As `say`, with the sheet's words for seats and rows (`labels`)."""
    return fill(load_table(lang, key.partition(".")[0])[key], lang, gaps, labels)


def enumerate_things(lang: Lang, things: Sequence[object], joined: str = "common.and") -> str:
    """Several things as one reads them aloud: "1, 3 und 4"; `joined` may be "common.or"."""
    *before, last = map(str, things)
    return say(lang, joined, before=", ".join(before), last=last) if before else last


@dataclass(frozen=True, slots=True)
class Phrase:
    """A sentence, or a part of one, before its language is known."""

    key: str
    gaps: Mapping[str, object] = field(default_factory=dict)

    def in_(self, lang: Lang) -> str:
        """Its words."""
        return self.say_on_sheet(lang, NO_LABELS)

    def say_on_sheet(self, lang: Lang, labels: Labels) -> str:
        """Its words, with the sheet's words for seats and rows (`labels`)."""
        return say_with(labels, lang, self.key, **self.gaps)


@dataclass(frozen=True, slots=True)
class Words:
    """A name in both languages that comes as data: from a rule set's or a layout's TOML."""

    de: str
    en: str

    def in_(self, lang: Lang) -> str:
        """The name in that language."""
        return self.en if lang == "en" else self.de


class SpokenError(Exception):
    """An error in what a person gave, with a sentence in both languages that says what is wrong and what helps."""

    def __init__(self, key: str, /, **gaps: object) -> None:
        super().__init__(key, gaps)
        self.phrase = Phrase(key, gaps)

    def __str__(self) -> str:
        return self.message()

    def message(self, lang: Lang | None = None) -> str:
        """One sentence that names what is wrong and what helps."""
        return self.phrase.in_(lang or default_language())

    def __reduce__(self) -> tuple[object, ...]:
        return _make_again, (type(self), self.phrase), self.__dict__  # it travels between processes


def _make_again(kind: type[SpokenError], phrase: Phrase) -> SpokenError:
    error = kind.__new__(kind)
    SpokenError.__init__(error, phrase.key, **phrase.gaps)
    return error


@dataclass(frozen=True, slots=True)
class Moment:
    """A moment in UTC, as ISO writes it."""

    when: str

    def in_(self, lang: Lang) -> str:
        """For example: 21.11.2026 um 19:04."""
        here = self._find_local()
        return say(
            lang, "chronicle.moment", day=here.day, month=here.month, year=here.year, hour=here.hour, minute=here.minute
        )

    def write_short(self, lang: Lang) -> str:
        """For example: 21.11. 19:04."""
        here = self._find_local()
        return say(lang, "chronicle.when", day=here.day, month=here.month, hour=here.hour, minute=here.minute)

    def write_time(self, lang: Lang) -> str:
        """For example: 19:04."""
        here = self._find_local()
        return say(lang, "chronicle.time", hour=here.hour, minute=here.minute)

    def find_day(self) -> date:
        """The day."""
        return self._find_local().date()

    def _find_local(self) -> datetime:
        """The local time; UTC if the computer's time zone is invalid."""
        when = datetime.fromisoformat(self.when)
        try:
            return when.astimezone()
        except (ValueError, OverflowError):
            return when


def say_on_page(phrase: Spoken, lang: Lang) -> str:
    """The sentence, in a version for the page where the usual one names commands or paths."""
    if isinstance(phrase, Phrase) and (key := f"web.refusal.{phrase.key}") in load_table(lang, "web"):
        return say(lang, key, **phrase.gaps)
    return phrase.in_(lang)
