"""Turns a cell's grey pixels into the ink that the recogniser sees; training and reading share these functions.

Also finds out whether a cell is bare, and whether it was cut at the right place: then no printed rule runs through its
inside, and no number is cut off."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

HEIGHT_PX = 40
"""Height of a cell for the recogniser: digits of 30 % of a cell still stand 12 px high; twice the height would cost
four times the arithmetic."""
WIDTHS_PX = (24, 176)
"""Narrower cells are padded, wider ones squeezed; a cell 4.4 times as wide as high is wider than any number needs."""
FLOOR = 0.2
"""Least ink contrast that is stretched to full black: below it paper grain would become ink."""
_EDGE = 4
"""The rules' part of a cell, in pixels of 40."""
_PAPER_PX = 17
"""Side of the window in which some paper must show; felt pens at 40 px height are up to 8 px wide."""
_PAPER = np.ones((_PAPER_PX, _PAPER_PX), np.uint8)


def measure_darkness(crop: NDArray[np.uint8]) -> NDArray[np.float32]:
    """How much darker than paper each pixel of a grey cell (h, w) uint8 is, as a share of the paper's light: (40, w')
    float32, with the aspect ratio kept."""
    low, high = WIDTHS_PX
    width = min(max(round(crop.shape[1] * HEIGHT_PX / crop.shape[0]), low), high)
    shrink = crop.shape[0] > HEIGHT_PX
    grey = cv2.resize(crop, (width, HEIGHT_PX), interpolation=cv2.INTER_AREA if shrink else cv2.INTER_LINEAR)
    smooth = cv2.GaussianBlur(grey, (3, 3), 0)
    paper = cv2.blur(cv2.dilate(smooth, _PAPER), (_PAPER_PX, _PAPER_PX)).astype(np.float32)
    return np.asarray(1.0 - grey.astype(np.float32) / np.maximum(paper, 1.0), np.float32)


def measure_blackness(inside: NDArray[np.float32]) -> float:
    """How black a cell's ink is (0..1): the 99th percentile of the darkness of its `inside`, (h, w) float32; 0 where
    nothing is inside, as in a column that is much narrower than its rows are high."""
    if not inside.size:
        return 0.0
    place = -inside.size // 100
    return float(np.partition(inside.ravel(), place)[place])


def stretch_ink(dark: NDArray[np.float32], columns: slice = slice(None)) -> NDArray[np.float32]:
    """The ink that the recogniser sees in these columns, (40, w') float32 in 0 (paper) to 1 (the cell's darkest ink),
    by the darkness of the cell (40, w) float32.
    """
    share = dark[:, columns] / max(_measure_inside(dark), FLOOR)
    return np.asarray(np.minimum(np.maximum(share, 0.0), 1.0), np.float32)


def extract_ink(crop: NDArray[np.uint8]) -> NDArray[np.float32]:
    """The ink of a grey cell (h, w) uint8: (40, w') float32 in 0 (paper) to 1 (darkest ink)."""
    return stretch_ink(measure_darkness(crop))


def make_batch(inks: Sequence[NDArray[np.float32]], width: int) -> NDArray[np.float32]:
    """Several cells' ink (40, w) float32, w up to `width`, as one batch (n, 1, 40, width) float32 with paper to the
    right of each.
    """
    batch = np.zeros((len(inks), 1, HEIGHT_PX, width), np.float32)
    for row, part in zip(batch, inks, strict=True):
        row[0, :, : part.shape[1]] = part
    return batch


DARK = 0.06
"""Share of the paper's light that a printed rule takes at least, more than what lies beside it: thin ones in blurred
and small pictures have 0.1. At 0.05 paper that is not flat looks like one."""
THICK = 7
"""Pixels (of 40 a cell's height) that no rule fills, odd; felt pens and the edges of shadows do."""
MARGIN = 0.08
"""How near to the border a rule may be, in heights of the cell: of 6,715 cells cut as usual none had one further
inside; of those cut 1 mm beside their place 95 to 97 % had."""
ASIDE = 0.4
"""How far from its left or right border an upright rule may be, in heights: further inside it is a digit's stem."""
THROUGH = 0.92
"""Share of the cell's width (height) that a rule covers; strokes that people draw cover less, and what is written
across a rule hides some of it."""

STROKE = 0.15
"""Share of the paper's light that a stroke takes at least; what shines through and the edges of shadows take less."""
STROKE_THICK = 9
"""Pixels (of 40) that no stroke fills in both directions."""
SPECK, FEW = 4, 3
"""Pixels of a speck, and how many strokes there are at most: a hatched cell has more."""
REACH = 0.12
"""How far a stroke reaches inside from near the border, in heights: of 1,519 blank cells cut as usual in none."""


