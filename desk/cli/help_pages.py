"""Help on the screen: a command's page, what to do first, and completion by the Tab key.

A command's page says how it is called, what it does, its options and two examples, no wider than the terminal. Typing
`kiebitz` alone shows what to do first. For the Tab key there are the script that a shell loads, and the answers that
this script asks for.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from shutil import get_terminal_size
from textwrap import wrap
from typing import Any

import typer

from desk.cli.screen import print_note
from desk.exits import Status
from texts.languages import Lang
from texts.sentences import say

ASKED = "_KIEBITZ_COMPLETE"
"""The environment variable in which a shell's script says what it asks for."""

_NARROWEST, _WIDEST = 50, 80
"""Characters per line: in fewer, two columns hold too few words each; in more, the eye loses the line."""

_WIDEST_NAME = 26
"""Characters of an option with its value; a longer one has a line of its own."""


def print_script(order: Any) -> Status:
    """Prints the script for the shell's start-up file; on a terminal also how to install it, on standard error.

    `order`: a `CompletionOrder`, whose module imports this one.
    """
    from typer.completion import get_completion_script  # type: ignore[attr-defined]

    sys.stdout.write(get_completion_script(prog_name="kiebitz", complete_var=ASKED, shell=order.shell) + "\n")
    if sys.stdout.isatty():
        print_note(order.lang, f"help.completion.how-{order.shell}")
    return Status.DONE


def answer_shell(app: typer.Typer) -> int:
    """Prints the possible completions of the words typed so far, in the shell's format. Returns the exit status."""
    from typer.completion import completion_init, shell_complete  # type: ignore[attr-defined]

    completion_init()
    try:
        return int(shell_complete(typer.main.get_command(app), {}, "kiebitz", ASKED, os.environ[ASKED]))
    except SystemExit as left:  # fish asks by exit status whether there is anything
        return int(left.code or 0)


def show_first_steps(context: typer.Context, lang: Lang) -> Status:
    """Prints the first steps for an evening and for a single workbook, one per line. Outside a terminal it prints the
    help."""
    if sys.stdout.isatty():
        sys.stdout.write(say(lang, "help.first.steps").strip() + "\n")
        return Status.DONE
    sys.stderr.write(f"{context.get_help()}\n")
    return Status.USAGE


def write_page(context: Any, lang: Lang) -> str:
    """The page as text. `context`: Typer's, of the command in question."""
    width = max(_NARROWEST, min(get_terminal_size().columns, _WIDEST)) - 1
    command = context.command
    shown = [one for one in command.get_params(context) if not one.hidden]
    arguments = [(name_argument(one, lang), one.help or "") for one in shown if one.param_type_name == "argument"]
    options = [_describe_option(one, lang) for one in shown if one.param_type_name == "option"]
    blocks = (
        _wrap_usage(context, lang, width),
        wrap(command.help or "", width, initial_indent="  ", subsequent_indent="  "),
        _write_block(say(lang, "help.page.arguments"), arguments, width),
        _write_block(say(lang, "help.page.options"), options, width),
        _write_block(say(lang, "help.page.commands"), _list_commands(context), width),
        [say(lang, "help.page.examples"), *(f"  {line}" for line in list_examples(context, lang))],
    )
    return "\n\n".join("\n".join(block) for block in blocks if block)


def list_examples(context: Any, lang: Lang) -> tuple[str, ...]:
    """Two examples of the command as one types them."""
    name = "-".join(one.info_name for one in _list_contexts(context))
    return tuple(say(lang, f"help.examples.{name}").strip().splitlines())


def name_command(context: Any, lang: Lang) -> str:
    """How the command is called, with the arguments in front of it: "kiebitz players DATEI add"."""
    *above, last = _list_contexts(context)
    words = [word for one in above for word in (one.info_name, *_name_arguments(one.command, lang))]
    return " ".join((*words, last.info_name))


def name_argument(argument: Any, lang: Lang) -> str:
    """The placeholder of the argument: "DATEI", "FOTO...", "[SPIEL]"."""
    name = f"{argument.metavar or say(lang, 'help.values.value')}{'...' if argument.nargs != 1 else ''}"
    return name if argument.required else f"[{name}]"


def _list_contexts(context: Any) -> list[Any]:
    """The chain of contexts, the program's own first."""
    return [*(_list_contexts(context.parent) if context.parent is not None else ()), context]


def _name_arguments(command: Any, lang: Lang) -> list[str]:
    return [name_argument(one, lang) for one in command.params if one.param_type_name == "argument"]


def _wrap_usage(context: Any, lang: Lang, width: int) -> list[str]:
    """The usage line: the command with everything that it needs, continued below its arguments where it is long."""
    command, start = context.command, f"{say(lang, 'help.page.usage')} {name_command(context, lang)} "
    needed = [
        f"{one.opts[-1]} {_name_value(one, lang)}"
        for one in command.params
        if one.param_type_name == "option" and one.required
    ]
    pieces = [*_name_arguments(command, lang), *needed, say(lang, "help.page.any")]
    if hasattr(command, "commands"):
        pieces[-1:] = [say(lang, "help.page.command")]
    glued = " ".join(piece.replace(" ", "\0") for piece in pieces)  # an option stays with its value
    lines = wrap(glued, width, initial_indent=start, subsequent_indent=" " * min(len(start), width // 2))
    return [line.replace("\0", " ") for line in lines]


def _describe_option(option: Any, lang: Lang) -> tuple[str, str]:
    """The option's names with the placeholder of its value, and its sentence with limits and default."""
    names = ", ".join(sorted(option.opts, key=len))
    name = names if option.is_flag else f"{names} {_name_value(option, lang)}"
    notes = ", ".join(_list_notes(option, lang))
    return name, " ".join(filter(None, (option.help, f"({notes})" if notes else "")))


def _name_value(option: Any, lang: Lang) -> str:
    is_number = option.min is not None or option.max is not None or isinstance(option.default, int)
    return str(option.metavar or say(lang, "help.values.number" if is_number else "help.values.value"))


def _list_notes(option: Any, lang: Lang) -> Iterator[str]:
    """Whether the option is required, its limits, and its default."""
    if option.required:
        yield say(lang, "help.page.required")
    if option.max is not None:
        yield say(lang, "help.page.between", least=option.min, most=option.max)
    elif option.min:
        yield say(lang, "help.page.at-least", least=option.min)
    if option.show_default and option.default not in (None, "", False, 0) and not option.required:
        yield say(lang, "help.page.default", value=option.default)


def _list_commands(context: Any) -> list[tuple[str, str]]:
    if not hasattr(context.command, "commands"):
        return []
    return [(name, context.command.commands[name].help or "") for name in context.command.list_commands(context)]


def _write_block(title: str, rows: list[tuple[str, str]], width: int) -> list[str]:
    """A title, and rows of two columns below it; nothing where there are no rows."""
    return [title, *_set_columns(rows, width)] if rows else []


def _set_columns(rows: Iterable[tuple[str, str]], width: int) -> Iterator[str]:
    rows = list(dict.fromkeys(rows))  # the two players who change seats are described once
    left = max((len(name) for name, _ in rows if len(name) <= _WIDEST_NAME), default=0)
    margin = " " * (left + 4)
    for name, words in rows:
        if len(name) > left:
            yield f"  {name}"
        start = margin if len(name) > left else f"  {name:{left}}  "
        yield from wrap(words, width, initial_indent=start, subsequent_indent=margin, break_on_hyphens=False)
