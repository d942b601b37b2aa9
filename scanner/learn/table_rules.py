"""The rules of a straightened table: where they lie, which span it, and between which cells they are missing.

Its straight strokes are found first: which pixels stand out from the noise, and what lines they make."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.geometry.mesh import Values
from scanner.learn.flat_table import LENGTH_PX, FlatTable
from scanner.pyramid import Dark

SPANS = 0.6
"""Share of the table that a rule must run over to be one of the table's: reading asks for 0.7 of most rules; a title
row, a merged heading and a sum row without it leave more."""
PARTIAL = 0.12
"""Share of the table from which a shorter stroke is reported as a rule that does not span it. Still shorter ones are
boxes and writing."""
_LOOSE_PX = 2
"""How far a rule may be from the straight: bends are taken out to a pixel, a ruler held by hand misses by another."""
WHOLE, _BESIDE_USUAL = 0.9, (0.3, 0.1)
"""Share of the usual rule's darkness below which a line is a crease, or print that shines through: for lines that have
gaps, and for those that run over so much of the table; the faintest rule of 80 sudokus has 0.2, without a gap."""
_NOISIEST, _AROUND_PX, _ABOVE_NOISE = 4.0, 61, 2.0
"""The noise around a pixel is the mean over so many pixels, of strokes up to so many times the median; rules in a
telephone's shadows have three times the noise."""
_DOUBLE = 0.22
"""Rules nearer than this share of the usual distance are a double rule: the gap between two blocks has 0.4."""
_DOUBLE_PX = 40
"""Rules farther apart are none, however wide the columns are: 7 mm on A4. Names below one another begin that near to
the rule before them."""
_BOTH = 0.8
"""Share of the longer one's length that both strokes of a double rule have."""
_FIRST_FAINTEST, _FAINTEST = 10.0, 6.0
"""Least darkness (of 255) of a rule at the first and at the second look: faint rules on blurred photos have 8."""
_LENGTH, _LONGEST_PX = 0.6, 150
"""Length of the strokes of the second look, as a share of the usual distance between the rules that they cross."""
_EXPLAINED, _BESIDE_PX, _STRONG = 0.6, 9, 60
"""Least share of the strokes that lie along the rules, how near, and the darkness that
counts fully: real tables have 0.8 and more, cloth 0.3."""
_AT_EDGE = 0.02
"""How far the rules may end from the edge of the quadrilateral, as a share of its side: further, and it is the edge of
the paper."""
_CROSSING, _CROSSES = 0.08, 0.55
"""How far beside the rules that it meets a rule is looked for, in usual distances, and at how many of these places it
must be seen: a digit is rarely as high as its row, and never in every row."""
_PIECE = 0.5
"""Share of a piece between two rules over which a stroke must run to divide its cells."""


@dataclass(frozen=True, slots=True)
class Ruled:
    """The rules of a table, in px of the flat picture.

    `xs`, `ys` (n,) float64: the upright and the level rules that span the table. `edges_x`, `edges_y` (n,) float64:
    edges of its cells, that is its rules and, where it has open sides, the ends of the other rules. `short_x`,
    `short_y`: rules that do not span it. `level` (rules, columns), `upright` (rows, rules) bool: whether a rule is seen
    between two cells.
    """

    xs: Values
    ys: Values
    edges_x: Values
    edges_y: Values
    short_x: tuple[Line, ...]
    short_y: tuple[Line, ...]
    level: NDArray[np.bool_]
    upright: NDArray[np.bool_]

    def turn(self, size: tuple[int, int], turn: int) -> Ruled:
        """The same rules where the picture of `size` (width, height) is turned `turn` quarter turns to the left."""
        if turn == 0:
            return self
        once = Ruled(
            self.ys,
            _mirror(self.xs, size[0]),
            self.edges_y,
            _mirror(self.edges_x, size[0]),
            tuple(replace(line, start=1 - line.end, end=1 - line.start) for line in self.short_y),
            tuple(replace(line, at=size[0] - 1 - line.at) for line in self.short_x[::-1]),
            np.rot90(self.upright),
            np.rot90(self.level),
        )
        return once.turn(size[::-1], turn - 1)


