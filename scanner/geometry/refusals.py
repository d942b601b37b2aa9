"""Why no sheet is seen in a photo, or not its code: what is measured chooses the advice that fits the cause."""

from __future__ import annotations

import cv2
import numpy as np

from scanner import scan_limits
from scanner.geometry.corner_marks import MarkedSheet, find_smallest_marks
from scanner.geometry.mesh import Values
from scanner.pyramid import Grey, Matrix, Pyramid, measure_shades, project
from scanner.sheet_reading import Problem
from templates.layout import PAPERS, Box, Paper
from texts.sentences import Phrase

_EDGE_SIDE_PX = 2400
"""Long side at which the widths of edges are measured: edges of half a pixel there are sharper than any camera's."""
_PX_PER_MM = 8.0
"""Resolution at which code and marks are looked at."""
_MODULE_MM = 0.6
"""Side of the code's little squares (`templates.layout`)."""

_WINDOW_MM = 1.9
"""Three modules: somewhere in them a code is dark and somewhere light."""
_SMALL_TABLE = 0.15
"""Share of the picture below which a table of twenty rows has rows of less than `limits.MIN_ROW_PX` at 8 megapixels."""
_LONGEST_TEXT = 40
"""Characters of a foreign code that are shown."""


def refuse_empty(pyramid: Pyramid) -> Problem | None:
    """The problem of a photo that is black, white or of one shade; None for any other."""
    low, high = measure_shades(pyramid.levels[-1], 1, 99)
    span = high - low
    if span >= scan_limits.MIN_SPAN:
        return None
    advice = Phrase("scanner.advice.more-light" if high < scan_limits.MIN_LIGHT else "scanner.advice.fill-picture")
    return Problem.of("scanner.no-contrast", value=span, limit=scan_limits.MIN_SPAN, light=high, advice=advice)


def refuse_hazy(pyramid: Pyramid) -> Problem | None:
    """The problem of a photo that is dark all over, or blurred even at its sharpest edges; None for any other. It
    explains why something else was not found.
    """
    [light] = measure_shades(pyramid.levels[-1], 99)
    if light < scan_limits.MIN_LIGHT:
        return Problem.of("scanner.too-dark", value=light, limit=scan_limits.MIN_LIGHT)
    wide, limit = measure_edge_share(pyramid), scan_limits.MAX_EDGE_SHARE
    return Problem.of("scanner.unfocused", value=wide, limit=limit) if wide > limit else None


def explain_no_sheet(pyramid: Pyramid) -> Problem:
    """Why there is neither mark nor code in a bright and sharp picture: the marks are too small, or there are none."""
    sides = [mark.side_px for mark in find_smallest_marks(pyramid, [paper.marks for paper in PAPERS])]
    if len(sides) > 1:  # one alone may be a speck on a table top
        unit = Phrase("scanner.unit.corner-mark")
        return Problem.of("scanner.too-far", value=float(np.median(sides)), unit=unit, limit=scan_limits.MIN_MARK_PX)
    [light] = measure_shades(pyramid.levels[-1], 99)
    return Problem.of("scanner.no-sheet", found=0, expected=4, light=light, value=measure_edge_share(pyramid))


def explain_no_code(pyramid: Pyramid, sheet: MarkedSheet, paper: Paper) -> Problem:
    """Why the code beside the marks is not read: it is small, blurred, or covered."""
    module_px = _MODULE_MM * _measure_scale(sheet.to_px, paper.code_mm)
    seen = _measure_pattern_share(pyramid, sheet.to_px, paper)
    if module_px < scan_limits.MIN_MODULE_PX:
        advice = Phrase("scanner.advice.go-nearer")
    elif measure_edge_share(pyramid) > scan_limits.MAX_CODE_EDGE_SHARE:
        advice = Phrase("scanner.advice.hold-still")
    else:
        advice = Phrase("scanner.advice.uncover")
    right, low = paper.code_mm[0] > paper.size_mm[0] / 2, paper.code_mm[1] > paper.size_mm[1] / 2
    where = Phrase(f"scanner.where.{'lower' if low else 'upper'}-{'right' if right else 'left'}")
    limit = scan_limits.MIN_MODULE_PX
    return Problem.of("scanner.no-code", where=where, value=seen, px=module_px, limit=limit, advice=advice)


