"""What people read on the screen, without a library: lines, plain tables, amounts of money, and that it takes a while.

Lines break between words, and lists end before they fill the screen. Who watches sees a bar with file names and the
time left.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from shutil import get_terminal_size
from textwrap import wrap
from threading import Timer
from typing import TextIO
from unicodedata import category

from texts.languages import Lang
from texts.sentences import say, write_number

Tick = Callable[[str], None]

_PATIENCE_S = 1.0
_WIDEST_NAME = 24
"""Characters of a file's name: with them the bar, its count and the time left stay on one line of 80."""

MOST_WATCHED = 10
"""Lines of a list in a terminal: with counts and a table of places they fill its usual 24 lines."""

MOST_LOGGED = 40
"""Lines of a list that goes into a file or a pipe; the workbook and `kiebitz status` have all of them."""


def write_euros(cents: int, lang: Lang) -> str:
    """12,50 € in German, €12.50 in English."""
    amount = write_number(abs(cents) / 100, ".2f", lang)
    sign = "-" if cents < 0 else ""
    return say(lang, "standings.euros", amount=f"{sign}{amount}")


def align_table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """The lines of a plain table: the third column, the name, to the left, all others to the right. Rich draws finer
    ones, and alone takes half of the time that this command may take."""
    widths = [max(map(len, column)) for column in zip(head, *rows, strict=True)]
    for row in (head, *rows):
        cells = (
            cell.ljust(width) if at == 2 else cell.rjust(width)
            for at, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        yield "  ".join(cells).rstrip()


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


def write_lines(lines: Iterable[str], stream: TextIO | None = None) -> None:
    """Writes to standard output, or where else. In a terminal long lines go on below; a pipe gets them whole.

    Names come from sheets and files: control codes in them, which could rewrite the screen, become question marks.
    """
    to = stream or sys.stdout
    plain = ("".join("?" if category(char).startswith("C") else char for char in line) for line in lines)
    shown = wrap_lines(plain, get_terminal_size().columns - 1, hang=2) if to.isatty() else plain
    to.writelines(f"{line}\n" for line in shown)


def count_shown(lines: Sequence[object]) -> int:
    """How many lines of a list are shown. One that is only a little too long is shown whole."""
    most = MOST_WATCHED if sys.stdout.isatty() else MOST_LOGGED
    return len(lines) if len(lines) <= most + 1 else most


def wrap_lines(lines: Iterable[str], columns: int, hang: int = 0) -> Iterator[str]:
    """Breaks lines between words at `columns` characters; what goes on is indented as far as the text above it, and in
    a list (of indented lines) by `hang` more."""
    for line in lines:
        margin = len(line) - len(line.lstrip(" *"))
        below = " " * (margin + (hang if margin else 0))
        yield from wrap(line, columns, subsequent_indent=below, break_long_words=False, break_on_hyphens=False) or [""]
