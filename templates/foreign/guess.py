"""From a seen table to a draft of its layout: kinds, field ids, and a remark for everything that was assumed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from templates.foreign.draft import Block, Column, Draft, Words
from templates.foreign.guess_columns import KINDS, columns_of, digit_grid
from templates.foreign.guess_rows import Row, rows_of
from templates.foreign.headings import slug, told
from templates.foreign.remarks import remarks
from templates.foreign.seen import SeenTable
from templates.layout import FieldKind

_SEATS = (4, 5)
_ALIKE = 0.15
"""How much the widths of the seats' columns may differ."""
_LEAST_GAMES, _MOST_GAMES = 3, 99


@dataclass(frozen=True, slots=True)
class _Plan:
    """A table whose rows and columns are told: `seats` are the columns of a Doppelkopf list, () for other tables."""

    seen: SeenTable
    rows: tuple[Row, ...]
    columns: tuple[Column, ...]
    seats: tuple[int, ...]

    def numbers(self, *uses: str) -> list[int]:
        return [row.number for row in self.rows if row.use in uses]


def guess(seen: SeenTable, name: str, title: str) -> Draft:
    """The draft of the layout `name`; every assumption has its remark."""
    if digit_grid(seen):
        return _digits(seen, name, title)
    rows = rows_of(seen)
    columns = columns_of(seen, rows)
    plan = _Plan(seen, rows, columns, _seats(seen, rows, columns))
    blocks = tuple(_blocks(plan))
    games = len(plan.numbers("body")) if plan.seats else 0
    return Draft(name, title, len(plan.seats), games, seen, columns, blocks, remarks(seen, rows, columns, plan.seats))


def _digits(seen: SeenTable, name: str, title: str) -> Draft:
    """A grid of equal squares: one digit in each."""
    why = Words("gleich große Quadrate ohne Überschriften", "equal squares without headings")
    columns = tuple(Column(number, "", "digit", f"c{number}", why, True) for number in range(1, seen.columns + 1))
    what = Words("alle Zellen: eine einzelne Ziffer", "all cells: a single digit")
    block = Block("r{row}.c{column}", "digit", (1, seen.rows), (1, seen.columns), what)
    assumed = Words("Alle Zellen sind gleich große Quadrate ohne Überschriften, als einzelne Ziffern angenommen.",
                    "All cells are equal squares without headings, taken for single digits.")
    return Draft(name, title, 0, 0, seen, columns, (block,), (assumed, *remarks(seen, (), (), ())))


def _seats(seen: SeenTable, rows: Sequence[Row], columns: Sequence[Column]) -> tuple[int, ...]:
    """The columns of the seats where the table is a list of games: four or five of equal width side by side."""
    points = [column.number for column in columns if column.kind == "points"]
    if len(points) not in _SEATS or points != list(range(points[0], points[-1] + 1)):
        return ()
    widths = [seen.width_mm(number - 1) for number in points]
    even = max(widths) - min(widths) <= _ALIKE * max(widths)
    others = [column for column in columns if column.kind is not None and column.number not in points]
    fitting = all(column.kind in ("cross", "number") for column in others) and points[0] > 1
    games = sum(row.use == "body" for row in rows)
    return tuple(points) if even and fitting and _LEAST_GAMES <= games <= _MOST_GAMES else ()


def _blocks(plan: _Plan) -> Iterator[Block]:
    yield from _names(plan)
    first = 1
    for start, end in _runs(plan.numbers("body", "offence") if plan.seats else plan.numbers("body", "offence", "sum")):
        yield from _row_block(plan, (start, end), "g{row:02}" if plan.seats else "r{row:02}", first)
        first += end - start + 1
    yield from _sums(plan)
    yield from _signatures(plan)


