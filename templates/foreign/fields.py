"""The fields of a foreign sheet: blocks of cells, named by a pattern."""

from __future__ import annotations

import re
from itertools import product
from typing import Any, cast, get_args

from templates.foreign.wary import Fault, count, only
from templates.layout import Field, FieldKind, Grid

MAX_FIELDS = 4000

_FIELD_ID = re.compile(r"[a-z0-9]{1,16}(\.[a-z0-9-]{1,24}){0,3}")
_SLOT = re.compile(r"\{(row|column)(?::0([1-4]))?\}")
_KEYS = {"id", "kind", "rows", "columns", "first_row", "first_column"}


def read_fields(tables: object, grid: Grid, fault: Fault) -> tuple[Field, ...]:
    """The fields of all blocks in order; raises the fault for a doubled id or cell."""
    if not isinstance(tables, list) or not tables or not all(isinstance(table, dict) for table in tables):
        raise fault("fields", "Es fehlen die Felder; bitte mindestens einen Abschnitt [[fields]] angeben.",
                    "There are no fields; add at least one section [[fields]].")
    fields: list[Field] = []
    for number, table in enumerate(cast("list[dict[str, Any]]", tables), 1):
        fields += _block(table, f"fields[{number}].", grid, MAX_FIELDS - len(fields), fault)
    _distinct(fields, fault)
    return tuple(fields)


def _block(table: dict[str, Any], prefix: str, grid: Grid, room: int, fault: Fault) -> list[Field]:
    only(table, _KEYS, prefix, fault)
    kind = table.get("kind")
    if not isinstance(kind, str) or kind not in get_args(FieldKind):
        kinds = ", ".join(get_args(FieldKind))
        raise fault(f"{prefix}kind", f"Bitte eine dieser Arten angeben: {kinds}.", f"Give one of these kinds: {kinds}.")
    rows = _span(table, "rows", len(grid.ys_mm) - 1, prefix, fault)
    columns = _span(table, "columns", len(grid.xs_mm) - 1, prefix, fault)
    if len(rows) * len(columns) > room:
        raise fault(f"{prefix}rows", f"Mehr als {MAX_FIELDS} Felder sind nicht möglich; bitte weniger Zeilen angeben.",
                    f"More than {MAX_FIELDS} fields are not possible; name fewer rows.")
    first = {key: count(table, f"first_{key}", (0, 999), fault, 1, prefix) for key in ("row", "column")}
    fields = []
    for row, column in product(rows, columns):
        numbers = {"row": row - rows[0] + first["row"], "column": column - columns[0] + first["column"]}
        name = _field_id(table.get("id"), numbers, prefix, fault)
        fields.append(Field(name, cast("FieldKind", kind), _box(grid, row, column)))
    return fields


def _span(table: dict[str, Any], key: str, last: int, prefix: str, fault: Fault) -> range:
    """First and last cell, counted from 1, both included; one number stands for a single cell."""
    value = table.get(key)
    ends = [value, value] if type(value) is int else value
    good = isinstance(ends, list) and len(ends) == 2 and all(type(end) is int for end in ends)
    if not good or not 1 <= cast("list[int]", ends)[0] <= cast("list[int]", ends)[1] <= last:
        raise fault(prefix + key, f"Bitte [erste, letzte] angeben, jeweils von 1 bis {last}.",
                    f"Give [first, last], each from 1 to {last}.")
    return range(cast("list[int]", ends)[0], cast("list[int]", ends)[1] + 1)


def _field_id(pattern: object, numbers: dict[str, int], prefix: str, fault: Fault) -> str:
    """`g{row:02}.p{column}` with the numbers put in: only these two names and a width, nothing else is understood."""
    text = pattern if isinstance(pattern, str) and len(pattern) <= 100 else ""
    name = _SLOT.sub(lambda slot: str(numbers[slot[1]]).zfill(int(slot[2] or 1)), text)
    if not _FIELD_ID.fullmatch(name):
        raise fault(f"{prefix}id",
                    "Bitte ein Muster wie \"g{row:02}.p{column}\" angeben: a-z, 0-9, Punkt, {row}, {column}.",
                    "Give a pattern such as \"g{row:02}.p{column}\": a-z, 0-9, dot, {row}, {column}.")
    return name


def _box(grid: Grid, row: int, column: int) -> tuple[float, float, float, float]:
    x, y = grid.xs_mm[column - 1], grid.ys_mm[row - 1]
    return x, y, round(grid.xs_mm[column] - x, 4), round(grid.ys_mm[row] - y, 4)


def _distinct(fields: list[Field], fault: Fault) -> None:
    taken: set[object] = set()
    for field in fields:
        if field.id in taken or field.box_mm in taken:
            raise fault("fields", f"„{field.id}“ steht doppelt oder in einer schon belegten Zelle; bitte id, rows und"
                        " columns prüfen.",
                        f"“{field.id}” stands twice or in a cell already taken; check id, rows and columns.")
        taken |= {field.id, field.box_mm}
