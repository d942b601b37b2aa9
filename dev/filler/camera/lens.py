"""Where each point of the paper lands in the picture, and back: a pinhole camera over a table with a bent sheet on
it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from dev.filler.camera.paper import Bend, Points, bend
from dev.filler.camera.scene import Scene

Map = NDArray[np.float32]
NODE_PX = 8  # the inverse map is solved on every eighth pixel; a linear step between errs by under 0.02 px
_FOCAL = 0.78  # of the longer side: a phone's main lens, 26 mm equivalent
_ROUNDS = 6  # of Newton's method; steps are below 0.001 mm after four
_STILL_MM = 1e-7  # a last step below it ends Newton's method: flat paper is found at once


@dataclass(frozen=True, slots=True)
class Lens:
    """The camera over one sheet: `turn` (3, 3) float64 rotation from table to camera, `distance_mm` to the
    table, `centre_px`; `barrel`: how much farther out than a pinhole's the lens draws, for each square of the focal
    length.
    """

    page_mm: tuple[float, float]
    size_px: tuple[int, int]
    bend: Bend
    turn: NDArray[np.float64]
    distance_mm: float
    focal_px: float
    centre_px: tuple[float, float]
    barrel: float = 0.0

    def see(self, places: Points) -> Points:
        """(N, 3) float64 places over the table (z up, mm) to (N, 2) float64 picture coordinates.

        Pixel centres are at whole numbers.
        """
        seen = (places * (1, 1, -1)) @ self.turn.T + (0, 0, self.distance_mm)
        flat = seen[:, :2] / seen[:, 2:]
        drawn = flat * (1 + self.barrel * (flat**2).sum(axis=1, keepdims=True))
        return np.asarray(drawn * self.focal_px + self.centre_px, np.float64)

    def project(self, points_mm: Points) -> Points:
        """(N, 2) float64 page coordinates in mm to (N, 2) float64 picture coordinates."""
        return self.see(self.bend.lift(points_mm, self.page_mm))

    def find_table_homography(self) -> NDArray[np.float64]:
        """(3, 3) float64 from millimetres on the table (from the page's centre) to the picture."""
        camera = np.array([[self.focal_px, 0, self.centre_px[0]], [0, self.focal_px, self.centre_px[1]], [0, 0, 1.0]])
        return np.asarray(
            camera @ np.column_stack([self.turn[:, 0], self.turn[:, 1], (0, 0, self.distance_mm)]), np.float64
        )

    def find_nodes(self) -> tuple[Map, Map]:
        """Page coordinates (mm) under every eighth pixel and one node beyond each edge: x and y, (H/8+2, W/8+2)
        float32.
        """
        columns, rows = (np.arange(-1, size // NODE_PX + 1) * NODE_PX + (NODE_PX - 1) / 2 for size in self.size_px)
        grid = np.stack(np.meshgrid(columns, rows), axis=-1).reshape(-1, 2)
        back = np.linalg.inv(self.find_table_homography())
        start = cv2.perspectiveTransform(grid[None], back)[0] + np.array(self.page_mm) / 2
        found = self._solve(np.asarray(start, np.float64), grid).astype(np.float32)
        shape = (len(rows), len(columns))
        return found[:, 0].reshape(shape), found[:, 1].reshape(shape)

    def _solve(self, points: Points, target: Points) -> Points:
        """Newton's method for `project(points) == target`, for all points at once."""
        low, high = np.array([-150.0, -150.0]), np.array(self.page_mm) + 150
        points = np.clip(points, low, high)
        for _ in range(_ROUNDS):
            here = self.project(points)
            dx, dy = (self.project(points + step) - here for step in ((0.05, 0.0), (0.0, 0.05)))
            miss = target - here
            area = dx[:, 0] * dy[:, 1] - dx[:, 1] * dy[:, 0]
            area = np.where(np.abs(area) < 1e-9, 1e-9, area)
            move = (
                np.column_stack(
                    [miss[:, 0] * dy[:, 1] - miss[:, 1] * dy[:, 0], dx[:, 0] * miss[:, 1] - dx[:, 1] * miss[:, 0]]
                )
                * (0.05 / area)[:, None]
            )
            before, points = points, np.clip(points + np.clip(move, -40, 40), low, high)
            if np.abs(points - before).max() < _STILL_MM:
                break
        return points


def aim(scene: Scene, page_mm: tuple[float, float]) -> Lens:
    """The camera of `scene`: as near as lets the page span its share of the picture, centred but for the shift."""
    fold = np.radians(scene.fold)
    sheet = bend(np.radians(scene.bend), scene.curl_mm, fold, scene.fold_at_mm, page_mm, scene.arch_mm)
    width, height = scene.size_px
    lens = Lens(
        page_mm,
        scene.size_px,
        sheet,
        _find_turn(scene),
        600.0,
        _FOCAL * max(scene.size_px),
        (width / 2, height / 2),
        scene.barrel,
    )
    rim = _list_rim(page_mm)
    for _ in range(6):
        seen = lens.project(rim)
        spans = np.ptp(seen, axis=0) / (width, height)
        lens = _place(lens, lens.distance_mm * float(spans.max()) / scene.fill, lens.centre_px)
    middle = (lens.project(rim).max(axis=0) + lens.project(rim).min(axis=0)) / 2
    offset = (np.array([0.5, 0.5]) + scene.shift) * (width, height) - middle
    return _place(lens, lens.distance_mm, (lens.centre_px[0] + float(offset[0]), lens.centre_px[1] + float(offset[1])))


def _place(lens: Lens, distance: float, centre: tuple[float, float]) -> Lens:
    return replace(lens, distance_mm=distance, centre_px=centre)


def _list_rim(page_mm: tuple[float, float]) -> Points:
    t = np.linspace(0, 1, 9)
    sides = [
        np.column_stack([t, t * 0]),
        np.column_stack([t, t * 0 + 1]),
        np.column_stack([t * 0, t]),
        np.column_stack([t * 0 + 1, t]),
    ]
    return np.vstack(sides) * page_mm


def _find_turn(scene: Scene) -> NDArray[np.float64]:
    """Roll about the view axis after a tilt about an axis in the table's plane."""
    towards = np.radians(scene.towards)
    axis = np.array([np.cos(towards), np.sin(towards), 0.0]) * np.radians(scene.tilt)
    tilt, roll = cv2.Rodrigues(axis)[0], cv2.Rodrigues(np.array([0.0, 0.0, np.radians(scene.roll)]))[0]
    return np.asarray(roll @ tilt, np.float64)
