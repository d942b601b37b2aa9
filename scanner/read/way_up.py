"""Which way up a table lies whose rules look the same in several turns: the way in which its cells read best.

Numbers that stand on their heads are rarely read with certainty: of those that are sure upright, a half is sure upside
down (0, 8, and 6 for 9), and a tenth sideways. Each number that is sure in one turn and not in another is evidence.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from scanner import scan_limits
from scanner.geometry.cut_cells import NUMBERS, straighten_fields
from scanner.geometry.layout_fit import list_open_turns
from scanner.geometry.place_sheet import Placed, list_alike
from scanner.geometry.printed_rules import Followed
from scanner.pyramid import Pyramid
from scanner.read.cell_doubt import doubt_answer
from scanner.read.read_numbers import NumberReader
from scanner.sheet_reading import Answer
from templates.layout import Field

_STROKES = frozenset(("", "1", "-", "+", "/"))
"""What lies on its side is another of these, or a part of one."""
_SURE = 0.95
"""Confidence from which a number counts as surely read."""
_EVIDENCE = 0.9
"""How much more likely (as a logarithm) each number that is surely read makes a turn. Measured it is 1.8, but numbers
of one hand are not independent."""
_PLAIN = (8, 0.9)
"""Sure numbers, and their share of all that are written, from which the other turns are not asked: of numbers on their
heads at most four fifths are sure."""


def turn_upright(pyramid: Pyramid, placed: Placed, reader: NumberReader) -> Placed:
    """The table held the way in which it reads best; its quality says how sure that is."""
    if not list_open_turns(placed.page.layout.grid):
        return placed
    ways = [placed]
    counts = [_count_placed(pyramid, placed, reader)]
    if not is_plain_turn(*counts[0], _PLAIN):
        ways += list_alike(pyramid, placed)
        counts += [_count_placed(pyramid, way, reader) for way in ways[1:]]
    if not any(written for _, written in counts):
        return placed
    best, upright = choose_turn([sure for sure, _ in counts])
    return replace(ways[best], quality=replace(ways[best].quality, upright=upright))


def choose_turn(sure: Sequence[int]) -> tuple[int, float]:
    """Which of the turns has the most numbers that are surely read, and the chance that it is upright; `sure`: how many
    each has."""
    weights = np.exp(_EVIDENCE * (np.array(sure, np.float64) - max(sure)))
    best = int(weights.argmax())
    return best, float(weights[best] / weights.sum())


def _count_placed(pyramid: Pyramid, placed: Placed, reader: NumberReader) -> tuple[int, int]:
    fields = [field for field in placed.page.layout.fields if field.kind in NUMBERS]
    return count_sure(pyramid, placed.followed, fields, reader)


def count_sure(pyramid: Pyramid, followed: Followed, fields: Sequence[Field], reader: NumberReader) -> tuple[int, int]:
    """How many numbers are surely read in these fields, and how many are written."""
    crops = straighten_fields(pyramid, followed, fields)
    return count_read(reader.read(crops, [field.kind for field in fields]))


def count_read(answers: Sequence[Answer]) -> tuple[int, int]:
    """How many numbers are surely read, and how many are written, clear or not. Lone strokes say nothing; they are
    written where nothing else is.
    """
    written = [answer for answer in answers if answer.flags or answer.text not in _STROKES]
    sure = sum(answer.confidence >= _SURE and not answer.flags for answer in written)
    return sure, len(written) or sum(bool(answer.text) for answer in answers)


def is_plain_turn(sure: int, written: int, limits: tuple[int, float] = _PLAIN) -> bool:
    """Whether so many sure numbers among those that are written show by themselves which way is up."""
    return sure >= max(limits[0], limits[1] * written)


def doubt_turned(answer: Answer, upright: float) -> Answer:
    """The answer; doubtful where it is not sure that the table is read the right way up."""
    return answer if upright >= scan_limits.MIN_UPRIGHT else doubt_answer(answer, upright)
