"""What the last look at the printed rules says about the neighbourhood of every field."""

from __future__ import annotations

import numpy as np

from scanner.follow.grid import Followed
from scanner.mesh import Values

_SLACK = 0.6
"""How far beside a field a rule still belongs to it, in row heights."""


def measure_surroundings(followed: Followed, boxes_mm: Values) -> tuple[Values, Values]:
    """The grey level of the paper around fields `boxes_mm` (n, 4) float64, and the share (0..1) of the rules around
    each that were found: both (n,) float64.

    A field far from every rule has the level 0 and the share 1: nothing speaks against it. Where the photo shows
    neither light nor grain at a rule beside a field, it may show nothing of the field either: its share is 0.
    """
    mesh, slack = followed.mesh, _SLACK * followed.pitch_mm
    x, y, width, height = boxes_mm.T
    upright = (mesh.across.ys_mm, y, y + height), (mesh.across.xs_mm, x - slack, x + width + slack)
    level = (mesh.down.ys_mm, y - slack, y + height + slack), (mesh.down.xs_mm, x, x + width)
    count = _count_nodes(upright) + _count_nodes(level)
    paper = _sum_values(followed.across.paper, upright) + _sum_values(followed.down.paper, level)
    found = _sum_values(followed.across_found, upright) + _sum_values(followed.down_found, level)
    lost = _sum_values(followed.across.lost, upright) + _sum_values(followed.down.lost, level)
    some = np.maximum(count, 1)
    seen = np.where(lost > 0, 0.0, found / some)
    return np.where(count > 0, paper / some, 0.0), np.where(count > 0, seen, 1.0)


_Span = tuple[Values, Values, Values]
"""Places in mm in rising order, and where each field begins and ends among them."""


def _count_nodes(spans: tuple[_Span, _Span]) -> Values:
    """How many nodes lie within each field."""
    rows, columns = (_find_edges(span) for span in spans)
    return np.asarray((rows[1] - rows[0]) * (columns[1] - columns[0]), np.float64)


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
