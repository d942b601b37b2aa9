"""Reconciling: ink first, rules second, a person where both leave doubt."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.tournament.paper import RULES, codes, judge, written
from tournament.judging.reconcile import reconcile
from tournament.judging.written_sheet import transcribe


def test_a_clear_legal_row_is_settled() -> None:
    """Nothing is asked about a row that is clear and adds up."""
    row = judge(["+6 -6 +6 -6"]).rows[0]
    assert (row.status, row.points, row.findings) == ("ok", (6, -6, 6, -6), ())


def test_plus_signs_may_be_left_out() -> None:
    """A number without a sign is positive while the minuses are there."""
    row = judge(["6 -6 6 -6"]).rows[0]
    assert (row.status, row.points, row.written) == ("ok", (6, -6, 6, -6), ("6", "-6", "6", "-6"))


def test_a_rule_chooses_between_readings_and_says_so() -> None:
    """The only legal reading of unclear ink is taken, with the ink's own first choice on record."""
    row = judge(["+4 -4 +9~+4@0.70 -4"]).rows[0]
    assert (row.status, row.points) == ("ok", (4, -4, 4, -4))
    assert row.written == ("+4", "-4", "+9", "-4")
    choice = row.chosen[0]
    assert (choice.field, choice.ink, choice.read, choice.rule) == ("g01.p3", "+9", "+4", "row")
    assert "+4 statt +9 gelesen" in row.findings[0].message()
    assert row.findings[0].severity == "note"


def test_clear_ink_is_never_changed() -> None:
    """Clear ink that breaks a rule counts as written, is open, and carries the smallest mending as a proposal."""
    row = judge(["+4 -4 +4~+9@0.99 -9"]).rows[0]
    assert (row.status, row.points) == ("review", (4, -4, 4, -9))
    finding = row.findings[0]
    assert (finding.code, finding.severity) == ("not-zero-sum", "error")
    assert finding.proposal is not None
    assert [(change.field, change.proposed) for change in finding.proposal] == [("g01.p4", -4)]


def test_an_unlikely_rival_is_not_enough_for_a_repair() -> None:
    """At 0.96 to 0.04 a player's slip is not quite impossible: a person decides, and meanwhile the likeliest legal
    reading counts."""
    row = judge(["+4 -4 +9~+4@0.96 -4"]).rows[0]
    assert (row.status, row.points, row.provisional) == ("review", (4, -4, 4, -4), "likeliest")
    assert codes(row.findings) == ["illegible"]
    assert row.look == ("g01.p3",)


def test_two_legal_readings_are_asked_about() -> None:
    """All four cells may be sevens or ones: both are legal, so neither is taken without a person."""
    row = judge(["+7~+1@0.90 -7~-1@0.90 +7~+1@0.90 -7~-1@0.90"]).rows[0]
    assert row.status == "review"
    assert row.points == (7, -7, 7, -7)
    assert set(row.look) == {"g01.p1", "g01.p2", "g01.p3", "g01.p4"}


def test_the_sum_row_settles_four_equal_misreadings() -> None:
    """One hand's ones, all read as sevens: the written totals decide, and the record says so."""
    sums = "+3 +1 -1 -3"
    lines = ["+7~+1@0.80 -7~-1@0.80 +7~+1@0.80 -7~-1@0.80", "+2 +2 -2 -2"]
    row = judge(lines, sums).rows[0]
    assert (row.status, row.points) == ("ok", (1, -1, 1, -1))
    assert {choice.rule for choice in row.chosen} == {"sums"}


def test_the_sum_row_confirms_the_ink() -> None:
    """The same doubt is settled the other way when the totals fit what the ink says first."""
    row = judge(["+7~+1@0.80 -7~-1@0.80 +7~+1@0.80 -7~-1@0.80", "+2 +2 -2 -2"], "+9 -5 +5 -9").rows[0]
    assert (row.status, row.points, row.chosen) == ("ok", (7, -7, 7, -7), ())


