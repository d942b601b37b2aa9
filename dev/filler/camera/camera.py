"""Photographs a filled sheet: paper on a table, seen through a lens in some light, with a sensor's faults."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from dev.filler.camera.develop import PHONES, Seen, copy_smaller, measure_copy
from dev.filler.camera.finger import draw_thumb
from dev.filler.camera.lens import NODE_PX, Lens, Map, aim
from dev.filler.camera.scene import Scene
from dev.filler.camera.table import make_table_top, spread
from dev.filler.pens.pen import Picture
from dev.filler.pens.sheet import FilledSheet

Quad = tuple[tuple[float, float], ...]
"""Upper left, upper right, lower right, lower left in pixels of the picture."""


@dataclass(frozen=True, slots=True)
class Photograph:
    """`image` (H, W, 3) uint8; `quads`: where each field lies; `visible`: whether all of it is in the picture and
    uncovered.
    """

    image: Picture
    scene: Scene
    lens: Lens
    quads: Mapping[str, Quad]
    visible: Mapping[str, bool]

    def jpeg(self) -> bytes:
        """The file, in the scene's quality."""
        return bytes(cv2.imencode(".jpg", self.image, [cv2.IMWRITE_JPEG_QUALITY, self.scene.jpeg])[1])


def photograph(sheet: FilledSheet, scene: Scene, rng: np.random.Generator, textures: Path | None = None) -> Photograph:
    """The picture of `sheet` in `scene`; `rng` settles what the scene leaves open; `textures`: a folder of table
    tops.
    """
    lens = aim(scene, sheet.page_mm)
    page_x, page_y = lens.find_nodes()
    picture = spread(make_table_top(scene.table, rng, textures), lens, rng)
    _lay(picture, sheet, lens, page_x, page_y)
    covered = draw_thumb(picture, lens, scene.finger, rng) if scene.finger is not None else None
    picture = PHONES[scene.phone](picture, Seen(scene, lens, page_x, page_y), rng)
    quads = {field.id: _place_quad(lens, sheet, field.box_mm) for field in sheet.layout.fields}
    seen = {name: _is_seen(quad, scene, covered) for name, quad in quads.items()}
    share = measure_copy(scene)[0] / scene.size_px[0]
    if share < 1:
        quads = {name: _shrink_quad(quad, share) for name, quad in quads.items()}
    return Photograph(copy_smaller(picture, scene, rng), scene, lens, quads, seen)


def _lay(picture: Picture, sheet: FilledSheet, lens: Lens, page_x: Map, page_y: Map) -> None:
    """Puts the sheet on the table, in place, with the narrow shadow under its edge."""
    page, scale = _shrink(_crease(sheet, lens), sheet.px_per_mm, lens)
    # Page coordinates name pixel edges, OpenCV's maps name pixel centres.
    columns, rows = (_stretch(part * scale - 0.5, lens) for part in (page_x, page_y))
    inside = cv2.bitwise_and(
        cv2.inRange(columns, -0.5, page.shape[1] - 0.5), cv2.inRange(rows, -0.5, page.shape[0] - 0.5)
    )
    small = cv2.resize(inside, None, fx=0.125, fy=0.125, interpolation=cv2.INTER_AREA)
    under = cv2.GaussianBlur(small, (0, 0), max(1.0, 1.2 * scale / NODE_PX * 3))
    paper = cv2.remap(page, columns, rows, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    dim = cv2.resize(under, (picture.shape[1], picture.shape[0]), interpolation=cv2.INTER_LINEAR)
    shaded = cv2.LUT(dim, (255 - 0.45 * np.arange(256)).astype(np.uint8))
    edge = cv2.GaussianBlur(inside, (3, 3), 0)
    for top in range(0, len(picture), 256):
        part = slice(top, top + 256)
        table = cv2.multiply(picture[part], cv2.merge([shaded[part]] * 3), scale=1 / 255)
        alpha = cv2.merge([edge[part]] * 3)
        picture[part] = cv2.add(
            cv2.multiply(paper[part], alpha, scale=1 / 255), cv2.multiply(table, 255 - alpha, scale=1 / 255)
        )


def _crease(sheet: FilledSheet, lens: Lens) -> Picture:
    """The page with the worn line that a fold leaves."""
    if lens.bend.crease_mm is None:
        return sheet.image
    width, height = sheet.page_mm
    along = np.array([np.cos(lens.bend.direction), np.sin(lens.bend.direction)])
    middle = np.array([width, height]) / 2 + along * lens.bend.crease_mm
    ends = [(middle + side * 400 * np.array([-along[1], along[0]])) * sheet.px_per_mm for side in (-1, 1)]
    line = np.zeros(sheet.image.shape[:2], np.uint8)
    a, b = ((int(x), int(y)) for x, y in ends)
    cv2.line(line, a, b, 60, max(1, int(0.5 * sheet.px_per_mm)))
    worn = cv2.GaussianBlur(line, (0, 0), 0.25 * sheet.px_per_mm)
    return np.asarray(cv2.subtract(sheet.image, cv2.merge([worn] * 3)), np.uint8)


def _shrink(page: Picture, px_per_mm: float, lens: Lens) -> tuple[Picture, float]:
    """The page at about the picture's own scale where that is smaller, so that thin strokes do not fall between
    pixels.
    """
    width, height = lens.page_mm
    a, b = lens.project(np.array([(0.4 * width, height / 2), (0.6 * width, height / 2)]))
    wanted = float(np.hypot(*(b - a))) / (0.2 * width)
    if wanted > 0.8 * px_per_mm:
        return page, px_per_mm
    factor = max(wanted * 1.15, 1.0) / px_per_mm
    small = cv2.resize(page, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.uint8), px_per_mm * small.shape[1] / page.shape[1]


def _stretch(nodes: Map, lens: Lens) -> Map:
    """From one value every eighth pixel to one a pixel; the nodes beyond the edges are cut off again."""
    wide = cv2.resize(nodes, None, fx=NODE_PX, fy=NODE_PX, interpolation=cv2.INTER_LINEAR)
    width, height = lens.size_px
    return np.ascontiguousarray(wide[NODE_PX : NODE_PX + height, NODE_PX : NODE_PX + width], dtype=np.float32)


def _place_quad(lens: Lens, sheet: FilledSheet, box: tuple[float, float, float, float]) -> Quad:
    (x, y, width, height), (left, top) = box, sheet.origin_mm
    x, y = x + left, y + top
    corners = np.array([(x, y), (x + width, y), (x + width, y + height), (x, y + height)])
    return tuple((round(float(px), 2), round(float(py), 2)) for px, py in lens.project(corners))


def _shrink_quad(quad: Quad, share: float) -> Quad:
    """The same place in a picture of that share of the size; pixel centres are at whole numbers."""
    return tuple((round((x + 0.5) * share - 0.5, 2), round((y + 0.5) * share - 0.5, 2)) for x, y in quad)


def _is_seen(quad: Quad, scene: Scene, covered: NDArray[np.bool_] | None) -> bool:
    """Whether the whole field is in the picture and free of the thumb."""
    width, height = scene.size_px
    if not all(0 <= x < width and 0 <= y < height for x, y in quad):
        return False
    if covered is None:
        return True
    xs, ys = (np.linspace(min(part), max(part), 9) / width * covered.shape[1] for part in zip(*quad, strict=True))
    rows, columns = (np.clip(part.astype(int), 0, size - 1) for part, size in zip((ys, xs), covered.shape, strict=True))
    return not bool(covered[np.ix_(rows, columns)].any())
