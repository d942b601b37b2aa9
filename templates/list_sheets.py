"""The upright lists, styles `points` and `totals`: where everything is, in mm from the page's upper left corner.

A list is one ruled table: a head row with the names, one row a game, the offence rows, the sum row, the signature row.
Offence rows are for offences that are no game. Their ids follow the last game's (`g17.p1`, `g18.p1` after 16 games).
They hold nothing but points: a row with a number above `Layout.games` is an offence by its place and needs no cross.

Style `points` has each seat's points (`g01.p1`). Style `totals` is the list of the Deutscher Doppelkopf-Verband: the
game's value (`g01.value`), a cross for each winner (`g01.win1`), and each seat's running total (`g01.total1`).

A start number is in the upper right corner of its seat's head cell, so that two sides of its box are rules of the
table, which the scanner follows.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, pairwise
from string import digits

from templates.layout import (
    A4,
    A5,
    EDGE_MM,
    Box,
    Field,
    FieldKind,
    Grid,
    Layout,
    Paper,
    Span,
    UnknownSheet,
    make_cell,
    make_cross_box,
    make_name_fields,
    make_seat_fields,
    round_mm,
)
from templates.sheet_code import SheetCode, read_columns
from texts.field_ids import (
    BOCK_COLUMNS,
    STRUCK_ID,
    make_field_id,
    make_head_id,
    make_seat_id,
    parse_column,
    parse_field,
)

HEAD_WORDS = ("round", "table")
"""What is written above the table, by the last part of the field's id."""


def is_head_box(field_id: str) -> bool:
    """Whether the field is a box for a start number, the round or the table: print is right beside it."""
    return parse_field(field_id).line in ("start", "head")


def place_starts(seats: Sequence[Span], row: Span, size_mm: tuple[float, float], label_mm: float) -> tuple[Box, ...]:
    """The place of each seat's start number, `size_mm` wide and high, narrower in narrow columns.

    `seats`: the seats' columns; `row`: the head row; `label_mm`: what a column keeps for the seat's own number.
    """
    cells = [make_cell(column, row) for column in seats]
    widths = [round_mm(min(size_mm[0], cell[2] - label_mm)) for cell in cells]
    return tuple(
        (round_mm(cell[0] + cell[2] - width), cell[1], width, size_mm[1])
        for cell, width in zip(cells, widths, strict=True)
    )


def make_start_fields(code: SheetCode, starts: Sequence[Box], heads: Mapping[str, Box]) -> Iterator[Field]:
    """The fields to write in: `start.p1` ... at seats without a printed name; `head.round`, `head.table` where the
    code does not say them.

    `starts`: the place of each seat's start number; `heads`: those of round and table, by their words.
    """
    for seat in code.unnamed_seats if code.starts else ():
        yield Field(make_seat_id("start", seat), "number", starts[seat - 1])
    known = dict(zip(HEAD_WORDS, (code.round, code.table), strict=True))
    for word, place in heads.items() if code.starts else ():
        if known[word] is None:
            yield Field(make_head_id(word), "number", place)


MAX_GAMES, MAX_SMALL_GAMES = 30, 16  # on A4 and on A5: more games make rows lower than 6.5 mm
PLAYERS, LEAST_SEATS, MOST_SEATS = 4, 3, 7
_WINS_MM = 40.0  # all winners' boxes together, so that the totals have room
_ROOMY_GAMES = 24  # up to this many games sums and signatures have their full height

OFFENCE_ROWS = 2
MINOR_ROWS = 1  # where only minor offences are no games: they are rare, and a round of 24 needs the room
_COUNTS_AS_GAME = frozenset({"zehn-cent", "zwoelf-spiele"})  # there an offence takes a game's row, so no extra rows


@dataclass(frozen=True, slots=True)
class Measures:
    """Heights and widths of a list on its paper, in mm.

    `top_mm`, `bottom_mm`: where the table begins, and how far down it may reach. `head_mm`, `sums_mm`, `signs_mm`:
    heights of the rows that are no games. `name_label_mm`: the upper strip of a name cell, where "Platz 1" is printed.
    `label_pt`: the size of "Platz 1". `number_mm`, `cross_mm`, `value_mm`: widths of columns. `win_mm`: the width of
    one winner's box. On sheets that have them, `start_mm`: the place for a start number; `seat_mm`: what a narrow
    column keeps beside it for "Platz 1"; `place_mm`: the place for the round, and for the table; `places_mm`: how far
    from the left of the page these two begin.
    """

    paper: Paper
    top_mm: float
    bottom_mm: float
    head_mm: float
    sums_mm: float
    signs_mm: float
    tallest_row_mm: float
    name_label_mm: float
    number_mm: float
    cross_mm: float
    label_pt: float = 8.0
    value_mm: float = 15.0
    win_mm: float = 8.0
    start_mm: tuple[float, float] = (21.0, 7.5)
    seat_mm: float = 8.4
    place_mm: tuple[float, float] = (15.0, 9.0)
    places_mm: tuple[float, float] = (38.0, 71.0)

    def add_starts(self) -> Measures:
        """The same with start numbers: the upper strip, and with it the head row, is as high as they are."""
        higher = self.start_mm[1] - self.name_label_mm
        return replace(self, head_mm=self.head_mm + higher, name_label_mm=self.start_mm[1])