def test_two_wrong_cells_that_cancel_are_not_passed() -> None:
    """+4 +4 -4 -4 with two cells misread as 9 adds up, but is no pattern; it is not counted in silence."""
    row = judge(["+9 +4 -9 -4"]).rows[0]
    assert row.status == "review"
    assert codes(row.findings) == ["pattern"]


def test_two_unclear_cells_that_cancel_are_repaired() -> None:
    """The same with unclear ink: the two fours are the only legal reading."""
    row = judge(["+9~+4@0.62 +4 -9~-4@0.62 -4"]).rows[0]
    assert (row.status, row.points) == ("ok", (4, 4, -4, -4))


def test_sign_and_digit_wrong_in_one_row() -> None:
    """A lost minus and a wrong digit in one row: repaired to the truth, or asked with the truth counting."""
    assert judge(["+3 3~-3@0.75 +8~+3@0.75 -3"]).rows[0].points == (3, -3, 3, -3)


def test_a_wrong_sum_over_right_rows_blames_the_sum() -> None:
    """The rows stay settled; the finding is on the sum and proposes the right one."""
    sheet = judge(["+6 -6 +6 -6", "+2 +2 -2 -2"], "+8 -4 +5 -8")
    assert [row.status for row in sheet.rows] == ["ok", "ok"]
    assert "sum-mismatch" in codes(sheet.findings)
    mismatch = next(finding for finding in sheet.findings if finding.code == "sum-mismatch")
    assert mismatch.proposal is not None
    assert mismatch.proposal[0].proposed == 4


def test_clear_rows_against_all_four_sums_are_asked_about() -> None:
    """When every total favours a less likely reading of one row, the row is opened, not changed."""
    lines = ["+7~+1@0.9900 -7~-1@0.9900 +7~+1@0.9900 -7~-1@0.9900", "+2 +2 -2 -2"]
    row = judge(lines, "+3 +1 -1 -3").rows[0]
    assert (row.status, row.points) == ("review", (7, -7, 7, -7))


@pytest.mark.parametrize(("word", "code"), [("?", "illegible"), ("+6!o", "overwritten"), ("+6!i", "illegible")])
def test_suspicious_ink_is_always_shown(word: str, code: str) -> None:
    """Illegible and overwritten ink opens its row, even where everything adds up."""
    row = judge([f"{word} -6 +6 -6"]).rows[0]
    assert row.status == "review"
    assert codes(row.findings)[0] == code
    assert "g01.p1" in row.look


def test_an_unreadable_cell_counts_nothing_and_gets_a_proposal() -> None:
    """What the row demands of an unreadable cell is proposed, not counted."""
    row = judge(["+6 -6 ? -6"]).rows[0]
    assert row.points == (6, -6, None, -6)
    proposal = row.findings[0].proposal
    assert proposal is not None
    assert (proposal[0].field, proposal[0].proposed) == ("g01.p3", 6)


def test_a_row_without_any_sign_is_unsigned() -> None:
    """Four numbers and no sign cannot be right; they count as plus and are open."""
    row = judge(["6 6 6 6"]).rows[0]
    assert (row.status, row.points) == ("review", (6, 6, 6, 6))
    assert "unsigned" in codes(row.findings)


@pytest.mark.parametrize(("line", "proposed"), [("6 _ 6 _", [-6, -6]), ("18 _ _ _", [-6, -6, -6]), ("6 6 6 _", [-18])])
def test_only_the_plus_points_written(line: str, proposed: list[int]) -> None:
    """The custom of writing only the winners is recognised and proposed, not filled in."""
    row = judge([line]).rows[0]
    assert row.status == "review"
    finding = next(finding for finding in row.findings if finding.code == "unsigned")
    assert [change.proposed for change in finding.proposal or ()] == proposed
    assert sum(points or 0 for points in row.points) > 0


def test_blank_rows_are_not_played() -> None:
    """Nothing is said of the rows after the last game; a gap between games is the sheet's finding."""
    sheet = judge(["+6 -6 +6 -6", "_ _ _ _", "+2 +2 -2 -2", "_ _ _ _"])
    assert [row.played for row in sheet.rows] == [True, False, True, False]
    assert "game-count" in codes(sheet.findings)


