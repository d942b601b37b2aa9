"""The ink on a flat sheet without the lines printed on it, and without the lines that people draw across it.

A printed line takes the same share of light all along its way. That share is measured as a median along the line, which
writing across it does not move, and then given back: ink on a line stays ink."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.geometry.mesh import Values
from scanner.plain.flat_paper import FlatPaper, Mask
from scanner.pyramid import Grey, find_thin_strokes

Share = NDArray[np.float32]
"""(h, w) float32: share of the paper's light that is missing."""

PAPER = 240
"""Grey level of lifted paper."""
_STROKE_PX, _FELT_PX, _FELT_STROKES = 27, 9.0, 3.0
"""Widest stroke of a pen: 3 mm on A4. What is wider is a shadow. So many strokes of a felt pen, which are usually wider
than the second, may touch and be seen as one."""
_PIECE_PX = 72
"""Length of line over which its share of light is measured at once: two digits."""
_HALF_SHARE = 0.1
"""Half the width of a line with its blur, in distances of lines: 0.5 mm."""
_STRONGEST = 1.35
"""How much darker than it usually is a printed line may be taken to be: a line drawn along it is darker still."""
_INK, _LEAST, _MOST = 0.4, 0.1, 0.3
"""Share of strong ink from which a pixel is ink, and the bounds of that share of light."""
_ABOUT_PX = 9
"""How far the strong ink may be by which a pixel is measured: a stroke of a pen that skips is dark and pale in turn."""
_FAINT, _FAINTEST = 0.5, 0.07
"""Share of that from which a pixel is faint ink, and its least share of light: what is left of printed lines has less.
"""
_LONG = 3.6
"""Length of straight strokes that are lines drawn by hand, in heights of digits."""
_SLIM, _STUB = 0.2, 1.7
"""Mean width of a lone stroke that is such a line, and length of a straight one that is a part of it, in heights of
digits: a minus is shorter."""
_THICK = 0.4
"""How thick such a line is with its unsteadiness, in heights of digits."""
_LONG_PENS, _THICK_PENS, _SLACK_PX = 18.0, 1.5, 5
"""The same in widths of the pen, where that is more, as it is with felt pens; and by how much strokes are thickened for
the search, px."""
_SKIP_PX = 5
"""Gaps in a stroke that are no gaps: 0.5 mm, where a ball pen skips."""
_RIM = 0.008
"""How much of the paper's rim is left out, as a share of its long side: 2 mm on A4."""
_TALL = 65
"""Percentile of the pieces' heights that is a digit's: some pieces are parts of digits."""
_NEAR_RIM = 4
"""How far from the paper's side what begins there is no writing, in rims."""
_EDGE, _SIDE, _DARKER = 0.08, 0.85, 0.88
"""How near to the rim a line may be the paper's edge, and along how much of the side it must run, as shares of these;
and how bright the table beyond it is at most, as a share of the paper beside it."""
_GLYPH_PX = (9, 130)
"""Heights of pieces of ink that may be digits."""


@dataclass(frozen=True, slots=True)
class Look:
    """What a line drawn by hand may look like: gaps of at most `gap` digits; `inked` at least for so much of its way;
    ink beside it along at most `bare` of its way on one side and `other` on the other one."""

    gap: float
    inked: float
    bare: float
    other: float


_LOOKS = (Look(0.4, 0.8, 0.4, 0.75), Look(0.9, 0.45, 0.25, 0.25))
"""A line under names, and one drawn with a pen that skips."""


@dataclass(frozen=True, slots=True)
class Lifted:
    """`clean` (h, w) uint8: the sheet without its printed lines. `ink`: what is written, lines drawn by hand taken out;
    `faint`: the same with what is half as dark; `drawn`: these lines, their boxes in `level` and `upright`, (n, 4)
    int32 px x, y, width and height. `torn`: where ink that reaches over two rows was parted. `digit_px`: usual
    height of a digit, 0 where nothing is written."""

    clean: Grey
    ink: Mask
    faint: Mask
    drawn: Mask
    torn: Mask
    digit_px: float
    level: NDArray[np.int32]
    upright: NDArray[np.int32]


def lift_ink(paper: FlatPaper, most_px: float = 0.0) -> Lifted:
    """Takes the printed lines out of the flat sheet, and finds what is written. `most_px`: the height that digits have
    at most, and where all of them touch; 0 if it is not known."""
    clean, ink, faint = _see_ink(paper, _STROKE_PX)
    if (pen := _measure_pen(ink)) > _FELT_PX:
        clean, ink, faint = _see_ink(paper, max(_STROKE_PX, round(_FELT_STROKES * pen)))
    digit = measure_digits(ink)
    digit = min(digit or most_px, most_px) if most_px else digit
    nowhere = np.zeros_like(ink)
    if not digit:
        none = np.zeros((0, 4), np.int32)
        return Lifted(clean, ink, faint, nowhere, nowhere, 0.0, none, none)
    level = _find_long(ink, digit)
    upright = np.ascontiguousarray(_find_long(np.ascontiguousarray(ink.T), digit).T)
    slim = _find_slim(_take_out(ink, np.asarray(level | upright, np.uint8)), digit)
    level, upright = level | slim[0], upright | slim[1]
    drawn = np.asarray(level | upright, np.uint8)
    lines = _list_boxes(level), _list_boxes(upright)
    ink = _take_out(ink, drawn)
    _drop_beyond(ink, paper.grey, lines[0])
    _drop_beyond(ink.T, paper.grey.T, lines[1][:, [1, 0, 3, 2]])
    return Lifted(clean, ink, faint, drawn, nowhere, digit, *lines)


