"""A sheet of squared, lined or blank paper seen from above, and the lines that are printed all over it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.geometry.flat_table import flatten_table
from scanner.geometry.mesh import Mesh, Values, sample_photo
from scanner.pyramid import Dark, Grey, Pyramid, list_corners, move_from_level

Kind = Literal["squared", "lined", "blank"]
Mask = NDArray[np.uint8]
"""(h, w) uint8, 1 on 0."""

_SEARCH_PX = 800
"""Long side at which the paper's outline is looked for."""
_RISE_PX, _MOST_RISE, _LEAST_RISE = 4, 20.0, 4.0
"""Half the way across which the light rises at the paper's edge, in px; by how many per cent it counts at most at one
place, and rises at least on average: shadows and lamps change it by 2 over so short a way."""
_LEAST_AREA = 0.2
"""Share of the photo that paper covers at least; else the whole photo is taken for it."""
_LEAN = 0.5
"""How far a side of the paper may lean, as a share of the picture's width."""
_FINE_PX = 2800
"""Long side of the flat picture: 9 px a mm on A4, at which digits of 4 mm are as high as the recogniser sees them."""
_RUN_PX = 45
"""Length of strokes of the flattened paper that may be its lines: 8 mm on A4, longer than a minus."""
_LEAST_DARK = 4.0
"""Mean darkness (of 255) along a line, above what lies around it."""
_LEAST_LINES, _MOST_MISSED = 8, 0.3
"""Lines from which on paper is ruled, and the share of them that may be hidden by writing, a hand or light."""
_ASTRAY = 0.22
"""How far a line may lie from where those before it let it be expected, as a share of their distance."""
_PITCHES_PX = (12.0, 90.0)
"""Distances of lines: 2 to 17 mm on A4."""
_SPAN = 0.5
"""Share of the paper over which its lines go on at least."""


@dataclass(frozen=True, slots=True)
class FlatPaper:
    """`grey` (h, w) uint8 from above; `mesh` leads from its pixels, which it calls mm, to the photo. `xs`, `ys` (n,)
    float64 px: the upright and the level lines printed all over the paper, none on blank paper."""

    grey: Grey
    mesh: Mesh
    xs: Values
    ys: Values

    @property
    def kind(self) -> Kind:
        """What is printed on the paper."""
        return "squared" if len(self.xs) and len(self.ys) else "lined" if len(self.ys) else "blank"

    @property
    def pitch_px(self) -> float:
        """The usual distance of the level lines, 0 without any."""
        return measure_pitch(self.ys)


def measure_pitch(lines: Values) -> float:
    """The usual distance in px of the `lines` (n,) float64 px, 0 without any."""
    return float(np.median(np.diff(lines))) if len(lines) else 0.0


def flatten_paper(pyramid: Pyramid, turn: int = 0) -> FlatPaper:
    """The paper of the photo, straightened by its own lines where it has some, after so many quarter turns."""
    quad = np.roll(find_paper(pyramid), turn, axis=0)
    flat = flatten_table(pyramid, quad)
    ys = find_lines(flat.keep_level(_RUN_PX))
    xs = find_lines(np.ascontiguousarray(flat.keep_upright(_RUN_PX).T))
    if not len(ys):  # lone strokes of writing do not tell how paper bends
        flat, xs = flatten_table(pyramid, quad, rounds=0), np.zeros(0)
    height, width = flat.dark.shape
    long = float(np.linalg.norm(quad - np.roll(quad, 1, axis=0), axis=1).max())
    scale = float(np.clip(long / max(height, width), 1.0, _FINE_PX / max(height, width)))
    inner = slice(flat.margin, -flat.margin)
    mesh = flat.mesh.scale(scale, (float(flat.margin), float(flat.margin)))
    shape = flat.grey[inner, inner].shape
    grey = sample_photo(pyramid, mesh, (round(shape[1] * scale), round(shape[0] * scale)))
    return FlatPaper(grey, mesh, (xs - flat.margin) * scale, (ys - flat.margin) * scale)


def find_paper(pyramid: Pyramid) -> Values:
    """The corners (4, 2) float64 original px of the paper, clockwise from the upper left. A side that is not seen is
    taken to be that of the photo."""
    level = pyramid.find_level_below(_SEARCH_PX)
    closed = cv2.morphologyEx(pyramid.levels[level], cv2.MORPH_CLOSE, np.ones((9, 9), np.uint8))
    picture = np.asarray(cv2.GaussianBlur(closed, (0, 0), 1.5), np.float32)
    height, width = picture.shape
    left, right = _find_side(picture), _find_side(np.ascontiguousarray(picture[:, ::-1]))
    top, low = _find_side(np.ascontiguousarray(picture.T)), _find_side(np.ascontiguousarray(picture[::-1].T))
    sides = (
        _through((0.0, top[0]), (width - 1.0, top[1])),
        _through((width - 1 - right[0], 0.0), (width - 1 - right[1], height - 1.0)),
        _through((0.0, height - 1 - low[0]), (width - 1.0, height - 1 - low[1])),
        _through((left[0], 0.0), (left[1], height - 1.0)),
    )
    crossings = np.array([np.cross(one, other) for one, other in zip(np.roll(sides, 1, axis=0), sides, strict=True)])
    corners = crossings[:, :2] / np.where(np.abs(crossings[:, 2:]) < 1e-9, 1e-9, crossings[:, 2:])
    seen = cv2.isContourConvex(corners.astype(np.float32)) and _measure_area(corners) >= _LEAST_AREA * picture.size
    return move_from_level(corners if seen else list_corners((0, width - 1), (0, height - 1)), level)


