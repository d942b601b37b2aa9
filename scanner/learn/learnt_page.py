"""The page of a table that is learnt: its rules followed, in mm that are true to proportion, with a field for every
cell."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from scanner.geometry.flat_table import SIDE_PX
from scanner.geometry.mesh import Values, sample_photo
from scanner.geometry.outline_fit import make_mesh
from scanner.geometry.place_sheet import place_by_mesh
from scanner.geometry.printed_rules import Followed
from scanner.geometry.table_outline import Outline
from scanner.geometry.table_rules import Ruled
from scanner.pyramid import Grey, Pyramid
from templates.layout import Field, Grid, Layout

_FOCAL = 0.78
"""Focal length of a telephone's main lens as a share of the picture's long side (26 mm equivalent)."""
_LARGEST_MM = (180.0, 267.0)
"""The learnt table is made as large as A4 within its margins. Its true size is not known and does not matter."""
_DECIMALS = 1
"""Tenths of a millimetre: the photo's own error is as large."""
ABOVE_ROWS = 1.6
"""Rows above the table in which headings may be."""


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
        mesh = self.followed.mesh.scale(scale, (left, top))
        size = round((right - left) * scale), round((low - top) * scale)
        return sample_photo(pyramid, mesh, size), scale, (left, top)


def make_learnt_page(pyramid: Pyramid, outline: Outline, turn: int, guessed_x: Values | None = None) -> LearntPage:
    """The page of `outline`, its picture turned `turn` quarter turns to the left. `guessed_x` (n,) float64 mm: edges of
    columns that no rule divides.
    """
    height, width = outline.flat.dark.shape
    ruled = outline.ruled.turn((width, height), turn)
    nodes = np.stack(np.meshgrid(outline.ruled.xs, outline.ruled.ys), axis=-1)
    crossings = np.rot90(outline.flat.mesh.project_to_px(nodes), turn)
    quad = crossings[[0, 0, -1, -1], [0, -1, -1, 0]]
    xs, edges_x, ys, edges_y = _convert_to_mm(ruled, _measure_aspect(quad, pyramid.size_px))
    if guessed_x is not None:
        edges_x = tuple(sorted({*edges_x, *(round(float(x), _DECIMALS) for x in guessed_x)}))
    layout = Layout("learnt", (xs[-1], ys[-1]), Grid(xs, ys), tuple(_make_fields(edges_x, edges_y)))
    followed = place_by_mesh(pyramid, layout, make_mesh(layout.grid, crossings)).followed
    return LearntPage(layout, followed, ruled, edges_x, edges_y)


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


def list_walls(page: LearntPage) -> tuple[tuple[bool, ...], ...]:
    """By row, at which edges an upright rule is seen. Where no rule is printed along the table, all count as seen."""
    ruled = page.ruled.upright
    if ruled.shape[1] != len(page.edges_x):
        return tuple((True,) * len(page.edges_x) for _ in range(len(ruled)))
    return tuple(tuple(bool(seen) for seen in row) for row in ruled)
