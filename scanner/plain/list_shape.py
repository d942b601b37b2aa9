"""Columns and rows of a list without a table: where words stand below and beside each other.

Rows may rise or fall and columns may wander; how much shows where the words' middles heap up most. The paper's own
lines confirm how far rows are apart."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np

from scanner.geometry.mesh import Values
from scanner.plain.flat_paper import Mask
from scanner.plain.written_words import SAMPLES, InkWord, Writing, make_word

_SLOPES = np.linspace(-0.06, 0.06, 61)
"""How rows may fall to the right."""
_ALONG_LINES = np.linspace(-0.02, 0.02, 21)
"""The same where they are written in every line of the paper."""
_DRIFTS = np.linspace(-0.14, 0.14, 57)
"""How columns may wander to the right on their way down."""
_LEAN_BLUR = 0.12
"""Blur of the heaps by which the lean of rows is seen, in heights of a digit."""
_ROW_BLUR, _ROW_APART = 0.26, 0.7
"""Blur of the heap of a row's ink, and how near rows may be, in heights of a digit."""
_COLUMN_BLUR, _COLUMN_APART = 0.6, 1.3
"""The same for columns."""
_LINES_APART = 0.72
"""How near rows may be, in distances of the paper's lines: nobody writes two rows between two lines."""
_CROWDED = 0.55
"""How near two rows are not, in usual distances."""
_LEAST_ROW, _LEAST_COLUMN = 0.15, 0.15
"""Ink of a row and words of a column, as shares of what a full one has."""
_LEAST_FILLED = 0.4
"""Share of the rows in which a column has something written: of five players one sits out."""
_OFF_ROW = 0.5
"""How far from the middle of its row a word may be, in distances of rows."""
_SLIM = 0.15
"""Width of the slimmest initial, in heights."""
_STROKE = 0.3
"""Width of a lone stroke at most, in heights of a digit."""
_WIDE = 0.9
"""Width of a word, in distances of columns, from which it may be two."""
_CUT = 0.35
"""How far from the middle of either row what reaches over both may be parted, as a share of their distance."""
_ON_LATTICE = 0.3
"""How far the distance of two rows may be from whole rows, in rows."""


@dataclass(frozen=True, slots=True)
class ListShape:
    """Where a list's rows and columns are. A place (x, y) px has the height `y - slope (x - x0)` among the `rows` (n,)
    and the side `x - drift (y - y0)` among the `columns` (m,), both float64 px. `cells`: the words of row and column;
    `outside`: words in none. `row_px`: the usual distance of rows."""

    rows: Values
    columns: Values
    slope: float
    drift: float
    middle: tuple[float, float]
    row_px: float
    cells: dict[tuple[int, int], tuple[InkWord, ...]]
    outside: tuple[InkWord, ...]

    def locate(self, row: float, column: float) -> tuple[float, float]:
        """x and y px of a height and a side."""
        x0, y0 = self.middle
        x = (column + self.drift * (row - y0 - self.slope * x0)) / (1 - self.drift * self.slope)
        return x, row + self.slope * (x - x0)

    def measure(self, word: InkWord) -> tuple[float, float]:
        """Height and side of a word's middle."""
        x, y = word.middle
        return y - self.slope * (x - self.middle[0]), x - self.drift * (y - self.middle[1])

    def is_named(self, row: int, column: int, least_px: float) -> bool:
        """Whether something so high is written in the cell, and not as slim as what is left of a line."""
        words = self.cells.get((row, column), ())
        return any(word.low - word.top >= least_px and word.right - word.left >= _SLIM * least_px for word in words)

    def is_wide(self, place: tuple[int, int], digit_px: float) -> bool:
        """Whether what is written there is wider than a stroke."""
        words = self.cells[place]
        return words[-1].right - words[0].left >= _STROKE * digit_px

    def count_filled(self, row: int) -> int:
        """In how many columns of the row something is written."""
        return sum(place[0] == row for place in self.cells)


def find_shape(writing: Writing, pitch_px: float) -> ListShape | None:
    """The rows and columns of the writing; None where fewer than two of either are seen. `pitch_px`: distance of the
    paper's level lines, 0 without any."""
    inked, digit = writing.list_ink(), writing.digit_px
    if len(inked) < 6:
        return None
    x0, y0 = (float(value) for value in inked.mean(axis=0))
    x, y = (inked - (x0, y0)).T
    slope = _find_lean(y, x, _SLOPES, _LEAN_BLUR * digit)
    apart = max(_ROW_APART * digit, _LINES_APART * pitch_px)
    rows = _drop_crowded(_find_heaps(y - slope * x, _ROW_BLUR * digit, apart, _LEAST_ROW), y - slope * x) + y0
    if len(rows) < 2:
        return None
    row_px = _measure_rows(rows, pitch_px)
    return find_columns(ListShape(rows, np.zeros(0), slope, 0.0, (x0, y0), row_px, {}, ()), writing)


