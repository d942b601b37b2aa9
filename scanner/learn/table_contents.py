"""The contents of a learnt table's cells: print, ink and numbers; where columns without rules part; and which way
up the table is held, which is the way in which its print can be read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import cv2
import numpy as np
from numpy.typing import NDArray

from scanner.geometry.cut_cells import cut_fields
from scanner.geometry.flat_table import STROKE_PX, FlatTable
from scanner.geometry.mesh import Values
from scanner.geometry.table_rules import Ruled
from scanner.geometry.traced_lines import join_dots
from scanner.learn.learnt_page import LearntPage, list_walls
from scanner.pyramid import Dark, Grey, Pyramid, find_thin_strokes, keep_level_strokes, keep_upright_strokes
from scanner.read.ask_tesseract import TesseractSlow
from scanner.read.read_numbers import NumberReader
from scanner.read.tesseract import Word, read_lines, read_words
from scanner.sheet_reading import Answer
from templates.foreign.seen_table import SURE_PRINT, SeenCell
from templates.layout import Box

_PAPER_PX = 25
"""Side of the window in which some paper shows; letters are up to 30 px high, their strokes 6."""
_RULE_PX, _RULE_DARK, _BESIDE_PX = 60, 12, 7
"""Strokes that are at least so long and so dark, and at most so far from an edge of cells, are wiped out: Tesseract
reads rules as letters."""
_SURE_WORD, _LEAST_LETTERS = 0.6, 3
"""Confidence and length of words that count; upside down, a page of print has a tenth of them."""
_ENOUGH, _BETTER = 12.0, 1.5
"""Weight (letters times confidence) of three sure words, from which no other way is tried; and how many times as good
as the next one the best way must be."""


def find_turn(flat: FlatTable, ruled: Ruled) -> tuple[int, bool]:
    """Quarter turns to the left that put the print upright, and whether the print shows it. Without such print, or
    where reading it takes too long, the turn is 0.
    """
    page = wipe_rules(flat.grey, flat.dark, ruled.edges_x, ruled.edges_y)
    weights = [0.0] * 4
    for turn in (0, 2, 1, 3):  # print that is read sideways gives next to nothing
        if turn % 2 and max(weights[0], weights[2]) >= _ENOUGH:
            break
        words = _read_page(np.ascontiguousarray(np.rot90(page, turn)))
        if words is None:
            return 0, False
        weights[turn] = _weigh_words(words)
        if weights[0] >= 3 * _ENOUGH:
            return 0, True
    best, second = sorted(range(4), key=lambda turn: -weights[turn])[:2]
    is_clear = weights[best] >= _ENOUGH / 3 and weights[best] >= _BETTER * weights[second]
    return (best, True) if is_clear else (0, False)


def _read_page(page: Grey) -> list[Word] | None:
    """The words on the page (h, w) uint8; None where reading them takes too long. Raises `TesseractMissing`."""
    try:
        return read_words(page, "11")
    except TesseractSlow:
        return None


def wipe_rules(grey: Grey, dark: Dark, edges_x: np.ndarray, edges_y: np.ndarray) -> Grey:
    """The picture `grey` (h, w) uint8 on even white paper, (h, w) uint8, without the rules of `dark` (h, w) uint8 at
    `edges_x` (n,) and `edges_y` (m,) float64 px.
    """
    paper = cv2.GaussianBlur(cv2.dilate(grey, np.ones((_PAPER_PX, _PAPER_PX), np.uint8)), (0, 0), 12)
    page = np.asarray(cv2.divide(grey, paper, scale=255), np.uint8)
    ruled = np.zeros(grey.shape, bool)
    ruled |= (keep_level_strokes(dark, _RULE_PX) >= _RULE_DARK) & _find_near(edges_y, grey.shape[0])[:, None]
    ruled |= (keep_upright_strokes(dark, _RULE_PX) >= _RULE_DARK) & _find_near(edges_x, grey.shape[1])[None, :]
    page[cv2.dilate(ruled.astype(np.uint8), np.ones((3, 3), np.uint8)) > 0] = 255
    return page


def _find_near(places: np.ndarray, size: int) -> np.ndarray:
    return np.asarray(np.abs(np.arange(size)[:, None] - places[None, :]).min(axis=1) <= _BESIDE_PX)


def _weigh_words(words: list[Word]) -> float:
    """Letters of the sure words, each weighed by its word's confidence."""
    sure = [word for word in words if word.confidence >= _SURE_WORD]
    letters = [(sum(char.isalpha() for char in word.text), word.confidence) for word in sure]
    return sum(count * confidence for count, confidence in letters if count >= _LEAST_LETTERS)


