"""What is proposed, over simulated rows of every system and style: it makes its row right, and spoils no right row."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from dev.benchmarks.judge.proposals import count_faults
from dev.rounds.doubtful_sheets import STYLES, Style
from dev.rounds.sheets import SYSTEMS
from scoring.rulesets import load

TABLES = [(system, seats) for system in SYSTEMS for seats in load(system).sheet.seats]


def count_all(style: Style, rows: int) -> Counter[str]:
    """Rows, proposals and faults of so many rows."""
    rng, counts = random.Random(f"held {style}"), Counter[str]()
    while counts["rows"] < rows:
        system, seats = rng.choice(TABLES)
        counts += count_faults(rng, load(system), seats, style)
    return counts


@pytest.mark.parametrize("style", STYLES)
def test_proposals_hold(style: Style) -> None:
    """No proposal leaves its row with an error, or changes a row that is right and was read so."""
    counts = count_all(style, 40)
    assert counts["proposals"]
    assert counts["broken"] == 0
    assert counts["spoilt"] == 0


@pytest.mark.slow
@pytest.mark.parametrize("style", STYLES)
def test_proposals_hold_over_many_rows(style: Style) -> None:
    """The same for 300 rows of each style; `python -m dev.benchmarks.judge proposals --rows N` counts as many as you
    like."""
    counts = count_all(style, 300)
    assert (counts["broken"], counts["spoilt"]) == (0, 0)
