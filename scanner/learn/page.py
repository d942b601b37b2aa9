"""The learnt table as it is held to be read: its rules in mm that are true to proportion, followed in the photo."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from scanner.follow.grid import Followed, follow_rules
from scanner.learn.flat_table import SIDE_PX, sample_photo
from scanner.learn.outline import Outline
from scanner.learn.ruled import Ruled
from scanner.mesh import Lattice, Mesh, Values
from scanner.pyramid import Grey, Pyramid
from templates.layout import Field, Grid, Layout

_FOCAL = 0.78
"""Focal length of a telephone's main lens as a share of the picture's long side (26 mm equivalent)."""
_LARGEST_MM = (180.0, 267.0)
"""The learnt table is made as large as A4 within its margins. Its true size is not known and does not matter."""
_DECIMALS = 1
"""Tenths of a millimetre: the photo's own error is as large."""
ABOVE_ROWS = 1.6
"""Rows above the table in which headings may stand."""


@dataclass(frozen=True, slots=True)
class LearntPage:
    """The table with one field for every cell.

    `layout`: the rules and the fields, row by row. `followed`: where the rules are in the photo. `ruled`: the rules in
    px of the flat picture after turning. `edges_x`, `edges_y`: the cells' edges in mm.
    """

    layout: Layout
    followed: Followed
    ruled: Ruled
    edges_x: tuple[float, ...]
    edges_y: tuple[float, ...]

    def view_table(self, pyramid: Pyramid) -> tuple[Grey, float, tuple[float, float]]:
        """The straightened table with the headings above it, (h, w) uint8; its px per mm; and the mm at its upper left
        corner.
        """
        row = self.followed.pitch_mm
        left, right = self.edges_x[0] - row, self.edges_x[-1] + row
        top, low = self.edges_y[0] - ABOVE_ROWS * row, self.edges_y[-1] + row
        scale = SIDE_PX / max(right - left, low - top)
        mesh = _scale_mesh(self.followed.mesh, scale, (left, top))
        size = round((right - left) * scale), round((low - top) * scale)
        return sample_photo(pyramid, mesh, size), scale, (left, top)


def make_learnt_page(pyramid: Pyramid, outline: Outline, turn: int, guessed_x: Values | None = None) -> LearntPage:
    """The page of `outline`, its picture turned `turn` quarter turns to the left. `guessed_x` (n,) float64 mm: edges of
    columns that no rule divides.
    """
    height, width = outline.flat.dark.shape
    ruled = outline.ruled.turn((width, height), turn)
    corners = outline.flat.mesh.project_to_px(_list_corners(outline.ruled.xs, outline.ruled.ys))
    quad = np.roll(corners, -turn, axis=0)
    xs, edges_x, ys, edges_y = _convert_to_mm(ruled, _measure_aspect(quad, pyramid.size_px))
    if guessed_x is not None:
        edges_x = tuple(sorted({*edges_x, *(round(float(x), _DECIMALS) for x in guessed_x)}))
    layout = Layout("learnt", (xs[-1], ys[-1]), Grid(xs, ys), tuple(_make_fields(edges_x, edges_y)))
    target = _list_corners(np.array(xs), np.array(ys)).astype(np.float32)
    to_px = np.asarray(cv2.getPerspectiveTransform(target, quad.astype(np.float32)), np.float64)
    return LearntPage(layout, follow_rules(pyramid, layout, to_px), ruled, edges_x, edges_y)


def _list_corners(xs: Values, ys: Values) -> Values:
    return np.array([[xs[0], ys[0]], [xs[-1], ys[0]], [xs[-1], ys[-1]], [xs[0], ys[-1]]], np.float64)


def _measure_aspect(quad: Values, size_px: tuple[int, int]) -> float:
    """Width by height of the rectangle that is seen as `quad` (4, 2) float64 px (Zhang and He 2007, lens known)."""
    centred = (quad - np.array(size_px) / 2) / (_FOCAL * max(size_px))
    one, two, four, three = (np.array([x, y, 1.0]) for x, y in centred)
    k2 = np.dot(np.cross(one, four), three) / np.dot(np.cross(two, four), three)
    k3 = np.dot(np.cross(one, four), two) / np.dot(np.cross(three, four), two)
    return float(np.linalg.norm(k2 * two - one) / np.linalg.norm(k3 * three - one))


def _convert_to_mm(ruled: Ruled, aspect: float) -> tuple[tuple[float, ...], ...]:
    """Rules and edges of both directions in mm from the first rule."""
    short, long = _LARGEST_MM
    limit = (short, long) if aspect <= 1 else (long, short)
    scale = min(limit[0] / aspect, limit[1])
    sides = []
    for places, edges, size in ((ruled.xs, ruled.edges_x, aspect * scale), (ruled.ys, ruled.edges_y, scale)):
        for values in (places, edges):
            shares = (values - places[0]) / (places[-1] - places[0])
            sides.append(tuple(round(float(share * size), _DECIMALS) + 0.0 for share in shares))
    return tuple(sides)


def _make_fields(edges_x: tuple[float, ...], edges_y: tuple[float, ...]) -> list[Field]:
    """One field for each cell between these edges, row by row."""
    return [
        Field(f"r{row}.c{column}", "points", (x, y, edges_x[column] - x, edges_y[row] - y))
        for row, y in enumerate(edges_y[:-1], 1)
        for column, x in enumerate(edges_x[:-1], 1)
    ]


def _scale_mesh(mesh: Mesh, scale: float, origin: tuple[float, float]) -> Mesh:
    """The mesh from pixels instead of mm: `scale` px are a mm, and the first pixel lies at `origin` mm."""
    to_mm = np.array([[1 / scale, 0, origin[0]], [0, 1 / scale, origin[1]], [0, 0, 1.0]])
    across, down = (
        Lattice((part.xs_mm - origin[0]) * scale, (part.ys_mm - origin[1]) * scale, part.values * scale)
        for part in (mesh.across, mesh.down)
    )
    return Mesh(mesh.to_px @ to_mm, across, down)
