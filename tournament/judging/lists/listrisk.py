"""How a list's row may count otherwise than its players meant: what the statement of silent errors is made of."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import partial
from math import prod

from tournament.judging.lists.listink import ListRow
from tournament.judging.lists.row_shares import RowShares, WayShare
from tournament.judging.row.misreadings import MisreadWay, RowRisk, admit_doubt, count_other_points, make_way
from tournament.judging.row.options import Choices, Option
from tournament.limits import Limits


def find_list_risk(row: ListRow, told: RowShares, points: Sequence[int | None], limits: Limits) -> RowRisk:
    """The ways to read a row of which these `points` count."""
    shares: dict[tuple[int, ...], float] = defaultdict(float)
    for way in told.ways:
        for one in _list_risks(row, way, points, limits):
            shares[one.wrong, one.misread, one.alike, one.split] += one.share
    likeliest = max(told.ways, key=lambda way: way.share)
    admitted = admit_doubt((*row.cells, row.value), _list_numbers(row, likeliest))
    return RowRisk(tuple(MisreadWay(share, *counts) for counts, share in shares.items()), admitted)


def _list_risks(row: ListRow, way: WayShare, points: Sequence[int | None], limits: Limits) -> Iterator[MisreadWay]:
    """A way through the row, with its crosses as they count, and otherwise."""
    firsts = [choices.first for choices in (*row.cells, row.value)]
    wrong = len(points) if way.edge.points is None else count_other_points(points, way.edge.points or [0] * len(points))
    one = make_way(way.share, wrong, [*zip(firsts, _list_numbers(row, way), strict=True)], limits)
    crosses = prod(map(partial(_weigh_counted, way), row.crosses, (row.inked.solo, row.inked.offence)))
    yield one._replace(share=one.share * crosses)
    if crosses < 1.0 - limits.negligible:
        yield one._replace(share=one.share * (1.0 - crosses), wrong=wrong + 1)


def _weigh_counted(way: WayShare, choices: Choices, counted: bool) -> float:
    """How likely the box is crossed as it counts."""
    said = (field.say for field in way.fields.fields if field.choices is choices and choices.id)
    return next((sum(chance for option, chance, _ in one if bool(option.value) == counted) for one in said), 1.0)


def _list_numbers(row: ListRow, way: WayShare) -> tuple[Option, ...]:
    """What the row's totals and its value say on that way."""
    return way.edge.options or tuple(choices.first for choices in (*row.cells, row.value))
