"""From a seen table to a draft of its layout: kinds, field ids, and a remark for everything that was assumed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise
from types import MappingProxyType

from templates.foreign.column_roles import Role, ToldColumn, list_seats, name_columns
from templates.foreign.guess_meaning import Row, guess_columns, is_digit_grid
from templates.foreign.layout_draft import KINDS, Block, Column, Draft
from templates.foreign.rows_of_games import ToldRows, limit_games, report_limit, use_rows
from templates.foreign.seen_table import SeenTable, ShortRule, clean_line, find_meaning, make_slug
from templates.layout import FieldKind
from texts.sentences import Phrase

NOTHING_TOLD: Mapping[int, Role] = MappingProxyType({})
_MOST = 12
"""Remarks of one sort that are written; of more only their number."""


def list_remarks(
    seen: SeenTable, rows: Sequence[Row], columns: Sequence[Column], seats: Sequence[int]
) -> tuple[Phrase, ...]:
    """Every assumption about the table, in the order of the paper. `seats`: the columns of the seats, from 1."""
    return (
        *_remark_table(seen),
        *_remark_rows(seen, rows),
        *_remark_columns(columns, seats),
        *_remark_walls(seen, rows, columns),
    )


def _remark_table(seen: SeenTable) -> Iterator[Phrase]:
    """Its turn, its edges, and rules that do not span it."""
    if not seen.read:
        yield Phrase("foreign.remark.print-slow")
    if not seen.turned:
        yield Phrase("foreign.remark.unturned")
    open_columns = [edge for edge in seen.edges_x_mm if edge not in seen.xs_mm]
    if open_columns:
        yield Phrase("foreign.remark.open-columns", {"edges": len(open_columns)})
    if seen.columns == 1:
        yield Phrase("foreign.remark.one-column")
    if any(edge not in seen.ys_mm for edge in seen.edges_y_mm):
        yield Phrase("foreign.remark.open-rows")
    for rule in seen.short[:_MOST]:
        yield _remark_rule(rule)


def _remark_rule(rule: ShortRule) -> Phrase:
    """A rule that does not span the table and is left out."""
    key = "foreign.remark.short-upright" if rule.upright else "foreign.remark.short-level"
    return Phrase(key, {"at": rule.at_mm, "start": rule.start_mm, "end": rule.end_mm})


def _remark_rows(seen: SeenTable, rows: Sequence[Row]) -> Iterator[Phrase]:
    """Rows without upright rules, and a table without headings."""
    for row in rows:
        if row.use == "merged":
            ink = any(cell.ink for cell in seen.cells[row.number - 1])
            key = "foreign.remark.merged-print" if ink else "foreign.remark.merged-blank"
            yield Phrase(key, {"row": row.number})
    if rows and not any(row.use == "head" for row in rows) and not seen.headed_above:
        yield Phrase("foreign.remark.no-head")


def _remark_columns(columns: Sequence[Column], seats: Sequence[int]) -> Iterator[Phrase]:
    """Kinds that were assumed, columns of one kind and for one reason together, and columns that were taken for the
    seats."""
    alike: dict[tuple[object, ...], list[Column]] = {}
    for column in columns:
        if not column.sure and column.number not in seats:
            alike.setdefault((column.kind, column.why.key), []).append(column)
    yield from map(_remark_alike, alike.values())
    if seats:
        heads = _quote_heads([columns[number - 1] for number in seats])
        gaps = {"first": seats[0], "last": seats[-1], "heads": heads, "seats": len(seats)}
        yield Phrase("foreign.remark.seats", gaps)


def _remark_alike(columns: Sequence[Column]) -> Phrase:
    """One question for columns that were not recognised for the same reason."""
    if len(columns) == 1:
        return Phrase("foreign.remark.column", {"column": columns[0].number, "why": columns[0].why})
    kind = columns[0].kind
    runs = tuple(_name_run(first, last) for first, last in _find_runs(column.number for column in columns))
    named = KINDS[kind] if kind else Phrase("foreign.file.no-field")
    return Phrase("foreign.remark.columns", {"columns": runs, "heads": _quote_heads(columns), "kind": named})


def _name_run(first: int, last: int) -> Phrase | str:
    """Columns side by side: 3; 3 to 5."""
    return str(first) if first == last else Phrase("foreign.remark.run", {"first": first, "last": last})


def _quote_heads(columns: Sequence[Column]) -> tuple[Phrase, ...] | str:
    """The headings of the columns, a dash for none."""
    headings = [clean_line(column.heading, 20) for column in columns if column.heading]
    return tuple(Phrase("foreign.remark.seat-head", {"heading": heading}) for heading in headings) or "–"


def _remark_walls(seen: SeenTable, rows: Sequence[Row], columns: Sequence[Column]) -> Iterator[Phrase]:
    """Cells to write in between which no rule was seen."""
    found = [
        (row.number, left.number)
        for row in rows
        if row.use in ("body", "sum", "offence", "sign")
        for left, right in pairwise(columns)
        if left.kind is not None and right.kind is not None and not seen.walls[row.number - 1][left.number]
    ]
    for row, column in found[:_MOST]:
        yield Phrase("foreign.remark.no-wall", {"row": row, "left": column, "right": column + 1})
    if len(found) > _MOST:
        yield Phrase("foreign.remark.more-walls", {"places": len(found) - _MOST})


_SEATS = range(4, 8)  # three equal columns may be anything
_ALIKE = 0.15
"""How much the widths of the seats' columns may differ, as a share of the widest."""
_LEAST_GAMES, _MOST_GAMES = 3, 99


