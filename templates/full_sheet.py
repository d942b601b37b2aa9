"""The sheet of style `full`, A4 across: every detail of a game has its place, so that its points can be counted again.

The ruled table has a head row with headings and names, a printed example row without fields, one row a game, and the
rows for offences that are no games. Sums and signatures are below the seats' columns, the key beside them. What is
crossed is a whole cell, from the middle of one rule to the middle of the next.
"""

from __future__ import annotations

from itertools import accumulate, pairwise
from math import ceil

from templates.layout import (
    A4_ACROSS,
    EDGE_MM,
    Field,
    FieldKind,
    Grid,
    Layout,
    Span,
    UnknownSheet,
    make_cell,
    make_name_fields,
    make_seat_fields,
    round_mm,
)
from templates.list_sheets import make_start_fields, number_rows, place_starts
from templates.sheet_code import SheetCode, read_columns
from texts.field_ids import STRUCK_ID, make_field_id, name_line, parse_column

MOST_ROWS = {4: 24, 5: 20, 6: 18, 7: 21}  # games on one side: rows of 4.5 mm and more; of six and seven half a round
BAND_TOP_MM = 22.0  # the groups' names are above the table
TABLE_TOP_MM = 26.5
HEAD_MM = 19.5
GAMES_BOTTOM_MM = 168.0  # leaves room for sums, signatures and the key
MAX_ROW_MM = 6.5  # higher rows would leave the key no room
SUM_MM, SIGN_MM = 7.5, 8.5
STRUCK_MM = 5.5  # of the box to tick, which hangs below the numbers' column: lower it would meet the code's quiet zone
NAME_LABEL_MM = 6.0  # upper strip of a seat's head cell, where its number is printed
START_MM, SEAT_MM = (16.0, 7.5), 4.0  # a start number, for which the upper strip is higher; a seat's number
HEAD_PLACES = {"round": (219.0, 11.5, 15.0, 8.8), "table": (256.0, 11.5, 15.0, 8.8)}  # between the upper marks
NUMBER_MM, AUGEN_MM, VALUE_MM, DIGIT_MM = 8.0, 12.0, 11.0, 24.8  # DIGIT_MM: a party's Sonderpunkte together
CROSS_MM = {4: 6.0, 5: 5.6, 6: 5.2, 7: 4.8}
OWN_CROSS_MM = {4: 5.2, 5: 5.0, 6: 4.8, 7: 4.6}  # of sheets with columns of a club's own, which have more of them
OWN_DIGIT_MM = 4.6
LEAST_SEAT_MM = 10.0  # so that three digits and a sign have room
LOST_MM = 5.6  # wider ones for `verworfen` would take the words below the sums their room

Group = tuple[str, tuple[str, ...]]
"""The name of a group, and its columns: the last parts of their field ids."""


def group_columns(code: SheetCode) -> tuple[Group, ...]:
    """The columns of the sheet from left to right, without the number; raises `UnknownSheet`."""
    columns = read_columns(code)
    seats = range(1, code.seats + 1)
    options = tuple(option for option in columns.options if option != "verworfen")
    lost = (("verworfen", ("re.verworfen", "kontra.verworfen")),) if "verworfen" in columns.options else ()
    return (
        ("kind", (*columns.kinds, *(f"solo.{solo}" for solo in columns.solos), *options)),
        ("re-seats", tuple(f"re{seat}" for seat in seats)),
        ("calls-re", ("re.re", *(f"re.{level}" for level in columns.levels))),
        ("calls-kontra", ("kontra.kontra", *(f"kontra.{level}" for level in columns.levels))),
        ("augen", ("augen",)),
        *lost,
        *(
            (
                ("extras-re", tuple(f"re.{extra}" for extra in columns.extras)),
                ("extras-kontra", tuple(f"kontra.{extra}" for extra in columns.extras)),
            )
            if columns.extras
            else ()
        ),
        ("value", ("value",)),
        ("points", tuple(f"p{seat}" for seat in seats)),
    )


def find_kind(code: SheetCode, name: str) -> FieldKind:
    """What is written into the column called `name`."""
    if name in ("augen", "value"):
        return "number"
    field = parse_column(name)
    if field.is_points:
        return "points"
    is_count = name == "jungfern" or (field.party and field.kind in read_columns(code).extras)
    return "digit" if is_count else "cross"