def _mirror(places: Values, size: int) -> Values:
    return np.asarray(size - 1 - places[::-1])


def find_rules(flat: FlatTable) -> Ruled | None:
    """The rules of the table in `flat`. None when its strokes do not reach the edges, or are no table.

    They are looked for twice. The first look shows how far apart they are; the second takes only strokes of nearly that
    length. So written digits are no rules, and faint rules may be fainter.
    """
    rough = _find_ruled(flat, LENGTH_PX, LENGTH_PX, _FIRST_FAINTEST)
    if rough is None:
        return None
    wide, high = (_choose_length(edges) for edges in (rough.edges_x, rough.edges_y))
    fine = _find_ruled(flat, wide, high, _FAINTEST)
    return fine if fine is not None and _measure_explained(flat, fine, wide, high) >= _EXPLAINED else None


def count_spanning(flat: FlatTable) -> tuple[int, int]:
    """How many strokes span `flat`, upright and level, where they are no table."""
    _, _, down, across = _find_lines(flat, LENGTH_PX, LENGTH_PX, _FIRST_FAINTEST)
    return len(_keep_spanning(across)), len(_keep_spanning(down))


def _choose_length(edges: Values) -> int:
    return int(np.clip(_LENGTH * np.median(np.diff(edges)), LENGTH_PX, _LONGEST_PX))


def _find_lines(
    flat: FlatTable, wide: int, high: int, least: float
) -> tuple[NDArray[np.bool_], NDArray[np.bool_], list[Line], list[Line]]:
    """Where level and upright strokes are, (h, w) bool each, the upright ones transposed; and the lines they make."""
    strokes = flat.keep_level(wide), np.ascontiguousarray(flat.keep_upright(high).T)
    level, upright = (_thicken_strokes(_find_clear_pixels(one, least)) for one in strokes)
    down, across = (_trace_lines(seen, one, flat.margin) for seen, one in zip((level, upright), strokes, strict=True))
    return level, upright, down, across


def _find_ruled(flat: FlatTable, wide: int, high: int, least: float) -> Ruled | None:
    level, upright, down, across = _find_lines(flat, wide, high, least)
    if not _reaches_edges(down, across, flat):
        return None
    down, across = (
        _drop_stopping(level, down, _keep_spanning(across)),
        _drop_stopping(upright, across, _keep_spanning(down)),
    )
    ys, xs = _keep_spanning(down), _keep_spanning(across)
    size_y, size_x = flat.dark.shape
    edges_x, edges_y = _add_outer_edges(xs, size_x, flat.margin), _add_outer_edges(ys, size_y, flat.margin)
    if len(edges_x) < 2 or len(edges_y) < 2 or len(edges_x) + len(edges_y) < 5:
        return None
    short_x, short_y = (tuple(line for line in lines if _is_short(line)) for lines in (across, down))
    pieces = _find_pieces(level, edges_y, edges_x), _find_pieces(upright, edges_x, edges_y).T
    return Ruled(xs, ys, edges_x, edges_y, short_x, short_y, *pieces)


def _drop_stopping(seen: NDArray[np.bool_], lines: list[Line], others: Values) -> list[Line]:
    """Drops the lines that stop at the rules they meet. A column of ones is as long as a rule, but has gaps there."""
    if len(others) < 3:
        return lines
    step = _CROSSING * float(np.median(np.diff(others)))
    places = np.clip(np.round(np.concatenate([others - step, others + step])).astype(int), 0, seen.shape[1] - 1)
    return [
        line for line in lines if line.share < SPANS or _find_near_columns(seen, line.at)[places].mean() >= _CROSSES
    ]


