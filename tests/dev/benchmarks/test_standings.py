"""Whether the stated chance that a place is right is true, on few evenings; on many among the slow tests."""

from __future__ import annotations

import pytest

from dev.benchmarks.standings.sure import average, simulate_lines


def test_stated_chances_are_about_true() -> None:
    """Ten evenings of eight lines: the mean of the chances is near the share of right places, and not far above it."""
    stated, right = average([one for number in range(10) for one in simulate_lines(3, number)])
    assert right - 0.25 < stated < right + 0.1


@pytest.mark.slow
def test_stated_chances_are_true_in_many_evenings() -> None:
    """Four hundred evenings: within 4 points, and what is called sure is right."""
    lines = [one for number in range(400) for one in simulate_lines(4, number)]
    stated, right = average(lines)
    assert abs(stated - right) < 0.04
    assert average([one for one in lines if one.sure >= 0.99])[1] > 0.99
