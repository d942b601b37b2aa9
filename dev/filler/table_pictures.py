"""Pictures of drawn tables: photographs in many conditions, and scans that end at the table's frame."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import cv2
import numpy as np

from dev.filler.camera.camera import Quad, photograph
from dev.filler.camera.scene import Scene, choose_scene, choose_size
from dev.filler.drawn_tables import PAGE_MM, PX_PER_MM, Design, to_px
from dev.filler.pens.pen import Picture
from dev.filler.pens.sheet import FilledSheet

OLD_PHONE = (720, 1280)
"""Width and height of the picture that a telephone of fifteen years ago takes."""
SMALL = (0.1, 0.16)
"""Share of the picture that a small table covers."""


def picture_design(
    design: Design, sheet: FilledSheet, rng: np.random.Generator, turns: Sequence[float] = (0.0,)
) -> tuple[Picture, Mapping[str, Quad]]:
    """A photograph, turned by one of `turns` degrees; of the feature "rim" a scan that ends at the table's frame."""
    if design.feature == "rim":
        return _scan(design, sheet)
    scene, turn = _choose_scene(design, rng), float(rng.choice(turns))
    size = scene.size_px[::-1] if turn % 180 and design.feature == "old phone" else scene.size_px
    shot = photograph(sheet, replace(scene, roll=scene.roll + turn, size_px=size), rng)
    return shot.image, shot.quads


def _choose_scene(design: Design, rng: np.random.Generator) -> Scene:
    """The scene of the design's conditions; far away, by an old telephone, or with the page of a book bent."""
    if design.feature == "old phone":
        mild = [name for name in design.conditions if name not in ("perspective", "curl")]
        return choose_scene(mild, OLD_PHONE, rng)
    scene = choose_scene(design.conditions, choose_size(12.0 if design.feature == "small" else design.megapixels), rng)
    if design.feature == "small":
        return replace(scene, fill=_find_fill(design, scene.size_px, float(rng.uniform(*SMALL))))
    if design.feature == "book":
        return replace(scene, arch_mm=float(rng.uniform(5, 14)), curl_mm=0.0, bend=float(rng.choice([0, 90])))
    return scene


def _find_fill(design: Design, size_px: tuple[int, int], share: float) -> float:
    """The share of the picture that the page spans where the table covers `share` of it."""
    table_mm2 = (design.xs_mm[-1] - design.xs_mm[0]) * (design.ys_mm[-1] - design.ys_mm[0])
    most = min(size_px[0] / PAGE_MM[0], size_px[1] / PAGE_MM[1])
    return min(float(np.sqrt(share * size_px[0] * size_px[1] / table_mm2)) / most, 0.95)


def _scan(design: Design, sheet: FilledSheet) -> tuple[Picture, Mapping[str, Quad]]:
    """The table at 8 px a mm, half of its outer rules cut off."""
    left, top = to_px(design.xs_mm[0], design.ys_mm[0])
    right, low = to_px(design.xs_mm[-1], design.ys_mm[-1])
    part = sheet.image[top:low, left:right]
    share = 8.0 / PX_PER_MM
    small = cv2.resize(part, None, fx=share, fy=share, interpolation=cv2.INTER_AREA)
    quads = {
        field.id: tuple((8.0 * a, 8.0 * b) for a, b in ((x, y), (x + w, y), (x + w, y + h), (x, y + h)))
        for field in design.layout.fields
        for x, y, w, h in (field.box_mm,)
    }
    return np.asarray(small, np.uint8), quads
