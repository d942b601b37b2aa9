"""Plain tables and amounts of money for the screen, without a library."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from texts.languages import Lang
from texts.sentences import say, write_number


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
