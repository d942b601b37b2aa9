"""What lies under the sheet: table tops drawn by procedure, or pictures of real ones from a folder."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from dev.filler.camera.lens import Lens
from dev.filler.pens.pen import Picture

_SIDE_PX = 1024
_SPAN_MM = 620.0  # what the texture covers; beyond it is mirrored

_PLAIN = {"dark": (38, 42, 48), "light": (196, 206, 212), "felt": (62, 98, 34), "stone": (150, 154, 158)}


def make_table_top(name: str, rng: np.random.Generator, folder: Path | None = None) -> Picture:
    """(1024, 1024, 3) uint8: the named top (wood, felt, cloth, dark, light, stone), or any picture of `folder`."""
    pictures = (
        sorted(path for path in folder.rglob("*") if path.suffix.lower() in (".jpg", ".jpeg", ".png")) if folder else []
    )
    if pictures:
        image = cv2.imread(str(pictures[int(rng.integers(len(pictures)))]), cv2.IMREAD_COLOR)
        if image is not None:
            return np.asarray(cv2.resize(image, (_SIDE_PX, _SIDE_PX), interpolation=cv2.INTER_AREA), np.uint8)
    base = {"wood": _make_wood, "cloth": _make_cloth}.get(name)
    return base(rng) if base else _make_plain(name, rng)


def spread(top: Picture, lens: Lens, rng: np.random.Generator) -> Picture:
    """The table as the lens sees it, (H, W, 3) uint8, laid down at any angle."""
    scale, angle = _SPAN_MM / _SIDE_PX, float(rng.choice([0, 90, 180, 270])) + float(rng.normal(0, 8))
    turn = cv2.getRotationMatrix2D((_SIDE_PX / 2, _SIDE_PX / 2), angle, 1.0)
    to_mm = np.array([[scale, 0, -_SPAN_MM / 2], [0, scale, -_SPAN_MM / 2], [0, 0, 1]]) @ np.vstack([turn, (0, 0, 1)])
    # OpenCV 5 handles a mirrored border in warpPerspective; pixels beyond the texture stay table.
    return np.asarray(
        cv2.warpPerspective(
            top,
            lens.find_table_homography() @ to_mm,
            lens.size_px,
            flags=cv2.INTER_LINEAR,
            borderMode=cv2.BORDER_REFLECT_101,
        ),
        np.uint8,
    )


def _make_plain(name: str, rng: np.random.Generator) -> Picture:
    rough = _make_noise(rng, 1.0, 1.0) * 7 + _make_noise(rng, 40, 40) * 5
    return _colour(rough, _PLAIN.get(name, _PLAIN["dark"]), rng)


def _make_wood(rng: np.random.Generator) -> Picture:
    """Boards with grain: noise that is long along the board."""
    grain = _make_noise(rng, 1.2, 90) * 10 + _make_noise(rng, 5, 160) * 16 + _make_noise(rng, 60, 300) * 10
    board = _SIDE_PX // int(rng.integers(3, 7))
    for start in range(0, _SIDE_PX, board):
        grain[:, start : start + board] += float(rng.normal(0, 7))
        grain[:, start : start + 2] -= 35
    tone = [(70, 110, 160), (96, 140, 190), (44, 66, 98), (120, 160, 200)][int(rng.integers(4))]
    return _colour(grain, tone, rng)


def _make_cloth(rng: np.random.Generator) -> Picture:
    """A woven cloth with checks or dots."""
    ys, xs = np.mgrid[:_SIDE_PX, :_SIDE_PX].astype(np.float32)
    weave = 4 * np.sin(xs * 1.9) + 4 * np.sin(ys * 1.9) + _make_noise(rng, 1, 1) * 6
    pitch = float(rng.uniform(50, 110))
    if rng.random() < 0.5:
        pattern = ((xs % pitch < pitch / 2).astype(np.float32) + (ys % pitch < pitch / 2)) * 32
    else:
        pattern = ((xs % pitch - pitch / 2) ** 2 + (ys % pitch - pitch / 2) ** 2 < (pitch / 4) ** 2) * -55.0
    tone = [(190, 195, 200), (150, 120, 90), (90, 90, 170), (170, 200, 190)][int(rng.integers(4))]
    return _colour(weave + pattern, tone, rng)


def _colour(height: NDArray[np.float32], tone: tuple[int, int, int], rng: np.random.Generator) -> Picture:
    shade = np.array(tone, np.float32) * rng.uniform(0.9, 1.1, 3).astype(np.float32)
    return np.clip(shade * (1 + height[..., None] / 110), 0, 255).astype(np.uint8)


def _make_noise(rng: np.random.Generator, across: float, along: float) -> NDArray[np.float32]:
    """Smooth noise of deviation 1, with its own grain size in both directions (pixels)."""
    rows, columns = max(4, int(_SIDE_PX / along)), max(4, int(_SIDE_PX / across))
    coarse = rng.standard_normal((rows, columns)).astype(np.float32)
    return np.asarray(cv2.resize(coarse, (_SIDE_PX, _SIDE_PX), interpolation=cv2.INTER_CUBIC), np.float32)
