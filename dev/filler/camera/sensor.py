"""From light to pixels: blur, white balance, exposure, noise, and the phone's contrast curve."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from dev.filler.camera.lens import NODE_PX
from dev.filler.camera.light import Plane
from dev.filler.camera.scene import Scene
from dev.filler.pens.pen import Picture

_STRIP = 256  # rows at a time, a multiple of NODE_PX: keeps memory small
_TILE = 512  # side of the noise pattern, laid down shifted so that it never repeats in place
_REFERENCE_PX = 4000  # blur is given for pictures of this length


def expose(picture: Picture, scene: Scene, light: Plane, glow: Plane | None, rng: np.random.Generator) -> Picture:
    """The (H, W, 3) uint8 picture as the sensor gives it.

    `light` and `glow` are (H/8+2, W/8+2) float32: one value a node (every eighth pixel), and one node beyond each edge.
    """
    picture = _blur(picture, scene)
    curve, grain = _make_curve(), _add_grain(scene, rng)
    gains = np.array(scene.gains, np.float32) * np.float32(scene.exposure)
    for top in range(0, len(picture), _STRIP):
        part = picture[top : top + _STRIP]
        shine = stretch_nodes(light, top, part.shape)
        strip = np.asarray(cv2.merge([shine * gain for gain in gains]), np.float32)
        strip *= part
        if glow is not None:
            strip += stretch_nodes(glow, top, part.shape)[..., None] * np.float32(255)
        noise = _shift(grain, part.shape, rng)
        noise *= cv2.sqrt(np.clip(strip, 4, 255))
        noise *= np.float32(1 / 11)
        strip += noise
        picture[top : top + _STRIP] = cv2.LUT(np.clip(strip, 0, 255, out=strip).astype(np.uint8), curve)
    return picture


def _blur(picture: Picture, scene: Scene) -> Picture:
    scale = max(scene.size_px) / _REFERENCE_PX
    sigma, length = scene.defocus * scale, scene.motion * scale
    if length > 1.5:
        picture = np.asarray(cv2.filter2D(picture, -1, _draw_streak(length, scene.motion_towards)), np.uint8)
    if sigma > 3:  # a wide disc, cheaper at a third of the size
        small = cv2.resize(picture, None, fx=1 / 3, fy=1 / 3, interpolation=cv2.INTER_AREA)
        small = cv2.GaussianBlur(small, (0, 0), sigma / 3)
        return np.asarray(cv2.resize(small, picture.shape[1::-1], interpolation=cv2.INTER_CUBIC), np.uint8)
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), max(0.45, sigma)), np.uint8)


def _draw_streak(length: float, degrees: float) -> NDArray[np.float32]:
    """The path of a shaken camera: a straight line of that many pixels."""
    side = int(length) | 1
    kernel, middle = np.zeros((side, side), np.float32), side / 2 - 0.5
    reach = np.array([np.cos(np.radians(degrees)), np.sin(np.radians(degrees))]) * length / 2
    a, b = ((round((middle + s * reach[0]) * 16), round((middle + s * reach[1]) * 16)) for s in (-1, 1))
    cv2.line(kernel, a, b, 1.0, 1, cv2.LINE_AA, 4)
    return np.asarray(kernel / max(1e-6, float(kernel.sum())), np.float32)


def _add_grain(scene: Scene, rng: np.random.Generator) -> NDArray[np.float32]:
    """(T, T, 3) noise of deviation `scene.noise` grey levels at mid grey; slightly smooth, as phones leave it."""
    grain = rng.standard_normal((_TILE, _TILE, 3)).astype(np.float32)
    return np.asarray(cv2.GaussianBlur(grain, (0, 0), 0.6) * np.float32(2.1 * scene.noise), np.float32)


def _shift(grain: NDArray[np.float32], shape: tuple[int, ...], rng: np.random.Generator) -> NDArray[np.float32]:
    """The noise pattern from a random start, laid out over a strip, which is no higher than a tile."""
    rolled = np.roll(grain, tuple(rng.integers(0, _TILE, 2).tolist()), axis=(0, 1))
    return np.tile(rolled[: shape[0]], (1, -(-shape[1] // _TILE), 1))[:, : shape[1]]


def stretch_nodes(plane: Plane, top: int, shape: tuple[int, ...]) -> Plane:
    """The rows from `top` of a plane of nodes, stretched to pixels."""
    first, count = top // NODE_PX, -(-shape[0] // NODE_PX)
    wide = cv2.resize(plane[first : first + count + 2], None, fx=NODE_PX, fy=NODE_PX, interpolation=cv2.INTER_LINEAR)
    return np.asarray(wide[NODE_PX : NODE_PX + shape[0], NODE_PX : NODE_PX + shape[1]], np.float32)


def _make_curve() -> NDArray[np.uint8]:
    """A mild S, as phones develop."""
    grey = np.linspace(0, 1, 256)
    return np.asarray(np.clip(255 * (0.75 * grey + 0.25 * (3 * grey**2 - 2 * grey**3)), 0, 255), np.uint8)
