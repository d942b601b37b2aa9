"""A layout file, read and checked.

The origin is the upper left corner of the ruled table. Positions are proportions: the scanner fits the true lines.
"""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path

from templates.foreign.fields import read_fields
from templates.foreign.toml_table import TomlTable, read_file
from templates.layout import Grid, Layout

MAX_RULES = 121  # rules in one direction; 120 rows on a page are 2 mm high
MAX_MM = 2000.0
MIN_STEP_MM = 0.5  # closer ones are a double rule, which is listed as one position

_LAYOUT_ID = re.compile(r"[a-z0-9][a-z0-9-]{0,39}(/[a-z0-9-]{1,40}){0,3}")


def load_layout(path: Path) -> Layout:
    """The layout that the TOML file describes, without marks and code; raises `LayoutFault` for anything unusable."""
    file = read_file(path)
    file.check_keys("id", "title", "seats", "games", "rules", "table", "fields")
    rules, cells = _read_grids(file)
    layout = Layout(
        id=_read_id(file),
        page_mm=(rules.xs_mm[-1], rules.ys_mm[-1]),
        grid=rules,
        fields=read_fields(file, cells),
        seats=file.read_count("seats", (0, 5)),
        games=file.read_count("games", (0, 99)),
    )
    _check_games(file, layout)
    return layout


def _check_games(file: TomlTable, layout: Layout) -> None:
    """Every game that the file counts has a field of points for every seat, else rows would be lost in silence."""
    ids = {field.id for field in layout.fields if field.kind == "points"}
    for game in range(1, layout.games + 1):
        for seat in range(1, layout.seats + 1):
            field = f"g{game:02}.p{seat}"
            if field not in ids:
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
    table = file.open_table(values, "table.")
    table.check_keys("x_mm", "y_mm", "x_open_mm", "y_open_mm")
    rules = Grid(_read_rules(table, "x_mm"), _read_rules(table, "y_mm"))
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
