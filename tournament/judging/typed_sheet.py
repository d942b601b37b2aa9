"""Turns a result that somebody typed into a sheet with clear ink; and judges a sheet of which only totals are known.

Typed rows are judged like rows that were read. Totals alone are checked like the sum row of a sheet.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from scanner.sheet_reading import Quad, Reading
from scoring.counting.rules import RuleSet
from scoring.findings import write_points
from scoring.rows.all_checks import check_totals
from scoring.rows.written_rows import Sheet
from templates.sheet_code import SheetCode
from texts.field_ids import make_cell_id, make_field_id, make_seat_id
from tournament.judging.judged_sheet import JudgedSheet, Odds, RowPoints
from tournament.judging.written_sheet import Typing, WrittenRow, WrittenSheet, parse_number
from tournament.remarks import Doubt, Remark

_NOWHERE: Quad = ((0.0, 0.0), (0.0, 0.0), (0.0, 0.0), (0.0, 0.0))
"""The place of a field that no photograph shows."""


@dataclass(frozen=True, slots=True)
class TypedGame:
    """A row as typed. `solo`, `offence`: whether it is crossed, None if no crosses were typed."""

    number: int
    points: RowPoints
    solo: bool | None = None
    offence: bool | None = None


@dataclass(frozen=True, slots=True)
class TypedResult:
    """What was typed for a table. `rows` may be (): then only the totals are known. `totals`: by seat, () if they were
    not typed. `starts`, `names`: by seat the players' start numbers and names; one of the two may be ()."""

    code: SheetCode
    rows: tuple[TypedGame, ...]
    totals: tuple[int, ...]
    starts: tuple[int, ...] = ()
    names: tuple[str, ...] = ()


def write_typed(result: TypedResult, typed: Typing, key: str) -> WrittenSheet:
    """The result as a sheet with all rows of its code; rows that were not typed are blank. `key`: what the tournament's
    file calls the sheet."""
    code, rows = result.code, {row.number: row for row in result.rows}
    numbers = range(1, max((code.games, *rows)) + 1) if rows else ()
    crosses = [any(getattr(row, name) is not None for row in result.rows) for name in ("solo", "offence")]
    nobody: tuple[Reading | None, ...] = (None,) * code.seats
    sums = tuple(_write(make_seat_id("sum", seat), write_points(one)) for seat, one in enumerate(result.totals, 1))
    names = tuple(_write(make_seat_id("name", seat), one, "text") for seat, one in enumerate(result.names, 1))
    starts = tuple(_write(make_seat_id("start", seat), str(one), "number") for seat, one in enumerate(result.starts, 1))
    blank = (None,) * code.seats
    return WrittenSheet(
        photo=typed.source or typed.reason,
        photo_sha256="",
        page=0,
        layout=None,
        code=replace(code, named=bool(names), starts=bool(starts)),
        seats=code.seats,
        rows=tuple(_write_row(rows.get(number, TypedGame(number, blank)), code, crosses) for number in numbers),
        sums=sums or nobody,
        names=names or nobody,
        signatures=nobody,
        quality=None,
        key=key,
        starts=starts or nobody,
        typed=typed,
    )


def _write_row(row: TypedGame, code: SheetCode, crosses: Sequence[bool]) -> WrittenRow:
    """The row in clear ink. Rows below the games have no boxes for crosses: they are offences by their place."""
    cells = tuple(
        _write(make_cell_id(row.number, seat), "" if value is None else write_points(value))
        for seat, value in enumerate(row.points, 1)
    )
    solo, offence = (
        _write(make_field_id(row.number, name), "x" if mark else "", "cross")
        if known and row.number <= code.games
        else None
        for name, mark, known in zip(("solo", "offence"), (row.solo, row.offence), crosses, strict=True)
    )
    return WrittenRow(row.number, cells, solo, offence)


def _write(field: str, text: str, kind: str = "points") -> Reading:
    return Reading(field, kind, text, 1.0, ((text, 1.0),), _NOWHERE)


def judge_totals(rules: RuleSet, written: WrittenSheet) -> JudgedSheet:
    """Judges a sheet of which only the totals are known: they count, and are checked as far as totals can be."""
    totals = tuple(parse_number("" if cell is None else cell.text).points or 0 for cell in written.sums)
    games = written.code.games if written.code else 0
    found: tuple[Doubt, ...] = check_totals(rules, Sheet(written.seats, games, (), totals))
    known = "totals-only-solos" if rules.sheet.pflichtsolo.per_player else "totals-only"
    remark = Remark("typed", "note", f"evening.typed.{known}")
    return JudgedSheet(
        written,
        (),
        tuple("" if cell is None else cell.text for cell in written.sums),
        totals,
        (*found, remark),
        tuple(dict.fromkeys(field for one in found for field in one.fields)),
        (Odds(0.0, 0.0),) * written.seats,
    )