def is_ruled_through(dark: NDArray[np.float32]) -> bool:
    """Whether a rule runs through the inside of a cell of darkness (40, w) float32
    (`scanner.read.cell_ink.measure_darkness`).
    """
    margin, aside = round(MARGIN * len(dark)), round(ASIDE * len(dark))
    sides = [slice(margin, aside), slice(-aside, -margin)]
    return _has_rule(dark, 1, [slice(margin, -margin)]) or _has_rule(dark, 0, sides)


def _has_rule(dark: NDArray[np.float32], axis: int, parts: Sequence[slice]) -> bool:
    """Whether a thin dark line runs along the whole `axis` (1: horizontal) within one of these `parts` of the other
    axis."""
    maybe = dark > DARK + dark.min()
    return _is_covered(maybe, axis, parts) and _is_covered(_keep_thin(dark, axis) > DARK, axis, parts)


def _is_covered(where: NDArray[np.bool_], axis: int, parts: Sequence[slice]) -> bool:
    """Whether `where` (h, w) bool covers nearly all of a line along `axis`, within one of these `parts` of the
    other."""
    cover = cv2.reduce(where.view(np.uint8), axis, cv2.REDUCE_AVG, dtype=cv2.CV_32F).ravel()
    return any(bool(cover[part].max() > THROUGH) for part in parts)


def _keep_thin(dark: NDArray[np.float32], axis: int) -> NDArray[np.float32]:
    """How much darker each pixel is than its surroundings, (h, w) float32, for lines thinner than `THICK` (the
    morphological top hat)."""
    across = np.ones((THICK, 1) if axis else (1, THICK), np.uint8)
    return np.asarray(dark - cv2.morphologyEx(dark, cv2.MORPH_OPEN, across), np.float32)


def is_cut_off(dark: NDArray[np.float32]) -> bool:
    """Whether a stroke reaches into the cell from one side of its border. `dark`: its darkness, (40, w) float32. A cell
    read as blank may then hold half of a number."""
    margin = round(MARGIN * len(dark))
    inside = dark[margin:-margin, margin:-margin]
    if inside.max() <= STROKE:
        return False
    thick = cv2.morphologyEx(dark, cv2.MORPH_OPEN, np.ones((STROKE_THICK, STROKE_THICK), np.uint8))
    ink = ((dark - thick) > STROKE).astype(np.uint8)[margin:-margin, margin:-margin]
    _, _, boxes, _ = cv2.connectedComponentsWithStats(ink, connectivity=8)
    strokes = [box for box in boxes[1:].tolist() if box[4] >= SPECK]
    farthest = max((_measure_reach(box, ink.shape) for box in strokes), default=0)
    return len(strokes) <= FEW and farthest >= REACH * len(dark)


def _measure_reach(box: Sequence[int], shape: tuple[int, ...]) -> int:
    """How far a stroke reaches inside from the one side that it touches, in px. A slanted rule may leave a corner."""
    x, y, width, height = box[:4]
    left, right, top, foot = x == 0, x + width == shape[1], y == 0, y + height == shape[0]
    if (left and right) or (top and foot):
        return 0
    if (left or right) and (top or foot):
        return min(width, height)
    return width * (left or right) + height * (top or foot)


BARE = 0.06
"""A cell with nothing darker than this share of its paper is blank, without asking the network. On composed photographs
that held for 398 of 543 blank cells, and the faintest of 3,541 written ones had 0.114."""
RIM = 16
"""Bare paper, in pixels, that the network sees beside the ink. What lies further out is cut off, a third of the cell.
Of 14,330 cells 14,114 are right instead of 14,113, and of the surest 12,290 10 are wrong instead of 9. With 12 px as
many are right, but a corrected number of a real card is lost."""
NOISE, GRAIN = 4.0, 10
"""The darkest spot of a blank cell of a noisy picture stands out from the paper at most so many times as far as its
brightest `GRAIN` percent, for noise is as often brighter. Of 1,061 that `BARE` leaves 950 have at most 4.1; of 138
written ones as pale none has less than 10."""
EVEN = 0.04
"""A cell whose inside is nowhere darker than its brightest spot by this share is bare, and no rule runs through it. Of
726 cells of full sheets that finds 290 of 313 bare ones, in a sixth of the time. At 0.055 a rule of 1 px passed."""


@dataclass(frozen=True, slots=True, eq=False)
class CellLook:
    """The darkness of a cell. `dark` (40, w) float32: share of the paper's light that is missing. `spots` (32, w-8)
    float32: its mean over the 3 by 3 pixels around each pixel inside the cell, away from its rules.
    """

    dark: NDArray[np.float32]
    spots: NDArray[np.float32]

    @classmethod
    def at(cls, crop: NDArray[np.uint8]) -> CellLook:
        """Looks at a grey cell (h, w) uint8 of any size."""
        dark = measure_darkness(crop)
        return cls(dark, np.asarray(cv2.blur(dark, (3, 3))[_EDGE:-_EDGE, _EDGE:-_EDGE], np.float32))

    @property
    def black(self) -> float:
        """How black the cell's darkest spot is (0..1)."""
        return float(self.spots.max())

    @property
    def ink(self) -> NDArray[np.float32]:
        """The ink (40, w') float32 that the network is shown, without bare paper far left and right of it."""
        columns = np.flatnonzero((self.spots > BARE).any(axis=0)) + _EDGE
        inked = slice(max(0, columns[0] - RIM), columns[-1] + RIM + 1) if len(columns) else slice(None)
        return stretch_ink(self.dark, inked)


