"""Follows the printed rules of a sheet, so that curled and folded paper still gives true cells."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import cv2
import numpy as np

from scanner.geometry.mesh import Lattice, Mesh, Values, smooth_lattice
from scanner.geometry.rule_matching import LOOSE, list_boxes, match_rules
from scanner.geometry.rule_profiles import Pieces, Profiles, measure_profiles
from scanner.pyramid import Matrix, Points, Pyramid
from templates.layout import Layout

_PIECE_PITCHES = 1.7
"""Longest piece of rule measured as one, in row heights: 17 mm on our sheet, over which 20 mm of curl bends by 0.1 mm.
"""
_LOOKED_AT = 0.7
"""Share of a piece that is looked at: its ends are crossings, where the other rule would disturb."""
_REACH = (0.35, 0.09)
"""How far the first and the second look go, in row heights: 3.5 mm and 0.9 mm from the expected place on our sheet."""
_STEP = (0.02, 0.007)
"""Distance of samples across a rule, in row heights: half a pixel of the level looked at."""
_CLOSER = 0.12
"""Within the first look, how far a rule may be from where its neighbours let it be expected, in row heights."""
_TOUCHING_MM, _SHORTEST_MM = 0.05, 1.2
"""Pieces that are nearer to each other touch, as lengths are printed to a hundredth. Pieces that are shorter are left
out: other lines disturb there."""
_HALF_WIDTH = 0.055
"""Half the widest rule, in row heights: the outer frame of our sheet is 0.8 mm wide."""
_STIFFNESS = ((0.5, 0.1), (0.1, 0.01))
"""Stiffness of the surface through what each look measured, along the rules and from rule to rule. Along a rule noise
averages out; from rule to rule folds and curl must show, even where rules are 34 mm apart."""
_TOLERANCE = (0.05, 0.025)
"""Distance from that surface, in row heights, from which a measurement is taken for handwriting or another line."""
_STIFF = (3000.0, 100.0)
"""Stiffness of the sheet that says roughly where a rule must be, as multiples of the final one."""
_FAINTEST = 0.035
"""Share of the light that a rule must take: a grey rule under shadow takes 6 %, paper grain and JPEG noise 2 %."""
_BESIDE_USUAL = 0.3
"""Share of the usual contrast of its own direction below which a piece is taken for not found."""
_WELL_FOUND = 0.9
"""Share of the rules from which nothing is looked for again; a sheet that lies in the open has all of every rule."""
_ASTRAY = 0.55
"""Worth below which the rules of a foreign table were not followed. Where numbers lead astray it is 0.3 to 0.5; of the
80 photos of sudokus one, with a rule that is hardly seen, has 0.58, the others and the Kniffel card 0.86 and more."""
_MORE_TRIES = 2
"""Further tries: first from the same flat paper with a looser sheet, then from the paper that fits best to what was
found."""


@dataclass(frozen=True, slots=True)
class Followed:
    """A sheet whose rules were followed: its mesh, and the last look at the rules. All arrays are float64.

    `across`: pieces of the upright rules (pieces, rules). `down`: pieces of the level ones (rules, pieces). `*_found`:
    1 where a piece is there and 0 elsewhere, same shapes. `*_rest_mm`: the pieces' distance from the smooth mesh.
    `pitch_mm`: a usual row height. `counted`: the share of each rule under which strokes run, (rules,), where the table
    was found by counting its rules.
    """

    mesh: Mesh
    pitch_mm: float
    across: Pieces
    down: Pieces
    across_found: Values
    down_found: Values
    across_rest_mm: Values
    down_rest_mm: Values
    counted: Values | None = None

    @property
    def worth(self) -> float:
        """How well the rules were followed (0..1). Half of it depends on the rule that is seen least."""
        return float(self.rules_found.mean() + self.rules_found.min()) / 2

    @property
    def rules_found(self) -> Values:
        """Share (0..1) of each rule that is there, (rules,) float64: first the upright ones, then the level ones."""
        shares = np.concatenate([self.across_found.mean(axis=0), self.down_found.mean(axis=1)])
        return shares if self.counted is None else np.maximum(shares, self.counted)


def follow_rules(pyramid: Pyramid, layout: Layout, to_px: Matrix) -> Followed:
    """Starts from flat paper by the homography `to_px` (3, 3) float64 from mm to original pixels, and ends on the
    printed rules. It never refuses: what was not found shows in the measures.
    """
    if not layout.marks:
        return _follow_foreign(pyramid, layout, to_px)
    best = refine_mesh(pyramid, layout, match_rules(pyramid, layout, to_px))
    for _ in range(_MORE_TRIES):
        if best.worth >= _WELL_FOUND:
            break
        loose = refine_mesh(pyramid, layout, match_rules(pyramid, layout, to_px, LOOSE))
        best = max(best, loose, key=lambda one: one.worth)
        to_px = _fit_flat_paper(layout, best)
    return best


def _follow_foreign(pyramid: Pyramid, layout: Layout, to_px: Matrix) -> Followed:
    """Follows the strongest lines; where those are a felt pen's numbers below one another, the longest. A looser sheet
    is not tried: double rules would lead it astray.
    """
    strongest = refine_mesh(pyramid, layout, match_rules(pyramid, layout, to_px, limited=False))
    if strongest.worth >= _ASTRAY:
        return strongest
    return max(strongest, refine_mesh(pyramid, layout, match_rules(pyramid, layout, to_px)), key=lambda one: one.worth)


def _fit_flat_paper(layout: Layout, followed: Followed) -> Matrix:
    """The homography (3, 3) float64 through the crossings of the rules that were found. Where marks are hidden or the
    paper curls strongly, the one through the marks is far off elsewhere on the sheet.
    """
    xs, ys = np.asarray(layout.grid.xs_mm), np.asarray(layout.grid.ys_mm)
    good = followed.rules_found >= _WELL_FOUND
    nodes = _make_crossings(xs[good[: len(xs)]], ys[good[len(xs) :]])
    if min(nodes.shape[:2]) < 2:
        return followed.mesh.to_px
    matrix, _ = cv2.findHomography(nodes.reshape(-1, 2), followed.mesh.project_to_px(nodes).reshape(-1, 2))
    return followed.mesh.to_px if matrix is None else np.asarray(matrix, np.float64)


def refine_mesh(pyramid: Pyramid, layout: Layout, mesh: Mesh) -> Followed:
    """Looks twice at every piece of rule near where `mesh` expects it, and bends the mesh onto what it sees."""
    xs, ys = np.asarray(layout.grid.xs_mm), np.asarray(layout.grid.ys_mm)
    pitch = float(min(np.median(np.diff(xs)), np.median(np.diff(ys))))
    row_mid, row_length = _cut_into_pieces(ys, pitch)
    column_mid, column_length = _avoid_boxes(_cut_into_pieces(xs, pitch), layout)
    upright, level = _make_crossings(xs, row_mid), _make_crossings(column_mid, ys)
    tall, wide = np.repeat(row_length[:, None], len(xs), 1), np.repeat(column_length[None, :], len(ys), 0)
    dotted_x = np.repeat(np.isin(xs, layout.grid.dotted_xs_mm)[None, :], len(row_mid), 0)
    dotted_y = np.repeat(np.isin(ys, layout.grid.dotted_ys_mm)[:, None], len(column_mid), 1)
    for reach, step, stiffness, tolerance in zip(_REACH, _STEP, _STIFFNESS, _TOLERANCE, strict=True):
        sight = reach * pitch, step * pitch
        seen_x = measure_profiles(pyramid, mesh, upright, tall, dotted_x, True, *sight)
        seen_y = measure_profiles(pyramid, mesh, level, wide, dotted_y, False, *sight)
        across, x_more = _locate_rules(seen_x, xs, row_mid, stiffness, tolerance, pitch)
        down, y_more = _locate_rules(seen_y, column_mid, ys, stiffness[::-1], tolerance, pitch)
        mesh = Mesh(mesh.to_px, _add_shifts(mesh.across, x_more), _add_shifts(mesh.down, y_more))
    rests = np.abs(across.offset_mm - x_more.values), np.abs(down.offset_mm - y_more.values)
    seen = _mark_found(across), _mark_found(down)
    found = [near * (rest < tolerance * pitch) for near, rest in zip(seen, rests, strict=True)]
    return Followed(mesh, pitch, across, down, found[0], found[1], *rests)


def _locate_rules(
    profiles: Profiles, xs: Values, ys: Values, stiffness: tuple[float, float], tolerance: float, pitch: float
) -> tuple[Pieces, Lattice]:
    """The rules in `profiles`, and the smooth shift through them. Each rule is looked for twice: anywhere within reach,
    and then only near the place where a stiff sheet through all rules expects it. So a lone stroke of writing wins
    nowhere.
    """
    reach = float(profiles.offsets_mm[-1])
    pieces = profiles.locate_rules(0.0, reach, _HALF_WIDTH * pitch)
    if reach > _CLOSER * pitch:
        rough = Lattice(xs, ys, pieces.offset_mm)
        stiff = smooth_lattice(rough, _mark_found(pieces), stiffness, 2 * tolerance * pitch, _STIFF)
        pieces = profiles.locate_rules(np.clip(stiff.values, -reach, reach), _CLOSER * pitch, _HALF_WIDTH * pitch)
    return pieces, smooth_lattice(Lattice(xs, ys, pieces.offset_mm), _mark_found(pieces), stiffness, tolerance * pitch)


def _add_shifts(before: Lattice, more: Lattice) -> Lattice:
    """Both shifts together, at the nodes of `more`."""
    nodes = _make_crossings(more.xs_mm, more.ys_mm)
    return Lattice(more.xs_mm, more.ys_mm, before.interpolate(nodes) + more.values)


def _cut_into_pieces(places: Values, pitch: float) -> tuple[Values, Values]:
    """Middles (n,) and lengths to look at (n,) of the pieces between the rules at `places`, in mm. Wide gaps are cut
    into several pieces.
    """
    middles, lengths = [], []
    for start, end in pairwise(places):
        count = int(np.ceil((end - start) / (_PIECE_PITCHES * pitch)))
        middles += [start + (end - start) * (k + 0.5) / count for k in range(count)]
        lengths += [(end - start) / count * _LOOKED_AT] * count
    return np.array(middles), np.array(lengths)


def _avoid_boxes(pieces: tuple[Values, Values], layout: Layout) -> tuple[Values, Values]:
    """The pieces as they are, but along small printed boxes only the free ends between the boxes: box edges look like
    rules.
    """
    spans = sorted({(box[0], box[0] + box[2]) for box in list_boxes(layout)})
    clear: list[tuple[float, float]] = []
    boxed: list[tuple[float, float]] = []
    for middle, length in zip(*pieces, strict=True):
        start, end = middle - length / _LOOKED_AT / 2, middle + length / _LOOKED_AT / 2
        crowded = any(left < end and start < right for left, right in spans)
        (boxed if crowded else clear).append((start, end))
    clear += [free for reach in _join_reaches(boxed) for free in _find_gaps(reach, spans)]
    ends = np.array(sorted(clear)).reshape(-1, 2)
    return ends.mean(axis=1), (ends[:, 1] - ends[:, 0]) * _LOOKED_AT


def _join_reaches(reaches: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """The reaches, neighbours that touch joined to one."""
    joined: list[tuple[float, float]] = []
    for start, end in sorted(reaches):
        if joined and start - joined[-1][1] < _TOUCHING_MM:
            joined[-1] = joined[-1][0], end
        else:
            joined.append((start, end))
    return joined


def _find_gaps(reach: tuple[float, float], spans: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """The parts of `reach` that none of `spans` covers."""
    inside = [span for span in spans if span[0] < reach[1] and reach[0] < span[1]]
    ends = [reach[0], *(min(max(edge, reach[0]), reach[1]) for span in inside for edge in span), reach[1]]
    return [(start, end) for start, end in zip(ends[::2], ends[1::2], strict=True) if end - start > _SHORTEST_MM]


def _make_crossings(xs: Values, ys: Values) -> Points:
    """All crossings (len(ys), len(xs), 2) float64 of these columns and rows."""
    return np.stack(np.meshgrid(xs, ys), axis=-1)


def _mark_found(pieces: Pieces) -> Values:
    """1 where a rule was seen, 0 elsewhere; float64 in the pieces' shape. Dotted rules are compared with each other."""
    usual = np.zeros_like(pieces.contrast)
    for kind in (pieces.dotted, ~pieces.dotted):
        usual[kind] = np.median(pieces.contrast[kind]) if kind.any() else 0.0
    return (pieces.contrast > np.maximum(_FAINTEST, _BESIDE_USUAL * usual)).astype(np.float64)
