"""A quadrilateral of the photo as a flat picture, its bends taken out. Lengths count in the pixels of that picture."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.learn.paper_bends import measure_bends
from scanner.lines import Dark, find_thin_strokes, keep_level_strokes, keep_upright_strokes
from scanner.mesh import Lattice, Mesh, Values, make_flat_mesh
from scanner.pyramid import Grey, Pyramid, move_to_level

SIDE_PX = 1600
"""Long side of the flattened table: 60 rows are 26 px each, a rule of 0.2 mm on A4 is one pixel wide."""
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


def flatten_table(pyramid: Pyramid, quad: Values) -> FlatTable:
    """The table inside `quad` (4, 2) float64 original px, straightened by the strokes that run through it."""
    width, height = _choose_size(quad)
    margin = int(np.ceil(MARGIN * max(width, height)))
    corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32) + margin
    to_px = np.asarray(cv2.getPerspectiveTransform(corners, quad.astype(np.float32)), np.float64)
    size = width + 2 * margin, height + 2 * margin
    mesh = make_flat_mesh(to_px, *(float(side) for side in size))
    view = _view_table(pyramid, mesh, size, margin)
    for _ in range(_ROUNDS):
        down, across = (
            measure_bends(view.keep_level()),
            _transpose(measure_bends(np.ascontiguousarray(view.keep_upright().T))),
        )
        mesh = Mesh(to_px, _compose_shift(mesh, across, 0, size), _compose_shift(mesh, down, 1, size))
        view = _view_table(pyramid, mesh, size, margin)
    return view


def _choose_size(quad: Values) -> tuple[int, int]:
    """Width and height of the flat picture: mean sides of the quadrilateral, the longer `SIDE_PX`."""
    sides = np.linalg.norm(quad - np.roll(quad, -1, axis=0), axis=1)
    across, down = float(sides[[0, 2]].mean()), float(sides[[1, 3]].mean())
    scale = SIDE_PX / max(across, down)
    return max(64, round(across * scale)), max(64, round(down * scale))


def _view_table(pyramid: Pyramid, mesh: Mesh, size: tuple[int, int], margin: int) -> FlatTable:
    grey = sample_photo(pyramid, mesh, size)
    return FlatTable(grey, find_thin_strokes(grey, STROKE_PX), mesh, margin)


def sample_photo(pyramid: Pyramid, mesh: Mesh, size: tuple[int, int]) -> Grey:
    """The photo (height, width) uint8 under every pixel of a flat picture of `size` (width, height)."""
    width, height = size
    steps = np.linspace(0, width - 1, max(2, width // 8)), np.linspace(0, height - 1, max(2, height // 8))
    nodes = mesh.project_to_px(np.stack(np.meshgrid(*steps), axis=-1))
    shrink = float(np.median(np.linalg.norm(np.diff(nodes, axis=1), axis=-1))) / float(steps[0][1] - steps[0][0])
    level = pyramid.choose_level(shrink)
    x, y = (_interpolate(part, size) for part in np.moveaxis(move_to_level(nodes, level).astype(np.float32), -1, 0))
    seen = cv2.remap(pyramid.levels[level], x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(seen, np.uint8)


def _interpolate(nodes: NDArray[np.float32], size: tuple[int, int]) -> NDArray[np.float32]:
    """Values (height, width) float32 at every pixel of `size`, from `nodes` (rows, columns) float32 that are evenly
    spaced from the first pixel to the last.
    """
    width, height = size
    columns = np.linspace(0, nodes.shape[1] - 1, width, dtype=np.float32)
    rows = np.linspace(0, nodes.shape[0] - 1, height, dtype=np.float32)
    x, y = np.meshgrid(columns, rows)
    return np.asarray(cv2.remap(np.ascontiguousarray(nodes), x, y, cv2.INTER_LINEAR), np.float32)


def _transpose(lattice: Lattice) -> Lattice:
    """The lattice with x and y exchanged."""
    return Lattice(lattice.ys_mm, lattice.xs_mm, np.ascontiguousarray(lattice.values.T))


def _compose_shift(mesh: Mesh, more: Lattice, axis: int, size: tuple[int, int]) -> Lattice:
    """The mesh's own shift along `axis` with `more` on top of it, on a common lattice."""
    xs, ys = (np.linspace(0, side, 49) for side in size)
    nodes = np.stack(np.meshgrid(xs, ys), axis=-1)
    own = (mesh.across, mesh.down)[axis]
    shift = more.interpolate(nodes)
    moved = nodes.copy()
    moved[..., axis] += shift
    return Lattice(xs, ys, shift + own.interpolate(moved))
