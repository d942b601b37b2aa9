"""Where exactly a printed rule runs: profiles across it, measured in the photo around the place where the mesh expects
it.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from scanner.geometry.mesh import Mesh, Values
from scanner.pyramid import Points, Pyramid, move_to_level, take_share

_ALONG = 7
"""Samples along a piece of rule: enough for their median to outvote a stroke of handwriting that crosses it."""
_STEP, _WINDOW = 4, 11
"""Along a rule of dots or dashes each sample is a mean over a third of the piece, as a single one may lie in a gap: so
many finer samples apart, and over so many of them."""
_MEDIAN_OF_SEVEN = tuple(
    (int(pair[0]), int(pair[1]))
    for pair in ("05", "03", "16", "24", "01", "35", "26", "23", "36", "45", "14", "13", "34")
)
"""Pairs of the seven samples that are put in order, one pair after the other, until the fourth sample is the median."""
_NEARNESS = 0.4
"""How much darker a stroke at the end of the reach must be to be preferred to one in the middle."""
_NO_LIGHT = 32.0
"""Grey level below which everything counts as black: there noise must not become a rule (as in `scanner.pyramid`)."""

_HALF_DARK = 0.5
"""Share of the darkest sample from which a sample belongs to the rule: its half width."""


@dataclass(frozen=True, slots=True)
class Pieces:
    """Measured pieces of rules, each field (rows, columns) float64.

    `offset_mm`: how far the rule lies from where it was expected. `contrast`: share of the paper's light that it takes
    (0..1). `peaks` (rows, columns) intp: where in the `profiles` it is darkest.
    """

    offset_mm: Values
    contrast: Values
    peaks: NDArray[np.intp]
    profiles: Profiles

    @property
    def paper(self) -> Values:
        """Grey level beside each, (rows, columns) float64."""
        return self.profiles.paper

    @property
    def lost(self) -> Values:
        """As in `Profiles`, (rows, columns) bool."""
        return self.profiles.lost

    @property
    def dotted(self) -> NDArray[np.bool_]:
        """As in `Profiles`, (rows, columns) bool."""
        return self.profiles.dotted

    def measure_flanks(self) -> Values:
        """The width in mm of each rule's edge, from 10 % to 90 % of its darkness, the mean of both sides: (rows,
        columns) float64.
        """
        offsets = self.profiles.offsets_mm
        share = self.profiles.dark / np.maximum(self.contrast, 1e-6)[..., None]
        index, peaks = np.arange(len(offsets)), self.peaks[..., None]
        width = np.zeros_like(self.contrast)
        for side in (index <= peaks, index >= peaks):
            width += (side & (share > 0.1)).sum(-1) - (side & (share > 0.9)).sum(-1)
        return np.asarray(width / 2 * float(offsets[1] - offsets[0]))


@dataclass(frozen=True, slots=True)
class Profiles:
    """Grey levels across pieces of rules: how dark (rows, columns, offsets) float64 at `offsets_mm` (offsets,) float64
    beside the expected place.

    `dark` is a share of the light of the `paper` (rows, columns) float64. Ink darker than its rule usually is gains
    nothing by that: writing is often darker than a thin grey rule. `lost` (rows, columns) bool: there is no light, or
    none of the grain that printed paper has under any camera. Decoders fill what a damaged file lacks with one shade.
    `dotted` (rows, columns) bool: the rule is one of dots or dashes, which take a part of the light that a whole one
    takes.
    """

    dark: Values
    paper: Values
    lost: Values
    offsets_mm: Values
    dotted: NDArray[np.bool_]

    def locate_rules(self, expected_mm: Values | float, reach_mm: float, half_width_mm: float) -> Pieces:
        """The middle of the stroke nearest to `expected_mm`, a number or (rows, columns) float64, in each profile; at
        most `reach_mm` away.
        """
        offsets = self.offsets_mm
        away = (offsets - np.asarray(expected_mm)[..., None]) / reach_mm
        nearness = np.clip(1 - _NEARNESS * np.square(away), 0, 1) * (np.abs(away) <= 1)
        peak = (self.dark * nearness).argmax(axis=-1)
        contrast = np.take_along_axis(self.dark * nearness, peak[..., None], -1)[..., 0]
        around = np.abs(offsets - offsets[peak][..., None]) <= half_width_mm
        weight = np.clip(self.dark - _HALF_DARK * contrast[..., None], 0, 1) * around
        offset = (weight * offsets).sum(-1) / np.maximum(weight.sum(-1), 1e-9)
        return Pieces(np.where(contrast > 0, offset, expected_mm), contrast, peak, self)


def measure_profiles(
    pyramid: Pyramid,
    mesh: Mesh,
    places_mm: Points,
    length_mm: Values,
    dotted: NDArray[np.bool_],
    upright: bool,
    reach_mm: float,
    step_mm: float,
) -> Profiles:
    """Looks across the pieces of rule around `places_mm` (rows, columns, 2) float64, each `length_mm` (rows, columns)
    float64 long, up to `reach_mm` to either side in steps of `step_mm`.

    `upright` rules run down the sheet, the others across it. `dotted` (rows, columns) bool: which are dots or dashes.
    """
    count = int(np.ceil(reach_mm / step_mm))
    offsets = np.arange(-count, count + 1).astype(np.float64) * step_mm
    corners = _locate_corners(mesh, places_mm, length_mm, upright, offsets)
    steps = np.linalg.norm(np.diff(corners.mean(axis=2), axis=2), axis=-1) / (len(offsets) - 1)
    level = pyramid.choose_level(float(np.median(steps)))
    grey = _sample_median(pyramid, level, corners, len(offsets), dotted)
    paper = take_share(grey.reshape(-1, len(offsets)).astype(np.int16), 0.8).reshape(grey.shape[:2])
    light = np.minimum(np.maximum.accumulate(grey, -1), np.maximum.accumulate(grey[..., ::-1], -1)[..., ::-1])
    dark = (light - grey) / np.maximum(light, _NO_LIGHT)  # paper on both sides: no edge of a thumb
    lost = (np.ptp(grey, axis=-1) == 0) | (light.max(axis=-1) < _NO_LIGHT)
    along = 0 if upright else 1
    seen = np.where(lost & ~lost.all(axis=along, keepdims=True), np.nan, dark.max(axis=-1))
    take_median = np.nanmedian if lost.any() else np.median  # the first takes three times as long
    usual = take_median(seen, axis=along, keepdims=True)
    return Profiles(np.minimum(dark, 1.1 * usual[..., None]), np.maximum(paper, 1.0), lost, offsets, dotted)


def _locate_corners(mesh: Mesh, places_mm: Points, length_mm: Values, upright: bool, offsets: Values) -> Points:
    """The corners of each piece's surroundings in original pixels, (rows, columns, 2 along, 2 across, 2)."""
    along_axis, across_axis = (1, 0) if upright else (0, 1)
    corners = np.repeat(places_mm[..., None, None, :], 2, axis=-3).repeat(2, axis=-2)
    corners[..., along_axis] += (np.array([-0.5, 0.5]) * length_mm[..., None])[..., :, None]
    corners[..., across_axis] += offsets[[0, -1]]
    return mesh.project_to_px(corners)