def _is_short(line: Line) -> bool:
    """Whether it is a rule that runs on without gaps, over a part of the table."""
    return line.share < SPANS and line.share >= WHOLE * (line.end - line.start)


def _measure_explained(flat: FlatTable, ruled: Ruled, wide: int, high: int) -> float:
    """Share of the strokes that lie along the rules: in cloth and wood they lie everywhere."""
    inner = slice(flat.margin, -flat.margin)
    along = total = 0.0
    strokes = flat.keep_level(wide), np.ascontiguousarray(flat.keep_upright(high).T)
    for seen, places in zip(strokes, (ruled.edges_y, ruled.edges_x), strict=True):
        rows = (np.minimum(seen, _STRONG) * _find_clear_pixels(seen, _FAINTEST))[:, inner].sum(axis=1, dtype=np.float64)
        beside = np.abs(np.arange(len(rows))[:, None] - places[None, :]).min(axis=1) <= _BESIDE_PX
        along += float(rows[inner][beside[inner]].sum())
        total += float(rows[inner].sum())
    return along / max(total, 1)


def _reaches_edges(down: list[Line], across: list[Line], flat: FlatTable) -> bool:
    """Whether the rules that span end where the quadrilateral does, in one direction at least, and cross others."""
    spans = [[line for line in lines if line.share >= SPANS] for lines in (down, across)]
    height, width = flat.dark.shape
    for lines, others, size in ((*spans, height), (*spans[::-1], width)):
        if len(lines) < 2:
            continue
        starts, ends = np.median([line.start for line in lines]), np.median([line.end for line in lines])
        first, last = lines[0].at - flat.margin, size - flat.margin - lines[-1].at
        full = starts <= _AT_EDGE and ends >= 1 - _AT_EDGE
        if full and max(first, last) <= 2 * _AT_EDGE * size and (len(others) >= 2 or len(lines) >= 3):
            return True
    return False


def _add_outer_edges(places: Values, size: int, margin: int) -> Values:
    """The rules (n,) float64 px, and the table's own edge where no rule runs along it."""
    first, last = margin, size - 1 - margin
    close = 1.5 * _AT_EDGE * size
    inside = places.tolist()
    before = [] if inside and inside[0] - first < close else [float(first)]
    after = [] if inside and last - inside[-1] < close else [float(last)]
    return np.array(before + inside + after, np.float64)


def _find_pieces(seen: NDArray[np.bool_], ys: Values, xs: Values) -> NDArray[np.bool_]:
    """Whether level strokes of `seen` (h, w) bool run along each of `ys` between each two of `xs`: (len(ys), len(xs) -
    1) bool.
    """
    pieces = np.zeros((len(ys), len(xs) - 1), bool)
    for row, y in enumerate(ys.tolist()):
        along = _find_near_columns(seen, y)
        for column, (start, end) in enumerate(pairwise(xs)):
            inset = 0.15 * (end - start)
            part = along[int(start + inset) : max(int(end - inset), int(start + inset) + 1)]
            pieces[row, column] = part.mean() >= _PIECE
    return pieces


@dataclass(frozen=True, slots=True)
class Line:
    """A rule at `at` px with the darkness `dark` (0..255). It is seen over `share` of the table's length, between
    `start` and `end`, which are shares too.
    """

    at: float
    share: float
    start: float
    end: float
    dark: float


def _find_clear_pixels(strokes: Dark, least: float) -> NDArray[np.bool_]:
    """The pixels (h, w) bool of `strokes` (h, w) uint8 that belong to rules: darker than `least` and than the noise
    around them.
    """
    usual = max(float(np.median(strokes)), 1.0)
    noise = cv2.blur(np.minimum(strokes, _NOISIEST * usual).astype(np.float32), (_AROUND_PX, _AROUND_PX))
    return np.asarray(strokes >= np.maximum(least, _ABOVE_NOISE * noise))


