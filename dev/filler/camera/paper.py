"""Paper that does not lie flat: it curls over a cylinder and keeps a fold, always along one direction, so it never
stretches.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Points = NDArray[np.float64]
"""(N, 2) or (N, 3) float64, millimetres."""

_STEP_MM = 0.5


@dataclass(frozen=True, slots=True)
class Bend:
    """How the sheet's height runs across the page, along `direction` (radians from the page's x axis).

    All (n,) float64: `s_mm` ascending (distance from the page's centre along the direction), `run_mm` where that point
    lies on the table, `height_mm` above it, `slope` the tangent's angle in radians. A flat sheet is `FLAT`.
    """

    direction: float
    s_mm: NDArray[np.float64]
    run_mm: NDArray[np.float64]
    height_mm: NDArray[np.float64]
    slope: NDArray[np.float64]
    crease_mm: float | None = None

    def across(self, points_mm: Points, page_mm: tuple[float, float]) -> NDArray[np.float64]:
        """The distance (n,) float64, in mm, of each of the points (n, 2) from the page's centre along the bend's
        direction."""
        x, y = points_mm[:, 0] - page_mm[0] / 2, points_mm[:, 1] - page_mm[1] / 2
        return np.asarray(x * np.cos(self.direction) + y * np.sin(self.direction), np.float64)

    def lift(self, points_mm: Points, page_mm: tuple[float, float]) -> Points:
        """(N, 2) float64 page coordinates to (N, 3) places over the table: x, y from the page's centre, z up, in mm."""
        s = self.across(points_mm, page_mm)
        moved = np.interp(s, self.s_mm, self.run_mm) - s
        x = points_mm[:, 0] - page_mm[0] / 2 + moved * np.cos(self.direction)
        y = points_mm[:, 1] - page_mm[1] / 2 + moved * np.sin(self.direction)
        return np.column_stack([x, y, np.interp(s, self.s_mm, self.height_mm)])


def bend(
    direction: float, curl_mm: float, fold: float, fold_at_mm: float, page_mm: tuple[float, float], arch_mm: float = 0.0
) -> Bend:
    """A sheet whose edge curls up by about `curl_mm` (one end more than the other), with a fold of `fold` radians at
    `fold_at_mm`, its middle arched by `arch_mm` over the ends (an arc of a circle).

    The tangent's angle is given, its cosine and sine are summed up: lengths on the paper stay true.
    """
    reach = float(np.hypot(*page_mm)) / 2 + 10
    s = np.arange(-reach, reach + _STEP_MM, _STEP_MM)
    part = s / reach
    slope = 3.0 * curl_mm / reach * np.sign(part) * part**2 * np.where(part > 0, 1.0, 0.35)
    length = abs(page_mm[0] * np.cos(direction)) + abs(page_mm[1] * np.sin(direction))
    slope = slope - 8.0 * arch_mm / length**2 * s
    slope = slope + fold / 2 * np.tanh((s - fold_at_mm) / 0.8)
    run, height = np.cumsum(np.cos(slope)) * _STEP_MM, np.cumsum(np.sin(slope)) * _STEP_MM
    run += s[len(s) // 2] - run[len(s) // 2]
    return Bend(direction, s, run, height - height.min(), slope, fold_at_mm if fold else None)


def flat(page_mm: tuple[float, float]) -> Bend:
    """The sheet lying flat."""
    return bend(0.0, 0.0, 0.0, 0.0, page_mm)
