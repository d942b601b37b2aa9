"""Lists of running totals and of plus points only: their rows rebuilt, their doubts asked about."""

from __future__ import annotations

from itertools import accumulate

import pytest

from dev.rounds.reader import make_reading, read_exactly
from scanner.sheet_reading import Reading
from scoring.counting.rules import RuleSet
from scoring.rulesets.load_rules import load
from templates.sheet_code import SheetCode
from tests.tournament.filing.files import keep_book
from tests.tournament.paper import cell, codes, written
from tournament.judging.judged_sheet import JudgedSheet
from tournament.judging.reconcile import reconcile
from tournament.judging.written_sheet import transcribe

DDV, PFLICHT = load("ddv"), load("pflichtsolo-40")


def totals(lines: list[str], sums: str = "") -> list[Reading]:
    """A list of running totals: "4 | 12 | +4 +4 -4 -4 solo": value, winners, totals, crosses; words as in `paper`."""
    readings: list[Reading] = []
    for game, line in enumerate(lines, 1):
        value, wins, rest = (part.strip() for part in line.split("|"))
        words = rest.split()
        seats = [word for word in words if word not in ("solo", "strafe")]
        readings += [cell(f"g{game:02}.total{seat}", word) for seat, word in enumerate(seats, 1)]
        readings.append(cell(f"g{game:02}.value", value or "_"))
        readings += [
            read_exactly(f"g{game:02}.win{seat}", "x" if str(seat) in wins else "", kind="cross")
            for seat in range(1, len(seats) + 1)
        ]
        readings += [
            read_exactly(f"g{game:02}.{name}", "x" if mark in words else "", kind="cross")
            for name, mark in (("solo", "solo"), ("offence", "strafe"))
        ]
    seats_of = len(lines[0].split("|")[2].split()) - sum(word in lines[0] for word in ("solo", "strafe"))
    return readings + [cell(f"sum.p{seat}", word) for seat, word in enumerate(sums.split() or ["_"] * seats_of, 1)]


def judge_totals(lines: list[str], sums: str = "", *, rules: RuleSet = DDV, plus: bool = False) -> JudgedSheet:
    """The list judged."""
    readings = totals(lines, sums)
    seats = sum(reading.id.startswith("sum.") for reading in readings)
    code = SheetCode(rules.id, "totals", seats, len(lines), 1, 1, plus=plus)
    return reconcile(rules, transcribe(make_reading(readings, code)))


def judge_plus(lines: list[str], sums: str = "", *, seats: int = 4, games: int = 0) -> JudgedSheet:
    """A list of plus points, a row a line as in `paper`, judged."""
    return reconcile(PFLICHT, transcribe(written(lines, sums, seats=seats, games=games, plus=True)))


EVENING = ["4 | 12 | +4 +4 -4 -4", "2 | 3 | +2 +2 +2 -6 solo", "0 | _ | +2 +2 +2 -6", "1 | 123 | +3 +3 +3 -9 solo"]


def points(sheet: JudgedSheet) -> list[tuple[int | None, ...]]:
    """The counted points of the rows that were played."""
    return [row.points for row in sheet.rows if row.played]


def told(sheet: JudgedSheet) -> list[str]:
    """Per row the codes of its findings, without notes."""
    return [" ".join(codes(row.findings)) for row in sheet.rows]


def test_totals_become_points() -> None:
    """A clean list of totals gives the points of every game, the final totals among its sums, and no open row."""
    sheet = judge_totals(EVENING, "+3 +3 +3 -9")
    assert points(sheet) == [(4, 4, -4, -4), (-2, -2, 6, -2), (0, 0, 0, 0), (1, 1, 1, -3)]
    assert sheet.totals == (3, 3, 3, -9)
    assert told(sheet) == [""] * 4
    assert not [finding for finding in sheet.findings if finding.code in ("sum-mismatch", "not-zero-sum", "parity")]


def test_a_wrong_total_is_told_once_with_its_cell() -> None:
    """The row counts what value and winners say; the finding names the total's own field and proposes the right one."""
    sheet = judge_totals(["4 | 12 | +4 +4 -4 -4", "2 | 13 | +6 +2 +2 -6", "1 | 24 | +5 +3 +1 -5"])
    assert told(sheet) == ["", "running-total", ""]
    assert points(sheet) == [(4, 4, -4, -4), (2, -2, 2, -2), (-1, 1, -1, 1)]
    finding = sheet.rows[1].findings[0]
    assert (finding.fields, sheet.rows[1].look) == (("g02.total3",), ("g02.total3",))
    assert sheet.rows[1].provisional == "written"
    assert finding.proposal_text() == "Spiel 2, Stand von Platz 3: -2 statt +2"


