"""What one row of a list may be, below one standing of the totals, and how well each goes with its ink."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain
from math import prod

from scoring.counting.rules import RuleSet
from scoring.rows.patterns import are_offence_points
from scoring.rows.reconstruct import Hands, Side, find_shown_points, find_values, list_rows_near, list_sitters
from tournament.judging.lists.listink import ListRow, is_clear
from tournament.judging.lists.total_readings import LEFT_BLANK, Read, Reads, TotalsState
from tournament.judging.row.joint_readings import weigh_hand
from tournament.judging.row.options import Choices, Option
from tournament.limits import Limits

_SIZES = 8  # sizes of games looked at in a row
_NULLSPIEL, _GAME, _UNTOLD = 0.03, 0.005, 0.3  # how often a row is a Nullspiel, one particular game, none of those
_ANY_NUMBER = 1 / 200  # how likely one particular total is where nothing is known
_STRAY_MARK, _MARK_MISSING = 0.003, 0.015
_ALONE_UNCROSSED, _CROSSED_PAIRS = 0.3, 0.001  # games of one against three without the solo's cross; the other way


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


class RowWays:
    """A row, asked below each standing of the totals."""

    def __init__(self, rules: RuleSet, row: ListRow, side: Side | None, limits: Limits) -> None:
        self.rules, self.row, self.side, self.limits = rules, row, side, limits
        self.slip = limits.row_mistake / len(row.cells) / limits.mistakes_near
        self._away, self._seats = list_sitters(rules, row.inked), range(1, len(row.cells) + 1)
        self._marked = [_chance(choices) for choices in row.wins]
        self._solo = [_crossed_fit(_chance(row.crosses[0]), partial(solo_often, lone)) for lone in (False, True)]
        self._offence = [_crossed_fit(_chance(row.crosses[1]), partial(offence_often, fine)) for fine in (False, True)]
        self._marks = [[_crossed_fit(chance, partial(mark_often, won)) for won in (False, True)]
                       for chance in self._marked]
        self._often: dict[tuple[int, ...], float] = {}
        self._worth: dict[int, float] = {}
        self._values: dict[int, Option] = {}
        self._firsts = [choices.first for choices in (*row.cells, row.value)]

    def edges(self, above: TotalsState) -> list[Edge]:
        """Every game that the row may be, with what its totals then say; last that it is none of them."""
        found = list(self._read(above))
        least = self.limits.negligible * max((weight for weight, _, _ in found), default=0.0)
        likely = (self._of(above, weight, hands, ways) for weight, hands, ways in found if weight >= least)
        told = chain.from_iterable(likely)
        return [*(one for edge in told for one in self._split(edge)), self._make_unknown_game(above)]

    def _split(self, edge: Edge) -> Iterator[Edge]:
        """The way with its solo's cross and without, where that is in doubt."""
        choices, lone = self.row.crosses[0], is_lone_game(edge.points or ())
        if is_clear(choices, self.limits):
            yield edge
            return
        for option in choices.options:
            solo = bool(option.value)
            share = option.probability * solo_often(lone, solo) / self._solo[lone]
            yield replace(edge, weight=edge.weight * share, solo=solo)

    def _read(self, above: TotalsState) -> Iterator[tuple[float, Hands, list[list[Read]]]]:
        """The games with their weights, and what each total may say; without those that value and crosses alone make
        negligible beside another."""
        reads, best = Reads(self.row, above, self.slip), 0.0
        games = sorted(((share * self._fits(hands), hands) for hands, share in self._games(above)),
                       key=lambda game: -game[0])
        for often, hands in games:
            if often < self.limits.negligible * best:
                return
            ways = [reads.of(seat, find_shown_points(hands, seat, self.side), seat in hands) for seat in self._seats]
            weight = often * self._weigh_reads(hands, [way[0] for way in ways])
            best = max(best, weight)
            yield weight, hands, ways

    def _of(self, above: TotalsState, weight: float, hands: Hands, ways: list[list[Read]]) -> Iterator[Edge]:
        """The game with its totals as they are likeliest read, and with one of them read otherwise."""
        best = tuple(way[0] for way in ways)
        yield self._edge(above, hands, best, weight)
        often = weight / self._weigh_reads(hands, best)
        for place, way in enumerate(ways):
            for other in way[1:]:
                changed = (*best[:place], other, *best[place + 1 :])
                yield self._edge(above, hands, changed, often * self._weigh_reads(hands, changed))

    def _weigh_reads(self, hands: Hands, reads: Sequence[Read]) -> float:
        """How likely the totals are read so, beside the value: all of them are one writer's."""
        value = self._find_value(worth_of(tuple(hands.get(seat, 0) for seat in self._seats)))
        options = (*(read.option for read in reads), value)
        return prod(read.weight for read in reads) * weigh_hand(self._firsts, options, self.limits)

    def _find_value(self, worth: int) -> Option:
        """What is likeliest written as the value of a game of that worth."""
        if worth not in self._values:
            self._values[worth] = max(self.row.value.options,
                                      key=lambda option: option.probability * self.value_fit(option, worth))
        return self._values[worth]

    def _games(self, above: TotalsState) -> Iterator[tuple[Hands, float]]:
        """Games with how often they are played: those of the sizes that totals and value speak for."""
        unusual, sizes = self.rules.checks.unusual.above, self._sizes(above)
        for sits in self._away:
            yield {seat: 0 for seat in self._seats if seat != sits}, _NULLSPIEL / len(self._away)
            for hands in list_rows_near(self.row.inked, sits, sizes):
                usual = min(map(abs, hands.values())) <= unusual
                yield hands, (_GAME if usual else _GAME * self.limits.unusual) / len(self._away)

    def _sizes(self, above: TotalsState) -> list[int]:
        support: dict[int, float] = defaultdict(float)
        for choices, right, off in zip(self.row.cells, *above, strict=True):
            for option in choices.options:
                steps = {option.value - right, option.value - right - off} if option.value is not None else ()
                for size in find_values(steps):
                    support[size] += option.probability
        for option in self.row.value.options:
            if option.value:
                support[abs(option.value)] += 2 * option.probability
        return sorted(support, key=lambda size: -support[size])[:_SIZES]

    def _fits(self, hands: Hands) -> float:
        """How well the game goes with the value and the crosses."""
        points = tuple(hands.get(seat, 0) for seat in self._seats)
        if points not in self._often:
            crosses = self._solo[is_lone_game(points)] * self._offence[self.is_fine(points)]
            self._often[points] = self._value_fits(worth_of(points)) * self._marks_fit(points) * crosses
        return self._often[points]

    def _value_fits(self, worth: int) -> float:
        """Of a row of that value, or of one whose value is blank."""
        if worth not in self._worth:
            fits = (option.probability * self.value_fit(option, worth) for option in self.row.value.options)
            self._worth[worth] = sum(fits)
        return self._worth[worth]

    def value_fit(self, option: Option, worth: int) -> float:
        """How often people write this beside a game of that value."""
        blank = option.value is None or (not option.value and worth)
        return self.slip + (LEFT_BLANK if blank else float(abs(option.value or 0) == worth))

    def is_fine(self, points: tuple[int, ...]) -> bool:
        """Whether an offence costs that."""
        return are_offence_points(self.rules, {seat: one for seat, one in enumerate(points, 1) if one})

    def marks_tell(self, points: tuple[int, ...]) -> bool:
        """Whether marks are set, and somebody won."""
        return any(points) and any(chance >= self.limits.plain for chance in self._marked)

    def _marks_fit(self, points: tuple[int, ...]) -> float:
        """Whether who has plus is marked; where nobody is, that tells nothing."""
        if not self.marks_tell(points):
            return LEFT_BLANK if any(points) else 1.0
        return prod([fits[number > 0] for number, fits in zip(points, self._marks, strict=True)])

    def _edge(self, above: TotalsState, hands: Hands, reads: Sequence[Read], weight: float) -> Edge:
        right, off = above
        now = tuple(total + find_shown_points(hands, seat, self.side) for seat, total in enumerate(right, 1))
        gap = tuple(before if read.total is None else read.total - total
                    for before, total, read in zip(off, now, reads, strict=True))
        played = tuple(hands.get(seat, 0) for seat in self._seats)
        return Edge(above, (now, gap), weight, played, tuple(read.total for read in reads),
                    (*(read.option for read in reads), self._find_value(worth_of(played))))

    def _make_unknown_game(self, above: TotalsState) -> Edge:
        """None of the games: the totals go on from what is written."""
        reads = [next((option.value for option in choices.options if option.value), None) for choices in self.row.cells]
        held = [right + off for right, off in zip(*above, strict=True)]
        below = tuple(total if read is None else read for read, total in zip(reads, held, strict=True))
        weight = _UNTOLD * _ANY_NUMBER ** sum(read is not None for read in reads)
        return Edge(above, (below, (0,) * len(reads)), weight, None, (None,) * len(reads))