def explain_foreign_code(text: str) -> Problem:
    """The problem of a code that is read but is none of ours. What it says is shown, as far as it can be printed and is
    not long.
    """
    shown = "".join(char if char.isprintable() else " " for char in text[: _LONGEST_TEXT + 1]).strip()
    says = shown if len(shown) <= _LONGEST_TEXT else f"{shown[:_LONGEST_TEXT]}…"
    return Problem.of("scanner.foreign-code", says=says)


def explain_no_rules(pyramid: Pyramid, area: float, across: int, down: int) -> Problem:
    """Why no ruled table is seen in a picture that is neither dark nor all blurred. The most similar place covers the
    share `area` of it, and `across` upright and `down` level rules span that place.
    """
    wide = measure_edge_share(pyramid)
    if wide > scan_limits.MAX_CODE_EDGE_SHARE:
        advice = Phrase("scanner.advice.hold-still")
    elif area < _SMALL_TABLE:
        advice = Phrase("scanner.advice.fill-with-table")
    else:
        advice = Phrase("scanner.advice.draw-rules")
    few = scan_limits.MIN_LEARNT_RULES
    return Problem.of("scanner.no-rules", area=area, across=across, down=down, limit=few, value=wide, advice=advice)


def measure_edge_share(pyramid: Pyramid) -> float:
    """Width of the sharpest edges as a share of the photo's long side, at most 1."""
    small = pyramid.levels[pyramid.find_level_below(_EDGE_SIDE_PX)]
    smooth = cv2.GaussianBlur(small, (0, 0), 0.7)
    slopes = [np.abs(cv2.Sobel(smooth, cv2.CV_16S, *axis)) / 8 for axis in ((1, 0), (0, 1))]
    low, high = np.percentile(smooth, (1, 99))
    steepest = float(np.percentile(np.maximum(*slopes), 99.9))
    return min(float(high - low) / max(steepest, 1e-3) / float(max(small.shape)), 1.0)


def _measure_pattern_share(pyramid: Pyramid, to_px: Matrix, paper: Paper) -> float:
    """Share of the code's place (0..1) where light and dark lie as near to each other as in a code. They must differ by
    half as much as in the marks.
    """
    black = max(_measure_span(_flatten_box(pyramid, to_px, mark.box_mm)) for mark in paper.marks)
    code = _flatten_box(pyramid, to_px, paper.code_mm)
    window = np.ones((round(_WINDOW_MM * _PX_PER_MM),) * 2, np.uint8)
    differs = cv2.subtract(cv2.dilate(code, window), cv2.erode(code, window))
    rim = round(4 * _MODULE_MM * _PX_PER_MM)  # the quiet zone
    return float((differs[rim:-rim, rim:-rim] > black / 2).mean())


def _measure_span(picture: Grey) -> float:
    low, high = np.percentile(picture, (5, 95))
    return float(high - low)


def _flatten_box(pyramid: Pyramid, to_px: Matrix, box_mm: Box) -> Grey:
    """The box (h, w) uint8 as if it were flat, with `_PX_PER_MM`."""
    x, y, width, height = box_mm
    size, shrink = (round(width * _PX_PER_MM), round(height * _PX_PER_MM)), _measure_scale(to_px, box_mm) / _PX_PER_MM
    return pyramid.flatten(to_px, (x, y), _PX_PER_MM, size, shrink)[0]


def _measure_scale(to_px: Matrix, box_mm: Box) -> float:
    """Original pixels per mm across the box."""
    x, y, width, height = box_mm
    ends: Values = project(to_px, np.array([[x, y + height / 2], [x + width, y + height / 2]]))
    return float(np.linalg.norm(ends[1] - ends[0])) / width
