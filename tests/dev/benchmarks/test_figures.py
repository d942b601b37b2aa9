"""Shares and their intervals are the published ones, and cells are counted as they are meant."""

from __future__ import annotations

from collections import Counter

import pytest

from dev.benchmarks.figures import Share, count_cell
from scanner.sheet_reading import Answer


@pytest.mark.parametrize(
    ("hits", "of", "low", "high"),
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)],
)
def test_intervals_are_the_published_ones(hits: int, of: int, low: float, high: float) -> None:
    """Newcombe (Statistics in Medicine 17, 1998), table I, method 3."""
    assert Share(hits, of).interval == pytest.approx((low, high), abs=6e-5)


def test_a_share_of_nothing_says_nothing() -> None:
    """Its interval is everything."""
    assert (Share(0, 0).value, Share(0, 0).interval) == (0.0, (0.0, 1.0))


def test_only_confident_answers_without_a_flag_are_sure() -> None:
    """Of a right, a wrong, a doubtful and a flagged answer two are sure, and one of these is wrong."""
    counts: Counter[str] = Counter()
    answers = [("7", 0.999, ()), ("1", 0.999, ()), ("1", 0.5, ()), ("8", 0.999, ("doubtful",))]
    right = [count_cell(counts, "digit", "7", Answer(text, p, ((text, p),), flags)) for text, p, flags in answers]
    assert right == [True, False, False, False]
    assert counts == {"digit": 4, "digit right": 1, "digit sure": 2, "digit sure wrong": 1}
