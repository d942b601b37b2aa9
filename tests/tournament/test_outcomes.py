"""What a row may count: on every kind of sheet whole rows, each with its chance, and what was meant by a wrong one."""

from __future__ import annotations

import pytest

from tests.tournament.fullpaper import judge_row
from tests.tournament.paper import RULES, written
from tests.tournament.test_list_hand import SEVENS
from tests.tournament.test_list_hand import judge as judge_list
from tournament.judging.judged_sheet import UNKNOWN_ROW, JudgedRow, RowPoints
from tournament.judging.reconcile import reconcile
from tournament.judging.written_sheet import transcribe


def judge_plus(line: str) -> JudgedRow:
    """The row, of a sheet of plus points."""
    return reconcile(RULES, transcribe(written([line, "+2 _ _ +2", "+4 +4 _ _"], plus=True))).rows[0]


def list_chances(row: JudgedRow) -> dict[RowPoints, float]:
    """What the row may count, with the chances."""
    return {outcome.points: round(outcome.chance, 2) for outcome in row.outcomes}


def test_a_settled_row_has_no_other_outcome() -> None:
    """It counts what it counts."""
    assert judge_plus("+6 _ +6 _").outcomes == ()


def test_plus_points_in_doubt_move_those_who_lost() -> None:
    """Outcomes are rows in full."""
    assert list_chances(judge_plus("+6~+8@0.6 _ +6~+8@0.6 _")) == {(6, -6, 6, -6): 0.69, (8, -8, 8, -8): 0.31}


def test_totals_in_doubt_are_games_in_doubt() -> None:
    """What a list's totals say is given as points."""
    found = list_chances(judge_list([SEVENS], {}).rows[0])
    assert found[7, 7, -7, -7] > 0.9 > 0.1 > found[1, 1, -1, -1] > 0.001


def test_what_was_meant_follows_from_the_details() -> None:
    """Re said Re and won with 153 Augen, which makes 4: a doubling is forgotten oftener than a cross is set wrongly."""
    found = list_chances(judge_row("+2 -2 +2 -2", "re1 re3 re.re augen=153 value=2"))
    assert found[4, -4, 4, -4] > 0.5
    assert sum(found.values()) == pytest.approx(1, abs=0.02)


def test_points_left_out_are_never_none() -> None:
    """They are what the details make; where these leave it open, nobody knows."""
    assert list_chances(judge_row("_ _ _ _", "re1 re3 re.re augen=153")) == {(4, -4, 4, -4): 1.0}
    assert list_chances(judge_row("_ _ _ _", "augen=153")) == {UNKNOWN_ROW: 1.0}
