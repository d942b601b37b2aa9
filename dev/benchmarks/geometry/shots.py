"""The photographs and scans on which geometry is measured: what is done to paper, camera and light, in strengths.

The filler's camera takes pictures of the filler's sheets, so the true place of every cell is known.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import cv2
import numpy as np

from dev.filler.camera.camera import Photograph, Quad, photograph
from dev.filler.camera.lens import Lens
from dev.filler.camera.paper import bend
from dev.filler.camera.scene import Scene, choose_scene, choose_size
from dev.filler.pens.glyphs import Hand
from dev.filler.pens.pen import Picture
from dev.filler.pens.sheet import FilledSheet
from dev.tools.full_samples import Order, fill

KINDS = (
    ("pflichtsolo-40", "points", 4),
    ("stille-hochzeit", "full", 4),
    ("pflichtsolo-40", "points", 5),
    ("ddv", "totals", 4),
)
"""Rule set, style and seats of the sheets; from seed to seed they take turns."""
_CORNER_MM = 11.0
"""From the paper's edge to a corner mark; it is painted over with 2 mm around it."""


@dataclass(frozen=True, slots=True)
class Case:
    """One strength of one condition.

    `promised`: whether such a sheet must be read; `scene`: what is set in the filler's scene; `lift_mm`: how high the
    paper rises above its lowest point; `hidden`: how many corner marks are painted over; `edge_mm`: how much of the
    paper is cut off at one side; `dpi`: a flat scan of this resolution instead of a photograph.
    """

    group: str
    grade: str
    promised: bool = True
    scene: tuple[tuple[str, float], ...] = ()
    lift_mm: float = 0.0
    hidden: int = 0
    edge_mm: float = 0.0
    dpi: int = 0
    megapixels: float = 12.0


@dataclass(frozen=True, slots=True)
class Shot:
    """A picture of `sheet`: `jpeg` bytes; where each field lies in it (px), and whether all of it can be seen."""

    sheet: FilledSheet
    jpeg: bytes
    quads: Mapping[str, Quad]
    visible: Mapping[str, bool]


def list_cases() -> Iterator[Case]:
    """Every condition at every strength, the mildest first."""
    yield Case("flat", "12 MP")
    yield from (
        Case("perspective", f"{angle} deg", angle <= 40, (("tilt", float(angle)),)) for angle in (20, 30, 35, 40, 45)
    )
    yield from (Case("curl", f"{lift} mm", lift <= 20, lift_mm=lift) for lift in (5, 10, 20, 30))
    yield from (
        Case("curl, tilted", f"{lift} mm, {angle} deg", scene=(("tilt", float(angle)),), lift_mm=lift)
        for lift, angle in ((10, 20), (10, 35), (20, 20), (20, 40))
    )
    yield from (Case("fold", f"{angle} deg", angle <= 20, (("fold", float(angle)),)) for angle in (10, 20, 35))
    yield from (Case("edge outside", f"{cut} mm", cut < _CORNER_MM, edge_mm=cut) for cut in (5, 10, 25))
    yield from (Case("marks hidden", f"{count}", count <= 2, hidden=count) for count in (1, 2, 3, 4))
    yield Case("marks hidden", "2, 30 deg", scene=(("tilt", 30.0),), hidden=2)
    yield Case("marks hidden", "2, curl 10 mm", lift_mm=10, hidden=2)
    yield from (Case("shadow", f"{part:.0%}", scene=(("shadow", part), ("uneven", 0.3))) for part in (0.45, 0.6, 0.75))
    yield Case("all together", "", scene=(("tilt", 25.0), ("shadow", 0.5), ("uneven", 0.3)), lift_mm=10, hidden=1)
    yield from (Case("turned", f"{angle} deg", scene=(("roll", float(angle)),)) for angle in range(0, 360, 15))
    yield from (Case("size", f"{size} MP", megapixels=size) for size in (3, 12, 25, 50))
    yield from (Case("scan", f"{dpi} dpi", dpi=dpi) for dpi in (150, 200, 300, 400, 600))


