"""A list's columns as a whole: doubtful totals settled by the rows around them; what later rows say about a wrong
one."""

from __future__ import annotations

import pytest

from dev.rounds.reader import make_reading
from scanner.sheet_reading import Reading
from scoring.rulesets.load_rules import load
from templates.sheet_code import SheetCode
from tests.tournament.test_lists import judge_totals, points, totals
from tournament.judging.judged_sheet import JudgedSheet
from tournament.judging.reconcile import reconcile
from tournament.judging.written_sheet import transcribe

EVENING = ["4 | 12 | +4 +4 -4 -4", "3 | 13 | +7 +1 -1 -7", "2 | 24 | +5 +3 -3 -5", "1 | 12 | +6 +4 -4 -6"]


def seen(lines: list[str], doubts: dict[str, list[tuple[str, float]]], sums: str = "") -> JudgedSheet:
    """The list judged; `doubts`: what the ink of a field may say instead of its words, likeliest first."""
    readings = [_doubted(reading, doubts.get(reading.id)) for reading in totals(lines, sums)]
    return reconcile(load("ddv"), transcribe(make_reading(readings, SheetCode("ddv", "totals", 4, len(lines), 1, 1))))


def _doubted(reading: Reading, spread: list[tuple[str, float]] | None) -> Reading:
    if spread is None:
        return reading
    return Reading(reading.id, reading.kind, spread[0][0], spread[0][1], tuple(spread), reading.quad_px)


def notes(sheet: JudgedSheet, game: int) -> list[str]:
    """What is said of a row without asking anybody."""
    return [finding.message() for finding in sheet.rows[game - 1].findings if finding.severity == "note"]


def test_a_doubtful_total_is_read_as_the_column_has_it() -> None:
    """Its own first choice would be a slip that the next row takes back; nobody is asked, and the record says so."""
    sheet = seen(EVENING, {"g02.total1": [("1", 0.5), ("7", 0.48)]})
    assert points(sheet)[1:3] == [(3, -3, 3, -3), (-2, 2, -2, 2)]
    assert [row.status for row in sheet.rows] == ["ok"] * 4
    assert notes(sheet, 2) == ["Spiel 2, Stand von Platz 1: 7 statt 1 gelesen. Sonst geht die Spalte nicht auf."]
    [chosen] = sheet.rows[1].chosen
    assert (chosen.field, chosen.ink, chosen.read, chosen.rule) == ("g02.total1", "1", "7", "row")


def test_half_read_totals_of_two_seats_are_told_by_the_next_row() -> None:
    """Two numbers of one row in doubt, its value and marks left out: only the totals below settle them."""
    lines = [EVENING[0], " | _ | +7 +1 -1 -7", *EVENING[2:]]
    sheet = seen(lines, {"g02.total1": [("1", 0.5), ("7", 0.48)], "g02.total4": [("-1", 0.5), ("-7", 0.48)]})
    assert points(sheet)[1] == (3, -3, 3, -3)
    assert sheet.rows[1].status == "ok"


@pytest.mark.parametrize("blank", [2, 4])
def test_a_blank_row_beside_a_doubt(blank: int) -> None:
    """Nothing was played there, and the doubt is settled by the rows around it all the same."""
    lines = [*EVENING[:blank], " | _ | _ _ _ _", *EVENING[blank:]]
    sheet = seen(lines, {"g02.total1": [("1", 0.5), ("7", 0.48)]})
    assert points(sheet) == points(seen(EVENING, {}))
    assert (sheet.rows[1].status, sheet.rows[blank].played) == ("ok", False)


def test_what_the_ink_does_not_allow_is_not_read() -> None:
    """The column demands 7, the ink says 1 or 4: a person must look."""
    sheet = seen(EVENING, {"g02.total1": [("1", 0.5), ("4", 0.48)]})
    assert sheet.rows[1].status == "review"
    assert "g02.total1" in sheet.rows[1].look


def test_a_doubt_that_nothing_settles_is_asked_about() -> None:
    """In the last row, without a final total, value or marks, either number may stand; so nothing is counted."""
    lines = [*EVENING[:3], " | _ | +6 +4 -4 -6"]
    doubts = {
        f"g04.total{seat}": [(text, 0.5), (other, 0.48)]
        for seat, (text, other) in enumerate((("+6", "+8"), ("+4", "+6"), ("-4", "-6"), ("-6", "-8")), 1)
    }
    assert seen(lines, doubts).rows[3].status == "review"


def test_the_final_totals_tell_the_last_row() -> None:
    """They are copied from it."""
    lines = [*EVENING[:3], " | _ | +6 +4 -4 -6"]
    doubts = {
        f"g04.total{seat}": [(text, 0.5), (other, 0.48)]
        for seat, (text, other) in enumerate((("+6", "+8"), ("+4", "+6"), ("-4", "-6"), ("-6", "-8")), 1)
    }
    sheet = seen(lines, doubts, "+6 +4 -4 -6")
    assert points(sheet)[3] == (1, 1, -1, -1)
    assert sheet.rows[3].status == "ok"


