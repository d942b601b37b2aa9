"""What all ways through a list tell of one of its rows: by its points, totals, crosses and fields, and how it may count
otherwise than its players meant.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from math import prod
from typing import TypeVar

from tournament.judging.ink_options import Choices, Option
from tournament.judging.judged_sheet import (
    UNKNOWN_ROW,
    Odds,
    Posterior,
    RowOutcome,
    RowPoints,
    list_likely_outcomes,
)
from tournament.judging.limits.judging_limits import Limits
from tournament.judging.lists.list_ink import ListRow
from tournament.judging.lists.ways import Edge
from tournament.judging.misreadings import MisreadWay, RowRisk, admit_doubt, count_other_points, make_way
from tournament.judging.row_law import SEATS
from tournament.judging.way import Told, sum_up

_Said = TypeVar("_Said")


@dataclass(frozen=True, slots=True)
class WayShare:
    """A way through a row, what its fields say on it, and its share of all ways."""

    edge: Edge
    told: Told
    share: float


@dataclass(frozen=True, slots=True)
class RowShares:
    """What the whole column tells of a row: its likely `ways`; shares by its points (None: none of those that were
    looked at), and by seat what its totals say; whether solo and offence are crossed; by field what it says, and whose
    mistake the row is; its way on the column's `likeliest` path. The counts of the round may only make points, totals
    and crosses less certain.
    """

    ways: tuple[WayShare, ...]
    games: Mapping[tuple[int, ...] | None, float]
    totals: tuple[Mapping[int | None, float], ...]
    crosses: tuple[Mapping[int, float], ...]
    posterior: Posterior
    odds: Odds
    likeliest: Edge

    @property
    def blank(self) -> float:
        """How likely nothing is written in the row."""
        return sum(way.share for way in self.ways if way.edge.blank)

    def find_game(self, sure: float) -> tuple[int, ...] | None:
        """The points that the row has for sure."""
        return next((points for points, share in self.games.items() if points is not None and share >= sure), None)

    def weigh_total(self, seat: int, total: object) -> float:
        """How likely the seat's cell says that total."""
        return self.totals[seat - 1].get(total, 0.0) if isinstance(total, int) else 0.0

    def find_total(self, seat: int, sure: float, *, written: bool = False) -> int | None:
        """The total that the seat's cell holds for sure; `written`: if it holds any."""
        shares = self.totals[seat - 1]
        least = sure * (1.0 - shares.get(None, 0.0) if written else 1.0)
        return next((total for total, share in shares.items() if total is not None and share >= least > 0.0), None)


def weigh_row(row: ListRow, ways: Sequence[WayShare], likeliest: Edge) -> RowShares:
    """What its ways tell of a row, which goes that way on the column's likeliest path."""
    games: dict[tuple[int, ...] | None, float] = defaultdict(float)
    totals: list[dict[int | None, float]] = [defaultdict(float) for _ in row.cells]
    for way in ways:
        games[way.edge.points] += way.share
        for column, read in zip(totals, way.edge.read, strict=True):
            column[read] += way.share
    told = sum_up((way.share, way.told) for way in ways)
    crosses = (
        {int(bool(text)): share for text, share in told.texts.get(choices.id or "", {}).items()}
        for choices in row.crosses
    )
    posterior = told.list_posterior({choices.id or "": choices for choices in row.all})
    return RowShares(tuple(ways), games, tuple(totals), tuple(crosses), posterior, told.odds, likeliest)


def take_less(counted: RowShares, uncounted: RowShares) -> RowShares:
    """What the counts of the round tell of the row, nothing more certain than without them."""
    totals = (_find_least(*both) for both in zip(counted.totals, uncounted.totals, strict=True))
    crosses = (_find_least(*both) for both in zip(counted.crosses, uncounted.crosses, strict=True))
    games = _find_least(counted.games, uncounted.games)
    return replace(counted, games=games, totals=tuple(totals), crosses=tuple(crosses))


def _find_least(one: Mapping[_Said, float], other: Mapping[_Said, float]) -> Mapping[_Said, float]:
    return {key: min(share, other.get(key, 0.0)) for key, share in one.items()}


def find_list_risk(row: ListRow, told: RowShares, points: Sequence[int | None], limits: Limits) -> RowRisk:
    """The ways to read a row of which these `points` count: what the statement of silent errors is made of."""
    shares: dict[tuple[int, ...], float] = defaultdict(float)
    for way in told.ways:
        for share, *counts in _list_risks(row, way, points, limits):
            shares[tuple(counts)] += share
    likeliest = max(told.ways, key=lambda way: way.share)
    admitted = admit_doubt((*row.cells, row.value), _list_numbers(row, likeliest))
    return RowRisk(tuple(MisreadWay(share, *counts) for counts, share in shares.items()), admitted)


def weigh_list_outcomes(told: RowShares, counts: RowPoints) -> tuple[RowOutcome, ...]:
    """What the row should count by its ways; () where that is what `counts`, for sure. Whatever its players wrote,
    a way tells what they should have."""
    chances: dict[RowPoints, float] = defaultdict(float)
    for way in told.ways:
        chances[_keep_points(way.edge.points, counts)] += way.share
    return list_likely_outcomes(counts, chances)


def _keep_points(points: tuple[int, ...] | None, counts: RowPoints) -> RowPoints:
    """The points of a way as a row keeps them: None for the seat that sits out, and where nothing was played."""
    if points is None:
        return UNKNOWN_ROW
    if not count_other_points(points or [0] * len(counts), counts):
        return counts
    away = points.index(0) if len(points) == SEATS and points.count(0) == 1 else None
    return tuple(None if seat == away else value for seat, value in enumerate(points)) or (None,) * len(counts)


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
    said = way.told.texts.get(choices.id or "")
    return 1.0 if said is None else sum(chance for text, chance in said.items() if bool(text) == counted)


def _list_numbers(row: ListRow, way: WayShare) -> tuple[Option, ...]:
    """What the row's totals and its value say on that way."""
    return way.edge.options or tuple(choices.first for choices in (*row.cells, row.value))
