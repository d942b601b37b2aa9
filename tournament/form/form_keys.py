"""A tournament's form: settings beside its rule set, such as who sits where in the next round.

A form is keys with values. A value is a text, in a file as on the command line: "draw, same", "30". Each key has a
function that reads its text, and a default.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Generic, TypeVar

from texts.sentences import Phrase
from tournament.errors import RefusedOrder

Value = TypeVar("Value")
MOST_LETTERS = 100_000
"""Most letters of a value. A plan of 200 players and five rounds has some 5,000."""
MOST_SHOWN = 60
"""Letters of a value that a sentence shows."""


class UnfitValue(ValueError):
    """A value is invalid for its key. `wants`: a phrase that says what it should be."""

    def __init__(self, wants: Phrase) -> None:
        super().__init__(wants.key)
        self.wants = wants


@dataclass(frozen=True, slots=True)
class FormKey(Generic[Value]):
    """`name`: as in the file ("apart.clubs"). `read`: the value of a text; raises `UnfitValue`. `default`: the text
    that holds where nobody set one. `choices`: the words that the text may be, or may be made of; () where it is no
    word. `counts`: whether results of rounds that are over change with it: then it is sealed with them. `is_word`:
    whether the text is one of the choices; `is_long`: whether it has lines."""

    name: str
    read: Callable[[str], Value]
    default: str = ""
    choices: tuple[str, ...] = ()
    counts: bool = False
    is_word: bool = False
    is_long: bool = False

    def of(self, form: Form) -> Value:
        """The key's value in that form."""
        return self.read(self.write(form))

    def write(self, form: Form) -> str:
        """The key's text in that form."""
        return form.values.get(self.name, self.default)

    def check(self, text: str) -> None:
        """Raises `RefusedOrder` for a text that is invalid for this key."""
        try:
            if len(text) > MOST_LETTERS:
                raise UnfitValue(Phrase("form.wants.shorter", {"most": MOST_LETTERS}))
            self.read(text)
        except UnfitValue as unfit:
            gaps = {"key": self.name, "value": shorten(text), "wants": unfit.wants}
            raise RefusedOrder("form.unfit", **gaps) from unfit


@dataclass(frozen=True, slots=True)
class Form:
    """The settings by key; missing keys have their defaults."""

    values: Mapping[str, str] = field(default_factory=dict)

    def set(self, settings: Iterable[tuple[str, str]]) -> Form:
        """The form with these values; "" resets a key to its default."""
        values = {**self.values, **dict(settings)}
        return Form({key: text for key, text in values.items() if text})


def shorten(text: str) -> str:
    """The text, shortened for a sentence."""
    return text if len(text) <= MOST_SHOWN else f"{text[:MOST_SHOWN]} …"


def split_words(text: str) -> tuple[str, ...]:
    """The words of a list that is separated by commas or blanks."""
    return tuple(word for word in re.split(r"[,\s]+", text.casefold()) if word)


def _read_word(choices: tuple[str, ...], text: str) -> str:
    """One of the words, or "" for none."""
    words = split_words(text)
    if len(words) > 1 or set(words) - set(choices):
        raise UnfitValue(Phrase("form.wants.word", {"choices": choices}))
    return words[0] if words else ""


def _read_words(choices: tuple[str, ...], text: str) -> tuple[str, ...]:
    words = split_words(text)
    if not words or set(words) - set(choices):
        raise UnfitValue(Phrase("form.wants.words", {"choices": choices}))
    return words


def _read_number(least: int, most: int, text: str) -> int:
    if not re.fullmatch(r"-?\d{1,6}", text.strip(), re.ASCII) or not least <= int(text) <= most:
        raise UnfitValue(Phrase("form.wants.number", {"least": least, "most": most}))
    return int(text)


def _read_numbers(least: int, most: int, count: int, text: str) -> tuple[int, ...]:
    try:
        numbers = tuple(_read_number(least, most, word) for word in split_words(text))
    except UnfitValue:
        numbers = ()
    if len(numbers) != count:
        raise UnfitValue(Phrase("form.wants.numbers", {"count": count, "least": least, "most": most}))
    return numbers


def make_word_key(name: str, *choices: str, default: str = "", counts: bool = False) -> FormKey[str]:
    """A key whose value is one of the words."""
    return FormKey(name, partial(_read_word, choices), default, choices, counts, is_word=True)


def make_words_key(name: str, *choices: str, default: str, counts: bool = False) -> FormKey[tuple[str, ...]]:
    """A key whose value is a list of the words, each as often as wished."""
    return FormKey(name, partial(_read_words, choices), default, choices, counts)


def make_number_key(name: str, default: int, least: int, most: int, *, counts: bool = False) -> FormKey[int]:
    """A key whose value is a whole number from `least` to `most`."""
    return FormKey(name, partial(_read_number, least, most), str(default), counts=counts)


def make_numbers_key(
    name: str, default: tuple[int, ...], least: int, most: int, *, counts: bool = False
) -> FormKey[tuple[int, ...]]:
    """A key whose value is as many whole numbers as its default has."""
    text = ", ".join(map(str, default))
    return FormKey(name, partial(_read_numbers, least, most, len(default)), text, counts=counts)
