"""What a person is asked about, and what an open row counts meanwhile."""

from __future__ import annotations

from dataclasses import replace

import pytest

from dev.rounds.reader import QUAD
from scanner.sheet_reading import Flag, Reading
from tests.tournament.paper import RULES, codes, written
from tests.tournament.test_lists import judge_totals
from tournament.judging.judged_sheet import JudgedRow, JudgedSheet
from tournament.judging.limits.judging_limits import LIMITS, Limits
from tournament.judging.reconcile import reconcile
from tournament.judging.written_sheet import transcribe

FIRM = "+2 +2 -2 -2"


def hidden(field: str, text: str, share: float = 0.5, *flags: Flag) -> Reading:
    """A cell that glare or a finger hides: half of the probability is nobody's."""
    if ".p" not in field:
        return Reading(field, "cross", "x", share, (("x", share), ("", 0.0)), QUAD, ("doubtful", *flags))
    return Reading(field, "points", text, share, ((text, share),), QUAD, ("doubtful", *flags))


def judge(lines: list[str], *cells: Reading, sums: str = "", games: int = 0, limits: Limits = LIMITS) -> JudgedSheet:
    """The sheet with these cells in place of what the lines say."""
    sheet, there = written(lines, sums, games=games), {cell.id: cell for cell in cells}
    readings = tuple(there.get(reading.id, reading) for reading in sheet.readings)
    return reconcile(RULES, transcribe(replace(sheet, readings=readings)), limits)


def judge_first(line: str, *cells: Reading, sums: str = "", limits: Limits = LIMITS) -> JudgedRow:
    """The first of two rows."""
    return judge([line, FIRM], *cells, sums=sums, limits=limits).rows[0]


@pytest.mark.parametrize("places", [(1,), (2, 4), (1, 2, 3)])
def test_a_fold_through_right_numbers_is_no_question(places: tuple[int, ...]) -> None:
    """The row adds up, by what is read at half: nothing else that could stand there would."""
    cells = (hidden(f"g01.p{seat}", "+1" if seat < 3 else "-1") for seat in places)
    row = judge_first("+1 +1 -1 -1", *cells)
    assert (row.status, row.points, row.look) == ("ok", (1, 1, -1, -1), ())


def test_a_fold_through_a_blank_row_writes_nothing() -> None:
    """Behind the games, where offences would stand: its line looks like a 1, and the scanner names the blank cell.
    Where it names none, nobody may say that nothing is there."""
    lines, line = [FIRM, FIRM, "_ _ _ _"], hidden("g03.p2", "1")
    fold = replace(line, candidates=(*line.candidates, ("", 0.125)))
    sheet = judge(lines, fold, games=2)
    assert (sheet.rows[2].status, sheet.rows[2].played, codes(sheet.rows[2].findings)) == ("ok", False, [])
    assert "offence-count" not in codes(sheet.findings)
    assert judge(lines, line, games=2).rows[2].status == "review"


def test_a_blank_row_under_a_finger_is_blank() -> None:
    """Three hidden cells in which nothing is seen."""
    row = judge([FIRM, "_ _ _ _"], *(hidden(f"g02.p{seat}", "") for seat in (1, 2, 3)), games=1).rows[1]
    assert (row.status, row.played) == ("ok", False)


def test_a_hidden_cell_is_not_the_players_mistake() -> None:
    """Half a number may be hidden: the row is open, nobody is blamed, and no number counts that nobody named."""
    row = judge_first("+12 +12 -12 -1", hidden("g01.p4", "-1"))
    assert (row.status, row.points, row.provisional) == ("review", (12, 12, -12, -1), "written")
    assert "error" not in {one.severity for one in row.findings}


@pytest.mark.parametrize(("limits", "blamed"), [(LIMITS, False), (replace(LIMITS, unseen_number=0.0), True)])
def test_what_is_mostly_seen_may_be_another_number(limits: Limits, blamed: bool) -> None:
    """A tenth is hidden: the one number with which the row adds up may stand there."""
    row = judge_first("+12 +12 -12 -1", hidden("g01.p4", "-1", 0.9), limits=replace(limits, digit_missed=0.0))
    assert (row.status, "error" in {one.severity for one in row.findings}) == ("review", blamed)


def test_two_hidden_cells_are_not_the_players_mistake() -> None:
    """No single number would mend the row; still nobody knows what stands under the spot of light."""
    row = judge_first("-12 +1 _ -12", hidden("g01.p2", "+1"), hidden("g01.p3", ""))
    assert (row.status, {one.severity for one in row.findings}) == ("review", {"warning"})


def test_a_hidden_cross_is_told_by_the_points() -> None:
    """No solo has two winners, if the reader saw that the box may be blank; what it did not see is no reading. Where
    one wins, both may be, and a person looks."""
    cross = hidden("g01.solo", "x")
    seen = replace(cross, candidates=(("x", 0.5), ("", 0.125)))
    assert judge_first(FIRM, seen).status == "ok"
    assert judge_first(FIRM, cross).status == "review"
    assert judge_first("+9 -3 -3 -3", seen).status == "review"