def make_sheet(seed: int, hands: Sequence[Hand]) -> FilledSheet:
    """The sheet of that seed, filled in; one of four kinds."""
    rules, style, seats = KINDS[seed % len(KINDS)]
    rng = np.random.default_rng([seed, 5])
    two = [hands[place] for place in rng.permutation(len(hands))[:2]]
    return fill(Order(rules, style, seats, seed, partly=False, printed=False), two)


def shoot_sheet(case: Case, seed: int, sheet: FilledSheet) -> Shot:
    """The sheet as `case` shows it; what the case leaves open is settled by `seed`."""
    rng = np.random.default_rng([seed, 6])
    sheet = _hide_marks(sheet, case.hidden, rng)
    if case.dpi:
        return _scan_sheet(sheet, case.dpi, rng)
    picture = photograph(sheet, _set_scene(case, seed, sheet.page_mm, rng), rng)
    if case.edge_mm:
        return _cut_edge(sheet, picture, case.edge_mm, int(rng.integers(4)))
    return Shot(sheet, picture.jpeg(), picture.quads, picture.visible)


def _set_scene(case: Case, seed: int, page_mm: tuple[float, float], rng: np.random.Generator) -> Scene:
    upright = page_mm[1] >= page_mm[0]
    scene = choose_scene(("clean",), choose_size(case.megapixels, upright), rng)
    bend_to = float(rng.choice((0, 45, 90, 135)) + 180 * rng.integers(2) + rng.normal(0, 8))
    if "fold" in dict(case.scene):  # along an edge, in half or in thirds of a letter
        bend_to = float(rng.choice((0, 90)) + rng.normal(0, 1))
        scene = replace(scene, fold_at_mm=float(rng.choice((0, -49, 49)) + rng.normal(0, 4)))
    told: dict[str, Any] = dict(case.scene)
    scene = replace(scene, bend=bend_to, fill=0.93, **told)
    if not case.lift_mm:
        return scene
    key = "curl_mm" if seed // len(KINDS) % 2 == 0 else "arch_mm"
    lifted: dict[str, Any] = {key: _find_strength(key, case.lift_mm, bend_to, page_mm)}
    return replace(scene, **lifted)


def _find_strength(key: str, lift_mm: float, bend_to: float, page_mm: tuple[float, float]) -> float:
    """The curl or arch at which the paper's highest point lies `lift_mm` above its lowest."""
    rim = np.stack(np.meshgrid(*(np.linspace(0, side, 30) for side in page_mm)), axis=-1).reshape(-1, 2)
    strength = lift_mm
    for _ in range(4):
        parts = {"curl_mm": 0.0, "arch_mm": 0.0} | {key: strength}
        surface = bend(np.radians(bend_to), parts["curl_mm"], 0.0, 0.0, page_mm, parts["arch_mm"])
        strength *= lift_mm / float(np.ptp(surface.lift(rim, page_mm)[:, 2]))
    return strength


def _hide_marks(sheet: FilledSheet, count: int, rng: np.random.Generator) -> FilledSheet:
    """Paints over `count` of the four marks, chosen by chance."""
    image = sheet.image.copy() if count else sheet.image
    for place in rng.permutation(len(sheet.layout.marks))[:count]:
        x, y, width, height = sheet.layout.marks[place].box_mm
        (left, top), (right, low) = (
            (np.array(corner) * sheet.px_per_mm).astype(int)
            for corner in ((x - 2, y - 2), (x + width + 2, y + height + 2))
        )
        image[top:low, left:right] = image[5, 5]
    return replace(sheet, image=image)


