"""Who sits out at a table of five, and whose points a row therefore holds."""

from __future__ import annotations

from dataclasses import replace

from scoring.rows import Row, Sheet
from scoring.rules import RuleSet

ROTATIONS = ("", "dealer")
"""How the rule sets may name the rotation: unknown, or the dealer of each game sits out."""


def expected_sitter(rules: RuleSet, row: Row, seats: int) -> int | None:
    """The seat whose turn it is to sit out; None at four seats, in an offence row, or where no rotation is known.

    In a section for the Pflichtsoli nobody's turn is known: they are played whenever their players like.
    """
    if rules.sheet.in_section(seats, row.game or row.number):
        return None
    if seats != 5 or row.offence or rules.sheet.sitter.rotation != "dealer":
        return None
    return ((row.game or row.number) - 1) % 5 + 1


def out(rules: RuleSet, row: Row, seats: int) -> int | None:
    """The seat that sat out as far as the row tells: whose turn it is, or else the only one without points."""
    expected = expected_sitter(rules, row, seats)
    if expected is not None and not row.points[expected - 1]:
        return expected
    if row.sits is not None and row.points[row.sits - 1] is None:
        return row.sits
    for empty in (None, 0):
        seats_without = [seat for seat, points in enumerate(row.points, 1) if points == empty]
        if len(seats_without) == 1:
            return seats_without[0]
    return None


def hands(rules: RuleSet, row: Row, seats: int) -> dict[int, int] | None:
    """The points of the four who played, by seat; None while they cannot all be told."""
    absent = out(rules, row, seats) if seats == 5 else None
    if seats == 5 and absent is None:
        return None
    told = {seat: points for seat, points in enumerate(row.points, 1) if seat != absent and points is not None}
    return told if len(told) == 4 else None


def is_offence(sheet: Sheet, row: Row) -> bool:
    """Whether the row is an offence: by its cross, or by its place below the printed games."""
    return row.offence or 0 < sheet.games < row.number


def numbered(rules: RuleSet, sheet: Sheet) -> Sheet:
    """The sheet with every row told which game it is; offence rows are marked, and passed over if they are no game."""
    rows, extra = [], 0
    for row in sheet.rows:
        offence = is_offence(sheet, row)
        rows.append(replace(row, offence=offence, game=row.game or row.number - extra))
        extra += offence and not row.blank and not rules.offence.counts_as_game
    return replace(sheet, rows=tuple(rows))
