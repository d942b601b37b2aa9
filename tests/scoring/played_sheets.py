"""A round as the rows that the checks of `scoring` take: points alone, with details, or with the columns of a list."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from dev.rounds.rows import Round, Row
from dev.rounds.written import add_rows, add_up, seat_points
from scoring.counting.rules import RuleSet
from scoring.rows.written_rows import Row as SheetRow
from scoring.rows.written_rows import Sheet

Columns = Literal["points", "details", "totals"]
"""What the sheet has columns for: points alone, the whole game, or value, winners and (where allowed) totals."""
_KIND_CROSSES = {"stille-hochzeit": "stille-hochzeit", "hochzeit-allein": "hochzeit"}
"""Kinds of game that some rules have crossed as solos, and the cross that they have besides."""
NAMES = ("Anna Albers", "Bernd Böhm", "Chris Celik", "Doris Dahl", "Emil Ernst")


def make_sheet(rules: RuleSet, round_: Round, columns: Columns = "points") -> Sheet:
    """The sheet of that round, signed by everybody, at the table for which it was drawn."""
    seats, lines = round_.seats, [*round_.rows, *round_.extra]
    totals = add_rows(lines, plus=False)
    rows = tuple(
        _make_row(rules, row, number, columns, total)
        for number, (row, total) in enumerate(zip(lines, totals, strict=True), 1)
    )
    names = NAMES[:seats]
    games = len(round_.played) if len(round_.rows) == len(round_.played) else 0
    return Sheet(seats, games, rows, add_up(round_), (True,) * seats, names, names)


def _make_row(rules: RuleSet, row: Row, number: int, columns: Columns, totals: tuple[int, ...]) -> SheetRow:
    if row.blank:
        return SheetRow(number, (None,) * len(totals), blank=True)
    points = seat_points(row, row.points)
    kind = rules.find_kind(row.game.kind)
    crossed = row.solo or bool(kind and kind.solo_cross and _KIND_CROSSES.get(kind.id) in row.details)
    sits = tuple(seat for seat in row.game.sits if points[seat - 1] is None)
    made = SheetRow(number, points, solo=crossed, offence="offence" in row.details, sits=sits)
    if columns == "details" and not row.offence:
        return replace(made, details=row.game)
    if columns == "totals":
        written = totals if rules.sheet.totals.allowed else ()
        return replace(made, value=row.value, winners=row.winners, totals=written)
    return made
