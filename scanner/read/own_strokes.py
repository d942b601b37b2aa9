"""Which strokes at the border of a cell belong to it. The printed rules are taken out; what a stroke is joined with
shows whose it is.

A flat stroke or a plus across the left border begins the number to its right. Any other stroke belongs to the cell that
holds most of it. What runs out of view cannot be told from the neighbours' ink, and belongs to nobody.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

_RULE = 0.6
"""Share of a cell's side that is dark where its rule runs."""
BESIDE = 0.1
"""How far a rule may lie from where it should be, in heights of the cell."""
_SPECK = 0.004
"""Less ink than this in a cell, in squared heights, is a speck."""
_FLAT = 0.2
"""Height of a minus at most, in heights of the cell."""
_SIGN = (0.9, 0.45)
"""Width and height of a sign at most, in heights of the cell."""
_SQUARE = 0.9
"""Width of a plus at least, in its own heights. What is left of a neighbour's 0 is narrower."""
_PIECE = 0.65
"""Share of a stroke over the right border that must be inside for it to be a piece of this cell's last digit, and no
plus of the next cell's."""
_ASIDE = 0.1
"""How far above and below itself a minus may go on beyond the border, in heights: print may touch it there."""
_CROSSBAR = 0.14
"""How far the upright stroke of a plus goes on above and below its level one at least, in heights of the cell."""
_MORE = 0.3
"""How much more ink such a row of the rule has than where nothing is written, in pixels of the cell's blackest. Of 115
minuses over a rule 103 have less; of 69 pluses those 48 that stand on it have more."""
_BARE_RULE = 20
"""Share of a rule's rows, in percent, that are bare at least."""
Mask = NDArray[np.uint8]
"""(h, w), 1 where there is ink."""
Lines = tuple[int, int]
"""A first and a last row (column)."""


@dataclass(frozen=True, slots=True)
class Frame:
    """What the printed rules around a cell take, in px: columns left and right of it, rows above and below it."""

    across: tuple[Lines, Lines]
    down: tuple[Lines, Lines]

    @property
    def inside(self) -> tuple[slice, slice]:
        """Rows and columns between the rules."""
        (top, foot), (left, right) = self.down, self.across
        return slice(top[1] + 1, foot[0]), slice(left[1] + 1, right[0])


def find_frame(ink: Mask, across: Lines, down: Lines, height: float) -> Frame:
    """The rules near the border of a cell in `ink` (h, w) uint8. The cell lies from the first to the last of the
    columns `across` and of the rows `down`; `height` is its height in px.
    """
    beside = round(BESIDE * height)
    clear = beside + 2
    columns = ink[down[0] + clear : down[1] - clear].mean(axis=0)
    rows = ink[:, across[0] + clear : across[1] - clear].mean(axis=1)
    left, right = (_find_rule(columns, at, beside) for at in across)
    top, foot = (_find_rule(rows, at, beside) for at in down)
    return Frame((left, right), (top, foot))


def _find_rule(cover: NDArray[np.float64], at: int, beside: int) -> Lines:
    """The rule near `at` in the cover (n,), with a pixel on either side of it."""
    first = max(at - beside, 0)
    seen = np.flatnonzero(cover[first : at + beside + 1] > _RULE)
    lines = (first + int(seen[0]), first + int(seen[-1])) if len(seen) else (at, at)
    return max(lines[0] - 1, 0), min(lines[1] + 1, len(cover) - 1)


def find_own_strokes(ink: Mask, frame: Frame, height: float) -> Mask | None:
    """The strokes (h, w) uint8 of `ink` (h, w) uint8 that are the cell's own and reach its border at the side, or run
    over it anywhere. None without any.
    """
    bare = ink.copy()
    for first, last in frame.across:
        bare[:, first : last + 1] = 0
    for first, last in frame.down:
        bare[first : last + 1] = 0
    _, labels, boxes, _ = cv2.connectedComponentsWithStats(_bridge_rules(bare, frame), connectivity=8)
    speck = _SPECK * height**2
    strokes = [np.asarray(labels == n, np.uint8) for n in _find_reaching(np.asarray(boxes, np.int32), frame, speck)]
    parts = (_take_own_part(one, bare, frame, height) for one in strokes if one[frame.inside].sum() >= speck)
    own = [part for part in parts if part is not None]
    return _extend_onto_rules(np.bitwise_or.reduce(own), ink, frame) if own else None


