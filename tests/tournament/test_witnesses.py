"""Two witnesses, the row's rule and the written sums, beside ink that alone would be asked about."""

from __future__ import annotations

from dataclasses import replace

import pytest

from scanner.sheet_reading import Reading
from tests.tournament.fullpaper import judge_full
from tests.tournament.paper import RULES, codes, judge, written
from tournament.judging.judged_sheet import JudgedSheet
from tournament.judging.reconcile import reconcile
from tournament.judging.written_sheet import transcribe

FIRM = "+2 +2 -2 -2"


def about_sums(sheet: JudgedSheet) -> list[str]:
    """The codes of what is asked about the sheet, but for the Pflichtsoli that nobody played in two games."""
    return [code for code in codes(sheet.findings) if code != "pflichtsolo"]


def test_row_and_sums_bear_out_what_is_half_and_half() -> None:
    """Read at 0.5, the only legal row, and the totals say so too: a note, no question."""
    row = judge(["+4 +4 -4~-9@0.50 -4", FIRM], "+6 +6 -6 -6").rows[0]
    assert (row.status, row.points, row.look) == ("ok", (4, 4, -4, -4), ())
    assert [(note.severity, note.sentence) for note in row.findings] == [("note", "findings.unclear-proven")]
    assert "bestätigen -4" in row.findings[0].message()


@pytest.mark.parametrize("word", ["-4~-9@0.50", "-4!d", "-4~-9@0.55!d"])
def test_one_witness_bears_out_what_the_ink_rather_says(word: str) -> None:
    """The row's own rule leaves far less than a hundredth of doubt: nobody is asked, whatever the reader flagged."""
    row = judge([f"+4 +4 {word} -4", FIRM]).rows[0]
    assert (row.status, row.points, row.look) == ("ok", (4, 4, -4, -4), ())


def test_one_witness_alone_chooses_no_half() -> None:
    """Where the row wants the other half and no total is written, a person looks; the legal reading counts so far."""
    row = judge(["+4 +4 -9~-4@0.52 -4", FIRM]).rows[0]
    assert (row.status, {*codes(row.findings)}) == ("review", {"illegible"})
    assert (row.points, row.provisional) == ((4, 4, -4, -4), "likeliest")


@pytest.mark.parametrize("sums", ["+6 +6 -7 -5", "+6 +6 -6~-8@0.55 -6"])
def test_sums_that_do_not_fit_or_are_unclear_are_no_witness(sums: str) -> None:
    """A slip in the total of just that column, or a total that is half and half itself."""
    assert judge(["+4 +4 -9~-4@0.52 -4", FIRM], sums).rows[0].status == "review"


def test_row_and_sums_choose_between_halves() -> None:
    """The likelier half breaks the row, the other one fits row and totals: taken, and on record."""
    row = judge(["+4 +4 -9~-4@0.52 -4", FIRM], "+6 +6 -6 -6").rows[0]
    assert (row.status, row.points, row.written[2]) == ("ok", (4, 4, -4, -4), "-9")
    assert [(choice.field, choice.read) for choice in row.chosen] == [("g01.p3", "-4")]


def test_what_is_written_over_is_borne_out() -> None:
    """A corrected number that row and totals confirm is reported, but not asked."""
    row = judge(["+4 +4 -4!o -4", FIRM], "+6 +6 -6 -6").rows[0]
    assert row.status == "ok"
    assert [(note.code, note.severity) for note in row.findings] == [("overwritten", "note")]


def test_what_is_written_over_is_never_chosen() -> None:
    """Where row and totals want another number than the one seen in a corrected cell, a person looks."""
    row = judge(["+4 +4 -9~-4@0.55!o -4", FIRM], "+6 +6 -6 -6").rows[0]
    assert (row.status, row.points, row.provisional) == ("review", (4, 4, -4, -4), "likeliest")


GAME = "re1 re2 re.re augen=153 value=4"
OTHER_GAME = "re1 re2 augen=153 value=2"


def test_sums_and_details_together_choose_another_number() -> None:
    """A 4 that closes like a 9 is taken for written over: row, total, Augen and value all say 4. Taken, and on
    record as written over."""
    lines = [("+4 +4 -9~-4@0.8!o -4", GAME), (FIRM, OTHER_GAME)]
    row = judge_full(lines, sums="+6 +6 -6 -6").rows[0]
    assert (row.status, row.points) == ("ok", (4, 4, -4, -4))
    assert [(choice.field, choice.ink, choice.read) for choice in row.chosen] == [("g01.p3", "-9", "-4")]
    assert [(note.code, note.severity) for note in row.findings] == [("overwritten", "note")]
    assert "überschrieben. -4 statt -9 gelesen" in row.findings[0].message("de")


@pytest.mark.parametrize(
    ("game", "sums"), [(GAME, "_ _ _ _"), (GAME, "+6 +6 -11 -6"), (OTHER_GAME, "+6 +6 -6 -6"), ("", "+6 +6 -6 -6")]
)
def test_one_of_both_chooses_no_other_number(game: str, sums: str) -> None:
    """Without a total, with the one of the 9, and beside details of another game or none, a person looks."""
    assert judge_full([("+4 +4 -9~-4@0.8!o -4", game), (FIRM, OTHER_GAME)], sums=sums).rows[0].status == "review"