def worth_of(points: tuple[int, ...]) -> int:
    """The value of the game: a lone player has it three times."""
    return min((abs(number) for number in points if number), default=0)


def is_lone_game(points: tuple[int, ...]) -> bool:
    """Whether one played against three."""
    return len({abs(number) for number in points if number}) > 1


def mark_often(won: bool, crossed: bool) -> float:
    """How often a seat that won, or did not, is marked as a winner, or left without a mark."""
    often = 1.0 - _MARK_MISSING if won else _STRAY_MARK
    return often if crossed else 1.0 - often


def solo_often(lone: bool, crossed: bool) -> float:
    """How often a game of one against three, or of two against two, is crossed as a solo, or not."""
    return (1.0 if crossed else _ALONE_UNCROSSED) if lone else (_CROSSED_PAIRS if crossed else 1.0)


def offence_often(fine: bool, crossed: bool) -> float:
    """How often points that an offence costs, or others, are crossed as one, or not."""
    return _CROSSED_PAIRS if crossed and not fine else 1.0


def _crossed_fit(chance: float, often: Callable[[bool], float]) -> float:
    """How well a box that is so likely crossed goes with how often it is."""
    return chance * often(True) + (1.0 - chance) * often(False)


def _chance(choices: Choices) -> float:
    """How likely the box is marked."""
    return next((option.probability for option in choices.options if option.value), 0.0)
