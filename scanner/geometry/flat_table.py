"""A quadrilateral of the photo as a flat picture, its bends taken out. Lengths count in the pixels of that picture.

Strokes are followed from strip to strip across the table: the way they run shows how the paper is bent."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from statistics import median

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.geometry.mesh import Lattice, Mesh, Values, make_flat_mesh, sample_photo
from scanner.pyramid import (
    Dark,
    Grey,
    Pyramid,
    find_thin_strokes,
    fit_quad,
    keep_level_strokes,
    keep_upright_strokes,
    list_corners,
)

STRIPS = 48
"""Strips across the table: 4 mm on A4, over which paper that curls by 20 mm slopes by 1 mm at most."""
_BANDS = 16
"""Heights at which slopes are gathered: bent paper changes over centimetres."""
_FAINTEST = 8.0
"""Least darkness (of 255) of a strip's row that may be a rule."""
_BESIDE_STRONG = 0.2
"""Share of the strongest rows' darkness below which a row is no rule: thin rules beside thick ones have a third."""
_NEAR_PX = 5.0
"""How far a stroke may be from where it was headed in the next strip: half the closest distance between rules."""
_LEAST_STRIPS = 6
"""Shorter strokes are writing."""
_LOST_STRIPS = 3
"""Strips over which a stroke may be hidden: a digit written over it is one or two wide."""


@dataclass(slots=True)
class _Track:
    """A stroke that is being followed: its height in px in every strip so far, and its slope in px a strip."""

    strips: list[int]
    heights: list[float]
    slope: float = 0.0

    def predict(self, strip: int) -> float:
        return self.heights[-1] + self.slope * (strip - self.strips[-1])

    def go_on(self, strip: int, height: float) -> None:
        step = (height - self.heights[-1]) / (strip - self.strips[-1])
        self.slope = step if len(self.strips) == 1 else 0.6 * self.slope + 0.4 * step
        self.strips.append(strip)
        self.heights.append(height)


def measure_bends(level: Dark) -> Lattice:
    """How far the level strokes of `level` (H, W) uint8 leave the straight: a lattice in px (rows, columns) float64, 0
    at the left edge.
    """
    height, width = level.shape
    edges = np.linspace(0, width, STRIPS + 1).astype(int)
    slopes = _measure_slopes(_follow_tracks(level, edges), height)
    drift = np.concatenate([np.zeros((_BANDS, 1)), np.cumsum(slopes, axis=1)], axis=1)
    middles = (edges[1:] + edges[:-1]) / 2
    return Lattice(middles.astype(np.float64), (np.arange(_BANDS) + 0.5) * height / _BANDS, drift)


def _follow_tracks(level: Dark, edges: NDArray[np.intp]) -> list[_Track]:
    means = np.stack([level[:, a:b].mean(axis=1) for a, b in pairwise(edges)])
    smooth = np.asarray(cv2.GaussianBlur(means.astype(np.float32), (5, 1), 0.9))
    least = max(_FAINTEST, _BESIDE_STRONG * float(np.percentile(smooth, 99)))
    done: list[_Track] = []
    active: list[_Track] = []
    for strip, profile in enumerate(smooth):
        peaks = _find_peaks(profile, least)
        _match_peaks(active, peaks, strip)
        taken = {track.heights[-1] for track in active}
        active += [_Track([strip], [peak]) for peak in peaks if peak not in taken]
        done += [track for track in active if strip - track.strips[-1] >= _LOST_STRIPS]
        active = [track for track in active if strip - track.strips[-1] < _LOST_STRIPS]
    return [track for track in done + active if len(track.strips) >= _LEAST_STRIPS]


def _find_peaks(profile: NDArray[np.float32], least: float) -> list[float]:
    """Heights of the maxima above `least`, between the pixels."""
    at = np.flatnonzero((profile[1:-1] >= least) & (profile[1:-1] >= profile[:-2]) & (profile[1:-1] > profile[2:])) + 1
    before, here, after = (profile[at + k].astype(np.float64) for k in (-1, 0, 1))
    curve = np.minimum(before - 2 * here + after, -1e-6)
    return [float(value) for value in at + np.clip(0.5 * (before - after) / curve, -0.5, 0.5)]


def _match_peaks(active: list[_Track], peaks: list[float], strip: int) -> None:
    """Each track takes the peak nearest to its predicted height, if no other track is nearer to that peak."""
    if not active or not peaks:
        return
    away = np.abs(np.array([track.predict(strip) for track in active])[:, None] - np.array(peaks)[None, :])
    nearest, owner = away.argmin(axis=1), away.argmin(axis=0)
    for place, track in enumerate(active):
        peak = int(nearest[place])
        if owner[peak] == place and away[place, peak] <= _NEAR_PX:
            track.go_on(strip, peaks[peak])