_USUAL = Measures(A4, 38.0, 272.0, 13.0, 10.0, 12.0, 16.5, 4.0, 12.0, 11.0)  # 272: the lower marks' quiet zone
_DENSE = Measures(A4, 38.0, 272.0, 13.0, 8.0, 10.0, 16.5, 4.0, 12.0, 11.0)
_SMALL = Measures(
    A5,
    33.0,
    181.3,
    11.0,
    7.5,
    8.5,
    11.0,
    3.4,
    8.5,
    8.5,
    label_pt=6.8,
    start_mm=(18.0, 6.5),
    seat_mm=7.4,
    place_mm=(13.0, 7.5),
    places_mm=(35.0, 63.0),
)


def count_offence_rows(code: SheetCode) -> int:
    """How many unnumbered rows for offences follow the games: none where an offence takes a game's row.

    Older sheets do not say it in their code; there the rule set's name decides.
    """
    if code.offences is not None:
        return code.offences
    return 0 if code.rules in _COUNTS_AS_GAME else OFFENCE_ROWS


def number_rows(code: SheetCode) -> tuple[int, ...]:
    """The numbers of the sheet's rows: its games, and, on the last sheet of a round, the offence rows behind them."""
    below = 0 if code.half == 1 else count_offence_rows(code)
    return (*code.numbers, *range(code.games + 1, code.games + 1 + below))


def has_offence_boxes(code: SheetCode) -> bool:
    """Whether the games' rows of a points list have a box to cross for an offence.

    They do where an offence takes a game's row, and on older lists, whose code does not name their columns.
    """
    return not code.columns or "offence" in read_columns(code).options


def find_sitters(game: int, seats: int, away: tuple[int, ...] = (0,)) -> tuple[int, ...]:
    """The seats, from 1, that sit out game number `game`; () where no more than four sit. `away`: how far behind the
    dealer they sit."""
    return tuple((game - 1 + behind) % seats + 1 for behind in away) if seats > PLAYERS else ()


def choose_measures(code: SheetCode) -> Measures:
    """The measures of the list that `code` names."""
    size = _SMALL if code.small else _USUAL if len(code.numbers) <= _ROOMY_GAMES else _DENSE
    return size.add_starts() if code.starts else size


def order_columns(code: SheetCode) -> tuple[str, ...]:
    """The names of the columns from the left: `number`, then the last parts of the field ids.

    The winners' crosses share the column `wins`. A points list with offence rows has a column `offence`, too.
    """
    seats = range(1, code.seats + 1)
    points = tuple(f"p{seat}" for seat in seats)
    if code.style == "points":
        offences = has_offence_boxes(code) or count_offence_rows(code)
        return ("number", *points, "solo", *(("offence",) if offences else ()))
    options = read_columns(code).options
    bock, offence = (tuple(name for name in options if name in wanted) for wanted in (BOCK_COLUMNS, ("offence",)))
    return ("number", "value", "wins", *(f"total{seat}" for seat in seats), *bock, "solo", *offence)


def make_list_layout(code: SheetCode) -> Layout:
    """The geometry of a list for 3 to 7 seats and 1 to 30 games (A5: 16); raises `UnknownSheet` for anything else."""
    _check_code(code)
    size = choose_measures(code)
    xs, ys = _place_columns(code, size), _place_rows(len(number_rows(code)), size)
    return Layout(
        id=code.layout_id,
        page_mm=size.paper.size_mm,
        grid=Grid(xs, ys),
        fields=_make_fields(code, xs, ys, size),
        marks=size.paper.marks,
        code_mm=size.paper.code_mm,
        seats=code.seats,
        games=code.games,
    )


