"""The benchmarks of thresholds: what they count is what changed, and nothing where nothing did."""

from __future__ import annotations

from dataclasses import fields

import pytest

from dev.benchmarks.judge.varied_limits import compare_rows, draw_cases, find_styles, judge_all, set_limit, vary
from dev.rounds.doubtful_sheets import EVERY_STYLE
from tournament.judging.limits.judging_limits import LIMITS


def test_a_threshold_that_matters_is_seen() -> None:
    """Asking about nothing below certainty opens rows and makes none silent; the same limits change nothing."""
    cases = [*draw_cases(1, 4, ("points",))]
    sheets = [(case.rules, case.read) for case in cases]
    exact, _ = judge_all([(case.rules, case.exact) for case in cases], LIMITS)
    before, spent = judge_all(sheets, LIMITS)
    assert spent > 0
    assert compare_rows(exact, before, judge_all(sheets, LIMITS)[0]).total() == sum(len(rows) for rows in before)
    counts = compare_rows(exact, before, judge_all(sheets, set_limit("sure_repair", 1.0))[0])
    assert counts["status"] >= counts["asked"] > 0 >= counts["silent"]


@pytest.mark.parametrize("name", [field.name for field in fields(LIMITS)])
def test_every_threshold_can_be_varied(name: str) -> None:
    """Below and above its value, within what it can be, on the sheets on which it may matter."""
    low, high = vary(getattr(LIMITS, name))
    assert low <= getattr(LIMITS, name) < high
    assert getattr(set_limit(name, high), name) == pytest.approx(high)
    assert set(find_styles(name)) <= set(EVERY_STYLE)
