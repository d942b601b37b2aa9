"""Laws of the mesh and of following rules."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from scanner.geometry.mesh import Lattice, Mesh, make_flat_mesh, smooth_lattice
from scanner.pyramid import build_pyramid, invert, move_from_level, move_to_level, project

NODES = np.arange(0.0, 100.0, 10.0)
SLOPES = st.floats(-0.05, 0.05)


def _plane(across: float, down: float) -> Lattice:
    return Lattice(NODES, NODES, across * NODES[None, :] + down * NODES[:, None])


@given(SLOPES, SLOPES)
def test_planes_are_kept(across: float, down: float) -> None:
    """A sheet that is only tilted is already smooth: nothing is changed, whatever the weights."""
    plane = _plane(across, down)
    result = smooth_lattice(plane, np.random.default_rng(1).uniform(0.2, 1, (10, 10)), (0.5, 0.1), 1.0)
    assert np.allclose(result.values, plane.values, atol=1e-3)


@given(SLOPES, SLOPES, st.integers(0, 9), st.integers(0, 9), st.floats(2.0, 30.0))
def test_a_lone_value_changes_nothing(across: float, down: float, row: int, column: int, off: float) -> None:
    """A stroke of handwriting taken for a rule, even in a corner, moves the sheet by less than a tenth of itself."""
    plane = _plane(across, down)
    values = plane.values.copy()
    values[row, column] += off
    result = smooth_lattice(Lattice(NODES, NODES, values), np.ones((10, 10)), (0.5, 0.1), 0.5)
    assert np.abs(result.values - plane.values).max() < 0.1 * off


@given(SLOPES, SLOPES, st.floats(-19, 109), st.floats(-19, 109))
def test_lattices_are_linear_also_outside(across: float, down: float, x: float, y: float) -> None:
    """Between the nodes and up to two steps beyond them a plane stays a plane."""
    assert np.isclose(_plane(across, down).interpolate(np.array([x, y])), across * x + down * y, atol=1e-6)


def test_missing_values_follow_their_neighbours() -> None:
    """Where nothing was measured the sheet goes on as around it."""
    plane = _plane(0.03, -0.02)
    weights = np.ones((10, 10))
    weights[3:6, 2:7] = 0
    hidden = Lattice(NODES, NODES, np.where(weights > 0, plane.values, 99.0))
    assert np.allclose(smooth_lattice(hidden, weights, (0.5, 0.5), 1.0).values, plane.values, atol=1e-2)


@given(st.integers(0, 4), st.floats(0, 4000), st.floats(0, 4000))
def test_levels_round_trip(level: int, x: float, y: float) -> None:
    """Pixels of a smaller copy lead back to the original's."""
    point = np.array([x, y])
    assert np.allclose(move_from_level(move_to_level(point, level), level), point)


def test_halves_keep_places() -> None:
    """A bright spot is found at the same original pixel on every level."""
    grey = np.zeros((2048, 2048), np.uint8)
    grey[1024:1040, 512:528] = 255
    for level, small in enumerate(build_pyramid(grey).levels):
        rows, columns = np.nonzero(small > 100)
        place = move_from_level(np.array([columns.mean(), rows.mean()]), level)
        assert np.allclose(place, (519.5, 1031.5), atol=0.51)


def test_scale_is_the_smaller_one() -> None:
    """A sheet seen at a slant has fewer pixels per millimetre one way; that one counts."""
    mesh: Mesh = make_flat_mesh(np.diag([8.0, 3.0, 1.0]), 210, 297)
    assert np.allclose(mesh.measure_px_per_mm(np.array([[100.0, 100.0]])), 3.0)
    assert np.allclose(project(invert(mesh.to_px), mesh.project_to_px(np.array([[7.0, 9.0]]))), [[7.0, 9.0]])


def test_a_table_of_thousands_of_pieces_is_sampled() -> None:
    """OpenCV samples at most 32,767 rows at once; a table of 119 rows has more, and each is seen where it is."""
    pyramid = build_pyramid(np.arange(256, dtype=np.uint8).repeat(3)[:, None].repeat(600, axis=1))
    rows = (np.arange(70_000, dtype=np.float32) % 700)[:, None].repeat(2, axis=1)
    seen = pyramid.sample(0, np.full_like(rows, 5), rows)
    assert seen.shape == rows.shape
    assert (seen == (rows // 3).astype(np.uint8)).all()
