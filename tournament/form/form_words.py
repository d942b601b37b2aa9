"""A form in words: its changes, its current values, and how each round is seated."""

from __future__ import annotations

from texts.sentences import Phrase
from tournament.form.form_file import GROUPS, KEYS, Settings
from tournament.form.form_keys import Form, shorten, split_words
from tournament.form.seating_form import read_seating


def say_settings(settings: Settings) -> tuple[Phrase, ...]:
    """The settings, one phrase each: "Verein am Tisch: 30"."""
    return tuple(say_setting(key, text) for key, text in settings)


def say_setting(key: str, text: str) -> Phrase:
    """A key with its value in words; an empty text means that it has its default again."""
    gaps = {"key": Phrase(f"form.key.{key}"), "value": say_value(key, text)}
    return Phrase("form.setting" if text else "form.at-default", gaps)


def say_value(key: str, text: str) -> object:
    """The value in words: choices by their names, any other text unchanged, long ones shortened."""
    if KEYS[key].choices:
        return tuple(Phrase(f"form.word.{word}") for word in split_words(text)) or Phrase("form.word.none")
    return shorten(" / ".join(text.splitlines())) or Phrase("form.word.nothing")


def describe_keys(form: Form, group: str) -> tuple[tuple[str, Phrase, Phrase], ...]:
    """Each key of a group with its name and its value in words, which mention a default."""
    return tuple((key.name, Phrase(f"form.key.{key.name}"), describe_value(form, key.name)) for key in GROUPS[group])


def describe_value(form: Form, key: str) -> Phrase:
    """The current value of a key: "nach Platzierung", "100 (wie üblich)"."""
    value = say_value(key, KEYS[key].write(form))
    return Phrase("form.chosen" if key in form.values else "form.usual", {"value": value})


def list_ways(form: Form, rounds: int) -> tuple[Phrase, ...]:
    """How each of the `rounds` rounds is seated."""
    return tuple(say_way(round_, way) for round_, way in read_seating(form, rounds).ways.items())


def say_way(round_: int, way: str) -> Phrase:
    """How a round is seated: "Runde 3: nach Platzierung"."""
    return Phrase("form.round", {"round": round_, "way": Phrase(f"form.word.{way}")})


def write_form(form: Form) -> dict[str, str]:
    """Every key with its text, for programs."""
    return {name: key.write(form) for name, key in KEYS.items()}


def write_file(form: Form) -> str:
    """The settings as the text of a TOML file, which `read_form_file` reads; keys with dots are quoted."""
    lines = (f'"{key}" = {_quote(text)}' for key, text in form.values.items())
    return "".join(f"{line}\n" for line in lines)


def _quote(text: str) -> str:
    """A TOML text in one line."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'
