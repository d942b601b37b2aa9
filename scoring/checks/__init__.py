"""What is wrong with a written row or sheet. A check is a pure function yielding findings; the checks are tuples."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

from scoring.checks.bock import bock_blocks
from scoring.checks.columns import running_totals, value_column, winner_marks
from scoring.checks.details import lone_uncrossed, rescored, solo_of_two, untripled
from scoring.checks.people import drawn_names, signatures
from scoring.checks.row import (
    Findings,
    offence_points,
    possible_value,
    shape,
    sitter,
    two_crosses,
    unit_step,
    usual_value,
    zero_sum,
)
from scoring.checks.sheet import (
    game_count,
    no_gaps,
    numbering,
    offence_count,
    pflichtsolo,
    rotation,
    sitting_turns,
    twins,
)
from scoring.checks.sums import columns, parity, sums_to_zero
from scoring.counting.rules import RuleSet
from scoring.findings import Finding
from scoring.rows.row import Row, Sheet
from scoring.rows.seating import numbered


class RowCheck(NamedTuple):
    """A check of one row at a table of so many seats: its id, the code of its findings, and the check itself."""

    id: str
    code: str
    find: Callable[[RuleSet, Row, int], Findings]


class SheetCheck(NamedTuple):
    """A check of a whole sheet: its id, the code of its findings, and the check itself."""

    id: str
    code: str
    find: Callable[[RuleSet, Sheet], Findings]


ROW_CHECKS = (
    RowCheck("R1", "not-zero-sum", zero_sum),
    RowCheck("R2", "pattern", shape),
    RowCheck("R2", "pattern", offence_points),
    RowCheck("R2", "pattern", two_crosses),
    RowCheck("R3", "wrong-sitter", sitter),
    RowCheck("R4", "unit-step", unit_step),
    RowCheck("R5", "impossible-value", possible_value),
    RowCheck("R6", "unusual-value", usual_value),
    RowCheck("R7", "value-mismatch", value_column),
    RowCheck("R7", "winner-mark", winner_marks),
    RowCheck("R8", "miscounted", untripled),
    RowCheck("R8", "miscounted", solo_of_two),
    RowCheck("R8", "pflichtsolo", lone_uncrossed),  # or offence-count, where it looks like an offence
    RowCheck("R8", "miscounted", rescored),  # and what is wrong with the details themselves
)
SHEET_CHECKS = (
    SheetCheck("S1", "game-count", no_gaps),
    SheetCheck("S1", "game-count", numbering),
    SheetCheck("S1", "game-count", game_count),
    SheetCheck("S1", "game-count", twins),
    SheetCheck("S2", "offence-count", offence_count),
    SheetCheck("S3", "wrong-sitter", rotation),
    SheetCheck("S3", "wrong-sitter", sitting_turns),
    SheetCheck("S4", "pflichtsolo", pflichtsolo),
    SheetCheck("S5", "running-total", running_totals),
    SheetCheck("S6", "parity", parity),
    SheetCheck("S7", "sum-mismatch", columns),
    SheetCheck("S8", "not-zero-sum", sums_to_zero),
    SheetCheck("S9", "bock-block", bock_blocks),
    SheetCheck("S10", "unsigned", signatures),
    SheetCheck("S11", "unknown-name", drawn_names),
)
IDS = tuple(dict.fromkeys(check.id for check in (*ROW_CHECKS, *SHEET_CHECKS)))
"""What a rule set may ask for in `checks.apply`."""


def check_row(rules: RuleSet, row: Row, seats: int) -> tuple[Finding, ...]:
    """Everything wrong with one row. Points that are None are not known, and checks that need them stay silent.

    Whose turn it is to sit out rests on `row.game`: use `check_rows` for the rows of a whole sheet.
    """
    if row.blank:
        return ()
    return tuple(finding for check in _row_checks(rules) for finding in check.find(rules, row, seats))


def check_rows(rules: RuleSet, sheet: Sheet) -> tuple[tuple[Finding, ...], ...]:
    """For each row of the sheet everything wrong with it, offence rows told by their cross or their place."""
    return tuple(check_row(rules, row, sheet.seats) for row in numbered(rules, sheet).rows)


def check_sheet(rules: RuleSet, sheet: Sheet) -> tuple[Finding, ...]:
    """Everything wrong with the sheet as a whole; its single rows are `check_rows`' affair."""
    whole = numbered(rules, sheet)
    return tuple(finding for check in _sheet_checks(rules) for finding in check.find(rules, whole))


@lru_cache(maxsize=64)
def _row_checks(rules: RuleSet) -> tuple[RowCheck, ...]:
    return tuple(check for check in ROW_CHECKS if check.id in rules.checks_applied)


@lru_cache(maxsize=64)
def _sheet_checks(rules: RuleSet) -> tuple[SheetCheck, ...]:
    return tuple(check for check in SHEET_CHECKS if check.id in rules.checks_applied)
