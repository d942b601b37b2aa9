"""What is proposed, over simulated rows of every system and style: it makes its row right, and spoils no right row."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from dev.benchmarks.judge.proposals import PLAYED, count_faults, draw_sheet
from dev.rounds.doubtful_sheets import STYLES, Style


def count_all(style: Style, rows: int, *, played: bool = False) -> Counter[str]:
    """Rows, proposals and faults of so many rows."""
    rng, counts = random.Random(f"held {style}"), Counter[str]()
    while counts["rows"] < rows:
        counts += count_faults(*draw_sheet(rng, style, played=played))
    return counts


@pytest.mark.parametrize("style", STYLES)
def test_proposals_hold(style: Style) -> None:
    """No proposal leaves its row with an error, or changes a row that is right and was read so."""
    counts = count_all(style, 40)
    assert counts["proposals"]
    assert counts["broken"] == 0
    assert counts["spoilt"] == 0


@pytest.mark.parametrize("style", PLAYED)
def test_proposals_on_whole_sheets_hold(style: Style) -> None:
    """The same on sheets of whole rounds, on which little is wrong."""
    counts = count_all(style, 100, played=True)
    assert (counts["broken"], counts["spoilt"]) == (0, 0)


@pytest.mark.slow
@pytest.mark.parametrize("style", STYLES)
def test_proposals_hold_over_many_rows(style: Style) -> None:
    """The same for 300 rows of each style; `python -m dev.benchmarks.judge proposals --rows N` counts as many as you
    like."""
    counts = count_all(style, 300)
    assert (counts["broken"], counts["spoilt"]) == (0, 0)
