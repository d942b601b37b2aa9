"""One photo at full, half, quarter ... size: a stage looks at the size it needs. Positions stay in original pixels.

Also what every stage does with a picture: thin dark strokes against paper, and those of them that run on as printed
rules do; corners and homographies."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

Dark = NDArray[np.uint8]
"""(H, W) uint8: how much darker than the paper around it, 0 none to 255 black on white."""


def find_thin_strokes(grey: NDArray[np.uint8], width_px: int) -> Dark:
    """The strokes of `grey` (h, w) uint8 that are thinner than `width_px`, as darkness (h, w) uint8: a morphological
    black hat by the paper's brightness. Shadows and areas vanish.
    """
    closed = cv2.morphologyEx(grey, cv2.MORPH_CLOSE, np.ones((width_px, width_px), np.uint8))
    paper = cv2.max(closed, np.full_like(closed, 32))  # in black corners noise must not become ink
    return np.asarray(cv2.divide(cv2.subtract(closed, grey), paper, scale=255), np.uint8)


def keep_level_strokes(dark: Dark, length_px: int) -> Dark:
    """What of `dark` (h, w) uint8 runs on across for `length_px`, (h, w) uint8: rules stay, writing goes. Slopes up to
    3 px over that length are allowed.
    """
    thick = cv2.dilate(dark, np.ones((3, 1), np.uint8))
    return np.asarray(cv2.morphologyEx(thick, cv2.MORPH_OPEN, np.ones((1, length_px), np.uint8)), np.uint8)


def keep_upright_strokes(dark: Dark, length_px: int) -> Dark:
    """What of `dark` (h, w) uint8 runs on down for `length_px`, (h, w) uint8; else as `keep_level_strokes`."""
    thick = cv2.dilate(dark, np.ones((1, 3), np.uint8))
    return np.asarray(cv2.morphologyEx(thick, cv2.MORPH_OPEN, np.ones((length_px, 1), np.uint8)), np.uint8)


Grey = NDArray[np.uint8]
Points = NDArray[np.float64]
"""(..., 2) float64: x, y."""
Matrix = NDArray[np.float64]
"""(3, 3) float64 homography."""

_MOST_ROWS = 32_000
"""Rows that OpenCV samples at once: it counts them in 15 bits. A table of 119 rows has 38,000 samples."""
_SMALLEST_PX = 500  # a level below this shows no rules


@dataclass(frozen=True, slots=True)
class Pyramid:
    """`levels[k]` (h, w) uint8 is the photo at 1/2^k of its size, area-averaged. `paper`: a usual grey level of paper,
    which counts as what lies outside of the photo: a rule at its rim has paper on both sides.
    """

    levels: tuple[Grey, ...]
    paper: int = 235

    @property
    def size_px(self) -> tuple[int, int]:
        """Width and height of the original."""
        return int(self.levels[0].shape[1]), int(self.levels[0].shape[0])

    def choose_level(self, shrink: float) -> int:
        """The smallest level that keeps at least 1/`shrink` of the original's resolution."""
        return int(np.clip(np.floor(np.log2(max(shrink, 1.0)) + 0.05), 0, len(self.levels) - 1))

    def find_level_below(self, side_px: int) -> int:
        """The first level whose long side is at most `side_px`, else the last."""
        fitting = (index for index, level in enumerate(self.levels) if max(level.shape) <= side_px)
        return next(fitting, len(self.levels) - 1)

    def sample(self, level: int, at_x: NDArray[np.float32], at_y: NDArray[np.float32]) -> Grey:
        """Grey values (h, w) uint8 at pixels of `level`, columns `at_x` and rows `at_y`, both (h, w) float32. Between
        pixels it is bilinear; outside the photo there is paper.
        """
        picture, outside = self.levels[level], cv2.BORDER_CONSTANT
        parts = [
            cv2.remap(picture, at_x[part], at_y[part], cv2.INTER_LINEAR, borderMode=outside, borderValue=self.paper)
            for part in (slice(start, start + _MOST_ROWS) for start in range(0, len(at_x), _MOST_ROWS))
        ]
        return np.asarray(parts[0] if len(parts) == 1 else np.concatenate(parts), np.uint8)

    def flatten(
        self, to_px: Matrix, corner_mm: tuple[float, float], px_per_mm: float, size: tuple[int, int], shrink: float
    ) -> tuple[Grey, Matrix]:
        """Flat paper, which `to_px` (3, 3) float64 maps from mm to original pixels, seen from above: (height, width)
        uint8 of `size` (width, height) with `corner_mm` at its upper left; and the homography (3, 3) float64 from its
        pixels to mm. `shrink`: original pixels per pixel of that picture.
        """
        (x, y), level = corner_mm, self.choose_level(shrink)
        scale = 2.0**level
        up = np.array([[scale, 0, (scale - 1) / 2], [0, scale, (scale - 1) / 2], [0, 0, 1]])
        to_flat = np.array([[px_per_mm, 0, -x * px_per_mm], [0, px_per_mm, -y * px_per_mm], [0, 0, 1.0]])
        matrix = to_flat @ invert(to_px) @ up
        picture = cv2.warpPerspective(self.levels[level], matrix, size, borderMode=cv2.BORDER_REPLICATE)
        return np.asarray(picture, np.uint8), invert(to_flat)


