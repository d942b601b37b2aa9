"""What one row of a list may be, below the totals above it, and how well each goes with its ink.

It may be a game, none of those looked at, or blank: then nothing was played, or a game that only the totals of the row
below hold.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import cache, partial
from itertools import product
from math import prod
from typing import NamedTuple

from scoring.counting.rules import RuleSet
from scoring.rows.one_sided_rows import Side
from scoring.rows.row_patterns import find_values
from tournament.judging.ink_options import Choices, Option, add_missed_ink, may_be_missed
from tournament.judging.limits.judging_limits import Limits
from tournament.judging.lists.games import RowGame, RowGames, is_lone_game, join_said, read_total, weigh_solo_cross
from tournament.judging.lists.list_ink import ListRow, is_clear, weigh_blank
from tournament.judging.lists.totals import Numbers, RunningTotals
from tournament.judging.row_law import SEATS
from tournament.judging.row_readings import digits_of, weigh_hand
from tournament.judging.way import Told

_USUAL = range(1, 7)
"""Values, in the rules' unit, that a game may have of which none is written."""
_PINNED = 3
"""So many totals at least must be written below a blank row: fewer fit too many pairs of games."""


class Read(NamedTuple):
    """What a total says, None for nothing of use; how likely that is; and the likeliest of its ink's options that says
    so."""

    total: int | None
    weight: float
    option: Option


class CellDue(NamedTuple):
    """What a total should say: the right number, or the one that carries an error on; None for one that its ink cannot
    say. `plays`: whether the seat does."""

    right: int | None
    carried: int | None
    plays: bool


CellDues = tuple[CellDue | None, ...]
"""By seat; None below an unknown total, where each number is as likely as another."""


class TotalsRead(NamedTuple):
    """One way to read all totals of a row, beside the value of its game: how likely it is, what the totals say, and
    which of their ink's and of the value's options."""

    weight: float
    totals: Numbers
    options: tuple[Option, ...]


class ListWay(NamedTuple):
    """One way through a row, between the totals `above` and `below`. `points`: by seat; None where they are none of
    those looked at, () where nothing was played. `read`: what its totals say. `options`: which of their ink's that are,
    and what the value says, () where nobody looked. `solo`: whether it is crossed, None where that is not in doubt."""

    above: RunningTotals
    below: RunningTotals
    weight: float
    points: tuple[int, ...] | None
    read: Numbers
    options: tuple[Option, ...] = ()
    solo: bool | None = None

    @property
    def blank(self) -> bool:
        """Whether nothing is written on it; its game, if any, is held by the totals below."""
        return self.points is not None and not self.options


