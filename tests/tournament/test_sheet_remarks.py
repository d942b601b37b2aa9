"""Remarks that one sheet alone cannot give, put where they belong."""

from __future__ import annotations

from dataclasses import replace

from scoring.findings import Severity
from tests.tournament.paper import RULES, written
from tournament.evening.sheet_remarks import add_remarks
from tournament.judging.judged_sheet import JudgedSheet
from tournament.judging.reconcile import reconcile
from tournament.judging.written_sheet import transcribe
from tournament.remarks import Remark


def judge_clean() -> JudgedSheet:
    """Two right rows; that Pflichtsoli are missing is left aside."""
    sheet = reconcile(RULES, transcribe(written(["+2 +2 -2 -2", "+1 -1 -1 +1"], "+3 +1 -3 -1")))
    return replace(sheet, findings=(), look=())


def differ(severity: Severity, *fields: str) -> Remark:
    """Another photograph says otherwise of these fields."""
    return Remark("duplicate-sheet", severity, "evening.differs", fields, {"used": "a", "other": "b"})


def test_a_remark_goes_into_the_row_whose_field_it_names() -> None:
    """A warning opens that row and names its fields once, a note does not; another row keeps what it had."""
    ask, note, again = differ("warning", "g01.p2"), differ("note", "g02.p1"), differ("error", "g01.p2", "g01.p3")
    sheet = add_remarks(judge_clean(), [ask, note, again])
    first, second = sheet.rows
    assert (first.status, first.findings, first.look) == ("review", (ask, again), ("g01.p2", "g01.p3"))
    assert (second.status, second.findings, second.look) == ("ok", (note,), ())
    assert (sheet.findings, sheet.look) == ((), ())


def test_an_open_row_stays_open_beside_a_note() -> None:
    """A note settles nothing."""
    sheet = add_remarks(judge_clean(), [differ("warning", "g01.p2")])
    row = add_remarks(sheet, [differ("note", "g01.p1")]).rows[0]
    assert (row.status, len(row.findings), row.look) == ("review", 2, ("g01.p2",))


def test_what_names_no_row_goes_on_the_sheet() -> None:
    """A warning is to be looked at, a note is not."""
    ask, note = differ("warning", "sum.p1"), differ("note", "sum.p2")
    sheet = add_remarks(judge_clean(), [ask, note])
    assert (sheet.findings, sheet.look, sheet.status) == ((ask, note), ("sum.p1",), "review")
    assert [row.findings for row in sheet.rows] == [(), ()]
