"""The sheet of style `full`, A4 across: every detail of a game has its place, so that its points can be counted again.

The ruled table has a head row with headings and names, a printed example row without fields, one row a game, and the
rows for offences that are no games. Sums and signatures are below the seats' columns, the key beside them. What is
crossed is a whole cell, from the middle of one rule to the middle of the next.

There are two drawings. The older one has rows of 4.5 mm and more, and people write digits of 3.6 to 5.6 mm: head or
foot of many lies in the neighbour's row. In the one that is printed now (`SheetCode.high`) no row is lower than 5.5 mm.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import accumulate, pairwise
from math import ceil

from templates.layout import (
    A4_ACROSS,
    A4_ACROSS_HIGH,
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
    make_name_fields,
    make_seat_fields,
    round_mm,
)
from templates.list_sheets import HEAD_WORDS, count_offence_rows, make_start_fields, number_rows, place_starts
from templates.sheet_code import SheetCode, read_columns
from texts.field_ids import STRUCK_ID, make_field_id, name_line, parse_column

MOST_ROWS = {4: 24, 5: 20, 6: 18, 7: 21}  # games on one side; of six and seven half a round
HIGH_ROWS = 25  # games and offences together, on one side with rows of 5.5 mm
MAX_ROW_MM = 6.5  # higher rows would leave the key no room
ROOMY_ROW_MM = 6.0  # head and example have what is left beyond it, up to their most


@dataclass(frozen=True, slots=True)
class FullMeasures:
    """Heights and widths of a full sheet, in mm.

    `band_mm`, `top_mm`: where the groups' names and where the table below them begin. `head_mm`, `example_mm`,
    `sum_mm`, `sign_mm`: heights of the rows that are no games, of head and example the least and the most; the example
    is as high as a game where they are 0. `bottom_mm`: how far down games and offences may reach. `augen_mm`: the least
    and the most width of that column. `places`: where round and table are written, between the upper marks.
    """

    paper: Paper
    band_mm: float
    top_mm: float
    head_mm: Span
    example_mm: Span
    bottom_mm: float
    sum_mm: float
    sign_mm: float
    augen_mm: Span
    places: tuple[Box, Box]

    @property
    def head_places(self) -> dict[str, Box]:
        """The boxes of round and table, by their words."""
        return dict(zip(HEAD_WORDS, self.places, strict=True))


_LOW = FullMeasures(
    A4_ACROSS,
    band_mm=22.0,
    top_mm=26.5,
    head_mm=(19.5, 19.5),
    example_mm=(0.0, 0.0),
    bottom_mm=168.0,
    sum_mm=7.5,
    sign_mm=8.5,
    augen_mm=(12.0, 12.0),
    places=((219.0, 11.5, 15.0, 8.8), (256.0, 11.5, 15.0, 8.8)),
)
_HIGH = FullMeasures(
    A4_ACROSS_HIGH,
    band_mm=16.8,
    top_mm=20.5,
    head_mm=(16.2, 19.5),
    example_mm=(4.2, 5.5),
    bottom_mm=178.4,
    sum_mm=6.5,
    sign_mm=6.0,
    augen_mm=(12.0, 15.0),
    places=((229.0, 7.4, 15.0, 8.6), (258.0, 7.4, 15.0, 8.6)),
)


def choose_full_measures(code: SheetCode) -> FullMeasures:
    """The measures of the full sheet that `code` names."""
    return _HIGH if code.high else _LOW


def count_most_games(code: SheetCode) -> int:
    """How many games of a round have room on one full sheet; 0 for a number of seats that has none."""
    most = MOST_ROWS.get(code.seats, 0)
    return min(most, HIGH_ROWS - count_offence_rows(code)) if code.high else most


STRUCK_MM = 5.5  # of the box to tick, which hangs below the numbers' column: lower it would meet the code's quiet zone
NAME_LABEL_MM = 6.0  # upper strip of a seat's head cell, where its number is printed
START_MM, SEAT_MM = (16.0, 7.5), 4.0  # a start number, for which the upper strip is higher; a seat's number
NUMBER_MM, VALUE_MM, DIGIT_MM = 8.0, 11.0, 24.8  # DIGIT_MM: a party's Sonderpunkte together
CROSS_MM = {4: 6.0, 5: 5.6, 6: 5.2, 7: 4.8}
OWN_CROSS_MM = {4: 5.2, 5: 5.0, 6: 4.8, 7: 4.6}  # of sheets with columns of a club's own, which have more of them
OWN_DIGIT_MM = 4.6
LEAST_SEAT_MM = 10.0  # so that three digits and a sign have room
ROOMY_SEAT_MM = 12.0  # the Augen have what is left beyond it, up to their most
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
    size = choose_full_measures(code)
    names = ("number", *(name for _, group in group_columns(code) for name in group))
    fixed = {name: _choose_width(code, name) for name in names}
    room = size.paper.size_mm[0] - 2 * EDGE_MM - sum(fixed.values())
    least, most = size.augen_mm
    fixed["augen"] = min(most, max(least, room - code.seats * ROOMY_SEAT_MM))
    share = (room - fixed["augen"]) / code.seats
    if share < LEAST_SEAT_MM and read_columns(code).has_own:
        lacking = code.seats * (LEAST_SEAT_MM - share)
        raise UnknownSheet("paper.fault.full-columns", count=len(names), many=ceil(lacking / OWN_DIGIT_MM))
    xs = [round_mm(x) for x in accumulate((width or share for width in fixed.values()), initial=EDGE_MM)]
    return {name: (left, round_mm(right - left)) for name, (left, right) in zip(names, pairwise(xs), strict=True)}


def make_full_layout(code: SheetCode) -> Layout:
    """The geometry of the full sheet; raises `UnknownSheet` for too many games, or columns that nobody knows."""
    _check_code(code)
    size = choose_full_measures(code)
    columns, ys = place_columns(code), _place_rules(code, size)
    xs = (*(left for left, _ in columns.values()), size.paper.size_mm[0] - EDGE_MM)
    return Layout(
        id=code.layout_id,
        page_mm=size.paper.size_mm,
        grid=Grid(xs, ys),
        fields=_make_fields(code, columns, ys, size),
        marks=size.paper.marks,
        code_mm=size.paper.code_mm,
        seats=code.seats,
        games=code.games,
    )


def find_example_row(layout: Layout) -> Span:
    """Where the printed example row begins and how high it is, in mm."""
    top, bottom = layout.grid.ys_mm[1:3]
    return top, round_mm(bottom - top)


def _choose_width(code: SheetCode, name: str) -> float:
    """The width of a column in mm; 0 for the Augen, and for the seats, which share the rest."""
    if name == "number":
        return NUMBER_MM
    if parse_column(name).kind == "verworfen":
        return LOST_MM
    kind = find_kind(code, name)
    if kind == "number":
        return VALUE_MM if name == "value" else 0.0
    columns = read_columns(code)
    digit = min(6.8, DIGIT_MM / max(1, len(columns.extras)))
    if columns.has_own:
        return {"cross": OWN_CROSS_MM[code.seats], "digit": max(digit, OWN_DIGIT_MM)}.get(kind, 0.0)
    return {"cross": CROSS_MM[code.seats], "digit": digit}.get(kind, 0.0)


def _place_rules(code: SheetCode, size: FullMeasures) -> tuple[float, ...]:
    """The level rules in mm from the top of the page: head, example row, games, offence rows."""
    rows, (head, most), (example, highest) = len(number_rows(code)), size.head_mm, size.example_mm
    room = size.bottom_mm - size.top_mm - head - example
    more = min(most - head, max(0.0, room - rows * ROOMY_ROW_MM))
    higher = min(highest - example, max(0.0, room - more - rows * ROOMY_ROW_MM))
    height = min(MAX_ROW_MM, int(round_mm((room - more - higher) / (rows + (not highest)) * 10)) / 10)
    low = size.top_mm + head + more
    first = low + ((example + higher) or height)
    return (size.top_mm, round_mm(low), *(round_mm(first + row * height) for row in range(rows + 1)))


def _make_fields(
    code: SheetCode, columns: dict[str, Span], ys: tuple[float, ...], size: FullMeasures
) -> tuple[Field, ...]:
    """Every field, row by row; `columns`: where they lie, by name; `ys`: the level rules in mm."""
    rows = [(top, round_mm(bottom - top)) for top, bottom in pairwise(ys)]
    seats = [columns[f"p{seat}"] for seat in range(1, code.seats + 1)]
    label_mm = START_MM[1] if code.starts else NAME_LABEL_MM
    fields = [
        *make_name_fields(seats, rows[0], label_mm),
        *make_start_fields(code, place_starts(seats, rows[0], START_MM, SEAT_MM), size.head_places),
    ]
    for game, row in zip(code.numbers, rows[2:], strict=False):
        fields += [
            Field(make_field_id(game, name), find_kind(code, name), make_cell(column, row))
            for name, column in columns.items()
            if name != "number"
        ]
    for number, row in enumerate(rows[2 + len(code.numbers) :], code.games + 1):
        fields += make_seat_fields(name_line(number), "points", seats, row)
    sums, signs = (ys[-1], size.sum_mm), (round_mm(ys[-1] + size.sum_mm), size.sign_mm)
    struck = make_cell(columns["number"], (ys[-1], STRUCK_MM))
    return (
        *fields,
        *make_seat_fields("sum", "points", seats, sums),
        *make_seat_fields("sign", "signature", seats, signs),
        *([Field(STRUCK_ID, "cross", struck)] if code.timed else ()),
    )


def _check_code(code: SheetCode) -> None:
    """Raises `UnknownSheet` for a paper, a number of seats or of games that no full sheet has."""
    most = count_most_games(code)
    if code.small:
        raise UnknownSheet("paper.fault.full-small")
    if not most or not 1 <= len(code.numbers) <= most:
        rows = ", ".join(map(str, MOST_ROWS.values()))
        raise UnknownSheet("paper.fault.full-games", seats=code.seats, games=len(code.numbers), most=rows)
