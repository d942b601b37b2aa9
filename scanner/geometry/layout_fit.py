"""How well the rules of a layout fit the strokes within a quadrilateral of the photo, whole or as a part, in four
turns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise, product

import cv2
import numpy as np

from scanner.geometry.mesh import Values
from scanner.pyramid import Dark, fit_quad, keep_level_strokes, keep_upright_strokes, list_corners
from templates.layout import Grid, Layout

_PAD_PX = 16
"""Around the flattened table, so that its outer rules are seen whole."""
_LOOSE, _LOOSE_PX = 0.2, 12
"""How far a rule may be from its place, in distances between rules and at most: bent paper; more, and wrong layouts
fit."""
_RULE_SEEN = 0.4
"""Share of a rule's length below which it counts as missing: a hand may hide half of it."""
_LINE_SHARE = 0.7
"""Share of the usual distance between rules over which a stroke must run to be a rule: longer than boxes and letters.
"""
_ALIKE = 0.3
"""Two turns of a layout, or two looks at a table, count as the same if no rule differs by more than this share of the
least distance between rules."""
_PART_LEAST = 0.35
"""Least share of the layout's rules in a part: shorter parts fit anywhere."""
_PARTS_PER_TURN = 3
_BEYOND_MM = 0.5
"""How far outside the rules a cell must end for its end to be an edge of its own: the least distance of rules."""


@dataclass(frozen=True, slots=True)
class Fit:
    """How well a layout fits. `score`: share of the layout's rules under which strokes run, less the strokes where it
    has none (-1..1). `missing`: rules of the layout that are not there. `turn`: quarter turns of the sheet in the
    photo.
    """

    score: float
    missing: int
    turn: int


@dataclass(frozen=True, slots=True)
class Flattened:
    """The strokes inside `quad` (4, 2) float64 px as a square of `side` px with a margin: `level` and `upright` (h, w)
    uint8 hold those that run across and down. `usual`: mean darkness (0..255) from which a rule counts fully.
    """

    quad: Values
    side: int
    level: Dark
    upright: Dark
    usual: float

    def turn_quad(self, turn: int) -> Values:
        """The corners (4, 2) float64 px, beginning with the one that is the sheet's upper left after `turn` quarter
        turns.
        """
        return np.asarray(np.roll(self.quad, -turn, axis=0))

    def turn_strokes(self, turn: int) -> tuple[Dark, Dark]:
        """Level and upright strokes, (h, w) uint8 each, as the sheet has them when it lies `turn` quarter turns
        clockwise in the photo.
        """
        level, upright = np.rot90(self.level, turn), np.rot90(self.upright, turn)
        return _make_contiguous(upright, level) if turn % 2 else _make_contiguous(level, upright)


@dataclass(frozen=True, slots=True)
class Part:
    """A guess that `quad` (4, 2) float64 px shows the part of the layout with the corners `part_mm` (4, 2) float64 mm.
    `promise` orders the guesses, the best highest.
    """

    promise: float
    quad: Values
    part_mm: Values
    turn: int


def list_edges(layout: Layout) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """The layout's rules in both directions, and the ends of its cells beyond them, where no rule was seen."""
    boxes = np.array([field.box_mm for field in layout.fields])
    sides = []
    for axis, places in enumerate((layout.grid.xs_mm, layout.grid.ys_mm)):
        first, last = float(boxes[:, axis].min()), float((boxes[:, axis] + boxes[:, axis + 2]).max())
        before = (first,) if first < places[0] - _BEYOND_MM else ()
        after = (last,) if last > places[-1] + _BEYOND_MM else ()
        sides.append((*before, *places, *after))
    return sides[0], sides[1]


def list_turns(grid: Grid) -> tuple[int, ...]:
    """The quarter turns that look different. Which of several that look the same is the right one, reading shows
    (`scanner.read.way_up`).
    """
    seen = _view_turns(grid)
    kept: list[int] = []
    for turn, view in enumerate(seen):
        if not any(_look_alike(view, seen[other]) for other in kept):
            kept.append(turn)
    return tuple(kept)


def list_open_turns(grid: Grid) -> tuple[int, ...]:
    """The quarter turns, without 0, in which the table looks as it does upright."""
    upright, *others = _view_turns(grid)
    return tuple(turn for turn, view in enumerate(others, 1) if _look_alike(upright, view))


def _view_turns(grid: Grid) -> list[tuple[Values, Values]]:
    """The places of upright and level rules, as shares, in all four quarter turns."""
    x, y = _scale_to_shares(np.asarray(grid.xs_mm)), _scale_to_shares(np.asarray(grid.ys_mm))
    back_x, back_y = 1 - x[::-1], 1 - y[::-1]
    return [(x, y), (back_y, x), (back_x, back_y), (y, back_x)]


def _look_alike(one: tuple[Values, Values], other: tuple[Values, Values]) -> bool:
    return all(map(lie_alike, one, other))


def lie_alike(one: Sequence[float] | Values, other: Sequence[float] | Values) -> bool:
    """Whether rules at these places (n,) float64 are the same, however large the pictures of them are."""
    if len(one) != len(other):
        return False
    mine, others = (_scale_to_shares(np.asarray(places)) for places in (one, other))
    return float(np.abs(mine - others).max()) < _ALIKE * float(np.diff(mine).min())


