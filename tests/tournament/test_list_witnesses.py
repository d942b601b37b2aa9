"""On a list, too, a row's own fields and the totals around it are two witnesses for ink that alone would be asked."""

from __future__ import annotations

from dataclasses import replace

import pytest

from dev.rounds.reader import make_reading
from scoring.rulesets.load_rules import load
from templates.sheet_code import SheetCode
from tests.tournament.paper import codes
from tests.tournament.test_list_columns import EVENING
from tests.tournament.test_lists import totals
from tournament.judging.judged_sheet import JudgedSheet
from tournament.judging.limits.judging_limits import LIMITS, Limits
from tournament.judging.reconcile import reconcile
from tournament.judging.written_sheet import transcribe

DDV = load("ddv")


def judge_with(word: str, line: str = "3 | 13 | {} +1 -1 -7", limits: Limits = LIMITS) -> JudgedSheet:
    """The evening with that word as a total of its second game."""
    lines = [EVENING[0], line.format(word), *EVENING[2:]]
    code = SheetCode("ddv", "totals", 4, len(lines), 1, 1)
    return reconcile(DDV, transcribe(make_reading(totals(lines), code)), limits)


@pytest.mark.parametrize(
    ("word", "code", "key"),
    [
        ("+7!o", "overwritten", "findings.overwritten-column"),
        ("+7~+1@0.8!o", "overwritten", "findings.overwritten-column"),
        ("+7~+1@0.55!d", "illegible", "findings.column-confirmed"),
    ],
)
def test_what_is_written_over_or_seen_badly_is_borne_out(word: str, code: str, key: str) -> None:
    """Value, marks and the totals around leave no doubt of the row: a note, no question."""
    row = judge_with(word).rows[1]
    assert (row.status, row.points, row.look) == ("ok", (3, -3, 3, -3), ())
    assert [(note.code, note.severity, note.sentence) for note in row.findings] == [(code, "note", key)]
    assert "bestätigen +7" in row.findings[0].message()


def test_less_than_proof_is_asked() -> None:
    """Overwritten ink where no doubt at all is allowed."""
    row = judge_with("+7!o", limits=replace(LIMITS, proof=-1.0)).rows[1]
    assert (row.status, row.look) == ("review", ("g02.total1",))


def test_what_is_written_over_is_never_chosen() -> None:
    """Where everything wants another number than the one seen in a corrected cell, a person looks."""
    row = judge_with("+1~+7@0.6!o").rows[1]
    assert (row.status, codes(row.findings), row.look) == ("review", ["overwritten"], ("g02.total1",))


def test_badly_seen_ink_may_be_chosen() -> None:
    """A doubtful total whose second candidate everything confirms is read so, and it is on record."""
    row = judge_with("+1~+7@0.6!d").rows[1]
    assert (row.status, [(one.field, one.read) for one in row.chosen]) == ("ok", [("g02.total1", "+7")])


@pytest.mark.parametrize("word", ["?", "_!i"])
def test_what_cannot_be_read_is_asked_whatever_fits(word: str) -> None:
    """A scribble is no number, although everything around shows which one would fit."""
    row = judge_with(word).rows[1]
    assert (row.status, codes(row.findings)) == ("review", ["illegible"])


def test_one_witness_is_not_enough() -> None:
    """Without value and marks only the totals show, and of the last row only its own: somebody looks."""
    lines = [*EVENING[:3], " | _ | +6!o +4 -4 _"]
    code = SheetCode("ddv", "totals", 4, len(lines), 1, 1)
    assert reconcile(DDV, transcribe(make_reading(totals(lines), code))).rows[3].status == "review"
