"""A layout file, read and checked.

The origin is the upper left corner of the ruled table. Positions are proportions: the scanner fits the true lines.
"""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path
from typing import Any, cast

from templates.foreign.fields import read_fields
from templates.foreign.wary import Fault, count, faults_of, only, parse
from templates.layout import Grid, Layout
from templates.sentences import number

MAX_RULES = 121  # rules in one direction; 120 rows on a page are 2 mm high
MAX_MM = 2000.0
MIN_STEP_MM = 0.5  # closer ones are a double rule, which is listed as one position
_STEP_DE = number(MIN_STEP_MM, "g", "de")

_LAYOUT_ID = re.compile(r"[a-z0-9][a-z0-9-]{0,39}(/[a-z0-9-]{1,40}){0,3}")
_TOP_KEYS = {"id", "title", "seats", "games", "rules", "table", "fields"}


def load_layout(path: Path) -> Layout:
    """The layout that the TOML file describes, without marks and code; raises `LayoutFault` for anything unusable."""
    fault = faults_of(path)
    data = parse(path, fault)
    only(data, _TOP_KEYS, "", fault)
    grid, cells = _grids(data.get("table"), fault)
    layout = Layout(
        id=_layout_id(data, fault), page_mm=(grid.xs_mm[-1], grid.ys_mm[-1]), grid=grid,
        fields=read_fields(data.get("fields"), cells, fault),
        seats=count(data, "seats", (0, 5), fault), games=count(data, "games", (0, 99), fault),
    )
    _every_game(layout, fault)
    return layout


def _every_game(layout: Layout, fault: Fault) -> None:
    """What the file says of seats and games must be there as cells, else rows would go missing without a word."""
    ids = {field.id for field in layout.fields if field.kind == "points"}
    for game in range(1, layout.games + 1):
        for seat in range(1, layout.seats + 1):
            if f"g{game:02}.p{seat}" not in ids:
                raise fault("games", f"Das Feld g{game:02}.p{seat} der Art points fehlt; bitte games, seats und fields"
                            " in Einklang bringen.",
                            f"Field g{game:02}.p{seat} of kind points is missing; make games, seats and fields agree.")


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


def _grids(table: object, fault: Fault) -> tuple[Grid, Grid]:
    """The rules, and the edges of the cells: the rules and where no rule is printed."""
    if not isinstance(table, dict):
        raise fault("table", "Der Abschnitt fehlt; bitte [table] mit x_mm und y_mm angeben.",
                    "The section is missing; add [table] with x_mm and y_mm.")
    section = cast("dict[str, Any]", table)
    only(section, {"x_mm", "y_mm", "x_open_mm", "y_open_mm"}, "table.", fault)
    rules = Grid(_positions(section, "x_mm", fault), _positions(section, "y_mm", fault))
    across, down = _edges(section, "x_open_mm", rules.xs_mm, fault), _edges(section, "y_open_mm", rules.ys_mm, fault)
    return rules, Grid(across, down)


def _edges(table: dict[str, Any], key: str, rules: tuple[float, ...], fault: Fault) -> tuple[float, ...]:
    """The rules and the open edges of cells together, in order; those may also lie outside the rules."""
    values = table.get(key, [])
    number = isinstance(values, list) and all(type(value) in (int, float) for value in values)
    given = cast("list[float]", values) if number else []
    edges = tuple(sorted((*rules, *(float(min(max(value, -MAX_MM - 1), MAX_MM + 1)) for value in given))))
    near = any(not after - before >= MIN_STEP_MM for before, after in pairwise(edges))
    if not number or near or len(edges) > MAX_RULES or edges[0] < -MAX_MM or not edges[-1] <= MAX_MM:
        raise fault(f"table.{key}", f"Bitte Lagen in Millimetern aufzählen, mindestens {_STEP_DE} mm von jeder Linie"
                    f" entfernt, zusammen höchstens {MAX_RULES}.",
                    f"List positions in millimetres, at least {MIN_STEP_MM} mm from every rule, at most {MAX_RULES} in"
                    " all.")
    return edges


def _positions(table: dict[str, Any], key: str, fault: Fault) -> tuple[float, ...]:
    values = table.get(key)
    number = isinstance(values, list) and all(type(value) in (int, float) for value in values)
    if not number or not 2 <= len(cast("list[float]", values)) <= MAX_RULES:
        raise fault(f"table.{key}", f"Bitte 2 bis {MAX_RULES} Lagen der Linien in Millimetern aufzählen.",
                    f"List 2 to {MAX_RULES} positions of rules in millimetres.")
    places = tuple(float(min(max(value, -1.0), MAX_MM + 1)) for value in cast("list[float]", values))  # may be huge
    steps = (after - before >= MIN_STEP_MM for before, after in pairwise(places))
    if places[0] != 0 or not places[-1] <= MAX_MM or not all(steps):
        raise fault(f"table.{key}", f"Die Lagen müssen mit 0 beginnen, um je {_STEP_DE} mm oder mehr wachsen und"
                    f" höchstens {MAX_MM:.0f} erreichen; bitte ordnen.",
                    f"Positions must begin with 0, grow by {MIN_STEP_MM} mm or more and reach at most {MAX_MM:.0f};"
                    " put them in order.")
    return places