def _thicken_strokes(seen: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Level strokes `seen` (h, w) bool, thickened to (h, w) bool by how far a rule may be from the straight."""
    return np.asarray(cv2.dilate(seen.astype(np.uint8), np.ones((2 * _LOOSE_PX + 1, 1), np.uint8)) > 0)


def _trace_lines(seen: NDArray[np.bool_], strokes: Dark, margin: int) -> list[Line]:
    """Every straight stroke in the level strokes (h, w) uint8, double rules as one. `seen` (h, w) bool: the pixels that
    are clear.
    """
    middle = slice(margin, seen.shape[1] - margin)
    inner, darks = seen[:, middle], strokes[:, middle]
    cover = inner.mean(axis=1)
    found = [_make_line(inner, darks, cover, start, end) for start, end in _find_runs(cover >= PARTIAL, cover)]
    whole = [line.dark for line in found if line.share >= SPANS]
    usual = float(np.median(whole)) if whole else 0.0
    return _merge_doubles([line for line in found if line.dark >= usual * _BESIDE_USUAL[line.share >= WHOLE]])


def _find_runs(above: NDArray[np.bool_], cover: Values) -> list[tuple[int, int]]:
    """Stretches of rows with strokes, cut where the cover falls to half of what it is on both sides."""
    ends = np.flatnonzero(np.diff(np.concatenate([[0], above.astype(np.int8), [0]])))
    runs = []
    for start, end in zip(ends[::2].tolist(), ends[1::2].tolist(), strict=True):
        high = cover[start:end] >= 0.5 * float(cover[start:end].max())
        inner = np.flatnonzero(np.diff(np.concatenate([[0], high.astype(np.int8), [0]]))) + start
        runs += list(zip(inner[::2].tolist(), inner[1::2].tolist(), strict=True))
    return runs


def _make_line(inner: NDArray[np.bool_], darks: Dark, cover: Values, start: int, end: int) -> Line:
    weight = cover[start:end] - 0.5 * cover[start:end].max() + 1e-6
    at = float((weight * np.arange(start, end)).sum() / weight.sum())
    along = np.asarray(inner[start:end].any(axis=0), np.bool_)
    places = np.flatnonzero(along) / max(len(along) - 1, 1)
    dark = float(np.median(darks[start:end].max(axis=0)[along]))
    return Line(at, float(along.mean()), float(places[0]), float(places[-1]), dark)


def _merge_doubles(lines: list[Line]) -> list[Line]:
    """Double rules as one in their middle."""
    places = np.array([line.at for line in lines if line.share >= SPANS])
    if len(places) < 2:
        return lines
    gaps = np.diff(places)
    usual = float(np.median(gaps[gaps > 0.3 * np.percentile(gaps, 75)]))
    kept: list[Line] = []
    for line in lines:
        close = bool(kept) and line.at - kept[-1].at < min(_DOUBLE * usual, _DOUBLE_PX)
        kept.append(_merge_pair(kept.pop(), line) if close else line)
    return kept


def _merge_pair(one: Line, other: Line) -> Line:
    """The middle of a double rule. Of a rule and writing beside it, the longer one."""
    short, long = sorted((one, other), key=lambda line: line.share)
    if short.share < _BOTH * long.share:
        return long
    return Line(
        (one.at + other.at) / 2,
        long.share,
        min(one.start, other.start),
        max(one.end, other.end),
        max(one.dark, other.dark),
    )


def _keep_spanning(lines: list[Line]) -> Values:
    """Where the lines run that span the table, (n,) float64 px."""
    return np.array([line.at for line in lines if line.share >= SPANS], np.float64)


def _find_near_columns(seen: NDArray[np.bool_], at: float) -> NDArray[np.bool_]:
    """At which columns (w,) bool a stroke of `seen` (h, w) bool is within three pixels of the row `at`."""
    row = round(at)
    return np.asarray(seen[max(row - 3, 0) : row + 4].any(axis=0), np.bool_)
