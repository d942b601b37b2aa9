"""Reasons to doubt a cell of a list without a table: what lies beside its number, touches it, or is hardly to be seen.

Nothing frames a number there, so a sign or a digit may have been given to its neighbour, taken for a line, or lost."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.plain.lifted_ink import Lifted
from scanner.plain.list_shape import ListShape
from scanner.plain.written_words import InkWord, Writing, make_word

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
_FLAT, _BETWEEN, _REACH = 0.5, 0.3, 0.75
"""Height of a minus at most, in heights of a digit; how far from the middle of its row it may belong to the next one,
and how far no digit reaches from there, in distances of rows."""
_BLUR_PX = 11
"""How far around ink its blurred edge looks like faint ink, px."""


@dataclass(frozen=True, slots=True)
class Around:
    """What lies around the cells: which pieces of ink belong to one, `claimed` (n,) bool; ink of no cell and faint
    ink, `loose` (h, w) bool; lines drawn by hand and places where ink was parted, with what touches them, `cut` (h, w)
    bool; the cells to which ink may belong that stands between two rows, `between`."""

    writing: Writing
    shape: ListShape
    claimed: NDArray[np.bool_]
    loose: NDArray[np.bool_]
    cut: NDArray[np.bool_]
    between: frozenset[tuple[int, int]]

    def doubts(self, row: int, column: int, height: float) -> bool:
        """Whether the cell of a row, at that height, may hold another number than its ink says, or not all of it."""
        words = self.shape.cells.get((row, column), ())
        if (row, column) in self.between:
            return True
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
        """Whether a line that was taken out touches them, which may be a stroke of theirs; or they were torn off what
        stands above or below."""
        for one in words:
            part = slice(one.top, one.low), slice(one.left, one.right)
            if (self.cut[part] & np.isin(self.writing.labels[part], one.pieces)).any():
                return True
        return False

    def _is_near(self, row: int, column: int) -> bool:
        """Whether the number of the next column begins where this one ends."""
        mine, narrow = self.shape.cells[row, column], _NARROW * self.writing.digit_px
        before, after = (self.shape.cells.get((row, column + step), ()) for step in (-1, 1))
        left = mine[0].left - max((word.right for word in before), default=-np.inf)
        right = min((word.left for word in after), default=np.inf) - max(word.right for word in mine)
        return bool(min(left, right) < narrow)


def see_around(lifted: Lifted, writing: Writing, shape: ListShape) -> Around:
    """What lies around the cells of the list."""
    claimed = np.zeros(len(writing.boxes), bool)
    claimed[[piece for words in shape.cells.values() for word in words for piece in word.pieces]] = True
    inked = writing.labels > 0
    lone = (~claimed & (writing.boxes[:, 4] >= _SPECK * writing.digit_px**2))[writing.labels] & inked
    known = cv2.dilate(lifted.ink | lifted.drawn, np.ones((_BLUR_PX, _BLUR_PX), np.uint8)) > 0
    cut = cv2.dilate(lifted.drawn | lifted.torn, np.ones((5, 5), np.uint8)) > 0
    return Around(
        writing, shape, claimed, lone | ((lifted.faint > 0) & ~known), cut, frozenset(_list_between(writing, shape))
    )


def _list_between(writing: Writing, shape: ListShape) -> Iterator[tuple[int, int]]:
    """The cells above and below each flat piece that stands nearly between their rows, and each that reaches far into
    the next row: it may have swallowed a minus."""
    for (row, column), words in shape.cells.items():
        for piece in (piece for word in words for piece in word.pieces):
            word = make_word(writing.boxes, [piece])
            half, away = (word.low - word.top) / 2, shape.measure(word)[0] - shape.rows[row]
            flat = 2 * half < _FLAT * writing.digit_px and abs(away) > _BETWEEN * shape.row_px
            if flat or abs(away) + half > _REACH * shape.row_px:
                beside = int(np.clip(row + (1 if away > 0 else -1), 0, len(shape.rows) - 1))
                yield from ((row, column), (beside, column))
