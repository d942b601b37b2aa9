"""From millimetres on the sheet to pixels of the photo: a homography for the camera, a smooth shift for bent paper.

The smooth surface on a lattice is found by conjugate gradients: a sheet of 44 by 25 rules has 1,100 nodes, but almost
all of them are trusted alike, and a surface trusted alike everywhere is known in closed form."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.pyramid import Grey, Matrix, Points, Pyramid, move_to_level, project

Values = NDArray[np.float64]

_NEAR_MM = 1e-9
"""The surface counts as solved when it would move by less. Where nothing is trusted it may be 1,000 times as far off,
which nobody sees."""
_MOST_STEPS = 500
"""Steps at most. Sheets take 2 to 50; those of which only a corner is seen take 200."""


@dataclass(frozen=True, slots=True, eq=False)
class Bending:
    """What bending along one axis costs: a quadratic `form` (n, n), its eigenvalues `rates` (n,), its eigenvectors
    `modes` (n, n), all float64.
    """

    form: Values
    rates: Values
    modes: Values

    def multiply(self, stiffness: float) -> Bending:
        """The cost of a sheet that is `stiffness` times as stiff."""
        return Bending(stiffness * self.form, stiffness * self.rates, self.modes)


def make_bending(nodes: Values) -> Bending:
    """Sum of squared second derivatives at `nodes` (n,) float64, in units of their mean spacing; of slopes for two
    nodes.
    """
    return _solve_modes(tuple(nodes.tolist()))


@lru_cache(maxsize=64)  # sheets of one kind have the same rules
def _solve_modes(places: tuple[float, ...]) -> Bending:
    form = _make_form(np.array(places))
    return Bending(form, *np.linalg.eigh(form))


def _make_form(nodes: Values) -> Values:
    if len(nodes) < 3:
        return np.array([[1.0, -1.0], [-1.0, 1.0]])[: len(nodes), : len(nodes)]
    before, after = np.diff(nodes)[:-1], np.diff(nodes)[1:]
    unit = np.square(np.diff(nodes).mean())
    second = np.zeros((len(nodes) - 2, len(nodes)))
    rows = np.arange(len(nodes) - 2)
    second[rows, rows] = 2 * unit / (before * (before + after))
    second[rows, rows + 1] = -2 * unit / (before * after)
    second[rows, rows + 2] = 2 * unit / (after * (before + after))
    return np.asarray(second.T @ second)


def solve_surface(down: Bending, across: Bending, trust: Values, values: Values) -> Values:
    """The field (rows, columns) float64 that minimises bending plus `trust` times squared distance from `values`.

    `trust` and `values` are (rows, columns) float64, `trust` positive. Conjugate gradients, preconditioned by the same
    surface trusted everywhere as much as on average (Golub and Van Loan, "Matrix Computations", 11.5.2).
    """
    usual = 1 / (down.rates[:, None] + across.rates + trust.mean())

    def roughly(force: Values) -> Values:
        return np.asarray(down.modes @ (usual * (down.modes.T @ force @ across.modes)) @ across.modes.T)

    surface = np.zeros_like(values)
    rest = trust * values
    step, ahead, left = np.zeros_like(values), roughly(rest), 0.0
    for _ in range(_MOST_STEPS):
        if np.abs(ahead).max(initial=0.0) < _NEAR_MM:
            break
        before, left = left, float(np.vdot(rest, ahead))
        step = ahead + (left / before if before else 0.0) * step
        force = down.form @ step + step @ across.form + trust * step
        length = left / float(np.vdot(step, force))
        surface, rest = surface + length * step, rest - length * force
        ahead = roughly(rest)
    return surface


RELAXING = (30.0, 1.0)
"""Stiffness of the surface from round to round, as multiples: at 30 a lone value at the border sticks out by 60 %."""


@dataclass(frozen=True, slots=True)
class Lattice:
    """A scalar field in mm over the sheet: `values` (rows, columns) float64 at nodes `xs_mm` (columns,) and `ys_mm`
    (rows,) float64. It is linear between the nodes, and goes on straight beyond them.
    """

    xs_mm: Values
    ys_mm: Values
    values: Values

    def interpolate(self, points_mm: Points) -> Values:
        """The field (...,) float64 at `points_mm` (..., 2) float64."""
        column, right = _locate_nodes(self.xs_mm, points_mm[..., 0])
        row, low = _locate_nodes(self.ys_mm, points_mm[..., 1])
        upper = self.values[row, column] * (1 - right) + self.values[row, column + 1] * right
        lower = self.values[row + 1, column] * (1 - right) + self.values[row + 1, column + 1] * right
        return np.asarray(upper * (1 - low) + lower * low)


@dataclass(frozen=True, slots=True)
class Mesh:
    """The homography `to_px` (3, 3) float64 maps flat paper in mm to pixels of the photo. `across` and `down` say by
    how many mm bent paper deviates from flat paper in x and y.
    """

    to_px: Matrix
    across: Lattice
    down: Lattice

    def bend_points(self, points_mm: Points) -> Points:
        """Where points (..., 2) float64 of flat paper come to lie on bent paper: (..., 2) float64, still in mm."""
        return points_mm + np.stack([self.across.interpolate(points_mm), self.down.interpolate(points_mm)], axis=-1)

    def project_to_px(self, points_mm: Points) -> Points:
        """The original pixels (..., 2) float64 of `points_mm` (..., 2) float64."""
        return project(self.to_px, self.bend_points(points_mm))

    def scale(self, px_per_mm: float, corner_mm: tuple[float, float]) -> Mesh:
        """The mesh that counts in the pixels of a flat picture, with `corner_mm` at its upper left, instead of mm."""
        (x, y), size = corner_mm, 1 / px_per_mm
        across, down = (
            Lattice((part.xs_mm - x) * px_per_mm, (part.ys_mm - y) * px_per_mm, part.values * px_per_mm)
            for part in (self.across, self.down)
        )
        return Mesh(self.to_px @ np.array([[size, 0, x], [0, size, y], [0, 0, 1.0]]), across, down)

    def measure_px_per_mm(self, points_mm: Points) -> Values:
        """The smaller of the two scales (n,) float64 at every point of `points_mm` (n, 2) float64."""
        steps = [
            self.project_to_px(points_mm + step) - self.project_to_px(points_mm - step)
            for step in (np.array([0.5, 0]), np.array([0, 0.5]))
        ]
        across, down = (np.asarray(np.linalg.norm(step, axis=-1), np.float64) for step in steps)
        return np.minimum(across, down)


def make_flat_mesh(to_px: Matrix, width_mm: float, height_mm: float) -> Mesh:
    """The mesh of a sheet that lies flat, by its homography (3, 3) float64 from mm to original pixels."""
    corners = np.array([0.0, width_mm]), np.array([0.0, height_mm])
    return Mesh(to_px, Lattice(*corners, np.zeros((2, 2))), Lattice(*corners, np.zeros((2, 2))))


def sample_photo(pyramid: Pyramid, mesh: Mesh, size: tuple[int, int]) -> Grey:
    """The photo (height, width) uint8 under every pixel of a flat picture of `size` (width, height), whose pixels are
    what `mesh` calls mm.
    """
    width, height = size
    steps = np.linspace(0, width - 1, max(2, width // 8)), np.linspace(0, height - 1, max(2, height // 8))
    nodes = mesh.project_to_px(np.stack(np.meshgrid(*steps), axis=-1))
    shrink = float(np.median(np.linalg.norm(np.diff(nodes, axis=1), axis=-1))) / float(steps[0][1] - steps[0][0])
    level = pyramid.choose_level(shrink)
    x, y = (_interpolate(part, size) for part in np.moveaxis(move_to_level(nodes, level).astype(np.float32), -1, 0))
    return pyramid.sample(level, x, y)


def _interpolate(nodes: NDArray[np.float32], size: tuple[int, int]) -> NDArray[np.float32]:
    """Values (height, width) float32 at every pixel of `size`, from `nodes` (rows, columns) float32 that are evenly
    spaced from the first pixel to the last.
    """
    width, height = size
    columns = np.linspace(0, nodes.shape[1] - 1, width, dtype=np.float32)
    rows = np.linspace(0, nodes.shape[0] - 1, height, dtype=np.float32)
    x, y = np.meshgrid(columns, rows)
    return np.asarray(cv2.remap(np.ascontiguousarray(nodes), x, y, cv2.INTER_LINEAR), np.float32)


def smooth_lattice(
    rough: Lattice,
    weights: Values,
    stiffness: tuple[float, float],
    tolerance_mm: float,
    relaxing: Sequence[float] = RELAXING,
) -> Lattice:
    """`rough` made smooth: bending costs, and a value far from its surroundings counts for nothing. `weights` (rows,
    columns) float64: 0 marks what was not measured.

    A Whittaker smoother (second differences along columns and rows, weighted by `stiffness`) with Tukey's biweight:
    values further than `tolerance_mm` from the surface are left out. The surface is stiff at first, so that it shows
    which values differ from all around them, and then relaxes (graduated non-convexity, Blake and Zisserman 1987).
    """
    values = rough.values
    down, across = make_bending(rough.ys_mm), make_bending(rough.xs_mm)
    trust: Values = weights.astype(np.float64)
    surface = values
    for stiffer in relaxing:
        stiff = down.multiply(stiffer * stiffness[0]), across.multiply(stiffer * stiffness[1])
        # without any measurement the surface is zero
        surface = solve_surface(*stiff, trust + 1e-6, trust / (trust + 1e-6) * values)
        far = (values - surface) / (tolerance_mm * stiffer**0.15)
        trust = np.asarray(weights * np.square(np.clip(1 - np.square(far), 0, 1)), np.float64)
    return Lattice(rough.xs_mm, rough.ys_mm, surface)


def _locate_nodes(nodes: Values, where: Values) -> tuple[NDArray[np.intp], Values]:
    """Index (...,) intp of the node before each place, and how far the place lies on the way to the next one. Up to two
    steps outside the nodes it goes on straight.
    """
    before = np.clip(np.searchsorted(nodes, where) - 1, 0, len(nodes) - 2)
    return before, np.clip((where - nodes[before]) / (nodes[before + 1] - nodes[before]), -2.0, 3.0)