def flatten_strokes(dark: Dark, quad: Values, grid: Grid) -> Flattened:
    """The strokes of `dark` (H, W) uint8 inside `quad` (4, 2) float64 px, at a size that shows the layout's closest
    rules apart.
    """
    rules = max(len(grid.xs_mm), len(grid.ys_mm))
    side = int(np.clip(16 * rules, 448, 1024))
    matrix = fit_quad(quad, list_corners((0, side), (0, side)) + _PAD_PX)
    flat = np.asarray(cv2.warpPerspective(dark, matrix, (side + 2 * _PAD_PX, side + 2 * _PAD_PX)), np.uint8)
    length = max(7, int(_LINE_SHARE * side / rules))
    level, upright = keep_level_strokes(flat, length), keep_upright_strokes(flat, length)
    strong = float(np.percentile(level.mean(axis=1), 98) + np.percentile(upright.mean(axis=0), 98)) / 2
    return Flattened(quad, side, level, upright, max(strong / 2, 6.0))


def rate_layout(view: Flattened, grid: Grid, turn: int, sheet_turn: int | None = None) -> Fit:
    """Compares the whole layout with the strokes, for a sheet that lies `turn` quarter turns in `view`.

    `sheet_turn` is the turn to report where `view.quad` was already turned.
    """
    level, upright = view.turn_strokes(turn)
    xs, ys = (_PAD_PX + view.side * _scale_to_shares(np.asarray(places)) for places in (grid.xs_mm, grid.ys_mm))
    loose = int(np.clip(_LOOSE * min(np.diff(xs).min(), np.diff(ys).min()), 1, _LOOSE_PX))
    fallen = np.ascontiguousarray(upright.T)
    across = _measure_pieces(level, xs, ys, loose) / view.usual
    down = _measure_pieces(fallen, ys, xs, loose) / view.usual
    between = [
        _measure_pieces(level, xs, (ys[1:] + ys[:-1]) / 2, 1).ravel(),
        _measure_pieces(fallen, ys, (xs[1:] + xs[:-1]) / 2, 1).ravel(),
    ]
    across, down = np.minimum(across, 1), np.minimum(down, 1)
    beside = np.minimum(np.concatenate(between) / view.usual, 1)
    score = float(np.concatenate([across.ravel(), down.ravel()]).mean() - beside.mean())
    missing = int((across.mean(axis=1) < _RULE_SEEN).sum() + (down.mean(axis=1) < _RULE_SEEN).sum())
    return Fit(score, missing, turn if sheet_turn is None else sheet_turn)


def guess_parts(view: Flattened, grid: Grid) -> Iterator[Part]:
    """The likeliest parts of the layout that `view` may show, in every turn. Only the spacing of the strokes counts."""
    xs, ys = np.asarray(grid.xs_mm), np.asarray(grid.ys_mm)
    inner = slice(_PAD_PX, -_PAD_PX)
    for turn in list_turns(grid):
        level, upright = (strokes[inner, inner] for strokes in view.turn_strokes(turn))
        rows, columns = _find_intervals(level.mean(axis=1), ys), _find_intervals(upright.mean(axis=0), xs)
        for (row_promise, top, low), (column_promise, left, right) in product(rows, columns):
            corners = list_corners(xs[left : right + 1], ys[top : low + 1])
            yield Part(row_promise + column_promise, view.turn_quad(turn), corners, turn)


def _find_intervals(profile: Values, places: Values) -> list[tuple[float, int, int]]:
    """The best runs of rules (promise, first, last) of a layout for a profile (n,) of strokes. A run is good when its
    rules meet strokes, and when it explains the strokes there are.
    """
    size, rules = len(profile), len(places)
    strokes = np.minimum(profile / (0.3 * float(np.percentile(profile, 98)) + 1e-6), 1).astype(np.float32)
    near = max(2, size // 100)
    spread = cv2.dilate(strokes.reshape(-1, 1), np.ones((2 * near + 1, 1), np.uint8)).ravel()
    window = np.arange(-near - 2, near + 3)
    runs = []
    for first, last in product(range(rules - 2), range(rules)):
        if last < first + max(2, int(_PART_LEAST * rules)):
            continue
        at = np.round(_scale_to_shares(places[first : last + 1]) * (size - 1)).astype(int)
        explained = np.zeros(size, bool)
        explained[np.clip(at[:, None] + window, 0, size - 1)] = True
        promise = spread[at].mean() + strokes[explained].sum() / max(strokes.sum(), 1e-6) - explained.mean()
        runs.append((float(promise), first, last))
    return sorted(runs, reverse=True)[:_PARTS_PER_TURN]


def _measure_pieces(strokes: Dark, xs: Values, ys: Values, loose: int) -> Values:
    """Mean darkness (len(ys), len(xs) - 1) float32 along each piece of a level rule, at its best place within `loose`
    px.
    """
    sums = np.cumsum(np.pad(strokes, ((0, 0), (1, 0))), axis=1, dtype=np.float32)
    rows = np.clip(np.round(ys).astype(int), 0, len(strokes) - 1)
    pieces = []
    for start, end in pairwise(xs):
        inset = 0.2 * (end - start)
        first = int(start + inset)
        last = max(int(end - inset), first + 1)
        mean = (sums[:, last] - sums[:, first]) / (last - first)
        pieces.append(cv2.dilate(mean.reshape(-1, 1), np.ones((2 * loose + 1, 1), np.uint8)).ravel()[rows])
    return np.stack(pieces, axis=1)


def _scale_to_shares(places: Values) -> Values:
    return np.asarray((places - places[0]) / (places[-1] - places[0]))


def _make_contiguous(*pictures: Dark) -> tuple[Dark, Dark]:
    copies = [np.ascontiguousarray(picture) for picture in pictures]
    return copies[0], copies[-1]
