"""Pieces of ink gathered to words and numbers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.geometry.mesh import Values
from scanner.plain.flat_paper import Mask

_SPECK = 0.014
"""Ink of a speck, in squares of a digit's height: a short thin minus has 0.02."""
_MOST_PIECES = 1500
"""More pieces of ink are no writing but cloth or gravel: a list of 40 rows for seven players has fewer."""
_GAP = 0.42
"""Widest gap inside of a number, in heights of a digit; a wider one leaves two words, which a column joins again."""
_LEVEL, _SAME_ROW = 0.65, 0.4
"""How far the middles of neighbours in a number may be apart in height, in heights of a digit and in
distances of rows."""
_WHOLE = (0.6, 1.6)
"""Heights of words that are whole digits on one row, in heights of a digit."""
SAMPLES = 20_000
"""Pixels of ink that show where rows are."""


@dataclass(frozen=True, slots=True)
class InkWord:
    """What is written without a wide gap: its box in px, and the numbers of its pieces."""

    left: int
    top: int
    right: int
    low: int
    pieces: tuple[int, ...]

    @property
    def middle(self) -> tuple[float, float]:
        """x and y of its middle."""
        return (self.left + self.right) / 2, (self.top + self.low) / 2


@dataclass(frozen=True, slots=True)
class Writing:
    """All ink of a sheet: `labels` (h, w) int32 says to which piece each pixel belongs, 0 none; `boxes` (n, 5) int32
    x, y, width, height and area of each piece, 0 the paper; `digit_px`: usual height of a digit."""

    labels: NDArray[np.int32]
    boxes: NDArray[np.int32]
    words: tuple[InkWord, ...]
    digit_px: float

    def list_ink(self) -> Values:
        """Places (n, 2) float64 px of the ink of all words, some thousands of them. What is as high as a digit counts
        with its middle: a 2 has most of its ink in its foot."""
        heights = np.full(len(self.boxes), np.nan)
        for word in self.words:
            whole = _WHOLE[0] <= (word.low - word.top) / self.digit_px <= _WHOLE[1]
            heights[list(word.pieces)] = word.middle[1] if whole else -1
        y, x = np.nonzero(~np.isnan(heights)[self.labels])
        step = max(1, len(x) // SAMPLES)
        y, x = y[::step], x[::step]
        middle = heights[self.labels[y, x]]
        return np.stack([x.astype(np.float64), np.where(middle < 0, y, middle)], axis=1)


def gather_writing(ink: Mask, digit_px: float, row_px: float = np.inf) -> Writing:
    """The pieces of `ink` (h, w) uint8 gathered to words; specks are left out. `row_px`: distance of rows, if known."""
    _, numbers, stats, _ = cv2.connectedComponentsWithStats(ink, connectivity=8)
    labels, boxes = np.asarray(numbers, np.int32), np.asarray(stats, np.int32)
    kept = [n for n in range(1, len(boxes)) if boxes[n, 4] >= _SPECK * digit_px**2]
    if len(kept) > _MOST_PIECES:
        return Writing(labels, boxes, (), digit_px)
    apart = min(_LEVEL * digit_px, _SAME_ROW * row_px)
    return Writing(labels, boxes, tuple(_join_pieces(boxes, kept, digit_px, apart)), digit_px)


def _join_pieces(boxes: NDArray[np.int32], kept: Sequence[int], digit_px: float, apart_px: float) -> Iterator[InkWord]:
    """The words, by the left sides of their first pieces, whose middles are at most `apart_px` apart in height."""
    ends = {n: n for n in kept}

    def find(n: int) -> int:
        while ends[n] != n:
            n = ends[n]
        return n

    order = sorted(kept, key=lambda n: boxes[n, 0])
    for place, one in enumerate(order):
        for other in order[place + 1 :]:
            if boxes[other, 0] - boxes[one, 0] - boxes[one, 2] > _GAP * digit_px:
                break
            if _are_level(boxes[one], boxes[other], apart_px):
                ends[find(other)] = find(one)
    groups: dict[int, list[int]] = {}
    for n in order:
        groups.setdefault(find(n), []).append(n)
    for group in groups.values():
        yield make_word(boxes, group)


def make_word(boxes: NDArray[np.int32], pieces: Sequence[int]) -> InkWord:
    """The word of these pieces, whose `boxes` (n, 5) int32 are those of `Writing`."""
    x, y, wide, high = boxes[list(pieces), :4].T
    return InkWord(int(x.min()), int(y.min()), int((x + wide).max()), int((y + high).max()), tuple(pieces))


def _are_level(one: NDArray[np.int32], other: NDArray[np.int32], apart_px: float) -> bool:
    """Whether two neighbours stand on one line."""
    middles = one[1] + one[3] / 2, other[1] + other[3] / 2
    return bool(abs(middles[0] - middles[1]) <= apart_px)
