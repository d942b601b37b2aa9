"""A decision holds on every style of sheet: the row counts it, the ink stays, and nothing else is asked of the row."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from dev.rounds.doubtful_sheets import STYLES, Style, draw_doubtful_sheet
from scoring.rulesets.load_rules import load
from tournament.evening.book import count_sheets
from tournament.evening.item_names import name_row_item, read_row_ink
from tournament.human_decisions import HumanDecision
from tournament.judging.written_sheet import transcribe


@pytest.mark.few(2)
@pytest.mark.parametrize("style", STYLES)
def test_a_decided_row_is_settled(style: Style) -> None:
    """Whatever the row was in doubt about, and whatever is written around it."""
    rules, rng, decided = load("pflichtsolo-40"), random.Random(style), 0
    for _ in range(8):
        written = replace(transcribe(draw_doubtful_sheet(rng, rules, 4, style, count=5).reading), key="r1.t1")
        before = count_sheets(rules, [written]).entries[0].sheet
        for row in before.open_rows[:1]:
            item = name_row_item(written, row.game)
            decision = HumanDecision(item, "points", "Referee", points=(5, -5, 5, -5), ink=read_row_ink(row.source))
            after = count_sheets(rules, [written], decisions={item: decision}).entries[0].sheet
            now = next(one for one in after.rows if one.game == row.game)
            assert (now.points, now.status, now.written) == ((5, -5, 5, -5), "ok", row.written)
            assert all(finding.severity == "note" for finding in now.findings)
            assert after.source == written
            assert after.totals == tuple(sum(one.points[seat] or 0 for one in after.rows) for seat in range(4))
            decided += 1
    assert decided > 3
