"""What people read on the screen: lines that break between words, and lists that end before they fill it."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from shutil import get_terminal_size
from textwrap import wrap
from typing import TextIO
from unicodedata import category

MOST_WATCHED = 10
"""Lines of a list in a terminal: with counts and a table of places they fill its usual 24 lines."""
MOST_LOGGED = 40
"""Lines of a list that goes into a file or a pipe; the workbook and `kiebitz status` have all of them."""


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
