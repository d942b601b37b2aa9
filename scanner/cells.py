"""Cuts every field out of the original pixels, straightened along the mesh."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner import limits
from scanner.grid import Followed
from scanner.mesh import Values
from scanner.pyramid import Points, Pyramid, to_level
from scanner.reading import Quad
from templates.layout import Field

HEIGHT_PX = 48
"""Height of a cut cell. The recogniser works at 40 px; more only costs time."""
MAX_WIDTH_PX = 480
"""Widest cut, ten times its height: name fields are four times as wide as high."""
_INSET_MM = 0.03
"""How far inside its box a cell is cut, in box heights: half the printed rule, so that rules lie at the border."""
_CROSS_INSET = 0.08
"""The same for printed boxes, whose lines are strong and near the ink."""
_CONTROL = (3, 5)
"""Control points down and across a cell, straight between them: within 9 mm, 20 mm of curl bends by 0.03 mm."""


@dataclass(frozen=True, slots=True)
class Cut:
    """One field: `crop` (h, w) uint8 grey, its corners in original pixels, and what speaks against believing it.

    `paper`: grey level of the paper beside the rules around it;

    `border_seen`: share of the printed rules around it that were found (0..1); `glare`: share of washed-out pixels
    (0..1).
    """

    field: Field
    crop: NDArray[np.uint8]
    quad_px: Quad
    paper: float
    border_seen: float
    glare: float

    @property
    def hidden(self) -> bool:
        """Whether a finger, glare or a fold may hide what is written here."""
        return self.border_seen < limits.MIN_BORDER_SEEN or self.glare > limits.MAX_GLARE


def cut(pyramid: Pyramid, followed: Followed, fields: Sequence[Field], height_px: int = HEIGHT_PX) -> tuple[Cut, ...]:
    """Every field, `height_px` high and in its true proportions."""
    boxes = np.array([field.box_mm for field in fields], np.float64)
    controls = followed.mesh.px(_control_points(boxes, np.array([_inset(field) for field in fields])))
    corners = followed.mesh.px(_control_points(boxes, np.zeros(len(fields)))[:, [0, 0, -1, -1], [0, -1, -1, 0]])
    around = _Surroundings(followed)
    return tuple(
        _cut(pyramid, field, points, corner, around.of(field), height_px)
        for field, points, corner in zip(fields, controls, corners, strict=True)
    )


class _Surroundings:
    """What the last look at the rules says about the neighbourhood of fields; spans of rules are looked up once."""

    def __init__(self, followed: Followed) -> None:
        self._followed, self._slack = followed, 0.6 * followed.pitch_mm
        self._spans: dict[tuple[str, float, float], slice] = {}

    def of(self, field: Field) -> tuple[float, float]:
        """The grey level of the paper around `field`, and the share of the rules around it that were found (0..1)."""
        x, y, width, height = field.box_mm
        across, down, slack = self._followed.across, self._followed.down, self._slack
        upright = self._span("down the sides", y, y + height), self._span("sides", x - slack, x + width + slack)
        level = self._span("tops", y - slack, y + height + slack), self._span("along the tops", x, x + width)
        sides, tops = self._followed.across_found[upright], self._followed.down_found[level]
        count = sides.size + tops.size
        if not count:
            return 0.0, 1.0
        paper = across.paper[upright].sum() + down.paper[level].sum()
        return float(paper) / count, float(sides.sum() + tops.sum()) / count

    def _span(self, which: str, low: float, high: float) -> slice:
        key = which, low, high
        if key not in self._spans:
            mesh = self._followed.mesh
            places = {
                "down the sides": mesh.across.ys_mm,
                "sides": mesh.across.xs_mm,
                "tops": mesh.down.ys_mm,
                "along the tops": mesh.down.xs_mm,
            }[which]
            self._spans[key] = slice(int(np.searchsorted(places, low)), int(np.searchsorted(places, high)))
        return self._spans[key]


def _inset(field: Field) -> float:
    return _CROSS_INSET if field.kind == "cross" else _INSET_MM


def _control_points(boxes: Values, insets: Values) -> Points:
    """Points (fields, down, across, 2) in mm over every box, cut in by a share of its height."""
    down, across = np.linspace(0, 1, _CONTROL[0]), np.linspace(0, 1, _CONTROL[1])
    edge = (insets * boxes[:, 3])[:, None, None]
    x, y, width, height = (boxes[:, k, None, None] for k in range(4))
    xs = x + edge + (width - 2 * edge) * across[None, None, :]
    ys = y + edge + (height - 2 * edge) * down[None, :, None]
    return np.stack(np.broadcast_arrays(xs, ys), axis=-1)


def _cut(
    pyramid: Pyramid, field: Field, controls: Points, corners: Points, around: tuple[float, float], height_px: int
) -> Cut:
    crop = straightened(pyramid, controls, height_px, field.box_mm[2] / field.box_mm[3])
    glare = float((crop >= limits.GLARE_LEVEL).mean())
    upper_left, upper_right, lower_right, lower_left = ((float(px), float(py)) for px, py in corners)
    return Cut(field, crop, (upper_left, upper_right, lower_right, lower_left), *around, glare)


def straightened(pyramid: Pyramid, controls: Points, height_px: int, aspect: float) -> NDArray[np.uint8]:
    """The photo under `controls` (down, across, 2) px as a rectangle (height_px, about aspect * height_px)."""
    width_px = int(np.clip(round(height_px * aspect), 8, MAX_WIDTH_PX))
    down, across = _weights(height_px, controls.shape[0]), _weights(width_px, controls.shape[1])
    step = float(np.linalg.norm(controls[-1, 0] - controls[0, 0])) / height_px
    level = int(np.clip(round(np.log2(max(step, 1.0))), 0, len(pyramid.levels) - 1))
    at = to_level(controls, level)
    map_x, map_y = ((down @ at[..., k] @ across.T).astype(np.float32) for k in (0, 1))
    picture = cv2.remap(pyramid.levels[level], map_x, map_y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(picture, np.uint8)


@lru_cache(maxsize=256)
def _weights(size: int, nodes: int) -> Values:
    """Linear interpolation (size, nodes) from `nodes` even control points to `size` pixel centres between them."""
    place = (np.arange(size) + 0.5) / size * (nodes - 1)
    return np.asarray(np.clip(1 - np.abs(place[:, None] - np.arange(nodes)[None, :]), 0, 1))
