"""The judged sheet held against the oracle's."""

from __future__ import annotations

from dataclasses import replace

import pytest

from scanner.reading import SheetReading
from scoring.counting.rules import RuleSet
from tests.oracle.ink import read_paper
from tests.oracle.rulebook import BOOK
from tests.oracle.sheets import try_all
from tournament.judging.reconcile import reconcile
from tournament.judging.row.judged import LEAST, JudgedSheet
from tournament.judging.row.transcribe import transcribe
from tournament.limits import LIMITS

EXACT = replace(LIMITS, stray=1e-12, same_hand=0.0, row_readings=10**6, row_ways=10**9, negligible=0.0, counted=0.0,
                forgotten=0.0, group_totals=10**9, explained_ways=10**9, detail_likely=0.0, detail_odds=0.0,
                detail_readings=10**6)
"""No combination is left out, and each cell is read by itself."""


def judge_exactly(rules: RuleSet, reading: SheetReading) -> JudgedSheet:
    """The sheet judged, after comparing all that it tells with every combination."""
    paper = read_paper(reading)
    judged, by_hand = reconcile(rules, transcribe(reading), EXACT), try_all(BOOK[rules.id], paper)
    told = {name: dict(texts) for row in judged.rows for name, texts in row.posterior.items()}
    told |= {name: dict(texts) for name, texts in judged.posterior.items()}
    for name, chances in by_hand.texts.items():
        said = told.get(name, {paper.fields[name].first.text: 1.0})
        for text, chance in chances.items():
            hidden = LEAST if text not in said or len(said) == 1 else 1e-6  # what is hardly possible is not told
            assert said.get(text, 0.0) == pytest.approx(chance, abs=hidden), (name, text)
    odds = [*(row.odds for row in judged.rows), *judged.sum_odds]
    for n, one in enumerate(odds):
        if one is not None:
            assert (one.miscounted, one.misread) == pytest.approx((by_hand.miscounted[n], by_hand.misread[n]), abs=1e-6)
    return judged