def _measure_area(corners: Values) -> float:
    return float(cv2.contourArea(corners.astype(np.float32)))


def _through(one: tuple[float, float], other: tuple[float, float]) -> Values:
    """The straight line (3,) float64 through two places, in homogeneous coordinates."""
    return np.cross((*one, 1.0), (*other, 1.0))


def _find_side(picture: NDArray[np.float32]) -> tuple[float, float]:
    """Where the left side of the paper meets the first and the last row of the picture (h, w) float32: the line from
    table to paper along which the light rises most; the picture's own side where it rises nowhere."""
    height, width = picture.shape
    rise = np.zeros_like(picture)
    rise[:, _RISE_PX:-_RISE_PX] = picture[:, 2 * _RISE_PX :] - picture[:, : -2 * _RISE_PX]
    rise = np.clip(100 * rise / np.maximum(picture, 30), 0, _MOST_RISE)
    ends = np.linspace(-0.3, 0.48, 131) * width
    tops, lows = (part.ravel() for part in np.meshgrid(ends, ends))
    near = np.abs(tops - lows) <= _LEAN * width
    tops, lows = tops[near], lows[near]
    rows = np.linspace(0.02, 0.98, 60)
    at = np.round(tops[:, None] + (lows - tops)[:, None] * rows).astype(int)
    inside = (at >= 0) & (at < width)
    seen = np.where(inside, rise[np.round(rows * (height - 1)).astype(int), np.clip(at, 0, width - 1)], 0)
    scores = seen.mean(axis=1)
    best = int(scores.argmax())
    return (float(tops[best]), float(lows[best])) if scores[best] >= _LEAST_RISE else (0.0, 0.0)


def find_lines(level: Dark) -> Values:
    """The lines (n,) float64 px that run at even distances over most of `level` (h, w) uint8, strokes that run across;
    none where there are too few."""
    profile = level.mean(axis=1)
    around = cv2.blur(profile.astype(np.float32).reshape(-1, 1), (1, 41)).ravel()
    sharp = cv2.GaussianBlur((profile - around).astype(np.float32).reshape(-1, 1), (1, 5), 1.0).ravel()
    inner = (sharp[1:-1] >= sharp[:-2]) & (sharp[1:-1] > sharp[2:]) & (sharp[1:-1] >= _LEAST_DARK)
    peaks = np.flatnonzero(inner).astype(np.float64) + 1
    pitch = _find_pitch(peaks)
    walks = (_walk_lines(peaks, float(start), pitch) for start in (peaks if pitch else ()))
    lines = max(walks, key=len, default=np.zeros(0))
    long = len(lines) >= _LEAST_LINES and np.ptp(lines) >= _SPAN * len(level)
    return lines if long else np.zeros(0)


def _find_pitch(peaks: Values) -> float:
    """The distance that most neighbours have, 0 for none."""
    steps = np.diff(peaks)
    steps = steps[(steps >= _PITCHES_PX[0]) & (steps <= _PITCHES_PX[1])]
    if len(steps) < _LEAST_LINES - 1:
        return 0.0
    alike = np.abs(steps[:, None] - steps) <= 0.12 * steps[:, None]
    return float(np.median(steps[alike[int(alike.sum(axis=1).argmax())]]))


def _walk_lines(peaks: Values, start: float, pitch: float) -> Values:
    """The lines (n,) float64 from `start` both ways, one a `pitch`; those that are hidden where they must be."""
    found = [start]
    seen = 1
    for way in (1, -1):
        at, step, lost = start, pitch, 0
        while lost < 3 and peaks[0] - pitch < at < peaks[-1] + pitch:
            near = peaks[int(np.abs(peaks - (at + way * step)).argmin())]
            hit = abs(near - at - way * step) <= _ASTRAY * pitch
            step, lost = (0.8 * step + 0.2 * abs(near - at), 0) if hit else (step, lost + 1)
            at = near if hit else at + way * step
            seen += hit
            found.append(float(at))
        del found[len(found) - lost :]
    return np.sort(found) if seen >= (1 - _MOST_MISSED) * len(found) else np.zeros(0)
