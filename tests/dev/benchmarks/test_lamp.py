"""The lamp of the benchmark: brighter towards its side, white where nothing brighter can be shown."""

from __future__ import annotations

import numpy as np
import pytest

from dev.benchmarks.judge.lamp import SIDES, brighten


@pytest.mark.parametrize("side", SIDES)
def test_the_lamp_stands_at_its_side(side: str) -> None:
    """Grey 200 is 240 far from it and white beside it; nothing grows darker, and ink stays ink."""
    page = np.full((40, 60, 3), 200, np.uint8)
    page[::4] = 60
    lit = brighten(page, side, (1.2, 1.6))
    edges = {"left": lit[1:40:4, 0], "right": lit[1:40:4, -1], "top": lit[1], "bottom": lit[-1]}
    opposite = {"left": "right", "right": "left", "top": "bottom", "bottom": "top"}[side]
    assert edges[side].min() >= 250
    assert edges[opposite].max() <= 245
    assert (lit >= page).all()
    assert lit[::4].max() <= 96
