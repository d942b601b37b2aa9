"""Sheets on which a table wrote plus points only, or minus points only, though they are printed for both."""

from __future__ import annotations

import random

import pytest

from dev.rounds.sheets import count_text, draw_points_sheet
from scoring.rulesets.load_rules import load
from tests.tournament.filing.files import keep_book
from tests.tournament.fullpaper import judge_full
from tests.tournament.paper import RULES, codes, judge, written
from tournament.judging.judged_sheet import JudgedRow, JudgedSheet
from tournament.judging.limits.judging_limits import LIMITS
from tournament.judging.reconcile import reconcile
from tournament.judging.written_sheet import transcribe
from tournament.review.open_items import list_open_items

SIGNED = ["+2 +2 -2 -2", "+4 -4 +4 -4", "-3 -3 +9 -3 solo", "+2 +2 +2 -6 solo", "+6 -6 -6 +6"]
PLUS = ["2 2 _ _", "+4 _ +4 _", "_ _ 9 _ solo", "2 2 2 / solo", "6 0 0 6"]
MINUS = ["_ _ -2 -2", "_ -4 _ -4", "-3 -3 _ -3 solo", "_ _ _ -6 solo", "_ -6 -6 _"]


def custom(sheet: JudgedSheet) -> list[str]:
    """What is asked of the whole sheet about how it was written."""
    return [one.message() for one in sheet.findings if one.code == "one-sided"]


@pytest.mark.parametrize("lines", [PLUS, MINUS])
def test_one_question_for_the_sheet(lines: list[str]) -> None:
    """The rows are full ones and nobody is asked about them; the sheet waits for a person once."""
    sheet = judge(lines)
    assert [row.points for row in sheet.rows] == [row.points for row in judge(SIGNED).rows]
    assert [row.status for row in sheet.rows] == ["ok"] * 5
    assert sheet.status == "review"
    (message,) = custom(sheet)
    assert "in 5 von 5 Zeilen, etwa Spiel 1." in message
    assert ("Nur Minuspunkte" if lines is MINUS else "Nur Pluspunkte") in message


def test_the_question_is_an_open_item_with_an_example() -> None:
    """Until somebody confirms it, no standing is final; the picture shows one such row."""
    book = keep_book(RULES, [written(PLUS)])
    item = next(item for item in list_open_items(book, "de") if "Pluspunkte" in item.findings[0])
    assert item.place == "Ganzer Bogen"
    assert [reading.id for reading in item.fields][:4] == ["g01.p1", "g01.p2", "g01.p3", "g01.p4"]
    english = next(item for item in list_open_items(book, "en") if "Only plus points" in item.findings[0])
    assert english.place == "Whole sheet"


def test_a_few_rows_are_no_custom() -> None:
    """Rows of a signed sheet with plus points only are asked about one by one, and count as they are written."""
    sheet = judge([*SIGNED, *PLUS[:2]])
    assert custom(sheet) == []
    assert [row.status for row in sheet.rows] == ["ok"] * 5 + ["review"] * 2
    assert sheet.rows[5].points == (2, 2, 0, 0)
    assert "unsigned" in codes(sheet.rows[5].findings)


@pytest.mark.parametrize("count", [LIMITS.one_sided_rows - 1, LIMITS.one_sided_rows])
def test_three_rows_are_too_few(count: int) -> None:
    """Of a sheet with hardly any rows nobody knows what the table's custom was."""
    assert bool(custom(judge(PLUS[:count]))) == (count == LIMITS.one_sided_rows)


def test_a_row_that_is_none_stays_open() -> None:
    """On such a sheet numbers that no game has, or one that three does not divide, are asked about by themselves."""
    sheet = judge([*PLUS, *PLUS, "5 _ _ _", "3 4 _ _"])
    assert len(custom(sheet)) == 1
    assert [row.game for row in sheet.open_rows] == [11, 12]
    assert sheet.rows[10].points == (None,) * 4


def test_a_row_in_full_and_unreadable_cells() -> None:
    """A row with both signs counts as it is written; a cell that cannot be read is asked about."""
    sheet = judge([*PLUS, *PLUS, "+2 -2 +2 -2", "8 ? 8 _"])
    assert len(custom(sheet)) == 1
    assert sheet.rows[10].points == (2, -2, 2, -2)
    assert [row.game for row in sheet.open_rows] == [12]


