"""Options and arguments with their help in the user's language, and those that several commands have."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from texts.languages import Lang, default_language
from texts.sentences import say

DEFAULT_LANG = default_language()
"""The language of the help, which is written when this module is imported."""


def say_help(key: str) -> str:
    """The sentence `key` in the language of the help."""
    return say(DEFAULT_LANG, key)


def make_option(names: str, key: str, **limits: Any) -> typer.models.OptionInfo:
    """An option with the help `key` ("help.scan.draw"). Files are not tried here: their readers say what is wrong."""
    return typer.Option(*names.split(), help=say_help(key), readable=False, **limits)  # type: ignore[no-any-return]


def make_argument(metavar: str, key: str) -> typer.models.ArgumentInfo:
    """An argument with the help `key`; its file is not tried here either."""
    return typer.Argument(metavar=metavar, help=say_help(key), readable=False)  # type: ignore[no-any-return]


Rules = Annotated[str, make_option("--rules", "help.shared.rules")]
Language = Annotated[Lang, make_option("--lang", "help.shared.lang")]
Strict = Annotated[bool, make_option("--strict", "help.shared.strict")]
LayoutFile = Annotated[Path | None, make_option("--layout", "help.shared.layout")]
Debug = Annotated[Path | None, make_option("--debug", "help.shared.debug")]
Photos = Annotated[list[Path], make_argument("PHOTO", "help.shared.photos")]
Jobs = Annotated[int, make_option("--jobs", "help.shared.jobs", min=0)]