class RowWays:
    """A row, asked below each state of the totals; `below`: the next row, None at the list's end."""

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
        self._cells_below = beside.row.cells if beside else ()
        self._games_below = beside.list_own_games() if beside else []
        # asked below many states, most of which are alike in what the ink can say there
        self._list_sized, self._read_totals = cache(self.games.list_likeliest), cache(self._list_totals_read)
        self._keep_said, self._bound_cell = cache(self._find_said), cache(self._bound_read)
        self._bound_value = cache(lambda worth: _bound_hand(row.value, self.games.find_value(worth)))
        self._read_cell, self._weigh_best = cache(self._list_reads), cache(self._weigh_best_read)

    def list_ways(self, above: RunningTotals, least: float = 0.0) -> list[ListWay]:
        """That it is blank, where it may be; every game that it may be, with what its totals then say; last that it is
        none of them. Games that weigh less than `least` are left out."""
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
        """What the row's fields say on that way."""
        if way.points is None:
            return self.games.say_unknown()
        if not way.points:
            return Told()
        totals = zip(self.row.cells, way.read, way.below.right, way.above.off, strict=True)
        said = [self.games.say_total(seat, *one) for seat, (cell, *one) in enumerate(totals) if cell.id]
        return join_said([*said, self.games.say_beside(way.points, way.solo)])

    def _share_solo(self, lone: bool) -> list[tuple[bool | None, float]]:
        """Whether the solo is crossed beside a game of one against three, or another, with the shares; None where that
        is not in doubt."""
        choices = self.row.crosses[0]
        if is_clear(choices, self.limits):
            return [(None, 1.0)]
        whole = self.games.weigh_solo(lone)
        often = ((one, weigh_solo_cross(self.limits, lone, bool(one.value))) for one in choices.options)
        return [(bool(one.value), one.probability * how_often / whole) for one, how_often in often]

    def _list_known(self, above: RunningTotals, least: float) -> Iterator[ListWay]:
        """The games that it may be, without ways that are negligible beside another."""
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
        """The games, likeliest first, each with its weight as its totals are likeliest read, and what is due of them;
        without those that are negligible beside another, or lighter than `least`."""
        best, places = 0.0, enumerate(zip(*above, strict=True))
        find_bound = [(place + 1, cache(partial(self._find_bound, place, *totals))) for place, totals in places]
        for game in self._list_sized(self._list_sizes(above)):
            least = max(least, self.limits.negligible * best)
            if game.weight < least:
                return
            most, seats = game.weight * self._bound_value(game.worth), zip(find_bound, game.shown, strict=True)
            for (seat, find), points in seats:
                most *= find(points, seat != game.sits)[0]
                if most < least:
                    break
            else:
                known = zip(find_bound, game.shown, strict=True)
                dues = tuple([find(points, seat != game.sits)[1] for (seat, find), points in known])
                weight = game.weight * self._weigh_best(dues, game.worth)
                best = max(best, weight)
                if weight >= least:
                    yield weight, game, dues

    def _weigh_best_read(self, dues: CellDues, worth: int) -> float:
        """How likely the totals are read as is likeliest beside a game of that value."""
        reads = [self._read_cell(seat, due)[0] for seat, due in enumerate(dues)]
        return self._weigh_reads(reads, self.games.find_value(worth)).weight

    def _list_totals_read(self, dues: CellDues, worth: int) -> list[TotalsRead]:
        """The totals as they are likeliest read beside a game of that value, and with one of them read otherwise, or
        several that may well be."""
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
        """How likely the totals are read so, beside the value: all of them are one writer's."""
        options = (*[read.option for read in reads], value)
        weight = prod([read.weight for read in reads]) * weigh_hand(self._firsts, options, self.limits)
        return TotalsRead(weight, tuple([read.total for read in reads]), options)

    def _find_bound(
        self, place: int, right: int | None, off: int, points: int, plays: bool
    ) -> tuple[float, CellDue | None]:
        """How heavy the total at that place (from 0) is at most where `points` were added to these, and what is due."""
        due = None
        if right is not None:
            due = CellDue(self._keep_said(place, right + points), self._keep_said(place, right + points + off), plays)
        return self._bound_cell(place, due), due

    def _find_said(self, place: int, number: int) -> int | None:
        """The number, if the ink at that place may say it."""
        may_say = number in self._numbers[place] or may_be_missed(self.row.cells[place], number)
        return number if may_say else None

    def _bound_read(self, place: int, due: CellDue | None) -> float:
        """How heavy a total at that place is at most, as it is likeliest read."""
        best = self._read_cell(place, due)[0]
        return best.weight * _bound_hand(self.row.cells[place], best.option)

    def _list_reads(self, seat: int, due: CellDue | None) -> list[Read]:
        """What the total at that place (from 0) may say, likeliest first."""
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
        """The values of games that totals and value speak for."""
        support: dict[int, float] = defaultdict(float)
        for choices, due in zip(self.row.cells, above.due, strict=True):
            numbers = [(one, one.value) for one in choices.options if one.value is not None] if due else []
            for option, number in numbers:
                for size in find_values({number - total for total in due or ()}):
                    support[size] += option.probability
        for option in self.row.value.options:
            if option.value:
                support[abs(option.value)] += 2 * option.probability
        if digits_of(self.row.value.first) is None and None in map(_read_plainly, self.row.cells):
            for size in _USUAL:  # who has no total may have won any game
                support[size * self._step] += self.limits.show
        return tuple(sorted(sorted(support, key=lambda size: -support[size])[: self.limits.list_sizes]))

    def _make_unknown_game(self, above: RunningTotals) -> ListWay:
        """None of the games: the totals go on from what is written."""
        limits, beside = self.limits, self.games.beside
        written = tuple(map(_read_plainly, self.row.cells))
        unread = sum(choices.first.value is None for choices in self.row.cells)
        blank = max(written.count(None) - unread - (len(written) == SEATS), 0)
        weight = limits.list_untold * limits.list_game ** (beside / 2) * limits.left_blank ** (blank + 2 - beside)
        weight *= limits.list_total ** (len(written) - written.count(None)) * (1.0 - self._blank)
        return ListWay(above, above.lose(written, self.games.due), weight, None, self._none)

    def _list_blank(self, above: RunningTotals) -> list[ListWay]:
        """That nothing was played; then each game that the totals below may hold besides their own."""
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
        """The games that are left of the totals' steps below when the points of that row's own game are taken off."""
        cells = zip(self._cells_below, above.due, own.shown, strict=True)
        steps = [
            {number - base - points for number in self._list_numbers(choices) for base in due or ()}
            for choices, due, points in cells
        ]
        told = [place for place, some in enumerate(steps) if some]
        if len(told) >= _PINNED:
            for game in self.games.list_likeliest(find_values(step for some in steps for step in some)):
                if any(game.points) and all(game.shown[place] in steps[place] for place in told):
                    yield game

    def _list_numbers(self, choices: Choices) -> list[int]:
        """What the cell may say; nothing where it may well say no number."""
        numbers = [one for one in choices.options if digits_of(one) is not None]
        unread = any(one.probability >= self.limits.show for one in choices.options if one not in numbers)
        return [] if unread else [option.value for option in numbers if option.value is not None]


def _bound_hand(choices: Choices, option: Option) -> float:
    """How much likelier an option is at most for others of its row that are misread like it (`weigh_hand`)."""
    return max(1.0, choices.first.probability / option.probability)


def _list_any(choices: Choices, limits: Limits) -> list[Read]:
    """What a total below an unknown one may say: each number is as likely as another."""
    reads = []
    for option in choices.options:
        total = read_total(option, (0,))
        often = 1.0 if option.value is None else limits.left_blank if total is None else limits.list_total
        reads.append(Read(total, option.probability * often, option))
    return sorted(reads, key=lambda read: -read.weight)[: limits.total_readings]


def _read_plainly(choices: Choices) -> int | None:
    """The number that the cell says by itself; of one that cannot be read the likeliest."""
    if choices.first.value is None:
        return next((option.value for option in choices.options if option.value is not None), None)
    return None if digits_of(choices.first) is None else choices.first.value
