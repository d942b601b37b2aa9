"""Tables on the screen, drawn by Rich. What comes from a sheet or a file name is plain text, never markup."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterable, Sequence

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from scanner.sheet_reading import Reading, SheetReading
from texts.languages import Lang
from texts.sentences import say, write_number

PLAIN_WIDTH = 160
"""Characters a line where the output is no terminal: wide enough for a finding, narrow enough for a log."""


def show_table(title: str, head: Sequence[str], rows: Iterable[Sequence[str]], right: Iterable[int] = ()) -> None:
    """Prints a table to standard output. `right`: indices of the columns of numbers, which are set to the right."""
    table = Table(title=Text(title, style="bold"), title_justify="left", box=box.SIMPLE_HEAD, pad_edge=False)
    for index, name in enumerate(head):
        table.add_column(Text(name), justify="right" if index in set(right) else "left", overflow="fold")
    for row in rows:
        table.add_row(*(Text(cell) for cell in row))
    if sys.stdout.isatty():
        Console(emoji=False, highlight=False).print(table)
        return
    page = io.StringIO()
    Console(file=page, width=PLAIN_WIDTH, emoji=False, highlight=False).print(table)
    sys.stdout.write("\n".join(line.rstrip() for line in page.getvalue().splitlines()) + "\n")


def show_reading(reading: SheetReading, lang: Lang) -> None:
    """Prints one sheet's fields: a line for each row of the paper ("g01"), a column for each kind of field ("p1")."""
    lines: dict[str, dict[str, Reading]] = {}
    for field in reading.readings:
        row, _, column = field.id.partition(".")
        lines.setdefault(row, {})[column] = field
    columns = list(dict.fromkeys(column for line in lines.values() for column in line))
    rows = ([name, *(_write_cell(line.get(column), lang) for column in columns)] for name, line in lines.items())
    show_table(f"{reading.photo}  {reading.layout or ''}", [say(lang, "desk.read.row"), *columns], rows)


def _write_cell(field: Reading | None, lang: Lang) -> str:
    """The text, the probability where it is below 99 %, and the flags: "-6", "-6 (87 %)", "16 overwritten"."""
    if field is None or (field.kind == "text" and not field.text):  # handwriting is not guessed
        return ""
    doubt = "" if round(field.confidence, 2) >= 0.99 else f"({write_number(field.confidence, '.0%', lang)})"
    flags = (say(lang, f"desk.flag.{flag}") for flag in field.flags)
    return " ".join(filter(None, (field.text, doubt, *flags)))
