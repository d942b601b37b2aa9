"""Which rules of a layout the rules of a seen table are, and the mesh that follows from them.

Rules are told by their places among each other, so a table may lack some, the outer ones too; where the same rules fit
in two ways, nothing is told."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner import scan_limits
from scanner.geometry.layout_fit import list_edges, list_turns
from scanner.geometry.mesh import Lattice, Mesh, Values
from scanner.geometry.table_outline import Outline
from scanner.pyramid import Points, invert, project
from templates.layout import Grid, Layout

_ENDS = 3
"""Rules at either end that may be missing, in the layout or in the picture, plus one."""
_NEAR = 0.2
"""How far a seen rule may be from the layout's, as a share of the distance to the layout's next one."""
_OFF = 8.0
"""Rules that a distance of a whole row counts as, of the rule that is farthest off; straightened rules lie within a
twentieth of a row."""
_CLEARLY = 0.8
"""How many rules better than any other way the best one must fit."""


@dataclass(frozen=True, slots=True)
class Alignment:
    """The layout's rules `mine` (n,) intp that are the seen rules `seen` (n,) intp, by index. `missing`: rules of the
    layout that are not seen. `extra`: seen rules that the layout has not. `off`: the greatest distance, as a share of
    the spacing.
    """

    mine: NDArray[np.intp]
    seen: NDArray[np.intp]
    missing: int
    extra: int
    off: float

    @property
    def cost(self) -> float:
        """How badly it fits, in rules."""
        return self.missing + self.extra + _OFF * self.off


@dataclass(frozen=True, slots=True)
class Match:
    """A layout on a seen table, turned by `turn` quarter turns: how badly its rules fit, and the mesh in its mm."""

    cost: float
    turn: int
    mesh: Mesh


def match_outline(outline: Outline, layout: Layout) -> Match | None:
    """The best way to lay the layout on the table. None where too many rules differ, or another way is as good."""
    matches = sorted(_list_matches(outline, layout), key=lambda match: match.cost)
    return matches[0] if matches else None


def _list_matches(outline: Outline, layout: Layout) -> Iterator[Match]:
    height, width = outline.flat.dark.shape
    grid, (all_x, all_y) = layout.grid, list_edges(layout)
    for turn in list_turns(grid):
        ruled = outline.ruled.turn((width, height), turn)
        across = _place_rules(grid.xs_mm, all_x, ruled.xs, ruled.edges_x)
        down = _place_rules(grid.ys_mm, all_y, ruled.ys, ruled.edges_y)
        if across is None or down is None:
            continue
        nodes = _turn_back(np.stack(np.meshgrid(across[1], down[1]), axis=-1), (width, height), turn)
        yield Match(across[0] + down[0], turn, make_mesh(grid, outline.flat.mesh.project_to_px(nodes)))


def _place_rules(
    rules_mm: tuple[float, ...], edges_mm: tuple[float, ...], rules: Values, edges: Values
) -> tuple[float, Values] | None:
    """How badly the layout's rules fit, and where they lie, (n,) float64 px: among the seen `rules`; or its `edges_mm`
    among the `edges`, as an outer rule may be seen in one picture only, and the others end there in both."""
    ways = []
    for places, seen in ((rules_mm, rules), (edges_mm, edges)):
        one = align_rules(places, seen)
        if one is not None:
            moved = _move_rules(places, seen, one)
            ways.append((one.cost, moved[np.searchsorted(places, rules_mm)]))
    return min(ways, key=lambda way: way[0], default=None)


def align_rules(places_mm: tuple[float, ...], seen: Values) -> Alignment | None:
    """The one way in which the layout's rules at `places_mm` are the `seen` ones (n,) float64 px. None where too many
    differ, or two ways are about as good."""
    mine = np.asarray(places_mm, np.float64)
    found: dict[tuple[int, ...], Alignment] = {}
    for first, last, start, end in product(range(_ENDS), range(1, _ENDS + 1), range(_ENDS), range(1, _ENDS + 1)):
        if first + last < len(mine) and start + end < len(seen):
            one = _try_alignment(mine, seen, (first, len(mine) - last), (start, len(seen) - end))
            found[(*one.mine.tolist(), -1, *one.seen.tolist())] = one
    best = min(found.values(), key=lambda one: one.cost, default=None)
    allowed = 1 + int(scan_limits.MAX_RULES_MISSING * len(mine))
    if best is None or max(best.missing, best.extra) > allowed or len(best.mine) < 2:
        return None
    rival = any(other.cost < best.cost + _CLEARLY and _differs(best, other) for other in found.values())
    return None if rival else best


def _differs(one: Alignment, other: Alignment) -> bool:
    """Whether they take most of the rules for different ones."""
    pairs = [set(zip(each.mine.tolist(), each.seen.tolist(), strict=True)) for each in (one, other)]
    return 2 * len(pairs[0] & pairs[1]) < len(pairs[0])


def _try_alignment(mine: Values, seen: Values, ours: tuple[int, int], theirs: tuple[int, int]) -> Alignment:
    """The alignment in which two rules of the layout are two seen ones, and all others lie as they fall."""
    scale = (seen[theirs[1]] - seen[theirs[0]]) / (mine[ours[1]] - mine[ours[0]])
    expected = seen[theirs[0]] + (mine - mine[ours[0]]) * scale
    steps = np.diff(expected)
    room = np.minimum(np.concatenate([steps[:1], steps]), np.concatenate([steps, steps[-1:]]))
    away = np.abs(expected[:, None] - seen[None, :])
    nearest, owner = away.argmin(axis=1), away.argmin(axis=0)
    shares = away[np.arange(len(mine)), nearest] / room
    good = (owner[nearest] == np.arange(len(mine))) & (shares <= _NEAR)
    pairs = np.flatnonzero(good)
    off = float(shares[good].max()) if len(pairs) else 1.0
    return Alignment(pairs, nearest[good], int((~good).sum()), len(seen) - len(pairs), off)


def _move_rules(places_mm: tuple[float, ...], seen: Values, one: Alignment) -> Values:
    """Where every rule of the layout lies among the seen ones, (n,) float64 px; missing ones between their
    neighbours."""
    mine = np.asarray(places_mm, np.float64)
    known, at = mine[one.mine], seen[one.seen]
    slope = (at[-1] - at[0]) / (known[-1] - known[0])
    moved = np.interp(mine, known, at)
    moved = np.where(mine < known[0], at[0] + (mine - known[0]) * slope, moved)
    return np.asarray(np.where(mine > known[-1], at[-1] + (mine - known[-1]) * slope, moved))


def _turn_back(points: Points, size: tuple[int, int], turn: int) -> Points:
    """Pixels of the flat picture turned `turn` quarter turns to the left as those of the picture of `size` itself."""
    sizes = [size if step % 2 == 0 else size[::-1] for step in range(turn)]
    for wide, _ in reversed(sizes):
        points = np.stack([wide - 1 - points[..., 1], points[..., 0]], axis=-1)
    return points


def make_mesh(grid: Grid, nodes_px: Points) -> Mesh:
    """The mesh on which the crossings of the rules lie at `nodes_px` (rows, columns, 2) float64."""
    xs, ys = np.asarray(grid.xs_mm), np.asarray(grid.ys_mm)
    nodes = np.stack(np.meshgrid(xs, ys), axis=-1)
    to_px, _ = cv2.findHomography(nodes.reshape(-1, 2), nodes_px.reshape(-1, 2))
    bent = project(invert(np.asarray(to_px, np.float64)), nodes_px) - nodes
    return Mesh(np.asarray(to_px, np.float64), Lattice(xs, ys, bent[..., 0]), Lattice(xs, ys, bent[..., 1]))