def test_a_doubtful_value_and_mark_are_told() -> None:
    """The totals leave one row, so the value and a half-seen mark are read as it has them."""
    sheet = seen(EVENING, {"g03.value": [("7", 0.5), ("2", 0.45)], "g03.win4": [("", 0.5), ("x", 0.5)]})
    assert sheet.rows[2].status == "ok"
    assert {(chosen.field, chosen.read) for chosen in sheet.rows[2].chosen} == {("g03.value", "2"), ("g03.win4", "x")}


def test_a_stroke_in_the_value_column_is_a_one() -> None:
    """Nobody strikes out the value of a game that has points."""
    sheet = seen(EVENING, {"g04.value": [("/", 0.9), ("1", 0.1)]})
    assert sheet.rows[3].status == "ok"
    assert points(sheet)[3] == (1, 1, -1, -1)


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        (
            ["4 | 12 | +4 +4 -4 -4", "3 | 13 | +7 +1 -2 -7", "2 | 24 | +5 +3 -3 -5"],
            "Nur diese Zahl ist falsch: In Spiel 3 stimmt der Stand wieder.",
        ),
        (
            ["4 | 12 | +4 +4 -4 -4", "3 | 13 | +7 +1 -2 -7", "2 | 24 | +5 +3 -4 -5"],
            "Falsch weitergerechnet bis Spiel 3: Dort steht -4 statt -3.",
        ),
        (
            ["4 | 12 | +4 +4 -4 -4", "3 | 13 | +7 +1 -2 -7", "2 | 24 | +5 +3 -4 -5", "1 | 12 | +6 +4 -4 -6"],
            "Falsch weitergerechnet bis Spiel 4: Dort stimmt der Stand wieder.",
        ),
    ],
)
def test_the_rows_below_tell_what_became_of_a_wrong_total(lines: list[str], said: str) -> None:
    """Mended at once, later, or never: it stands beside the finding."""
    sheet = judge_totals(lines)
    assert notes(sheet, 2) == [said]
    assert [row.status for row in sheet.rows].count("review") == 1


def test_a_wrong_total_in_the_last_row_says_nothing_of_later_ones() -> None:
    """There are none."""
    assert notes(judge_totals(["4 | 12 | +4 +4 -4 -4", "3 | 13 | +7 +1 -2 -7"]), 2) == []


def test_a_copied_final_total_is_no_second_mistake() -> None:
    """It goes on from the wrong total, and says from which row on; a sum of its own wrongness is an error."""
    lines = ["4 | 12 | +4 +4 -4 -4", "3 | 13 | +7 +1 -2 -7", "2 | 24 | +5 +3 -4 -5"]
    [note] = [f for f in judge_totals(lines, "+5 +3 -4 -5").findings if f.code == "sum-mismatch"]
    assert (note.severity, note.message()) == ("note", "Endstand von Platz 3: -3 statt -4. Das kommt aus Spiel 2.")
    [error] = [
        f for f in judge_totals(lines, "+5 +4 -4 -5").findings if f.code == "sum-mismatch" and f.severity == "error"
    ]
    assert error.fields == ("sum.p2",)


def test_an_untripled_solo_is_called_so() -> None:
    """The lone player's total moved by the single value."""
    lines = ["4 | 12 | +4 +4 -4 -4", "2 | 3 | +2 +2 -2 -6 solo"]
    assert notes(judge_totals(lines), 2) == ["Solo nicht verdreifacht."]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("3 | 13 | +7 +7 -7 -7", "Oder sind die Punkte von Platz 3 und Platz 2 vertauscht?"),
        ("3 | 13 | +1 +7 -7 -1", "Oder sind Gewinner und Verlierer vertauscht?"),
    ],
)
def test_marks_against_totals_are_told_both_ways(line: str, said: str) -> None:
    """The totals count; what they would have to be, if the crosses are right, is said."""
    sheet = judge_totals(["4 | 12 | +4 +4 -4 -4", line])
    assert [finding.code for finding in sheet.rows[1].findings if finding.severity == "error"] == ["winner-mark"]
    assert notes(sheet, 2) == [said]


def test_a_crossed_solo_speaks_against_pairs() -> None:
    """One total off makes it two against two, two make it the solo that is crossed: nobody can say, so it is asked."""
    sheet = judge_totals(["4 | 12 | +4 +4 -4 -4", "2 | 12 | +6 +10 -6 -6 solo", "1 | 12 | +7 +11 -7 -7"])
    assert sheet.rows[1].status == "review"
    assert points(sheet)[2] == (1, 1, -1, -1)
