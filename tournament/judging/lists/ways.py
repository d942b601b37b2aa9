"""What one row of a list may be, below one standing of the totals, and how well each goes with its ink.

It may be a game, none of those looked at, or blank: then nothing was played, or a game that only the totals of the row
below hold.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product
from math import prod

from scoring.counting.rules import RuleSet
from scoring.rows.one_sided_rows import Side
from scoring.rows.row_patterns import find_values
from tournament.judging.ink_options import Choices, Option
from tournament.judging.limits.judging_limits import Limits
from tournament.judging.lists.games import RowGame, RowGames, find_worth, is_lone_game, weigh_solo_cross
from tournament.judging.lists.list_ink import ListRow, is_clear, weigh_blank
from tournament.judging.lists.totals import Read, TotalReads, TotalsState, add_points
from tournament.judging.row_law import SEATS
from tournament.judging.row_readings import digits_of, weigh_hand

_USUAL = range(1, 7)
"""Values, in the rules' unit, that a game may have of which none is written."""
_PINNED = 3
"""So many totals at least must be written below a blank row: fewer fit too many pairs of games."""


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


_SeatReads = Sequence[Sequence[Read]]
"""By seat what its total may say, likeliest first."""


class RowWays:
    """A row, asked below each standing of the totals."""

    def __init__(self, rules: RuleSet, row: ListRow, side: Side | None, limits: Limits) -> None:
        self.row, self.limits = row, limits
        self.games = RowGames(rules, row, side, limits)
        self._step = rules.checks.unit.step
        self._reads = [TotalReads(choices, self.games.slip, limits) for choices in row.cells]
        self._firsts = [choices.first for choices in (*row.cells, row.value)]

    def list_edges(self, above: TotalsState) -> list[Edge]:
        """Every game that the row may be, with what its totals then say; last that it is none of them."""
        found = list(self._read(above))
        least = self.limits.negligible * max((weight for weight, _, _ in found), default=0.0)
        told = (edge for one in found if one[0] >= least for edge in self._list_edges_of(above, *one))
        return [*(one for edge in told for one in self._split(edge)), self._make_unknown_game(above)]

    def list_own_games(self) -> list[RowGame]:
        """The games that the row may be by its value, marks and crosses alone."""
        values = {abs(option.value) for option in self.row.value.options if option.value}
        nothing = digits_of(self.row.value.first) is None
        games = [*self.games.list_likeliest(values | {self._step * size for size in _USUAL if nothing})]
        return [game for game in games if game.weight >= self.limits.list_below * games[0].weight]

    def _split(self, edge: Edge) -> Iterator[Edge]:
        """The way with its solo's cross and without, where that is in doubt."""
        choices, points = self.row.crosses[0], edge.points or ()
        if is_clear(choices, self.limits):
            yield edge
            return
        for option in choices.options:
            solo = bool(option.value)
            often = weigh_solo_cross(self.limits, is_lone_game(points), solo)
            share = option.probability * often / self.games.weigh_solo(points)
            yield replace(edge, weight=edge.weight * share, solo=solo)

    def _read(self, above: TotalsState) -> Iterator[tuple[float, RowGame, _SeatReads]]:
        """The games with their weights, and what each total may say; without those that value and crosses alone make
        negligible beside another."""
        best = 0.0
        for game in self.games.list_likeliest(self._list_sizes(above)):
            if game.weight < self.limits.negligible * best:
                return
            ways = [
                reads.list_reads(right, off, points, plays=seat != game.sits)
                for seat, (reads, right, off, points) in enumerate(zip(self._reads, *above, game.shown, strict=True), 1)
            ]
            weight = game.weight * self._weigh_reads(game, [way[0] for way in ways])
            best = max(best, weight)
            yield weight, game, ways

    def _list_edges_of(self, above: TotalsState, weight: float, game: RowGame, ways: _SeatReads) -> Iterator[Edge]:
        """The game with its totals as they are likeliest read, and with one of them read otherwise, or several that may
        well be."""
        best = tuple(way[0] for way in ways)
        yield self._make_edge(above, game, best, weight)
        often = weight / self._weigh_reads(game, best)
        for changed in self._list_changed(best, ways):
            yield self._make_edge(above, game, changed, often * self._weigh_reads(game, changed))

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
        options = [*[read.option for read in reads], self.games.find_value(find_worth(game.points))]
        return prod([read.weight for read in reads]) * weigh_hand(self._firsts, options, self.limits)

    def _list_sizes(self, above: TotalsState) -> list[int]:
        """The values of games that totals and value speak for."""
        support: dict[int, float] = defaultdict(float)
        for choices, right, off in zip(self.row.cells, *above, strict=True):
            numbers = ((one, one.value) for one in choices.options if one.value is not None)
            for option, number in numbers if right is not None else ():
                for size in find_values({number - (right or 0), number - (right or 0) - off}):
                    support[size] += option.probability
        for option in self.row.value.options:
            if option.value:
                support[abs(option.value)] += 2 * option.probability
        if digits_of(self.row.value.first) is None and None in map(_read_plainly, self.row.cells):
            for size in _USUAL:  # who has no total may have won any game
                support[size * self._step] += self.limits.show
        return sorted(support, key=lambda size: -support[size])[: self.limits.list_sizes]

    def _make_edge(self, above: TotalsState, game: RowGame, reads: Sequence[Read], weight: float) -> Edge:
        right, off = above
        now = tuple(
            add_points(total, points, read.total) for total, points, read in zip(right, game.shown, reads, strict=True)
        )
        gap = tuple(
            before if read.total is None or total is None else read.total - total
            for before, total, read in zip(off, now, reads, strict=True)
        )
        return Edge(
            above,
            (now, gap),
            weight,
            game.points,
            tuple(read.total for read in reads),
            (*(read.option for read in reads), self.games.find_value(find_worth(game.points))),
        )

    def _make_unknown_game(self, above: TotalsState) -> Edge:
        """None of the games: the totals go on from what is written."""
        reads, limits, due = [_read_plainly(choices) for choices in self.row.cells], self.limits, self.games.due
        stays = due[0] if len(due) == 1 else None
        held = (
            right + off if seat == stays and right is not None else None
            for seat, (right, off) in enumerate(zip(*above, strict=True), 1)
        )
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


