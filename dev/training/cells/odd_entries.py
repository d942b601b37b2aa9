"""What is in a cell and is no number: fractions, decimals, words, letters, ticks, doodles, a number with a remark."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from dev.training.cells.glyphs import BODY
from dev.training.cells.writers import Writers
from dev.training.cells.writing import CELL_PX, Ink, Writer
from scanner.read.judge_texts import OTHER

WORDS = """
re Re kontra Kontra Solo solo ja nein nix ok Bock bock fehlt s.o. Fuchs Karlchen aus raus Damen Hochzeit Buben Asse H K
R A ? ?? Pause weg neu falsch = % * # & @ E m n w u v h k a e ab Max Uwe Ina Jan frei Armut Punkte AB BS FS Geber
siehe unten Trumpf stille Strafe gibt dto abs. Summe € D. Re! K! u. Eva Kai Rolf Uli
"""
LETTERS = "abcdefghikmnoprstuvwyABDEFGHKMNPRTUVWX"
CLEAR = frozenset("aefhkmnpruwAEFGHKMNPRW")
"""Letters that nobody takes for a digit: one of them is in every word."""
FRACTIONS = (("1", "2"), ("1", "2"), ("1", "4"), ("3", "4"), ("1", "3"), ("2", "3"))
Odd = Callable[[Ink, Writers, str], str]
Line = NDArray[np.float64] | Sequence[tuple[float, float]]
"""A stroke (n, 2): points around the middle, about as far as 1."""


def write_odd_entry(canvas: Ink, writers: Writers, number: str) -> str:
    """Writes what is no number into the cell (`canvas`, (h, w) float32); `number` may be part of it. Returns the text
    that the recogniser shall give: `OTHER` in the place of all that is neither a digit nor a sign.
    """
    ways = list(WAYS.values())
    drawn = np.searchsorted(np.cumsum([share for share, _ in ways]), writers.rng.random())
    return ways[int(drawn)][1](canvas, writers, number)


def _write_fraction(canvas: Ink, writers: Writers, _number: str) -> str:
    """A half, thirds or quarters with a level or slanting bar, half of them after a digit."""
    rng, (upper, lower) = writers.rng, FRACTIONS[int(writers.rng.integers(len(FRACTIONS)))]
    whole = str(rng.integers(1, 10)) if rng.random() < 0.45 else ""
    writer = _draw_pen(writers, whole + upper + lower)
    (height, width), room = canvas.shape, 1.9 if whole else 1.1
    size = min(max(writer.style.height, 0.4 * CELL_PX) / BODY, 0.98 * width / (room * 0.62 * BODY))
    small, middle = BODY * size * rng.uniform(0.42, 0.62), height / 2 + rng.normal(0, 0.05) * height
    free = max(width - room * 0.62 * BODY * size, 0)
    x = width - free * rng.uniform(0.1, 0.9) - 0.55 * 0.62 * BODY * size
    if whole:
        _stamp(canvas, writer, whole, (x - small * rng.uniform(0.6, 0.9) - BODY * size * 0.35, middle), size)
    level = rng.random() < 0.3
    aside, apart = (0.0, 0.62) if level else (small * rng.uniform(0.35, 0.6), rng.uniform(0.2, 0.55))
    _stamp(canvas, writer, upper, (x - aside, middle - small * apart), small / BODY)
    _stamp(canvas, writer, lower, (x + aside, middle + small * apart), small / BODY)
    across, down = (small * 0.6, rng.normal(0, 2)) if level else (small * rng.uniform(0.2, 0.6), small * 0.95)
    writer.draw_stroke(canvas, [[x - across, middle + down], [x, middle], [x + across, middle - down]])
    return whole + OTHER


def _write_decimal(canvas: Ink, writers: Writers, number: str) -> str:
    """A number with a comma or a point and one or two digits after it."""
    rng = writers.rng
    text = f"{number},{rng.integers(0, 10) if rng.random() < 0.75 else f'{rng.integers(0, 100):02}'}"
    _draw_pen(writers, text.strip("+-").replace(",", "")).write(canvas, text)
    return text.replace(",", OTHER)


def _write_word(canvas: Ink, writers: Writers, _number: str) -> str:
    """A word, a letter or an abbreviation in one of the fonts, as thick as some pen."""
    if not writers.bank.fonts:
        return _draw_doodle(canvas, writers, _number)
    rng, (height, width) = writers.rng, canvas.shape
    path, size = str(writers.bank.fonts[int(rng.integers(len(writers.bank.fonts)))]), height * rng.uniform(0.45, 1.0)
    font = _load_font(path, int(size))
    text = _draw_word(rng, 3 * width / height)
    left, top, right, low = font.getbbox(text)
    shrink = min(1.0, 0.95 * width / max(right - left, 1), 1.1 * height / max(low - top, 1))
    page = Image.new("L", (width, height))
    x = (width - shrink * (right - left)) * rng.uniform(0.15, 0.85) - shrink * left
    y = (height - shrink * (low + top)) / 2 + rng.normal(0, 0.06) * height
    ImageDraw.Draw(page).text((x, y), text, font=_load_font(path, max(8, int(size * shrink))), fill=255)
    ink = cv2.dilate(np.asarray(page), np.ones((1 + int(rng.integers(0, 4)),) * 2, np.uint8))
    lean = np.array([[1, -rng.normal(0, 0.1), 0], [rng.normal(0, 0.04), 1, 0]])
    lean[:, 2] = (np.array([width, height]) - lean[:, :2] @ [width, height]) / 2
    np.maximum(canvas, cv2.warpAffine(ink, lean, (width, height)).astype(np.float32) / 255, out=canvas)
    return OTHER


def _draw_word(rng: np.random.Generator, room: float) -> str:
    """A word that fits, or letters by chance, one of which is like no digit."""
    if rng.random() < 0.5:
        return str(rng.choice([word for word in WORDS.split() if len(word) <= max(room, 2)]))
    letters = rng.choice(list(LETTERS), int(rng.integers(1, max(2, min(7, int(room))))))
    return "".join(letters) if CLEAR & set(letters) else str(rng.choice(sorted(CLEAR))) + "".join(letters[1:])


def _write_remark(canvas: Ink, writers: Writers, number: str) -> str:
    """A number, and a word or a letter behind it."""
    split = round(canvas.shape[1] * writers.rng.uniform(0.4, 0.65))
    _draw_pen(writers, number.strip("+-")[:2]).write(canvas[:, :split], number.strip("+-")[:2])
    return number.strip("+-")[:2] + _write_word(canvas[:, split:], writers, number)


def _write_letter(canvas: Ink, writers: Writers, number: str) -> str:
    """A letter or a tick from the sets of handwriting, where they have any."""
    known = [char for char in "vwy" if writers.has_glyphs(char)]
    if not known:
        return _write_word(canvas, writers, number)
    char = str(writers.rng.choice(known))
    _draw_pen(writers, char).write(canvas, char)
    return OTHER


def _draw_doodle(canvas: Ink, writers: Writers, _number: str) -> str:
    """A face, a spiral, a star, an arrow, a heart, a wave or a wild line."""
    rng, (height, width) = writers.rng, canvas.shape
    writer = _draw_pen(writers, "0")
    middle = np.array([width * rng.uniform(0.3, 0.7), height * rng.uniform(0.4, 0.6)])
    spread = rng.normal(1, 0.15, 2) * height * rng.uniform(0.2, 0.48)
    for line in _SHAPES[int(rng.integers(len(_SHAPES)))](rng):
        bent = np.asarray(line, np.float64) + rng.normal(0, 0.04, (len(line), 2))
        points = middle + spread * bent
        writer.draw_stroke(canvas, points.tolist())
    return OTHER


def _draw_face(rng: np.random.Generator) -> list[Line]:
    eyes = [[(x, -0.35), (x, -0.2)] for x in (-0.35, 0.35)]
    smile = rng.uniform(-0.2, 0.3)
    return [_draw_ring(1.0, 1.0), *eyes, [(-0.4, 0.35), (0, 0.35 + smile), (0.4, 0.35)]]


def _draw_spiral(rng: np.random.Generator) -> list[Line]:
    return [_draw_ring(float(rng.uniform(2, 3.5)), float(rng.uniform(0.0, 0.2)))]


def _draw_star(_rng: np.random.Generator) -> list[Line]:
    return [[(np.sin(k * 0.8 * np.pi), -np.cos(k * 0.8 * np.pi)) for k in range(6)]]


def _draw_arrow(rng: np.random.Generator) -> list[Line]:
    far = rng.uniform(0.8, 1.8)
    return [[(-far, 0), (far, 0)], [(far - 0.5, -0.4), (far, 0), (far - 0.5, 0.4)]]


def _draw_heart(_rng: np.random.Generator) -> list[Line]:
    turn = np.linspace(0, 2 * np.pi, 24)
    curve = 13 * np.cos(turn) - 5 * np.cos(2 * turn) - 2 * np.cos(3 * turn) - np.cos(4 * turn)
    return [np.stack([np.sin(turn) ** 3, -curve / 16], 1)]


def _draw_wave(rng: np.random.Generator) -> list[Line]:
    count = int(rng.integers(5, 14))
    return [np.stack([np.linspace(-1.6, 1.6, count), np.resize([-0.5, 0.5], count) * rng.uniform(0.3, 1.4)], 1)]


def _draw_wild(rng: np.random.Generator) -> list[Line]:
    knots = np.repeat(rng.normal(0, 0.9, (int(rng.integers(5, 10)), 2)), 8, axis=0)
    return [np.asarray(cv2.blur(knots, (1, 7)), np.float64)]


def _draw_ring(turns: float, inner: float) -> NDArray[np.float64]:
    angle = np.linspace(0, 2 * np.pi * turns, int(40 * turns))
    return np.stack([np.cos(angle), np.sin(angle)], 1) * np.linspace(inner, 1, len(angle))[:, None]


_SHAPES = (_draw_face, _draw_spiral, _draw_star, _draw_arrow, _draw_heart, _draw_wave, _draw_wild, _draw_wild)
WAYS: dict[str, tuple[float, Odd]] = {
    "fraction": (0.25, _write_fraction),
    "decimal": (0.27, _write_decimal),
    "word": (0.25, _write_word),
    "remark": (0.06, _write_remark),
    "letter": (0.06, _write_letter),
    "doodle": (0.11, _draw_doodle),
}
"""Each kind: how often it is written, and by what."""


def _draw_pen(writers: Writers, chars: str) -> Writer:
    """A writer with these characters who writes with a pen."""
    writer = writers.draw_writer(chars)
    writer.style = replace(writer.style, restroke=True)
    return writer


def _stamp(canvas: Ink, writer: Writer, char: str, at: tuple[float, float], size: float) -> None:
    writer.stamp_glyph(canvas, char, writer.pick_glyph(char), at, size)


@lru_cache(maxsize=4096)
def _load_font(path: str, size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(path, size)
