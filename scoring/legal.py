"""Whether a row can be a game at all, answered fast: for weighing many readings of the same row."""

from __future__ import annotations

from collections.abc import Mapping

from scoring.feasible import lone_values, pair_values
from scoring.patterns import is_offence_points, pattern_of
from scoring.rows import Row
from scoring.rules import RuleSet
from scoring.seating import expected_sitter, hands


def legal(rules: RuleSet, row: Row, seats: int) -> bool:
    """Whether all points are told and some game (or offence) with these crosses gives them, in the right columns."""
    told = hands(rules, row, seats)
    sitter = expected_sitter(rules, row, seats)
    return told is not None and not (sitter and row.points[sitter - 1]) and legal_hands(rules, row, told)


def legal_hands(rules: RuleSet, row: Row, told: Mapping[int, int]) -> bool:
    """Whether the points of the four who played fit the row's crosses, the unit and a possible value."""
    if row.offence:
        return not row.solo and is_offence_points(rules, told)
    pattern, step = pattern_of(told), rules.checks.unit.step
    if pattern is None or pattern.value % step:
        return False
    if pattern.shape == "lone":
        return pattern.value in lone_values(rules, row.solo)
    return pattern.value in pair_values(rules) and not (row.solo and pattern.shape == "pairs")
