"""The gap between real and composed cells is counted by what is written, and told with its chance."""

from __future__ import annotations

from collections import Counter

import pytest

from dev.benchmarks import ink
from dev.benchmarks.gap import lines
from scanner.read.number_answer import NumberAnswer


def _said(text: str, confidence: float) -> NumberAnswer:
    return NumberAnswer(text, confidence, ((text, confidence),), ())


@pytest.mark.parametrize(
    ("written", "kind"),
    [
        ("7", "digit"),
        ("-7", "digit"),
        ("12", "longer"),
        ("+240", "longer"),
        ("/", "sign"),
        ("-", "sign"),
        ("", "blank"),
    ],
)
def test_cells_are_told_apart_by_what_is_written(written: str, kind: str) -> None:
    """A sign makes no number longer."""
    assert ink.kind_of(written) == kind


def test_sure_but_wrong_is_counted_apart() -> None:
    """Only confident answers without a flag are sure."""
    counts: Counter[str] = Counter()
    doubted = NumberAnswer("8", 0.999, (("8", 0.999),), ("doubtful",))
    said = [
        ink.count(counts, "7", answer) for answer in (_said("7", 0.999), _said("1", 0.999), _said("1", 0.5), doubted)
    ]
    assert said == [True, False, False, False]
    assert [ink.total(counts, what) for what in ("", "right", "sure", "sure wrong")] == [4, 1, 2, 1]


def test_a_gap_beyond_chance_is_told() -> None:
    """Nine of ten against all of a thousand is one; where a kind is missing, nothing is compared."""
    real = {"card": Counter({"digit": 10, "digit right": 9})}
    composed = {"writer": Counter({"digit": 1000, "digit right": 1000, "blank": 5, "blank right": 5})}
    told = list(lines(real, composed))
    (gap,) = [line for line in told if "gap:" in line]
    assert "+10.00 points" in gap
    assert float(gap.split("p = ")[1].rstrip(")")) == pytest.approx(10 / 1010, rel=0.01)
    assert sum("no gap to tell" in line for line in told) == 3
