"""The pages for the wall: who sits where, by name and by table, in large print."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from templates.drawing.draw_name import write_name
from templates.drawing.lettering import BOLD, MM_PER_PT, PLAIN, clean, fit, measure_mm
from templates.drawing.pen import Pen
from templates.drawing.wall_grid import EDGE_MM, HEAD_MM, WallGrid, choose_grid, find_usual_mm
from templates.layout import Box
from templates.paper import A4

ROW, AIR = 1.45, 0.6  # a row's height, and the air between tables, both of the size
_NUMBERS = 2.2  # the width of a column of numbers, of the size: three digits
_TINT_GREY, _RULE_MM, _NUMBER_GREY = 0.93, 0.3, 0.35
_BROKEN = 0.7  # a name that would be smaller than that share of the size is set in two lines

Paint = Callable[[Pen], None]
"""Draws one page."""


@dataclass(frozen=True, slots=True)
class WallPlayer:
    """A player as the wall shows him: start number, name, table."""

    start: int
    name: str
    table: int


@dataclass(frozen=True, slots=True)
class Wall:
    """What the wall shows of a round. `title`: the tournament's. `round`: "Runde 1". `by_name`, `by_table`: headings.

    `start`, `table`: the words above the columns of numbers. `names`: the players in the order of their names;
    `tables`: those of each table by seat.
    """

    title: str
    round: str
    by_name: str
    by_table: str
    start: str
    table: str
    names: tuple[WallPlayer, ...]
    tables: tuple[tuple[WallPlayer, ...], ...]


def paint_wall(wall: Wall) -> tuple[Paint, ...]:
    """The pages, by name and then by table; each is ready to be drawn on a page of A4."""
    names, tables = _plan_names(wall), _plan_tables(wall)
    return (
        *(_paint_names(wall, names, page) for page in range(names.pages)),
        *(_paint_tables(wall, tables, page) for page in range(tables.pages)),
    )


def _plan_names(wall: Wall) -> WallGrid:
    """A cell for each player: start number, name, table."""
    usual = _measure_usual(wall.names)
    return choose_grid(len(wall.names), lambda size: ((usual + 2 * _NUMBERS) * size * MM_PER_PT, _measure_row(size)))


def _plan_tables(wall: Wall) -> WallGrid:
    """A cell for each table: its number, and beside it a row for each player."""
    usual, most = _measure_usual(wall.names), max(map(len, wall.tables))
    return choose_grid(
        len(wall.tables),
        lambda size: ((usual + 2 * _NUMBERS) * size * MM_PER_PT, most * _measure_row(size) + AIR * size * MM_PER_PT),
    )


def _measure_usual(players: Sequence[WallPlayer]) -> float:
    """How wide the names are that nine of ten keep to, of the size."""
    return find_usual_mm([measure_mm(clean(player.name), BOLD, 1) for player in players]) / MM_PER_PT + 0.5


def _measure_row(size_pt: float) -> float:
    return ROW * size_pt * MM_PER_PT


def _paint_names(wall: Wall, grid: WallGrid, page: int) -> Paint:
    """One page of the players in the order of their names."""

    def paint(pen: Pen) -> None:
        _write_head(pen, wall, wall.by_name, (page, grid.pages))
        cells = zip(wall.names, grid.place(len(wall.names)), strict=True)
        here = [(player, box) for player, (place, box) in cells if place == page]
        for number, (player, box) in enumerate(here):
            if number % grid.rows == 0:
                _label_column(pen, wall, box)
            if number % grid.rows % 2 == 0:
                pen.fill([box], _TINT_GREY)
            _write_player(pen, player, box, grid.size_pt)

    return paint


def _label_column(pen: Pen, wall: Wall, box: Box) -> None:
    """The words above a column's numbers."""
    pen.write((box[0], box[1] - 1.2), wall.start, PLAIN, 8, grey=_NUMBER_GREY)
    pen.write((box[0] + box[2], box[1] - 1.2), wall.table, PLAIN, 8, "right", _NUMBER_GREY)


def _write_player(pen: Pen, player: WallPlayer, box: Box, size_pt: float) -> None:
    """Start number, name, and the table at the end of the row."""
    x, y, width, height = box
    numbers = _NUMBERS * size_pt * MM_PER_PT
    write_name(pen, (x + numbers * 0.8, y, width - 1.8 * numbers, height), player.name, size_pt, _BROKEN * size_pt)
    low = y + height - 0.36 * size_pt * MM_PER_PT - 0.3
    pen.write((x + 0.5, low), str(player.start), PLAIN, 0.7 * size_pt, grey=_NUMBER_GREY)
    pen.write((x + width - 0.5, low), str(player.table), BOLD, size_pt, "right")


def _paint_tables(wall: Wall, grid: WallGrid, page: int) -> Paint:
    """One page of the tables in the order of their numbers."""

    def paint(pen: Pen) -> None:
        _write_head(pen, wall, wall.by_table, (page, grid.pages))
        cells = zip(wall.tables, grid.place(len(wall.tables)), strict=True)
        for players, box in [(players, box) for players, (place, box) in cells if place == page]:
            _draw_table(pen, wall, players, box, grid.size_pt)

    return paint


def _draw_table(pen: Pen, wall: Wall, players: Sequence[WallPlayer], box: Box, size_pt: float) -> None:
    """A table's number, large, and its players by seat with their start numbers."""
    x, y, width, _ = box
    row, numbers = _measure_row(size_pt), _NUMBERS * size_pt * MM_PER_PT
    pen.fill([(x, y, numbers, len(players) * row)], _TINT_GREY)
    pen.write((x + numbers / 2, y + 4), wall.table, PLAIN, 8, "centre", _NUMBER_GREY)
    number, size = fit(str(players[0].table), BOLD, numbers - 1, 1.8 * size_pt, size_pt / 2)
    pen.write_centred((x, y + 2, numbers, len(players) * row - 2), number, BOLD, size)
    for place, player in enumerate(players):
        top = y + place * row
        room = (x + numbers + 1, top, width - 1.8 * numbers - 1, row)
        write_name(pen, room, player.name, size_pt, _BROKEN * size_pt)
        low = top + row - 0.36 * size_pt * MM_PER_PT - 0.3
        pen.write((x + width - 0.5, low), str(player.start), PLAIN, 0.7 * size_pt, "right", _NUMBER_GREY)
        pen.draw_rule((x + numbers, top + row), (x + width, top + row), _RULE_MM, 0.75)


def _write_head(pen: Pen, wall: Wall, heading: str, page: tuple[int, int]) -> None:
    """The round and the order of the list, large; the tournament above it; `page`: which one (from 0) of how many."""
    right = A4.size_mm[0] - EDGE_MM
    title, size = fit(wall.title, PLAIN, right - EDGE_MM - 15, 12, 7)
    pen.write((EDGE_MM, EDGE_MM + 3), title, PLAIN, size, grey=_NUMBER_GREY)
    pen.write((EDGE_MM, EDGE_MM + HEAD_MM - 6), f"{wall.round}: {heading}", BOLD, 24)
    if page[1] > 1:
        pen.write((right, EDGE_MM + 3), f"{page[0] + 1}/{page[1]}", PLAIN, 12, "right", _NUMBER_GREY)
