"""Writing into a cell: digits set beside each other as a hand sets them, corrections, words, crosses."""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np

from dev.filler.pens import strokes
from dev.filler.pens.glyphs import Glyph, Mask, make_word, resize
from dev.filler.pens.habits import Scribe
from dev.filler.pens.pen import Picture, find_margin, stroke, thicken, write

_LETTERS_MM = 0.75  # widest stroke with which letters 3 mm high stay legible

Box = tuple[float, float, float, float]
"""x, y, width, height in pixels of the page."""


@dataclass(frozen=True, slots=True)
class Desk:
    """The `page` (h, w, 3) uint8 that is written on, in place, and its scale."""

    page: Picture
    px_per_mm: float


def write_number(desk: Desk, box: Box, text: str, scribe: Scribe, rng: np.random.Generator) -> None:
    """`text` (digits and signs) somewhere about the middle of `box`; it may reach into the neighbours."""
    if text:
        mask = _make_number(desk, text, box[3], scribe, rng)
        _set(desk, _squeeze(mask, 1.04 * box[2]), _find_centre(box, scribe, rng), scribe, rng)


def overwrite(desk: Desk, box: Box, wrong: str, text: str, scribe: Scribe, rng: np.random.Generator) -> None:
    """`wrong` first, and `text` pressed harder right over it."""
    steady = replace(scribe, habit=replace(scribe.habit, stray=0.004))
    write_number(desk, box, wrong, steady, rng)
    write_number(desk, box, text, replace(steady, pen=thicken(scribe.pen, 1.5)), rng)


def strike_out(desk: Desk, box: Box, wrong: str, text: str, scribe: Scribe, rng: np.random.Generator) -> None:
    """`wrong` in the left half with lines or a scribble through it, `text` (may be "") beside it."""
    x, y, width, height = box
    small = replace(scribe, habit=replace(scribe.habit, most=0.6, place=0.5, stray=0.02))
    mask = _squeeze(_make_number(desk, wrong, height, small, rng), 0.4 * width)
    centre = (x + 0.27 * width, y + 0.5 * height)
    _set(desk, mask, centre, small, rng)
    lines = strokes.draw_scribble(rng, 5) if rng.random() < 0.3 else strokes.draw_strike(rng)
    _set(desk, strokes.draw_strokes(lines, int(mask.shape[1] * 1.25), int(len(mask) * 0.9), rng), centre, small, rng)
    write_number(desk, (x + 0.5 * width, y, 0.5 * width, height), text, small, rng)


def scribble_over(desk: Desk, box: Box, wrong: str, scribe: Scribe, rng: np.random.Generator) -> None:
    """`wrong` blacked out until nothing can be read."""
    mask = _squeeze(_make_number(desk, wrong, box[3], scribe, rng), box[2])
    centre = _find_centre(box, scribe, rng)
    _set(desk, mask, centre, scribe, rng)
    hard = replace(scribe, pen=thicken(scribe.pen, 1.4))
    for _ in range(3):
        _set(
            desk,
            strokes.draw_strokes(strokes.draw_scribble(rng, 8), int(mask.shape[1] * 1.2), int(len(mask) * 1.1), rng),
            centre,
            hard,
            rng,
        )


def mark_box(desk: Desk, box: Box, shape: str, scribe: Scribe, rng: np.random.Generator) -> None:
    """A mark in a small box: `cross`, `tick`, `slash`, `circle`; or taken back: `filled`, a cross `scribbled` out."""
    x, y, width, height = box
    side = min(width, height) * float(rng.uniform(0.75, 1.25))
    centre = (x + width / 2 + float(rng.normal(0, 0.06 * width)), y + height / 2 + float(rng.normal(0, 0.06 * height)))
    shapes = {"tick": strokes.draw_tick, "slash": strokes.draw_slash, "circle": strokes.draw_circle}
    paths = shapes.get(shape, strokes.draw_cross)(rng)
    size = int(side)
    _set(desk, strokes.draw_strokes(paths, size, size, rng), centre, scribe, rng)
    if shape in ("filled", "scribbled"):
        turns = 16 if shape == "filled" else 8
        _set(
            desk,
            strokes.draw_strokes(strokes.draw_scribble(rng, turns), int(width * 1.05), int(height * 1.05), rng),
            centre,
            scribe,
            rng,
        )


def write_words(desk: Desk, box: Box, text: str, scribe: Scribe, rng: np.random.Generator) -> None:
    """A name in the scribe's letters, on the lower part of `box`."""
    scribe = _make_finer(scribe)
    x, y, width, height = box
    mask = make_word(scribe.hand.letters, text, int(max(12, height * rng.uniform(0.85, 1.15))))
    mask = _squeeze(_bend(mask, 0.0, 0.02, rng), 0.97 * width)
    centre = (
        x + max(mask.shape[1] / 2, width * float(rng.uniform(0.4, 0.5))),
        y + height * float(rng.uniform(0.45, 0.55)),
    )
    _set(desk, mask, centre, scribe, rng)


def sign(desk: Desk, box: Box, name: str, scribe: Scribe, rng: np.random.Generator) -> None:
    """A signature: the name dashed off, or only a wave."""
    scribe = _make_finer(scribe)
    x, y, width, height = box
    if name and rng.random() < 0.6:
        mask = _bend(make_word(scribe.hand.letters, name, int(height * 0.62)), 0.25, 0.04, rng)
    else:
        paths, long = strokes.draw_signature(rng), int(width * rng.uniform(0.5, 0.8))
        mask = strokes.draw_strokes(paths, long, int(height * 0.6), rng)
    _set(desk, _squeeze(mask, 0.9 * width), (x + width * 0.47, y + height * 0.55), scribe, rng)