def test_doubt_about_the_ink_counts_the_likeliest_legal_reading() -> None:
    """A blot and a 1, read as 81: +1 makes the row right, and counts until somebody looks."""
    blot = Reading("g01.p2", "points", "81", 0.6, (("81", 0.6), ("1", 0.3)), QUAD, ("overwritten",))
    row = judge_first("+1 1 -1 -1", blot)
    assert (row.status, row.points, row.written[1], row.provisional) == ("review", (1, 1, -1, -1), "81", "likeliest")
    assert row.chosen == ()


@pytest.mark.parametrize("line", ["+1 +81 -1 -1", "+6 +6 -6 +6", "+6 -2 -2 -4"])
def test_clear_ink_counts_as_written(line: str) -> None:
    """The players miscounted: what they wrote counts."""
    row = judge_first(line)
    assert (row.status, row.points, row.provisional) == ("review", tuple(map(int, line.split())), "written")


def test_what_cannot_be_read_is_not_guessed() -> None:
    """Though the row shows which number would fit."""
    row = judge_first("+4 +4 ? -4")
    assert (row.status, row.points) == ("review", (4, 4, None, -4))


def test_a_missed_minus_is_not_blamed_on_the_players() -> None:
    """4 in clear ink without a sign where the row wants -4: readers miss a minus about as often as players do."""
    row = judge_first("4 4 4 -4")
    assert (row.status, row.points) == ("review", (4, 4, 4, -4))
    assert row.odds is not None
    assert 0.1 < row.odds.miscounted < 0.9
    assert {one.severity for one in row.findings} == {"warning"}
    sure = judge_first("4 4 4 -4", limits=replace(LIMITS, sign_missed=0.0))
    assert sure.odds is not None
    assert sure.odds.miscounted > 0.99


def test_sums_tell_a_missed_minus_from_a_forgotten_one() -> None:
    """Totals with -4 point to a misreading, totals with +4 to a miscount."""
    misread, miscounted = (judge_first("4 4 4 -4", sums=sums) for sums in ("6 6 -6 -6", "6 6 2 -6"))
    assert misread.odds is not None
    assert miscounted.odds is not None
    assert misread.odds.miscounted < 0.01 < 0.99 < miscounted.odds.miscounted


def test_a_plus_is_no_missed_minus() -> None:
    """Who wrote a plus wrote a sign."""
    row = judge_first("+4 +4 +4 -4")
    assert row.odds is not None
    assert row.odds.miscounted > 0.99


def test_a_digit_that_was_cut_off_is_not_blamed_on_the_players() -> None:
    """-2 in clear ink where the row wants -24: the border may have cut off the 4. What was seen counts until somebody
    looks, and the longer number is reported. With -3 there the players miscounted."""
    row = judge_first("+8 +8 +8 -2")
    assert (row.status, row.points, row.chosen) == ("review", (8, 8, 8, -2), ())
    assert {one.severity for one in row.findings} == {"warning"}
    assert "-24" in row.findings[0].message()
    for blamed in (judge_first("+8 +8 +8 -2", limits=replace(LIMITS, digit_missed=0.0)), judge_first("+8 +8 +8 -3")):
        assert "error" in {one.severity for one in blamed.findings}


def test_sums_tell_a_digit_that_was_cut_off_from_a_miscount() -> None:
    """Totals with -24 point to a misreading, totals with -2 to a miscount."""
    misread, miscounted = (judge_first("+8 +8 +8 -2", sums=sums) for sums in ("10 10 6 -26", "10 10 6 -4"))
    assert misread.odds is not None
    assert miscounted.odds is not None
    assert misread.odds.miscounted < 0.01 < 0.99 < miscounted.odds.miscounted
    assert misread.status == "review"


def test_a_digit_that_was_cut_off_in_a_list_is_not_blamed_on_the_players() -> None:
    """A total read as +1 where +10 is due, and the next row goes on from +10; +2 there was miscounted."""
    cut, wrong = (
        judge_totals(["8 | 12 | 8 8 -8 -8", f"2 | 12 | {first} 10 -10 -10", "1 | 34 | 9 9 -9 -9"]).rows[1]
        for first in ("+1", "+2")
    )
    assert {one.severity for one in cut.findings} == {"warning", "note"}
    assert cut.status == "review"
    assert "error" in {one.severity for one in wrong.findings}


def test_a_missed_minus_of_a_list_is_not_blamed_on_the_players() -> None:
    """A total read as 6 where -6 is due, and the next row goes on from -6: told as open, and nobody is blamed. One that
    says +6 was miscounted."""
    missed, wrong = (
        judge_totals(["2 | 12 | 2 2 -2 -2", f"4 | 12 | 6 6 {third} -6", "1 | 34 | 5 5 -5 -5"]).rows[1]
        for third in ("6", "+6")
    )
    assert {one.severity for one in missed.findings} <= {"warning", "note"}
    assert "error" in {one.severity for one in wrong.findings}
    assert missed.odds is not None
    assert wrong.odds is not None
    assert missed.status == "review"
    assert missed.odds.miscounted < 0.8 < 0.99 < wrong.odds.miscounted