def _bridge_rules(bare: Mask, frame: Frame) -> Mask:
    """The strokes, joined again where a rule was taken out between them."""
    joined = bare.copy()
    for lines, source, target in ((frame.across, bare.T, joined.T), (frame.down, bare, joined)):
        for first, last in lines:
            near, gap = slice(max(first - 6, 0), last + 7), last - first + 3
            part = np.ascontiguousarray(source[near])
            target[near] |= np.asarray(cv2.morphologyEx(part, cv2.MORPH_CLOSE, np.ones((gap, 3), np.uint8)), np.uint8)
    return joined


def _find_reaching(boxes: NDArray[np.int32], frame: Frame, speck: float) -> list[int]:
    """The numbers of the connected strokes that reach the border at the side, or run over it anywhere."""
    x, y, wide, high, area = boxes.T
    (_, across), (top, foot) = frame.inside, frame.down
    reaching = (x <= across.start) | (x + wide >= across.stop) | (y < top[0] - 1) | (y + high > foot[1] + 2)
    return [int(n) for n in np.flatnonzero(reaching & (area >= speck)) if n]


def _take_own_part(stroke: Mask, bare: Mask, frame: Frame, height: float) -> Mask | None:
    """The part of a stroke that is the cell's own; None if it is not the cell's, or does not reach the border."""
    (left, right), (top, foot) = frame.across, frame.down
    rows, columns = _measure_extent(stroke)
    down, across = frame.inside
    over_left, over_right = columns[0] < left[0] - 1, columns[1] > right[1] + 1
    tall = rows[0] < top[0] - 1 or rows[1] > foot[1] + 1
    if columns[0] <= across.start and columns[1] >= across.stop - 1:
        return None
    begun = _measure_extent(stroke[frame.inside])[0]
    if over_left and begun[1] - begun[0] < _FLAT * height:
        aside = round(_ASIDE * height)
        stroke[: max(down.start + begun[0] - aside, 0)] = 0
        stroke[down.start + begun[1] + aside :] = 0
        return stroke
    high, wide = rows[1] - rows[0] + 1, columns[1] - columns[0] + 1
    sign = high < _SIGN[1] * height and _SQUARE * high < wide < _SIGN[0] * height and not tall
    if sign and over_left and columns[0] > 0:
        return stroke
    if min(rows[0], columns[0]) <= 0 or rows[1] >= len(bare) - 1 or columns[1] >= bare.shape[1] - 1:
        return None
    at_side = columns[0] <= across.start or columns[1] >= across.stop - 1
    share = float((stroke & bare)[frame.inside].sum()) / max(int((stroke & bare).sum()), 1)
    next_sign = sign and over_right and (share < _PIECE or high < _FLAT * height)
    return stroke if (at_side or tall) and share >= 0.5 and not next_sign else None


def _measure_extent(stroke: Mask) -> tuple[Lines, Lines]:
    """First and last row, first and last column of a stroke."""
    rows, columns = np.flatnonzero(stroke.any(axis=1)), np.flatnonzero(stroke.any(axis=0))
    return (int(rows[0]), int(rows[-1])), (int(columns[0]), int(columns[-1]))


def _extend_onto_rules(own: Mask, ink: Mask, frame: Frame) -> Mask:
    """The strokes with those parts of them that lie on a rule: what is dark there beside them."""
    for lines, mine, dark in ((frame.across, own.T, ink.T), (frame.down, own, ink)):
        for first, last in lines:
            beside = mine[max(first - 1, 0)] | mine[min(last + 1, len(mine) - 1)]
            mine[first : last + 1] |= dark[first : last + 1] & beside
    return own


def add_plus_on_rule(own: Mask, dark: NDArray[np.float32], frame: Frame, height: float, black: float) -> Mask:
    """The own strokes (h, w) uint8, and the upright stroke of a plus that stands right on an upright rule: there `dark`
    (h, w) float32 is darker or wider than elsewhere along the rule. `height`: of the cell in px; `black`: darkness of
    its blackest ink.
    """
    whole, reach = own.copy(), round(_CROSSBAR * height)
    (down, _), beside = frame.inside, round(BESIDE * height)
    for first, last in frame.across:
        rows = np.flatnonzero(own[:, max(first - 3, 0) : first].any(axis=1) & own[:, last + 1 : last + 4].any(axis=1))
        if not len(rows):
            continue
        ink = dark[:, max(first - 2, 0) : last + 3].sum(axis=1)
        usual = np.percentile(ink[down.start + beside : down.stop - beside], _BARE_RULE)
        for part in (slice(max(rows[0] - reach, 0), max(rows[0] - 2, 0)), slice(rows[-1] + 3, rows[-1] + 1 + reach)):
            if len(ink[part]) and np.median(ink[part]) > usual + _MORE * black:
                whole[part, first : last + 1] = 1
    return whole
