"""The rules of a straightened table: where they lie, which span it, and between which cells they are missing."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from scanner.geometry.flat_table import LENGTH_PX, FlatTable
from scanner.geometry.mesh import Values
from scanner.geometry.traced_lines import (
    SPANS,
    Line,
    find_clear_pixels,
    find_near_columns,
    keep_spanning,
    thicken_strokes,
    trace_lines,
)
from scanner.pyramid import Dark, keep_level_strokes, keep_upright_strokes

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
_CROSSING, _CROSSES = 0.2, 0.65
"""How far a rule must run on before and behind a rule that it meets, in usual distances, and at how many of these it
must: a digit is rarely as high as its row, and never in every row."""
_REACHED = 0.6
"""Share of the rules that run up to an edge of cells on which no rule is seen: a heading without upright rules and a
margin beside the table have none."""
_MOST_FRAME = 5
"""Rules from which a frame's own two sides do not say where they usually end."""
_BARE = 0.35
"""Share of the rules that run through the margin between a table and a frame around it, or its paper's edge: but for
the frame's own sides none. A title row alone is kept: the table's outer rules are its sides."""
_OUTER = 2
"""Rows and columns at a rim that may be such a margin: beyond the paper's edge the photo's rim may look like a rule."""
_LOST = 3
"""Sides seen that weigh as much as one that is missing: what a table adds to a smaller one at its place must have three
in four of its sides. A title row does not; of print beside the table and the cloth beyond it 0.71 were seen."""
_PIECE = 0.5
"""Share of a piece between two rules over which a stroke must run to divide its cells."""


@dataclass(frozen=True, slots=True)
class Ruled:
    """The rules of a table, in px of the flat picture.

    `xs`, `ys` (n,) float64: the upright and the level rules that span the table. `edges_x`, `edges_y` (n,) float64:
    edges of its cells, that is its rules and, where it has open sides, the ends of the other rules. `short_x`,
    `short_y`: rules that do not span it. `level` (rules, columns), `upright` (rows, rules) bool: whether a rule is seen
    between two cells. `explained`: share of all strokes that lie along the rules.
    """

    xs: Values
    ys: Values
    edges_x: Values
    edges_y: Values
    short_x: tuple[Line, ...]
    short_y: tuple[Line, ...]
    level: NDArray[np.bool_]
    upright: NDArray[np.bool_]
    explained: float = 1.0

    @property
    def is_table(self) -> bool:
        """Whether rules of both directions cross: the grain of a table top runs one way."""
        return min(len(self.xs), len(self.ys)) >= 2

    @property
    def sides_seen(self) -> int:
        """How many sides of cells are seen."""
        return int(self.level.sum() + self.upright.sum())

    @property
    def _own_sides(self) -> NDArray[np.bool_]:
        """Which sides of cells along its rules are seen, (n,) bool: at an open side there is none to see or to miss."""
        level, upright = self.level[np.isin(self.edges_y, self.ys)], self.upright[:, np.isin(self.edges_x, self.xs)]
        return np.concatenate([level.ravel(), upright.ravel()])

    @property
    def extent(self) -> int:
        """How much of it is table: the sides of cells that are seen along its rules, less those that are missing."""
        own = self._own_sides
        return int(own.sum() - _LOST * (~own).sum())

    @property
    def likeness(self) -> float:
        """How much it is like a table (0..1): its cells have all their sides, there are no other strokes, and it has
        rows and columns. Tables have 0.7 and more, cloth and wood at most 0.6."""
        own = self._own_sides
        share = self.explained * float(own.sum()) / max(own.size, 1)
        return share if min(len(self.edges_x), len(self.edges_y)) > 2 else share / 2

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
            self.explained,
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
    explained = 0.0 if fine is None else _measure_explained(flat, fine, wide, high)
    return None if fine is None or explained < _EXPLAINED else replace(fine, explained=explained)


def find_inside(flat: FlatTable) -> tuple[Values, Values] | None:
    """Where the rules end that span `flat` without reaching its edges, across and down, (2,) float64 px each: a frame
    around the table is joined with it. None where few span it, or where they do reach the edges."""
    _, _, down, across = _find_lines(flat, LENGTH_PX, LENGTH_PX, _FIRST_FAINTEST)
    sides = []
    for lines in (down, across):
        ends = np.array([(line.start, line.end) for line in lines if line.share >= SPANS])
        if len(ends) < _MOST_FRAME:
            return None
        sides.append(np.median(ends, axis=0))
    if all(start <= _AT_EDGE and end >= 1 - _AT_EDGE for start, end in sides):
        return None
    xs, ys = (
        flat.margin + (size - 2 * flat.margin) * side for side, size in zip(sides, flat.dark.shape[::-1], strict=True)
    )
    return xs, ys


