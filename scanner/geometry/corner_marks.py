"""Finds our corner marks (ArUco, DICT_4X4_50) and the flat sheet that explains them, also when some are hidden."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Literal

import cv2
import numpy as np

from scanner.geometry.mesh import Values
from scanner.pyramid import Grey, Matrix, Points, Pyramid, invert, list_corners, move_from_level, project
from templates.layout import Mark

Look = Literal["solid", "plain", "contrast"]
"""The picture without thin strokes, as it is, or with stronger contrast."""
_SIDES_PX = (1200, 2400)
"""Long sides at which marks are searched: the first is quick and finds them in 12 MP unless they are blurred or
far."""
_LOOKS: tuple[tuple[int, Look], ...] = (
    (_SIDES_PX[0], "solid"),
    (_SIDES_PX[0], "plain"),
    (_SIDES_PX[1], "plain"),
    (_SIDES_PX[1], "contrast"),
)
"""At which long side and how marks are searched. Without thin strokes every mark of 12 MP is still there, but none of
the cells and boxes that look like one: of 685 squares on a full sheet 19 are left, in an eighth of the time."""
_STROKE_PX = 3
"""Strokes thinner than this are no part of a mark at the smaller side, whose modules are 4 to 5 px wide."""
_MISFIT_MM = (2.0, 8.0)
"""How far a mark's corners may be from the flat sheet: of two marks alone; of the others on curled paper."""
_CORNER_MM = 0.5
"""Half the window in which a corner is refined: a third of a module, so that no inner corner attracts it."""


@dataclass(frozen=True, slots=True)
class SeenMark:
    """Mark `number` with its corners (4, 2) float64 in original pixels, clockwise from the upper left as printed."""

    number: int
    corners_px: Points

    @property
    def side_px(self) -> float:
        """Mean length of its sides in original pixels."""
        return float(np.linalg.norm(self.corners_px - np.roll(self.corners_px, 1, axis=0), axis=1).mean())


@dataclass(frozen=True, slots=True)
class MarkedSheet:
    """Marks that belong to one sheet, and the homography `to_px` (3, 3) float64 from its mm to original pixels as if it
    lay flat.
    """

    marks: tuple[SeenMark, ...]
    to_px: Matrix


def find_marks(pyramid: Pyramid, papers: Sequence[Sequence[Mark]], thorough: bool = True) -> tuple[SeenMark, ...]:
    """The marks in the photo that one of the `papers` has. When `thorough`, larger pictures and stronger contrast are
    tried too, until all marks of one paper are found.
    """
    sets = [{mark.number for mark in marks} for marks in papers]
    numbers = set().union(*sets)
    seen: list[SeenMark] = []
    for side, look in _LOOKS:
        level = pyramid.find_level_below(side)
        smallest = 0.04 if level == pyramid.find_level_below(_SIDES_PX[0]) else 0.02
        for mark in _detect_marks(pyramid, level, look, smallest):
            if mark.number in numbers and not any(_is_same_mark(mark, other) for other in seen):
                seen.append(mark)
        if not thorough or any(marks <= {mark.number for mark in seen} for marks in sets):
            break
    return tuple(seen)


def find_smallest_marks(pyramid: Pyramid, papers: Sequence[Sequence[Mark]]) -> tuple[SeenMark, ...]:
    """The marks in the photo at its full size, down to 10 px: too small to read their sheet, but known to be there."""
    numbers = {mark.number for marks in papers for mark in marks}
    smallest = 40 / max(pyramid.levels[0].shape)
    return tuple(mark for mark in _detect_marks(pyramid, 0, "plain", smallest) if mark.number in numbers)


def find_sheets(marks: Sequence[SeenMark], expected: Sequence[Mark]) -> tuple[MarkedSheet, ...]:
    """The sheets that explain those `marks` that are `expected`, those with most marks first. Each mark belongs to one
    sheet; two marks make a sheet.
    """
    places = {
        mark.number: list_corners((x, x + width), (y, y + height))
        for mark in expected
        for x, y, width, height in (mark.box_mm,)
    }
    marks = [mark for mark in marks if mark.number in places]
    if len({mark.number for mark in marks}) == len(marks) > 1 and _lie_on_one_sheet(marks, places):
        return (MarkedSheet(tuple(marks), _fit_homography(marks, places)),)
    left, found = list(marks), []
    while best := _find_largest_set(left, places):
        found.append(MarkedSheet(tuple(best), _fit_homography(best, places)))
        left = [mark for mark in left if not any(mark is other for other in best)]
    return tuple(found)


