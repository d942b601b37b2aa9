"""Cells of a list without a table, cut as the recogniser expects them: the number in the middle, what others wrote and
the lines drawn by hand painted out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.plain.flat_paper import FlatPaper
from scanner.plain.ink_around import EMPTY, see_around
from scanner.plain.lifted_ink import PAPER, Lifted
from scanner.plain.list_shape import ListShape
from scanner.plain.written_words import InkWord, Writing
from scanner.pyramid import Grey, list_corners
from scanner.sheet_reading import Quad

_HALF = 0.72
"""Half the height of a cell, in heights of a digit: digits then fill two thirds of it, as in a printed row."""
_RIM, _ASIDE = 0.16, 0.4
"""Bare paper above and below the ink, and beside it, in heights of a digit."""
_AROUND_PX = 5
"""How far around foreign ink its blurred edge is painted out, px."""
_STRUCK, _STRUCK_SHARE = 0.33, 0.4
"""How near to the middle of its row, in heights of a digit, a drawn line strikes it out, and the share of the columns'
width over which it runs."""


@dataclass(frozen=True, slots=True)
class ListCell:
    """The cell of a row and a column, from 0: `crop` (h, w) uint8 cut from the lifted sheet; its corners in px of the
    photo; whether a line strikes out its row; and whether it may hold another number, or not all of its own."""

    row: int
    column: int
    crop: Grey
    quad_px: Quad
    inked: bool
    struck: bool
    doubted: bool


def cut_cells(paper: FlatPaper, lifted: Lifted, writing: Writing, shape: ListShape) -> Iterator[ListCell]:
    """Every cell, row by row; heads are cut as all others."""
    around = see_around(lifted, writing, shape)
    for row, height in enumerate(shape.rows.tolist()):
        struck = is_struck(lifted, shape, height)
        for column in range(len(shape.columns)):
            words = shape.cells.get((row, column), ())
            box = _choose_box(shape, writing, height, column, words)
            crop = _cut(lifted, writing, around.claimed, box, words, keep=struck)
            quad = _find_quad(paper, box)
            yield ListCell(row, column, crop, quad, bool(words), struck, around.doubts(row, column, height))


def cut_free_row(
    paper: FlatPaper, lifted: Lifted, writing: Writing, shape: ListShape, height: float
) -> Iterator[ListCell]:
    """The cells at a height where no row was found; their row is -1."""
    around = see_around(lifted, writing, shape)
    for column in range(len(shape.columns)):
        box = _choose_box(shape, writing, height, column, ())
        crop = _cut(lifted, writing, around.claimed, box, (), keep=False)
        yield ListCell(-1, column, crop, _find_quad(paper, box), False, False, around.doubts(-1, column, height))


def _find_quad(paper: FlatPaper, box: tuple[int, int, int, int]) -> Quad:
    """The corners of a box (left, right, top, foot) px in the photo."""
    corners = paper.mesh.project_to_px(list_corners(box[:2], box[2:]))
    one, two, three, four = ((float(x), float(y)) for x, y in corners)
    return one, two, three, four


def is_struck(lifted: Lifted, shape: ListShape, height: float) -> bool:
    """Whether a line drawn by hand runs through the row at this height."""
    left, right = (shape.locate(height, shape.columns[side]) for side in (0, -1))
    least = _STRUCK_SHARE * (right[0] - left[0])
    for x, y, wide, high in lifted.level.tolist():
        at = left[1] + (right[1] - left[1]) * (x + wide / 2 - left[0]) / (right[0] - left[0])
        if wide >= least and abs(y + high / 2 - at) <= _STRUCK * lifted.digit_px:
            return True
    return False


def _choose_box(
    shape: ListShape, writing: Writing, row: float, column: int, words: tuple[InkWord, ...]
) -> tuple[int, int, int, int]:
    """Left, right, top and foot px of the cell around its words, or where a number would stand."""
    (x, y), digit = shape.locate(row, shape.columns[column]), writing.digit_px
    aside = EMPTY * float(np.diff(shape.columns).min())
    left = min((word.left for word in words), default=x - aside) - (_ASIDE * digit if words else 0)
    right = max((word.right for word in words), default=x + aside) + (_ASIDE * digit if words else 0)
    top = min([y - _HALF * digit, *(word.top - _RIM * digit for word in words)])
    low = max([y + _HALF * digit, *(word.low + _RIM * digit for word in words)])
    height, width = writing.labels.shape
    lefts, tops = int(np.clip(left, 0, width - 9)), int(np.clip(top, 0, height - 9))
    return lefts, max(min(round(right), width), lefts + 8), tops, max(min(round(low), height), tops + 8)


def _cut(
    lifted: Lifted,
    writing: Writing,
    claimed: NDArray[np.bool_],
    box: tuple[int, int, int, int],
    words: tuple[InkWord, ...],
    *,
    keep: bool,
) -> Grey:
    """The cell (h, w) uint8 without the ink of other cells; drawn lines stay where they strike out, to be kept."""
    left, right, top, low = box
    part = slice(top, low), slice(left, right)
    own = np.isin(writing.labels[part], [piece for word in words for piece in word.pieces])
    foreign = claimed[writing.labels[part]] & ~own
    if not keep:
        foreign |= (lifted.drawn[part] > 0) & ~own
    around = cv2.dilate(foreign.astype(np.uint8), np.ones((_AROUND_PX, _AROUND_PX), np.uint8)) > 0
    near = cv2.dilate(own.astype(np.uint8), np.ones((3, 3), np.uint8)) > 0
    crop = lifted.clean[part].copy()
    crop[around & ~near] = PAPER
    return crop