def _make_finer(scribe: Scribe) -> Scribe:
    """With the tip of the pen: letters are smaller than numbers, and a felt pen's full width would blot them."""
    return replace(scribe, pen=replace(scribe.pen, width_mm=min(scribe.pen.width_mm, _LETTERS_MM)))


def _make_number(desk: Desk, text: str, cell_px: float, scribe: Scribe, rng: np.random.Generator) -> Mask:
    """The whole number as hairlines-to-be: glyphs on one line, spaced, bent and tilted by habit."""
    habit = scribe.habit
    digit_px = min(habit.height_mm * float(rng.normal(1, 0.06)) * desk.px_per_mm, habit.most * cell_px)
    glyphs = [_shape(_draw_glyph(scribe, char, rng), digit_px, habit.slant, rng) for char in text]
    gaps = [max(-0.12, habit.gap + float(rng.normal(0, 0.04))) * digit_px for _ in glyphs]
    lefts = np.cumsum([0.0, *(mask.shape[1] + gap for (mask, _), gap in zip(glyphs, gaps, strict=True))])
    left, high = float(lefts.min()), int(digit_px * 2.2)
    canvas = np.zeros((high, int(lefts[-1] - left + digit_px)), np.uint8)
    line = high * 0.68
    for (mask, drop), start in zip(glyphs, lefts[:-1], strict=True):
        bottom = line + (drop + float(rng.normal(0, habit.jitter))) * digit_px
        y, x = int(np.clip(bottom - len(mask), 0, high - len(mask))), int(start - left)
        patch = canvas[y : y + len(mask), x : x + mask.shape[1]]
        np.maximum(patch, mask[:, : patch.shape[1]], out=patch)
    return _rotate(canvas, habit.tilt + float(rng.normal(0, 0.015)))


def _draw_glyph(scribe: Scribe, char: str, rng: np.random.Generator) -> Glyph:
    """One of the hand's own glyphs; signs that a hand lacks are drawn as strokes."""
    own = scribe.hand.glyphs.get(char, ())
    if own:
        return own[int(rng.integers(len(own)))]
    paths = {"+": [[(0.0, 0.5), (1.0, 0.5)], [(0.5, 0.0), (0.5, 1.0)]], "-": [[(0.0, 0.5), (1.0, 0.5)]]}
    height, width = {"+": (40, 40), "-": (6, 40)}.get(char, (64, 30))
    mask = strokes.draw_strokes(paths.get(char) or strokes.draw_slash(rng), width, height, rng)
    return Glyph(mask, height / 64, -0.45 + height / 128 if char in paths else 0.0)


def _shape(glyph: Glyph, digit_px: float, slant: float, rng: np.random.Generator) -> tuple[Mask, float]:
    """The glyph at its size, a little different every time; with its drop below the line."""
    height = max(3, round(glyph.height * digit_px * float(rng.normal(1, 0.04))))
    width = max(3, round(height * glyph.mask.shape[1] / len(glyph.mask) * float(rng.normal(1, 0.05))))
    return _bend(resize(glyph.mask, height, width), slant + float(rng.normal(0, 0.04)), 0.022, rng), glyph.drop


def _bend(mask: Mask, slant: float, strength: float, rng: np.random.Generator) -> Mask:
    """Sheared by `slant` and bent by a smooth random field of `strength` heights; cut to its ink."""
    height, width = mask.shape
    room = int(height * (abs(slant) / 2 + 0.15)) + 3
    ys, xs = np.mgrid[-room : height + room, -room : width + room].astype(np.float32)
    cells = (3, max(2, int(3 * ys.shape[1] / len(ys))))
    field = rng.standard_normal((2, *cells)).astype(np.float32) * np.float32(strength * height)
    dx, dy = (cv2.resize(part, (ys.shape[1], ys.shape[0]), interpolation=cv2.INTER_CUBIC) for part in field)
    xs = xs + slant * (ys - height / 2) + dx
    return _trim(np.asarray(cv2.remap(mask, xs, ys + dy, cv2.INTER_LINEAR), np.uint8))


def _rotate(mask: Mask, angle: float) -> Mask:
    height, width = mask.shape
    turn = cv2.getRotationMatrix2D((width / 2, height / 2), float(np.degrees(angle)), 1.0)
    return _trim(np.asarray(cv2.warpAffine(mask, turn, (width, height)), np.uint8))


def _trim(mask: Mask) -> Mask:
    rows, columns = (np.flatnonzero((mask > 60).any(axis=axis)) for axis in (1, 0))
    return mask[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1] if len(rows) else mask[:1, :1]


def _squeeze(mask: Mask, width: float) -> Mask:
    """Narrowed to `width` at most: people write closer when the cell ends."""
    return mask if mask.shape[1] <= width else resize(mask, len(mask), int(width))


def _find_centre(box: Box, scribe: Scribe, rng: np.random.Generator) -> tuple[float, float]:
    habit, (x, y, width, height) = scribe.habit, box
    return (
        x + width * float(np.clip(rng.normal(habit.place, habit.stray), 0.2, 0.8)),
        y + height * (0.5 + float(np.clip(rng.normal(0, habit.stray + 0.02), -0.12, 0.12))),
    )


def _set(desk: Desk, mask: Mask, centre: tuple[float, float], scribe: Scribe, rng: np.random.Generator) -> None:
    """Lays the mask in the scribe's ink, its middle at `centre`."""
    width_px = max(1.3, scribe.pen.width_mm * desk.px_per_mm * float(rng.normal(1, 0.05)))
    ink, room = stroke(mask, width_px), find_margin(width_px)
    left, top = (round(middle - size / 2) - room for middle, size in zip(centre, mask.shape[::-1], strict=True))
    write(desk.page, ink, left, top, scribe.pen, rng)
