"""Where start numbers, round and table stand on a sheet: printed, or as boxes to write in.

A start number stands in the upper right corner of its seat's head cell, so that two sides of its box are rules of the
table, which the scanner follows.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from templates.boxes import Span, make_cell, round_mm
from templates.code import SheetCode
from templates.layout import Box, Field

HEAD_WORDS = ("round", "table")
"""What is written above the table, by the last part of the field's id."""


def is_head_box(field_id: str) -> bool:
    """Whether the field is a box for a start number, the round or the table: print stands right beside it."""
    return field_id.startswith(("start.", "head."))


def place_starts(seats: Sequence[Span], row: Span, size_mm: tuple[float, float], label_mm: float) -> tuple[Box, ...]:
    """The place of each seat's start number, `size_mm` wide and high, narrower in narrow columns.

    `seats`: the seats' columns; `row`: the head row; `label_mm`: what a column keeps for the seat's own number.
    """
    cells = [make_cell(column, row) for column in seats]
    widths = [round_mm(min(size_mm[0], cell[2] - label_mm)) for cell in cells]
    return tuple(
        (round_mm(cell[0] + cell[2] - width), cell[1], width, size_mm[1])
        for cell, width in zip(cells, widths, strict=True)
    )


def make_start_fields(code: SheetCode, starts: Sequence[Box], heads: Mapping[str, Box]) -> Iterator[Field]:
    """The fields to write in: `start.p1` ... at seats without a printed name; `head.round`, `head.table` where the
    code does not say them.

    `starts`: the place of each seat's start number; `heads`: those of round and table, by their words.
    """
    for seat in code.unnamed_seats if code.starts else ():
        yield Field(f"start.p{seat}", "number", starts[seat - 1])
    known = dict(zip(HEAD_WORDS, (code.round, code.table), strict=True))
    for word, place in heads.items() if code.starts else ():
        if known[word] is None:
            yield Field(f"head.{word}", "number", place)
