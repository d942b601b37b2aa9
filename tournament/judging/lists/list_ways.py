"""The hypotheses for one row of a list, given the totals above it, each with its weight by the row's ink.

The row may be a game; none of the games that were tried; or blank. A blank row was not played, or its game is only in
the totals of the row below.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import cache, partial
from itertools import product
from math import prod
from typing import NamedTuple

from scoring.counting.game import count_players, count_sitters
from scoring.counting.row_laws import Side
from scoring.counting.rules import RuleSet
from scoring.rows.row_patterns import find_values
from tournament.judging.ink_options import Choices, Option, add_missed_ink, may_be_missed
from tournament.judging.limits.judging_limits import Limits
from tournament.judging.lists.games import RowGame, RowGames, is_lone_game, join_said, read_total, weigh_solo_cross
from tournament.judging.lists.list_ink import ListRow, is_clear, weigh_blank
from tournament.judging.lists.totals import Numbers, RunningTotals
from tournament.judging.row_readings import digits_of, weigh_hand
from tournament.judging.way import Told

_USUAL = range(1, 7)
"""Values, in the rules' unit, that are tried for a game whose value is not written."""
_PINNED = 3
"""So many totals at least must be written in the row below a blank one: fewer would fit too many pairs of games."""


class Read(NamedTuple):
    """A reading of a total: the number, None for a blank or unreadable one; its weight; and the likeliest of the ink's
    options that mean this number."""

    total: int | None
    weight: float
    option: Option


class CellDue(NamedTuple):
    """What a total should say: the `right` number, or the one that goes on from a wrong total above (`carried`); None
    for a number that its ink cannot be. `plays`: whether the seat plays."""

    right: int | None
    carried: int | None
    plays: bool


CellDues = tuple[CellDue | None, ...]
"""By seat; None below an unknown total, where every number is equally likely."""


class TotalsRead(NamedTuple):
    """One way to read all totals of a row: its weight, the totals, and the options of the ink of all totals and of the
    value, in this order."""

    weight: float
    totals: Numbers
    options: tuple[Option, ...]


class ListWay(NamedTuple):
    """One hypothesis for a row, which leads from the totals `above` to those `below`.

    `points`: by seat; None if it is none of the games that were tried, () if nothing was played. `read`: the totals as
    read. `options`: the options of the ink of all totals and of the value; () if the row is blank or its game unknown.
    `solo`: whether the solo's box is crossed, None where that is not in doubt.
    """

    above: RunningTotals
    below: RunningTotals
    weight: float
    points: tuple[int, ...] | None
    read: Numbers
    options: tuple[Option, ...] = ()
    solo: bool | None = None

    @property
    def blank(self) -> bool:
        """Whether nothing is written in the row; its game, if any, is in the totals of the row below."""
        return self.points is not None and not self.options