def test_struck_rows_at_the_end_are_not_played() -> None:
    """Slashes through the rows left over are no games; among the games they are a Nullspiel."""
    sheet = judge(["+6 -6 +6 -6", "/ / / /", "+2 +2 -2 -2", "/ / / /"])
    assert [row.played for row in sheet.rows] == [True, True, True, False]
    assert sheet.rows[1].points == (0, 0, 0, 0)


def test_the_sitter_has_no_points() -> None:
    """At a table of five the dealer's cell may be blank, a slash or a dash, and counts nothing."""
    for mark in ("_", "/", "-", "0"):
        row = judge([f"{mark} +6 -6 +6 -6"], seats=5).rows[0]
        assert (row.status, row.points) == ("ok", (None, 6, -6, 6, -6))


def test_points_in_the_sitters_column() -> None:
    """Clear points for the seat that sits out are the players' mistake."""
    row = judge(["+6 -6 +6 -6 /"], seats=5).rows[0]
    assert row.status == "review"
    assert "wrong-sitter" in codes(row.findings)


def test_one_mistake_is_likelier_than_two() -> None:
    """Points for the seat that sits out beside a number that may be read two ways: what is written counts, the wrong
    seat sat out whichever it is, and the right row is reported, which no single change makes."""
    row = judge(["10 -10 -101~-10@0.62 +10 _"], seats=5).rows[0]
    assert (row.status, row.points) == ("review", (10, -10, -101, 10, None))
    assert [one.proposal is not None for one in row.findings] == [False, True]
    assert row.findings[-1].message("de") == "Mit (– -10 -10 +10 +10) stimmt die Zeile."
    assert codes(row.findings) == ["wrong-sitter", "illegible"]


@pytest.mark.parametrize(
    ("cell", "counted", "code", "message"),
    [
        ("-6~_@0.5", None, "illegible", "Spiel 1, Platz 1 setzt aus. Steht da -6 oder leer?"),
        ("-6!o", -6, "wrong-sitter", "Spiel 1: Platz 1 setzt aus, hat aber -6."),
        ("-6~-5@0.5", -6, "wrong-sitter", "Spiel 1: Platz 1 setzt aus, hat aber -6."),
    ],
)
def test_something_in_the_hatched_cell(cell: str, counted: int | None, code: str, message: str) -> None:
    """That nothing belongs there is said once, and not just that the number is hard to read. A number that may as well
    be nothing counts nothing meanwhile."""
    row = judge([f"{cell} +2 +2 -2 -2"], seats=5).rows[0]
    told = [one.message("de") for one in row.findings if "Platz 1" in one.message("de")]
    assert (row.status, row.points, told) == ("review", (counted, 2, 2, -2, -2), [message])
    assert {one.proposal_text("de") for one in row.findings if one.proposal} == {"Spiel 1, Platz 1: leer statt -6"}
    assert code in codes(row.findings)


def test_a_lost_solo_and_an_offence_look_alike() -> None:
    """-15 and three fives: the cross shows which; without one it is asked."""
    solo, offence, bare = judge(["-15 +5 +5 +5 solo", "+5 -15 +5 +5 strafe", "+5 +5 -15 +5"]).rows
    assert (solo.status, solo.soloist, offence.status, offence.offence) == ("ok", 1, "ok", True)
    assert bare.status == "review"


def test_a_row_below_the_printed_games_is_an_offence() -> None:
    """The offence rows at the sheet's foot have no cross; their place shows it."""
    row = judge(["+6 -6 +6 -6", "+5 +5 -15 +5"], games=1).rows[1]
    assert (row.status, row.offence) == ("ok", True)


def test_an_untripled_solo_is_the_players_mistake() -> None:
    """A solo written without its factor three is found and the right number proposed."""
    row = judge(["+6 -6 -6 -6 solo"]).rows[0]
    assert row.status == "review"
    assert {"not-zero-sum", "miscounted"} & set(codes(row.findings))
    assert any(change.proposed == 18 for finding in row.findings for change in finding.proposal or ())


