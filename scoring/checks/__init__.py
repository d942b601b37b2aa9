"""What is wrong with a written row or sheet. A check is a pure function yielding findings; the checks are tuples."""

from __future__ import annotations

from scoring.checks.bock import bock_blocks
from scoring.checks.details import lone_uncrossed, rescored, solo_of_two, untripled
from scoring.checks.row import (
    offence_points,
    possible_value,
    shape,
    sitter,
    two_crosses,
    unit_step,
    usual_value,
    zero_sum,
)
from scoring.checks.sheet import game_count, no_gaps, numbering, offence_count, pflichtsolo, rotation, sitting_turns
from scoring.checks.sums import columns, parity, sums_to_zero
from scoring.findings import Finding
from scoring.rows import Row, Sheet
from scoring.rules import RuleSet
from scoring.seating import numbered

ROW_CHECKS = (
    zero_sum, shape, offence_points, two_crosses, sitter, unit_step, possible_value, usual_value,
    untripled, solo_of_two, lone_uncrossed, rescored,
)
SHEET_CHECKS = (
    no_gaps, numbering, game_count, offence_count, rotation, sitting_turns, pflichtsolo, parity, columns, sums_to_zero,
    bock_blocks,
)


def check_row(rules: RuleSet, row: Row, seats: int) -> tuple[Finding, ...]:
    """Everything wrong with one row. Points that are None are not known, and checks that need them stay silent.

    Whose turn it is to sit out rests on `row.game`: use `check_rows` for the rows of a whole sheet.
    """
    return () if row.blank else tuple(finding for check in ROW_CHECKS for finding in check(rules, row, seats))


def check_rows(rules: RuleSet, sheet: Sheet) -> tuple[tuple[Finding, ...], ...]:
    """For each row of the sheet everything wrong with it, offence rows told by their cross or their place."""
    return tuple(check_row(rules, row, sheet.seats) for row in numbered(rules, sheet).rows)


def check_sheet(rules: RuleSet, sheet: Sheet) -> tuple[Finding, ...]:
    """Everything wrong with the sheet as a whole; its single rows are `check_rows`' affair."""
    whole = numbered(rules, sheet)
    return tuple(finding for check in SHEET_CHECKS for finding in check(rules, whole))
