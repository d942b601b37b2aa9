"""What lies around a field: how bright the paper is there, and how much is seen of the printed rules."""

from __future__ import annotations

import numpy as np

from scanner import scan_limits
from scanner.geometry.mesh import Values
from scanner.geometry.printed_rules import Followed
from scanner.geometry.rule_profiles import Pieces

_SLACK = 0.6
"""How far beside a field a rule still belongs to it, in row heights."""
_PLAIN = 80
"""Percentile of a rule's contrast along it that is what it has where nothing hides it: a lamp may wash out half."""


def measure_surroundings(followed: Followed, boxes_mm: Values) -> tuple[Values, Values]:
    """The grey level of the paper around fields `boxes_mm` (n, 4) float64, and how much (0..1) of the darkness that
    the rules around each have elsewhere is seen there: both (n,) float64.

    A field far from every rule has the level 0 and the share 1: there is no reason for doubt. Where the photo shows
    neither light nor grain at a rule beside a field, it may show nothing of the field either: its share is 0.
    """
    mesh, slack = followed.mesh, _SLACK * followed.pitch_mm
    x, y, width, height = boxes_mm.T
    upright = (mesh.across.ys_mm, y, y + height), (mesh.across.xs_mm, x - slack, x + width + slack)
    level = (mesh.down.ys_mm, y - slack, y + height + slack), (mesh.down.xs_mm, x, x + width)
    every = np.ones_like(followed.across_found), np.ones_like(followed.down_found)
    count = _sum_values(every[0], upright) + _sum_values(every[1], level)
    paper = _sum_values(followed.across.paper, upright) + _sum_values(followed.down.paper, level)
    across, down = (
        found * _compare_contrast(pieces.contrast, along)
        for found, pieces, along in (
            (followed.across_found, followed.across, 0),
            (followed.down_found, followed.down, 1),
        )
    )
    found = _sum_values(across, upright) + _sum_values(down, level)
    lost = _sum_values(_find_blank_picture(followed.across), upright)
    lost += _sum_values(_find_blank_picture(followed.down), level)
    some = np.maximum(count, 1)
    seen = np.where(lost > 0, 0.0, found / some)
    return np.where(count > 0, paper / some, 0.0), np.where(count > 0, seen, 1.0)


def _find_blank_picture(pieces: Pieces) -> Values:
    """1 where the photo shows neither light nor grain at a rule, 0 elsewhere. White paper may have no grain: there the
    contrast that is left says all."""
    return np.asarray((pieces.lost > 0) & (pieces.paper < scan_limits.GLARE_LEVEL), np.float64)


def _compare_contrast(contrast: Values, along: int) -> Values:
    """The contrast of pieces of rules (rows, columns) as a share of what their rule has elsewhere (0..1). Light that
    washes out the rule beside a cell washes out the ink in it as much."""
    usual = np.percentile(contrast, _PLAIN, axis=along, keepdims=True)
    return np.asarray(np.minimum(contrast / np.maximum(usual, 1e-6), 1.0))


_Span = tuple[Values, Values, Values]
"""Places in mm in rising order, and where each field begins and ends among them."""


def _sum_values(values: Values, spans: tuple[_Span, _Span]) -> Values:
    """The sum of `values` (rows, columns) within each field, (n,), by a summed-area table."""
    table = np.zeros((values.shape[0] + 1, values.shape[1] + 1))
    table[1:, 1:] = values.cumsum(axis=0).cumsum(axis=1)
    (top, low), (left, right) = (_find_edges(span) for span in spans)
    return np.asarray(table[low, right] - table[top, right] - table[low, left] + table[top, left])


def _find_edges(span: _Span) -> tuple[np.ndarray, np.ndarray]:
    """Index of the first place within each field, and of the first behind it; both (n,) intp."""
    places, low, high = span
    return np.searchsorted(places, low), np.searchsorted(places, high)
