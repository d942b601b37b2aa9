"""Solves the equations of a smooth surface on a lattice, by conjugate gradients.

A sheet of 44 by 25 rules has 1,100 nodes, but almost all of them are trusted alike, and a surface trusted alike
everywhere is known in closed form.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

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
