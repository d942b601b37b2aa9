"""The scribe: how this sheet's writer draws each character, learnt from its clear cells, for its doubtful ones.

The recogniser's last layer sees every column as a feature vector. Around the usual writer's mean of a character the
vectors lie like a normal distribution; the sheet's own clear cells say where this writer's mean lies. What is added to
a character's score is the logarithm of how much better the writer's mean explains the column than the usual one
(the writer's means by Gauvain and Lee, "Maximum a posteriori estimation for multivariate Gaussian mixture observations
of Markov chains", IEEE TSAP 2, 1994). Cells that are clear are never read again.
"""

from __future__ import annotations

import io
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from scanner.read.networks import make_missing_error, read_sealed

PRIOR = 120.0
"""As many characters of the usual writer stand beside the sheet's own: a dozen odd sevens move the mean by a tenth."""
MOST = 4.0
"""No column gains or loses more than this for one character: odds of 55 to 1."""
Floats = NDArray[np.float32]
Column = tuple[int, Floats]
"""A character (class of the recogniser) and the features (d,) of the column in which it stands out most."""


@dataclass(frozen=True, slots=True, eq=False)
class CellScores:
    """What the recogniser says about one cell: `logits` (T, classes) and `features` (T, d) of its columns, both
    float32.
    """

    logits: Floats
    features: Floats

    def find_characters(self) -> list[Column]:
        """The characters of the likeliest path, each with the column in which it stands out most."""
        path = self.logits.argmax(-1)
        changes = (np.flatnonzero(path[1:] != path[:-1]) + 1).tolist()
        runs = zip([0, *changes], [*changes, len(path)], strict=True)
        return [
            (int(path[start]), self.features[self._find_plainest(start, end)]) for start, end in runs if path[start]
        ]

    def _find_plainest(self, start: int, end: int) -> int:
        """Of columns `start` to `end` with the same likeliest character, the one in which it leads by most."""
        if end == start + 1:
            return start
        logits = self.logits[start:end]
        return start + int((logits.max(-1) - np.logaddexp.reduce(logits, axis=-1)).argmax())


@dataclass(frozen=True, slots=True, eq=False)
class Usual:
    """The usual writer: `means` (classes, d) of the characters' features, and `precision` (d, d), the inverse of their
    common covariance; both float32.
    """

    means: Floats
    precision: Floats

    @classmethod
    def load(cls, path: Path) -> Usual:
        """From a `.npz` made by `dev.training.prototypes`; `ModelMissing` when that fails."""
        try:
            with np.load(io.BytesIO(read_sealed(path))) as kept:
                return cls(kept["means"], kept["precision"])
        except Exception as fault:  # whatever a broken file makes of itself
            raise make_missing_error(path) from fault


@dataclass(frozen=True, slots=True, eq=False)
class Scribe:
    """How this sheet's writer differs from the usual one: `slope` (classes, d) and `start` (classes,), both float32,
    say what a column's scores gain.
    """

    slope: Floats
    start: Floats

    @classmethod
    def of(cls, usual: Usual, columns: Iterable[Column]) -> Scribe:
        """The writer whose clear cells have these columns."""
        seen: dict[int, list[Floats]] = {}
        for character, features in columns:
            seen.setdefault(character, []).append(features)
        means = usual.means.copy()
        for character, found in seen.items():
            means[character] = (np.sum(found, axis=0) + PRIOR * means[character]) / (len(found) + PRIOR)
        start = (_measure_norms(usual.means, usual) - _measure_norms(means, usual)) / 2
        slope = np.asarray((means - usual.means) @ usual.precision, np.float32)
        return cls(slope, np.asarray(start, np.float32))

    def measure_gain(self, features: Floats) -> Floats:
        """What the scores of columns with these features (T, d) float32 gain: (T, classes) float32."""
        return np.asarray(np.clip(features @ self.slope.T + self.start, -MOST, MOST), np.float32)


def _measure_norms(means: Floats, usual: Usual) -> Floats:
    return np.asarray(np.einsum("ci,ij,cj->c", means, usual.precision, means), np.float32)