@dataclass(frozen=True, slots=True)
class _Plan:
    """A table whose rows and columns are guessed. `seats`: the columns of the players' points, () where it has none.
    `told`: what a person said about columns, by their numbers."""

    seen: SeenTable
    rows: tuple[Row, ...]
    columns: tuple[Column, ...]
    seats: tuple[int, ...]
    told: Mapping[int, ToldColumn]

    def find_rows(self, *uses: str) -> list[int]:
        """The numbers of the rows with one of these uses."""
        return [row.number for row in self.rows if row.use in uses]


def guess_layout(
    seen: SeenTable,
    name: str,
    title: str,
    roles: Mapping[int, Role] = NOTHING_TOLD,
    told_rows: ToldRows | None = None,
) -> Draft:
    """The draft of the layout `name`; every assumption has its remark. `roles`, `told_rows`: what a person said about
    columns, by their numbers from 1, and about rows. Raises `WrongRole`."""
    if is_digit_grid(seen) and not roles:
        return _draft_digits(seen, name, title)
    rows, told = use_rows(seen, told_rows), name_columns(roles)
    columns = tuple(_apply_told(column, told) for column in guess_columns(seen, rows))
    seats = list_seats(told) if told else _find_seats(seen, rows, columns)
    limited = limit_games(seen, rows) if seats and told_rows is None else rows
    plan = _Plan(seen, limited, columns, seats, told)
    games = len(plan.find_rows("body")) if plan.seats else 0
    remarks = (*report_limit(rows, limited), *list_remarks(seen, limited, columns, () if told else plan.seats))
    return Draft(name, title, len(plan.seats), games, seen, columns, tuple(_make_blocks(plan)), remarks)


def _apply_told(column: Column, told: Mapping[int, ToldColumn]) -> Column:
    """The column as a person said, if so."""
    said = told.get(column.number)
    if said is None:
        return column
    why = Phrase("foreign.why.told", {"role": said.role.words})
    return Column(column.number, column.heading, said.role.kind, said.part or column.name, why, True)


def _draft_digits(seen: SeenTable, name: str, title: str) -> Draft:
    """A grid of equal squares: one digit in each."""
    why = Phrase("foreign.why.squares")
    columns = tuple(Column(number, "", "digit", f"c{number}", why, True) for number in range(1, seen.columns + 1))
    what = Phrase("foreign.what.digits")
    block = Block("r{row}.c{column}", "digit", (1, seen.rows), (1, seen.columns), what)
    remarks = (Phrase("foreign.remark.digits"), *list_remarks(seen, (), (), ()))
    return Draft(name, title, 0, 0, seen, columns, (block,), remarks)


def _find_seats(seen: SeenTable, rows: Sequence[Row], columns: Sequence[Column]) -> tuple[int, ...]:
    """The columns of the seats where the table is a list of games: four to seven of equal width side by side."""
    points = [column.number for column in columns if column.kind == "points"]
    if len(points) not in _SEATS or points != list(range(points[0], points[-1] + 1)):
        return ()
    widths_mm = [seen.measure_width_mm(number - 1) for number in points]
    even = max(widths_mm) - min(widths_mm) <= _ALIKE * max(widths_mm)
    others = [column for column in columns if column.kind is not None and column.number not in points]
    fitting = all(column.kind in ("cross", "number") for column in others) and points[0] > 1
    games = sum(row.use == "body" for row in rows)
    return tuple(points) if even and fitting and _LEAST_GAMES <= games <= _MOST_GAMES else ()


def _make_blocks(plan: _Plan) -> Iterator[Block]:
    """The sections [[fields]] in the order of the paper; the numbers in their ids run on from block to block."""
    yield from _make_names(plan)
    first, prefix = 1, "g{row:02}" if plan.seats else "r{row:02}"
    uses = ("body", "offence") if plan.seats else ("body", "offence", "sum")
    for start, end in _find_runs(plan.find_rows(*uses)):
        yield from _make_row_blocks(plan, (start, end), prefix, first)
        first += end - start + 1
    yield from _make_sums(plan)
    yield from _make_signatures(plan)


def _make_row_blocks(plan: _Plan, rows: tuple[int, int], prefix: str, first_row: int) -> Iterator[Block]:
    """The fields of a run of rows: neighbouring columns of one kind and without names of their own together."""
    for columns in _find_column_runs(plan):
        one, number = plan.columns[columns[0] - 1], columns[0]
        seat = number in plan.seats
        tail, first_column = ("p{column}", 1) if seat else ("c{column}", number)
        if number in plan.told:
            tail, first_column = plan.told[number].part, 1
        elif len(columns) == 1 and not seat:
            tail, first_column = _make_unique(plan, one), 1
        assert one.kind is not None  # runs are of columns to write in
        yield Block(
            f"{prefix}.{tail}",
            one.kind,
            rows,
            (columns[0], columns[-1]),
            _describe(plan, columns),
            first_row,
            first_column,
        )


