"""Sentences for people, one file per language, filled with what a finding or a line speaks of."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from string import ascii_letters, digits
from typing import Protocol, runtime_checkable

from scoring.texts import english, german
from texts.filling import fill

_TABLES: Mapping[str, Mapping[str, str]] = {"de": german.SENTENCES, "en": english.SENTENCES}


@runtime_checkable
class Spoken(Protocol):
    """Anything that has its own words in each language."""

    def in_(self, lang: str) -> str:
        """Its words."""


def sentence(lang: str, key: str, data: Mapping[str, object]) -> str:
    """The sentence of that key with `data` filled in. `number` becomes `row`: "Spiel 7", or "Strafe in Zeile 17"."""
    words = {name: _spoken(value, lang) for name, value in data.items()}
    if "number" in data:
        words["row"] = _TABLES[lang]["row-offence" if data.get("offence") else "row"].format(**words)
    return fill(_TABLES[lang][key], words)


@dataclass(frozen=True, slots=True)
class Phrase:
    """A part of a sentence, with a sentence's key and what it speaks of."""

    key: str
    data: Mapping[str, object]

    def in_(self, lang: str) -> str:
        """Its words."""
        return sentence(lang, self.key, self.data)


def changes(lang: str, proposed: tuple[tuple[str, int | str | None, int | str | None], ...]) -> str:
    """Proposed changes (field, written, proposed) in words: "Spiel 7, Platz 3: -4 statt +4"."""
    one = _TABLES[lang]["change"]
    return "; ".join(
        one.format(where=_where(lang, field), proposed=_cell(lang, new), written=_cell(lang, old))
        for field, old, new in proposed
    )


def _spoken(value: object, lang: str) -> object:
    """Numbers stay numbers, for the sentence's own format; several things are joined by commas."""
    if isinstance(value, str | int):  # asked first: asking for a protocol is slow
        return value
    if isinstance(value, tuple):
        return ", ".join(str(_spoken(item, lang)) for item in value)
    return value.in_(lang) if isinstance(value, Spoken) else value


def _where(lang: str, field: str) -> str:
    """The field id in words; an id that is no cell of a table stays as it is."""
    place, _, what = field.partition(".")
    table = _TABLES[lang]
    if place[1:].isdigit():
        row = table["where-row"].format(number=int(place[1:]))
    else:
        row = table.get(f"where-{place}", place)
    column, seat = what.rstrip(digits), what.lstrip(ascii_letters)
    words = table.get(f"where-{what}") or table.get("where-seat" if column == "p" else f"where-{column}", what)
    return f"{row}, {words.format(seat=seat)}"


def _cell(lang: str, value: int | str | None) -> str:
    if isinstance(value, int):
        return f"{value:+d}" if value else "0"
    return _TABLES[lang]["cell-cross" if value else "cell-blank"]
