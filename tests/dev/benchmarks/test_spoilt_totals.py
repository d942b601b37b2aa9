"""Totals that are made wrong for measuring: just those, never to a 0, and each is asked about."""

from __future__ import annotations

import pytest

from dev.benchmarks.judge.photographs import Photograph
from dev.benchmarks.judge.spoilt import spoil
from dev.rounds.reader import make_reading
from scoring.rulesets.load_rules import load
from templates.sheet_code import SheetCode
from tests.tournament.test_lists import totals
from tournament.judging.reconcile import reconcile
from tournament.judging.written_sheet import transcribe

LINES = ["4 | 12 | +4 +4 -4 -4", "2 | 12 | +6 +6 -6 -6", "1 | 34 | +5 +5 -5 -5"]


@pytest.mark.parametrize(
    ("kind", "off", "changed"),
    [
        ("number", 2, {"g02.total1": "+8"}),
        ("number", -6, {"g02.total1": "-6"}),
        ("sign", 2, {"g02.total1": "-6"}),
        ("carried", 2, {"g02.total1": "+8", "g03.total1": "+7"}),
    ],
)
def test_a_spoilt_total_is_asked_about(kind: str, off: int, changed: dict[str, str]) -> None:
    """Nothing but the total is changed, and those below where it is carried on; its row waits, and counts as before."""
    reading = make_reading(totals(LINES), SheetCode("ddv", "totals", 4, len(LINES), 1, 1))
    written = {one.id: one.text for one in reading.readings}
    spoilt = spoil(Photograph("list", "ddv", written, (), {}, reading), "g02.total1", kind, off)
    assert {one.id: one.text for one in spoilt.readings if one.text != written[one.id]} == changed
    before, after = (reconcile(load("ddv"), transcribe(one)) for one in (reading, spoilt))
    assert [row.status for row in before.rows] == ["ok", "ok", "ok"]
    assert [row.status for row in after.rows] == ["ok", "review", "ok"]
    assert [row.points for row in after.rows] == [row.points for row in before.rows]
