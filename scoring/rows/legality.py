"""Whether a row can be a game at all. Fast, since many readings of the same row are asked."""

from __future__ import annotations

from collections.abc import Mapping

from scoring.counting.possible_values import find_lone_values, find_pair_values
from scoring.counting.rules import RuleSet
from scoring.rows.patterns import are_offence_points, find_pattern
from scoring.rows.row import Row
from scoring.rows.seating import find_expected_sitter, find_hands


def is_legal(rules: RuleSet, row: Row, seats: int) -> bool:
    """Whether all points are known, and some game or offence with these crosses gives them in these columns.

    Who sits out, the unit and the possible values are checked if the rule set applies R3, R4 and R5.
    """
    hands = find_hands(rules, row, seats)
    sitter = find_expected_sitter(rules, row, seats) if "R3" in rules.checks_applied else None
    return hands is not None and not (sitter and row.points[sitter - 1]) and are_legal_hands(rules, row, hands)


def are_legal_hands(rules: RuleSet, row: Row, hands: Mapping[int, int]) -> bool:
    """Whether the points of the four who played fit the row's crosses, the unit and a possible value."""
    if row.offence:
        return not row.solo and are_offence_points(rules, hands)
    pattern = find_pattern(hands)
    if pattern is None or (row.solo and pattern.shape == "pairs"):
        return False
    if "R4" in rules.checks_applied and pattern.value % rules.checks.unit.step:
        return False
    if "R5" not in rules.checks_applied:
        return True
    possible = find_lone_values(rules, row.solo) if pattern.shape == "lone" else find_pair_values(rules)
    return pattern.value in possible
