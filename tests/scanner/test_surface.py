"""Laws of the equations of a smooth surface, and of the look across rules that feeds them."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from scanner.geometry.mesh import Bending, make_bending, solve_surface
from scanner.geometry.rule_matching import _list_costs, _step_forward
from scanner.geometry.rule_profiles import _ALONG, _take_median

SEEDS = st.integers(0, 2**32 - 1)


@given(SEEDS, st.integers(2, 12), st.integers(2, 12), st.floats(0.01, 3000.0), st.floats(0.01, 100.0))
def test_the_surface_is_that_of_the_full_system(seed: int, rows: int, columns: int, down: float, across: float) -> None:
    """Gradients end where one dense system of all nodes ends, also where half of the sheet is hidden."""
    rng = np.random.default_rng(seed)
    stiff = (make_bending(_places(rng, rows)).multiply(down), make_bending(_places(rng, columns)).multiply(across))
    trust = rng.uniform(0, 1, (rows, columns)) * (rng.random((rows, columns)) < 0.5) + 1e-6
    values = rng.normal(0, 3, (rows, columns))
    assert np.abs(solve_surface(*stiff, trust, values) - _dense(*stiff, trust, values)).max() < 1e-4


def test_without_values_the_surface_is_flat() -> None:
    """Nothing seen, nothing bent."""
    stiff = make_bending(np.arange(9.0))
    assert not solve_surface(stiff, stiff, np.ones((9, 9)), np.zeros((9, 9))).any()


@given(SEEDS)
def test_the_middle_of_seven_is_their_median(seed: int) -> None:
    """The network sorts as far as is needed."""
    samples = np.random.default_rng(seed).integers(0, 256, (_ALONG, 3, 4, 5)).astype(np.uint8)
    assert np.array_equal(_take_median(samples), np.median(samples, axis=0))


@given(SEEDS, st.integers(1, 9))
def test_a_shift_is_reached_from_the_best_one_near(seed: int, step: int) -> None:
    """What arrives is the best of all that may, less the cost of the way."""
    before = np.random.default_rng(seed).normal(0, 1, (3, 20 + 2 * step)).astype(np.float32)
    windows = np.lib.stride_tricks.sliding_window_view(before, 2 * step + 1, axis=1)
    assert np.array_equal(_step_forward(before, step), (windows - _list_costs(step)).max(axis=-1))


def _places(rng: np.random.Generator, count: int) -> np.ndarray:
    return np.asarray(np.cumsum(rng.uniform(3, 30, count)))


def _dense(down: Bending, across: Bending, trust: np.ndarray, values: np.ndarray) -> np.ndarray:
    rows, columns = values.shape
    system = np.kron(down.form, np.eye(columns)) + np.kron(np.eye(rows), across.form) + np.diag(trust.ravel())
    return np.asarray(np.linalg.solve(system, (trust * values).ravel()).reshape(rows, columns))