def test_a_doubtful_total_is_read_as_the_row_demands() -> None:
    """The ink's first choice gives way where value, winners and the other totals show the row; and it is said."""
    sheet = judge_totals(["4 | 12 | +4 +4 -4 -4", "2 | 13 | +8~+6@0.8 +2 -2 -6", "1 | 24 | +5 +3 -3 -5"])
    assert told(sheet) == ["", "", ""]
    row = sheet.rows[1]
    assert row.points == (2, -2, 2, -2)
    assert [(one.field, one.ink, one.read) for one in row.chosen] == [("g02.total1", "+8", "+6")]
    assert row.findings[0].severity == "note"


@pytest.mark.parametrize(
    ("word", "code"),
    [
        ("?", "illegible"),
        ("+8~+6@0.6!o", "overwritten"),
        ("+8~+9@0.8", "illegible"),
        ("+8~+6@0.998!d", "illegible"),
    ],
)
def test_a_doubtful_total_that_does_not_fit_is_asked_about(word: str, code: str) -> None:
    """Unreadable, written over another number than the row allows, or read as nothing that it allows: somebody must
    look, whatever the row says."""
    sheet = judge_totals(["4 | 12 | +4 +4 -4 -4", f"2 | 13 | {word} +2 -2 -6", "1 | 24 | +5 +3 -3 -5"])
    assert told(sheet) == ["", code, ""]
    assert sheet.rows[1].points == (2, -2, 2, -2)
    assert sheet.rows[1].look == ("g02.total1",)


def test_a_slip_carried_on_in_doubtful_ink() -> None:
    """Below a slip a doubtful total may go on from the wrong one, or from the right one: both are no news."""
    lines = ["4 | 12 | +4 +4 -4 -4", "2 | 13 | +6 +2 +2 -6"]
    for third in ("+1~+7@0.9", "-3~+3@0.9"):
        sheet = judge_totals([*lines, f"1 | 24 | +5 +3 {third} -5"])
        assert told(sheet) == ["", "running-total", ""]
        assert sheet.rows[2].chosen == ()


def test_the_seat_that_sits_out_may_be_struck_or_blank() -> None:
    """A stroke that may be a 1 is a stroke where somebody sits out."""
    sheet = judge_totals(["4 | 23 | /~1@0.97 +4 +4 -4 -4", "2 | 1 | +6 _ +2 -6 -6 solo"], rules=PFLICHT)
    assert points(sheet) == [(None, 4, 4, -4, -4), (6, None, -2, -2, -2)]
    assert told(sheet) == ["", ""]


def test_a_stroke_may_be_a_total_of_nothing() -> None:
    """Who has 14 again and a stroke has lost 14, where another's total stays as it was."""
    sheet = judge_totals(
        ["14 | 45 | / -14 -14 14 14", "14 | 34 | -14 -14 / 28 /", "6 | 25 | -20 -8 / 22 6"],
        rules=load("stille-hochzeit"),
    )
    assert points(sheet) == [(None, -14, -14, 14, 14), (-14, None, 14, 14, -14), (-6, 6, None, -6, 6)]
    sheet = judge_totals(["14 | 45 | / -14 -14 14 14", "14 | 34 | / -28 / 28 14"], rules=load("stille-hochzeit"))
    assert points(sheet)[1] == (-14, -14, 14, 14, None)


def test_whose_turn_it_was_sat_out_beside_anothers_stroke() -> None:
    """Seat 2 deals row 2 and keeps its total; the stroke of seat 3 was a 1."""
    sheet = judge_totals(["5 | 35 | 0 -5 5 -5 5", "4 | 15 | 4 -5 /~1@0.999 -9 9", "3 | 12 | 7 -2 1 -12 6"])
    assert points(sheet)[1:] == [(4, None, -4, -4, 4), (3, 3, None, -3, -3)]
    assert [row.status for row in sheet.rows] == ["ok", "review", "ok"]
    assert sheet.rows[1].findings[0].message() == "Spiel 2, Stand von Platz 3: / oder 1?"


def test_a_row_that_nobody_can_tell_counts_nothing() -> None:
    """Value and winners missing, two totals unreadable in the last row: open, and without points."""
    row = judge_totals(["4 | 12 | +4 +4 -4 -4", "_ | 1 | +6 +2 +2 -7"]).rows[1]
    assert (row.points, row.status, row.provisional) == ((None,) * 4, "review", "written")


