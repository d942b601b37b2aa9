"""What each row of a seen table is for: headings, rows to fill in, sums, signatures, gaps."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from templates.foreign.headings import find_meaning, has_meaning, is_numbered, make_slug
from templates.foreign.seen_table import SeenCell, SeenTable

RowUse = Literal["head", "body", "sum", "sign", "offence", "gap", "merged"]

_MOST_HEADS = 3
"""Rows of headings, one below the other."""
LABELS = 2
"""Columns at the left in which a row's label may stand."""
_LOW = 0.7
"""A row without upright rules that is lower than this many usual rows is the gap between two blocks."""


@dataclass(frozen=True, slots=True)
class Row:
    """A row, counted from 1: its use, and its label as read, "" for none."""

    number: int
    use: RowUse
    label: str


def guess_rows(seen: SeenTable) -> tuple[Row, ...]:
    """The use of every row, from the top."""
    heads = _count_heads(seen)
    return tuple(Row(row + 1, _guess_use(seen, row, heads), _find_label(seen, row)) for row in range(seen.rows))


def read_number(cell: SeenCell) -> int | None:
    """The whole number without sign that stands in a cell; None where anything else stands there, or nothing."""
    for text in (cell.number, cell.print_.rstrip(".:")):
        if text.isascii() and text.isdigit():
            return int(text)
    return None


def _find_label(seen: SeenTable, row: int) -> str:
    """The words at the left of a row, counted from 0."""
    cells = seen.cells[row][: min(LABELS, seen.columns - 1)]
    return next((cell.print_ for cell in cells if cell.has_words), "")


def _guess_use(seen: SeenTable, row: int, heads: int) -> RowUse:
    """What the row, counted from 0, is for; `heads`: how many rows at the top hold headings."""
    if row < heads:
        return "head"
    inner, worded = seen.walls[row][1:-1], any(cell.has_words for cell in seen.cells[row])
    low = seen.edges_y_mm[row + 1] - seen.edges_y_mm[row] < _LOW * seen.pitch_mm
    if low and not worded and 2 * sum(inner) < len(inner):
        return "gap"
    if inner and not any(inner):
        return "merged"
    meaning = find_meaning(_find_label(seen, row))
    uses: dict[str, RowUse] = {"sum": "sum", "sign": "sign", "offence": "offence"}
    return "body" if meaning is None else uses.get(meaning.name, "body")


def _count_heads(seen: SeenTable) -> int:
    """How many rows at the top hold headings.

    These are all rows above the one that is numbered 1. Where no row is, they are the rows that look like headings.
    """
    for row in range(1, min(_MOST_HEADS + 1, seen.rows - 1)):
        if (read_number(seen.cells[row][0]), read_number(seen.cells[row + 1][0])) == (1, 2):
            return row
    count = 0
    while count < min(_MOST_HEADS, seen.rows - 1) and _is_head(seen, count):
        count += 1
    return count


def _is_head(seen: SeenTable, row: int) -> bool:
    """Whether a row looks like headings: the first by a known heading, or by words in most of what is filled in.

    A row below the first needs known headings and no numbers.
    """
    cells = seen.cells[row]
    words = [column for column, cell in enumerate(cells) if cell.has_words]
    known = [column for column in words if _is_heading(cells[column].print_)]
    numbers = sum(bool(cell.number) and not cell.has_words for cell in cells)
    title = seen.columns > 2 and not any(seen.walls[row][1:-1]) and bool(words)
    if title:
        return True
    if row == 0 and seen.headed_above and not any(column >= LABELS for column in words):
        return False  # the headings stand above the table
    labels_only = all(column < LABELS for column in words) and seen.columns > LABELS
    if labels_only and known and has_meaning(cells[known[0]].print_, "sum", "sign", "offence"):
        return False
    if row == 0:
        inked = sum(cell.ink for cell in cells)
        return bool(known) or (len(words) >= 2 and 2 * len(words) >= inked and numbers <= len(words))
    return bool([column for column in known if column > 0]) and numbers == 0


def _is_heading(text: str) -> bool:
    """Whether the text is a known heading, or a word with a number: "Spiel 3"."""
    return find_meaning(text) is not None or (is_numbered(text) and len(make_slug(text)) >= 2)
