"""Options and arguments with their help in the user's language, and those that several commands have."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from texts.languages import Lang, default_language
from texts.sentences import say

DEFAULT_LANG = default_language()
"""The language of the help, which is written when this module is imported."""

_VALUES = {
    option: word
    for word, options in {
        "address": "--host",
        "file": "--book --certificate --draw --from --geometry --guide --json --key --layout --names --output --pdf "
        "--picture --players --rescue --statistics",
        "folder": "--all --csv --debug --photos",
        "name": "--club --name --title",
        "number": "--games",
        "rules": "--rules",
        "who": "--by",
        "why": "--reason",
    }.items()
    for option in options.split()
}
"""Option to the word for its value, where that is more than "a number" or "a value"."""


def say_help(key: str) -> str:
    """The sentence `key` in the language of the help."""
    return say(DEFAULT_LANG, key)


def make_option(names: str, key: str, metavar: str | None = None, **limits: Any) -> typer.models.OptionInfo:
    """An option with the help `key` ("help.scan.draw"). Files are not tried here: their readers say what is wrong.

    `metavar`: what stands for its value ("a4|a5"), where that is the same in both languages.
    """
    *_, long = names.split()
    value = metavar or (say_help(f"help.values.{_VALUES[long]}") if long in _VALUES else None)
    return typer.Option(  # type: ignore[no-any-return]
        *names.split(), help=say_help(key), readable=False, metavar=value, **limits
    )


def make_argument(value: str, key: str) -> typer.models.ArgumentInfo:
    """An argument with the help `key`, called as `value` is in the user's language ("file": DATEI); its file is not
    tried here either."""
    return typer.Argument(metavar=say_help(f"help.values.{value}"), help=say_help(key), readable=False)  # type: ignore[no-any-return]


Where = Annotated[str, make_argument("file", "help.shared.book")]
By = Annotated[str, make_option("--by", "help.shared.by")]
Who = Annotated[str, make_argument("who", "help.players.who")]
Round = Annotated[int, make_option("--round", "help.players.round", min=1, max=99)]
Rules = Annotated[str, make_option("--rules", "help.shared.rules")]
Language = Annotated[Lang, make_option("--lang", "help.shared.lang", "de|en", show_default=False)]
Strict = Annotated[bool, make_option("--strict", "help.shared.strict")]
LayoutFile = Annotated[Path | None, make_option("--layout", "help.shared.layout")]
Debug = Annotated[Path | None, make_option("--debug", "help.shared.debug")]
Photos = Annotated[list[Path], make_argument("photo", "help.shared.photos")]
Jobs = Annotated[int, make_option("--jobs", "help.shared.jobs", min=0)]
