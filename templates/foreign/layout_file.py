"""Foreign ruled sheets (a club's own list, a Kniffel card, a sudoku), described in a TOML file: `docs/layouts.md`.

Anyone may have written the file: every value is checked, every fault names file and key. The origin is the upper left
corner of the ruled table. Positions are proportions: the scanner fits the true lines."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise, product
from pathlib import Path
from typing import cast, get_args

from templates.layout import Box, Field, FieldKind, Grid, Layout, LayoutFault
from texts.field_ids import make_cell_id, name_line
from texts.sentences import Phrase

MAX_BYTES = 64 * 1024  # our largest example has 2 kB


@dataclass(frozen=True, slots=True)
class TomlTable:
    """One table of the file. `prefix` comes before its keys in a fault: "" for the file's own, "fields[2]."."""

    file: str
    values: Mapping[str, object]
    prefix: str = ""

    def make_fault(self, at: str, sentence: str, /, **gaps: object) -> LayoutFault:
        """The error about the key `at`, or about the whole file where that is "" and there is no prefix."""
        place = _clean(self.prefix + at)
        file = _clean(self.file)
        what = Phrase(sentence, gaps)
        return LayoutFault("foreign.fault.at", place=f"{file}: {place}" if place else file, what=what)

    def check_keys(self, *known: str) -> None:
        """Raises `LayoutFault` for a key that is not one of the known ones."""
        for key in self.values:
            if key not in known:
                raise self.make_fault(key, "foreign.fault.key", known=tuple(sorted(known)))

    def read_count(self, key: str, bounds: tuple[int, int], default: int = 0) -> int:
        """The whole number of that key; raises `LayoutFault` outside of `bounds`, which are both allowed."""
        value = self.values.get(key, default)
        if not isinstance(value, int) or isinstance(value, bool) or not bounds[0] <= value <= bounds[1]:
            raise self.make_fault(key, "foreign.fault.count", least=bounds[0], most=bounds[1])
        return value

    def read_numbers(self, key: str) -> list[float] | None:
        """The list of numbers of that key, empty where the key is missing; None for anything else.

        A number may be as large as TOML allows: bound it before any arithmetic with floats.
        """
        values = self.values.get(key, [])
        return values if isinstance(values, list) and all(type(value) in (int, float) for value in values) else None


def read_file(path: Path) -> TomlTable:
    """The file's outermost table; raises `LayoutFault` for a file that is missing, too large or no TOML."""
    try:
        raw = _read_bytes(path)
    except OSError:
        raise TomlTable(path.name, {}).make_fault("", "foreign.fault.unreadable") from None
    return _parse_toml(path.name, raw)