def _find_column_runs(plan: _Plan) -> Iterator[list[int]]:
    """Columns to write in; neighbours are one run if they are seats, or have one kind and no known heading."""

    def find_group(column: Column) -> tuple[object, ...]:
        if column.number in plan.told:
            return ("told", column.number)
        if column.number in plan.seats:
            return ("seats",)
        return (column.kind,) if not column.sure and not column.heading else (column.kind, column.number)

    open_columns = [column for column in plan.columns if column.kind is not None and not _is_spare(plan, column)]
    for _, group in groupby(open_columns, find_group):
        for start, end in _find_runs(column.number for column in group):
            yield list(range(start, end + 1))


def _is_spare(plan: _Plan, column: Column) -> bool:
    """Whether a column numbers the rows: in a list of games they are numbered already."""
    return bool(plan.seats) and column.kind == "number" and column.name in ("nr", "spiel", "runde")


def _make_unique(plan: _Plan, column: Column) -> str:
    """The column's part of the field ids, with its number where another column has the same name."""
    same = [other for other in plan.columns if other.kind is not None and other.name == column.name]
    return column.name if len(same) == 1 and column.name not in ("p", "c") else f"{column.name[:12]}-{column.number}"


def _describe(plan: _Plan, columns: Sequence[int]) -> Phrase:
    """Which columns a block holds, and what is written there."""
    one = plan.columns[columns[0] - 1]
    assert one.kind is not None  # as above
    if len(columns) == 1:
        return Phrase("foreign.what.column", {"column": columns[0], "why": one.why, "kind": KINDS[one.kind]})
    return Phrase("foreign.what.columns", {"first": columns[0], "last": columns[-1], "kind": KINDS[one.kind]})


def _make_names(plan: _Plan) -> Iterator[Block]:
    """The heading cells over the seats, where the players' names are written or printed: in the lowest row of headings
    that divides the seats, and that says nothing else over them, "Punkte" for one, if there is such a row."""
    heads = [
        row for row in plan.find_rows("head") if all(plan.seen.walls[row - 1][number - 1] for number in plan.seats)
    ]
    if plan.seats and heads:
        row = next((row for row in reversed(heads) if not _names_kinds(plan, row)), heads[-1])
        yield from _make_seat_row(plan, "name", "text", row, Phrase("foreign.what.names"))


def _names_kinds(plan: _Plan, row: int) -> bool:
    """Whether a heading over a seat says what is written below it."""
    said = (find_meaning(plan.seen.cells[row - 1][number - 1].print_) for number in plan.seats)
    return any(meaning is not None and meaning.kind != "text" for meaning in said)


def _make_seat_row(plan: _Plan, name: str, kind: FieldKind, row: int, what: Phrase) -> Iterator[Block]:
    """A row with a field for every seat: one block, or one for each seat where other columns lie between them."""
    seats = plan.seats
    if seats[-1] - seats[0] + 1 == len(seats):
        yield Block(f"{name}.p{{column}}", kind, (row, row), (seats[0], seats[-1]), what)
        return
    for seat, column in enumerate(seats, 1):
        yield Block(f"{name}.p{seat}", kind, (row, row), (column, column), what)


def _make_sums(plan: _Plan) -> Iterator[Block]:
    """The sum rows of a list of games: the last is `sum`, others are named by their label."""
    if not plan.seats:
        return
    sums = [row for row in plan.rows if row.use == "sum"]
    for row in sums:
        name = "sum" if row is sums[-1] else f"{make_slug(row.label, 12)}{row.number}"
        yield from _make_seat_row(plan, name, "points", row.number, _name_row(row))


def _make_signatures(plan: _Plan) -> Iterator[Block]:
    """The rows for signatures, below the seats or, without seats, below every column to write in."""
    for number, row in enumerate((row for row in plan.rows if row.use == "sign"), 1):
        name = "sign" if number == 1 else f"sign{number}"
        if plan.seats:
            yield from _make_seat_row(plan, name, "signature", row.number, _name_row(row))
            continue
        for start, end in _find_runs(column.number for column in plan.columns if column.kind is not None):
            span = (row.number, row.number), (start, end)
            yield Block(f"{name}.c{{column}}", "signature", *span, _name_row(row), 1, start)


def _name_row(row: Row) -> Phrase:
    """Which row a block holds, by its label."""
    return Phrase("foreign.what.row", {"label": clean_line(row.label)})


def _find_runs(numbers: Iterable[int]) -> Iterator[tuple[int, int]]:
    """First and last of the numbers that follow each other without a gap."""
    run: list[int] = []
    for number in numbers:
        if run and number != run[-1] + 1:
            yield run[0], run[-1]
            run = []
        run.append(number)
    if run:
        yield run[0], run[-1]
