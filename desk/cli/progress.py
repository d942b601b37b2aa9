"""A bar with file names and time left, when a person is watching; nothing otherwise."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

Tick = Callable[[str], None]

_WIDEST_NAME = 24
"""Characters of a file's name: with them the bar, its count and the time left stay on one line of 80."""


@contextmanager
def show_bar(total: int, title: str) -> Iterator[Tick]:
    """Yields a function that is to be called with each finished file's name. Draws on standard error only."""
    if total < 2 or not sys.stderr.isatty():
        yield _show_nothing
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    watched = Console(stderr=True)
    with Progress(*columns, console=watched, transient=True, redirect_stdout=False) as progress:  # results go by
        task = progress.add_task(title, total=total)
        yield lambda name: progress.update(task, advance=1, description=f"{title}: {_shorten(name)}")


def _show_nothing(_name: str) -> None:
    """Nobody is watching."""


def _shorten(name: str) -> str:
    """The end of a long name, which tells photographs apart, as Rich's plain text."""
    from rich.markup import escape

    return escape(name if len(name) <= _WIDEST_NAME else f"…{name[1 - _WIDEST_NAME:]}")
