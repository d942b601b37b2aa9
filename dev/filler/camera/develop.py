"""What phones make of the light: three ways from the picture on the sensor to the file.

`plain` is the first camera model. `bright` is a phone of today: it smooths noise away, lifts shadows, exposes until the
paper is nearly white and sharpens until strokes have halos. `old` is a cheap or an old phone, or a messenger's copy: a
coloured mosaic, one side out of focus, hard contrast, scaled down, and packed twice.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from dev.filler.camera.lamps import light_room
from dev.filler.camera.lens import NODE_PX, Lens
from dev.filler.camera.light import Plane, make_gain, make_glare, shade_slopes
from dev.filler.camera.scene import Scene
from dev.filler.camera.sensor import expose, stretch_nodes
from dev.filler.pens.pen import Picture

_REFERENCE_PX = 4000  # lengths in pixels are given for pictures of this length
_STRIP = 256
_SMALL = 8  # local contrast is measured at an eighth of the size


@dataclass(frozen=True, slots=True)
class Seen:
    """The picture before light: `page_x`, `page_y` are what lies under the nodes, in mm of the page."""

    scene: Scene
    lens: Lens
    page_x: Plane
    page_y: Plane


Phone = Callable[[Picture, Seen, np.random.Generator], Picture]


def expose_plainly(picture: Picture, seen: Seen, rng: np.random.Generator) -> Picture:
    """The first model: `dev.filler.camera.light` and `dev.filler.camera.sensor`."""
    scene = seen.scene
    light = make_gain(scene, seen.page_x.shape, rng) * shade_slopes(seen.lens, seen.page_x, seen.page_y, rng)
    glow = make_glare(scene, seen.page_x.shape, rng) if scene.glare else None
    return expose(picture, scene, light, glow, rng)


def expose_brightly(picture: Picture, seen: Seen, rng: np.random.Generator) -> Picture:
    """A phone of today."""
    scene, scale = seen.scene, max(seen.scene.size_px) / _REFERENCE_PX
    picture = _part_colours(_blur(picture, scene.defocus * scale), float(rng.normal(0, 0.0004)))
    lit = cv2.bilateralFilter(_light(picture, seen, rng), 5, 6 + 10 * scene.smooth, 1.5 + scene.smooth)
    luma, *colours = cv2.split(cv2.cvtColor(lit, cv2.COLOR_BGR2YCrCb))
    grey = _lift_shadows(np.asarray(luma, np.uint8), float(rng.uniform(0.2, 0.6)), float(rng.uniform(225, 252)))
    grey = _sharpen(grey, scene.sharpen, max(0.6, 1.4 * scale))
    soft = [cv2.GaussianBlur(part, (0, 0), 2.5) for part in colours]
    return np.asarray(cv2.cvtColor(cv2.merge([grey, *soft]), cv2.COLOR_YCrCb2BGR), np.uint8)


def expose_poorly(picture: Picture, seen: Seen, rng: np.random.Generator) -> Picture:
    """An old phone."""
    scene, scale = seen.scene, max(seen.scene.size_px) / _REFERENCE_PX
    picture = _tilt_focus(picture, scene.defocus * scale, rng)
    lit = _light(picture, seen, rng)
    mosaic = np.empty(lit.shape[:2], np.uint8)
    for row, column, channel in ((0, 0, 0), (0, 1, 1), (1, 0, 1), (1, 1, 2)):
        mosaic[row::2, column::2] = lit[row::2, column::2, channel]
    raw = np.asarray(cv2.cvtColor(mosaic, cv2.COLOR_BayerBGGR2BGR), np.uint8)
    raw = np.asarray(cv2.medianBlur(raw, 3), np.uint8) if rng.random() < scene.smooth else raw
    low, high = float(rng.uniform(5, 45)), float(rng.uniform(205, 250))
    curve = np.clip((np.arange(256) - low) / (high - low), 0, 1) ** float(rng.uniform(0.85, 1.25)) * 255
    return _sharpen(np.asarray(cv2.LUT(raw, curve.astype(np.uint8)), np.uint8), scene.sharpen, 2.2 * scale)


PHONES: dict[str, Phone] = {"plain": expose_plainly, "bright": expose_brightly, "old": expose_poorly}


def copy_smaller(picture: Picture, scene: Scene, rng: np.random.Generator) -> Picture:
    """What a messenger sends on: at most `scene.copy_px` long, packed once before it is packed again."""
    size = measure_copy(scene)
    if size == scene.size_px:
        return picture
    way = int(rng.choice([cv2.INTER_AREA, cv2.INTER_LINEAR, cv2.INTER_CUBIC]))
    small = cv2.resize(picture, size, interpolation=way)
    _, packed = cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(60, 88))])
    return np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.uint8)


def measure_copy(scene: Scene) -> tuple[int, int]:
    """Width and height of the file's picture."""
    if not scene.copy_px or scene.copy_px >= max(scene.size_px):
        return scene.size_px
    width, height = (round(side * scene.copy_px / max(scene.size_px)) for side in scene.size_px)
    return width, height


