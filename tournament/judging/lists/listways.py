"""What one row of a list may be, below one standing of the totals, and how well each goes with its ink."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product
from math import prod

from scoring.counting.rules import RuleSet
from scoring.rows.reconstruct import Side, find_values
from tournament.judging.lists.listink import ListRow, is_clear, weigh_blank
from tournament.judging.lists.row_games import RowGame, RowGames, is_lone_game, solo_often, worth_of
from tournament.judging.lists.total_readings import LOST, Read, TotalReads, TotalsState, add_points
from tournament.judging.row.joint_readings import digits_of, weigh_hand
from tournament.judging.row.options import Choices, Option
from tournament.judging.row.shift import SEATS
from tournament.limits import Limits


@dataclass(frozen=True, slots=True)
class Edge:
    """One way through a row, from one standing to the next: its `points` by seat, None where they are none of those
    looked at, and what its totals `read`; `options`: which of their ink's that are, and what the value says, ()
    where nobody looked; `solo`: whether it is crossed as one, None where that is not in doubt.
    """

    above: TotalsState
    below: TotalsState
    weight: float
    points: tuple[int, ...] | None
    read: tuple[int | None, ...]
    options: tuple[Option, ...] = ()
    solo: bool | None = None

    @property
    def blank(self) -> bool:
        """Whether nothing is written on it; its game, if any, is held by the totals below."""
        return self.points is not None and not self.options


USUAL = range(1, 7)
"""Values, in the rules' unit, that a game may have of which none is written."""

_SeatReads = Sequence[Sequence[Read]]
"""By seat what its total may say, likeliest first."""