def find_line_rows(ink: Mask, lines: Values) -> ListShape | None:
    """The rows, without columns yet, of a list that is written in every one of the paper's level `lines` (n,) float64
    px: they are where, seen over all lines, the `ink` (h, w) uint8 has its middle. None for fewer than two."""
    y, x = (part[:: max(1, int(ink.sum()) // SAMPLES)].astype(np.float64) for part in np.nonzero(ink))
    if len(x) < 6:
        return None
    x0, y0, counted = float(x.mean()), float(y.mean()), np.arange(len(lines), dtype=np.float64)
    places = [np.interp(y - slope * (x - x0), lines, counted) for slope in _ALONG_LINES]
    waves = [(np.cos(2 * np.pi * heights).mean(), np.sin(2 * np.pi * heights).mean()) for heights in places]
    best = int(np.argmax([np.hypot(*wave) for wave in waves]))
    bare = float(np.arctan2(*waves[best][::-1])) / (2 * np.pi) - 0.5
    numbers, masses = np.unique(np.floor(places[best] - bare), return_counts=True)
    kept = numbers[masses >= _LEAST_ROW * np.percentile(masses, 75)]
    rows = np.interp(kept + bare + 0.5, counted, lines)
    row_px = float(np.median(np.diff(lines)))
    return (
        ListShape(rows, np.zeros(0), float(_ALONG_LINES[best]), 0.0, (x0, y0), row_px, {}, ())
        if len(rows) > 1
        else None
    )


def find_columns(bare: ListShape, writing: Writing) -> ListShape | None:
    """The shape with these rows, and with the columns of the writing in them; None for fewer than two of either."""
    if len(writing.words) < 4:
        return None
    (x0, y0), rows, slope, row_px = bare.middle, bare.rows, bare.slope, bare.row_px
    digit = writing.digit_px
    places = np.array([word.middle for word in writing.words]) - (x0, y0)
    on_row = np.abs(places[:, 1] - slope * places[:, 0] + y0 - rows[:, None]).min(axis=0) < _OFF_ROW * row_px
    across, down = places[on_row].T
    drift = _find_lean(across, down, _DRIFTS, _COLUMN_BLUR * digit)
    heaps = _find_heaps(across - drift * down, _COLUMN_BLUR * digit, _COLUMN_APART * digit, _LEAST_COLUMN)
    columns = _keep_filled(across - drift * down, heaps, digit, len(rows)) + x0
    if len(columns) < 2:
        return None
    filled = fill_shape(replace(bare, columns=columns, drift=drift), writing)
    kept = [row for row in range(len(rows)) if filled.count_filled(row)]
    return fill_shape(replace(filled, rows=rows[kept]), writing) if len(kept) >= 2 else None


def _find_lean(values: Values, along: Values, leans: Values, blur: float) -> float:
    """The lean by which `values` less it times `along`, both (n,), heap up most."""
    scores = [float(np.square(_heap(values - lean * along, blur)[1]).sum()) for lean in leans]
    return float(leans[int(np.argmax(scores))])


def _heap(values: Values, blur: float) -> tuple[Values, Values]:
    """How the values (n,) heap up: places (m,) and how many lie about each, blurred."""
    step = blur / 4
    first = float(values.min()) - 4 * blur
    counts = np.bincount(((values - first) / step).astype(int), minlength=int(np.ptp(values) / step) + 34)
    weights = np.exp(-0.5 * np.square(np.arange(-14, 15) / 4))
    places = first + step * (np.arange(len(counts), dtype=np.float64) + 0.5)
    return places, np.convolve(counts, weights, "same").astype(np.float64)


def _find_heaps(values: Values, blur: float, apart: float, least: float) -> Values:
    """The middles (m,) of the heaps of the `values` (n,), `apart` or further from each other, and at least so high as a
    share of a high one."""
    places, height = _heap(values, blur)
    found: list[int] = []
    lowest = least * float(np.percentile(height[height > 0.2 * height.max()], 75))
    peaks = np.flatnonzero((height[1:-1] >= height[:-2]) & (height[1:-1] > height[2:]) & (height[1:-1] >= lowest)) + 1
    for place in peaks[np.argsort(-height[peaks])]:
        if all(abs(places[place] - places[other]) >= apart for other in found):
            found.append(int(place))
    return places[sorted(found)]


def _drop_crowded(rows: Values, heights: Values) -> Values:
    """The rows (n,) without those that are much nearer to others than rows usually are, by the `heights` (m,) of ink:
    with a pen that skips, the upper halves of digits may look like a row."""
    while len(rows) > 3 and (steps := np.diff(rows)).min() < _CROWDED * np.median(steps):
        place = int(steps.argmin())
        reach = steps.min() / 2
        mass = [int((np.abs(heights - row) < reach).sum()) for row in rows[place : place + 2]]
        rows = np.delete(rows, place + int(mass[1] < mass[0]))
    return rows


def _keep_filled(sides: Values, heaps: Values, digit: float, rows: int) -> Values:
    """The middles (m,) of the `heaps` that have words in enough rows, by the `sides` (n,) of all words."""
    owner = np.abs(sides[:, None] - heaps).argmin(axis=1)
    near = np.abs(sides - heaps[owner]) < 1.5 * _COLUMN_APART * digit
    counts = np.bincount(owner[near], minlength=len(heaps))
    kept = np.flatnonzero(counts >= max(2.0, _LEAST_FILLED * rows))
    return np.array([float(np.median(sides[near & (owner == k)])) for k in kept])


def _measure_rows(rows: Values, pitch_px: float) -> float:
    """The usual distance of rows (n,) px; whole distances of the paper's lines where it is near to one."""
    usual = float(np.median(np.diff(rows)))
    lines = round(usual / pitch_px) if pitch_px else 0
    return lines * pitch_px if lines and abs(usual - lines * pitch_px) < 0.2 * pitch_px else usual


def _split_words(writing: Writing, gap: float) -> Iterator[InkWord]:
    """The words; those nearly as wide as columns are apart are parted at their widest gap."""
    for word in writing.words:
        if word.right - word.left < _WIDE * gap or len(word.pieces) < 2:
            yield word
            continue
        order = sorted(word.pieces, key=lambda piece: writing.boxes[piece, 0])
        ends = np.maximum.accumulate([writing.boxes[piece, 0] + writing.boxes[piece, 2] for piece in order])
        gaps = [int(writing.boxes[piece, 0] - end) for piece, end in zip(order[1:], ends[:-1], strict=True)]
        cut = int(np.argmax(gaps)) + 1
        if gaps[cut - 1] <= 0:
            yield word
            continue
        for part in (order[:cut], order[cut:]):
            yield make_word(writing.boxes, part)


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


def fill_shape(shape: ListShape, writing: Writing) -> ListShape:
    """The shape with every word in its cell."""
    gap = float(np.diff(shape.columns).min())
    cells: dict[tuple[int, int], list[InkWord]] = {}
    outside: list[InkWord] = []
    for word in _split_words(writing, gap):
        height, side = shape.measure(word)
        row, column = int(np.abs(shape.rows - height).argmin()), int(np.abs(shape.columns - side).argmin())
        inner = abs(shape.columns[column] - side) <= _find_reach(shape.columns, column, side, gap)
        if inner and abs(shape.rows[row] - height) <= _OFF_ROW * shape.row_px:
            cells.setdefault((row, column), []).append(word)
        else:
            outside.append(word)
    filled = {place: tuple(sorted(some, key=lambda word: word.left)) for place, some in cells.items()}
    return replace(shape, cells=filled, outside=tuple(outside))


def _find_reach(columns: Values, column: int, side: float, gap: float) -> float:
    """How far to this side a column reaches: half way to the next one, or as far as the columns are apart at least."""
    beside = column + (1 if side > columns[column] else -1)
    return abs(columns[beside] - columns[column]) / 2 if 0 <= beside < len(columns) else 0.75 * gap


def list_steps(shape: ListShape, rows: Sequence[int]) -> list[float]:
    """How many rows apart each two of these rows are."""
    return [float(shape.rows[low] - shape.rows[top]) / shape.row_px for top, low in pairwise(rows)]


def is_even(steps: Sequence[float]) -> bool:
    """Whether rows are whole rows apart."""
    return all(abs(step - round(step)) <= _ON_LATTICE and round(step) >= 1 for step in steps)
