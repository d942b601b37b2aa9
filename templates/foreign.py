"""Foreign ruled sheets: a club's own list, a Kniffel card, a sudoku, described in a TOML file (see `docs/layouts.md`).

The origin is the upper left corner of the ruled table. Positions are proportions: the scanner fits the true lines.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any, cast, get_args

from templates.errors import LayoutFault
from templates.layout import Field, FieldKind, Grid, Layout

MAX_BYTES = 64 * 1024  # our largest example has 2 kB
MAX_RULES = 121  # rules in one direction; 120 rows on a page are 2 mm high
MAX_MM = 2000.0
MIN_STEP_MM = 0.5  # closer ones are a double rule, which is listed as one position
MAX_FIELDS = 4000

_LAYOUT_ID = re.compile(r"[a-z0-9][a-z0-9-]{0,39}(/[a-z0-9-]{1,40}){0,3}")
_FIELD_ID = re.compile(r"[a-z0-9]{1,16}(\.[a-z0-9-]{1,24}){0,3}")
_SLOT = re.compile(r"\{(row|column)(?::0([1-4]))?\}")
_TOP_KEYS = {"id", "title", "seats", "games", "rules", "table", "fields"}
_FIELD_KEYS = {"id", "kind", "rows", "columns", "first_row", "first_column"}

Fault = Callable[[str, str, str], LayoutFault]
"""Makes the error for a key from its German and its English half sentence."""


def load_layout(path: Path) -> Layout:
    """The layout that the TOML file describes, without marks and code; raises `LayoutFault` for anything unusable."""
    def fault(key: str, german: str, english: str) -> LayoutFault:
        return LayoutFault(_clean(path.name), _clean(key), german, english)

    data = _parse(path, fault)
    _only(data, _TOP_KEYS, "", fault)
    grid = _grid(data.get("table"), fault)
    return Layout(
        id=_layout_id(data, fault), page_mm=(grid.xs_mm[-1], grid.ys_mm[-1]), grid=grid,
        fields=_fields(data.get("fields"), grid, fault),
        seats=_count(data, "seats", (0, 5), fault), games=_count(data, "games", (0, 99), fault),
    )


def _parse(path: Path, fault: Fault) -> dict[str, Any]:
    try:
        with path.open("rb") as file:
            raw = file.read(MAX_BYTES + 1)
    except OSError:
        raise fault("-", "Die Datei lässt sich nicht lesen; bitte Pfad und Rechte prüfen.",
                    "The file cannot be read; check its path and permissions.") from None
    if len(raw) > MAX_BYTES:
        raise fault("-", f"Die Datei ist größer als {MAX_BYTES // 1024} kB; bitte die Layout-Datei angeben.",
                    f"The file is larger than {MAX_BYTES // 1024} kB; give the layout file.")
    try:
        return tomllib.loads(raw.decode())
    except (UnicodeDecodeError, tomllib.TOMLDecodeError, RecursionError, ValueError) as error:
        where = _clean(str(error))
        raise fault("-", f"Die Datei ist kein gültiges TOML ({where}); bitte diese Stelle berichtigen.",
                    f"The file is no valid TOML ({where}); mend that place.") from None


def _only(table: dict[str, Any], allowed: set[str], prefix: str, fault: Fault) -> None:
    for key in table:
        if key not in allowed:
            names = ", ".join(sorted(allowed))
            raise fault(prefix + key, f"Diesen Schlüssel gibt es nicht; erlaubt sind {names}.",
                        f"There is no such key; allowed are {names}.")


def _layout_id(data: dict[str, Any], fault: Fault) -> str:
    for key in ("title", "rules"):
        if not isinstance(data.get(key, ""), str) or len(data.get(key, "")) > 200:
            raise fault(key, "Hier muss ein Text von höchstens 200 Zeichen stehen.",
                        "Write a text of at most 200 characters.")
    name = data.get("id")
    if not isinstance(name, str) or not _LAYOUT_ID.fullmatch(name):
        raise fault("id", "Bitte einen Namen aus a-z, 0-9 und Bindestrich angeben, z. B. \"kniffel\".",
                    "Give a name of a-z, 0-9 and hyphens, such as \"kniffel\".")
    return name


def _count(data: dict[str, Any], key: str, bounds: tuple[int, int], fault: Fault, default: int = 0,
           prefix: str = "") -> int:
    value = data.get(key, default)
    if type(value) is not int or not bounds[0] <= value <= bounds[1]:
        raise fault(prefix + key, f"Hier muss eine ganze Zahl von {bounds[0]} bis {bounds[1]} stehen.",
                    f"Write a whole number from {bounds[0]} to {bounds[1]}.")
    return value


def _grid(table: object, fault: Fault) -> Grid:
    if not isinstance(table, dict):
        raise fault("table", "Der Abschnitt fehlt; bitte [table] mit x_mm und y_mm angeben.",
                    "The section is missing; add [table] with x_mm and y_mm.")
    section = cast("dict[str, Any]", table)
    _only(section, {"x_mm", "y_mm"}, "table.", fault)
    return Grid(_positions(section, "x_mm", fault), _positions(section, "y_mm", fault))


def _positions(table: dict[str, Any], key: str, fault: Fault) -> tuple[float, ...]:
    values = table.get(key)
    number = isinstance(values, list) and all(type(value) in (int, float) for value in values)
    if not number or not 2 <= len(cast("list[float]", values)) <= MAX_RULES:
        raise fault(f"table.{key}", f"Bitte 2 bis {MAX_RULES} Lagen der Linien in Millimetern aufzählen.",
                    f"List 2 to {MAX_RULES} positions of rules in millimetres.")
    places = tuple(float(min(max(value, -1.0), MAX_MM + 1)) for value in cast("list[float]", values))  # may be huge
    steps = (after - before >= MIN_STEP_MM for before, after in pairwise(places))
    if places[0] != 0 or not places[-1] <= MAX_MM or not all(steps):
        raise fault(f"table.{key}", f"Die Lagen müssen mit 0 beginnen, um je {MIN_STEP_MM} mm oder mehr wachsen und"
                    f" höchstens {MAX_MM:.0f} erreichen; bitte ordnen.",
                    f"Positions must begin with 0, grow by {MIN_STEP_MM} mm or more and reach at most {MAX_MM:.0f};"
                    " put them in order.")
    return places


def _fields(tables: object, grid: Grid, fault: Fault) -> tuple[Field, ...]:
    if not isinstance(tables, list) or not tables or not all(isinstance(table, dict) for table in tables):
        raise fault("fields", "Es fehlen die Felder; bitte mindestens einen Abschnitt [[fields]] angeben.",
                    "There are no fields; add at least one section [[fields]].")
    fields: list[Field] = []
    for number, table in enumerate(cast("list[dict[str, Any]]", tables), 1):
        fields += _block(table, f"fields[{number}].", grid, MAX_FIELDS - len(fields), fault)
    _distinct(fields, fault)
    return tuple(fields)


def _block(table: dict[str, Any], prefix: str, grid: Grid, room: int, fault: Fault) -> list[Field]:
    _only(table, _FIELD_KEYS, prefix, fault)
    kind = table.get("kind")
    if not isinstance(kind, str) or kind not in get_args(FieldKind):
        kinds = ", ".join(get_args(FieldKind))
        raise fault(f"{prefix}kind", f"Bitte eine dieser Arten angeben: {kinds}.", f"Give one of these kinds: {kinds}.")
    rows = _span(table, "rows", len(grid.ys_mm) - 1, prefix, fault)
    columns = _span(table, "columns", len(grid.xs_mm) - 1, prefix, fault)
    if len(rows) * len(columns) > room:
        raise fault(f"{prefix}rows", f"Mehr als {MAX_FIELDS} Felder sind nicht möglich; bitte weniger Zeilen angeben.",
                    f"More than {MAX_FIELDS} fields are not possible; name fewer rows.")
    first = {key: _count(table, f"first_{key}", (0, 999), fault, 1, prefix) for key in ("row", "column")}
    fields = []
    for row in rows:
        for column in columns:
            numbers = {"row": row - rows[0] + first["row"], "column": column - columns[0] + first["column"]}
            fields.append(Field(_field_id(table.get("id"), numbers, prefix, fault), cast("FieldKind", kind),
                                _box(grid, row, column)))
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


def _clean(text: str) -> str:
    """`text` fit for one line of a terminal: no control characters, at most 80 characters."""
    return "".join(char if char.isprintable() else "?" for char in text)[:80]
