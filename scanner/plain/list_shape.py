"""Columns and rows of a list without a table: where words stand below and beside each other.

Rows may rise or fall and columns may wander; how much shows where the words' middles heap up most. The paper's own
lines confirm how far rows are apart."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

import numpy as np

from scanner.geometry.mesh import Values
from scanner.plain.written_words import InkWord, Writing, make_word

_SLOPES = np.linspace(-0.06, 0.06, 61)
"""How rows may fall to the right."""
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
LEAST_ROW, _LEAST_COLUMN = 0.15, 0.15
"""Ink of a row and words of a column, as shares of what a full one has."""
_LEAST_FILLED = 0.4
"""Share of the rows in which a column has something written: of five players one sits out."""
_OFF_ROW = 0.5
"""How far from the middle of its row a word may be, in distances of rows."""
_SLIM = 0.15
"""Width of the slimmest initial, in heights."""
_STROKE = 0.3
"""Width of a lone stroke at most, in heights of a digit."""
_WIDE, _TALL = 2.4, 0.5
"""Width of a word from which it may be two numbers, and height of what a number has at least, in heights of a digit."""
_VALLEY, _STEP_PX = 0.35, 2.0
"""Share of the rows that may have ink where columns are parted; steps in which such places are looked for, px."""
_ON_LATTICE = 0.3
"""How far the distance of two rows may be from whole rows, in rows."""


@dataclass(frozen=True, slots=True)
class ListShape:
    """Where a list's rows and columns are. A place (x, y) px has the height `y - slope (x - x0)` among the `rows` (n,)
    and the side `x - drift (y - y0)` among the `columns` (m,), both float64 px. `cells`: the words of row and column;
    `outside`: words in none. `row_px`: the usual distance of rows; `valleys` (k,) float64 px: the sides at which hardly
    any row has ink."""

    rows: Values
    columns: Values
    slope: float
    drift: float
    middle: tuple[float, float]
    row_px: float
    cells: dict[tuple[int, int], tuple[InkWord, ...]]
    outside: tuple[InkWord, ...]
    valleys: Values = field(default_factory=lambda: np.zeros(0))

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
    rows = _drop_crowded(_find_heaps(y - slope * x, _ROW_BLUR * digit, apart, LEAST_ROW), y - slope * x) + y0
    if len(rows) < 2:
        return None
    row_px = _measure_rows(rows, pitch_px)
    return find_columns(ListShape(rows, np.zeros(0), slope, 0.0, (x0, y0), row_px, {}, ()), writing)


def find_columns(bare: ListShape, writing: Writing) -> ListShape | None:
    """The shape with these rows, and with the columns of the writing in them; None for fewer than two of either."""
    if len(writing.words) < 4:
        return None
    rows, digit = bare.rows, writing.digit_px
    across, down = _list_places(writing.words, bare)
    shape = replace(bare, drift=_find_lean(across, down, _DRIFTS, _COLUMN_BLUR * digit))
    shape = replace(shape, valleys=_find_valleys(writing, shape))
    across, down = _list_places(list(_split_words(writing, shape)), shape)
    sides = across - shape.drift * down
    heaps = _find_heaps(sides, _COLUMN_BLUR * digit, _COLUMN_APART * digit, _LEAST_COLUMN)
    columns = _keep_filled(sides, heaps, digit, len(rows)) + shape.middle[0]
    if len(columns) < 2:
        return None
    filled = fill_shape(replace(shape, columns=columns), writing)
    kept = [row for row in range(len(rows)) if filled.count_filled(row)]
    return fill_shape(replace(filled, rows=rows[kept]), writing) if len(kept) >= 2 else None


def _list_places(words: Sequence[InkWord], shape: ListShape) -> Values:
    """The middles (2, n) px of the words that stand on a row, x and y from the middle of the list."""
    places: Values = np.array([word.middle for word in words]) - shape.middle
    heights = places[:, 1] - shape.slope * places[:, 0] + shape.middle[1]
    on_row = np.abs(heights - shape.rows[:, None]).min(axis=0) < _OFF_ROW * shape.row_px
    return np.asarray(places[on_row].T)


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


def _split_words(writing: Writing, shape: ListShape) -> Iterator[InkWord]:
    """The words; long ones are parted where hardly any row has ink."""
    for word in writing.words:
        if word.right - word.left < _WIDE * writing.digit_px:
            yield word
            continue
        parts: dict[int, list[int]] = {}
        for piece in sorted(word.pieces, key=lambda piece: writing.boxes[piece, 0]):
            side = shape.measure(make_word(writing.boxes, [piece]))[1]
            parts.setdefault(int(np.searchsorted(shape.valleys, side)), []).append(piece)
        for some in _join_low(list(parts.values()), writing):
            yield make_word(writing.boxes, some)


def _join_low(parts: Sequence[list[int]], writing: Writing) -> list[list[int]]:
    """The parts of a word, from the left; a sign by itself is a part of what stands behind it."""
    joined: list[list[int]] = []
    before: list[int] = []
    for part in parts:
        before = [*before, *part]
        if writing.boxes[before, 3].max() >= _TALL * writing.digit_px:
            joined.append(before)
            before = []
    return [*joined[:-1], [*joined[-1], *before]] if joined else [before]


def _find_valleys(writing: Writing, shape: ListShape) -> Values:
    """The sides (n,) px, between columns or within them, at which hardly any row has ink."""
    pieces = [make_word(writing.boxes, [piece]) for word in writing.words for piece in word.pieces]
    places = [(*shape.measure(piece), (piece.right - piece.left) / 2) for piece in pieces]
    sides = np.arange(min(side for _, side, _ in places), max(side for _, side, _ in places), _STEP_PX)
    inked = np.zeros((len(shape.rows), len(sides)), bool)
    for height, side, half in places:
        inked[int(np.abs(shape.rows - height).argmin())] |= np.abs(sides - side) <= half
    counts = inked.sum(axis=0)
    edges = np.flatnonzero(np.diff(counts <= _VALLEY * len(shape.rows), prepend=False, append=False))
    valleys = [sides[at:end][counts[at:end] == counts[at:end].min()] for at, end in edges.reshape(-1, 2)]
    return np.array([float(np.median(lowest)) for lowest in valleys])


def fill_shape(shape: ListShape, writing: Writing) -> ListShape:
    """The shape with every word in its cell."""
    gap = float(np.diff(shape.columns).min())
    cells: dict[tuple[int, int], list[InkWord]] = {}
    outside: list[InkWord] = []
    for word in _split_words(writing, shape):
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
