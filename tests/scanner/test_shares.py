"""Shares of a picture that are taken without sorting all of it."""

from __future__ import annotations

import numpy as np
import pytest

from scanner.pyramid import measure_shades, take_share


def test_shares_are_percentiles() -> None:
    """Both short cuts give what NumPy gives, between values too."""
    rng = np.random.default_rng(1)
    for _ in range(50):
        grey = rng.integers(0, rng.integers(1, 256), tuple(rng.integers(1, 30, 2)), np.uint8)
        share = float(rng.choice([0, 0.01, 0.5, 0.8, 1, rng.random()]))
        assert measure_shades(grey, 100 * share) == pytest.approx([np.percentile(grey, 100 * share)])
        rows = grey.astype(np.int16)
        assert take_share(rows, share) == pytest.approx(np.percentile(rows, 100 * share, axis=1))
