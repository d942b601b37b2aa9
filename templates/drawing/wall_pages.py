"""The pages for the wall: who sits where, by name and by table, in print as large as the number of pages allows."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import ceil

from templates.drawing.pen import BOLD, MM_PER_PT, PLAIN, Pen, clean, fit, measure_mm
from templates.drawing.sheet_parts import write_name
from templates.layout import A4, Box
from texts.languages import Lang

EDGE_MM, HEAD_MM, GAP_MM = 12.0, 20.0, 7.0
LARGEST_PT, SMALLEST_PT = 30, 14
"""Capitals of 7.4 mm, read from four metres, down to 3.4 mm, read from two."""


@dataclass(frozen=True, slots=True)
class WallGrid:
    """`pages` pages of `columns` columns of `rows` cells each; `cell_mm`: width and height."""

    size_pt: int
    pages: int
    columns: int
    rows: int
    cell_mm: tuple[float, float]

    def place(self, count: int) -> Iterator[tuple[int, Box]]:
        """The page (from 0) and the box of each of `count` cells, downwards column by column."""
        width, height = self.cell_mm
        for number in range(count):
            page, rest = divmod(number, self.columns * self.rows)
            column, row = divmod(rest, self.rows)
            yield page, (EDGE_MM + column * (width + GAP_MM), EDGE_MM + HEAD_MM + row * height, width, height)


def choose_grid(count: int, needs_mm: Callable[[int], tuple[float, float]]) -> WallGrid:
    """The grid on A4 for `count` cells: as few pages as can be read, and on them the largest print.

    `needs_mm`: the width and the height of a cell at a size in points.
    """
    grids = [_make_grid(count, size, needs_mm(size)) for size in range(LARGEST_PT, SMALLEST_PT - 1, -1)]
    return min(grids, key=lambda grid: (grid.pages, -grid.size_pt))


def _make_grid(count: int, size_pt: int, cell_mm: tuple[float, float]) -> WallGrid:
    """As many columns and rows as fit at that size; one column at least."""
    room = A4.size_mm[0] - 2 * EDGE_MM, A4.size_mm[1] - 2 * EDGE_MM - HEAD_MM
    columns = max(1, int((room[0] + GAP_MM) / (cell_mm[0] + GAP_MM)))
    rows = int(room[1] / cell_mm[1])
    pages = max(1, ceil(count / (columns * rows)))
    even = max(1, ceil(count / (columns * pages)))
    return WallGrid(size_pt, pages, columns, even, ((room[0] + GAP_MM) / columns - GAP_MM, cell_mm[1]))


def find_usual_mm(widths: Sequence[float]) -> float:
    """The width that nine of ten keep to; the few that are wider are set smaller, or in two lines."""
    return sorted(widths)[(len(widths) - 1) * 9 // 10]


ROW, AIR = 1.45, 0.6  # a row's height, and the air between tables, both of the size
_NUMBERS = 2.2  # the width of a column of numbers, of the size: three digits
_TINT_GREY, _RULE_MM, _NUMBER_GREY = 0.93, 0.3, 0.35
_CODE_MM = 14.0
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
    `tables`: those of each table by seat. `noted`, `code`: how the round was seated and the entry that it was made
    from, in words, and that entry for a QR code.
    """

    title: str
    round: str
    by_name: str
    by_table: str
    start: str
    table: str
    names: tuple[WallPlayer, ...]
    tables: tuple[tuple[WallPlayer, ...], ...]
    noted: str = ""
    code: str = ""


def paint_wall(wall: Wall) -> tuple[Paint, ...]:
    """The pages, by name and then by table; each is ready to be drawn on a page of A4."""
    names, tables = _plan_names(wall), _plan_tables(wall)
    return (
        *(_paint_names(wall, names, page) for page in range(names.pages)),
        *(_paint_tables(wall, tables, page) for page in range(tables.pages)),
    )


def make_seating_pdf(wall: Sequence[Paint], title: str, lang: Lang) -> bytes:
    """These pages as a PDF."""
    pen = Pen(A4.size_mm, clean(title), lang)
    for page, paint in enumerate(wall):
        if page:
            pen.turn_page()
        paint(pen)
    return pen.finish()


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
    title, size = fit(wall.title, PLAIN, right - EDGE_MM - 15 - _CODE_MM - GAP_MM, 12, 7)
    pen.write((EDGE_MM, EDGE_MM + 3), title, PLAIN, size, grey=_NUMBER_GREY)
    pen.write((EDGE_MM, EDGE_MM + HEAD_MM - 6), f"{wall.round}: {heading}", BOLD, 24)
    if wall.code:
        pen.draw_code((right - _CODE_MM, EDGE_MM - 5, _CODE_MM, _CODE_MM), wall.code)
        noted, size = fit(wall.noted, PLAIN, A4.size_mm[0] - 2 * EDGE_MM, 8, 5)
        pen.write((EDGE_MM, A4.size_mm[1] - 6), noted, PLAIN, size, grey=_NUMBER_GREY)
        right -= _CODE_MM + GAP_MM
    if page[1] > 1:
        pen.write((right, EDGE_MM + 3), f"{page[0] + 1}/{page[1]}", PLAIN, 12, "right", _NUMBER_GREY)
