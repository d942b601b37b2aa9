"""The fields of a foreign sheet: each section [[fields]] of its file is a block of cells with a pattern of ids."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import product
from typing import cast, get_args

from templates.foreign.toml_table import TomlTable
from templates.layout import Box, Field, FieldKind, Grid

MAX_FIELDS = 4000

_FIELD_ID = re.compile(r"[a-z0-9]{1,16}(\.[a-z0-9-]{1,24}){0,3}")
_SLOT = re.compile(r"\{(row|column)(?::0([1-4]))?\}")
_KEYS = ("id", "kind", "rows", "columns", "first_row", "first_column")


def read_fields(file: TomlTable, cells: Grid) -> tuple[Field, ...]:
    """The fields of all blocks in the file's order. Raises `LayoutFault`, also for an id or a cell that is used twice.

    `cells`: the edges of the table's cells.
    """
    tables = file.values.get("fields")
    if not isinstance(tables, list) or not tables or not all(isinstance(table, dict) for table in tables):
        raise file.make_fault("fields", "foreign.fault.no-fields")
    fields: list[Field] = []
    for number, table in enumerate(tables, 1):
        fields += _read_block(file.open_table(table, f"fields[{number}]."), cells, MAX_FIELDS - len(fields))
    _check_distinct(file, fields)
    return tuple(fields)


def _read_block(block: TomlTable, cells: Grid, most: int) -> list[Field]:
    """The fields of one block, row by row; `most`: how many fields the sheet may still have."""
    block.check_keys(*_KEYS)
    kind = _read_kind(block)
    rows = _read_span(block, "rows", len(cells.ys_mm) - 1)
    columns = _read_span(block, "columns", len(cells.xs_mm) - 1)
    if len(rows) * len(columns) > most:
        raise block.make_fault("rows", "foreign.fault.too-many", most=MAX_FIELDS)
    first_row, first_column = (block.read_count(f"first_{key}", (0, 999), 1) for key in ("row", "column"))
    fields = []
    for row, column in product(rows, columns):
        numbers = {"row": row - rows[0] + first_row, "column": column - columns[0] + first_column}
        fields.append(Field(_make_id(block, numbers), kind, _find_box(cells, row, column)))
    return fields


def _read_kind(block: TomlTable) -> FieldKind:
    """What is written in the block's fields."""
    kind = block.values.get("kind")
    if not isinstance(kind, str) or kind not in get_args(FieldKind):
        raise block.make_fault("kind", "foreign.fault.kind", kinds=get_args(FieldKind))
    return cast("FieldKind", kind)


def _read_span(block: TomlTable, key: str, last: int) -> range:
    """The rows or columns from the first to the last, counted from 1, both included; one number is a span of one."""
    value = block.values.get(key)
    ends = [value, value] if type(value) is int else value
    good = isinstance(ends, list) and len(ends) == 2 and all(type(end) is int for end in ends)
    if not good or not 1 <= cast("list[int]", ends)[0] <= cast("list[int]", ends)[1] <= last:
        raise block.make_fault(key, "foreign.fault.span", last=last)
    return range(cast("list[int]", ends)[0], cast("list[int]", ends)[1] + 1)


def _make_id(block: TomlTable, numbers: dict[str, int]) -> str:
    """The block's pattern, such as `g{row:02}.p{column}`, with these numbers put in.

    Only `row` and `column`, each with a width or without, are understood.
    """
    pattern = block.values.get("id")
    text = pattern if isinstance(pattern, str) and len(pattern) <= 100 else ""
    name = _SLOT.sub(lambda slot: str(numbers[slot[1]]).zfill(int(slot[2] or 1)), text)
    if not _FIELD_ID.fullmatch(name):
        raise block.make_fault("id", "foreign.fault.field-id")
    return name


def _find_box(cells: Grid, row: int, column: int) -> Box:
    """The cell in that row and column, counted from 1, in mm."""
    x, y = cells.xs_mm[column - 1], cells.ys_mm[row - 1]
    return x, y, round(cells.xs_mm[column] - x, 4), round(cells.ys_mm[row] - y, 4)


def _check_distinct(file: TomlTable, fields: Sequence[Field]) -> None:
    """Raises `LayoutFault` where two fields have the same id or the same cell."""
    taken: set[object] = set()
    for field in fields:
        if field.id in taken or field.box_mm in taken:
            raise file.make_fault("fields", "foreign.fault.doubled", field=field.id)
        taken |= {field.id, field.box_mm}
