"""All checks of written rows and sheets, and what is found only when both half sheets of a round are read as one.

A check is a pure function that yields findings. A rule set names in `checks.apply` those that it asks for.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import astuple, replace
from functools import lru_cache
from typing import NamedTuple

from scoring.counting.rules import RuleSet
from scoring.findings import Finding
from scoring.rows.bock_games import check_bock_rounds
from scoring.rows.detail_checks import (
    check_details,
    check_lone_uncrossed,
    check_running_totals,
    check_solo_of_two,
    check_soloist_times,
    check_two_crosses,
    check_value_column,
    check_winner_marks,
)
from scoring.rows.point_checks import (
    Findings,
    check_columns,
    check_offence_points,
    check_parity,
    check_possible_value,
    check_shape,
    check_sitter,
    check_sums_to_zero,
    check_total_units,
    check_unit_step,
    check_usual_totals,
    check_usual_value,
    check_zero_sum,
)
from scoring.rows.sheet_checks import (
    check_drawn_names,
    check_game_count,
    check_no_gaps,
    check_numbering,
    check_offence_count,
    check_pflichtsolo,
    check_rotation,
    check_signatures,
    check_sitting_turns,
    check_twins,
)
from scoring.rows.written_rows import Row, Sheet, StruckRows, number_rows


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
    RowCheck("R1", "not-zero-sum", check_zero_sum),
    RowCheck("R2", "pattern", check_shape),
    RowCheck("R2", "pattern", check_offence_points),
    RowCheck("R2", "pattern", check_two_crosses),
    RowCheck("R3", "wrong-sitter", check_sitter),
    RowCheck("R4", "unit-step", check_unit_step),
    RowCheck("R5", "impossible-value", check_possible_value),
    RowCheck("R6", "unusual-value", check_usual_value),
    RowCheck("R7", "value-mismatch", check_value_column),
    RowCheck("R7", "winner-mark", check_winner_marks),
    RowCheck("R8", "miscounted", check_soloist_times),
    RowCheck("R8", "miscounted", check_solo_of_two),
    RowCheck("R8", "pflichtsolo", check_lone_uncrossed),  # or offence-count, where it looks like an offence
    RowCheck("R8", "miscounted", check_details),  # and what is wrong with the details themselves
)
SHEET_CHECKS = (
    SheetCheck("S1", "game-count", check_no_gaps),
    SheetCheck("S1", "game-count", check_numbering),
    SheetCheck("S1", "game-count", check_game_count),
    SheetCheck("S1", "game-count", check_twins),
    SheetCheck("S2", "offence-count", check_offence_count),
    SheetCheck("S3", "wrong-sitter", check_rotation),
    SheetCheck("S3", "wrong-sitter", check_sitting_turns),
    SheetCheck("S4", "pflichtsolo", check_pflichtsolo),
    SheetCheck("S5", "running-total", check_running_totals),
    SheetCheck("S6", "parity", check_parity),
    SheetCheck("S7", "sum-mismatch", check_columns),
    SheetCheck("S8", "not-zero-sum", check_sums_to_zero),
    SheetCheck("S9", "bock-block", check_bock_rounds),
    SheetCheck("S10", "unsigned", check_signatures),
    SheetCheck("S11", "unknown-name", check_drawn_names),
)
TOTAL_CHECKS = (
    SheetCheck("R4", "unit-step", check_total_units),
    SheetCheck("R6", "unusual-value", check_usual_totals),
    SheetCheck("S6", "parity", check_parity),
    SheetCheck("S8", "not-zero-sum", check_sums_to_zero),
)
IDS = tuple(dict.fromkeys(check.id for check in (*ROW_CHECKS, *SHEET_CHECKS)))
"""What a rule set may ask for in `checks.apply`."""


def check_row(rules: RuleSet, row: Row, seats: int) -> tuple[Finding, ...]:
    """Everything wrong with one row. Points that are None are unknown; checks that need them find nothing.

    Whose turn it is to sit out depends on `row.game`, which `check_rows` works out for the rows of a whole sheet.
    """
    if row.blank:
        return ()
    return tuple(finding for check in _pick_row_checks(rules) for finding in check.find(rules, row, seats))


def check_rows(rules: RuleSet, sheet: Sheet) -> tuple[tuple[Finding, ...], ...]:
    """For each row of the sheet everything wrong with it. Rows below the printed games count as offences."""
    return tuple(check_row(rules, row, sheet.seats) for row in number_rows(rules, sheet).rows)


def check_sheet(rules: RuleSet, sheet: Sheet) -> tuple[Finding, ...]:
    """Everything wrong with the sheet as a whole. What is wrong with single rows, `check_rows` finds."""
    whole = number_rows(rules, sheet)
    return tuple(finding for check in _pick_sheet_checks(rules) for finding in check.find(rules, whole))


def check_totals(rules: RuleSet, sheet: Sheet) -> tuple[Finding, ...]:
    """Everything wrong with totals of which no row is known."""
    picked = (check for check in TOTAL_CHECKS if check.id in rules.checks_applied)
    return tuple(finding for check in picked for finding in check.find(rules, sheet))


@lru_cache(maxsize=64)
def _pick_row_checks(rules: RuleSet) -> tuple[RowCheck, ...]:
    return tuple(check for check in ROW_CHECKS if check.id in rules.checks_applied)


@lru_cache(maxsize=64)
def _pick_sheet_checks(rules: RuleSet) -> tuple[SheetCheck, ...]:
    return tuple(check for check in SHEET_CHECKS if check.id in rules.checks_applied)


_JOINT = frozenset({"wrong-sitter", "pflichtsolo", "running-total", "bock-block"})
"""Codes of the checks that need the whole round. Games, sums and signatures are checked on each half."""


def join_halves(first: Sheet, second: Sheet) -> Sheet:
    """The whole round as one sheet, without sums, signatures and names, which each half has for itself.

    Its rows, checked by `scoring.rows.all_checks.check_rows`, take into account the games, offences and solos of the
    first half.
    """
    struck = StruckRows(
        *(one + other for one, other in zip(astuple(first.struck), astuple(second.struck), strict=True))
    )
    rows = (*first.rows, *second.rows)
    return replace(second, rows=rows, sums=(), signed=(), names=(), drawn=(), half=0, struck=struck)


def check_halves(rules: RuleSet, first: Sheet, second: Sheet) -> tuple[Finding, ...]:
    """What is wrong with the round and is found on neither half: turns to sit out (S3), a Pflichtsolo that is on
    neither (S4), totals that do not go on from the first half (S5), Bock games that the first half brought about (S9).
    """
    known = {_identify(finding) for half in (first, second) for finding in check_sheet(rules, half)}
    whole = check_sheet(rules, join_halves(first, second))
    return tuple(finding for finding in whole if finding.code in _JOINT and _identify(finding) not in known)


def _identify(finding: Finding) -> tuple[object, ...]:
    return finding.code, finding.sentence, finding.fields, finding.gaps.get("seat")
