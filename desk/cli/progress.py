"""For a person who is watching: a bar with file names and time left, or a line that it takes a while."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Timer

from texts.languages import Lang
from texts.sentences import say

Tick = Callable[[str], None]

_PATIENCE_S = 1.0
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


@contextmanager
def tell_wait(lang: Lang) -> Iterator[None]:
    """Says in a line that it takes a while, once it has taken longer than a person expects: all sheets of a file from
    elsewhere are worked out anew, and so they are after an update."""
    words = say(lang, "desk.read.wait") + "\n"
    timer = Timer(_PATIENCE_S, lambda: sys.stderr.write(words) if sys.stderr.isatty() else None)
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def _show_nothing(_name: str) -> None:
    """Nobody is watching."""


def _shorten(name: str) -> str:
    """The end of a long name, which tells photographs apart, as Rich's plain text."""
    from rich.markup import escape

    return escape(name if len(name) <= _WIDEST_NAME else f"…{name[1 - _WIDEST_NAME :]}")
