"""What to do first: for the person who types `kiebitz` and nothing else."""

from __future__ import annotations

import sys

import typer

from desk.exits import Status
from texts.languages import Lang
from texts.sentences import say


def show_first_steps(context: typer.Context, lang: Lang) -> Status:
    """Prints the way into an evening and into a single workbook, a step a line. Who is no person gets the help."""
    if sys.stdout.isatty():
        sys.stdout.write(say(lang, "help.first.steps").strip() + "\n")
        return Status.DONE
    sys.stderr.write(f"{context.get_help()}\n")
    return Status.USAGE
