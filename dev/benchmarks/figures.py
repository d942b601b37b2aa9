"""Shares of counted things with their 95 % interval.

Intervals are Wilson's (JASA 22, 1927), which assume independent cases. Cells of one sheet are not quite independent: a
writer's odd nine is repeated.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from scanner.sheet_reading import Answer, Reading
from tournament.filing.decisions.second_keying import find_interval

SURE = 0.99
"""An answer with at least this confidence and without a flag is sure. Nobody is asked about it."""


@dataclass(frozen=True, slots=True)
class Share:
    """`hits` of `of` things."""

    hits: int
    of: int

    @property
    def value(self) -> float:
        """The share, 0 of nothing."""
        return self.hits / self.of if self.of else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """Both ends of the 95 % interval; 0 and 1 where nothing was counted."""
        return find_interval(self.hits, self.of)

    def __str__(self) -> str:
        low, high = self.interval
        return f"{self.hits} of {self.of}, {self.value:.2%} ({low:.2%} to {high:.2%})"


def count_cell(counts: Counter[str], kind: str, written: str, answer: Answer | Reading) -> bool:
    """Counts one cell of a kind: `kind`, and `kind` with " right", " sure", " sure wrong". Returns whether it is."""
    right, sure = answer.text == written, answer.confidence >= SURE and not answer.flags
    counts.update({kind: 1, f"{kind} right": right, f"{kind} sure": sure, f"{kind} sure wrong": sure and not right})
    return right


def format_table(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """The lines of a Markdown table with aligned columns; the first row holds the headings."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for number, row in enumerate(rows):
        first, *others = zip(row, widths, strict=True)
        cells = [first[0].ljust(first[1]), *(text.rjust(width) for text, width in others)]
        yield f"| {' | '.join(cells)} |"
        if number == 0:
            yield f"|{'|'.join('-' * (width + 2) for width in widths)}|"