def _row_block(plan: _Plan, rows: tuple[int, int], prefix: str, first_row: int) -> Iterator[Block]:
    """The fields of a run of rows: neighbouring columns of one kind and without names of their own together."""
    for columns in _column_runs(plan):
        one, number = plan.columns[columns[0] - 1], columns[0]
        seat = number in plan.seats
        tail, first_column = ("p{column}", 1) if seat else ("c{column}", number)
        if len(columns) == 1 and not seat:
            tail, first_column = _unique(plan, one), 1
        assert one.kind is not None  # runs are of columns to write in
        yield Block(f"{prefix}.{tail}", one.kind, rows, (columns[0], columns[-1]), _what(plan, columns),
                    first_row, first_column)


def _column_runs(plan: _Plan) -> Iterator[list[int]]:
    """Columns to write in, neighbours together that are seats, or that have one kind and no known heading."""
    def together(column: Column) -> tuple[object, ...]:
        if column.number in plan.seats:
            return ("seats",)
        return (column.kind,) if not column.sure and not column.heading else (column.kind, column.number)

    open_columns = [column for column in plan.columns if column.kind is not None and not _spare(plan, column)]
    for _, group in groupby(open_columns, together):
        for start, end in _runs(column.number for column in group):
            yield list(range(start, end + 1))


def _spare(plan: _Plan, column: Column) -> bool:
    """In a list of games the rows are numbered already."""
    return bool(plan.seats) and column.kind == "number" and column.name in ("nr", "spiel", "runde")


def _unique(plan: _Plan, column: Column) -> str:
    same = [other for other in plan.columns if other.kind is not None and other.name == column.name]
    return column.name if len(same) == 1 and column.name not in ("p", "c") else f"{column.name[:12]}-{column.number}"


def _what(plan: _Plan, columns: Sequence[int]) -> Words:
    named = [plan.columns[number - 1] for number in columns]
    kind = named[0].kind
    assert kind is not None  # as above
    place = (f"Spalten {columns[0]} bis {columns[-1]}", f"columns {columns[0]} to {columns[-1]}")
    if len(columns) == 1:
        place = f"Spalte {columns[0]} ({named[0].why.de})", f"column {columns[0]} ({named[0].why.en})"
    return Words(f"{place[0]}: {KINDS[kind].de}", f"{place[1]}: {KINDS[kind].en}")


def _names(plan: _Plan) -> Iterator[Block]:
    """The heading cells over the seats, where the players' names are written or printed."""
    heads = plan.numbers("head")
    if not plan.seats or not heads:
        return
    walls = plan.seen.walls[heads[-1] - 1]
    if all(walls[number - 1] for number in plan.seats):
        yield Block("name.p{column}", "text", (heads[-1], heads[-1]), (plan.seats[0], plan.seats[-1]),
                    Words("die Namen der Spieler", "the players' names"))


def _sums(plan: _Plan) -> Iterator[Block]:
    """The sum rows of a list of games: the last is `sum`, others are named by their label."""
    if not plan.seats:
        return
    sums = [row for row in plan.rows if row.use == "sum"]
    for row in sums:
        name = "sum" if row is sums[-1] else f"{slug(row.label, 12)}{row.number}"
        yield Block(f"{name}.p{{column}}", "points", (row.number, row.number), (plan.seats[0], plan.seats[-1]),
                    Words(f"Zeile „{told(row.label)}“", f"row “{told(row.label)}”"))


def _signatures(plan: _Plan) -> Iterator[Block]:
    kind: FieldKind = "signature"
    for number, row in enumerate((row for row in plan.rows if row.use == "sign"), 1):
        columns = plan.seats or tuple(column.number for column in plan.columns if column.kind is not None)
        name = "sign" if number == 1 else f"sign{number}"
        for start, end in _runs(columns):
            yield Block(f"{name}.{'p' if plan.seats else 'c'}{{column}}", kind, (row.number, row.number), (start, end),
                        Words(f"Zeile „{told(row.label)}“", f"row “{told(row.label)}”"), 1, 1 if plan.seats else start)


def _runs(numbers: Iterable[int]) -> Iterator[tuple[int, int]]:
    """First and last of the numbers that follow each other without a gap."""
    run: list[int] = []
    for number in numbers:
        if run and number != run[-1] + 1:
            yield run[0], run[-1]
            run = []
        run.append(number)
    if run:
        yield run[0], run[-1]

