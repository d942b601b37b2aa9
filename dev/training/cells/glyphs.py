"""Handwritten glyphs from public sets, thinned so that any pen can write them again.

Each glyph is kept as the distance from its skeleton: a pen of any width is then one threshold
(Zhang and Suen, "A fast parallel algorithm for thinning digital patterns", CACM 1984, as in scikit-image).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont
from skimage.morphology import skeletonize

from dev.training.cells.strokes import FRAME, STEP, join_strokes

BODY = 44
"""Height of a digit (or the longer side of a sign) inside the frame, in pixels."""
NAMES = {"minus": "-", "plus": "+", "slash": "/", "X": "x", "times": "x", "bar": "|", "check": "v"}
WANTED = frozenset("0123456789+-/xvwy")
MNIST_SHARE = {"1": 0.1, "9": 0.15}
"""American ones and nines teach the wrong shapes, so few of them are kept (of the other digits 0.35)."""


@dataclass(frozen=True, slots=True)
class Hand:
    """One writer's glyphs (or one set's, where writers are unknown).

    `glyphs`: of each character the indices (n,) int64 into the bank's arrays.
    """

    source: str
    writer: str
    glyphs: dict[str, NDArray[np.int64]]


@dataclass(frozen=True, slots=True)
class Bank:
    """`distance`, `mask`: (N, 64, 64) uint8; `width`: (N,) float32, the body's width in frame pixels; `fonts`: those
    that write words."""

    distance: NDArray[np.uint8]
    mask: NDArray[np.uint8]
    width: NDArray[np.float32]
    hands: tuple[Hand, ...]
    fonts: tuple[Path, ...] = ()


def frame_glyph(glyph: NDArray[np.uint8]) -> NDArray[np.uint8] | None:
    """The glyph's ink (64, 64) uint8, scaled to the body size and centred; None when there is hardly any ink."""
    ys, xs = np.nonzero(glyph > 96)
    if len(xs) < 5:
        return None
    body = glyph[ys.min() : ys.max() + 1, xs.min() : xs.max() + 1]
    scale = BODY / max(body.shape[0], body.shape[1] * 0.8)
    size = (max(3, round(body.shape[1] * scale)), max(3, round(body.shape[0] * scale)))
    way = cv2.INTER_CUBIC if scale > 1 else cv2.INTER_AREA
    body = np.asarray(cv2.resize(body, size, interpolation=way), np.uint8)
    frame = np.zeros((FRAME, FRAME), np.uint8)
    top, left = (FRAME - body.shape[0]) // 2, (FRAME - body.shape[1]) // 2
    frame[top : top + body.shape[0], left : left + body.shape[1]] = body
    return frame


def measure_skeleton_distance(mask: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Distance of every pixel (64, 64) from the thinned glyph, in eighths of a pixel, uint8."""
    thin = skeletonize(join_strokes(mask))  # type: ignore[no-untyped-call]  # scikit-image types none of its functions
    far = cv2.distanceTransform((~thin).astype(np.uint8), cv2.DIST_L2, 5)
    return np.asarray(np.minimum(far * STEP, 255), np.uint8)


def _load_samples(path: Path, keep: float, rng: np.random.Generator) -> Iterator[tuple[str, str, NDArray[np.uint8]]]:
    data = np.load(path)
    images, labels, writers = data["x"], data["y"], data["w"]
    for image, label, writer in zip(images, labels, writers, strict=True):
        char = NAMES.get(str(label), str(label))
        share = keep * (MNIST_SHARE.get(char, 0.35) if path.stem.startswith("mnist") else 1.0)
        if char in WANTED and (share >= 1 or rng.random() < share):
            yield char, str(writer), image


def draw_font_samples(fonts: Iterable[Path]) -> Iterator[tuple[str, str, NDArray[np.uint8]]]:
    """Digits and signs, each (h, w) uint8, drawn with each font file; the font's name is the writer."""
    for path in fonts:
        font = ImageFont.truetype(str(path), 80)
        for char in "0123456789+-/":
            page = Image.new("L", (160, 160))
            ImageDraw.Draw(page).text((40, 20), char, font=font, fill=255)
            yield char, path.stem, np.asarray(page)


HELD_BACK = frozenset({"0014_CH3F"})
"""The Swiss hand kept for the last test, besides the two of `swiss_val` on which choices are made."""

NAMED = frozenset({"cheque_digits", "drawn_signs", "fonts", "mnist_train"})
"""Sets that name their writers; a font is one."""


def is_held_back(source: str, writer: str) -> bool:
    """Whether a writer is never trained on: one Swiss hand, and every tenth of the other sets that name writers."""
    if source == "swiss_train":
        return writer in HELD_BACK
    return bool(writer) and source in NAMED and sum(map(ord, writer)) % 10 == 0


def load_bank(files: Iterable[Path], fonts: Sequence[Path] = (), *, held_back: bool = False, keep: float = 1.0) -> Bank:
    """All glyphs of the `.npz` files and fonts, without the held-back writers (or only with them)."""
    rng = np.random.default_rng(7)
    masks: list[NDArray[np.uint8]] = []
    owners: dict[tuple[str, str], dict[str, list[int]]] = {}
    streams = [(path.stem, _load_samples(path, keep, rng)) for path in files]
    for source, stream in [*streams, ("fonts", draw_font_samples(fonts))]:
        for char, writer, image in stream:
            if is_held_back(source, writer) != held_back and source != "swiss_val":
                continue
            mask = frame_glyph(image)
            if mask is not None:
                owners.setdefault((source, writer), {}).setdefault(char, []).append(len(masks))
                masks.append(mask)
    stack = np.stack(masks)
    hands = tuple(
        Hand(source, writer, {char: np.array(index) for char, index in glyphs.items()})
        for (source, writer), glyphs in owners.items()
    )
    widths = np.array([np.ptp(np.nonzero(mask.max(0) > 96)[0]) + 1 for mask in masks], np.float32)
    distances = np.stack([measure_skeleton_distance(mask) for mask in stack])
    words = tuple(font for font in fonts if is_held_back("fonts", font.stem) == held_back)
    return Bank(distances, stack, widths, hands, words)
