"""Where exactly a printed rule runs: profiles across it, measured in the photo around the place where the mesh expects
it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from scanner.mesh import Mesh, Values
from scanner.pyramid import Points, Pyramid

_ALONG = 9
"""Samples along a piece of rule: enough for their median to outvote a stroke of handwriting that crosses it."""
_HALF_DARK = 0.5
"""Share of the darkest sample from which a sample belongs to the rule: its half width."""


@dataclass(frozen=True, slots=True)
class Pieces:
    """Measured pieces of rules in a field (rows, columns).

    `offset_mm`: how far the rule lies from where it was expected; `contrast`: share of the paper's light that it takes
    (0..1); `paper`: grey level beside it; `width_mm`: at half darkness; `flank_mm`: from 10 % to 90 % of its darkness,
    on one side.
    """

    offset_mm: Values
    contrast: Values
    paper: Values
    flank_mm: Values


@dataclass(frozen=True, slots=True)
class Look:
    """How far to both sides of the expected place to look, in which steps, and how wide a rule may be (half, mm)."""

    reach_mm: float
    step_mm: float
    half_width_mm: float


def measure(pyramid: Pyramid, mesh: Mesh, places_mm: Points, length_mm: Values, upright: bool, look: Look) -> Pieces:
    """Looks across the pieces of rule around `places_mm` (rows, columns, 2), each `length_mm` (rows, columns) long.

    `upright` rules run down the sheet, the others across it.
    """
    count = int(np.ceil(look.reach_mm / look.step_mm))
    offsets = np.arange(-count, count + 1).astype(np.float64) * look.step_mm
    points = _points(mesh, places_mm, length_mm, upright, offsets)
    steps = np.linalg.norm(np.diff(points, axis=-2), axis=-1)
    level = pyramid.fit(float(np.median(steps)))
    grey = pyramid.sample(level, points.reshape(-1, len(offsets), 2)).reshape(points.shape[:-1])
    return _weigh(np.median(grey, axis=-2).astype(np.float64), offsets, look.half_width_mm)


def _points(mesh: Mesh, places_mm: Points, length_mm: Values, upright: bool, offsets: Values) -> Points:
    """Pixels (rows, columns, along, offsets, 2), straight between the four corners of each piece's surroundings."""
    along_axis, across_axis = (1, 0) if upright else (0, 1)
    corners = np.repeat(places_mm[..., None, None, :], 2, axis=-3).repeat(2, axis=-2)
    corners[..., along_axis] += (np.array([-0.5, 0.5]) * length_mm[..., None])[..., :, None]
    corners[..., across_axis] += offsets[[0, -1]]
    ends = mesh.px(corners)  # rows, columns, 2 along, 2 across, 2
    t, o = np.linspace(0, 1, _ALONG), np.linspace(0, 1, len(offsets))
    lengthwise = ends[..., :1, :, :] * (1 - t)[:, None, None] + ends[..., 1:, :, :] * t[:, None, None]
    return np.asarray(lengthwise[..., :1, :] * (1 - o)[:, None] + lengthwise[..., 1:, :] * o[:, None])


def _weigh(grey: Values, offsets: Values, half_width_mm: float) -> Pieces:
    """The middle of the darkest stroke near the expected place in each profile of `grey` (rows, columns, offsets)."""
    paper = np.maximum(np.percentile(grey, 80, axis=-1), 1.0)
    dark = np.clip(1 - grey / paper[..., None], 0, 1)
    nearness = 1 - 0.3 * np.square(offsets / offsets[-1])
    peak = (dark * nearness).argmax(axis=-1)
    contrast = np.take_along_axis(dark, peak[..., None], -1)[..., 0]
    near = np.abs(offsets - offsets[peak][..., None]) <= half_width_mm
    weight = np.clip(dark - _HALF_DARK * contrast[..., None], 0, 1) * near
    offset = (weight * offsets).sum(-1) / np.maximum(weight.sum(-1), 1e-9)
    return Pieces(np.where(contrast > 0, offset, 0.0), contrast, paper, _flank(dark, contrast, peak, offsets))


def _flank(dark: Values, contrast: Values, peak: Values, offsets: Values) -> Values:
    """Distance between 90 % and 10 % of the darkness, the mean of both sides, in mm; infinite where the profile ends
    first.
    """
    share = dark / np.maximum(contrast, 1e-6)[..., None]
    index = np.arange(len(offsets))
    width = np.zeros_like(contrast)
    for side in (index <= peak[..., None], index >= peak[..., None]):
        width += (side & (share > 0.1)).sum(-1) - (side & (share > 0.9)).sum(-1)
    return np.asarray(width / 2 * float(offsets[1] - offsets[0]))
