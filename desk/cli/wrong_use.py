"""Wrong use of the command line, said in the user's language."""

from __future__ import annotations

import re
from collections.abc import Sequence

import typer

from desk.photos import SUFFIXES
from texts.languages import Lang
from texts.sentences import say

_SENTENCES = {
    "NoSuchOption": "desk.use.no-such-option",
    "MissingParameter": "desk.use.missing",
    "BadParameter": "desk.use.unfit",
    "BadOptionUsage": "desk.use.no-value",
}
"""By the library's class of what is wrong."""
_MESSAGES = {
    r"No such command '(?P<command>.*)'\. Did you mean '(?P<near>\S+)'\?": "desk.use.near-command",
    r"No such command '(?P<command>.*?)'\..*": "desk.use.no-such-command",
    r"Missing command\.": "desk.use.no-command",
    r"Got unexpected extra argument\(?s?\)? \((?P<words>.*)\)": "desk.use.too-much",
    r"Value error, '(?P<given>.*)' is not one of (?P<choices>.*)\.": "desk.use.no-such-choice",
    r"Input should be a valid integer.*": "desk.use.no-whole-number",
    r"Input should be greater than or equal to (?P<limit>.*)": "desk.use.at-least",
    r"Input should be less than or equal to (?P<limit>.*)": "desk.use.at-most",
}
"""By the words of the libraries that read the command line; what the words name fills the sentence's gaps."""


def explain_wrong_use(wrong: typer.TyperException, lang: Lang, arguments: Sequence[str] = ()) -> str:
    """What is wrong, and which command shows the help, or how to give a file whose name looks like an option."""
    kind = type(wrong).__name__
    if kind == "NoArgsIsHelpError":
        return str(wrong.format_message())
    why = _translate(wrong.message, lang)
    gaps = {"option": getattr(wrong, "option_name", ""), "parameter": _name_parameter(wrong), "why": why}
    sentence = say(lang, _SENTENCES[kind], **gaps) if kind in _SENTENCES else why
    return f"{sentence.rstrip('.')}. {_say_remedy(wrong, lang, arguments)}"


def _say_remedy(wrong: typer.TyperException, lang: Lang, arguments: Sequence[str]) -> str:
    photo = next((word for word in arguments if word.startswith("-") and word.lower().endswith(SUFFIXES)), None)
    if photo is not None:
        return say(lang, "desk.use.photo-like-option", photo=photo)
    context = getattr(wrong, "ctx", None)
    return say(lang, "desk.use.help", command=context.command_path if context is not None else "kiebitz")


def _translate(words: str, lang: Lang) -> str:
    """In the user's language where it is known; else as the library has it."""
    for pattern, key in _MESSAGES.items():
        if found := re.fullmatch(pattern, words, re.DOTALL):
            return say(lang, key, **found.groupdict())
    return words


def _name_parameter(wrong: typer.TyperException) -> str:
    """The option or argument that is meant, as the user would type it."""
    parameter = getattr(wrong, "param", None)
    if parameter is None:
        return str(getattr(wrong, "param_hint", None) or "")
    if parameter.param_type_name == "option":
        return "/".join(parameter.opts)
    return str(parameter.metavar or parameter.name)