class RowWays:
    """A row, asked below each standing of the totals."""

    def __init__(self, rules: RuleSet, row: ListRow, side: Side | None, limits: Limits) -> None:
        self.row, self.limits = row, limits
        self.games = RowGames(rules, row, side, limits)
        self._reads = [TotalReads(choices, self.games.slip, limits) for choices in row.cells]
        self._firsts = [choices.first for choices in (*row.cells, row.value)]

    def edges(self, above: TotalsState) -> list[Edge]:
        """Every game that the row may be, with what its totals then say; last that it is none of them."""
        found = list(self._read(above))
        least = self.limits.negligible * max((weight for weight, _, _ in found), default=0.0)
        told = (edge for weight, game, ways in found if weight >= least for edge in self._of(above, weight, game, ways))
        return [*(one for edge in told for one in self._split(edge)), self._make_unknown_game(above)]

    def _split(self, edge: Edge) -> Iterator[Edge]:
        """The way with its solo's cross and without, where that is in doubt."""
        choices, points = self.row.crosses[0], edge.points or ()
        if is_clear(choices, self.limits):
            yield edge
            return
        for option in choices.options:
            solo = bool(option.value)
            often = solo_often(self.limits, is_lone_game(points), solo)
            share = option.probability * often / self.games.weigh_solo(points)
            yield replace(edge, weight=edge.weight * share, solo=solo)

    def _read(self, above: TotalsState) -> Iterator[tuple[float, RowGame, _SeatReads]]:
        """The games with their weights, and what each total may say; without those that value and crosses alone make
        negligible beside another."""
        best = 0.0
        for game in self.games.list_likeliest(self._sizes(above)):
            if game.weight < self.limits.negligible * best:
                return
            ways = [reads.list_reads(right, off, points, plays=seat != game.sits) for seat, (reads, right, off, points)
                    in enumerate(zip(self._reads, *above, game.shown, strict=True), 1)]
            weight = game.weight * self._weigh_reads(game, [way[0] for way in ways])
            best = max(best, weight)
            yield weight, game, ways

    def _of(self, above: TotalsState, weight: float, game: RowGame, ways: _SeatReads) -> Iterator[Edge]:
        """The game with its totals as they are likeliest read, and with one of them read otherwise, or several that may
        well be."""
        best = tuple(way[0] for way in ways)
        yield self._edge(above, game, best, weight)
        often = weight / self._weigh_reads(game, best)
        for changed in self._list_changed(best, ways):
            yield self._edge(above, game, changed, often * self._weigh_reads(game, changed))

    def _list_changed(self, best: tuple[Read, ...], ways: _SeatReads) -> Iterator[tuple[Read, ...]]:
        for place, way in enumerate(ways):
            yield from ((*best[:place], other, *best[place + 1 :]) for other in way[1:])
        likely = [[one for one in way if one.weight >= self.limits.rival * way[0].weight] for way in ways]
        if sum(len(way) > 1 for way in likely) > 1 and prod(map(len, likely)) <= self.limits.list_reads:
            for reads in product(*likely):
                if sum(one is not other for one, other in zip(reads, best, strict=True)) > 1:
                    yield reads

    def _weigh_reads(self, game: RowGame, reads: Sequence[Read]) -> float:
        """How likely the totals are read so, beside the value: all of them are one writer's."""
        options = [*[read.option for read in reads], self.games.find_value(worth_of(game.points))]
        return prod([read.weight for read in reads]) * weigh_hand(self._firsts, options, self.limits)

    def _sizes(self, above: TotalsState) -> list[int]:
        """The values of games that totals and value speak for."""
        support: dict[int, float] = defaultdict(float)
        known = [one for one in zip(self.row.cells, *above, strict=True) if one[1] != LOST]
        for choices, right, off in known:
            for option in choices.options:
                steps = {option.value - right, option.value - right - off} if option.value is not None else ()
                for size in find_values(steps):
                    support[size] += option.probability
        for option in self.row.value.options:
            if option.value:
                support[abs(option.value)] += 2 * option.probability
        if digits_of(self.row.value.first) is None and None in map(_read_plainly, self.row.cells):
            for size in USUAL:  # who has no total may have won any game
                support[size * self.games.rules.checks.unit.step] += self.limits.show
        return sorted(support, key=lambda size: -support[size])[: self.limits.list_sizes]

    def _edge(self, above: TotalsState, game: RowGame, reads: Sequence[Read], weight: float) -> Edge:
        right, off = above
        now = tuple(add_points(total, points, read.total)
                    for total, points, read in zip(right, game.shown, reads, strict=True))
        gap = tuple(before if read.total is None else read.total - total
                    for before, total, read in zip(off, now, reads, strict=True))
        return Edge(above, (now, gap), weight, game.points, tuple(read.total for read in reads),
                    (*(read.option for read in reads), self.games.find_value(worth_of(game.points))))

    def _make_unknown_game(self, above: TotalsState) -> Edge:
        """None of the games: the totals go on from what is written."""
        reads, limits, due = [_read_plainly(choices) for choices in self.row.cells], self.limits, self.games.due
        stays = due[0] if len(due) == 1 else None
        held = (right + off if seat == stays else LOST for seat, (right, off) in enumerate(zip(*above, strict=True), 1))
        below = tuple(total if read is None else read for read, total in zip(reads, held, strict=True))
        unread = sum(choices.first.value is None for choices in self.row.cells)
        blank = max(reads.count(None) - unread - (len(reads) == SEATS), 0)
        beside = (digits_of(self.row.value.first) is not None) + self.games.marked  # both tell one game of all
        weight = limits.list_untold * limits.list_game ** (beside / 2) * limits.left_blank ** (blank + 2 - beside)
        weight *= limits.list_total ** (len(reads) - reads.count(None)) * (1.0 - weigh_blank(self.row, limits))
        return Edge(above, (below, (0,) * len(reads)), weight, None, (None,) * len(reads))


def _read_plainly(choices: Choices) -> int | None:
    """The number that the cell says by itself; of one that cannot be read the likeliest."""
    if choices.first.value is None:
        return next((option.value for option in choices.options if option.value is not None), None)
    return None if digits_of(choices.first) is None else choices.first.value