def is_noise(dark: NDArray[np.float32]) -> bool:
    """Whether nothing but a picture's noise is seen in darkness (h, w) float32: no spot stands out from the paper
    further than noise does on the other side, and that is not far: a pen that fills the cell is no paper."""
    darkest = float(dark.max())
    if np.count_nonzero(dark < darkest - FLOOR) > dark.size / 2:  # ink, as the median would tell in more time
        return False
    paper, bright = np.percentile(dark, (50, GRAIN)).tolist()
    return bool(darkest - paper < NOISE * (paper - bright) < FLOOR)


def is_bare(crop: NDArray[np.uint8]) -> bool:
    """Whether a grey cell (h, w) uint8 is clearly bare: its paper is so even that it can hold neither ink nor a
    rule."""
    border = max(1, int(MARGIN * len(crop)))
    if min(crop.shape) <= 2 * border:
        return False
    smooth = cv2.blur(crop, (3, 3))
    darkest, *_ = cv2.minMaxLoc(smooth[border:-border, border:-border])
    _, brightest, *_ = cv2.minMaxLoc(smooth)
    return bool(brightest - darkest <= EVEN * brightest)


def look_at_ink(crop: NDArray[np.uint8]) -> CellLook | None:
    """The darkness of a grey cell (h, w) uint8, None where it is clearly bare: even, or of nothing but noise."""
    look = None if is_bare(crop) else CellLook.at(crop)
    return None if look is None or is_noise(look.spots) else look


THICK_PEN = 0.15
"""Width of strokes from which they are thinned, in heights of the cell; ball pens have 0.05 to 0.09, pencils 0.13."""
THINNED = (0.135, 0.095)
"""The widths to which strokes are thinned, in the same. Thinner still, and thin parts of strokes vanish."""
SOLID = 0.45
"""Share of a thick pen's ink that is nearly as black as its blackest, at least: felt pens have 0.66 and more. Blurred
bold print has at most 0.35: it is no wider than it looks, and thinned it is lost. So is the edge of a shadow."""
_GREY, _BLACK = 0.3, 0.8
"""Shares of the blackest ink from which a pixel counts as ink, and as nearly as black."""


def measure_thick_pen(dark: NDArray[np.float32]) -> float:
    """The width of the strokes in a cell of darkness (40, w) float32, in its heights, 0 where its pen is not thick."""
    width = measure_pen(dark) if measure_solid(dark) >= SOLID else 0.0
    return width if width >= THICK_PEN else 0.0


def list_thinned(crop: NDArray[np.uint8], pen: float) -> list[NDArray[np.uint8]]:
    """The cell (h, w) uint8 of a thick `pen`, by its width in heights, with thinner strokes: once for each of
    `THINNED`.

    A pen of 1.4 mm in a low row fills the loops of digits and the gaps between them: a 2 is taken for an 8, and what
    runs together for ink that was written over. The gaps are narrower than the strokes but still there.
    """
    sizes = [max(1, round((pen - share) * len(crop))) for share in THINNED]
    brushes = (cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (size, size)) for size in sizes)
    return [np.asarray(cv2.dilate(crop, brush), np.uint8) for brush in brushes]


def measure_solid(dark: NDArray[np.float32]) -> float:
    """Share (0..1) of the ink in a cell of darkness (40, w) float32 that is nearly as black as its blackest."""
    black, inside = _measure_inside(dark), dark[_EDGE:-_EDGE, _EDGE:-_EDGE]
    return float((inside > _BLACK * black).sum() / max((inside > _GREY * black).sum(), 1))


def measure_pen(dark: NDArray[np.float32]) -> float:
    """The width of the strokes in a cell of darkness (40, w) float32, in its heights, 0 without any: across a stroke
    the distance from its edge is a quarter of its width on average, measured from the middles of pixels.
    """
    black = _measure_inside(dark)
    ink = np.asarray(dark[_EDGE:-_EDGE, _EDGE:-_EDGE] > black / 2, np.uint8)
    if black < FLOOR / 2 or ink.min() == ink.max():
        return 0.0
    return 4 * (float(cv2.distanceTransform(ink, cv2.DIST_L2, 3)[ink > 0].mean()) - 0.5) / len(dark)


def _measure_inside(dark: NDArray[np.float32]) -> float:
    """How black the ink inside a cell of darkness (40, w) float32 is."""
    return measure_blackness(dark[_EDGE:-_EDGE, _EDGE:-_EDGE])
