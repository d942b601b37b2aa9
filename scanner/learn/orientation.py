"""Which way up a table is held: the way in which its print can be read."""

from __future__ import annotations

import cv2
import numpy as np

from scanner.learn.flat_table import FlatTable
from scanner.learn.ruled import Ruled
from scanner.lines import Dark, keep_level_strokes, keep_upright_strokes
from scanner.pyramid import Grey
from scanner.read.print import Word, read_words

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
    """Quarter turns to the left that put the print upright, and whether the print shows it. Without such print the turn
    is 0.
    """
    page = wipe_rules(flat.grey, flat.dark, ruled.edges_x, ruled.edges_y)
    weights = [0.0] * 4
    for turn in (0, 2, 1, 3):  # print that is read sideways gives next to nothing
        if turn % 2 and max(weights[0], weights[2]) >= _ENOUGH:
            break
        weights[turn] = _weigh_words(read_words(np.ascontiguousarray(np.rot90(page, turn)), "11"))
        if weights[0] >= 3 * _ENOUGH:
            return 0, True
    best, second = sorted(range(4), key=lambda turn: -weights[turn])[:2]
    is_clear = weights[best] >= _ENOUGH / 3 and weights[best] >= _BETTER * weights[second]
    return (best, True) if is_clear else (0, False)


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
