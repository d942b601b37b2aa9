"""Wrong use of the command line, said in the user's language."""

from __future__ import annotations

import re
from collections.abc import Sequence

import typer

from desk.photos import SUFFIXES
from texts.languages import Lang, pick

_DE = {
    "NoSuchOption": "Diese Option gibt es nicht: {option_name}",
    "MissingParameter": "Es fehlt: {hint}",
    "BadParameter": "{hint} passt nicht: {message}",
    "BadOptionUsage": "Option {option_name} braucht einen Wert",
}
_EN = {
    "NoSuchOption": "There is no such option: {option_name}",
    "MissingParameter": "Missing: {hint}",
    "BadParameter": "{hint} does not fit: {message}",
    "BadOptionUsage": "Option {option_name} needs a value",
}
_MESSAGES = (  # of the libraries that read the command line
    (r"No such command '(.*)'\.", r"Diesen Befehl gibt es nicht: \1", r"There is no such command: \1"),
    (r"Got unexpected extra argument\(?s?\)? \((.*)\)", r"Das ist zu viel: \1", r"This is too much: \1"),
    (r"Value error, '(.*)' is not one of (.*)\.", r"\1; möglich sind \2", r"\1; possible are \2"),
    (r"Input should be a valid integer.*", "eine ganze Zahl wird gebraucht", "a whole number is needed"),
    (r"Input should be greater than or equal to (.*)", r"mindestens \1", r"at least \1"),
    (r"Input should be less than or equal to (.*)", r"höchstens \1", r"at most \1"),
)


def explain(wrong: typer.TyperException, lang: Lang, arguments: Sequence[str] = ()) -> str:
    """What is wrong, and which command shows the help, or how to give a file whose name looks like an option."""
    kind = type(wrong).__name__
    if kind == "NoArgsIsHelpError":
        return str(wrong.format_message())
    template = pick(_DE.get(kind, "{message}"), _EN.get(kind, "{message}"), lang)
    option = getattr(wrong, "option_name", "")
    told = template.format(hint=_hint(wrong), message=_message(wrong.message, lang), option_name=option)
    context = getattr(wrong, "ctx", None)
    command = context.command_path if context is not None else "kiebitz"
    photo = next((word for word in arguments if word.startswith("-") and word.lower().endswith(SUFFIXES)), None)
    if photo is not None:
        de, en = f"{photo} wird für eine Option gehalten; als Datei ./{photo} schreiben", (
            f"{photo} is taken for an option; for a file write ./{photo}")
        return f"{told.rstrip('.')}. " + pick(de, en, lang)
    return f"{told.rstrip('.')}. " + pick(f"Hilfe: {command} --help", f"Help: {command} --help", lang)


def _message(words: str, lang: Lang) -> str:
    """In the user's language where it is known; else as the library has it."""
    for pattern, de, en in _MESSAGES:
        if found := re.fullmatch(pattern, words, re.DOTALL):
            return found.expand(pick(de, en, lang))
    return words


def _hint(wrong: typer.TyperException) -> str:
    """The option or argument that is meant, as the user would type it."""
    parameter = getattr(wrong, "param", None)
    if parameter is None:
        return str(getattr(wrong, "param_hint", None) or "")
    if parameter.param_type_name == "option":
        return "/".join(parameter.opts)
    return str(parameter.metavar or parameter.name)