def scribble(reading: Reading) -> Reading:
    """Ink that nobody reads, of which the reader names something else."""
    return replace(reading, text="", confidence=0.0, candidates=(("1", 0.3),), flags=("illegible",))


def test_a_scribble_does_not_silence_its_column() -> None:
    """Its row wants a -4 there; with it the total holds, and bears out the half-read number of another row. The
    scribble is asked about, and counts nothing until then."""
    for total, status in (("-6", "ok"), ("-9", "review"), ("_", "review")):
        sheet = written(["+4 +4 -4 -4", "+2 +2 -7~-2@0.52 -2"], f"+6 +6 {total} -6")
        fields = (scribble(one) if one.id == "g01.p3" else one for one in sheet.readings)
        rows = reconcile(RULES, transcribe(replace(sheet, readings=tuple(fields)))).rows
        assert (rows[0].status, rows[0].points) == ("review", (4, 4, None, -4))
        assert (rows[1].status, rows[1].points) == (status, (2, 2, -2, -2))


@pytest.mark.parametrize("word", ["?", "_!i"])
def test_what_cannot_be_read_is_asked_whatever_fits(word: str) -> None:
    """A scribble is no number, not even 0, though the totals show which one would fit."""
    row = judge([f"+4 +4 {word} -4", FIRM], "+6 +6 -6 -6").rows[0]
    assert (row.status, row.points) == ("review", (4, 4, None, -4))
    assert [finding.code for finding in row.findings] == ["illegible"]


def test_a_column_with_a_scribble_says_nothing_of_its_sum() -> None:
    """The total misses just what cannot be read: that is asked once, in its row."""
    sheet = judge(["+4 +4 ? -4", FIRM], "+6 +6 -6 -6")
    assert (about_sums(sheet), sheet.look) == ([], ())


def test_sums_that_follow_from_a_wrong_row_are_not_asked_again() -> None:
    """The totals are those of their columns; they make no 0 because a row above makes none."""
    sheet = judge(["+4 +4 -4 -7", FIRM], "+6 +6 -6 -9")
    assert sheet.rows[0].status == "review"
    assert (about_sums(sheet), sheet.look) == ([], ())
    assert {finding.message() for finding in sheet.findings if finding.severity == "note"} == {
        "Die Summen folgen den offenen Zeilen: Spiel 1."
    }


def test_sums_that_are_off_by_themselves_are_asked() -> None:
    """Beside the wrong row a total is wrong, too."""
    assert "sum-mismatch" in codes(judge(["+4 +4 -4 -7", FIRM], "+6 +6 -6 -8").findings)


def test_sums_can_tell_a_clear_misreading_from_a_miscount() -> None:
    """+9 at 0.99 beside a total that holds +2: nobody is blamed, the one cell is asked. With a total that holds the
    +9 it is the players' miscount."""
    lines = ["+9~+2@0.99 +2 -2 -2", FIRM]
    misread, miscounted = judge(lines, "+4 +4 -4 -4").rows[0], judge(lines, "+11 +4 -4 -4").rows[0]
    assert (misread.status, codes(misread.findings), misread.look) == ("review", ["illegible"], ("g01.p1",))
    assert (miscounted.status, codes(miscounted.findings)[0]) == ("review", "not-zero-sum")


@pytest.mark.parametrize(("sure", "asked"), [(0.97, ("sum.p3",)), (0.8, ()), (0.5, ())])
def test_a_doubtful_total_is_read_as_the_column_adds_up(sure: float, asked: tuple[str, ...]) -> None:
    """Unless that replaces a sum that may well be a slip of the players'."""
    assert judge([FIRM, FIRM], f"+4 +4 -9~-4@{sure} -4").look == asked


def test_a_stroke_in_the_sum_row_may_be_its_total() -> None:
    """A slash at 0.88 that may be the 4 that the column adds up to: reported, so that nobody misses it."""
    sheet = judge([FIRM, FIRM], "/~+4@0.88 +4 -4 -4")
    assert [(one.severity, one.fields) for one in sheet.findings if one.code == "illegible"] == [("note", ("sum.p1",))]


def test_a_blank_sum_row_stays_silent() -> None:
    """Who added nothing up is asked nothing."""
    assert not [one for one in judge([FIRM, FIRM], "_ _ / -").findings if one.code == "illegible"]


def test_one_number_that_mends_row_and_sum_blames_nobody() -> None:
    """-7 in clear ink where row and total want -2: misread, or a slip of the pen; the mending is proposed."""
    row = judge(["+2 +2 -2 -7", FIRM], "+4 +4 -4 -4").rows[0]
    assert (row.status, row.points) == ("review", (2, 2, -2, -7))
    assert [(one.code, one.severity) for one in row.findings] == [("illegible", "warning"), ("not-zero-sum", "warning")]
    assert "Mit -2 statt -7 stimmen Zeile und Summe." in row.findings[0].message()
    assert row.findings[0].proposal_text() == "Spiel 1, Platz 4: -2 statt -7"


def test_a_number_that_mends_the_row_alone_is_not_said_to_mend_the_sum() -> None:
    """-7 that is rather the -2 which the row wants, beside a total that neither confirms."""
    row = judge(["+2 +2 -2 -7~-2@0.99", FIRM], "+4 +4 -4 +1").rows[0]
    assert row.status == "review"
    assert not [one for one in row.findings if "Summe der Spalte" in one.message()]