@pytest.mark.parametrize(
    ("sums", "wrong"),
    [
        ("+14 +4 +15 +6", []),
        ("+11 -9 +7 -9", []),
        ("+14 +4 +15 +7", ["sum-mismatch"]),
        ("+11 -9 +7 -8", ["sum-mismatch", "not-zero-sum", "parity"]),
    ],
)
def test_sums_of_plus_points_or_of_all(sums: str, wrong: list[str]) -> None:
    """Some tables add up what they wrote, others what it stands for; a wrong total is reported either way."""
    sheet = judge(PLUS, sums)
    told = [code for code in codes(sheet.findings) if code not in ("one-sided", "pflichtsolo", "game-count")]
    assert sorted(told) == sorted(wrong)


def test_sums_of_full_rows_choose_no_reading() -> None:
    """They are no totals of the numbers above them: that the row wants the other half stays a question."""
    row = judge([*PLUS, "8~5@0.52 _ 5 _"], "+16 -14 +12 -14").rows[5]
    assert row.status == "review"


@pytest.mark.parametrize("seats", [4, 5])
@pytest.mark.parametrize("side", [1, -1])
def test_a_whole_round(seats: int, side: int) -> None:
    """Twenty rows of one side only are judged, to the points that were played, and as one question."""
    rng = random.Random(seats)
    right = draw_points_sheet(rng, seats, plus=True)
    rows = [[count_text(text) for text in row.texts] for row in right.rows]
    lines = [
        " ".join(_side(points, side) for points in row) + " solo" * written_row.solo
        for row, written_row in zip(rows, right.rows, strict=True)
    ]
    sheet = judge(lines, seats=seats)
    assert [[points or 0 for points in row.points] for row in sheet.rows if row.status == "ok"] == [
        row for row, told in zip(rows, sheet.rows, strict=True) if told.status == "ok"
    ]
    assert len(sheet.open_rows) <= 1  # a Nullspiel may be blank
    assert len(custom(sheet)) == 1


def _side(points: int, side: int) -> str:
    return f"{points:+d}" if points * side > 0 else "_"


def test_a_full_sheet_is_counted_from_its_details() -> None:
    """Its details confirm the rows that are rebuilt."""
    lines = [("4 _ 4 _", "re1 re3 re.re augen=153 value=4")] * 4
    sheet = judge_full(lines)
    assert [row.points for row in sheet.rows] == [(4, -4, 4, -4)] * 4
    assert [row.status for row in sheet.rows] == ["ok"] * 4
    assert len(custom(sheet)) == 1


def test_a_sheet_printed_for_it_is_not_asked() -> None:
    """There it is no custom, but what the sheet says."""
    book = keep_book(RULES, [written(PLUS, plus=True)])
    assert not any(one.code == "one-sided" for one in book.entries[0].sheet.findings)


@pytest.mark.parametrize("stroke", ["/", "/~1@0.7"])
def test_who_sits_out_is_struck_on_a_sheet_for_plus_points(stroke: str) -> None:
    """Where the rules know nobody's turn, the stroke tells it; whether it may be a 1 is weighed with the row."""
    lines = [f"4 _ 4 _ {stroke}", f"_ {stroke} _ 6 _ solo", "4 _ 4 _ _", f"4 _ 4 {stroke} {stroke}"]
    rows = judge_stille(lines)
    assert [row.points for row in rows[:2]] == [(4, -4, 4, -4, None), (-2, None, -2, 6, -2)]
    assert [row.status for row in rows] == ["ok", "ok", "review", "review"]


def test_a_stroke_that_may_be_nothing_tells_nobody() -> None:
    """Paper that may be blank is no stroke: the row is asked."""
    assert [row.status for row in judge_stille(["4 _ 4 _ /~_@0.7"])] == ["review"]


def judge_stille(lines: list[str]) -> tuple[JudgedRow, ...]:
    """Rows of a sheet for plus points of five seats, by rules that know nobody's turn to sit out."""
    rules = load("stille-hochzeit")
    return reconcile(rules, transcribe(written(lines, seats=5, plus=True, rules=rules.id))).rows


def test_a_blank_total_is_no_vote_for_full_rows() -> None:
    """Of four totals one is written, that of the plus points: it is right, whatever the blank ones would be of full
    rows."""
    sheet = judge(["_ 9 _ 9", "_ 7 7 _", "_ 7 _ 7", "9 _ 9 _"], "9 _ _ _")
    assert custom(sheet)
    assert "sum-mismatch" not in codes(sheet.findings)
    full = judge(["_ 9 _ 9", "_ 7 7 _", "_ 7 _ 7", "9 _ 9 _"], "-14 _ _ _")
    assert "sum-mismatch" not in codes(full.findings)
