"""A table of five whose sitters are out of step: one mistake is reported once, right rows are not blamed for it."""

from __future__ import annotations

import pytest

from scoring.rulesets.load_rules import load
from tests.tournament.paper import judge, written
from tournament.judging.reconcile import reconcile
from tournament.judging.row_law import STEADY
from tournament.judging.written_sheet import transcribe

IN_STEP = ["_ +2 +2 -2 -2", "+2 _ +2 -2 -2", "+2 +2 _ -2 -2", "+2 +2 -2 _ -2", "+2 +2 -2 -2 _"]


def test_rows_after_a_row_written_twice_are_not_blamed() -> None:
    """Game 2 is written twice: from row 3 on each sitter is one row late, and only the sheet says so."""
    sheet = judge([*IN_STEP[:2], IN_STEP[1], *IN_STEP[2:], IN_STEP[0]], seats=5)
    assert [row.status for row in sheet.rows] == ["ok"] * 7
    assert "wrong-sitter" in [finding.code for finding in sheet.findings]
    assert sheet.status == "review"
    assert sheet.rows[2].points == (2, None, 2, -2, -2)


def test_a_single_slip_is_told_in_its_row() -> None:
    """One row in which the wrong seat sat out is a slip of that row."""
    sheet = judge([*IN_STEP[:3], "+2 _ +2 -2 -2", IN_STEP[4]], seats=5)
    assert [row.status for row in sheet.rows] == ["ok", "ok", "ok", "review", "ok"]
    assert "wrong-sitter" in [finding.code for finding in sheet.rows[3].findings]


def test_fewer_rows_than_a_shift_stay_blamed() -> None:
    """Two rows alike may be chance; each of them is reported."""
    rows = [*IN_STEP[:2], IN_STEP[1], IN_STEP[2], IN_STEP[4]]
    sheet = judge(rows, seats=5)
    assert STEADY == 3
    assert [row.status for row in sheet.rows] == ["ok", "ok", "review", "review", "ok"]


def test_a_mistake_within_shifted_rows_is_still_found() -> None:
    """Out of step, and one value wrong besides: the row that does not add up is reported."""
    broken = "+2 +3 _ -2 -2"
    sheet = judge([*IN_STEP[:2], IN_STEP[1], broken, *IN_STEP[3:], IN_STEP[0]], seats=5)
    assert [row.game for row in sheet.open_rows] == [4]
    assert "not-zero-sum" in [finding.code for finding in sheet.rows[3].findings]


@pytest.mark.parametrize("rules", ["kurzregeln-48", "stille-hochzeit"])
@pytest.mark.parametrize("nullspiel", ["0 0 / 0 0", "0 0 _ 0 0", "- - / - -", "_ _ / _ _"])
def test_turns_are_counted_beside_a_nullspiel(nullspiel: str, rules: str) -> None:
    """Where nobody knows whose turn it is, who is struck out of a Nullspiel has sat out; so five turns are equal, and
    a seat that sits out twice is reported."""
    equal, uneven = ([*IN_STEP[:2], nullspiel, IN_STEP[3], last] for last in (IN_STEP[4], IN_STEP[1]))
    found = [judge_five(rules, rows) for rows in (equal, uneven)]
    assert found == [[], ["Platz 2 hat 2-mal ausgesetzt statt 1-mal.", "Platz 5 hat 0-mal ausgesetzt statt 1-mal."]]


def test_a_nullspiel_of_five_zeros_hides_one_turn_only() -> None:
    """Nobody knows who sat it out, but seat 2 did so twice whoever it was."""
    rows = [*IN_STEP[:2], "0 0 0 0 0", IN_STEP[3], IN_STEP[1]]
    assert judge_five("kurzregeln-48", rows) == ["Platz 2 hat 2-mal ausgesetzt statt 1-mal."]
    assert judge_five("kurzregeln-48", [*rows[:4], IN_STEP[4]]) == []


def judge_five(rules: str, rows: list[str]) -> list[str]:
    """What is said of the sitters of that sheet."""
    sheet = reconcile(load(rules), transcribe(written(rows, seats=5, rules=rules)))
    return [finding.message() for finding in sheet.findings if finding.code == "wrong-sitter"]
