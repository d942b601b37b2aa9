"""Light from lamps in a room: each has a place, a colour and a size, shines on the bent paper, and is mirrored by it.

Another model than `dev.filler.camera.light`: shadow, falling off and glare follow from where lamps, phone and paper
are, in mm over the table, from the page's centre, z up.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dev.filler.camera.lens import Lens
from dev.filler.camera.light import Plane
from dev.filler.camera.scene import Scene

Vectors = NDArray[np.float64]
"""(N, 3) float64: places or directions, one a node."""
_PHONE_MM = (78.0, 160.0)  # the phone and the hand around it
_MOST_GLARE = np.float32(0.6)  # more would bury ink so that no person could read it
_SHINE = (12.0, 160.0)  # exponents of the mirrored lamp: office paper is dull, coated paper and ink shine


@dataclass(frozen=True, slots=True)
class Lamp:
    """A lamp at `place` (3,) float64, `size_mm` wide; `strength` (3,) float64 of each channel: blue, green, red."""

    place: Vectors
    size_mm: float
    strength: NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Ground:
    """What the nodes see: their `places` and `normals` (N, 3), and the `eye` (3,): the lens."""

    places: Vectors
    normals: Vectors
    eye: Vectors


def light_room(
    scene: Scene, lens: Lens, nodes: tuple[Plane, Plane], rng: np.random.Generator
) -> tuple[Sequence[Plane], Plane]:
    """Light on each node, (h, w) float32 for each of the three channels, and the glare that is added to all.

    `nodes`: page coordinates in mm under every node, as `Lens.find_nodes` gives them.
    """
    ground = _stand_nodes(lens, nodes)
    lamps = [_draw_lamp(scene, ground, rng) for _ in range(scene.lamps)]
    ambient = float(rng.uniform(0.25, 0.55))
    phone_mm = ground.eye[2] * float(rng.uniform(0.75, 1.0))
    shares = [(lamp, _measure_light(lamp, ground, phone_mm, scene.shadow, rng)) for lamp in lamps]
    whole = sum(lamp.strength[1] * share for lamp, share in shares)
    usual = float(np.percentile(np.asarray(whole), 80))
    planes = [
        (ambient + (1 - ambient) * sum(lamp.strength[channel] * share for lamp, share in shares) / usual)
        .reshape(nodes[0].shape)
        .astype(np.float32)
        for channel in range(3)
    ]
    glare = scene.glare * sum(_mirror(lamp, ground, float(rng.uniform(*_SHINE))) for lamp in lamps)
    return planes, np.minimum(np.asarray(glare, np.float32), _MOST_GLARE).reshape(nodes[0].shape)


def _stand_nodes(lens: Lens, nodes: tuple[Plane, Plane]) -> Ground:
    """Where each node lies, and which way the paper faces there; off the sheet the table is flat."""
    points = np.column_stack([part.ravel() for part in nodes]).astype(np.float64)
    bend, (width, height) = lens.bend, lens.page_mm
    slope = np.interp(bend.across(points, lens.page_mm), bend.s_mm, bend.slope)
    on = ((points > 0) & (points < (width, height))).all(axis=1)
    slope = np.where(on, slope, 0.0)
    along = np.array([np.cos(bend.direction), np.sin(bend.direction)])
    normals = np.column_stack([-np.sin(slope)[:, None] * along, np.cos(slope)])
    eye = -lens.turn.T @ np.array([0.0, 0.0, lens.distance_mm]) * (1, 1, -1)
    return Ground(bend.lift(points, lens.page_mm), normals, eye)


def _draw_lamp(scene: Scene, ground: Ground, rng: np.random.Generator) -> Lamp:
    """A lamp anywhere in the room; where there is glare, one that the paper mirrors into the lens, and where there is a
    shadow, one that the phone hides from some place in the picture.
    """
    place = np.array([*rng.normal(0, 700, 2), rng.uniform(600, 1700)])
    seen = ground.places[int(rng.integers(len(ground.places)))]
    steps = (ground.eye - seen) * place[2] / max(float(ground.eye[2] - seen[2]), 100.0)
    if scene.glare and rng.random() < 0.6:
        place = seen + steps * (-1, -1, 1)
    elif scene.shadow and rng.random() < 0.7:
        place = seen + steps
    warm = float(rng.uniform(-0.12, 0.3))
    return Lamp(place, float(rng.uniform(40, 350)), np.array([1 - warm, 1.0, 1 + 0.6 * warm]) * rng.uniform(0.4, 1.0))


def _measure_light(
    lamp: Lamp, ground: Ground, phone_mm: float, shadow: float, rng: np.random.Generator
) -> NDArray[np.float64]:
    """Lambert's law and the square of the distance, and the phone's shadow, whose rim is as soft as the lamp is wide.

    (N,) float64. `phone_mm`: how high the phone is held; `shadow`: how much of the light it takes.
    """
    ray = lamp.place - ground.places
    far = np.linalg.norm(ray, axis=1)
    light = np.clip((ray * ground.normals).sum(axis=1) / far, 0.05, None) * (1000.0 / far) ** 2
    if not shadow:
        return np.asarray(light, np.float64)
    share = (phone_mm - ground.places[:, 2]) / np.maximum(ray[:, 2], 1.0)
    crossing = ground.places[:, :2] + ray[:, :2] * share[:, None] - ground.eye[:2]
    angle = float(rng.uniform(0, np.pi))
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    beyond = (np.abs(crossing @ turn) - np.array(_PHONE_MM) / 2).max(axis=1)
    soft = max(4.0, lamp.size_mm * phone_mm / max(lamp.place[2] - phone_mm, 100.0))
    return np.asarray(light * (1 - shadow * np.clip(0.5 - beyond / soft, 0, 1)), np.float64)


def _mirror(lamp: Lamp, ground: Ground, shine: float) -> NDArray[np.float64]:
    """How much of the lamp the paper throws into the lens, (N,) float64, 0 to 1 (Blinn 1977)."""
    ray, view = lamp.place - ground.places, ground.eye - ground.places
    half = ray / np.linalg.norm(ray, axis=1, keepdims=True) + view / np.linalg.norm(view, axis=1, keepdims=True)
    facing = (half * ground.normals).sum(axis=1) / np.linalg.norm(half, axis=1)
    return np.asarray(np.clip(facing, 0, 1) ** (4 * shine), np.float64)
