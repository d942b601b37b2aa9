"""How many fields may count otherwise than they were written although nobody is asked: stated, not hoped.

The joint readings of every row have shares (`tournament/weigh.py`, `columns.py`). A row that is settled is wrong with
what its other readings have; over all rows that is a distribution of the number of wrong fields (Poisson binomial).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from tournament.judged import JudgedRow
from tournament.weigh import RowValues

CERTAINTY = 0.95


@dataclass(frozen=True, slots=True)
class Trust:
    """`rows`: settled rows that this is about. Wrong fields among them: `expected`, and `most` with `CERTAINTY`."""

    rows: int
    expected: float
    most: int


def wrong_fields(counted: RowValues, readings: Iterable[RowValues], shares: Iterable[float]) -> tuple[float, ...]:
    """The chance that 0, 1, 2 ... of a row's fields (points, solo, offence) are not what counts."""
    chances = [0.0] * (len(counted.points) + 3)
    for values, share in zip(readings, shares, strict=True):
        pairs = zip(_fields(counted), _fields(values), strict=True)
        chances[sum(one != other for one, other in pairs)] += share
    return tuple(chances)


def trust_in(rows: Sequence[JudgedRow]) -> Trust:
    """What to expect of the rows that nobody is asked about. Rows of lists of running totals are not among them."""
    stated = [row.wrong for row in rows if row.wrong and row.status == "ok"]
    chances = np.ones(1)
    for wrong in stated:
        chances = np.convolve(chances, wrong)
    expected = sum(count * chance for wrong in stated for count, chance in enumerate(wrong))
    return Trust(len(stated), expected, int(np.searchsorted(np.cumsum(chances), CERTAINTY)))


def _fields(values: RowValues) -> tuple[int | None, ...]:
    return (*(points or 0 for points in values.points), values.solo, values.offence)
