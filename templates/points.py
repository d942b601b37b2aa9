"""The sheet of style `points`: where everything stands, in millimetres from the page's upper left corner.

One ruled table: a head row with the names, one row a game, then the offence rows, the sum row and the signature row. An
offence is an extra row that is no game, so the offence rows carry the ids that follow the last game (`g17.p1`, `g18.p1`
for 16 games) and only points: a row whose number is above `Layout.games` is an offence row by its place, with no cross.
"""

from __future__ import annotations

from itertools import pairwise

from templates.code import SheetCode
from templates.errors import UnknownSheet
from templates.layout import Box, Field, Grid, Layout, Mark

PAGE_MM = (210.0, 297.0)  # ISO 216 A4, upright
MAX_GAMES = 24  # more games than this make rows lower than 6.5 mm, too low for a felt pen
EDGE_MM = 11.0  # 10 mm that office printers need, and 0.4 mm for half the outer frame, and slack for a skewed feed
MARK_MM = 9.0  # six modules of 1.5 mm: 12 px a module in a 12-MP photo that the sheet fills to two thirds
TABLE_TOP_MM = 38.0
TABLE_BOTTOM_MM = 272.0  # leaves the lower marks (from 277 mm) a quiet zone of two modules and more
CODE_BOX_MM: Box = (163.0, 11.0, 22.0, 22.0)  # 33 modules of 0.67 mm; its quiet zone of 4 modules is free of print
NUMBER_WIDTH_MM = 12.0
CROSS_WIDTH_MM = 11.0
HEAD_MM, SUM_MM, SIGN_MM = 13.0, 10.0, 12.0
NAME_LABEL_MM = 4.0  # upper strip of a name cell, where "Platz 1" is printed; the name's field lies below
MAX_ROW_MM = 16.5  # twelve games fill the page
CROSS_BOX_MM = 6.0

_OFFENCE_ROWS = 2
_COUNTS_AS_GAME = frozenset({"zehn-cent", "zwoelf-spiele"})  # there an offence takes a game's row, so no extra rows


def offence_rows(rules: str) -> int:
    """How many unnumbered rows for offences follow the games: none where an offence counts as a game."""
    return 0 if rules in _COUNTS_AS_GAME else _OFFENCE_ROWS


def sitter(game: int, seats: int) -> int | None:
    """The seat that sits game `game` out at a table of five, from 1; None at a table of four."""
    return (game - 1) % 5 + 1 if seats == 5 else None


def points_layout(code: SheetCode) -> Layout:
    """The geometry of the points sheet for 4 or 5 seats and 1 to 24 games; raises `UnknownSheet` for any other."""
    _check(code)
    xs, ys = _columns(code.seats), _rows(code.games + offence_rows(code.rules))
    return Layout(
        id=code.layout_id, page_mm=PAGE_MM, grid=Grid(xs, ys), fields=_fields(code, xs, ys), marks=_marks(),
        code_mm=CODE_BOX_MM, seats=code.seats, games=code.games,
    )


def _check(code: SheetCode) -> None:
    if code.seats not in (4, 5) or not 1 <= code.games <= MAX_GAMES:
        raise UnknownSheet(
            f"Einen Bogen für {code.seats} Plätze und {code.games} Spiele gibt es nicht; möglich sind 4 oder 5 Plätze"
            f" und 1 bis {MAX_GAMES} Spiele.",
            f"There is no sheet for {code.seats} seats and {code.games} games; choose 4 or 5 seats and 1 to {MAX_GAMES}"
            " games.",
        )


def _columns(seats: int) -> tuple[float, ...]:
    left, right = EDGE_MM + NUMBER_WIDTH_MM, PAGE_MM[0] - EDGE_MM - 2 * CROSS_WIDTH_MM
    width = (right - left) / seats
    players = [_mm(left + seat * width) for seat in range(seats + 1)]
    return (EDGE_MM, *players, _mm(right + CROSS_WIDTH_MM), PAGE_MM[0] - EDGE_MM)


def _rows(rows: int) -> tuple[float, ...]:
    room = TABLE_BOTTOM_MM - TABLE_TOP_MM - HEAD_MM - SUM_MM - SIGN_MM
    height = min(MAX_ROW_MM, int(room / rows * 10) / 10)
    games = [_mm(TABLE_TOP_MM + HEAD_MM + row * height) for row in range(rows + 1)]
    return (TABLE_TOP_MM, *games, _mm(games[-1] + SUM_MM), _mm(games[-1] + SUM_MM + SIGN_MM))


def _fields(code: SheetCode, xs: tuple[float, ...], ys: tuple[float, ...]) -> tuple[Field, ...]:
    rows = [(top, _mm(bottom - top)) for top, bottom in pairwise(ys)]
    columns = [(left, _mm(right - left)) for left, right in pairwise(xs)]
    seats, crosses = columns[1 : code.seats + 1], columns[code.seats + 1 :]
    fields = [Field(f"name.p{s}", "text", _name_box(_cell(column, rows[0]))) for s, column in enumerate(seats, 1)]
    for game, row in enumerate(rows[1:-2], 1):
        fields += [Field(f"g{game:02}.p{s}", "points", _cell(column, row)) for s, column in enumerate(seats, 1)]
        if game <= code.games:
            fields += [Field(f"g{game:02}.{what}", "cross", _cross_box(_cell(column, row)))
                       for what, column in zip(("solo", "offence"), crosses, strict=True)]
    fields += [Field(f"sum.p{s}", "points", _cell(column, rows[-2])) for s, column in enumerate(seats, 1)]
    fields += [Field(f"sign.p{s}", "signature", _cell(column, rows[-1])) for s, column in enumerate(seats, 1)]
    return tuple(fields)


def _cell(column: tuple[float, float], row: tuple[float, float]) -> Box:
    return column[0], row[0], column[1], row[1]


def _name_box(cell: Box) -> Box:
    x, y, width, height = cell
    return _mm(x + 1), _mm(y + NAME_LABEL_MM), _mm(width - 2), _mm(height - NAME_LABEL_MM - 0.7)


def _cross_box(cell: Box) -> Box:
    """The small printed box in the middle of `cell`, at least 4.5 mm wide."""
    x, y, width, height = cell
    side = _mm(min(CROSS_BOX_MM, height - 1.8))
    return _mm(x + (width - side) / 2), _mm(y + (height - side) / 2), side, side


def _marks() -> tuple[Mark, ...]:
    right, low = PAGE_MM[0] - EDGE_MM - MARK_MM, PAGE_MM[1] - EDGE_MM - MARK_MM
    corners = ((EDGE_MM, EDGE_MM), (right, EDGE_MM), (right, low), (EDGE_MM, low))
    return tuple(Mark(number, (x, y, MARK_MM, MARK_MM)) for number, (x, y) in enumerate(corners))


def _mm(value: float) -> float:
    return round(value, 2)
