"""The geometry of a sheet, in millimetres: the one description that the printer draws and the scanner cuts by.

The origin is the upper left corner of the page (for a foreign sheet: of its ruled table), x to the right, y down. The
marks of each paper have numbers of their own, so the marks in a photo show which paper lies there.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from texts.field_ids import make_seat_id
from texts.sentences import SpokenError

FieldKind = Literal["points", "number", "digit", "cross", "text", "signature"]
Box = tuple[float, float, float, float]
"""x, y, width, height in millimetres."""


@dataclass(frozen=True, slots=True)
class Field:
    """One box that people write into. `id` is public: `g01.p1`, `g01.solo`, `sum.p1`, `name.p1`, `sign.p1`."""

    id: str
    kind: FieldKind
    box_mm: Box


@dataclass(frozen=True, slots=True)
class Grid:
    """The ruled table: where every printed rule that spans it lies, upright ones in `xs_mm`, level ones in `ys_mm`.

    The scanner follows these rules along curled paper. `dotted_xs_mm`, `dotted_ys_mm`: those of them that are printed
    as dots or dashes, with gaps.
    """

    xs_mm: tuple[float, ...]
    ys_mm: tuple[float, ...]
    dotted_xs_mm: tuple[float, ...] = ()
    dotted_ys_mm: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class Mark:
    """A corner mark: the ArUco code of this number (DICT_4X4_50) fills this box, its first corner at the upper left."""

    number: int
    box_mm: Box


@dataclass(frozen=True, slots=True)
class Layout:
    """A whole sheet; `page_mm` is its width and height.

    A foreign sheet has no marks and no code: the scanner finds it by its ruled table. `plain`: of a list on paper
    without a table, which has neither rules nor fields here, what its numbers are: "points" or "total".
    """

    id: str
    page_mm: tuple[float, float]
    grid: Grid
    fields: tuple[Field, ...]
    marks: tuple[Mark, ...] = ()
    code_mm: Box | None = None
    seats: int = 0
    games: int = 0
    plain: str = ""

    def find_field(self, field_id: str) -> Field:
        """The field of that id; raises KeyError when the layout has none."""
        for field in self.fields:
            if field.id == field_id:
                return field
        raise KeyError(field_id)


class PaperError(SpokenError):
    """Base of the errors of this package."""

    exit_status = 3


class UnknownSheet(PaperError):
    """No sheet of that style, number of seats or number of games exists (wrong use: exit status 2)."""

    exit_status = 2


class LayoutFault(PaperError):
    """A foreign layout file cannot be used; the sentence names file, key and remedy (exit status 3)."""


CROSS_BOX_MM = 6.0

Span = tuple[float, float]
"""Where a column or a row begins, and how wide or high it is, in millimetres."""


def round_mm(value: float) -> float:
    """A length in mm, rounded to a hundredth, as the geometry publishes it."""
    return round(value, 2)


def make_cell(column: Span, row: Span) -> Box:
    """The cell where a column and a row meet, from the middle of one rule to the middle of the next."""
    return column[0], row[0], column[1], row[1]


def make_cross_box(box: Box) -> Box:
    """The box to cross in the middle of a cell; it is at least 4.5 mm wide on every sheet."""
    x, y, width, height = box
    side = round_mm(min(CROSS_BOX_MM, height - 1.8, width - 1.8))
    return round_mm(x + (width - side) / 2), round_mm(y + (height - side) / 2), side, side


def make_name_fields(seats: Sequence[Span], row: Span, label_mm: float) -> Iterator[Field]:
    """The fields for the players' names in the head row: `name.p1`, `name.p2` ...; `seats`: their columns. `label_mm`:
    how high the printed label above a name is.
    """
    top, height = round_mm(row[0] + label_mm), round_mm(row[1] - label_mm - 0.7)
    for seat, (x, width) in enumerate(seats, 1):
        yield Field(make_seat_id("name", seat), "text", (round_mm(x + 1), top, round_mm(width - 2), height))


def make_seat_fields(name: str, kind: FieldKind, seats: Sequence[Span], row: Span) -> Iterator[Field]:
    """A field for every seat in the row with that name: `sum.p1`, `sum.p2` ...; `seats`: their columns."""
    for seat, column in enumerate(seats, 1):
        yield Field(make_seat_id(name, seat), kind, make_cell(column, row))


def describe_geometry(layout: Layout, code_text: str) -> dict[str, Any]:
    """The layout in its public form, version 1, ready for `json.dumps`; every length is in millimetres."""
    return {
        "kiebitz": 1,
        "layout": layout.id,
        "page_mm": list(layout.page_mm),
        "code": code_text,
        "fields": [{"id": field.id, "kind": field.kind, "box_mm": list(field.box_mm)} for field in layout.fields],
    }


EDGE_MM = 11.0  # 10 mm that office printers need, and 0.4 mm for half the outer frame, and slack for a skewed feed
LONG_EDGE_MM = 7.0  # of A4 across: it is fed upright, and beside the feed printers need no more than 6.4 mm


@dataclass(frozen=True, slots=True)
class Paper:
    """A page of `size_mm` (width, height) with square corner marks `mark_mm` wide.

    The upper left mark has the number `first_mark`; the others follow clockwise. `edge_mm`: how wide the page's left
    and right edges, and its upper and lower ones, are free of print.
    """

    size_mm: tuple[float, float]
    mark_mm: float
    first_mark: int
    code_mm: Box
    edge_mm: Span = (EDGE_MM, EDGE_MM)

    @property
    def marks(self) -> tuple[Mark, ...]:
        """The four corner marks, clockwise from the upper left."""
        left, top = self.edge_mm
        right, low = (side - edge - self.mark_mm for side, edge in zip(self.size_mm, self.edge_mm, strict=True))
        corners = ((left, top), (right, top), (right, low), (left, low))
        return tuple(
            Mark(self.first_mark + turn, (x, y, self.mark_mm, self.mark_mm)) for turn, (x, y) in enumerate(corners)
        )


# Marks have six modules of 1.5 mm: 12 px a module in a photo of 12 MP that the sheet fills to two thirds.
# Sheet codes have 33 to 41 modules of 0.54 mm and more; with names up to 45 of 0.49 mm, on A5 of 0.44 mm. Their quiet
# zone of 4 modules is free of print.
A4 = Paper((210.0, 297.0), 9.0, 0, (163.0, 11.0, 22.0, 22.0))
A4_ACROSS = Paper((297.0, 210.0), 9.0, 4, (24.0, 176.5, 22.0, 22.0))
A4_ACROSS_HIGH = Paper((297.0, 210.0), 9.0, 12, (24.0, 181.4, 21.6, 21.6), (EDGE_MM, LONG_EDGE_MM))  # more height
A5 = Paper((148.0, 210.0), 7.2, 8, (109.0, 11.0, 18.0, 18.0))  # it fills a photo at 1.4 times the scale of A4

PAPERS = (A4, A4_ACROSS, A4_ACROSS_HIGH, A5)
