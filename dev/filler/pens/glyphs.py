"""Glyph sources: where the shapes of handwritten digits and signs come from.

A hand is one writer. It comes from a handwriting font (`fonts/`) or from `.npz` files of real handwriting: arrays `x`
(N, S, S) uint8 with ink 255 on 0, `y` the label, `w` the writer. Digits of several writers are never mixed within a
hand; only signs, which such files rarely hold, are borrowed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from zipfile import BadZipFile

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

Mask = NDArray[np.uint8]
"""(H, W) uint8, ink 255 on 0."""

FONTS = Path(__file__).parents[3] / "templates" / "fonts"
DIGITS = "0123456789"
_LABELS = {
    "+": "+",
    "plus": "+",
    "-": "-",
    "minus": "-",
    "/": "/",
    "slash": "/",
    "x": "x",
    "X": "x",
    "times": "x",
    "check": "v",
} | {digit: digit for digit in DIGITS}
_FONT_PX = 96  # digits about 65 px high, as on a sheet in a 12-MP photo
_NO_UMLAUTS, _SUBSTITUTE = ("nanum-pen-script",), "caveat"
_FEWEST = 3  # samples of each digit that a writer must have given
_MOST = 60  # samples of each digit that are kept: more add nothing to a sheet
_BORROWED = 6  # signs of one kind that a hand borrows


class NoHands(ValueError):
    """No usable handwriting at the given place."""

    def __init__(self, place: str) -> None:
        super().__init__(
            f"{place}: no writer with all ten digits; give a .npz file (or a folder of them) with arrays x, y and w."
        )


@dataclass(frozen=True, slots=True)
class Glyph:
    """One drawn character: `mask` (h, w) uint8 cut to its ink; `height` and `drop` (ink below the line) in heights of a
    digit."""

    mask: Mask
    height: float
    drop: float


@dataclass(frozen=True, slots=True)
class Hand:
    """One writer: `name` is "font:caveat" or "swiss_val.npz:0009_CH4M"; `letters` is the font that writes his words."""

    name: str
    glyphs: Mapping[str, tuple[Glyph, ...]]
    letters: str


def list_fonts() -> tuple[str, ...]:
    """The names of the fonts that come with the project."""
    return tuple(sorted(path.stem for path in FONTS.glob("*.ttf")))


@cache
def load_font_hand(name: str) -> Hand:
    """The hand of one font: one glyph a digit and sign."""
    font = _load_font(name, _FONT_PX)
    drawn = {char: _draw_font_ink(font, char) for char in DIGITS + "+-/"}
    digit_px = float(np.median([len(drawn[digit][0]) for digit in DIGITS]))
    glyphs = {char: (Glyph(mask, len(mask) / digit_px, below / digit_px),) for char, (mask, below) in drawn.items()}
    return Hand(f"font:{name}", glyphs, name)


def load_font_hands() -> tuple[Hand, ...]:
    """One hand a font."""
    return tuple(load_font_hand(name) for name in list_fonts())


def make_word(font: str, text: str, px: int) -> Mask:
    """`text` in that font at `px` pixels an em, (h, w) uint8 cut to its ink; in another font when it lacks a
    letter."""
    face = _load_font(font if font not in _NO_UMLAUTS else _SUBSTITUTE, px)
    image = Image.new("L", (int(face.getlength(text)) + 2 * px, 3 * px))
    ImageDraw.Draw(image).text((px, 2 * px), text, fill=255, font=face, anchor="ls")
    return _cut(np.asarray(image, np.uint8))


def load_hands(source: Path) -> tuple[Hand, ...]:
    """One hand for each known writer of an `.npz` file, or of all in a folder. Raises `NoHands` when there is none.

    A writer must have given each digit three times. Signs that he did not give are borrowed: from the file's folder.
    """
    files = sorted(source.glob("*.npz")) if source.is_dir() else [source]
    signs = _make_signs(sorted(source.parent.glob("*.npz")) if source.is_file() else files)
    hands = [hand for file in files for hand in _load_hands_of(file, signs)]
    if not hands:
        raise NoHands(str(source))
    return tuple(hands)


def _load_hands_of(file: Path, signs: Mapping[str, Sequence[Glyph]]) -> list[Hand]:
    images, labels, writers = _load(file)
    hands = []
    for number, writer in enumerate(sorted(set(writers.tolist()) - {""})):
        own = writers == writer
        digits = {digit: images[own & (labels == digit)] for digit in DIGITS}
        if all(len(samples) >= _FEWEST for samples in digits.values()):
            hands.append(_make_npz_hand(f"{file.name}:{writer}", digits, signs, number))
    return hands


def _make_npz_hand(name: str, digits: Mapping[str, Mask], signs: Mapping[str, Sequence[Glyph]], number: int) -> Hand:
    usual = float(np.median([len(_cut(_clean(image))) for samples in digits.values() for image in samples[:9]]))
    glyphs = {
        digit: tuple(
            Glyph(mask, float(np.clip(len(mask) / usual, 0.75, 1.35)), 0.0)
            for mask in (_cut(_clean(image)) for image in samples[:_MOST])
        )
        for digit, samples in digits.items()
    }
    for sign, pool in signs.items():
        start = number * _BORROWED % max(1, len(pool) - _BORROWED)
        glyphs[sign] = tuple(pool[start : start + _BORROWED])
    return Hand(name, glyphs, list_fonts()[number % len(list_fonts())])


def _make_signs(files: Sequence[Path]) -> dict[str, list[Glyph]]:
    signs: dict[str, list[Glyph]] = {}
    for file in files:
        images, labels, _ = _load(file)
        for label, sign in _LABELS.items():
            if sign not in DIGITS:
                masks = [_cut(image) for image in images[labels == label][:400]]
                signs.setdefault(sign, []).extend(Glyph(mask, *_measure_signs(sign, mask)) for mask in masks)
    return {sign: pool for sign, pool in signs.items() if pool}


def _measure_signs(sign: str, mask: Mask) -> tuple[float, float]:
    """Height and drop in heights of a digit: signs come scaled to fill their picture, so their size is set here."""
    width = {"+": 0.55, "-": 0.55, "/": 0.45, "x": 0.8, "v": 0.8}[sign]
    height = min(1.1, width * len(mask) / mask.shape[1])
    return height, (-0.45 + height / 2 if sign in "+-" else 0.0)


@lru_cache(maxsize=8)
def _load(file: Path) -> tuple[Mask, NDArray[np.str_], NDArray[np.str_]]:
    try:
        with np.load(file, allow_pickle=False) as data:
            images, labels, writers = data["x"], data["y"].astype(str), data["w"].astype(str)
    except (OSError, ValueError, KeyError, EOFError, BadZipFile) as error:
        raise NoHands(str(file)) from error
    return images, labels, writers


def _draw_font_ink(font: ImageFont.FreeTypeFont, char: str) -> tuple[Mask, int]:
    """The character's ink, and how many pixels it reaches below the base line."""
    line = 2 * _FONT_PX
    image = Image.new("L", (3 * _FONT_PX, 3 * _FONT_PX))
    ImageDraw.Draw(image).text((_FONT_PX, line), char, fill=255, font=font, anchor="ls")
    pixels = np.asarray(image, np.uint8)
    return _cut(pixels), int(np.flatnonzero((pixels > 85).any(axis=1))[-1]) + 1 - line