def _light(picture: Picture, seen: Seen, rng: np.random.Generator) -> Picture:
    """The picture in the room's light, with the sensor's noise in every channel."""
    planes, glare = light_room(seen.scene, seen.lens, (seen.page_x, seen.page_y), rng)
    gains = np.array(seen.scene.gains, np.float32) * np.float32(seen.scene.exposure)
    noise = np.asarray(rng.standard_normal((_STRIP, picture.shape[1], 3), np.float32) * (seen.scene.noise * 2.2))
    for top in range(0, len(picture), _STRIP):
        part = picture[top : top + _STRIP]
        shine = cv2.merge(
            [stretch_nodes(plane, top, part.shape) * gain for plane, gain in zip(planes, gains, strict=True)]
        )
        strip = part * shine + stretch_nodes(glare, top, part.shape)[..., None] * np.float32(255)
        grain = np.roll(noise, int(rng.integers(picture.shape[1])), axis=1)[: len(part)]
        strip += grain * np.sqrt(np.clip(strip, 4, 255)) * np.float32(1 / 11)
        picture[top : top + _STRIP] = np.clip(strip, 0, 255).astype(np.uint8)
    return picture


def _blur(picture: Picture, sigma: float) -> Picture:
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), max(0.4, sigma)), np.uint8)


def _tilt_focus(picture: Picture, sigma: float, rng: np.random.Generator) -> Picture:
    """Sharp at one side, and three times as blurred at the other."""
    height, width = picture.shape[:2]
    angle = float(rng.uniform(0, 2 * np.pi))
    ys, xs = np.mgrid[-1 : 1 : height // NODE_PX * 1j, -1 : 1 : width // NODE_PX * 1j].astype(np.float32)
    share = np.clip(0.5 + 0.5 * (xs * np.cos(angle) + ys * np.sin(angle)), 0, 1)
    mask = cv2.resize((share * 255).astype(np.uint8), (width, height), interpolation=cv2.INTER_LINEAR)
    near, far = _blur(picture, 0.8 * sigma), _blur(picture, 2.4 * sigma)
    mask = cv2.merge([mask] * 3)
    return np.asarray(cv2.add(cv2.multiply(far, mask, scale=1 / 255), cv2.multiply(near, 255 - mask, scale=1 / 255)))


def _part_colours(picture: Picture, by: float) -> Picture:
    """Blue and red a little larger and smaller than green, from the picture's middle outwards."""
    height, width = picture.shape[:2]
    moved = []
    for part, grow in zip(cv2.split(picture), (1 + by, 1.0, 1 - by), strict=True):
        about = np.array([[grow, 0, (1 - grow) * width / 2], [0, grow, (1 - grow) * height / 2]])
        moved.append(
            part if grow == 1 else cv2.warpAffine(part, about, (width, height), borderMode=cv2.BORDER_REPLICATE)
        )
    return np.asarray(cv2.merge(moved), np.uint8)


def _lift_shadows(grey: NDArray[np.uint8], strength: float, white: float) -> NDArray[np.uint8]:
    """Evens out slow changes of light by that strength, 0 to 1, and brings bright paper to `white`."""
    small = cv2.resize(grey, None, fx=1 / _SMALL, fy=1 / _SMALL, interpolation=cv2.INTER_AREA).astype(np.float32)
    around = cv2.GaussianBlur(
        cv2.dilate(small, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (9, 9))), (0, 0), max(small.shape) / 24
    )
    paper = float(np.percentile(around, 90))
    gain = (paper / np.maximum(around, 12)) ** strength * np.float32(white / paper)
    wide = cv2.resize(np.clip(gain, 0.5, 4.0), grey.shape[::-1], interpolation=cv2.INTER_LINEAR)
    return np.asarray(cv2.multiply(grey, wide, dtype=cv2.CV_8U), np.uint8)


def _sharpen(picture: NDArray[np.uint8], strength: float, sigma: float) -> NDArray[np.uint8]:
    """An unsharp mask: what is darker than around it becomes darker, what is lighter lighter."""
    if not strength:
        return picture
    soft = cv2.GaussianBlur(picture, (0, 0), max(0.6, sigma))
    return np.asarray(cv2.addWeighted(picture, 1 + strength, soft, -strength, 0), np.uint8)
