"""A table of five whose sitters are out of step: one mistake is told once, right rows are not blamed for it."""

from __future__ import annotations

from tests.tournament.paper import judge
from tournament.shift import STEADY

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
    """Two rows alike may be chance; each of them is told."""
    rows = [*IN_STEP[:2], IN_STEP[1], IN_STEP[2], IN_STEP[4]]
    sheet = judge(rows, seats=5)
    assert STEADY == 3
    assert [row.status for row in sheet.rows] == ["ok", "ok", "review", "review", "ok"]


def test_a_mistake_within_shifted_rows_is_still_found() -> None:
    """Out of step, and one value wrong besides: the row that does not add up is told."""
    broken = "+2 +3 _ -2 -2"
    sheet = judge([*IN_STEP[:2], IN_STEP[1], broken, *IN_STEP[3:], IN_STEP[0]], seats=5)
    assert [row.game for row in sheet.open_rows] == [4]
    assert "not-zero-sum" in [finding.code for finding in sheet.rows[3].findings]
