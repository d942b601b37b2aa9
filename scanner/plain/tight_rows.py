"""Rows of lists that are written in every line of the paper, or in every second one, so that digits touch from row to
row: they are where, seen over all lines, there is most ink, and what hangs together is parted between them."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from scanner.geometry.mesh import Values
from scanner.plain.flat_paper import Mask
from scanner.plain.lifted_ink import measure_digits
from scanner.plain.list_shape import LEAST_ROW, ListShape
from scanner.plain.written_words import SAMPLES, Writing, gather_writing

TIGHT = 0.9
"""Height of digits that are written in every line, in distances of rows."""
_TALL, _MUCH = 1.45, 0.2
"""Height of ink that no digit has, in distances of lines, and the share of such ink that shows that digits touch."""
_ALONG_LINES = np.linspace(-0.02, 0.02, 21)
"""How rows may fall to the right that are written along the paper's lines."""
_EVERY = {1: 1.0, 2: 0.4}
"""Every how manieth line may have a row, and how much the ink's coming and going speaks for it: by chance it comes and
goes with every second one up to twice as much as with each, and 3 to 8 times where that is so."""
_CUT = 0.35
"""How far from the middle of either row what reaches over both may be parted, as a share of their distance."""


@dataclass(frozen=True, slots=True)
class PartedInk:
    """The `rows`, without columns yet; the `ink` (h, w) uint8 parted between them, and where it was `torn`, the same;
    the usual height of a digit."""

    rows: ListShape
    ink: Mask
    torn: Mask
    digit_px: float


def is_tight(writing: Writing, pitch_px: float) -> bool:
    """Whether much of the ink hangs together over more than a line."""
    high, area = writing.boxes[1:, 3], writing.boxes[1:, 4]
    return bool(pitch_px and area[high > _TALL * pitch_px].sum() >= _MUCH * area.sum())


def part_lines(ink: Mask, lines: Values) -> PartedInk | None:
    """The `ink` (h, w) uint8 parted between rows that go with the paper's level `lines` (n,) float64 px; None for fewer
    than two rows."""
    rows = find_line_rows(ink, lines) if len(lines) else None
    if rows is None:
        return None
    most = TIGHT * rows.row_px
    parted, torn = part_rows(ink, gather_writing(ink, most), rows)
    return PartedInk(rows, parted, torn, min(measure_digits(parted) or most, most))


def find_line_rows(ink: Mask, lines: Values) -> ListShape | None:
    """The rows, without columns yet, of a list that is written in every one of the paper's level `lines` (n,) float64
    px, or in every second one: they are where, seen over all lines, the `ink` (h, w) uint8 has its middle. None for
    fewer than two."""
    y, x = (part[:: max(1, int(ink.sum()) // SAMPLES)].astype(np.float64) for part in np.nonzero(ink))
    if len(x) < 6:
        return None
    x0, y0 = float(x.mean()), float(y.mean())
    heights = [(slope, y - slope * (x - x0)) for slope in _ALONG_LINES.tolist()]
    ways = [(slope, *_find_wave(height, lines, every)) for every in _EVERY for slope, height in heights]
    slope, _, rows, row_px = max(ways, key=lambda way: way[1])
    return ListShape(rows, np.zeros(0), slope, 0.0, (x0, y0), row_px, {}, ()) if len(rows) > 1 else None


def _find_wave(heights: Values, lines: Values, every: int) -> tuple[float, Values, float]:
    """How clearly the `heights` (n,) of ink come and go with every so manieth of the lines; the rows (m,) px in which
    they are most, and the distance of these."""
    counted = np.arange(len(lines), dtype=np.float64) / every
    places = np.interp(heights, lines, counted)
    wave = np.cos(2 * np.pi * places).mean(), np.sin(2 * np.pi * places).mean()
    bare = float(np.arctan2(*wave[::-1])) / (2 * np.pi) - 0.5
    numbers, masses = np.unique(np.floor(places - bare), return_counts=True)
    kept = numbers[masses >= LEAST_ROW * np.percentile(masses, 75)]
    return (
        _EVERY[every] * float(np.hypot(*wave)),
        np.interp(kept + bare + 0.5, counted, lines),
        every * float(np.median(np.diff(lines))),
    )


def part_rows(ink: Mask, writing: Writing, shape: ListShape) -> tuple[Mask, Mask]:
    """The `ink` (h, w) uint8 with pieces parted that reach over two rows, and where it was parted, the same."""
    cuts = np.zeros_like(ink)
    for x, y, wide, high, _ in writing.boxes[1:].tolist():
        level = shape.slope * (x + wide / 2 - shape.middle[0])
        inside = shape.rows[(shape.rows + level > y) & (shape.rows + level < y + high)] + level
        for top, low in pairwise(inside.tolist()):
            at = _find_bare(ink[:, x : x + wide], top + _CUT * (low - top), low - _CUT * (low - top))
            cuts[at - 1 : at + 2, x : x + wide] = 1
    return np.asarray(ink & (1 - cuts), np.uint8), cuts


def _find_bare(ink: Mask, top: float, low: float) -> int:
    """The height between two at which there is least ink, as near to their middle as can be."""
    heights = np.arange(round(top), max(round(low), round(top) + 1))
    aside = np.abs(heights - (top + low) / 2) / max(low - top, 1.0)
    return int(heights[int((ink[heights].sum(axis=1) + aside).argmin())])
