"""Which written totals are proposed: those whose columns no row leaves in doubt."""

from __future__ import annotations

import pytest

from tests.tournament.fullpaper import judge_full
from tests.tournament.paper import RULES, judge, written
from tournament.judging.judged_sheet import JudgedSheet
from tournament.judging.reconcile import reconcile
from tournament.judging.written_sheet import transcribe

SIGNED = ["+2 +2 -2 -2", "+4 -4 +4 -4", "-3 -3 +9 -3 solo"]
BOTH = ["Summe von Platz 1: +8 statt +9", "Summe von Platz 4: -8 statt -10"]
PLUS = ["2 2 _ _", "+4 _ +4 _", "_ _ 9 _ solo", "2 2 2 / solo", "6 0 0 6"]


def told(sheet: JudgedSheet) -> list[str]:
    """The totals that are off, with what is proposed for each."""
    return [one.proposal_text() for one in sheet.findings if one.code == "sum-mismatch"]


@pytest.mark.parametrize(
    ("sums", "proposed"),
    [
        ("+3 -5 +11 -10", ["Summe von Platz 4: -9 statt -10"]),
        ("+4 -4 +11 -9", ["Summe von Platz 1: +3 statt +4", "Summe von Platz 2: -5 statt -4"]),
        ("+5 -5 +9 -9", ["", ""]),
    ],
)
def test_what_the_totals_say_together(sums: str, proposed: list[str]) -> None:
    """Above right rows totals that are off are wrong themselves; where they are off by 0 together, a row may be."""
    assert told(judge(SIGNED, sums)) == proposed


def test_a_number_in_the_hatched_cell_may_be_in_the_total() -> None:
    """Seat 1 sits out the first game, a number stands there that is too poor to count, and the total has it."""
    rows = ["+1!i +2 +2 -2 -2", "+4 / -4 +4 -4"]
    assert told(judge(rows, "+5 +2 -2 +2 -6", seats=5)) == [""]
    assert all(told(judge(["/ +2 +2 -2 -2", rows[1]], "+5 +2 -2 +2 -6", seats=5)))


def test_another_right_row_may_be_in_the_total() -> None:
    """Where plus points alone are written, a row without one of its numbers is another right row."""
    rows = ["4 4 _ _", "0 0 0 6", "2 _ 2 _"]
    assert told(reconcile(RULES, transcribe(written(rows, "+6 +4 +2 0", plus=True)))) == [""]
    assert all(told(reconcile(RULES, transcribe(written(rows, "+6 +4 +2 +7", plus=True)))))


@pytest.mark.parametrize(("sums", "proposed"), [("+6 _ _ _ _", "Summe von Platz 1: +4 statt +6"), ("_ +7 _ _ _", "")])
def test_a_row_in_doubt_leaves_other_columns_alone(sums: str, proposed: str) -> None:
    """Seat 1 sits out the row in doubt: the total of its column is proposed, that of seat 2 is not."""
    rows = ["/ 8~5@0.52 8~5@0.52 _ _", "4 / _ 4 _"]
    sheet = reconcile(RULES, transcribe(written(rows, sums, seats=5, plus=True)))
    assert sheet.rows[0].status == "review"
    assert told(sheet) == [proposed]


# -- one side only on a sheet for both ------------------------------------------------------------------------------


def test_totals_of_full_rows_beside_a_row_in_doubt() -> None:
    """None of them is what the rows give, but all are near the full rows: none is told to be wrong."""
    sheet = judge([*PLUS, "? _ 5 _"], "+16 -14 +12 -14")
    assert told(sheet) == []
    assert any(row.status == "review" for row in sheet.rows)


# -- rows that are right as they were seen --------------------------------------------------------------------------


def test_a_row_right_as_seen_is_asked_but_nothing_else_is_proposed() -> None:
    """A number that was written over until it could not be read fits the row as it was seen."""
    row = judge(["-4~+4@0.74 +4~-4@0.74!i -4 +4"]).rows[0]
    assert row.status == "review"
    assert {one.proposal_text() for one in row.findings} == {"Spiel 1, Platz 2: +4 statt +4", ""}
    assert row.explanation is None


def test_points_that_nobody_can_name_beside_a_value() -> None:
    """The row's details describe a game whose points cannot be compared with the value: it is judged, and open."""
    row = judge_full([("_ ? _ _", "re2 re4 kontra.kontra augen=239 re.doppelkopf=1 value=10")], "kurzregeln-48").rows[0]
    assert row.status == "review"


# -- rows whose details say otherwise -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("points", "details", "proposed"),
    [
        ("+4 -4 +4 -4", "re1 re3 re.re augen=153 value=7", BOTH),
        ("+4 -4 +4 -4", "re1 re3 augen=200 kontra.fuchs=1 value=4", BOTH),
        ("+4 -4 +4 -4", "re1 re3 augen=153 value=4", ["", ""]),
        ("+6 -6 +6 -6", "re1 re3 re.re augen=153 value=6", ["", "", ""]),
    ],
)
def test_details_doubt_the_numbers_that_they_speak_against(points: str, details: str, proposed: list[str]) -> None:
    """A wrong value, or a Sonderpunkt at the wrong party, moves no column; where numbers may be wrong, nothing is
    proposed."""
    right = ("+4 -4 +4 -4", "re1 re3 re.re augen=153 value=4")
    assert told(judge_full([right, (points, details)], sums="+9 -8 +8 -10")) == proposed