def _scan_sheet(sheet: FilledSheet, dpi: int, rng: np.random.Generator) -> Shot:
    """The page as a flatbed sees it: it fills the picture, a little askew, in any quarter turn."""
    scale, angle = dpi / 25.4, float(rng.normal(0, 0.7))
    width, height = (round(side * scale) for side in sheet.page_mm)
    turn = cv2.getRotationMatrix2D((width / 2, height / 2), angle, 1.0)
    step = scale / sheet.px_per_mm
    # page pixels to scan pixels, centres at whole numbers
    to_scan = np.vstack([turn, (0, 0, 1)]) @ np.array([[step, 0, (step - 1) / 2], [0, step, (step - 1) / 2], [0, 0, 1]])
    soft = cv2.GaussianBlur(sheet.image, (0, 0), max(0.35 / step, 0.3))
    way = cv2.INTER_AREA if step < 1 else cv2.INTER_CUBIC
    scan = cv2.warpPerspective(soft, to_scan, (width, height), flags=way, borderValue=(250, 250, 250))
    noisy = np.clip(scan + rng.normal(0, 1.5, scan.shape), 0, 255).astype(np.uint8)
    quads = {field.id: _place_on_scan(sheet, field.box_mm, to_scan) for field in sheet.layout.fields}
    turns = int(rng.integers(4))
    turned = np.ascontiguousarray(np.rot90(noisy, turns))
    return _encode_shot(sheet, turned, _turn_places(quads, (width, height), turns))


def _place_on_scan(sheet: FilledSheet, box: tuple[float, float, float, float], to_scan: np.ndarray) -> Quad:
    x, y, width, height = box
    corners = np.array([(x, y), (x + width, y), (x + width, y + height), (x, y + height)]) * sheet.px_per_mm - 0.5
    return tuple((float(a), float(b)) for a, b in cv2.perspectiveTransform(corners[None], to_scan)[0])


def _turn_places(quads: Mapping[str, Quad], size: tuple[int, int], turns: int) -> dict[str, Quad]:
    """The places after so many quarter turns against the clock, as `numpy.rot90` makes them."""
    turned = dict(quads)
    for _ in range(turns):
        turned = {name: tuple((y, size[0] - 1 - x) for x, y in quad) for name, quad in turned.items()}
        size = size[1], size[0]
    return turned


def _cut_edge(sheet: FilledSheet, picture: Photograph, edge_mm: float, side: int) -> Shot:
    """The photograph cropped at one side so that up to `edge_mm` of the paper is lost there."""
    rim = _list_rims(picture.lens, edge_mm)[side]
    height, width = picture.image.shape[:2]
    left, top, right, low = 0, 0, width, height
    spread = np.ptp(rim, axis=0)
    if spread[0] < spread[1]:
        first = rim[:, 0].mean() < width / 2
        left, right = (max(0, int(rim[:, 0].min())), width) if first else (0, int(rim[:, 0].max()))
    else:
        first = rim[:, 1].mean() < height / 2
        top, low = (max(0, int(rim[:, 1].min())), height) if first else (0, int(rim[:, 1].max()))
    image = np.ascontiguousarray(picture.image[top:low, left:right])
    quads = {name: tuple((x - left, y - top) for x, y in quad) for name, quad in picture.quads.items()}
    return _encode_shot(sheet, image, quads)


def _list_rims(lens: Lens, edge_mm: float) -> Sequence[np.ndarray]:
    """Ends (2, 2) px of the lines that run `edge_mm` inside the paper's four edges."""
    (width, height), d = lens.page_mm, edge_mm
    lines = (
        ((0, d), (width, d)),
        ((width - d, 0), (width - d, height)),
        ((width, height - d), (0, height - d)),
        ((d, height), (d, 0)),
    )
    return [lens.project(np.array(line, np.float64)) for line in lines]


def _encode_shot(sheet: FilledSheet, image: Picture, quads: Mapping[str, Quad]) -> Shot:
    height, width = image.shape[:2]
    visible = {name: all(0 <= x < width and 0 <= y < height for x, y in quad) for name, quad in quads.items()}
    return Shot(sheet, bytes(cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, 90])[1]), quads, visible)
