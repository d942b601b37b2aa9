"""Reasons to doubt a cell of a list without a table: what lies beside its number, touches it, or is hardly to be seen.

Nothing frames a number there, so a sign or a digit may have been given to its neighbour, taken for a line, or lost."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.plain.flat_paper import Mask
from scanner.plain.lifted_ink import Lifted
from scanner.plain.list_shape import ListShape
from scanner.plain.written_words import InkWord, Writing

EMPTY = 0.3
"""Half the width of a cell without ink, in distances of columns."""
_INNER = 0.3
"""Half the height within which ink of others makes an empty cell doubtful, in heights of a digit."""
_WIDE, _NARROW = 1.1, 0.45
"""Gap between words of one cell from which they may be two numbers, and between the numbers of two columns below which
a digit may be the other one's, in heights of a digit."""
_BESIDE, _SPECK = 0.9, 0.012
"""How far beside a number ink that belongs to none makes it doubtful, in heights of a digit; and how much there must
be, in squares of that height."""
_BLUR_PX = 11
"""How far around ink its blurred edge looks like faint ink, px."""


@dataclass(frozen=True, slots=True)
class Around:
    """What lies around the cells: which pieces of ink belong to one, `claimed` (n,) bool; ink of no cell, parted and
    faint ink, `loose` (h, w) bool; lines drawn by hand with what touches them, `drawn` (h, w) bool."""

    writing: Writing
    shape: ListShape
    claimed: NDArray[np.bool_]
    loose: NDArray[np.bool_]
    drawn: NDArray[np.bool_]

    def doubts(self, row: int, column: int, height: float) -> bool:
        """Whether the cell of a row, at that height, may hold another number than its ink says, or not all of it."""
        words = self.shape.cells.get((row, column), ())
        if not words:
            return self._has_foreign(column, height)
        return self._is_parted(words) or self._has_loose(words) or self._touches(words) or self._is_near(row, column)

    def _has_foreign(self, column: int, height: float) -> bool:
        """Whether ink of other cells lies where a number of an empty cell would stand."""
        (x, y), digit = self.shape.locate(height, self.shape.columns[column]), self.writing.digit_px
        aside, above = EMPTY * float(np.diff(self.shape.columns).min()), _INNER * digit
        part = slice(max(int(y - above), 0), int(y + above)), slice(max(int(x - aside), 0), int(x + aside))
        return int(((self.writing.labels[part] > 0) | self.loose[part]).sum()) >= _SPECK * digit**2

    def _is_parted(self, words: tuple[InkWord, ...]) -> bool:
        """Whether the words are far apart, as a number that is struck out and its correction are."""
        gaps = (after.left - before.right for before, after in pairwise(words))
        return any(gap > _WIDE * self.writing.digit_px for gap in gaps)

    def _has_loose(self, words: tuple[InkWord, ...]) -> bool:
        """Whether ink of no cell lies beside the words, which may be a sign or a digit of theirs."""
        digit = self.writing.digit_px
        aside = round(_BESIDE * digit)
        parts = (self.loose[one.top : one.low, max(one.left - aside, 0) : one.right + aside] for one in words)
        return any(int(part.sum()) >= _SPECK * digit**2 for part in parts)

    def _touches(self, words: tuple[InkWord, ...]) -> bool:
        """Whether a line that was taken out touches them: it may be a stroke of theirs."""
        for one in words:
            part = slice(one.top, one.low), slice(one.left, one.right)
            if (self.drawn[part] & np.isin(self.writing.labels[part], one.pieces)).any():
                return True
        return False

    def _is_near(self, row: int, column: int) -> bool:
        """Whether the number of the next column begins where this one ends."""
        mine, narrow = self.shape.cells[row, column], _NARROW * self.writing.digit_px
        before, after = (self.shape.cells.get((row, column + step), ()) for step in (-1, 1))
        left = mine[0].left - max((word.right for word in before), default=-np.inf)
        right = min((word.left for word in after), default=np.inf) - max(word.right for word in mine)
        return bool(min(left, right) < narrow)


def see_around(lifted: Lifted, writing: Writing, shape: ListShape, cuts: Mask) -> Around:
    """What lies around the cells of the list; `cuts` (h, w) uint8: where ink that reaches over two rows was parted."""
    claimed = np.zeros(len(writing.boxes), bool)
    claimed[[piece for words in shape.cells.values() for word in words for piece in word.pieces]] = True
    inked = writing.labels > 0
    lone = (~claimed & (writing.boxes[:, 4] >= _SPECK * writing.digit_px**2))[writing.labels] & inked
    torn = (cv2.dilate(cuts, np.ones((5, 3), np.uint8)) > 0) & inked
    known = cv2.dilate(lifted.ink | lifted.drawn, np.ones((_BLUR_PX, _BLUR_PX), np.uint8)) > 0
    drawn = cv2.dilate(lifted.drawn, np.ones((5, 5), np.uint8)) > 0
    return Around(writing, shape, claimed, lone | torn | ((lifted.faint > 0) & ~known), drawn)
