"""The upright lists, styles `points` and `totals`: where everything stands, in mm from the page's upper left corner.

One ruled table: a head row with the names, one row a game, then the offence rows, the sum row and the signature row. An
offence may be an extra row that is no game; these rows carry the ids that follow the last game (`g17.p1`, `g18.p1` for
16 games) and only points: a row whose number is above `Layout.games` is an offence row by its place, with no cross.

Style `points` has each seat's points (`g01.p1`). Style `totals` is the list of the Deutscher Doppelkopf-Verband: the
game's value (`g01.value`), a cross for each winner (`g01.win1`), and each seat's running total (`g01.total1`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import accumulate, pairwise

from templates.boxes import Span, make_cell, make_cross_box, make_name_box, round_mm
from templates.code import SheetCode
from templates.columns import read_columns
from templates.errors import UnknownSheet
from templates.layout import Field, FieldKind, Grid, Layout
from templates.paper import A4, A5, EDGE_MM, Paper

MAX_GAMES, MAX_SMALL_GAMES = 30, 16  # on A4 and on A5: more games make rows lower than 6.5 mm
_ROOMY = 24  # up to so many games sums and signatures have their full height

OFFENCE_ROWS = 2
MINOR_ROWS = 1  # where only minor offences are no games: they are rare, and a round of 24 needs the room
_COUNTS_AS_GAME = frozenset({"zehn-cent", "zwoelf-spiele"})  # there an offence takes a game's row, so no extra rows


@dataclass(frozen=True, slots=True)
class Measures:
    """Heights and widths of a list on its paper. `name_label`: upper strip of a name cell, where "Platz 1" stands."""

    paper: Paper
    top: float
    bottom: float
    head: float
    sums: float
    signs: float
    tallest_row: float
    name_label: float
    number: float
    cross: float
    value: float = 15.0
    win: float = 8.0


_USUAL = Measures(A4, 38.0, 272.0, 13.0, 10.0, 12.0, 16.5, 4.0, 12.0, 11.0)  # 272: the lower marks' quiet zone
_DENSE = Measures(A4, 38.0, 272.0, 13.0, 8.0, 10.0, 16.5, 4.0, 12.0, 11.0)
_SMALL = Measures(A5, 33.0, 181.3, 11.0, 7.5, 8.5, 11.0, 3.4, 8.5, 8.5)


def count_offence_rows(code: SheetCode) -> int:
    """How many unnumbered rows for offences follow the games: none where an offence takes a game's row.

    Sheets whose code does not say it were printed by the rule set's name.
    """
    if code.offences is not None:
        return code.offences
    return 0 if code.rules in _COUNTS_AS_GAME else OFFENCE_ROWS


def has_offence_boxes(code: SheetCode) -> bool:
    """Whether the rows of a points list have boxes for offences: where an offence takes a game's row, and on every list
    whose code does not name its columns."""
    return not code.columns or "offence" in read_columns(code).options


def find_sitter(game: int, seats: int) -> int | None:
    """The seat that sits game `game` out at a table of five, from 1; None at a table of four."""
    return (game - 1) % 5 + 1 if seats == 5 else None


def choose_measures(code: SheetCode) -> Measures:
    """The measures of the list that `code` names."""
    if code.small:
        return _SMALL
    return _USUAL if code.games <= _ROOMY else _DENSE


def order_columns(code: SheetCode) -> tuple[str, ...]:
    """What stands in each column, from the left: `number`, then the last part of the field ids of its rows; the
    winners' crosses share the column `wins`. A points list has its column `offence` above offence
    rows, too.
    """
    seats = range(1, code.seats + 1)
    points = tuple(f"p{seat}" for seat in seats)
    if code.style == "points":
        offences = has_offence_boxes(code) or count_offence_rows(code)
        return ("number", *points, "solo", *(("offence",) if offences else ()))
    options = read_columns(code).options
    bock, offence = (tuple(name for name in options if name == wanted) for wanted in ("bock", "offence"))
    return ("number", "value", "wins", *(f"total{seat}" for seat in seats), *bock, "solo", *offence)


def make_list_layout(code: SheetCode) -> Layout:
    """The geometry of a list for 4 or 5 seats and 1 to 30 games (A5: 16); raises `UnknownSheet` for any other."""
    _check(code)
    size = choose_measures(code)
    xs, ys = _columns(code, size), _rows(code.games + count_offence_rows(code), size)
    return Layout(
        id=code.layout_id, page_mm=size.paper.size_mm, grid=Grid(xs, ys), fields=_fields(code, xs, ys, size),
        marks=size.paper.marks, code_mm=size.paper.code_mm, seats=code.seats, games=code.games,
    )


def _check(code: SheetCode) -> None:
    most = MAX_SMALL_GAMES if code.small else MAX_GAMES
    if code.small and code.style != "points":
        raise UnknownSheet("paper.fault.list-small")
    if code.seats in (4, 5) and 1 <= code.games <= most and not code.half:
        return
    paper = "A5" if code.small else "A4"
    raise UnknownSheet("paper.fault.list-games", seats=code.seats, games=code.games, paper=paper, most=most)


def _columns(code: SheetCode, size: Measures) -> tuple[float, ...]:
    """The upright rules: the seats share what the other columns leave."""
    names = order_columns(code)
    fixed = {"number": size.number, "value": size.value, "wins": code.seats * size.win}
    fixed |= dict.fromkeys(("solo", "offence", "bock"), size.cross)
    left, right = EDGE_MM, size.paper.size_mm[0] - EDGE_MM
    widths = [fixed.get(name, 0.0) for name in names]
    share = (right - left - sum(widths)) / code.seats
    return tuple(round_mm(x) for x in accumulate((width or share for width in widths), initial=left))


def _rows(rows: int, size: Measures) -> tuple[float, ...]:
    room = size.bottom - size.top - size.head - size.sums - size.signs
    height = min(size.tallest_row, int(room / rows * 10) / 10)
    games = [round_mm(size.top + size.head + row * height) for row in range(rows + 1)]
    return (size.top, *games, round_mm(games[-1] + size.sums), round_mm(games[-1] + size.sums + size.signs))


def _fields(code: SheetCode, xs: tuple[float, ...], ys: tuple[float, ...], size: Measures) -> tuple[Field, ...]:
    rows = [(top, round_mm(bottom - top)) for top, bottom in pairwise(ys)]
    columns = {name: (left, round_mm(right - left)) for name, (left, right) in
               zip(order_columns(code), pairwise(xs), strict=True)}
    seats = [column for name, column in columns.items() if name[:-1] in ("p", "total")]
    fields = [Field(f"name.p{s}", "text", make_name_box(make_cell(column, rows[0]), size.name_label))
              for s, column in enumerate(seats, 1)]
    if code.style == "points" and not has_offence_boxes(code):
        columns.pop("offence", None)
    for game, row in enumerate(rows[1:-2], 1):
        for name, column in _columns_of_fields(columns, code.seats):
            fields += _field(f"g{game:02}.{name}", name, column, row, game > code.games)
    fields += [Field(f"sum.p{s}", "points", make_cell(column, rows[-2])) for s, column in enumerate(seats, 1)]
    fields += [Field(f"sign.p{s}", "signature", make_cell(column, rows[-1])) for s, column in enumerate(seats, 1)]
    return tuple(fields)


def _columns_of_fields(columns: dict[str, Span], seats: int) -> Iterator[tuple[str, Span]]:
    """Every column with what it holds; the winners' one in as many parts as there are seats."""
    for name, (left, width) in columns.items():
        if name == "wins":
            part = width / seats
            yield from ((f"win{seat}", (round_mm(left + (seat - 1) * part), part)) for seat in range(1, seats + 1))
        elif name != "number":
            yield name, (left, width)


def _field(id_: str, name: str, column: Span, row: Span, extra: bool) -> Iterator[Field]:
    """The field of a column in a game's row; in an `extra` row for an offence only the seats have one."""
    kinds: dict[str, FieldKind] = {"p": "points", "total": "points", "value": "number"}
    kind = kinds.get(name.rstrip("12345"), "cross")
    if kind == "points" or not extra:
        box = make_cell(column, row)
        yield Field(id_, kind, make_cross_box(box) if kind == "cross" else box)
