"""Explains wrong use of the command line in the user's language, with the command or option that was probably meant."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches
from typing import Any

import typer

from desk.cli.help_pages import name_argument, name_command
from desk.inputs import SUFFIXES
from texts.languages import LANGUAGES, Lang
from texts.sentences import say

_LEAST = 0.7
"""Likeness from 0 to 1: twice the letters in common by all letters. "statsu" and "status" have 0.83, "sacn" and "scan"
0.75, "fotos" and "photos" 0.73: above that, slips get no suggestion. "tanzen" and "scannen" have 0.62: below that,
what is suggested was not meant."""

_SENTENCES = {
    "MissingParameter": "desk.use.missing",
    "BadParameter": "desk.use.unfit",
}
"""Sentence by the library's error class."""

_NO_SUCH_COMMAND = re.compile(r"No such command '(.*?)'\.")
_MESSAGES = {
    r"Missing command\.": "desk.use.no-command",
    r"Got unexpected extra argument\(?s?\)? \((?P<words>.*)\)": "desk.use.too-much",
    r"Option '.*' does not take a value\.": "desk.use.unwanted-value",
    r"Option '.*' requires (an argument|\d+ arguments)\.": "desk.use.no-value",
    r"Value error, '(?P<given>.*)' is not one of (?P<choices>.*)\.": "desk.use.no-such-choice",
    r"Input should be a valid integer.*": "desk.use.no-whole-number",
    r"Input should be greater than or equal to (?P<limit>.*)": "desk.use.at-least",
    r"Input should be less than or equal to (?P<limit>.*)": "desk.use.at-most",
}
"""Sentence by the message of the libraries that read the command line; the pattern's groups fill its gaps."""


def find_near_command(word: str, names: Iterable[str]) -> str | None:
    """The command that is spelt nearly like the word, or that the word means in German or English ("drucken":
    print)."""
    called = {word: name for name in names for word in (name, *_list_other_words(name))}
    return _find_near(word, called)


def find_near_option(word: str, options: Iterable[str]) -> str | None:
    """The option that is spelt nearly like the word. For one letter behind a hyphen there is no suggestion: it is
    equally near to every other letter."""
    name = word.partition("=")[0].lstrip("-")
    if len(name) < 2:
        return None
    return _find_near(name, {one.lstrip("-"): one for one in options if one.startswith("--")})


def _find_near(word: str, meanings: Mapping[str, str]) -> str | None:
    """The only meaning that begins with the word, else the one spelt most like it; None where none is near."""
    begun = {meaning for name, meaning in meanings.items() if name.startswith(word.lower())}
    if len(begun) == 1:
        return begun.pop()
    near = get_close_matches(word.lower(), meanings, n=1, cutoff=_LEAST)
    return meanings[near[0]] if near else None


def _list_other_words(name: str) -> list[str]:
    """Other words for the command in both languages; commands behind `players` and `rules` have none."""
    try:
        return [word for lang in LANGUAGES for word in say(lang, f"help.called.{name}").split()]
    except KeyError:
        return []


def explain_wrong_use(wrong: typer.TyperException, lang: Lang, arguments: Sequence[str] = ()) -> str:
    """What is wrong, what was probably meant, and which command shows the help."""
    return f"{_finish_sentence(_say_what(wrong, lang))} {_say_remedy(wrong, lang, arguments)}"


def _say_what(wrong: typer.TyperException, lang: Lang) -> str:
    kind, option = type(wrong).__name__, getattr(wrong, "option_name", "")
    if kind == "NoSuchOption":
        return _suggest(lang, "option", option, find_near_option(option, _list_options(wrong)))
    if found := _NO_SUCH_COMMAND.match(wrong.message):
        return _suggest(lang, "command", found[1], find_near_command(found[1], _list_commands(wrong)))
    why = _translate(wrong.message, lang, option)
    return say(lang, _SENTENCES[kind], parameter=_name_parameter(wrong, lang), why=why) if kind in _SENTENCES else why


def _suggest(lang: Lang, what: str, word: str, near: str | None) -> str:
    """Says that there is no such option or command, and names the nearest one."""
    unknown = _finish_sentence(say(lang, f"desk.use.no-such-{what}", word=word))
    return f"{unknown} {say(lang, 'desk.use.near', near=near)}" if near else unknown


def _finish_sentence(words: str) -> str:
    return words if words.endswith(("?", ".")) else f"{words}."


def _list_commands(wrong: Any) -> list[str]:
    return list(wrong.ctx.command.commands)


def _list_options(wrong: Any) -> list[str]:
    return ["--help", *(name for one in wrong.ctx.command.params for name in one.opts)] if wrong.ctx else []


def _say_remedy(wrong: typer.TyperException, lang: Lang, arguments: Sequence[str]) -> str:
    """Where the help is, or how to give a file whose name looks like an option."""
    photo = next((word for word in arguments if word.startswith("-") and word.lower().endswith(SUFFIXES)), None)
    if photo is not None:
        return say(lang, "desk.use.photo-like-option", photo=photo)
    context = getattr(wrong, "ctx", None)
    if context is not None:
        return say(lang, "desk.use.help", command=name_command(context, lang))
    command = [word for word in arguments[:1] if not word.startswith("-")]  # the library does not say whose it is
    return say(lang, "desk.use.help", command=" ".join(("kiebitz", *command)))


def _translate(words: str, lang: Lang, option: str) -> str:
    """The library's message in the user's language; unchanged where `_MESSAGES` does not have it."""
    for pattern, key in _MESSAGES.items():
        if found := re.fullmatch(pattern, words, re.DOTALL):
            gaps = {name: text.replace("'", "") for name, text in found.groupdict().items()}
            return say(lang, key, option=option, **gaps)
    return words


def _name_parameter(wrong: Any, lang: Lang) -> str:
    """The option or argument that is meant, as the user would type it."""
    parameter = getattr(wrong, "param", None)
    if parameter is None:
        return str(getattr(wrong, "param_hint", None) or "")
    if parameter.param_type_name == "option":
        return "/".join(parameter.opts)
    return name_argument(parameter, lang)
