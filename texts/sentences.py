"""Sentences by key, from one table a language: `de/*.toml`, `en/*.toml`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from texts.filling import fill
from texts.labels import NO_LABELS, Labels
from texts.languages import Lang, default_language
from texts.tables import load_table


def say(lang: Lang, key: str, /, **gaps: object) -> str:
    """The sentence `key` ("scanner.damaged": key `damaged` of `scanner.toml`) with its gaps filled in.

    KeyError for a key that no table has, and for a gap that is not given: both are ours, never a user's.
    """
    return say_with(NO_LABELS, lang, key, **gaps)


def say_with(labels: Labels, lang: Lang, key: str, /, **gaps: object) -> str:
    """The same, with what the seats and rows of its sheet are called."""
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
        """Its words, with what the seats and rows of its sheet are called."""
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
    """Something is wrong with what a person gave; it says so, with the remedy, in either language."""

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
