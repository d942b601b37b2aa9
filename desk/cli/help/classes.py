"""Typer's classes with help pages of our own: in the user's language, and each with examples."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import copy
from typing import Any

import typer
from typer.core import TyperCommand, TyperGroup

from desk.cli.help.page import write_page
from desk.cli.help.plain_values import read_plainly
from desk.cli.options import DEFAULT_LANG, say_help


class _Spoken:
    """What a command and a group of commands have in common."""

    help: str | None
    params: list[Any]

    def __init__(self, *args: Any, **settings: Any) -> None:
        super().__init__(*args, **settings)
        for one in self.params:
            read_plainly(one)

    def get_help(self, ctx: Any) -> str:
        """The page that `--help` shows."""
        return write_page(ctx, DEFAULT_LANG)

    def get_help_option(self, ctx: Any) -> Any:
        """`--help`, with a sentence of ours."""
        option = super().get_help_option(ctx)  # type: ignore[misc]
        option.help = say_help("help.page.help")
        return read_plainly(option)

    def get_short_help_str(self, limit: int = 0) -> str:
        """What a shell shows beside the command: the whole sentence, which is short enough."""
        return self.help or ""


class SpokenCommand(_Spoken, TyperCommand):
    """A command whose help we write."""


class SpokenGroup(_Spoken, TyperGroup):
    """A command with commands behind it, whose help we write."""


class SpokenApp(typer.Typer):
    """A group of commands that all have help pages of our own. `key`: the sentence that says what it does."""

    def __init__(self, key: str, *, name: str | None = None, group: type[SpokenGroup] = SpokenGroup) -> None:
        super().__init__(
            cls=group,
            name=name,
            help=say_help(key),
            context_settings={"help_option_names": ["--help", "-h"]},
            add_completion=False,  # `kiebitz completion` does it, in German
            no_args_is_help=True,
            rich_markup_mode=None,  # plain help: Rich alone would take a third of the start-up time
            pretty_exceptions_enable=False,  # desk.__main__ says what went wrong
        )

    def __call__(self, *, args: Sequence[str], **settings: Any) -> Any:
        """Runs the command line. Only the command that is called is built: all of them take as long as a quick one."""
        return super(SpokenApp, self._pick(args[0]) if args else self).__call__(args=args, **settings)

    def _pick(self, word: str) -> SpokenApp:
        """The program with the command of that name alone; all of it where there is none."""
        picked = copy(self)
        picked.registered_commands = [one for one in self.registered_commands if one.name == word]
        picked.registered_groups = [one for one in self.registered_groups if one.name == word]
        return picked if picked.registered_commands or picked.registered_groups else self

    def command(self, name: str | None = None, **settings: Any) -> Callable[[Any], Any]:
        """As Typer has it, for a command with a page of ours."""

        def register(function: Any) -> Any:
            called = name or function.__name__
            return super(SpokenApp, self).command(called, cls=SpokenCommand, **settings)(function)

        return register