def build_pyramid(grey: Grey) -> Pyramid:
    """Halves `grey` (h, w) uint8 until it is small."""
    levels = [grey]
    while min(levels[-1].shape) // 2 >= _SMALLEST_PX:
        height, width = (side // 2 for side in levels[-1].shape)
        even = levels[-1][: height * 2, : width * 2]
        levels.append(np.asarray(cv2.resize(even, (width, height), interpolation=cv2.INTER_AREA), np.uint8))
    return Pyramid(tuple(levels), int(measure_shades(levels[-1], 75)[0]))


def measure_shades(grey: Grey, *percents: float) -> list[float]:
    """The grey levels that these percentages of `grey` (h, w) uint8 do not exceed, by counting: as `numpy.percentile`,
    in a tenth of the time.
    """
    counts = np.cumsum(cv2.calcHist([grey], [0], None, [256], [0, 256]).astype(np.int64))
    places = np.array(percents) / 100 * (grey.size - 1)
    low, high = (np.searchsorted(counts, edge, side="right") for edge in (np.floor(places), np.ceil(places)))
    return [float(shade) for shade in low + (high - low) * (places % 1)]


def take_share(values: NDArray[np.int16] | NDArray[np.float32], share: float) -> NDArray[np.float64]:
    """What the `share` of each row of `values` (n, m) int16 or float32 does not exceed, (n,) float64: as
    `numpy.percentile`, in a tenth of the time.
    """
    place = share * (values.shape[1] - 1)
    low, high = np.sort(values, axis=1)[:, [int(place), -int(-place // 1)]].T.astype(np.float64)
    return np.asarray(low + (high - low) * (place - int(place)), np.float64)


def move_to_level(points: Points, level: int) -> Points:
    """Original pixels (..., 2) float64 as pixels of `level`, same shape. Pixel centres lie at whole numbers."""
    scale = 2.0**level
    return (points - (scale - 1) / 2) / scale


def move_from_level(points: Points, level: int) -> Points:
    """Pixels of `level` (..., 2) float64 as original pixels, same shape."""
    scale = 2.0**level
    return points * scale + (scale - 1) / 2


def invert(matrix: Matrix) -> Matrix:
    """The homography (3, 3) float64 from target to source. Raises `numpy.linalg.LinAlgError` for one that maps
    everything onto a line.
    """
    return np.asarray(np.linalg.inv(matrix), np.float64)


def project(matrix: Matrix, points: Points) -> Points:
    """`points` (..., 2) float64 through the homography `matrix` (3, 3) float64."""
    flat = points.reshape(-1, 2)
    mapped = np.concatenate([flat, np.ones((len(flat), 1))], axis=1) @ matrix.T
    return (mapped[:, :2] / mapped[:, 2:]).reshape(points.shape)


def list_corners(xs: Sequence[float] | Points, ys: Sequence[float] | Points) -> Points:
    """The corners (4, 2) float64 of the rectangle from the first to the last of `xs` and of `ys` (n,) float64,
    clockwise from the upper left.
    """
    return np.array([[xs[0], ys[0]], [xs[-1], ys[0]], [xs[-1], ys[-1]], [xs[0], ys[-1]]], np.float64)


def fit_quad(source: Points, target: Points) -> Matrix:
    """The homography (3, 3) float64 that takes four points (4, 2) float64 to four others."""
    matrix = cv2.getPerspectiveTransform(source.astype(np.float32), target.astype(np.float32))
    return np.asarray(matrix, np.float64)
