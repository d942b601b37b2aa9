"""What is told of every field, and whose mistake a row or a total is: the same as trying every combination."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.rulesets.load_rules import load
from tests.oracle.compared import judge_exactly as exact
from tests.tournament.fullpaper import full_reading
from tests.tournament.paper import written
from tournament.judging.reconcile import reconcile
from tournament.judging.written_sheet import transcribe

RULES = load("pflichtsolo-40")


CELLS = st.sampled_from(["+2", "+2~+3@0.8", "+3~+2@0.6", "+2~-2@0.7", "+2~+4@0.45", "+6~+2@0.5"])


@st.composite
def rows(draw: Any) -> str:
    """A row of two against two in which up to all cells may say otherwise, and some are wrong."""
    words = [draw(CELLS) for _ in range(4)]
    turned = [word if seat in (0, 2) else word.translate(str.maketrans("+-", "-+")) for seat, word in enumerate(words)]
    return " ".join(turned)


SUMS = st.sampled_from(["_ _ _ _", "+4 -4 +4 -4", "+4~+5@0.7 -4 +4 -4", "+5 -4~-5@0.9 +4 -4", "+9 -4 +4~+6@0.5 -5"])


@settings(max_examples=2 * settings.default.max_examples, deadline=None)
@given(st.lists(rows(), min_size=1, max_size=2), SUMS)
def test_points_and_sums_are_weighed_exactly(lines: list[str], sums: str) -> None:
    """Whatever cells may say, on a points sheet every field, row and total has the probabilities of trying every
    combination."""
    exact(RULES, written(lines, sums))


DETAILS = st.sampled_from(
    [
        "",
        "re1 re3 augen=130",
        "re1 re3 re.re@0.7 augen=130~150@0.6 value=2",
        "re1 re3@0.6 augen=155~158@0.7",
        "~re1@0.55 re2 re3 augen=120~123@0.6 value=2~3@0.8",
        "re1 re3 ~solo.damen@0.7 augen=130 value=2~4@0.5",
        "re1 ~re3@0.6 re.re kontra.kontra@0.8 augen=793~193@0.8",
        "re1 re3 re.fuchs=1~2@0.9 augen=95~155@0.7",
    ]
)
FEW = st.sampled_from(
    [
        "+2 -2 +2 -2",
        "+2~+3@0.7 -2 +2 -2~-3@0.6",
        "+2~+4@0.6 -2~-4@0.6 +2 -2",
        "+2 -2~+2@0.8 +2 -2",
        "_ _ _ _",
        "+4 -4 +4 -4~-2@0.9",
    ]
)


@settings(max_examples=2 * settings.default.max_examples, deadline=None)
@given(
    st.lists(st.tuples(FEW, DETAILS), min_size=1, max_size=2),
    SUMS,
    st.sampled_from(["pflichtsolo-40", "ddv", "zwoelf-spiele"]),
)
def test_details_are_weighed_with_points_and_sums(lines: list[tuple[str, str]], sums: str, name: str) -> None:
    """On a full sheet details, points and sums have one posterior together."""
    exact(load(name), full_reading(load(name), lines, sums))


CANCEL = ["+3~+2@0.6 -3~-2@0.6 +2 -2", "+2~+3@0.6 +4~+3@0.6 -3 -3"]
"""Two cells of each row are misread so that the row still adds up to 0, and so that both columns add up as written."""


@pytest.mark.parametrize("details", ["", "re1 re3 augen=130", "re1 re2 augen=155 re.fuchs=1 value=3"])
def test_misread_cells_that_cancel_in_rows_and_columns(details: str) -> None:
    """Sums say nothing to such rows; their patterns do, and on a full sheet their details."""
    sums = "+5 +1 -1 -5"
    if details:
        judged = exact(RULES, full_reading(RULES, [(CANCEL[0], "re1 re3 augen=155"), (CANCEL[1], details)], sums))
    else:
        judged = exact(RULES, written(CANCEL, sums))
    right = ((2, -2, 2, -2), (3, 3, -3, -3))
    for row, points in zip(judged.rows, right, strict=True):
        assert row.status == "review" or row.points == points
        assert dict(row.posterior[f"g{row.game:02}.p1"])[f"{points[0]:+d}"] > 0.9


@pytest.mark.parametrize("details", ["", "re1 re3 augen=155"])
def test_a_sign_and_a_digit_in_one_row(details: str) -> None:
    """Both are reported together, as one misreading of two fields, and the row is nobody's mistake."""
    line = "+2 -2 -2~+2@0.6 -3~-2@0.6"
    reading = full_reading(RULES, [(line, details)]) if details else written([line])
    (row,) = exact(RULES, reading).rows
    assert row.odds is not None
    assert row.odds.misread > 0.95 > 0.05 > row.odds.miscounted
    assert row.explanation is not None
    assert (row.explanation.whose, {c.field: c.proposed for c in row.explanation.changes}) == (
        "misread",
        {"g01.p3": 2, "g01.p4": -2},
    )


