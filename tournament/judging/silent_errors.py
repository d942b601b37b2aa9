"""Estimates how many fields count something else than was written although nobody is asked about them.

P(a settled row is wrong) is the probability of its other readings; over all rows this gives a distribution of the
number of wrong fields (Poisson binomial). How often the reader really errs, and how far one writer's misreadings are
alike, is not known beforehand. It shows in the rows: in some the rules reveal a misreading, in most they reveal none.
So the estimate is a mixture over assumptions, each weighed by how well it explains the batch.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np

from tournament.judging.judged_sheet import JudgedRow
from tournament.judging.limits.judging_limits import CERTAINTY, HANDS_ALIKE, READER_ERRS
from tournament.judging.misreadings import Floats, RowRisk

_ERRS, _ALIKE = np.array(list(product(READER_ERRS, HANDS_ALIKE))).T
_BEFORE: Floats = np.array([one * other for one, other in product(READER_ERRS.values(), HANDS_ALIKE.values())])


@dataclass(frozen=True, slots=True)
class Trust:
    """Silent errors: fields that count wrongly in `rows` settled rows. `expected`: their expected number. `most`: with
    the probability `CERTAINTY` there are no more."""

    rows: int
    expected: float
    most: int


def measure_trust(rows: Sequence[JudgedRow]) -> Trust:
    """Estimates the silent errors in those of the rows that nobody is asked about."""
    told = [row.wrong for row in rows if row.wrong is not None and row.played]
    stated = [row.wrong for row in rows if row.wrong is not None and row.status == "ok"]
    chances = _count_chances(stated) @ _weigh_suppositions(told)
    expected = float(np.arange(len(chances)) @ chances)
    return Trust(len(stated), expected, int(np.searchsorted(np.cumsum(chances), CERTAINTY)))


def _weigh_suppositions(rows: Sequence[RowRisk]) -> Floats:
    """P(assumption | rows), (s,) float64: by the misreadings that rules reveal, compared with the reader's own odds."""
    told = np.log(_BEFORE)
    for row in rows:
        if row.admitted is not None:
            told += np.log(row.weights(_ERRS, _ALIKE).sum(axis=0)) - row.admitted.log_whole(_ERRS, _ALIKE)
    likely: Floats = np.exp(told - np.logaddexp.reduce(told))
    return likely


def _count_chances(rows: Sequence[RowRisk]) -> Floats:
    """P(0, 1, 2 ... wrong fields in all rows), (n, s) float64, by assumption.

    The rows' distributions are convolved pair by pair with a Fourier transform: one after the other, thousands of rows
    that can hardly be read would take minutes.
    """
    parts = [row.fields(row.weights(_ERRS, _ALIKE)) for row in rows]
    pairs = 1 << max(len(parts) - 1, 0).bit_length()
    chances = np.zeros((pairs, max(map(len, parts), default=1), len(_BEFORE)))
    chances[len(parts) :, 0] = 1.0
    for place, part in enumerate(parts):
        chances[place, : len(part)] = part
    while len(chances) > 1:
        size = 2 * chances.shape[1] - 1
        waves = np.fft.rfft(chances, size, axis=1)
        chances = np.fft.irfft(waves[::2] * waves[1::2], size, axis=1)
    numbers: Floats = np.maximum(chances[0], 0.0)  # the transform may turn a 0 into -1e-17
    return numbers
