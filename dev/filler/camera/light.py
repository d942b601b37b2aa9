"""Light on table and paper: gradients, the shadow of a hand and a phone, a flash's glare, paper that leans to or from
the lamp.

All of it changes slowly, so it is made on one node every eighth pixel and stretched.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from dev.filler.camera.lens import Lens
from dev.filler.camera.scene import Scene

Plane = NDArray[np.float32]
"""(h, w) float32, one value a node."""


def make_gain(scene: Scene, shape: tuple[int, int], rng: np.random.Generator) -> Plane:
    """How much of full light each node gets, before the exposure: `shape` float32, 0..1."""
    ys, xs = _make_grid(shape)
    angle, uneven = rng.uniform(0, 2 * np.pi), scene.uneven
    slope = 1 - uneven * (0.5 + (xs * np.cos(angle) + ys * np.sin(angle)) / 1.5)
    lamp = rng.uniform(-0.6, 0.6, 2)
    pool = 1 - 0.5 * uneven * ((xs - lamp[0]) ** 2 + (ys - lamp[1]) ** 2)
    rim = 1 - scene.vignette * (xs**2 + ys**2) / 2
    light = np.clip(slope * pool * rim, 0.25, None)
    return np.asarray(light * (1 - scene.shadow * _draw_shadow(shape, rng)) if scene.shadow else light, np.float32)


def shade_slopes(lens: Lens, page_x: Plane, page_y: Plane, rng: np.random.Generator) -> Plane:
    """How much lighter or darker the paper is where it slopes; 1 off the sheet and where it lies flat (Lambert's
    law).
    """
    points = np.column_stack([page_x.ravel(), page_y.ravel()]).astype(np.float64)
    slope = np.interp(lens.bend.across(points, lens.page_mm), lens.bend.s_mm, lens.bend.slope).reshape(page_x.shape)
    lamp = float(rng.uniform(0.25, 0.6)) * (1 if rng.random() < 0.5 else -1)
    width, height = lens.page_mm
    on = (page_x > 0) & (page_x < width) & (page_y > 0) & (page_y < height)
    return np.where(on, np.clip(np.cos(slope) - lamp * np.sin(slope), 0.5, 1.3), 1.0).astype(np.float32)


def make_glare(scene: Scene, shape: tuple[int, int], rng: np.random.Generator) -> Plane:
    """Flash light thrown straight back, which is added: `shape` float32, 0..1 of full white."""
    ys, xs = _make_grid(shape)
    spot, size = rng.uniform(-0.4, 0.4, 2), float(rng.uniform(0.16, 0.3))
    far = ((xs - spot[0]) ** 2 + (ys - spot[1]) ** 2) / size**2
    return np.asarray(scene.glare * (0.8 * np.exp(-far) + 0.2 * np.exp(-far / 6)), np.float32)


def _draw_shadow(shape: tuple[int, int], rng: np.random.Generator) -> Plane:
    """0..1: the soft shadow of a phone with the hand that holds it, or of an arm reaching in."""
    height, width = shape
    mask, long = np.zeros(shape, np.uint8), max(shape)
    centre = np.array([rng.uniform(0.2, 0.8) * width, rng.uniform(0.35, 0.85) * height])
    turn = float(rng.uniform(-35, 35))
    phone = cv2.boxPoints((tuple(centre.tolist()), (0.3 * long, 0.55 * long), turn))
    cv2.fillConvexPoly(mask, np.round(phone).astype(np.int32), 255)
    side = -1 if rng.random() < 0.5 else 1
    arm = centre + np.array([side * 0.22, 0.12]) * long
    cv2.line(mask, _round_point(arm), _round_point(arm + np.array([side * 0.5, 0.6]) * long), 255, int(0.14 * long))
    for finger in range(4):
        tip = centre + np.array([side * 0.2, (finger - 2) * 0.055]) * long
        cv2.line(mask, _round_point(tip), _round_point(arm), 255, int(0.05 * long))
    soft = float(rng.uniform(0.008, 0.03)) * long
    return np.asarray(cv2.GaussianBlur(mask.astype(np.float32) / 255, (0, 0), soft), np.float32)


def _round_point(point: NDArray[np.float64]) -> tuple[int, int]:
    return int(point[0]), int(point[1])


def _make_grid(shape: tuple[int, int]) -> tuple[Plane, Plane]:
    """y and x from -1 to 1 over the nodes."""
    ys, xs = np.mgrid[-1 : 1 : shape[0] * 1j, -1 : 1 : shape[1] * 1j].astype(np.float32)
    return ys, xs
