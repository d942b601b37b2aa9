"""What each row of a seen table is for: headings, rows to fill in, sums, signatures, gaps."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from templates.foreign.headings import meaning_of, numbered, slug
from templates.foreign.seen import SeenCell, SeenTable

RowUse = Literal["head", "body", "sum", "sign", "offence", "gap", "merged"]

_MOST_HEADS = 3
"""Rows of headings, one below the other."""
LABELS = 2
"""Columns at the left in which a row's label may stand."""
_NARROW = 0.7
"""A row without upright rules that is lower than so many usual rows is the gap between two blocks."""


@dataclass(frozen=True, slots=True)
class Row:
    """A row, counted from 1: its use, and its label as read."""

    number: int
    use: RowUse
    label: str


def rows_of(seen: SeenTable) -> tuple[Row, ...]:
    """The use of every row, from the top."""
    heads = _heads(seen)
    return tuple(Row(row + 1, _use(seen, row, heads), label(seen, row)) for row in range(seen.rows))


def label(seen: SeenTable, row: int) -> str:
    """The words before a row."""
    cells = seen.cells[row][: min(LABELS, seen.columns - 1)]
    return next((cell.print_ for cell in cells if cell.has_words), "")


def _use(seen: SeenTable, row: int, heads: int) -> RowUse:
    if row < heads:
        return "head"
    inner, worded = seen.walls[row][1:-1], any(cell.has_words for cell in seen.cells[row])
    low = seen.edges_y_mm[row + 1] - seen.edges_y_mm[row] < _NARROW * seen.pitch_mm
    if low and not worded and 2 * sum(inner) < len(inner):
        return "gap"
    if inner and not any(inner):
        return "merged"
    meaning = meaning_of(label(seen, row))
    uses: dict[str, RowUse] = {"sum": "sum", "sign": "sign", "offence": "offence"}
    return "body" if meaning is None else uses.get(meaning.name, "body")


def _heads(seen: SeenTable) -> int:
    """How many rows from the top hold headings: all above the row that is numbered 1, else those that look like it."""
    for row in range(1, min(_MOST_HEADS + 1, seen.rows - 1)):
        if (count_of(seen.cells[row][0]), count_of(seen.cells[row + 1][0])) == (1, 2):
            return row
    count = 0
    while count < min(_MOST_HEADS, seen.rows - 1) and _is_head(seen, count):
        count += 1
    return count


def _is_head(seen: SeenTable, row: int) -> bool:
    """The first row with a known heading, or with words in most of what is filled in; below it, rows with more headings
    and no numbers.
    """
    cells = seen.cells[row]
    words = [column for column, cell in enumerate(cells) if cell.has_words]
    known = [column for column in words if _known(cells[column].print_)]
    numbers = sum(bool(cell.number) and not cell.has_words for cell in cells)
    title = seen.columns > 2 and not any(seen.walls[row][1:-1]) and bool(words)
    if title:
        return True
    if row == 0 and seen.headed_above and not any(column >= LABELS for column in words):
        return False  # the headings stand above the table
    labels_only = all(column < LABELS for column in words) and seen.columns > LABELS
    if labels_only and known and meaning_is(cells[known[0]].print_, "sum", "sign", "offence"):
        return False
    if row == 0:
        inked = sum(cell.ink for cell in cells)
        return bool(known) or (len(words) >= 2 and 2 * len(words) >= inked and numbers <= len(words))
    return bool([column for column in known if column > 0]) and numbers == 0


def count_of(cell: SeenCell) -> int | None:
    """The whole number without sign that stands in a cell, if that is all."""
    for text in (cell.number, cell.print_.rstrip(".:")):
        if text.isascii() and text.isdigit():
            return int(text)
    return None


def _known(text: str) -> bool:
    return meaning_of(text) is not None or (numbered(text) and len(slug(text)) >= 2)


def meaning_is(text: str, *names: str) -> bool:
    """Whether a text means one of these."""
    meaning = meaning_of(text)
    return meaning is not None and meaning.name in names
