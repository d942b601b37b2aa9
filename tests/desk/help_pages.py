"""All help pages of the program: as a program it prints them as JSON, in KIEBITZ_LANG's language."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from typing import Any

import typer

from desk.cli.program import app


def list_contexts() -> Iterator[Any]:
    """Every command with its context, the program first, as if its help were asked for."""
    yield from _walk(typer.main.get_command(app), "kiebitz", None)


def _walk(command: Any, name: str, parent: Any) -> Iterator[Any]:
    context = command.make_context(name, [], parent=parent, resilient_parsing=True)
    yield context
    for inner, below in getattr(command, "commands", {}).items():
        yield from _walk(below, inner, context)


if __name__ == "__main__":
    json.dump({context.command_path: context.get_help() for context in list_contexts()}, sys.stdout)