def _see_ink(paper: FlatPaper, stroke_px: int) -> tuple[Grey, Mask, Mask]:
    """The sheet without its printed lines, its ink, and also faint ink, of strokes that are no wider."""
    seen = np.asarray(find_thin_strokes(paper.grey, stroke_px) / np.float32(255), np.float32)
    dark = _explain_lines(seen, paper.ys)
    dark = _explain_lines(np.ascontiguousarray(dark.T), paper.xs).T
    return np.asarray(PAPER * (1 - np.clip(dark, 0, 1)), np.uint8), *_find_ink(dark)


def _explain_lines(dark: Share, lines: Values) -> Share:
    """What is left of the darkness without level printed `lines` (n,) px."""
    if not len(lines):
        return dark
    rest = dark.copy()
    half = max(3, round(_HALF_SHARE * float(np.median(np.diff(lines)))))
    inside = [round(float(y)) for y in lines if half < y < len(dark) - half - 1]
    shares = np.stack([_measure_along(dark[y - half : y + half + 1]) for y in inside])
    most = _STRONGEST * np.median(shares, axis=0).max()
    for y, share in zip(inside, np.clip(shares, 0, most), strict=True):
        taken = cv2.resize(share, (dark.shape[1], 2 * half + 1), interpolation=cv2.INTER_LINEAR)
        band = rest[y - half : y + half + 1]
        band[:] = (band - taken) / (1 - taken)
    return rest