@cache
def _load_font(name: str, px: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(str(FONTS / f"{name}.ttf"), px)


def _cut(mask: Mask) -> Mask:
    """Cut to the ink above a third of its darkest, so that specks do not count; the darkest is made full."""
    mask = np.asarray(np.minimum(mask.astype(np.float32) * (255.0 / max(1, int(mask.max()))), 255), np.uint8)
    rows, columns = (np.flatnonzero((mask > 85).any(axis=axis)) for axis in (1, 0))
    if not len(rows):
        return np.zeros((1, 1), np.uint8)
    return np.ascontiguousarray(mask[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1])


def _clean(mask: Mask) -> Mask:
    """Without the specks and bits of ruled lines that scanned handwriting brings along: parts under a tenth of the
    largest.
    """
    count, parts, stats, _ = cv2.connectedComponentsWithStats((mask > mask.max() // 4).astype(np.uint8), connectivity=8)
    areas = stats[1:, cv2.CC_STAT_AREA]
    small = [part for part in range(1, count) if areas[part - 1] < 0.1 * areas.max()]
    return np.where(np.isin(parts, small), 0, mask).astype(np.uint8)


def resize(mask: Mask, height: int, width: int) -> Mask:
    """`mask` (h, w) uint8 at that size in pixels, smooth in both directions of scale."""
    way = cv2.INTER_AREA if height * width < mask.size else cv2.INTER_CUBIC
    return np.asarray(cv2.resize(mask, (max(1, width), max(1, height)), interpolation=way), np.uint8)