_INKED = 0.012
"""Inked pixels of a cell that holds something, as a share of its height squared: a thin 1 covers 0.03."""
_SURE_NUMBER = 0.9
"""Confidence from which a number counts for its column's kind."""
_FAINT_WORD = 0.3
"""Words with less confidence are noise, also as part of a heading."""
_LINES = 60
"""Cells that are read a second time, one by one, at most: headings and the first columns of a long table."""
_INSET = 0.08
"""How far inside its edges a cell is looked at, as a share of its height: what is left of wiped rules lies beyond."""
_DARK, _FAINT = 60, 40
"""Level below white of pixels that are print, and of those that are ink at all, on the wiped page: pencil takes 60."""
_WORD_GAP = 1.2
"""Distance between headings of two columns, in heights of their letters: between words of one heading lies 0.5."""


@dataclass(frozen=True, slots=True)
class Print:
    """The print of a page: the `picture` (h, w) uint8 without its rules, its px per mm, the mm at its corner, and the
    words on it. `slow`: reading them took too long, and there are none.
    """

    picture: Grey
    scale: float
    origin_mm: tuple[float, float]
    words: tuple[Word, ...]
    slow: bool = False

    def find_middle(self, word: Word) -> tuple[float, float]:
        """The middle of a word, in mm."""
        left, top, width, height = word.box_px
        return (left + width / 2) / self.scale + self.origin_mm[0], (top + height / 2) / self.scale + self.origin_mm[1]

    def convert_to_px(self, mm: float, axis: int) -> int:
        """The pixel of a place in mm along x (axis 0) or y (axis 1)."""
        return round((mm - self.origin_mm[axis]) * self.scale)


def read_print(pyramid: Pyramid, page: LearntPage) -> Print:
    """Reads all words in and above the table; raises `TesseractMissing`."""
    grey, scale, origin = page.view_table(pyramid)
    edges = [
        np.array([(place - origin[axis]) * scale for place in places])
        for axis, places in enumerate((page.edges_x, page.edges_y))
    ]
    clear = wipe_rules(grey, join_dots(find_thin_strokes(grey, STROKE_PX)), edges[0], edges[1])
    found = _read_page(clear)
    words = tuple(word for word in found or () if word.confidence >= _FAINT_WORD)
    return Print(clear, scale, origin, words, slow=found is None)


def guess_column_edges(print_: Print, page: LearntPage) -> Values:
    """Where columns part that no rule divides, (n,) float64 mm: in what is white below, between the headings of the
    first row.
    """
    top, low = page.edges_y[0], page.edges_y[1]
    heads = [word for word in print_.words if top < print_.find_middle(word)[1] < low]
    rows = slice(print_.convert_to_px(top, 1), print_.convert_to_px(page.edges_y[-1], 1))
    blank = np.asarray((print_.picture[rows] >= 255 - _DARK).all(axis=0), np.bool_)
    groups = _group_headings(heads)
    places = []
    for (start, end), (next_start, next_end) in pairwise(groups):
        first, last = int((start + end) / 2), int((next_start + next_end) / 2)
        places.append((first + _find_widest_blank(blank[first:last])) / print_.scale + print_.origin_mm[0])
    return np.array(places, np.float64)


def _group_headings(words: Sequence[Word]) -> list[tuple[int, int]]:
    """Where the headings of columns begin and end, in px. Words close together are one heading."""
    found: list[tuple[int, int]] = []
    for word in sorted(words, key=lambda word: word.box_px[0]):
        left, _, width, height = word.box_px
        if found and left - found[-1][1] < _WORD_GAP * height:
            found[-1] = found[-1][0], max(found[-1][1], left + width)
        else:
            found.append((left, left + width))
    return found


def _find_widest_blank(blank: NDArray[np.bool_]) -> float:
    """The middle of the longest blank stretch of `blank` (n,) bool; the middle of all when there is none."""
    ends = np.flatnonzero(np.diff(np.concatenate([[0], blank.astype(np.int8), [0]])))
    if not len(ends):
        return len(blank) / 2
    starts, stops = ends[::2], ends[1::2]
    best = int((stops - starts).argmax())
    return float(starts[best] + stops[best]) / 2


def read_headings_above(print_: Print, page: LearntPage) -> tuple[str, ...]:
    """The words over each column, outside the table."""
    texts = [""] * (len(page.edges_x) - 1)
    for word in print_.words:
        x, y = print_.find_middle(word)
        column = int(np.searchsorted(page.edges_x, x)) - 1
        if y < page.edges_y[0] and 0 <= column < len(texts) and word.confidence >= SURE_PRINT:
            texts[column] = f"{texts[column]} {word.text}".strip()
    return tuple(texts)


def read_cells(
    pyramid: Pyramid, page: LearntPage, print_: Print, reader: NumberReader
) -> tuple[tuple[SeenCell, ...], ...]:
    """Reads every cell's contents: a tuple of cells a row."""
    fields = page.layout.fields
    found = cut_fields(pyramid, page.followed, fields)
    answers = reader.read([cell.crop for cell in found], [cell.field.kind for cell in found])
    cells = [
        SeenCell(
            ink=_has_ink(print_, field.box_mm),
            number=_choose_number(answer),
            span=_measure_span(print_, field.box_mm, 1),
            reach=_measure_span(print_, field.box_mm, 0),
        )
        for field, answer in zip(fields, answers, strict=True)
    ]
    columns = len(page.edges_x) - 1
    cells = _add_words(cells, print_, page)
    cells = cells if print_.slow else _read_again(cells, print_, page)
    return tuple(tuple(cells[start : start + columns]) for start in range(0, len(cells), columns))


