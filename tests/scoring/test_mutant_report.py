"""What the mutation tool tells: shares with their interval, as they come and at the end."""

from __future__ import annotations

from pathlib import Path

import pytest

from dev.tools.mutant_report import Report
from dev.tools.mutant_trials import NO_PYTHON, NOBODY, STOPPED
from dev.tools.wilson import wilson

ONE, TWO = Path("a.py"), Path("b.py")


def test_what_is_told() -> None:
    """Who lives or was stopped is told at once, the count every 25 mutants, the modules at the end."""
    told: list[str] = []
    report = Report(told.append)
    for number in range(24):
        report.add(ONE, f"mutant {number}", "some test")
    report.add(ONE, "no mutant", NO_PYTHON)
    report.add(TWO, "the last one", NOBODY)
    report.add(TWO, "an endless one", STOPPED)
    assert told == ["lives: the last one", "noticed: 24 of 25, 96.0% (95 %: 80.5% to 99.3%)", "stopped: an endless one"]
    assert report.end() == 1
    assert told[3:] == ["a.py: 24 of 24", "b.py: 1 of 2", "noticed: 25 of 26, 96.2% (95 %: 81.1% to 99.3%)"]


def test_nothing_was_tried() -> None:
    """A run that is ended at once knows nothing."""
    told: list[str] = []
    assert Report(told.append).end() == 0
    assert told == ["noticed: 0 of 0, 100.0% (95 %: 0.0% to 100.0%)"]


@pytest.mark.parametrize(("noticed", "tried", "low", "high"), [(219, 245, 0.849, 0.927), (28, 28, 0.879, 1.0)])
def test_interval(noticed: int, tried: int, low: float, high: float) -> None:
    """Wilson's, as in the tables of `docs/mutation.md`."""
    assert wilson(noticed, tried) == pytest.approx((low, high), abs=0.0006)