@pytest.mark.parametrize("sums", ["+5 +1 -1 -4", "+6 +0 -1 -5", "+6 +1 -2 -5"])
@pytest.mark.parametrize("full", [False, True])
def test_a_wrong_sum_row_is_no_fault_of_right_rows(sums: str, *, full: bool) -> None:
    """One total wrong, or two that cancel: the totals are the players' mistake, the rows are not asked about."""
    lines = ["+2 -2 +2 -2", "+3 +3 -3 -3"]
    details = ["re1 re3 augen=155", "re1 re2 augen=155 re.fuchs=1 value=3"]
    reading = full_reading(RULES, list(zip(lines, details, strict=True)), sums) if full else written(lines, sums)
    judged = exact(RULES, reading)
    assert [(row.status, row.odds and row.odds.miscounted < 0.01, row.explanation) for row in judged.rows] == [
        ("ok", True, None)
    ] * 2
    wrong = [odds is not None and odds.miscounted > 0.9 for odds in judged.sum_odds]
    assert wrong == [said != right for said, right in zip(sums.split(), ["+5", "+1", "-1", "-5"], strict=True)]
    assert judged.status == "review"


def test_a_doubtful_total_is_read_by_the_rows() -> None:
    """What it may say is reported, as for every other field."""
    judged = exact(RULES, written(["+2 -2 +2 -2"], "+7~+2@0.7 -2 +2 -2"))
    assert judged.posterior["sum.p1"][0][0] == "+2"
    assert judged.sum_odds[0] is not None
    assert judged.sum_odds[0].misread > 0.95 > 0.05 > judged.sum_odds[0].miscounted


def test_sums_and_details_speak_together() -> None:
    """Neither the sum row nor the details alone can distinguish two from four in this row; together they leave no
    doubt."""
    doubtful = "+2~+4@0.5 -2~-4@0.5 +2~+4@0.5 -2~-4@0.5"
    details = "re1 re3 ~re.re@0.5 augen=155"
    alone = exact(RULES, full_reading(RULES, [(doubtful, details)])).rows[0]
    (row,) = exact(RULES, full_reading(RULES, [(doubtful, details)], "+4 -4 +4 -4")).rows
    assert dict(alone.posterior["g01.re.re"])["x"] < 0.9
    assert dict(row.posterior["g01.re.re"])["x"] > 0.99
    assert dict(row.posterior["g01.p1"])["+4"] > 0.99


@pytest.mark.parametrize(
    ("points", "details", "whose", "changes"),
    [
        ("+4 -4 +4 -6", "", "miscounted", {"p4": -4}),
        ("+2 -2 +2 -2", "re1 re3 re.re augen=155 value=2", "miscounted", {"re.re": ""}),
        ("+2 -2 +2 -2", "re1 re3 re.re@0.55 augen=130 value=2", None, {}),
        ("+1 -1 +1 -1", "re1 re3 re.re@0.55 augen=130 value=1", "misread", {"re.re": ""}),
    ],
)
def test_the_smallest_explanation(points: str, details: str, whose: str | None, changes: dict[str, object]) -> None:
    """The fewest fields that must say otherwise: a slip of the players, or another reading of the ink."""
    reading = full_reading(RULES, [(points, details)]) if details else written([points])
    found = reconcile(RULES, transcribe(reading)).rows[0].explanation
    assert (found and found.whose) == whose
    assert {c.field[4:]: c.proposed for c in found.changes} == changes if found else not changes