def _find_largest_set(marks: Sequence[SeenMark], places: dict[int, Values]) -> list[SeenMark]:
    """The largest set of marks that lie on one sheet, started from every pair that fits closely. Among sets of the same
    size the best fit wins: a neighbour's mark may have the number of a hidden one.
    """
    best: list[SeenMark] = []
    for pair in combinations(marks, 2):
        if pair[0].number == pair[1].number:
            continue
        to_px = _fit_homography(pair, places)
        if not all(_measure_misfit(mark, to_px, places) < _MISFIT_MM[0] for mark in pair):
            continue
        rest = [mark for mark in marks if mark.number not in (pair[0].number, pair[1].number)]
        # two marks alone extrapolate badly, three do not
        near = [mark for mark in rest if _has_like_size(mark, pair) and _lie_on_one_sheet([*pair, mark], places)]
        near.sort(key=lambda mark: -_measure_worst_misfit([*pair, mark], places))
        chosen = [*pair, *{mark.number: mark for mark in near}.values()]
        best = max(best or chosen, chosen, key=lambda marks: (len(marks), -_measure_worst_misfit(marks, places)))
    return best


def _lie_on_one_sheet(marks: Sequence[SeenMark], places: dict[int, Values]) -> bool:
    """Whether one flat sheet explains all of `marks`, but for its curl. Two alone must fit closely."""
    return _measure_worst_misfit(marks, places) < (_MISFIT_MM[1] if len(marks) > 2 else _MISFIT_MM[0])


def _measure_worst_misfit(marks: Sequence[SeenMark], places: dict[int, Values]) -> float:
    """How far the worst of the marks is from its place on the flat sheet through all of them, in mm."""
    to_px = _fit_homography(marks, places)
    return max(_measure_misfit(one, to_px, places) for one in marks)


def _has_like_size(mark: SeenMark, pair: tuple[SeenMark, SeenMark]) -> bool:
    """Whether the mark is about as large as those of the pair."""
    sizes = [other.side_px for other in pair]
    return min(sizes) / 2.5 < mark.side_px < max(sizes) * 2.5


def _fit_homography(marks: Sequence[SeenMark], places: dict[int, Values]) -> Matrix:
    source = np.concatenate([places[mark.number] for mark in marks])
    target = np.concatenate([mark.corners_px for mark in marks])
    matrix, _ = cv2.findHomography(source, target)
    return np.asarray(matrix if matrix is not None else np.full((3, 3), np.nan), np.float64)


def _measure_misfit(mark: SeenMark, to_px: Matrix, places: dict[int, Values]) -> float:
    """Largest distance of the mark's corners from their place on the sheet, in mm; infinite without a sheet."""
    if not np.isfinite(to_px).all() or abs(np.linalg.det(to_px)) < 1e-12:
        return float("inf")
    off = project(invert(to_px), mark.corners_px) - places[mark.number]
    return float(np.linalg.norm(off, axis=1).max())


def _detect_marks(pyramid: Pyramid, level: int, look: Look, smallest: float) -> list[SeenMark]:
    """Marks whose outline is at least `smallest` long, as a share of the level's long side."""
    corners, numbers, _ = _make_detector(smallest).detectMarkers(_prepare_picture(pyramid.levels[level], look))
    found = [] if numbers is None else list(np.ravel(numbers))
    return [
        SeenMark(int(number), _refine_corners(pyramid, move_from_level(np.asarray(quad[0], np.float64), level)))
        for number, quad in zip(found, corners, strict=False)
    ]


def _prepare_picture(picture: Grey, look: Look) -> Grey:
    """The picture (h, w) uint8 as this look sees it."""
    if look == "contrast":
        return np.asarray(cv2.createCLAHE(3.0, (8, 8)).apply(picture), np.uint8)
    if look == "solid":
        return np.asarray(cv2.morphologyEx(picture, cv2.MORPH_CLOSE, np.ones((_STROKE_PX, _STROKE_PX), np.uint8)))
    return picture


def _refine_corners(pyramid: Pyramid, corners_px: Points) -> Points:
    """The corners to a part of an original pixel (Förstner's method, as OpenCV has it)."""
    side = float(np.linalg.norm(corners_px - np.roll(corners_px, 1, axis=0), axis=1).mean())
    window = max(2, int(_CORNER_MM / 9.0 * side))
    criteria = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 20, 0.05)
    start = corners_px.astype(np.float32).reshape(-1, 1, 2)
    refined = cv2.cornerSubPix(pyramid.levels[0], start.copy(), (window, window), (-1, -1), criteria)
    moved = np.linalg.norm(refined - start, axis=-1)
    return np.asarray(np.where(moved[..., None] > window, start, refined).reshape(4, 2), np.float64)


def _is_same_mark(one: SeenMark, other: SeenMark) -> bool:
    """Whether both are the same print, seen at two scales."""
    apart = np.linalg.norm(one.corners_px.mean(axis=0) - other.corners_px.mean(axis=0))
    return one.number == other.number and float(apart) < one.side_px / 2


def _make_detector(smallest: float) -> cv2.aruco.ArucoDetector:
    parameters = cv2.aruco.DetectorParameters()
    parameters.minMarkerPerimeterRate = smallest
    parameters.adaptiveThreshWinSizeMin, parameters.adaptiveThreshWinSizeMax = 9, 19  # steps of 10: two thresholds
    return cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50), parameters)