def count_spanning(flat: FlatTable) -> tuple[int, int]:
    """How many strokes span `flat`, upright and level, where they are no table."""
    _, _, down, across = _find_lines(flat, LENGTH_PX, LENGTH_PX, _FIRST_FAINTEST)
    return len(keep_spanning(across)), len(keep_spanning(down))


def _choose_length(edges: Values) -> int:
    return int(np.clip(_LENGTH * np.median(np.diff(edges)), LENGTH_PX, _LONGEST_PX))


def find_clear_strokes(dark: Dark, xs: Values, ys: Values) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Where level and upright strokes of `dark` (h, w) uint8 run that are as long as those between rules at `xs` and
    `ys` (n,) float64 px: (h, w) bool, and transposed (w, h) bool.
    """
    level, upright = keep_level_strokes(dark, _choose_length(xs)), keep_upright_strokes(dark, _choose_length(ys))
    clear = (find_clear_pixels(one, _FAINTEST) for one in (level, np.ascontiguousarray(upright.T)))
    down, across = map(thicken_strokes, clear)
    return down, across


def _find_lines(
    flat: FlatTable, wide: int, high: int, least: float
) -> tuple[NDArray[np.bool_], NDArray[np.bool_], list[Line], list[Line]]:
    """Where level and upright strokes are, (h, w) bool each, the upright ones transposed; and the lines they make."""
    strokes = flat.keep_level(wide), np.ascontiguousarray(flat.keep_upright(high).T)
    level, upright = (thicken_strokes(find_clear_pixels(one, least)) for one in strokes)
    down, across = (trace_lines(seen, one, flat.margin) for seen, one in zip((level, upright), strokes, strict=True))
    return level, upright, down, across


def _find_ruled(flat: FlatTable, wide: int, high: int, least: float) -> Ruled | None:
    level, upright, down, across = _find_lines(flat, wide, high, least)
    if not _reaches_edges(down, across, flat):
        return None
    down, across = (
        _drop_stopping(level, down, keep_spanning(across)),
        _drop_stopping(upright, across, keep_spanning(down)),
    )
    ys, xs = keep_spanning(down), keep_spanning(across)
    size_y, size_x = flat.dark.shape
    edges_x, edges_y = _add_outer_edges(xs, size_x, flat.margin), _add_outer_edges(ys, size_y, flat.margin)
    short_x, short_y = (tuple(line for line in lines if line.is_short) for lines in (across, down))
    pieces = _find_pieces(level, edges_y, edges_x), _find_pieces(upright, edges_x, edges_y).T
    ruled = drop_margins(Ruled(xs, ys, edges_x, edges_y, short_x, short_y, *pieces))
    few = min(len(ruled.edges_x), len(ruled.edges_y)) < 2 or len(ruled.edges_x) + len(ruled.edges_y) < 5
    return None if few else ruled


def drop_margins(ruled: Ruled) -> Ruled:
    """The table without edges that are no rule and that hardly a rule runs up to: there it ends before. And without the
    frame around it, or the edges of its paper: where rows and columns at its rim are hardly crossed by its rules, or
    some of them by none at all, not even by its outer ones."""
    rows = _find_reached(ruled.edges_y, ruled.ys, ruled.upright)
    columns = _find_reached(ruled.edges_x, ruled.xs, ruled.level.T)
    ruled = _keep_cells(ruled, rows, columns)
    rows, columns = _find_crossed(ruled.upright, _BARE), _find_crossed(ruled.level.T, _BARE)
    around = all(
        kept.stop - kept.start < len(edges) for kept, edges in ((rows, ruled.edges_y), (columns, ruled.edges_x))
    )
    if not around:
        rows, columns = _find_crossed(ruled.upright, 0.0), _find_crossed(ruled.level.T, 0.0)
    return _keep_cells(ruled, rows, columns)


def _keep_cells(ruled: Ruled, rows: slice, columns: slice) -> Ruled:
    """The table with these of its edges and what lies between them."""
    edges_x, edges_y = ruled.edges_x[columns], ruled.edges_y[rows]
    between_rows, between_columns = (slice(kept.start, kept.stop - 1) for kept in (rows, columns))
    return replace(
        ruled,
        xs=ruled.xs[np.isin(ruled.xs, edges_x)],
        ys=ruled.ys[np.isin(ruled.ys, edges_y)],
        edges_x=edges_x,
        edges_y=edges_y,
        level=ruled.level[rows, between_columns],
        upright=ruled.upright[between_rows, columns],
    )


def _find_reached(edges: Values, rules: Values, crossing: NDArray[np.bool_]) -> slice:
    """Which of the `edges` (n,) float64 are there; `crossing` (n - 1, m) bool: whether the rules that cross them are
    seen between each two."""
    if crossing.size == 0:
        return slice(0, len(edges))
    first, last = (edges[end] not in rules and crossing[end].mean() < _REACHED for end in (0, -1))
    return slice(int(first), len(edges) - int(last))


def _find_crossed(crossing: NDArray[np.bool_], most: float) -> slice:
    """Which edges are left without those cells at the rim that at most such a share of the rules divides, and without
    what lies beyond them; `crossing` as above."""
    outer = min(_OUTER, (len(crossing) - 1) // 3) if crossing.size else 0
    sides = (crossing[:outer], crossing[::-1][:outer])
    first, last = (max((at for at, one in enumerate(side, 1) if one.mean() <= most), default=0) for side in sides)
    return slice(first, len(crossing) + 1 - last)


def _drop_stopping(seen: NDArray[np.bool_], lines: list[Line], others: Values) -> list[Line]:
    """Drops the lines that stop at the rules they meet. A column of digits is as long as a rule, but has gaps there."""
    if len(others) < 3:
        return lines
    reach = round(_CROSSING * float(np.median(np.diff(others))))
    return [
        line for line in lines if line.share < SPANS or _runs_through(find_near_columns(seen, line.at), others, reach)
    ]


def _runs_through(along: NDArray[np.bool_], others: Values, reach: int) -> bool:
    """Whether a stroke that is seen `along` (n,) bool runs on, without a gap, through most of the rules that it meets
    between its ends. False where none is seen, as in the middle of two strokes far apart."""
    if not along.any():
        return False
    first, last = np.flatnonzero(along)[[0, -1]]
    met = np.round(others[(others > first + reach) & (others < last - reach)]).astype(int)
    through = [along[place - reach : place + reach + 1].all() for place in met]
    return not through or float(np.mean(through)) >= _CROSSES


def _measure_explained(flat: FlatTable, ruled: Ruled, wide: int, high: int) -> float:
    """Share of the strokes that lie along the rules: in cloth and wood they lie everywhere."""
    inner = slice(flat.margin, -flat.margin)
    along = total = 0.0
    strokes = flat.keep_level(wide), np.ascontiguousarray(flat.keep_upright(high).T)
    for seen, places in zip(strokes, (ruled.edges_y, ruled.edges_x), strict=True):
        rows = (np.minimum(seen, _STRONG) * find_clear_pixels(seen, _FAINTEST))[:, inner].sum(axis=1, dtype=np.float64)
        beside = np.abs(np.arange(len(rows))[:, None] - places[None, :]).min(axis=1) <= _BESIDE_PX
        along += float(rows[inner][beside[inner]].sum())
        total += float(rows[inner].sum())
    return along / max(total, 1)


def _reaches_edges(down: list[Line], across: list[Line], flat: FlatTable) -> bool:
    """Whether the rules that span end where the quadrilateral does: in one direction at least, where others run along
    its sides; or in both, where the frame is missing."""
    spans = [[line for line in lines if line.share >= SPANS] for lines in (down, across)]
    height, width = flat.dark.shape
    full = []
    for lines, others, size in ((*spans, height), (*spans[::-1], width)):
        if len(lines) < 2:
            continue
        starts, ends = np.median([line.start for line in lines]), np.median([line.end for line in lines])
        first, last = lines[0].at - flat.margin, size - flat.margin - lines[-1].at
        if starts <= _AT_EDGE and ends >= 1 - _AT_EDGE:
            full.append(len(lines) >= 3)
            if max(first, last) <= 2 * _AT_EDGE * size and (len(others) >= 2 or len(lines) >= 3):
                return True
    return full == [True, True]


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
        along = find_near_columns(seen, y)
        for column, (start, end) in enumerate(pairwise(xs)):
            inset = 0.15 * (end - start)
            part = along[int(start + inset) : max(int(end - inset), int(start + inset) + 1)]
            pieces[row, column] = part.mean() >= _PIECE
    return pieces