def test_a_row_that_cannot_be_read_is_told_by_the_next() -> None:
    """Where the reader doubts, the likeliest game counts for the time being, and the list goes on."""
    sheet = judge_totals(["4 | 12 | +4 +4 -4 -4", "_ | _ | ? ? -2 -6", "1 | 14 | +7 +1 -3 -5"])
    assert points(sheet)[1:] == [(2, -2, 2, -2), (1, -1, -1, 1)]
    assert [(row.status, row.provisional) for row in sheet.rows[1:]] == [("review", "likeliest"), ("ok", None)]


def test_the_final_totals_are_checked() -> None:
    """A final total that the rows do not give is a finding with a proposal."""
    sheet = judge_totals(EVENING, "+3 +3 +4 -9")
    found = [finding for finding in sheet.findings if finding.code == "sum-mismatch"]
    assert [finding.fields for finding in found] == [("sum.p3",)]
    assert "sum.p3" in sheet.look


def test_a_list_on_which_only_plus_is_added() -> None:
    """Who loses keeps his total; the points are full ones all the same."""
    sheet = judge_totals(
        ["4 | 12 | +4 +4 _ _", "2 | 3 | +4 +4 +6 0 solo", "1 | 14 | +5 +4 +6 +1"], "+5 +4 +6 +1", plus=True
    )
    assert points(sheet) == [(4, 4, -4, -4), (-2, -2, 6, -2), (1, -1, -1, 1)]
    assert told(sheet) == ["", "", ""]
    assert sheet.totals == (3, 1, 1, -5)
    assert "sum-mismatch" not in codes(sheet.findings)


def test_totals_that_look_like_points_are_none() -> None:
    """Running totals that look like rows of a game are never counted as such."""
    rows = [(2, 2, -2, -2), (-2, -2, 2, 2), (6, -2, -2, -2)]
    after = accumulate(rows, lambda before, row: tuple(a + b for a, b in zip(before, row, strict=True)))
    lines = [f"2 | _ | {' '.join(f'{one:+d}' for one in total)}" for total in after]
    assert points(judge_totals(lines)) == rows


def test_plus_points_become_full_rows() -> None:
    """Two alike, one alone with its cross, three alike, a Nullspiel of dashes; rows struck out below are no games."""
    sheet = judge_plus(
        ["6 6 _ _", "_ 12 _ _ solo", "4 4 _ 4 solo", "- - - -", "_ 2 2 _", "- - - -"], "10 24 2 4", games=6
    )
    assert points(sheet) == [(6, 6, -6, -6), (-4, 12, -4, -4), (4, 4, -12, 4), (0, 0, 0, 0), (-2, 2, 2, -2)]
    assert told(sheet) == [""] * 6
    assert "sum-mismatch" not in codes(sheet.findings)
    assert sheet.totals == (4, 24, -20, -8)


def test_plus_points_that_are_no_row_are_asked_about() -> None:
    """Two different winners, one number that is no threefold, an unreadable one: open, and nothing counted."""
    sheet = judge_plus(["6 4 _ _", "4 _ _ _", "6 ? _ _"])
    assert [set(row) for row in points(sheet)] == [{None}] * 3
    assert told(sheet) == ["pattern", "pattern", "illegible"]


def test_one_number_alone_without_a_cross_is_asked_about() -> None:
    """A partner's number may be missing, on the paper or to the reader; with the cross it is a solo."""
    sheet = judge_plus(["6 _ _ _", "6 _ _ _ solo"])
    assert points(sheet) == [(6, -2, -2, -2)] * 2
    assert told(sheet) == ["pattern", ""]


def test_a_doubtful_plus_is_read_as_the_row_demands() -> None:
    """Beside a clear +4, a number that may be +4 is +4: nothing else makes a row; where it may not be, it is asked."""
    sheet = judge_plus(["4 9~4@0.8 _ _", "4 9~7@0.8 _ _", "8 8 /~1@0.97 /~1@0.97"])
    assert points(sheet) == [(4, 4, -4, -4), (None,) * 4, (8, 8, -8, -8)]
    assert told(sheet) == ["", "pattern", ""]
    assert [one.read for one in sheet.rows[0].chosen] == ["4"]


def test_five_seats_of_plus_points() -> None:
    """The hatched cell of the dealer is no number; points of a dealer are found."""
    sheet = judge_plus(["? 6 6 _ _", "6 _ 6 _ _", "4 4 4 _ _"], seats=5)
    assert points(sheet)[:2] == [(None, 6, 6, -6, -6), (6, None, 6, -6, -6)]
    assert told(sheet) == ["", "", "wrong-sitter"]


