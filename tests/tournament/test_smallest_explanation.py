"""The smallest explanation of a whole sheet: no combination of rows and totals does with fewer wrong fields."""

from __future__ import annotations

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tests.oracle.compared import explain_exactly
from tests.tournament.filing.files import keep_book
from tests.tournament.fullpaper import judge_full
from tests.tournament.paper import RULES, judge, written
from tests.tournament.test_posterior import CANCEL, SUMS, rows
from tournament.judging.judged_sheet import JudgedSheet
from tournament.judging.reconcile import reconcile
from tournament.judging.written_sheet import transcribe
from tournament.review.open_items import list_open_items

WORDS = st.sampled_from(["+2", "-2", "+3", "-3", "+6", "_", "+2~-2@0.7", "+3~+2@0.6", "-2~-3@0.8"])
LINES = st.one_of(rows(), st.tuples(WORDS, WORDS, WORDS, WORDS).map(" ".join))


@settings(deadline=None)
@given(st.lists(LINES, min_size=1, max_size=2), SUMS)
def test_nothing_smaller_explains_the_sheet(lines: list[str], sums: str) -> None:
    """Whatever rows and totals may say: the same as trying every combination, in number and likelihood."""
    assume(explain_exactly(RULES, written(lines, sums)) is not None)


def told(sheet: JudgedSheet) -> tuple[dict[str, object], dict[str, object]]:
    """What must be misread and miscounted: fields with what they should say."""
    found = sheet.explanation
    assert found is not None
    return {c.field: c.proposed for c in found.misread}, {c.field: c.proposed for c in found.miscounted}


def test_one_wrong_cell_explains_its_row_and_its_column() -> None:
    """The row makes no 0 and its column's total is off: one number was written wrongly, and the total is right."""
    sheet = judge(["+4 -4 +4 -6", "+2 -2 +2 -2"], "+6 -6 +6 -6")
    assert told(sheet) == ({}, {"g01.p4": -4})


def test_the_sum_row_chooses_between_two_ways_to_mend_a_row() -> None:
    """Turned signs of a lone player, or of all others: only the totals show which."""
    assert told(judge(["+2 -2 -2 -2", "+2 -2 +2 -2"], "+4 -4 +4 -4")) == ({}, {"g01.p3": 2})
    assert told(judge(["+2 -2 -2 -2", "+2 -2 +2 -2"], "+8 -4 +0 -4")) == ({}, {"g01.p1": 6})


def test_two_misread_cells_that_cancel() -> None:
    """Rows and columns add up as they are read, and yet four cells must say otherwise."""
    assert told(judge(CANCEL, "+5 +1 -1 -5")) == ({"g01.p1": 2, "g01.p2": -2, "g02.p1": 3, "g02.p2": 3}, {})


def test_a_misread_sign_and_a_miswritten_digit_in_one_row() -> None:
    """One is in the ink's candidates, the other is not."""
    assert told(judge(["+2 -2 -2~+2@0.6 -3"], "+2 -2 +2 -2")) == ({"g01.p3": 2}, {"g01.p4": -2})


@pytest.mark.parametrize(
    ("sums", "wrong"),
    [
        ("+5 +1 -1 -4", {"sum.p4": -5}),
        ("+6 +0 -1 -5", {"sum.p1": 5, "sum.p2": 1}),
        ("-5 -1 +1 +5", {"sum.p1": 5, "sum.p2": 1, "sum.p3": -1, "sum.p4": -5}),
    ],
)
def test_a_wrong_sum_row_over_right_rows(sums: str, wrong: dict[str, object]) -> None:
    """However many totals are off, right rows in clear ink are not doubted."""
    assert told(judge(["+2 -2 +2 -2", "+3 +3 -3 -3"], sums)) == ({}, wrong)


def test_what_adds_up_needs_no_explanation() -> None:
    """Nor does a sheet whose row nothing known mends."""
    assert judge(["+2 -2 +2 -2"], "+2 -2 +2 -2").explanation is None
    assert judge(["+2 -2 +2 -2"]).explanation is None
    assert judge(["+1 +12 +5 -8"]).explanation is None


def test_details_and_sums_together() -> None:
    """A forgotten doubling: where the totals have it, the points are wrong; where they do not, the cross may be."""
    line = ("+2 -2 +2 -2", "re1 re3 re.re augen=155 value=2")
    assert told(judge_full([line], sums="+2 -2 +2 -2")) == ({}, {"g01.re.re": ""})
    points = {"g01.p1": 4, "g01.p2": -4, "g01.p3": 4, "g01.p4": -4, "g01.value": "4"}
    assert told(judge_full([line], sums="+4 -4 +4 -4")) == ({}, points)


def test_it_changes_nothing() -> None:
    """The same rows count whether or not an explanation is known."""
    sheet = judge(["+4 -4 +4 -6", "+2 -2 +2 -2"], "+6 -6 +6 -6")
    assert [row.points for row in sheet.rows] == [(4, -4, 4, -6), (2, -2, 2, -2)]
    assert sheet.totals == (6, -6, 6, -8)


def test_a_person_is_told_of_the_sum_row_and_the_rows_together() -> None:
    """One sentence beside the sum row; none where the sums alone are wrong."""
    lines = ["+4 -4 +4 -6", "+2 -2 +2 -2"]
    sheets = [written(lines, "+6 -6 +6 -7"), written(lines[1:], "+2 -2 +2 -1")]
    kept = [keep_book(RULES, [sheet]) for sheet in sheets]
    items = (list_open_items(book, "de") for book in kept)
    together, alone = (next(item for item in found if item.place == "Summenzeile") for found in items)
    assert together.findings[-1] == "Alles ginge auf mit Spiel 1, Platz 4: -4 statt -6; Summe von Platz 4: -6 statt -7."
    assert not any("Alles ginge auf" in text for text in alone.findings)


def test_slips_in_many_rows_have_their_own_findings() -> None:
    """Four of them and a wrong total: the report explains all, people are asked row by row."""
    sheet = written(["+4 -4 +9 -6", "+2 +2 -2 -7", "+1 +1 -1 -3"], "+7 -1 +1 -9")
    book = keep_book(RULES, [sheet])
    sums = next(item for item in list_open_items(book, "de") if item.place == "Summenzeile")
    assert not any("Alles ginge auf" in text for text in sums.findings)
    explained = reconcile(RULES, transcribe(sheet)).explanation
    assert explained is not None
    assert len(explained.miscounted) > 3