def _check_code(code: SheetCode) -> None:
    """Raises `UnknownSheet` for a paper, a number of seats or of games that no list has."""
    most = MAX_SMALL_GAMES if code.small else MAX_GAMES
    if code.small and code.style != "points":
        raise UnknownSheet("paper.fault.list-small")
    if LEAST_SEATS <= code.seats <= MOST_SEATS and 1 <= len(code.numbers) <= most:
        return
    paper = "A5" if code.small else "A4"
    raise UnknownSheet("paper.fault.list-games", seats=code.seats, games=code.games, paper=paper, most=most)


def _place_columns(code: SheetCode, size: Measures) -> tuple[float, ...]:
    """The upright rules in mm from the left of the page; the seats share the width that the other columns leave."""
    names = order_columns(code)
    fixed = {"number": size.number_mm, "value": size.value_mm, "wins": min(code.seats * size.win_mm, _WINS_MM)}
    fixed |= dict.fromkeys(("solo", "offence", *BOCK_COLUMNS), size.cross_mm)
    left, right = EDGE_MM, size.paper.size_mm[0] - EDGE_MM
    widths = [fixed.get(name, 0.0) for name in names]
    share = (right - left - sum(widths)) / code.seats
    return tuple(round_mm(x) for x in accumulate((width or share for width in widths), initial=left))


def _place_rows(rows: int, size: Measures) -> tuple[float, ...]:
    """The level rules in mm from the top of the page; `rows`: how many games and offence rows there are."""
    room = size.bottom_mm - size.top_mm - size.head_mm - size.sums_mm - size.signs_mm
    height = min(size.tallest_row_mm, int(room / rows * 10) / 10)
    games = [round_mm(size.top_mm + size.head_mm + row * height) for row in range(rows + 1)]
    return (size.top_mm, *games, round_mm(games[-1] + size.sums_mm), round_mm(games[-1] + size.sums_mm + size.signs_mm))


def _make_fields(code: SheetCode, xs: tuple[float, ...], ys: tuple[float, ...], size: Measures) -> tuple[Field, ...]:
    """Every field, row by row; `xs`, `ys`: the upright and the level rules in mm."""
    rows = [(top, round_mm(bottom - top)) for top, bottom in pairwise(ys)]
    columns = {
        name: (left, round_mm(right - left))
        for name, (left, right) in zip(order_columns(code), pairwise(xs), strict=True)
    }
    seats = [column for name, column in columns.items() if parse_column(name).is_points]
    starts = place_starts(seats, rows[0], size.start_mm, size.seat_mm)
    fields = [
        *make_name_fields(seats, rows[0], size.name_label_mm),
        *make_start_fields(code, starts, place_head_boxes(size)),
    ]
    if code.style == "points" and not has_offence_boxes(code):
        columns.pop("offence", None)
    for game, row in zip(number_rows(code), rows[1:-2], strict=True):
        for name, column in _split_columns(columns, code.seats):
            fields += _make_field(make_field_id(game, name), name, column, row, game > code.games)
    return (
        *fields,
        *make_seat_fields("sum", "points", seats, rows[-2]),
        *make_seat_fields("sign", "signature", seats, rows[-1]),
        *([Field(STRUCK_ID, "cross", make_cross_box(make_cell(columns["solo"], rows[-1])))] if code.timed else ()),
    )


def place_head_boxes(size: Measures) -> dict[str, Box]:
    """Where round and table are written: on the table's upper rule, which holds their boxes fast on bent paper."""
    width, height = size.place_mm
    return {
        word: (left, round_mm(size.top_mm - height), width, height)
        for word, left in zip(HEAD_WORDS, size.places_mm, strict=True)
    }


def _split_columns(columns: dict[str, Span], seats: int) -> Iterator[tuple[str, Span]]:
    """Every column that holds fields, with its name; the winners' column in as many parts as there are seats."""
    for name, (left, width) in columns.items():
        if name == "wins":
            part = width / seats
            yield from ((f"win{seat}", (round_mm(left + (seat - 1) * part), part)) for seat in range(1, seats + 1))
        elif name != "number":
            yield name, (left, width)


def _make_field(id_: str, name: str, column: Span, row: Span, extra: bool) -> Iterator[Field]:
    """The field of a column in a row; in an offence row (`extra`) only the seats have one."""
    kinds: dict[str, FieldKind] = {"p": "points", "total": "points", "value": "number"}
    kind = kinds.get(name.rstrip(digits), "cross")
    if kind == "points" or not extra:
        box = make_cell(column, row)
        yield Field(id_, kind, make_cross_box(box) if kind == "cross" else box)