class BlankWays:
    """The row if it is blank, which has a `chance`, asked below each standing of the totals; `below`: the next row,
    None at the list's end."""

    def __init__(self, ways: RowWays, below: RowWays | None, chance: float) -> None:
        self._games, self._seats, self._chance = ways.games, len(ways.row.cells), chance
        self._cells = below.row.cells if below else ()
        self._own = below.list_own_games() if below is not None and not below.row.inked.blank else []

    def list_edges(self, above: TotalsState) -> list[Edge]:
        """That nothing was played; then each game that the totals below may hold besides their own."""
        limits, blank = self._games.limits, (None,) * self._seats
        often = self._chance * limits.list_held * limits.list_game
        held = {game.points: game for own in self._own for game in self._list_held(above, own)}
        ways = [
            Edge(above, (tuple(map(add_points, above[0], game.shown, blank)), above[1]), often, game.points, blank)
            for game in held.values()
        ]
        return [Edge(above, above, self._chance, (), blank), *ways]

    def _list_held(self, above: TotalsState, own: RowGame) -> Iterator[RowGame]:
        """The games that are left of the totals' steps below when its own points are taken off."""
        cells = zip(self._cells, *above, own.shown, strict=True)
        steps = [
            {number - base - points for number in self._list_numbers(choices) for base in (right, right + off)}
            if right is not None
            else set()
            for choices, right, off, points in cells
        ]
        told = [place for place, some in enumerate(steps) if some]
        if len(told) >= _PINNED:
            for game in self._games.list_likeliest(find_values(step for some in steps for step in some)):
                if any(game.points) and all(game.shown[place] in steps[place] for place in told):
                    yield game

    def _list_numbers(self, choices: Choices) -> list[int]:
        """What the cell may say; nothing where it may well say no number."""
        numbers, show = [one for one in choices.options if digits_of(one) is not None], self._games.limits.show
        unread = any(one.probability >= show for one in choices.options if one not in numbers)
        return [] if unread else [option.value for option in numbers if option.value is not None]