def place_columns(code: SheetCode) -> dict[str, Span]:
    """Where each column begins and how wide it is, in mm, by its name, `number` first.

    The seats share the width that the other columns leave. Raises `UnknownSheet` where that is too little.
    """
    names = ("number", *(name for _, group in group_columns(code) for name in group))
    widths = [_choose_width(code, name) for name in names]
    share = (A4_ACROSS.size_mm[0] - 2 * EDGE_MM - sum(widths)) / code.seats
    if share < LEAST_SEAT_MM and read_columns(code).has_own:
        lacking = code.seats * (LEAST_SEAT_MM - share)
        raise UnknownSheet("paper.fault.full-columns", count=len(names), many=ceil(lacking / OWN_DIGIT_MM))
    xs = [round_mm(x) for x in accumulate((width or share for width in widths), initial=EDGE_MM)]
    return {name: (left, round_mm(right - left)) for name, (left, right) in zip(names, pairwise(xs), strict=True)}


def make_full_layout(code: SheetCode) -> Layout:
    """The geometry of the full sheet; raises `UnknownSheet` for too many games, or columns that nobody knows."""
    _check_code(code)
    columns, ys = place_columns(code), _place_rules(code)
    xs = (*(left for left, _ in columns.values()), A4_ACROSS.size_mm[0] - EDGE_MM)
    return Layout(
        id=code.layout_id,
        page_mm=A4_ACROSS.size_mm,
        grid=Grid(xs, ys),
        fields=_make_fields(code, columns, ys),
        marks=A4_ACROSS.marks,
        code_mm=A4_ACROSS.code_mm,
        seats=code.seats,
        games=code.games,
    )


def find_example_row(layout: Layout) -> Span:
    """Where the printed example row begins and how high it is, in mm."""
    top, bottom = layout.grid.ys_mm[1:3]
    return top, round_mm(bottom - top)


def _choose_width(code: SheetCode, name: str) -> float:
    """The width of a column in mm; 0 for the seats, which share the rest."""
    if name == "number":
        return NUMBER_MM
    if parse_column(name).kind == "verworfen":
        return LOST_MM
    kind = find_kind(code, name)
    if kind == "number":
        return AUGEN_MM if name == "augen" else VALUE_MM
    columns = read_columns(code)
    digit = min(6.8, DIGIT_MM / max(1, len(columns.extras)))
    if columns.has_own:
        return {"cross": OWN_CROSS_MM[code.seats], "digit": max(digit, OWN_DIGIT_MM)}.get(kind, 0.0)
    return {"cross": CROSS_MM[code.seats], "digit": digit}.get(kind, 0.0)


def _place_rules(code: SheetCode) -> tuple[float, ...]:
    """The level rules in mm from the top of the page: head, example row, games, offence rows."""
    first = TABLE_TOP_MM + HEAD_MM
    rows = 1 + len(number_rows(code))
    height = min(MAX_ROW_MM, int((GAMES_BOTTOM_MM - first) / rows * 10) / 10)
    return (TABLE_TOP_MM, *(round_mm(first + row * height) for row in range(rows + 1)))


def _make_fields(code: SheetCode, columns: dict[str, Span], ys: tuple[float, ...]) -> tuple[Field, ...]:
    """Every field, row by row; `columns`: where they lie, by name; `ys`: the level rules in mm."""
    rows = [(top, round_mm(bottom - top)) for top, bottom in pairwise(ys)]
    seats = [columns[f"p{seat}"] for seat in range(1, code.seats + 1)]
    label_mm = START_MM[1] if code.starts else NAME_LABEL_MM
    fields = [
        *make_name_fields(seats, rows[0], label_mm),
        *make_start_fields(code, place_starts(seats, rows[0], START_MM, SEAT_MM), HEAD_PLACES),
    ]
    for game, row in zip(code.numbers, rows[2:], strict=False):
        fields += [
            Field(make_field_id(game, name), find_kind(code, name), make_cell(column, row))
            for name, column in columns.items()
            if name != "number"
        ]
    for number, row in enumerate(rows[2 + len(code.numbers) :], code.games + 1):
        fields += make_seat_fields(name_line(number), "points", seats, row)
    sums, signs = (ys[-1], SUM_MM), (round_mm(ys[-1] + SUM_MM), SIGN_MM)
    struck = make_cell(columns["number"], (ys[-1], STRUCK_MM))
    return (
        *fields,
        *make_seat_fields("sum", "points", seats, sums),
        *make_seat_fields("sign", "signature", seats, signs),
        *([Field(STRUCK_ID, "cross", struck)] if code.timed else ()),
    )


def _check_code(code: SheetCode) -> None:
    """Raises `UnknownSheet` for a paper, a number of seats or of games that no full sheet has."""
    most = MOST_ROWS.get(code.seats, 0)
    if code.small:
        raise UnknownSheet("paper.fault.full-small")
    if not most or not 1 <= len(code.numbers) <= most:
        rows = ", ".join(map(str, MOST_ROWS.values()))
        raise UnknownSheet("paper.fault.full-games", seats=code.seats, games=len(code.numbers), most=rows)
