"""The parts of our commands: options, arguments, and Typer's classes with help pages of our own.

All help is in the user's language, and each page has examples.

Simple values (text, whole numbers, paths) are converted here, all others by Typer: Typer loads pydantic for every
value, which takes as long as all the rest of a quick command.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from copy import copy
from importlib import import_module
from inspect import Signature, signature
from pathlib import Path
from typing import Annotated, Any, Literal, get_args, get_origin, get_type_hints

import typer
from typer.core import TyperCommand, TyperGroup

from desk.cli.help_pages import write_page
from texts.languages import Lang, default_language
from texts.sentences import say

DEFAULT_LANG = default_language()
"""The language of the help, which is written when this module is imported."""

_VALUES = {
    option: word
    for word, options in {
        "address": "--host",
        "file": "--answers --book --certificate --draw --form --from --geometry --guide --json --key --layout --names "
        "--output --pdf --picture --players --rescue --rows --statistics",
        "folder": "--all --csv --debug --photos",
        "name": "--club --name --title",
        "number": "--games",
        "rules": "--rules",
        "who": "--by",
        "why": "--reason",
    }.items()
    for option in options.split()
}
"""The placeholder for an option's value in the help, where it says more than "a number" or "a value"."""


def say_help(key: str) -> str:
    """The sentence `key` in the language of the help."""
    return say(DEFAULT_LANG, key)


def make_option(names: str, key: str, metavar: str | None = None, **limits: Any) -> typer.models.OptionInfo:
    """An option with the help `key` ("help.scan.draw"). Files are not checked here: their readers say what is wrong.

    `metavar`: the placeholder for its value ("a4|a5"), where that is the same in both languages.
    """
    *_, long = names.split()
    value = metavar or (say_help(f"help.values.{_VALUES[long]}") if long in _VALUES else None)
    return typer.Option(  # type: ignore[no-any-return]
        *names.split(), help=say_help(key), readable=False, metavar=value, **limits
    )


def make_argument(value: str, key: str) -> typer.models.ArgumentInfo:
    """An argument with the help `key`; the help names it with the user's word for `value` ("file": DATEI). Its file is
    not checked here either."""
    return typer.Argument(metavar=say_help(f"help.values.{value}"), help=say_help(key), readable=False)  # type: ignore[no-any-return]


Where = Annotated[str, make_argument("file", "help.shared.book")]
By = Annotated[str, make_option("--by", "help.shared.by")]
Who = Annotated[str, make_argument("who", "help.players.who")]
Round = Annotated[int, make_option("--round", "help.players.round", min=1, max=99)]
Rules = Annotated[str, make_option("--rules", "help.shared.rules")]
Language = Annotated[Lang, make_option("--lang", "help.shared.lang", "de|en", show_default=False)]
Strict = Annotated[bool, make_option("--strict", "help.shared.strict")]
LayoutFile = Annotated[Path | None, make_option("--layout", "help.shared.layout")]
EveryList = Annotated[bool, make_option("--every-list", "help.shared.every-list")]
Plain = Annotated[str, make_option("--plain", "help.shared.plain", "points|total")]
Debug = Annotated[Path | None, make_option("--debug", "help.shared.debug")]
Photos = Annotated[list[Path], make_argument("photo", "help.shared.photos")]
Jobs = Annotated[int, make_option("--jobs", "help.shared.jobs", min=0)]

_NOT_PLAIN = object()


def read_plainly(parameter: Any) -> Any:
    """Changes Typer's `parameter` so that it converts simple values without pydantic; returns it."""
    parameter._runtime_param = _PlainValue()
    return parameter


class _PlainValue:
    """Replaces the converter of a Typer parameter. Every value that is not simple goes to Typer's own converter, which
    also says what is wrong with it."""

    def coerce(self, value: Any, param: Any, ctx: Any) -> Any:
        """The value that the command gets. The names are Typer's."""
        plain = _read_plain(param.type_descriptor.annotation, value, param)
        if plain is not _NOT_PLAIN:
            return plain
        param._runtime_param = None  # Typer then makes its own again
        return param.get_runtime_param().coerce(value, param=param, ctx=ctx)


def _read_plain(kind: Any, value: Any, limits: Any) -> Any:
    """The typed value as that kind, `_NOT_PLAIN` where Typer must convert or refuse it. `limits` has the least and
    the largest whole number."""
    if value is None and limits.nargs == 1 and not limits.multiple:
        return None
    if get_origin(kind) is Literal:
        return value if value in get_args(kind) else _NOT_PLAIN
    if kind is int:
        return _read_number(value, limits.min, limits.max)
    if kind is Path and isinstance(value, str) and not value.startswith("-"):
        return Path(value)
    return value if kind in (str, bool) and type(value) is kind else _NOT_PLAIN


def _read_number(value: Any, least: int | None, most: int | None) -> Any:
    if type(value) is str and re.fullmatch(r"\d{1,6}", value, re.ASCII):
        value = int(value)
    if type(value) is not int or (least is not None and value < least) or (most is not None and value > most):
        return _NOT_PLAIN
    return value


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
        """Runs the command line. Only the command that is called is built: building all of them takes as long as a
        quick command."""
        return super(SpokenApp, self._pick(args[0]) if args else self).__call__(args=args, **settings)

    def _pick(self, word: str) -> SpokenApp:
        """The program with only the command of that name; the whole program where there is no such command."""
        picked = copy(self)
        picked.registered_commands = [one for one in self.registered_commands if one.name == word]
        picked.registered_groups = [one for one in self.registered_groups if one.name == word]
        return picked if picked.registered_commands or picked.registered_groups else self

    def add_orders(self, key: str, commands: Mapping[str, tuple[Any, str] | SpokenApp]) -> None:
        """Adds commands by name, each with its order class and the function in `desk.cli` that carries it out, or with
        its subcommands. `key`: the key of the sentence that says what a command does, with {} for its name."""
        for name, one in commands.items():
            if isinstance(one, SpokenApp):
                self.add_typer(one, name=name)
            else:
                self.command(name, cls=SpokenCommand, help=say_help(key.format(name)))(_Carrier(*one))


class _Carrier:
    """The function that Typer calls for a command: makes the order from what was typed and carries it out."""

    def __init__(self, order: Any, place: str) -> None:
        self._order, self._place = order, place
        self.__annotations__: dict[str, Any] = {}  # Typer finds all that it asks for in the signature

    @property
    def __signature__(self) -> Signature:
        """The fields of the order, with what makes options of them; worked out only for a command that is built."""
        hints = get_type_hints(self._order, include_extras=True)
        fields = signature(self._order).parameters.values()
        return Signature([one.replace(annotation=hints[one.name]) for one in fields])

    def __call__(self, **typed: Any) -> int:
        """Carries the order out; returns the exit status."""
        module, _, function = self._place.rpartition(".")
        return int(getattr(import_module(f"desk.cli.{module}"), function)(self._order(**typed)))
