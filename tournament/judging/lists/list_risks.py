"""What a list's row may turn out to count, and the risk that it counts something else than its players meant: both are
summed up over all its ways.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import partial
from math import prod

from scoring.counting.game import count_sitters
from tournament.judging.ink_options import Choices, Option
from tournament.judging.judged_sheet import UNKNOWN_ROW, RowOutcome, RowPoints, list_likely_outcomes
from tournament.judging.limits.judging_limits import Limits
from tournament.judging.lists.list_ink import ListRow
from tournament.judging.lists.list_ways import ListWay
from tournament.judging.lists.weigh_list import RowShares, WayShare
from tournament.judging.misreadings import MisreadWay, RowRisk, admit_doubt, count_other_points, make_way
from tournament.judging.way import Told


def find_list_risk(row: ListRow, told: RowShares, points: Sequence[int | None], limits: Limits) -> RowRisk:
    """The risk that a row counts something else than its players meant, given that these `points` count: its share in
    the statement of silent errors. `told`: the row's readings, weighed by the whole list."""
    shares: dict[tuple[int, ...], float] = defaultdict(float)
    for way in told.ways:
        for share, *counts in _list_risks(row, way, points, limits):
            shares[tuple(counts)] += share
    likeliest = max(told.ways, key=lambda one: one[2])
    admitted = admit_doubt((*row.cells, row.value), _list_numbers(row, likeliest[0]))
    return RowRisk(tuple(MisreadWay(share, *counts) for counts, share in shares.items()), admitted)


def weigh_list_outcomes(row: ListRow, told: RowShares, counts: RowPoints) -> tuple[RowOutcome, ...]:
    """By P(way) what the row should count; () if that is what `counts` (without an award), for sure. A way's points are
    the right ones, even if its players wrote others."""
    chances: dict[RowPoints, float] = defaultdict(float)
    for way, _, share in told.ways:
        chances[_keep_points(way.points, counts)] += share
    outcomes = list_likely_outcomes(counts, chances)
    return tuple(one._replace(points=row.add_award(one.points)) for one in outcomes)


def _keep_points(points: tuple[int, ...] | None, counts: RowPoints) -> RowPoints:
    """The points of a way as a row keeps them: None for who sits out, and where nothing was played."""
    if points is None:
        return UNKNOWN_ROW
    if not count_other_points(points or [0] * len(counts), counts):
        return counts
    away = points.count(0) == count_sitters(len(points))
    return tuple(None if away and not value else value for value in points) or (None,) * len(counts)


def _list_risks(row: ListRow, one: WayShare, points: Sequence[int | None], limits: Limits) -> Iterator[MisreadWay]:
    """The risks of one way: with the crosses as they count, and, if that is possible, with other crosses."""
    way, said, share = one
    firsts = [choices.first for choices in (*row.cells, row.value)]
    wrong = len(points) if way.points is None else count_other_points(points, way.points or [0] * len(points))
    risk = make_way(share, wrong, [*zip(firsts, _list_numbers(row, way), strict=True)], limits)
    crosses = prod(map(partial(_weigh_counted, said), row.crosses, (row.inked.solo, row.inked.offence)))
    yield risk._replace(share=risk.share * crosses)
    if crosses < 1.0 - limits.negligible:
        yield risk._replace(share=risk.share * (1.0 - crosses), wrong=wrong + 1)


def _weigh_counted(told: Told, choices: Choices, counted: bool) -> float:
    """P(the box is crossed as it counts)."""
    said = told.texts.get(choices.id or "")
    return 1.0 if said is None else sum(chance for text, chance in said.items() if bool(text) == counted)


def _list_numbers(row: ListRow, way: ListWay) -> tuple[Option, ...]:
    """The options of the row's totals and its value on that way."""
    return way.options or tuple(choices.first for choices in (*row.cells, row.value))