def _parse_toml(name: str, raw: bytes) -> TomlTable:
    """The outermost table of what the file of that name holds."""
    empty = TomlTable(name, {})
    if len(raw) > MAX_BYTES:
        raise empty.make_fault("", "foreign.fault.too-large", limit=MAX_BYTES // 1024)
    try:
        return TomlTable(name, tomllib.loads(raw.decode()))
    except (UnicodeDecodeError, tomllib.TOMLDecodeError, RecursionError, ValueError) as error:
        found = re.search(r"line (\d+), column", str(error))
        if found:
            raise empty.make_fault("", "foreign.fault.no-toml-line", line=found[1]) from None
        raise empty.make_fault("", "foreign.fault.no-toml") from None


def _read_bytes(path: Path) -> bytes:
    """The file's first bytes, one more than it may have; OSError where there is no file."""
    if not path.is_file():  # a pipe or a device would keep us waiting
        raise FileNotFoundError(path)
    with path.open("rb") as file:
        return file.read(MAX_BYTES + 1)


def _clean(text: str) -> str:
    """`text` fit for one line of a terminal: no control characters, at most 80 characters."""
    return "".join(char if char.isprintable() else "?" for char in text)[:80]


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
        fields += _read_block(TomlTable(file.file, table, f"fields[{number}]."), cells, MAX_FIELDS - len(fields))
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


MAX_RULES = 121  # rules in one direction; 120 rows on a page are 2 mm high
MAX_MM = 2000.0
MIN_STEP_MM = 0.5  # closer ones are a double rule, which is listed as one position

PLAIN_STYLES = ("points", "total")
"""What the numbers of a list on plain paper are: each game's points, or running totals."""
_LAYOUT_ID = re.compile(r"[a-z0-9][a-z0-9-]{0,39}(/[a-z0-9-]{1,40}){0,3}")


def load_layout(path: Path) -> Layout:
    """The layout that the TOML file describes, without marks and code; raises `LayoutFault` for anything unusable."""
    return _make_layout(read_file(path))


def load_layout_text(text: str, name: str = "layout.toml") -> Layout:
    """The layout that the text of a TOML file describes; raises `LayoutFault`, which calls it by that name."""
    return _make_layout(_parse_toml(name, text.encode()))


def _make_layout(file: TomlTable) -> Layout:
    file.check_keys("id", "title", "seats", "games", "rules", "table", "fields", "plain")
    if "plain" in file.values:
        return _read_plain(file)
    rules, cells = _read_grids(file)
    layout = Layout(
        id=_read_id(file),
        page_mm=(rules.xs_mm[-1], rules.ys_mm[-1]),
        grid=rules,
        fields=read_fields(file, cells),
        seats=file.read_count("seats", (0, 7)),
        games=file.read_count("games", (0, 99)),
    )
    _check_games(file, layout)
    return layout


def _read_plain(file: TomlTable) -> Layout:
    """The layout of a list on paper without a table: what its numbers are, and how many players it has, if that is
    known."""
    file.check_keys("id", "title", "seats", "rules", "plain")
    style = file.values["plain"]
    if style not in PLAIN_STYLES:
        raise file.make_fault("plain", "foreign.fault.plain", styles=PLAIN_STYLES)
    nothing = Grid((0.0, 1.0), (0.0, 1.0))
    return Layout(_read_id(file), (1.0, 1.0), nothing, (), seats=file.read_count("seats", (0, 7)), plain=str(style))


def write_plain_layout(style: str, seats: int) -> str:
    """The text of the file of lists on paper without a table. `seats`: how many players each has, 0 for any."""
    return f'id = "plain"\nplain = "{style}"\nseats = {seats}\n'


def _check_games(file: TomlTable, layout: Layout) -> None:
    """Every game that the file counts has the points of every seat, or its running total, else rows would be lost in
    silence."""
    ids = {field.id for field in layout.fields if field.kind == "points"}
    for game in range(1, layout.games + 1):
        for seat in range(1, layout.seats + 1):
            field = make_cell_id(game, seat)
            if field not in ids and f"{name_line(game)}.total{seat}" not in ids:
                raise file.make_fault("games", "foreign.fault.game", field=field)


def _read_id(file: TomlTable) -> str:
    """The layout's id; title and rules are checked as well, but not kept."""
    for key in ("title", "rules"):
        text = file.values.get(key, "")
        if not isinstance(text, str) or len(text) > 200:
            raise file.make_fault(key, "foreign.fault.text")
    name = file.values.get("id")
    if not isinstance(name, str) or not _LAYOUT_ID.fullmatch(name):
        raise file.make_fault("id", "foreign.fault.id")
    return name


def _read_grids(file: TomlTable) -> tuple[Grid, Grid]:
    """The printed rules; and the edges of the cells, which are the rules and the edges without a rule."""
    values = file.values.get("table")
    if not isinstance(values, dict):
        raise file.make_fault("table", "foreign.fault.no-table")
    table = TomlTable(file.file, values, "table.")
    table.check_keys("x_mm", "y_mm", "x_open_mm", "y_open_mm", "x_dotted_mm", "y_dotted_mm")
    places = _read_rules(table, "x_mm"), _read_rules(table, "y_mm")
    dotted = (_read_dotted(table, key, of) for key, of in zip(("x_dotted_mm", "y_dotted_mm"), places, strict=True))
    rules = Grid(*places, *dotted)
    xs, ys = _read_edges(table, "x_open_mm", rules.xs_mm), _read_edges(table, "y_open_mm", rules.ys_mm)
    return rules, Grid(xs, ys)


def _read_edges(table: TomlTable, key: str, rules_mm: tuple[float, ...]) -> tuple[float, ...]:
    """The rules together with the edges without a rule, in order, in mm; the latter may lie outside of the rules."""
    numbers = table.read_numbers(key)
    edges = tuple(sorted((*rules_mm, *(_bound(value, -MAX_MM - 1) for value in numbers or ()))))
    near = any(not after - before >= MIN_STEP_MM for before, after in pairwise(edges))
    if numbers is None or near or len(edges) > MAX_RULES or edges[0] < -MAX_MM or not edges[-1] <= MAX_MM:
        raise table.make_fault(key, "foreign.fault.open", step=MIN_STEP_MM, most=MAX_RULES)
    return edges


def _read_dotted(table: TomlTable, key: str, rules_mm: tuple[float, ...]) -> tuple[float, ...]:
    """Which of the rules are printed as dots or dashes, in mm; none where the file does not say it."""
    numbers = table.read_numbers(key)
    if numbers is None or not set(numbers) <= set(rules_mm):
        raise table.make_fault(key, "foreign.fault.dotted", rules=key.replace("_dotted", ""))
    return tuple(place for place in rules_mm if place in numbers)


def _read_rules(table: TomlTable, key: str) -> tuple[float, ...]:
    """The positions of the rules in one direction, in mm, growing from 0."""
    numbers = table.read_numbers(key)
    if numbers is None or not 2 <= len(numbers) <= MAX_RULES:
        raise table.make_fault(key, "foreign.fault.rules", most=MAX_RULES)
    places = tuple(_bound(value, -1.0) for value in numbers)
    steps = (after - before >= MIN_STEP_MM for before, after in pairwise(places))
    if places[0] != 0 or not places[-1] <= MAX_MM or not all(steps):
        raise table.make_fault(key, "foreign.fault.order", step=MIN_STEP_MM, most=MAX_MM)
    return places


def _bound(value: float, least: float) -> float:
    """A float no smaller than `least` and hardly larger than a page may be: TOML's whole numbers have no bound."""
    return float(min(max(value, least), MAX_MM + 1))
