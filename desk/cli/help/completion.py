"""What the Tab key completes: the script that teaches it to a shell, and the answers that the script asks for."""

from __future__ import annotations

import os
import sys

import typer

from desk.exits import Status
from texts.languages import Lang
from texts.sentences import say

ASKED = "_KIEBITZ_COMPLETE"
"""The environment's variable in which a shell's script says what it wants to know."""


def print_script(shell: str, lang: Lang) -> Status:
    """Prints what goes into the shell's start-up file; to a person also how it gets there, on standard error."""
    from typer.completion import get_completion_script  # type: ignore[attr-defined]

    sys.stdout.write(get_completion_script(prog_name="kiebitz", complete_var=ASKED, shell=shell) + "\n")
    if sys.stdout.isatty():
        sys.stderr.write(say(lang, f"help.completion.how-{shell}") + "\n")
    return Status.DONE


def answer_shell(app: typer.Typer) -> int:
    """Prints what the words typed so far may go on with, as the shell's script wants it. Returns the exit status."""
    from typer.completion import completion_init, shell_complete  # type: ignore[attr-defined]

    completion_init()
    try:
        return int(shell_complete(typer.main.get_command(app), {}, "kiebitz", ASKED, os.environ[ASKED]))
    except SystemExit as left:  # fish asks by exit status whether there is anything
        return int(left.code or 0)
