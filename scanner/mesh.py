"""From millimetres on the sheet to pixels of the photo: a homography for the camera, a smooth shift for bent paper."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from scanner.pyramid import Matrix, Points, project
from scanner.surface import make_bending, solve_surface

Values = NDArray[np.float64]

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
    which values stand alone, and then relaxes (graduated non-convexity, Blake and Zisserman 1987).
    """
    values = rough.values
    down, across = make_bending(rough.ys_mm), make_bending(rough.xs_mm)
    trust: Values = weights.astype(np.float64)
    surface = values
    for stiffer in relaxing:
        stiff = down.multiply(stiffer * stiffness[0]), across.multiply(stiffer * stiffness[1])
        surface = solve_surface(
            *stiff, trust + 1e-6, trust / (trust + 1e-6) * values
        )  # without any measurement it is zero
        far = (values - surface) / (tolerance_mm * stiffer**0.15)
        trust = np.asarray(weights * np.square(np.clip(1 - np.square(far), 0, 1)), np.float64)
    return Lattice(rough.xs_mm, rough.ys_mm, surface)


def _locate_nodes(nodes: Values, where: Values) -> tuple[NDArray[np.intp], Values]:
    """Index (...,) intp of the node before each place, and how far the place lies on the way to the next one. Up to two
    steps outside the nodes it goes on straight.
    """
    before = np.clip(np.searchsorted(nodes, where) - 1, 0, len(nodes) - 2)
    return before, np.clip((where - nodes[before]) / (nodes[before + 1] - nodes[before]), -2.0, 3.0)
