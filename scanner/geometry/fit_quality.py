"""Measures how well the geometry of a sheet fits, and decides whether its fields may be read."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from scanner import scan_limits
from scanner.geometry.find_sheet import Page
from scanner.geometry.layout_fit import list_edges
from scanner.geometry.mesh import Values
from scanner.geometry.printed_rules import Followed
from scanner.geometry.rule_evidence import Evidence
from scanner.pyramid import invert, project
from scanner.sheet_reading import Problem, Quality
from templates.layout import Layout
from texts.sentences import Phrase


def measure_quality(page: Page, followed: Followed) -> Quality:
    """How well the rules of the sheet were followed; see `Quality`."""
    found = np.concatenate([followed.across_found.ravel(), followed.down_found.ravel()]) > 0
    rests = np.concatenate([followed.across_rest_mm.ravel(), followed.down_rest_mm.ravel()])
    depth = np.concatenate([(pieces.contrast * pieces.paper).ravel() for pieces in (followed.across, followed.down)])
    return Quality(
        marks_found=len({mark.number for mark in page.marks}),
        marks_expected=len(page.layout.marks),
        rules_found=float(found.mean() if followed.counted is None else followed.rules_found.mean()),
        residual_mm=float(np.percentile(rests[found], 95)) if found.any() else float("inf"),
        px_per_mm=float(followed.mesh.measure_px_per_mm(_list_nodes(page.layout)).min()),
        sharpness_mm=_measure_sharpness(followed),
        contrast=float(np.percentile(depth[found], 90)) if found.any() else 0.0,
    )


def judge_quality(page: Page, followed: Followed, quality: Quality, size_px: tuple[int, int]) -> Problem | None:
    """The worst of what is not good enough; None when the cells may be read. Limits count in row heights."""
    pitch = followed.pitch_mm
    if quality.px_per_mm * pitch < scan_limits.MIN_ROW_PX:
        unit = Phrase("scanner.unit.row")
        return Problem.of("scanner.too-far", value=quality.px_per_mm * pitch, unit=unit, limit=scan_limits.MIN_ROW_PX)
    outside = _count_outside(page, followed, size_px)
    if outside:
        return _refuse_cut_off(page, quality, outside)
    lost = _find_lost_rule(page, followed)
    if quality.rules_found < scan_limits.MIN_RULES_FOUND or lost is not None:
        return _explain_lost_rules(page, followed, quality, lost)
    if quality.sharpness_mm > scan_limits.MAX_EDGE_ROWS * pitch:
        return Problem.of("scanner.blurred", value=quality.sharpness_mm, limit=scan_limits.MAX_EDGE_ROWS * pitch)
    if quality.contrast < scan_limits.MIN_CONTRAST:
        return Problem.of("scanner.faint", value=quality.contrast, limit=scan_limits.MIN_CONTRAST)
    rough = quality.residual_mm / scan_limits.MAX_RESIDUAL_ROWS * scan_limits.MAX_ANCHOR_ROWS
    off = max(_measure_off_anchors(page, followed), rough)
    if off > scan_limits.MAX_ANCHOR_ROWS * pitch:
        return Problem.of("scanner.crumpled", value=off, limit=scan_limits.MAX_ANCHOR_ROWS * pitch)
    return None


def judge_evidence(layout: Layout, evidence: Evidence) -> Problem | None:
    """The problem `displaced` where rules of a foreign table lie elsewhere in the picture; None where they do not."""
    off = 1.0 if _is_slid(layout, evidence) else float(evidence.off.max())
    limit = scan_limits.MAX_RULE_OFF
    return Problem.of("scanner.displaced", layout=layout.id, value=off, limit=limit) if off > limit else None


def _is_slid(layout: Layout, evidence: Evidence) -> bool:
    """Whether outer rules lie where the table does not end: they are not there, and those that they cross end before
    them or run on. Outer cells may have no such rules, as a title, or be hidden; a table that lies one row further has
    none in its last row, and at its other end they run on, or nothing shows where they end."""
    across = len(layout.grid.xs_mm)
    outer = evidence.shares[[0, across - 1, across, -1]]
    unseen, runs_on = outer < scan_limits.MIN_RULE[0], evidence.running >= 1 - scan_limits.MIN_CROSSED
    hollow = evidence.crossed < scan_limits.MIN_CROSSED
    short = unseen | (evidence.crossed < 1 - scan_limits.MAX_RULE_OFF)
    beyond = runs_on & (outer < scan_limits.MIN_OUTER)
    opposite = [1, 0, 3, 2]
    further = runs_on[opposite] | (unseen & unseen[opposite])
    open_ = _find_open_ends(layout) & (evidence.running < scan_limits.MIN_CROSSED) & runs_on[opposite]
    return bool((np.where(hollow, further, short) | beyond | open_).any())


def _find_open_ends(layout: Layout) -> NDArray[np.bool_]:
    """Whether cells lie beyond the first and the last upright rule, and beyond the first and the last level one, (4,):
    no rule was seen where they end. Those that are much narrower than the next ones do not show it."""
    found = []
    for edges, places in zip(list_edges(layout), (layout.grid.xs_mm, layout.grid.ys_mm), strict=True):
        steps = np.diff(places)[[0, -1]]
        found += [places[0] - edges[0] > steps[0] / 2, edges[-1] - places[-1] > steps[1] / 2]
    return np.array(found)


def _explain_lost_rules(page: Page, followed: Followed, quality: Quality, lost: tuple[float, float] | None) -> Problem:
    """Why rules are not seen. Blur comes first, since it makes rules vanish: the advice is to focus. A foreign layout
    of which only some rules are missing is another table's.
    """
    pitch = followed.pitch_mm
    if scan_limits.MAX_EDGE_ROWS * pitch < quality.sharpness_mm < math.inf:  # without any rule no edge was measured
        return Problem.of("scanner.blurred", value=quality.sharpness_mm, limit=scan_limits.MAX_EDGE_ROWS * pitch)
    if lost is None or quality.rules_found < scan_limits.MIN_RULES_FOUND:
        return Problem.of("scanner.rules-lost", value=quality.rules_found, limit=scan_limits.MIN_RULES_FOUND)
    if not page.layout.marks:
        return _refuse_other_table(page, followed, quality)
    return Problem.of("scanner.rule-missing", value=lost[0], limit=lost[1])


def _refuse_other_table(page: Page, followed: Followed, quality: Quality) -> Problem:
    """The problem `no-table`. Of a rule at the rim nothing may be missing."""
    rules = len(followed.rules_found)
    missing = int((followed.rules_found < scan_limits.MIN_RULE[0]).sum())
    allowed = int(scan_limits.MAX_RULES_MISSING * rules)
    return Problem.of(
        "scanner.no-table",
        layout=page.layout.id,
        value=quality.rules_found,
        limit=scan_limits.MIN_RULES_FOUND,
        rules=rules,
        missing=missing,
        allowed=allowed if missing > allowed else 0,
    )


def _refuse_cut_off(page: Page, quality: Quality, outside: int) -> Problem:
    if 0 < quality.marks_found < quality.marks_expected:
        return Problem.of("scanner.half-sheet", found=quality.marks_found, expected=quality.marks_expected)
    return Problem.of("scanner.cut-off", value=outside, of=len(page.layout.fields))


def _find_lost_rule(page: Page, followed: Followed) -> tuple[float, float] | None:
    """The rule that is seen least, and how much of it must be seen (0..1), where rules are missing; None where none is.

    A neighbour may have been taken for a missing rule, and every row be read one too low. Marks at two corners and more
    show that too, so that with them fewer pieces of a rule are enough; where the rules were counted, an outer one may
    be missing.
    """
    least, outermost = scan_limits.MIN_RULE_MARKED if len(page.marks) > 1 else scan_limits.MIN_RULE
    shares, across = followed.rules_found, len(page.layout.grid.xs_mm)
    allowed = int(scan_limits.MAX_RULES_MISSING * len(shares))
    outer = float(shares[[0, across - 1, across, -1]].min())
    if outer < outermost and followed.counted is None:
        return outer, outermost
    worst = float(shares.min())
    if page.layout.marks and worst < scan_limits.MIN_ANY_RULE:
        return worst, scan_limits.MIN_ANY_RULE
    return (worst, least) if (shares < least).sum() > allowed else None


def _count_outside(page: Page, followed: Followed, size_px: tuple[int, int]) -> int:
    """How many fields do not lie in the photo, but for a sliver."""
    boxes = np.array([field.box_mm for field in page.layout.fields], np.float64)
    shares = np.array([(0.05, 0.05), (0.95, 0.05), (0.95, 0.95), (0.05, 0.95)])
    px = followed.mesh.project_to_px(boxes[:, None, :2] + shares * boxes[:, None, 2:])
    inside = (px >= 0).all(axis=-1) & (px <= np.array(size_px) - 1.0).all(axis=-1)
    return int((~inside.all(axis=-1)).sum())


def _measure_off_anchors(page: Page, followed: Followed) -> float:
    """How far the mesh lies, in mm, from what is known without the rules: the visible marks, or the corners of a
    foreign table.
    """
    if not page.marks:
        corners = _list_nodes(page.layout)[[0, len(page.layout.grid.xs_mm) - 1, -len(page.layout.grid.xs_mm), -1]]
        off = np.linalg.norm(project(invert(page.to_px), followed.mesh.project_to_px(corners)) - corners, axis=1)
        return float(np.sort(off)[-2])  # one corner may be led astray by a stroke; a row too many moves two
    boxes = {mark.number: mark.box_mm for mark in page.layout.marks}
    flat_mm = [(project(invert(page.to_px), mark.corners_px).mean(axis=0), boxes[mark.number]) for mark in page.marks]
    places = np.array([(x + w / 2, y + h / 2) for _, (x, y, w, h) in flat_mm])
    off = project(invert(page.to_px), followed.mesh.project_to_px(places)) - np.array([seen for seen, _ in flat_mm])
    return float(np.linalg.norm(off, axis=1).max())


def _measure_sharpness(followed: Followed) -> float:
    """Edge width in mm, in the blurrier direction; infinite when no rule was found."""
    widths = [
        np.median(pieces.measure_flanks()[found > 0])
        for pieces, found in ((followed.across, followed.across_found), (followed.down, followed.down_found))
        if (found > 0).any()
    ]
    return float(max(widths)) if len(widths) == 2 else float("inf")


def _list_nodes(layout: Layout) -> Values:
    """All crossings of the rules (n, 2) in mm, row by row."""
    return np.stack(np.meshgrid(layout.grid.xs_mm, layout.grid.ys_mm), axis=-1).reshape(-1, 2).astype(np.float64)