def test_nobody_knows_who_sits_out_below_an_offence_among_the_games() -> None:
    """A cross beside 5 5 5 may be an offence, after which nobody knows whose turn it is: asked, never shifted."""
    sheet = judge_plus(["_ 6 6 _ _", "5 _ 5 _ 5 strafe", "4 4 _ _ _", "4 4 _ _ /"], seats=5, games=20)
    assert points(sheet)[0] == (None, 6, 6, -6, -6)
    assert points(sheet)[2] == (None,) * 5
    assert "wrong-sitter" in told(sheet)[2]
    assert points(sheet)[3] == (4, 4, -4, -4, None)


def test_a_book_of_lists() -> None:
    """The standings of a tournament on lists are those of the games."""
    code = SheetCode("ddv", "totals", 4, len(EVENING), 1, 1)
    book = keep_book(DDV, [make_reading(totals(EVENING, "+3 +3 +3 -9"), code)])
    assert sorted(player.total for player in book.players) == [-9, 3, 3, 3]
    assert book.open_rows == 0


def test_running_totals_where_the_rules_want_none() -> None:
    """S5: `zwoelf-spiele` (8) has each game by itself; a list of totals is reported once, and not at all elsewhere."""
    lines = ["1 | 12 | +1 +1 -1 -1", "2 | 13 | +3 -1 +1 -3"]
    unwanted = [
        [f for f in judge_totals(lines, rules=load(name)).findings if f.code == "running-total"]
        for name in ("zwoelf-spiele", "ddv")
    ]
    assert [len(found) for found in unwanted] == [1, 0]
    assert "für sich" in unwanted[0][0].message()


def test_a_lone_winner_without_a_mark() -> None:
    """Where winners are marked, one who won alone and is not is asked about, and counts as the totals say; where a
    table marks nobody, nothing is missing."""
    lines = ["4 | 12 | +4 +4 -4 -4", "2 | _ | +2 +2 +2 -6 solo", "1 | 14 | +3 +1 +1 -5"]
    sheet = judge_totals(lines)
    assert told(sheet) == ["", "winner-mark", ""]
    assert points(sheet)[1] == (-2, -2, 6, -2)
    (finding,) = (one for one in sheet.rows[1].findings if one.severity == "warning")
    assert (finding.fields, finding.proposal_text()) == (
        ("g02.win3",),
        "Spiel 2, Sieger-Kreuz von Platz 3: angekreuzt statt leer",
    )
    assert told(judge_totals([line.replace(" 12 ", " _ ").replace(" 14 ", " _ ") for line in lines])) == [""] * 3
    lost = ["4 | 12 | +4 +4 -4 -4", "2 | _ | +6 +6 -10 -2 solo", "1 | 14 | +7 +5 -11 -1"]
    assert told(judge_totals(lost)) == [""] * 3


def test_a_nullspiel_that_is_crossed_as_a_solo() -> None:
    """It may be a solo worth nothing, but nobody can say whose: somebody is asked."""
    row = judge_totals(["4 | 12 | +4 +4 -4 -4", "0 | _ | +4 +4 -4 -4 solo", "1 | 12 | +5 +5 -5 -5"]).rows[1]
    assert (row.points, row.look, row.provisional) == ((0, 0, 0, 0), ("g02.solo",), "written")
    (finding,) = row.findings
    assert finding.message() == "Solo angekreuzt, aber niemand hat Punkte. Wer spielte es?"


@pytest.mark.parametrize("word", ["+0", "+0~+6@0.97", "-0~-6@0.7"])
def test_a_zero_with_a_sign_is_not_asked_about(word: str) -> None:
    """Where the total is 0, in the last row, too."""
    rows = judge_totals(["4 | 12 | +4 +4 -4 -4", f"4 | 34 | {word} 0 0 0"]).rows
    assert [row.status for row in rows] == ["ok", "ok"]


def test_a_minor_offence_below_the_games() -> None:
    """By the DDV's rules it is no game and has a row of its own, with totals only: it counts, and nothing is asked."""
    lines = ["4 | 12 | +4 +4 -4 -4", "2 | 13 | +6 +2 -2 -6", " | _ | +7 +3 -5 -5"]
    readings = [one for one in totals(lines, "+7 +3 -5 -5") if one.id[:3] != "g03" or ".total" in one.id]
    sheet = reconcile(DDV, transcribe(make_reading(readings, SheetCode("ddv", "totals", 4, 2, 1, 1, offences=1))))
    assert [(row.points, row.offence, row.status) for row in sheet.rows] == [
        ((4, 4, -4, -4), False, "ok"),
        ((2, -2, 2, -2), False, "ok"),
        ((1, 1, -3, 1), True, "ok"),
    ]
    assert not [one for one in sheet.findings if one.code in ("game-count", "offence-count", "sum-mismatch")]