class RowWays:
    """Lists the ways of one row for each state above it; `below`: the next row, None at the list's end."""

    def __init__(
        self, rules: RuleSet, row: ListRow, side: Side | None, limits: Limits, below: RowWays | None = None
    ) -> None:
        self.row, self.limits, self.games = row, limits, RowGames(rules, row, side, limits)
        self._step = rules.checks.unit.step
        self._firsts = [choices.first for choices in (*row.cells, row.value)]
        self._numbers = [{option.value for option in choices.options if option.value} | {0} for choices in row.cells]
        self._none: Numbers = (None,) * len(row.cells)
        self._solos = [self._share_solo(lone) for lone in (False, True)]
        self._blank = 1.0 if row.inked.blank else weigh_blank(row, limits)
        beside = below if self._blank and below and not below.row.inked.blank else None
        self._row_below = beside.row if beside else row
        self._games_below = beside.list_own_games() if beside else []
        # called for many states, most of which differ in nothing that this row's ink could show
        self._list_sized, self._read_totals = cache(self.games.list_likeliest), cache(self._list_totals_read)
        self._keep_said, self._bound_cell = cache(self._find_said), cache(self._bound_read)
        self._bound_value = cache(lambda worth: _bound_hand(row.value, self.games.find_value(worth)))
        self._read_cell, self._weigh_best = cache(self._list_reads), cache(self._weigh_best_read)

    def list_ways(self, above: RunningTotals, least: float = 0.0) -> list[ListWay]:
        """First the blank row, if it may be blank; then every game with the totals as read; last an unknown game. Games
        that weigh less than `least` are left out."""
        blank = self._list_blank(above) if self._blank else []
        if self.row.inked.blank:
            return blank
        return [*blank, *self._list_known(above, least), self._make_unknown_game(above)]

    def list_own_games(self) -> list[RowGame]:
        """The games that the row may be by its value, marks and crosses alone."""
        values = {abs(option.value) for option in self.row.value.options if option.value}
        nothing = digits_of(self.row.value.first) is None
        games = self.games.list_likeliest((*values, *(self._step * size for size in _USUAL if nothing)))
        return [game for game in games if game.weight >= self.limits.list_below * games[0].weight]

    def say(self, way: ListWay) -> Told:
        """P(text) of each of the row's fields on that way."""
        if way.points is None:
            return self.games.say_unknown()
        if not way.points:
            return Told()
        totals = zip(self.row.cells, way.read, way.below.right, way.above.off, strict=True)
        said = [self.games.say_total(seat, *one) for seat, (cell, *one) in enumerate(totals) if cell.id]
        return join_said([*said, self.games.say_beside(way.points, way.solo)])

    def _share_solo(self, lone: bool) -> list[tuple[bool | None, float]]:
        """Whether the solo's box is crossed, each with its probability given a game of one against three (`lone`), or
        another; None where that is not in doubt."""
        choices = self.row.crosses[0]
        if is_clear(choices, self.limits):
            return [(None, 1.0)]
        whole = self.games.weigh_solo(lone)
        often = ((one, weigh_solo_cross(self.limits, lone, bool(one.value))) for one in choices.options)
        return [(bool(one.value), one.probability * how_often / whole) for one, how_often in often]

    def _list_known(self, above: RunningTotals, least: float) -> Iterator[ListWay]:
        """The ways with a game, without those that are negligible beside the best."""
        found = [(*one, self._solos[is_lone_game(one[1].points)]) for one in self._list_games(above, least)]
        best, negligible = max((one[0] for one in found), default=0.0), self.limits.negligible
        heaviest = max((weight * share for weight, _, _, solos in found for _, share in solos), default=0.0)
        for _, game, dues, solos in (one for one in found if one[0] >= negligible * best):
            for read, (solo, share) in product(self._read_totals(dues, game.worth), solos):
                weight = game.weight * read.weight * share
                if weight >= max(least, negligible * heaviest):
                    below = above.go_on(game.shown, read.totals)
                    yield ListWay(above, below, weight, game.points, read.totals, read.options, solo)

    def _list_games(self, above: RunningTotals, least: float) -> Iterator[tuple[float, RowGame, CellDues]]:
        """The games, likeliest first, each with its weight if the totals are read in the likeliest way, and with what
        the totals should say; without those that are negligible beside the best, or lighter than `least`."""
        # branch and bound: `most` is an upper bound of a game's weight, lowered seat by seat; once it falls below
        # `least`, the exact weight need not be worked out
        best, places = 0.0, enumerate(zip(*above, strict=True))
        find_bound = [(place + 1, cache(partial(self._find_bound, place, *totals))) for place, totals in places]
        for game in self._list_sized(self._list_sizes(above)):
            least = max(least, self.limits.negligible * best)
            if game.weight < least:
                return
            most, seats = game.weight * self._bound_value(game.worth), zip(find_bound, game.shown, strict=True)
            for (seat, find), points in seats:
                most *= find(points, seat not in game.sits)[0]
                if most < least:
                    break
            else:
                known = zip(find_bound, game.shown, strict=True)
                dues = tuple([find(points, seat not in game.sits)[1] for (seat, find), points in known])
                weight = game.weight * self._weigh_best(dues, game.worth)
                best = max(best, weight)
                if weight >= least:
                    yield weight, game, dues

    def _weigh_best_read(self, dues: CellDues, worth: int) -> float:
        """The weight of the likeliest reading of all totals beside a game of that value."""
        reads = [self._read_cell(seat, due)[0] for seat, due in enumerate(dues)]
        return self._weigh_reads(reads, self.games.find_value(worth)).weight

    def _list_totals_read(self, dues: CellDues, worth: int) -> list[TotalsRead]:
        """The likeliest reading of all totals beside a game of that value; then those that differ in one total, or in
        several that have a strong second reading."""
        reads = [self._read_cell(seat, due) for seat, due in enumerate(dues)]
        best, value = tuple(some[0] for some in reads), self.games.find_value(worth)
        return [self._weigh_reads(one, value) for one in (best, *self._list_changed(best, reads))]

    def _list_changed(self, best: tuple[Read, ...], reads: Sequence[Sequence[Read]]) -> Iterator[tuple[Read, ...]]:
        for place, some in enumerate(reads):
            yield from ((*best[:place], other, *best[place + 1 :]) for other in some[1:])
        likely = [[one for one in some if one.weight >= self.limits.rival * some[0].weight] for some in reads]
        if sum(len(some) > 1 for some in likely) > 1 and prod(map(len, likely)) <= self.limits.list_reads:
            for changed in product(*likely):
                if sum(one is not other for one, other in zip(changed, best, strict=True)) > 1:
                    yield changed

    def _weigh_reads(self, reads: Sequence[Read], value: Option) -> TotalsRead:
        """All totals as read so, with their weight beside the value. `weigh_hand` makes alike misreadings likelier
        together, as one person wrote them all."""
        options = (*[read.option for read in reads], value)
        weight = prod([read.weight for read in reads]) * weigh_hand(self._firsts, options, self.limits)
        return TotalsRead(weight, tuple([read.total for read in reads]), options)

    def _find_bound(
        self, place: int, right: int | None, off: int, points: int, plays: bool
    ) -> tuple[float, CellDue | None]:
        """The most that the total at that place (from 0) can weigh if `points` are added to the one above, and what it
        should say."""
        due = None
        if right is not None:
            due = CellDue(self._keep_said(place, right + points), self._keep_said(place, right + points + off), plays)
        return self._bound_cell(place, due), due

    def _find_said(self, place: int, number: int) -> int | None:
        """The number, if the ink at that place may say it."""
        may_say = number in self._numbers[place] or may_be_missed(self.row.cells[place], number)
        return number if may_say else None

    def _bound_read(self, place: int, due: CellDue | None) -> float:
        """The most that a total at that place can weigh, in its likeliest reading."""
        best = self._read_cell(place, due)[0]
        return best.weight * _bound_hand(self.row.cells[place], best.option)

    def _list_reads(self, seat: int, due: CellDue | None) -> list[Read]:
        """The readings of the total at that place (from 0), likeliest first."""
        choices, limits = self.row.cells[seat], self.limits
        if due is None:
            return _list_any(choices, limits)
        if choices.id is None:
            return [Read(None, 1.0, choices.first)]
        known = {due.right: limits.uncarried if due.right != due.carried else 1.0, due.carried: 1.0}
        weights, likeliest = dict[int | None, float](), dict[int | None, Option]()
        for option in add_missed_ink(choices, {*known}, limits).options:
            read = read_total(option, known)
            often = known.get(read, self.games.slip)
            if read is None:
                often = limits.left_blank if option.value is not None and due.plays else 1.0
            weights[read] = weights.get(read, 0.0) + option.probability * often
            likeliest.setdefault(read, option)
        ranked = sorted(weights.items(), key=lambda one: -one[1])[: limits.total_readings]
        least = limits.total_rival * ranked[0][1]
        return [Read(read, weight, likeliest[read]) for read, weight in ranked if weight >= least]

    def _list_sizes(self, above: RunningTotals) -> tuple[int, ...]:
        """The values to try, above 0: those by which a total moved, or that are written as the value, by P(reading)."""
        support: dict[int, float] = defaultdict(float)
        for choices, due in zip(self.row.cells, above.due, strict=True):
            numbers = [(one, one.value) for one in choices.options if one.value is not None] if due else []
            for option, number in numbers:
                for size in find_values(
                    self.games.rules, {number - total for total in due or ()}, count_players(len(above.due))
                ):
                    support[size] += option.probability
        for option in self.row.value.options:
            if option.value:
                support[abs(option.value)] += 2 * option.probability
        if digits_of(self.row.value.first) is None and None in map(_read_plainly, self.row.cells):
            for size in _USUAL:  # a seat without a total may have won any game
                support[size * self._step] += self.limits.show
        return tuple(sorted(sorted(support, key=lambda size: -support[size])[: self.limits.list_sizes]))

    def _make_unknown_game(self, above: RunningTotals) -> ListWay:
        """The way with an unknown game: the totals go on from those that are written."""
        limits, beside = self.limits, self.games.beside
        written = tuple(map(_read_plainly, self.row.cells))
        unread = sum(choices.first.value is None for choices in self.row.cells)
        blank = max(written.count(None) - unread - count_sitters(len(written)), 0)
        weight = limits.list_untold * limits.list_game ** (beside / 2) * limits.left_blank ** (blank + 2 - beside)
        weight *= limits.list_total ** (len(written) - written.count(None)) * (1.0 - self._blank)
        return ListWay(above, above.lose(written, self.games.surely_away), weight, None, self._none)

    def _list_blank(self, above: RunningTotals) -> list[ListWay]:
        """The ways of a blank row: nothing was played; or a game that the totals of the row below contain besides their
        own."""
        often = self._blank * self.limits.list_held * self.limits.list_game
        held = {game.points: game for own in self._games_below for game in self._list_held(above, own)}
        return [
            ListWay(above, above, self._blank, (), self._none),
            *(
                ListWay(above, above.go_on(game.shown, self._none), often, game.points, self._none)
                for game in held.values()
            ),
        ]

    def _list_held(self, above: RunningTotals, own: RowGame) -> Iterator[RowGame]:
        """The games that remain if the points of the next row's `own` game are taken off the steps of its totals."""
        cells = zip(self._row_below.cells, above.move(self._row_below.award).due, own.shown, strict=True)
        steps = [
            {number - base - points for number in self._list_numbers(choices) for base in due or ()}
            for choices, due, points in cells
        ]
        told = [place for place, some in enumerate(steps) if some]
        if len(told) >= _PINNED:
            values = find_values(self.games.rules, (step for some in steps for step in some), count_players(len(steps)))
            for game in self.games.list_likeliest(values):
                if any(game.points) and all(game.shown[place] in steps[place] for place in told):
                    yield game

    def _list_numbers(self, choices: Choices) -> list[int]:
        """The numbers that the cell may say; none at all if it may well be blank or unreadable."""
        numbers = [one for one in choices.options if digits_of(one) is not None]
        unread = any(one.probability >= self.limits.show for one in choices.options if one not in numbers)
        return [] if unread else [option.value for option in numbers if option.value is not None]


def _bound_hand(choices: Choices, option: Option) -> float:
    """The most by which `weigh_hand` can raise an option's weight because others of its row are misread like it."""
    return max(1.0, choices.first.probability / option.probability)


def _list_any(choices: Choices, limits: Limits) -> list[Read]:
    """The readings of a total below an unknown one: every number is equally likely there."""
    reads = []
    for option in choices.options:
        total = read_total(option, (0,))
        often = 1.0 if option.value is None else limits.left_blank if total is None else limits.list_total
        reads.append(Read(total, option.probability * often, option))
    return sorted(reads, key=lambda read: -read.weight)[: limits.total_readings]


def _read_plainly(choices: Choices) -> int | None:
    """The number of the ink's first choice, None if it is blank; if that cannot be read, the first number among the
    other options."""
    if choices.first.value is None:
        return next((option.value for option in choices.options if option.value is not None), None)
    return None if digits_of(choices.first) is None else choices.first.value
