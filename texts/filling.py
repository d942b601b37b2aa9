"""Sentences filled in, numbers as their language writes them: German "1,8 %", English "1.8%".

A gap of a sentence is `{name}` or `{name:format}`. Beside Python's own formats there are
* `{found:Spiel|Spiele}`: "1 Spiel", "16 Spiele"; `#` says where the number stands: `{found:Es ist #|Es sind #}`;
* `{value:.0f<}`, `{limit:.0%>}`: rounded down and up, so that what misses a limit never reads like it;
* for what stands on a sheet (`texts.labels`): `{seat:who}` "Wolfgang" or "Platz 3"; `{game:row}` "Spiel 7" or
  "Strafe 1"; `{game:at}` "Spiel 7: ", or nothing beside that row; `{field:place}` "Spiel 7, Wolfgang" of a field's id,
  `{field:cell}` "Wolfgang".
  `Who`, `Row` and `Place` begin a sentence. Several of them are joined by "und";
* `{readings:or}`: several things joined by "oder".
"""

from __future__ import annotations

import math
import string
from collections.abc import Callable, Mapping
from typing import Protocol, runtime_checkable

from texts.labels import NO_LABELS, ON_SHEET, Labels
from texts.languages import Lang
from texts.tables import load_table

_TOWARDS: dict[str, Callable[[float], int]] = {"<": math.floor, ">": math.ceil}


@runtime_checkable
class Spoken(Protocol):
    """Anything that has its own words in each language."""

    def in_(self, lang: Lang) -> str:
        """Its words."""


@runtime_checkable
class SpokenOnSheet(Protocol):
    """Anything whose words depend on what the seats and rows of its sheet are called."""

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


def count_things(count: int, one: str, many: str) -> str:
    """ "1 Name", "3 Namen"; where a form has "#", the number stands there."""
    words = one if count == 1 else many
    return words.replace("#", str(count)) if "#" in words else f"{count} {words}"


def _round_towards(value: float, spec: str, towards: Callable[[float], int]) -> str:
    """By ".1f" or ".0%", towards one side, without zeros at the end."""
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
            return count_things(value, one, many)
        if isinstance(value, float) or (isinstance(value, int) and format_spec[-1:] in _TOWARDS):
            return write_number(value, format_spec, self.lang)
        return str(super().format_field(value, format_spec))

    def _speak(self, value: object) -> object:
        """Numbers stay numbers, for the sentence's own format."""
        if isinstance(value, str | int | float):  # asked first: asking for a protocol is slow
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
