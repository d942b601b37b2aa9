"""The geometry of a sheet, in millimetres: the one description that the printer draws and the scanner cuts by.

The origin is the upper left corner of the page (for a foreign sheet: of its ruled table), x to the right, y down.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

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

    The scanner follows these rules along curled paper.
    """

    xs_mm: tuple[float, ...]
    ys_mm: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Mark:
    """A corner mark: the ArUco code of this number (DICT_4X4_50) fills this box, its first corner at the upper left."""

    number: int
    box_mm: Box


@dataclass(frozen=True, slots=True)
class Layout:
    """A whole sheet; `page_mm` is its width and height.

    A foreign sheet has no marks and no code: the scanner finds it by its ruled table.
    """

    id: str
    page_mm: tuple[float, float]
    grid: Grid
    fields: tuple[Field, ...]
    marks: tuple[Mark, ...] = ()
    code_mm: Box | None = None
    seats: int = 0
    games: int = 0

    def find_field(self, field_id: str) -> Field:
        """The field of that id; raises KeyError when the layout has none."""
        for field in self.fields:
            if field.id == field_id:
                return field
        raise KeyError(field_id)
