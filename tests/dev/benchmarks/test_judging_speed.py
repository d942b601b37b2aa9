"""The benchmark of judging draws a sheet of every style and judges it."""

from __future__ import annotations

from dev.benchmarks.judge.speed import measure_styles


def test_every_style_is_measured() -> None:
    """One sheet of each style, each of which takes some time."""
    times = measure_styles(1, 1, 1)
    assert list(times) == ["points", "plus", "totals", "full"]
    assert all(len(found) == 1 and found[0] > 0.0 for found in times.values())
