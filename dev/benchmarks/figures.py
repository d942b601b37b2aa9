"""Shares of counted things with what chance does to them: intervals, and whether two of them really differ.

Intervals are Wilson's (JASA 22, 1927); two shares are compared by Fisher's exact test (JRSS 98, 1935), pairs by the
sign test. All take things for independent, which cells of one sheet are not quite: a writer's odd nine comes again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from math import comb, exp, lgamma

from dev.tools.wilson import wilson

CHANCE = 0.05
"""Differences with a smaller probability are called beyond chance: one in twenty is, by chance alone."""


@dataclass(frozen=True, slots=True)
class Share:
    """So many of so many."""

    hits: int
    of: int

    @property
    def value(self) -> float:
        """The share, 0 of nothing."""
        return self.hits / self.of if self.of else 0.0

    @property
    def low_high(self) -> tuple[float, float]:
        """95 % interval."""
        return wilson(self.hits, self.of)


FIGURES: Mapping[str, tuple[str, str]] = {
    # title: what is counted, of what (`dev.benchmarks.photographed`)
    "before": ("right", "cells"),
    "after": ("after", "cells"),
    "candidates hold it": ("held", "cells"),
    "sure but wrong": ("sure_wrong", "sure"),
    "silent": ("silent", "fields"),
    "asked": ("asked", "fields"),
    "found": ("found", "planted"),
    "blamed": ("blamed", "right_rows"),
    "right rows asked": ("rows_asked", "right_rows"),
    "crosses wrong": ("crosses_wrong", "crosses"),
    "messes told": ("messy_told", "messy"),
    "refused": ("refused", "sheets"),
    "kiebitz": ("kiebitz", "kiebitz cells"),
    "tesseract": ("tesseract", "tesseract cells"),
    "rapidocr": ("rapidocr", "rapidocr cells"),
}
READERS = {"kiebitz": "Kiebitz", "tesseract": "Tesseract", "rapidocr": "RapidOCR"}
"""Readers of the same few cells, with their names; without them there is no such figure."""


def shares_of(counts: Counter[str]) -> dict[str, Share]:
    """The figures of so many counts, by title."""
    shares = {title: Share(counts[hits], counts[of]) for title, (hits, of) in FIGURES.items()}
    return {title: share for title, share in shares.items() if share.of or title not in READERS}


def fisher(one: Share, other: Share) -> float:
    """Probability that two shares as unlike as these, or more so, come from the same source; two-sided."""
    hits = one.hits + other.hits
    least, most = max(0, hits - other.of), min(one.of, hits)
    all_ways = _log_comb(one.of + other.of, hits)
    ways = [_log_comb(one.of, k) + _log_comb(other.of, hits - k) - all_ways for k in range(least, most + 1)]
    seen = ways[one.hits - least]
    return min(1.0, sum(exp(log) for log in ways if log <= seen + 1e-7))


def sign_test(better: int, worse: int) -> float:
    """Probability that of so many changes as few, or fewer, go one way by chance; two-sided."""
    changes, fewer = better + worse, min(better, worse)
    return min(1.0, 2 * sum(comb(changes, k) for k in range(fewer + 1)) / float(2**changes))


def _log_comb(count: int, chosen: int) -> float:
    return lgamma(count + 1) - lgamma(chosen + 1) - lgamma(count - chosen + 1)
