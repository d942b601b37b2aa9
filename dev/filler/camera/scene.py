"""Everything that makes one photograph differ from another, as numbers; and the named conditions that people
photograph in.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np


@dataclass(frozen=True, slots=True)
class Scene:
    """One photograph. Lengths on paper in mm, angles in degrees, blur in pixels of a picture 4,000 px long.

    `fill`: share of the picture that the page spans; `shift`: of its middle, in parts of the picture; `gains`: white
    balance (blue, green, red); `finger`: the corner mark under a thumb, 0 to 3 from the upper left; `shadow`,
    `glare`, `uneven`: strengths 0..1. `phone`: what the picture is made by (`dev.filler.camera.develop`); only what is
    not "plain" heeds `lamps` (how many), `sharpen` and `smooth` (strengths from 0), and `copy_px` (the longer side of a
    messenger's copy, 0 for none). `barrel`: the lens's distortion, see `dev.filler.camera.lens`.
    """

    size_px: tuple[int, int]
    tilt: float = 0.0
    towards: float = 0.0
    roll: float = 0.0
    fill: float = 0.93
    shift: tuple[float, float] = (0.0, 0.0)
    curl_mm: float = 0.0
    arch_mm: float = 0.0
    bend: float = 90.0
    fold: float = 0.0
    fold_at_mm: float = 0.0
    shadow: float = 0.0
    uneven: float = 0.1
    vignette: float = 0.12
    glare: float = 0.0
    defocus: float = 0.7
    motion: float = 0.0
    motion_towards: float = 0.0
    noise: float = 1.0
    jpeg: int = 90
    exposure: float = 0.9
    gains: tuple[float, float, float] = (1.0, 1.0, 1.0)
    finger: int | None = None
    table: str = "wood"
    phone: str = "plain"
    barrel: float = 0.0
    lamps: int = 1
    sharpen: float = 0.0
    smooth: float = 0.0
    copy_px: int = 0


def choose_size(megapixels: float, upright: bool = True) -> tuple[int, int]:
    """Width and height of a 4:3 picture, multiples of 8: 12 gives 3000 x 4000 upright."""
    long = round((megapixels * 1e6 * 4 / 3) ** 0.5 / 8) * 8
    short = round(long * 3 / 4 / 8) * 8
    return (short, long) if upright else (long, short)


def choose_scene(names: Sequence[str], size_px: tuple[int, int], rng: np.random.Generator) -> Scene:
    """A scene held casually, with every condition of `names` in it. Raises `KeyError` for an unknown name."""
    tables = ("wood", "felt", "cloth", "dark", "light", "stone")
    scene = Scene(
        size_px,
        tilt=float(rng.uniform(0, 6)),
        towards=float(rng.uniform(0, 360)),
        roll=float(rng.normal(0, 2)),
        fill=float(rng.uniform(0.86, 0.97)),
        shift=(float(rng.normal(0, 0.008)), float(rng.normal(0, 0.008))),
        uneven=float(rng.uniform(0.03, 0.16)),
        exposure=float(rng.uniform(0.8, 0.97)),
        defocus=float(rng.uniform(0.6, 0.9)),
        jpeg=int(rng.integers(84, 95)),
        gains=_draw_balance(rng, 0.02),
        table=str(rng.choice(tables)),
    )
    for name in names:
        scene = CONDITIONS[name](scene, rng)
    return scene


def _draw_balance(rng: np.random.Generator, spread: float) -> tuple[float, float, float]:
    warm = float(rng.normal(0, spread))
    return 1 - warm, 1 + float(rng.normal(0, spread / 4)), 1 + warm


Condition = Callable[[Scene, np.random.Generator], Scene]


def _draw_uniform(key: str, low: float, high: float) -> Condition:
    return lambda scene, rng: replace(scene, **{key: float(rng.uniform(low, high))})  # type: ignore[arg-type]  # key is a field


def _tilt(scene: Scene, rng: np.random.Generator) -> Scene:
    return replace(scene, tilt=float(rng.uniform(15, 35)), fill=0.94)


def _curl(scene: Scene, rng: np.random.Generator) -> Scene:
    return replace(
        scene, curl_mm=float(rng.uniform(8, 28)), bend=float(rng.choice([0, 90, 180, 270]) + rng.normal(0, 12))
    )


def _fold(scene: Scene, rng: np.random.Generator) -> Scene:
    bend = float(rng.choice([0, 90, 90]))
    return replace(scene, bend=bend, fold=float(rng.uniform(6, 20)), fold_at_mm=float(rng.normal(0, 3)))


def _add_glare(scene: Scene, rng: np.random.Generator) -> Scene:
    return replace(scene, glare=float(rng.uniform(0.22, 0.5)), vignette=0.4)


def _shake(scene: Scene, rng: np.random.Generator) -> Scene:
    return replace(scene, motion=float(rng.uniform(4, 10)), motion_towards=float(rng.uniform(0, 180)))


def _make_tint(low: float, high: float) -> Condition:
    def tinted(scene: Scene, rng: np.random.Generator) -> Scene:
        warm = float(rng.uniform(low, high))
        return replace(scene, gains=(1 - warm, 1.0, 1 + warm * 0.7))

    return tinted


def _add_finger(scene: Scene, rng: np.random.Generator) -> Scene:
    return replace(scene, finger=int(rng.integers(4)))


def _crop(scene: Scene, rng: np.random.Generator) -> Scene:
    side = int(rng.integers(4))
    step = float(rng.uniform(0.05, 0.075)) * (1 if side % 2 else -1)  # past the paper's edge, hardly past the marks
    return replace(scene, fill=0.97, shift=(step, 0.0) if side < 2 else (0.0, step))


def _turn(degrees: float) -> Condition:
    return lambda scene, rng: replace(scene, roll=degrees + float(rng.normal(0, 2)))


def _hold_bright_phone(scene: Scene, rng: np.random.Generator) -> Scene:
    return replace(
        _bend_freely(scene, rng),
        phone="bright",
        barrel=float(rng.normal(0, 0.02)),
        lamps=int(rng.integers(1, 4)),
        glare=float(rng.uniform(0.05, 0.9)) if rng.random() < 0.4 else 0.0,
        shadow=float(rng.uniform(0.15, 0.7)) if rng.random() < 0.5 else 0.0,
        sharpen=float(rng.uniform(0.3, 1.8)),
        smooth=float(rng.uniform(0.0, 1.5)),
        noise=float(rng.uniform(0.5, 4.0)),
        exposure=float(rng.uniform(0.75, 1.1)),
        jpeg=int(rng.integers(70, 96)),
    )


def _hold_old_phone(scene: Scene, rng: np.random.Generator) -> Scene:
    return replace(
        _bend_freely(scene, rng),
        phone="old",
        barrel=float(rng.normal(0, 0.04)),
        lamps=int(rng.integers(1, 3)),
        shadow=float(rng.uniform(0.15, 0.6)) if rng.random() < 0.5 else 0.0,
        sharpen=float(rng.uniform(0.0, 1.0)),
        smooth=0.6,
        defocus=float(rng.uniform(0.7, 1.6)),
        noise=float(rng.uniform(1.0, 4.5)),
        exposure=float(rng.uniform(0.5, 1.0)),
        gains=_draw_balance(rng, 0.1),
        jpeg=int(rng.integers(45, 88)),
        copy_px=int(rng.choice([0, 2048, 2560, 3000])),
    )


def _bend_freely(scene: Scene, rng: np.random.Generator) -> Scene:
    """Tilted, and often curled or arched along any direction."""
    bent = rng.random() < 0.6
    return replace(
        scene,
        tilt=float(rng.uniform(0, 22)),
        roll=float(rng.normal(0, 6)),
        fill=float(rng.uniform(0.8, 0.95)),
        curl_mm=float(rng.uniform(0, 18)) if bent else 0.0,
        arch_mm=float(rng.uniform(-6, 10)) if bent else 0.0,
        bend=float(rng.uniform(0, 360)),
    )


CONDITIONS: dict[str, Condition] = {
    "clean": lambda scene, rng: scene,
    "perspective": _tilt,
    "curl": _curl,
    "fold": _fold,
    "shadow": _draw_uniform("shadow", 0.3, 0.58),
    "uneven": _draw_uniform("uneven", 0.25, 0.5),
    "glare": _add_glare,
    "defocus": _draw_uniform("defocus", 2.0, 4.0),
    "motion": _shake,
    "noise": _draw_uniform("noise", 3.0, 5.5),
    "jpeg": lambda scene, rng: replace(scene, jpeg=int(rng.integers(25, 50))),
    "dark": _draw_uniform("exposure", 0.35, 0.5),
    "warm": _make_tint(0.12, 0.28),
    "cool": _make_tint(-0.16, -0.08),
    "finger": _add_finger,
    "cropped": _crop,
    "small": _draw_uniform("fill", 0.45, 0.65),
    "rot90": _turn(90),
    "rot180": _turn(180),
    "rot270": _turn(270),
    "bright-phone": _hold_bright_phone,
    "old-phone": _hold_old_phone,
    "turned": lambda scene, rng: replace(scene, roll=float(rng.uniform(-180, 180))),
    "unusable": lambda scene, rng: replace(scene, defocus=26.0, motion=45.0, motion_towards=float(rng.uniform(20, 70))),
}
"""By name; several can hold at once."""
