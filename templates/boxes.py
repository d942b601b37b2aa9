"""Small pieces that every layout is made of: rounded lengths, cells, boxes for names and crosses, fields of a row."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from templates.layout import Box, Field, FieldKind

CROSS_BOX_MM = 6.0

Span = tuple[float, float]
"""Where a column or a row begins, and how wide or high it is, in millimetres."""


def round_mm(value: float) -> float:
    """A length in mm, rounded to a hundredth, as the geometry publishes it."""
    return round(value, 2)


def make_cell(column: Span, row: Span) -> Box:
    """The cell where a column and a row meet, from the middle of one rule to the middle of the next."""
    return column[0], row[0], column[1], row[1]


def make_name_box(box: Box, label_mm: float) -> Box:
    """The place for a name: the part of a head cell below its printed label, which is `label_mm` high."""
    x, y, width, height = box
    return round_mm(x + 1), round_mm(y + label_mm), round_mm(width - 2), round_mm(height - label_mm - 0.7)


def make_cross_box(box: Box) -> Box:
    """The box to cross in the middle of a cell; it is at least 4.5 mm wide on every sheet."""
    x, y, width, height = box
    side = round_mm(min(CROSS_BOX_MM, height - 1.8, width - 1.8))
    return round_mm(x + (width - side) / 2), round_mm(y + (height - side) / 2), side, side


def make_name_fields(seats: Sequence[Span], row: Span, label_mm: float) -> Iterator[Field]:
    """The fields for the players' names in the head row: `name.p1`, `name.p2` ...; `seats`: their columns."""
    for seat, column in enumerate(seats, 1):
        yield Field(f"name.p{seat}", "text", make_name_box(make_cell(column, row), label_mm))


def make_seat_fields(name: str, kind: FieldKind, seats: Sequence[Span], row: Span) -> Iterator[Field]:
    """A field for every seat in the row with that name: `sum.p1`, `sum.p2` ...; `seats`: their columns."""
    for seat, column in enumerate(seats, 1):
        yield Field(f"{name}.p{seat}", kind, make_cell(column, row))
