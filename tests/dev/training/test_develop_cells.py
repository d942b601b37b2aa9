"""Composed cells as other cameras show them, and numbers that are higher than their row."""

from __future__ import annotations

import numpy as np
import pytest

from dev.filler.pens.glyphs import FONTS
from dev.training.cells.develop_cells import DEVELOPERS, UP_TO, Develop, improve
from dev.training.cells.entries import Entries
from dev.training.cells.glyphs import load_bank
from dev.training.cells.surface import add_glare
from dev.training.cells.writers import Writers
from dev.training.cells.writing import CELL_PX


@pytest.fixture
def cell() -> np.ndarray:
    """A dark upright stroke on grey paper."""
    grey = np.full((48, 96), 140.0, np.float32)
    grey[8:40, 44:50] = 40.0
    return grey


@pytest.mark.parametrize("develop", DEVELOPERS)
def test_a_camera_keeps_ink_dark_and_the_cells_size(develop: Develop, cell: np.ndarray) -> None:
    """However it is developed, the stroke is darker than the paper beside it."""
    for seed in range(20):
        made = np.clip(develop(cell, np.random.default_rng(seed)), 0, 255)
        assert made.shape == cell.shape
        assert made[20:30, 45:49].mean() < made[20:30, 10:30].mean() - 25


def test_a_phone_of_today_draws_halos(cell: np.ndarray) -> None:
    """Right beside the stroke paper is lighter than farther away."""
    made = [improve(cell, np.random.default_rng(seed)) for seed in range(20)]
    halos = [float(one[20:30, 51:53].mean() - one[20:30, 70:90].mean()) for one in made]
    assert np.median(halos) > 1


def test_glare_pales_and_never_darkens(cell: np.ndarray) -> None:
    """Light is added, most of it at one place."""
    more = add_glare(cell, np.random.default_rng(1)) - cell
    assert more.min() >= 0
    assert more.max() > 2 * np.median(more)


def test_the_shares_of_the_cameras_add_up() -> None:
    """Every cell has one."""
    assert len(UP_TO) == len(DEVELOPERS)
    assert list(UP_TO) == sorted(UP_TO)
    assert UP_TO[-1] == 1.0


def test_numbers_in_low_rows_run_over_the_rules() -> None:
    """Most of them touch the upper or the lower border of their cell; of ordinary ones few do."""
    rng = np.random.default_rng(4)
    fonts = sorted(FONTS.glob("k*.ttf"))
    entries = Entries(Writers(load_bank([], fonts), rng), rng)
    low, usual = (np.zeros((40, CELL_PX, 2 * CELL_PX), np.float32) for _ in range(2))
    for one, other in zip(low, usual, strict=True):
        entries.write_low(one, entries.writers.draw_writer("28"), "28")
        entries.writers.draw_writer("28").write(other, "28")
    cut = [float((np.maximum(part[:, 0], part[:, -1]).max(axis=1) > 0.3).mean()) for part in (low, usual)]
    assert cut[0] > 0.6 > cut[1] + 0.2