def _measure_slopes(tracks: list[_Track], height: int) -> Values:
    """Pixels that strokes sink from each strip to the next, (_BANDS, STRIPS - 1) float64: medians, smoothed."""
    found: list[list[list[float]]] = [[[] for _ in range(STRIPS - 1)] for _ in range(_BANDS)]
    for track in tracks:
        for (strip, one), (later, other) in pairwise(zip(track.strips, track.heights, strict=True)):
            band = int(np.clip(one / height * _BANDS, 0, _BANDS - 1))
            for step in range(strip, later):
                found[band][step].append((other - one) / (later - strip))
    weight = np.array([[len(cell) for cell in row] for row in found], np.float32)
    value = np.array([[median(cell) if cell else 0.0 for cell in row] for row in found], np.float32)
    trust = np.minimum(weight, 3.0) + 1e-4
    blurred = cv2.GaussianBlur(trust * value, (0, 0), 1.5, borderType=cv2.BORDER_REPLICATE)
    return np.asarray(blurred / cv2.GaussianBlur(trust, (0, 0), 1.5, borderType=cv2.BORDER_REPLICATE), np.float64)


SIDE_PX = 1600
"""Long side of the flattened table: 60 rows are 26 px each, a rule of 0.2 mm on A4 is one pixel wide."""
_LEAST_SIDE_PX, _LARGER = 800, 1.5
"""The least long side, and up to how much larger than the photo the flattened table is."""
MARGIN = 0.02
"""Seen around the quadrilateral, as a share of its long side, so that outer rules are whole."""
STROKE_PX = 17
"""Widest stroke that may be a rule: 3 mm on A4."""
LENGTH_PX = 30
"""Shortest piece of a rule: longer than the strokes of letters that are no rules."""
_ROUNDS = 2
"""Looks at the bends: the second sees what the first could not follow."""


@dataclass(frozen=True, slots=True)
class FlatTable:
    """`grey` and `dark` (H, W) uint8 of the flattened table with a margin of `margin` px. `mesh` leads from their
    pixels, which it calls mm, to the photo.
    """

    grey: Grey
    dark: Dark
    mesh: Mesh
    margin: int

    def keep_level(self, length_px: int = LENGTH_PX) -> Dark:
        """The strokes (H, W) uint8 that run across for at least `length_px`."""
        return keep_level_strokes(self.dark, length_px)

    def keep_upright(self, length_px: int = LENGTH_PX) -> Dark:
        """The strokes (H, W) uint8 that run down for at least `length_px`."""
        return keep_upright_strokes(self.dark, length_px)


def flatten_table(pyramid: Pyramid, quad: Values, rounds: int = _ROUNDS) -> FlatTable:
    """The table inside `quad` (4, 2) float64 original px, straightened by the strokes that run through it in so many
    `rounds`."""
    width, height = choose_size(quad)
    margin = int(np.ceil(MARGIN * max(width, height)))
    to_px = fit_quad(list_corners((0, width), (0, height)) + margin, quad)
    size = width + 2 * margin, height + 2 * margin
    mesh = make_flat_mesh(to_px, *(float(side) for side in size))
    view = _view_table(pyramid, mesh, size, margin)
    for _ in range(rounds):
        down, across = measure_bends(view.keep_level()), measure_bends(np.ascontiguousarray(view.keep_upright().T))
        across = Lattice(across.ys_mm, across.xs_mm, np.ascontiguousarray(across.values.T))
        mesh = Mesh(to_px, _compose_shift(mesh, across, 0, size), _compose_shift(mesh, down, 1, size))
        view = _view_table(pyramid, mesh, size, margin)
    return view


def view_straight(pyramid: Pyramid, mesh: Mesh, corners_mm: Values, side_px: int) -> FlatTable:
    """The table between its corners (4, 2) float64 mm as `mesh` has it, its long side `side_px`."""
    low, size_mm = corners_mm.min(axis=0), np.ptp(corners_mm, axis=0)
    scale, margin = side_px / float(size_mm.max()), int(np.ceil(MARGIN * side_px))
    width, height = (round(float(side) * scale) + 2 * margin for side in size_mm)
    left, top = (float(place) - margin / scale for place in low)
    return _view_table(pyramid, mesh.scale(scale, (left, top)), (width, height), margin)


def choose_size(quad: Values) -> tuple[int, int]:
    """Width and height of the flat picture: mean sides of the `quad` (4, 2) float64 px, the longer `SIDE_PX`, or
    less for one that is small in the photo: a blurred rule must not become wider than a rule may be."""
    sides = np.linalg.norm(quad - np.roll(quad, -1, axis=0), axis=1)
    across, down = float(sides[[0, 2]].mean()), float(sides[[1, 3]].mean())
    scale = min(SIDE_PX / max(across, down), max(_LEAST_SIDE_PX / max(across, down), _LARGER))
    return max(64, round(across * scale)), max(64, round(down * scale))


def _view_table(pyramid: Pyramid, mesh: Mesh, size: tuple[int, int], margin: int) -> FlatTable:
    grey = sample_photo(pyramid, mesh, size)
    return FlatTable(grey, find_thin_strokes(grey, STROKE_PX), mesh, margin)


def _compose_shift(mesh: Mesh, more: Lattice, axis: int, size: tuple[int, int]) -> Lattice:
    """The mesh's own shift along `axis` with `more` on top of it, on a common lattice."""
    xs, ys = (np.linspace(0, side, 49) for side in size)
    nodes = np.stack(np.meshgrid(xs, ys), axis=-1)
    own = (mesh.across, mesh.down)[axis]
    shift = more.interpolate(nodes)
    moved = nodes.copy()
    moved[..., axis] += shift
    return Lattice(xs, ys, shift + own.interpolate(moved))