def _has_ink(print_: Print, box_mm: Box) -> bool:
    """Whether the cell holds print or writing."""
    part = _crop_inside(print_, box_mm)
    return int(np.count_nonzero(part < 255 - _FAINT)) >= _INKED * len(part) ** 2


def _measure_span(print_: Print, box_mm: Box, axis: int) -> tuple[float, float]:
    """Where the cell's ink begins and ends along x (axis 0) or y (axis 1), as shares of its height from the cell's own
    edge; (0, 0) without ink."""
    inked = (_crop_inside(print_, box_mm) < 255 - _DARK).any(axis=axis)
    places = np.flatnonzero(inked) / (box_mm[3] * print_.scale)
    return (float(places[0]) + _INSET, float(places[-1]) + _INSET) if len(places) else (0.0, 0.0)


def _crop_inside(print_: Print, box_mm: Box) -> Grey:
    """The picture (h, w) uint8 of a cell without what is left of its rules."""
    x, y, width, height = box_mm
    inset = _INSET * height
    left, right = print_.convert_to_px(x + inset, 0), print_.convert_to_px(x + width - inset, 0)
    top, low = print_.convert_to_px(y + inset, 1), print_.convert_to_px(y + height - inset, 1)
    return print_.picture[max(top, 0) : low, max(left, 0) : right]


def _choose_number(answer: Answer) -> str:
    """The number that was read, "" for a doubtful one."""
    return answer.text if answer.confidence >= _SURE_NUMBER else ""


def _add_words(cells: list[SeenCell], print_: Print, page: LearntPage) -> list[SeenCell]:
    """The cells with the words whose middle lies in them, in reading order."""
    columns, rows = len(page.edges_x) - 1, len(page.edges_y) - 1
    found: dict[int, list[Word]] = {}
    for word in print_.words:
        x, y = print_.find_middle(word)
        column, row = (int(np.searchsorted(edges, at)) - 1 for edges, at in ((page.edges_x, x), (page.edges_y, y)))
        if 0 <= column < columns and 0 <= row < rows and any(char.isalnum() for char in word.text):
            found.setdefault(row * columns + column, []).append(word)
    return [_add_cell_words(cell, found.get(place, [])) for place, cell in enumerate(cells)]


def _add_cell_words(cell: SeenCell, words: Sequence[Word]) -> SeenCell:
    """The cell with these words, as sure as the least sure of them."""
    if not words:
        return cell
    return replace(cell, print_=" ".join(word.text for word in words), trust=min(word.confidence for word in words))


def _read_again(cells: list[SeenCell], print_: Print, page: LearntPage) -> list[SeenCell]:
    """Cells of the first rows and the first column that hold ink but no sure word are read again, one by one: short
    headings are lost on a whole page. Cells without a rule between them hold one heading, which is read whole and
    stands in the first of them.
    """
    columns = len(page.edges_x) - 1
    groups = [
        group
        for group in _join_cells(page)
        if any(cells[place].ink for place in group)
        and max(cells[place].trust for place in group) < SURE_PRINT
        and (group[0] < 2 * columns or group[0] % columns == 0)
    ][:_LINES]
    crops = {group[0]: crop for group in groups if (crop := _crop_print(print_, page, group)) is not None}
    again = dict(zip(crops, read_lines(list(crops.values())), strict=True))
    return [
        replace(cell, print_=line.text, trust=line.confidence)
        if (line := again.get(place)) is not None and line.text and line.confidence > cell.trust
        else cell
        for place, cell in enumerate(cells)
    ]


def _join_cells(page: LearntPage) -> list[range]:
    """The places of all cells, row by row, those together between which no rule is seen. A row without any is one of
    headings side by side."""
    columns, groups = len(page.edges_x) - 1, list[range]()
    for row, walls in enumerate(list_walls(page)):
        first = row * columns
        starts = [place for place in range(columns) if walls[place] or place == 0 or not any(walls[1:-1])]
        groups += [range(first + start, first + end) for start, end in pairwise([*starts, columns])]
    return groups


def _crop_print(print_: Print, page: LearntPage, group: range) -> Grey | None:
    """The print (h, w) uint8 of cells side by side with a white margin. None where none is left."""
    (x, y, _, height), (last, _, width, _) = (page.layout.fields[place].box_mm for place in (group[0], group[-1]))
    part = _crop_inside(print_, (x, y, last + width - x, height))
    rows, columns = (np.flatnonzero((part < 255 - _DARK).any(axis=axis)) for axis in (1, 0))
    if len(rows) < 4 or len(columns) < 4:
        return None
    inner = part[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    pad = max(4, len(inner) // 3)
    return np.asarray(cv2.copyMakeBorder(inner, pad, pad, pad, pad, cv2.BORDER_CONSTANT, value=255), np.uint8)
