"""What all ways through a list tell of one of its rows: by its points, totals, crosses and fields, and how it may count
otherwise than its players meant.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import partial
from math import prod

from tournament.judging.ink_options import Choices, Option
from tournament.judging.judged_sheet import (
    UNKNOWN_ROW,
    RowOutcome,
    RowPoints,
    list_likely_outcomes,
)
from tournament.judging.limits.judging_limits import Limits
from tournament.judging.lists.list_ink import ListRow
from tournament.judging.lists.list_ways import ListWay
from tournament.judging.lists.weigh_list import RowShares, WayShare
from tournament.judging.misreadings import MisreadWay, RowRisk, admit_doubt, count_other_points, make_way
from tournament.judging.row_law import SEATS
from tournament.judging.way import Told


def find_list_risk(row: ListRow, told: RowShares, points: Sequence[int | None], limits: Limits) -> RowRisk:
    """The ways to read a row of which these `points` count: what the statement of silent errors is made of."""
    shares: dict[tuple[int, ...], float] = defaultdict(float)
    for way in told.ways:
        for share, *counts in _list_risks(row, way, points, limits):
            shares[tuple(counts)] += share
    likeliest = max(told.ways, key=lambda one: one[2])
    admitted = admit_doubt((*row.cells, row.value), _list_numbers(row, likeliest[0]))
    return RowRisk(tuple(MisreadWay(share, *counts) for counts, share in shares.items()), admitted)


def weigh_list_outcomes(told: RowShares, counts: RowPoints) -> tuple[RowOutcome, ...]:
    """What the row should count by its ways; () where that is what `counts`, for sure. Whatever its players wrote,
    a way tells what they should have."""
    chances: dict[RowPoints, float] = defaultdict(float)
    for way, _, share in told.ways:
        chances[_keep_points(way.points, counts)] += share
    return list_likely_outcomes(counts, chances)


def _keep_points(points: tuple[int, ...] | None, counts: RowPoints) -> RowPoints:
    """The points of a way as a row keeps them: None for the seat that sits out, and where nothing was played."""
    if points is None:
        return UNKNOWN_ROW
    if not count_other_points(points or [0] * len(counts), counts):
        return counts
    away = points.index(0) if len(points) == SEATS and points.count(0) == 1 else None
    return tuple(None if seat == away else value for seat, value in enumerate(points)) or (None,) * len(counts)


def _list_risks(row: ListRow, one: WayShare, points: Sequence[int | None], limits: Limits) -> Iterator[MisreadWay]:
    """A way through the row, with its crosses as they count, and otherwise."""
    way, said, share = one
    firsts = [choices.first for choices in (*row.cells, row.value)]
    wrong = len(points) if way.points is None else count_other_points(points, way.points or [0] * len(points))
    risk = make_way(share, wrong, [*zip(firsts, _list_numbers(row, way), strict=True)], limits)
    crosses = prod(map(partial(_weigh_counted, said), row.crosses, (row.inked.solo, row.inked.offence)))
    yield risk._replace(share=risk.share * crosses)
    if crosses < 1.0 - limits.negligible:
        yield risk._replace(share=risk.share * (1.0 - crosses), wrong=wrong + 1)


def _weigh_counted(told: Told, choices: Choices, counted: bool) -> float:
    """How likely the box is crossed as it counts."""
    said = told.texts.get(choices.id or "")
    return 1.0 if said is None else sum(chance for text, chance in said.items() if bool(text) == counted)


def _list_numbers(row: ListRow, way: ListWay) -> tuple[Option, ...]:
    """What the row's totals and its value say on that way."""
    return way.options or tuple(choices.first for choices in (*row.cells, row.value))