def _measure_along(band: Share) -> Share:
    """The median darkness (rows, pieces) float32 of each row of `band` (rows, w) in pieces of its way, and in those
    beside them; the darkness that all of the band has is paper's."""
    pieces = max(1, band.shape[1] // _PIECE_PX)
    parts = np.array_split(band, pieces, axis=1)
    found = np.stack([np.median(part, axis=1) for part in parts], axis=1)
    wide = np.pad(found, ((0, 0), (1, 1)), mode="edge")
    smooth = np.median(np.stack([wide[:, :-2], wide[:, 1:-1], wide[:, 2:]]), axis=0)
    return np.asarray(smooth - np.minimum(smooth[:1], smooth[-1:]), np.float32)


def _find_ink(dark: Share) -> tuple[Mask, Mask]:
    """Where ink is, and where there is at least faint ink, 1 on 0: strokes that skip are joined; the paper's rim, which
    casts a shadow, is left out."""
    smooth = np.asarray(cv2.GaussianBlur(dark, (3, 3), 0), np.float32)
    rim = round(_RIM * max(smooth.shape))
    inner = smooth[_NEAR_RIM * rim : -_NEAR_RIM * rim, _NEAR_RIM * rim : -_NEAR_RIM * rim]
    strong = inner[inner > _LEAST + 0.05]
    black = float(np.percentile(strong, 75)) if len(strong) else 1.0
    least = float(np.clip(_INK * black, _LEAST, _MOST))
    faintest = max(_FAINT * least, _FAINTEST)
    about = cv2.dilate(smooth, np.ones((_ABOUT_PX, _ABOUT_PX), np.uint8))
    faint = np.asarray(smooth > faintest, np.uint8)
    ink = np.asarray(smooth > np.clip(_INK * about, faintest, least), np.uint8)
    for mask in (ink, faint):
        mask[:rim], mask[-rim:], mask[:, :rim], mask[:, -rim:] = 0, 0, 0, 0
    whole = cv2.morphologyEx(ink, cv2.MORPH_CLOSE, np.ones((_SKIP_PX, _SKIP_PX), np.uint8))
    return _drop_rim(np.asarray(whole, np.uint8), rim), faint


def _drop_rim(ink: Mask, rim: int) -> Mask:
    """The ink without pieces that begin at the rim and stay near it."""
    _, labels, boxes, _ = cv2.connectedComponentsWithStats(ink, connectivity=8)
    x, y, wide, high, _ = boxes.T
    height, width = ink.shape
    begins = (np.minimum(x, y) <= rim) | (x + wide >= width - rim) | (y + high >= height - rim)
    near = rim * _NEAR_RIM
    stays = (x + wide < near) | (y + high < near) | (x > width - near) | (y > height - near)
    return np.asarray(ink * ~(begins & stays)[labels], np.uint8)


def _drop_beyond(ink: Mask, grey: Grey, lines: NDArray[np.int32]) -> None:
    """Takes the ink beyond the paper's edge away, which looks like a level line from side to side near the rim with a
    dark table behind it; `lines` (n, 4) int32 px x, y, width and height."""
    height, width = ink.shape
    rim = round(_EDGE * height)
    for top, high in lines[lines[:, 2] >= _SIDE * width][:, [1, 3]].tolist():
        low = top + high
        if low <= rim and np.median(grey[:top]) < _DARKER * np.median(grey[low : low + rim]):
            ink[:low] = 0
        if top >= height - rim and np.median(grey[low:]) < _DARKER * np.median(grey[top - rim : top]):
            ink[top:] = 0


def measure_digits(ink: Mask) -> float:
    """The usual height in px of pieces of `ink` (h, w) uint8 that may be digits; 0 where there are hardly any."""
    _, _, boxes, _ = cv2.connectedComponentsWithStats(ink, connectivity=8)
    wide, high = boxes[1:, 2], boxes[1:, 3]
    fits = (high >= _GLYPH_PX[0]) & (high <= _GLYPH_PX[1]) & (wide <= 2.5 * high) & (high <= 8 * wide)
    heights = np.sort(high[fits])
    heights = heights[heights >= 0.5 * np.percentile(heights, 90)] if len(heights) else heights
    return float(np.percentile(heights, _TALL)) if len(heights) >= 6 else 0.0


def _measure_pen(ink: Mask) -> float:
    """The usual width in px of the strokes of `ink` (h, w) uint8; 0 without any."""
    rim = int(cv2.subtract(ink, cv2.erode(ink, np.ones((3, 3), np.uint8))).sum())
    return 2 * int(ink.sum()) / rim if rim else 0.0


def _find_slim(ink: Mask, digit_px: float) -> tuple[Mask, Mask]:
    """Lone strokes that are long and slim, however they lean: those that run across, and those that run down."""
    _, labels, boxes, _ = cv2.connectedComponentsWithStats(ink, connectivity=8)
    wide, high, area = boxes[:, 2], boxes[:, 3], boxes[:, 4]
    long = np.maximum(wide, high)
    slim = (long >= _LONG * digit_px) & (area <= _SLIM * digit_px * long)
    slim |= (long >= _STUB * digit_px) & (np.minimum(wide, high) <= _SLIM * digit_px)
    slim[0] = False
    return np.asarray((slim & (wide > high))[labels], np.uint8), np.asarray((slim & (wide <= high))[labels], np.uint8)


def _find_long(ink: Mask, digit_px: float) -> Mask:
    """The thin strokes that run on across for `_LONG` digits, over gaps where the pen skips, with little beside them:
    numbers that touch those below have ink all around."""
    pen = _measure_pen(ink)
    length = max(3, round(_LONG * digit_px), round(_LONG_PENS * pen))
    thick = max(3, round(_THICK * digit_px), round(_THICK_PENS * pen) + _SLACK_PX)
    slack, found = cv2.dilate(ink, np.ones((_SLACK_PX, 1), np.uint8)), np.zeros_like(ink)
    for look in _LOOKS:
        joined = cv2.morphologyEx(slack, cv2.MORPH_CLOSE, np.ones((1, max(3, round(look.gap * digit_px))), np.uint8))
        runs = np.asarray(cv2.morphologyEx(joined, cv2.MORPH_OPEN, np.ones((1, length), np.uint8)), np.uint8)
        blobs = np.asarray(cv2.morphologyEx(runs, cv2.MORPH_OPEN, np.ones((thick, 3), np.uint8)), np.uint8)
        runs &= 1 - blobs
        count, labels, boxes, _ = cv2.connectedComponentsWithStats(runs, connectivity=8)
        lone = np.zeros(count, bool)
        lone[1:] = [_is_line(ink, box, thick, look) for box in boxes[1:].tolist()]
        found |= np.asarray(lone[labels], np.uint8)
    return found


def _is_line(ink: Mask, box: list[int], thick: int, look: Look) -> bool:
    """Whether the long stroke in a box (x, y, width, height, area) is a line by that look."""
    x, y, wide, high, _ = box
    along = ink[y : y + high, x : x + wide].any(axis=0).mean()
    beside = [ink[max(at, 0) : at + thick, x : x + wide].any(axis=0).mean() for at in (y - thick - 2, y + high + 2)]
    return bool(wide >= 3 * thick and along >= look.inked and min(beside) <= look.bare and max(beside) <= look.other)


def _take_out(ink: Mask, lines: Mask) -> Mask:
    """The ink without drawn lines; what they cut apart is joined again."""
    rest = cv2.bitwise_and(ink, 1 - cv2.dilate(lines, np.ones((3, 3), np.uint8)))
    joined = cv2.morphologyEx(rest, cv2.MORPH_CLOSE, np.ones((7, 3), np.uint8))
    return np.asarray(cv2.bitwise_or(rest, cv2.bitwise_and(joined, ink)), np.uint8)


def _list_boxes(lines: Mask) -> NDArray[np.int32]:
    """The boxes (n, 4) int32 px of the drawn lines."""
    count, _, boxes, _ = cv2.connectedComponentsWithStats(lines, connectivity=8)
    return np.asarray(boxes[1:count, :4], np.int32)
