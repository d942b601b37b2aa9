"""In which turn a list without a table is to be read: some of its words are read in each turn, and that in which most
are surely numbers comes first. One whole reading is then mostly enough."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from scanner import scan_limits
from scanner.geometry.mesh import Values
from scanner.plain.flat_paper import FlatPaper, Mask, measure_pitch
from scanner.plain.lifted_ink import Lifted, measure_digits
from scanner.plain.tight_rows import is_tight, part_lines
from scanner.plain.written_words import InkWord, Writing, gather_writing
from scanner.pyramid import Grey
from scanner.read.read_numbers import NumberReader
from scanner.read.way_up import choose_turn, count_read, is_plain_turn

TURNS = (0, 2, 1, 3)
"""Quarter turns in which a list may lie, the usual ones first."""
PLAIN = (8, 0.55)
"""Sure numbers, and their share of all cells with ink, names too, from which no other turn is tried: of lists on their
heads at most a third of the cells are sure."""
_SAMPLE = 24
"""How many words are read in a turn."""
_HEIGHTS, _WIDEST = (0.6, 1.6), 3.5
"""Heights of words that may be numbers, and how wide they are at most, in heights of a digit."""
_RIM, _ASIDE = 0.3, 0.4
"""Paper above and below a word, and beside it, in heights of a digit."""


def rank_turns(paper: FlatPaper, lifted: Lifted, reader: NumberReader) -> list[int]:
    """The quarter turns in which the list may be upright, the likeliest first; only one where that is sure."""
    sure = dict.fromkeys(TURNS, 0)
    for turn, crops in _list_samples(paper, lifted):
        sure[turn], written = count_read(reader.read(crops, ["points"] * len(crops))) if crops else (0, 0)
        if is_plain_turn(sure[turn], written, PLAIN):
            return [turn]
    best, upright = choose_turn([sure[turn] for turn in TURNS])
    return [TURNS[best]] if upright >= scan_limits.MIN_UPRIGHT else sorted(TURNS, key=lambda turn: -sure[turn])


def _list_samples(paper: FlatPaper, lifted: Lifted) -> Iterator[tuple[int, list[Grey]]]:
    """Each turn with some words as they look in it. Where lines of writing run is the same for a list on its head."""
    for turn, lines in ((0, paper.ys), (1, paper.xs)):
        crops = list(_cut_words(gather_turned(lifted.ink, turn, lines), np.rot90(lifted.clean, -turn)))
        yield turn, crops
        yield turn + 2, [np.ascontiguousarray(crop[::-1, ::-1]) for crop in crops]


def gather_turned(ink: Mask, turn: int, lines: Values) -> Writing:
    """All words of the `ink` (h, w) uint8 after so many quarter turns, with the paper's level `lines` (n,) float64 px
    then, parted where they touch from line to line."""
    ink, pitch = np.ascontiguousarray(np.rot90(ink, -turn)), measure_pitch(lines)
    writing = gather_writing(ink, measure_digits(ink) or pitch)
    parted = part_lines(ink, lines) if is_tight(writing, pitch) else None
    return writing if parted is None else gather_writing(parted.ink, parted.digit_px, parted.rows.row_px)


def _cut_words(writing: Writing, clean: Grey) -> Iterator[Grey]:
    """Some words that may be numbers, from all over the writing, cut from the `clean` sheet (h, w) uint8."""
    digit = writing.digit_px
    words = [word for word in writing.words if _is_like_number(word, digit)]
    for at in np.unique(np.linspace(0, len(words) - 1, _SAMPLE).astype(int)) if words else ():
        word, rim, aside = words[at], round(_RIM * digit), round(_ASIDE * digit)
        yield np.ascontiguousarray(
            clean[max(word.top - rim, 0) : word.low + rim, max(word.left - aside, 0) : word.right + aside]
        )


def _is_like_number(word: InkWord, digit_px: float) -> bool:
    """Whether the word is as high as a digit, and no wider than a number."""
    high, wide = word.low - word.top, word.right - word.left
    return _HEIGHTS[0] * digit_px <= high <= _HEIGHTS[1] * digit_px and wide <= _WIDEST * digit_px