def _sample_median(
    pyramid: Pyramid, level: int, corners: Points, count: int, dotted: NDArray[np.bool_]
) -> NDArray[np.uint8]:
    """The median grey level along each piece (rows, columns, offsets); where it is `dotted`, of means."""
    usual = _take_median(_sample_grey(pyramid, level, corners, count, _ALONG))
    if not dotted.any():
        return usual
    fine = _sample_grey(pyramid, level, corners, count, _STEP * (_ALONG - 1) + _WINDOW)
    means = [fine[_STEP * at : _STEP * at + _WINDOW].mean(axis=0).round().astype(np.uint8) for at in range(_ALONG)]
    return np.where(dotted[..., None], _take_median(np.stack(means)), usual)


def _sample_grey(pyramid: Pyramid, level: int, corners: Points, count: int, along: int) -> NDArray[np.uint8]:
    """Grey levels (along, rows, columns, offsets) at `count` offsets, straight between the `corners`."""
    ends = move_to_level(corners, level).astype(np.float32).reshape(-1, 4, 2)
    t, o = (np.linspace(0, 1, samples, dtype=np.float32) for samples in (along, count))
    shares = np.einsum("ia,jo->aijo", np.stack([1 - t, t]), np.stack([1 - o, o])).reshape(along, 4, count)
    at_x, at_y = np.moveaxis(ends, -1, 0)[:, None] @ shares  # each (along, pieces, offsets)
    seen = pyramid.sample(level, at_x.reshape(-1, count), at_y.reshape(-1, count))
    return seen.reshape(along, *corners.shape[:2], count)


def _take_median(samples: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The median of the `_ALONG` samples, by a network that sorts as much as is needed (Knuth, TAOCP 3, 5.3.4)."""
    sorted_ = list(samples)
    for low, high in _MEDIAN_OF_SEVEN:
        one, other = sorted_[low], sorted_[high]
        sorted_[low], sorted_[high] = np.minimum(one, other), np.maximum(one, other)
    return np.asarray(sorted_[_ALONG // 2], np.uint8)