def test_hatching_is_no_scribble() -> None:
    """The printed hatching in the sitter's cell reads as unreadable ink; in a row that adds up it is nothing to ask."""
    sheet = judge(["? +6 -6 +6 -6", "+6 ?!o -6 +6 -6", "_ _ ? _ _"], seats=5)
    assert [row.status for row in sheet.rows] == ["ok", "ok", "ok"]
    assert [row.played for row in sheet.rows] == [True, True, False]
    assert sheet.rows[0].points == (None, 6, -6, 6, -6)


def test_hatching_hides_no_missing_number() -> None:
    """When the other four do not add up, the hatched cell is shown with them."""
    row = judge(["? -10 -10 +10 _"], seats=5).rows[0]
    assert row.status == "review"
    assert "g01.p1" in row.look


def test_sheets_without_boxes_are_not_asked_for_crosses() -> None:
    """A club's own list has no column for solos: nothing is said of missing crosses."""
    reading = written(["+9 -3 -3 -3", "-15 +5 +5 +5"])
    bare = replace(reading, readings=tuple(r for r in reading.readings if r.kind == "points"))
    sheet = reconcile(RULES, transcribe(bare))
    assert [row.findings for row in sheet.rows] == [(), ()]
    assert "pflichtsolo" not in codes(sheet.findings)


def test_an_unsettled_row_is_asked_about_once() -> None:
    """While a row is open, the columns it may change say nothing of their sums."""
    sheet = judge(["+4 -4 +9~+4@0.96 -4", "+2 +2 -2 -2"], "+6 -2 +2 -6")
    assert codes(sheet.findings) == [code for code in codes(sheet.findings) if code != "sum-mismatch"]


@pytest.mark.parametrize("share", [0.70, 0.90])
def test_an_unclear_sum_is_read_by_its_column(share: float) -> None:
    """A written total that is hard to read is taken for the column's when that is one of its readings, and another is
    less probable than 1 in 100."""
    sheet = judge(["+6 -6 +6 -6", "+2 +2 -2 -2"], f"+8 -4 +1~+4@{share} -8")
    assert set(codes(sheet.findings)) == {"pflichtsolo"}
    note = next(finding for finding in sheet.findings if finding.severity == "note")
    assert (note.code, note.fields) == ("illegible", ("sum.p3",))


def test_a_sum_that_may_well_be_another_is_asked_about() -> None:
    """That the players added wrongly is no longer a chance of 1 in 100."""
    sheet = judge(["+6 -6 +6 -6", "+2 +2 -2 -2"], "+8 -4 +1~+4@0.95 -8")
    assert sheet.look == ("sum.p3",)


def test_messages_speak_both_languages() -> None:
    """Every finding of a thoroughly bad sheet has a German and an English sentence, and they differ."""
    sheet = judge(["+6 -6 ? -6", "6 6 6 6", "+4!o -4 +9~+4@0.96 -4", "6 _ 6 _"], "+9 ? +1~+3@0.5 -8")
    findings = [finding for row in sheet.rows for finding in row.findings] + list(sheet.findings)
    assert len(findings) > 6
    for finding in findings:
        assert finding.message("de") != finding.message("en")
        assert "{" not in finding.message("de") + finding.message("en") + finding.proposal_text("de")


@pytest.mark.parametrize("sure", [0.95, 0.999])
def test_four_zeros_with_signs_may_be_sixes(sure: float) -> None:
    """Hardly anybody writes -0: of a hand that closes its sixes like a D such a row is asked about."""
    signed = " ".join(f"{sign}0~{sign}6@{sure}" for sign in ("-", "+", "-", "+"))
    row, bare = judge([signed]).rows[0], judge([" ".join(f"0~{sign}6@0.999" for sign in "-+-+")]).rows[0]
    assert (row.status, row.points) == ("review", (0, 0, 0, 0))
    assert bare.status == "ok"
