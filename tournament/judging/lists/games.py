"""Every game that a row of a list may be, and how well it goes with value, marks and crosses, whatever the totals say.

The games of one size are multiples of the same few, and a row is asked below many standings. So each factor of a game's
weight is found once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache, partial
from math import prod, sqrt
from typing import NamedTuple

from scoring.counting.rules import RuleSet
from scoring.rows.one_sided_rows import Side, find_shown_points, list_rows_near, list_sitters
from scoring.rows.row_patterns import are_offence_points
from scoring.rows.written_rows import find_expected_sitter
from tournament.judging.ink_options import Choices, Option
from tournament.judging.limits.judging_limits import Limits
from tournament.judging.lists.list_ink import ListRow


class RowGame(NamedTuple):
    """One game of a row. `weight`: how often it is played, and how well it goes with value, marks and crosses. By seat
    its `points`, 0 for who sits out, and what of them the list has `shown`. `sits`: the seat that sits out, if any."""

    weight: float
    points: tuple[int, ...]
    shown: tuple[int, ...]
    sits: int | None


@dataclass(frozen=True, slots=True)
class _UnitGame:
    """A game of value 1, of which others are multiples. `marks`, `crosses`: how well these go with it and with its
    multiples."""

    points: tuple[int, ...]
    sits: int | None
    lone: bool
    marks: float
    crosses: float

    def multiply(self, size: int) -> tuple[int, ...]:
        """Its points in a game of that value."""
        return tuple([size * one for one in self.points])


_Weighed = tuple[float, _UnitGame, int]
"""A game's weight, and of which game it is how many times the points."""


class RowGames:
    """The games that one row may be."""

    def __init__(self, rules: RuleSet, row: ListRow, side: Side | None, limits: Limits) -> None:
        self.rules, self.row, self.side, self.limits = rules, row, side, limits
        self.slip = limits.row_mistake / len(row.cells) / limits.mistakes_near
        self.marked = any(_find_chance(choices) >= limits.plain for choices in row.wins)
        solo, offence = row.crosses
        self._solo = [_fit_cross(solo, partial(weigh_solo_cross, limits, lone)) for lone in (False, True)]
        self._offence = [_fit_cross(offence, partial(weigh_offence_cross, limits, fine)) for fine in (False, True)]
        self._marks = [
            [_fit_cross(choices, partial(weigh_mark_cross, limits, won)) for won in (False, True)]
            for choices in row.wins
        ]
        self._fines = {find_worth(tuple(fine.hands)) for fine in rules.offence.list_fines()}
        self._turned = (row.value.first.value or 0) < 0
        self.due = list_sitters(rules, row.inked)
        self._away = self._weigh_sitters()
        self._unit = {sits: [*self._list_units(sits)] for sits in self._away}
        self.find_value, self._weigh_games = cache(self._find_value), cache(self._find_games)

    def list_likeliest(self, sizes: Iterable[int]) -> Iterator[RowGame]:
        """The games of these values (above 0) and the Nullspiel, the likeliest first."""
        sizes = sorted(set(sizes))
        games = [game for sits in self._away for size in (0, *sizes) for game in self._weigh_games(sits, size)]
        for weight, unit, size in sorted(games, key=lambda game: -game[0]):
            points = unit.multiply(size)
            hands = {seat: number for seat, number in enumerate(points, 1) if seat != unit.sits}
            shown = (
                points
                if self.side is None
                else tuple(find_shown_points(hands, seat, self.side) for seat in range(1, len(points) + 1))
            )
            yield RowGame(weight, points, shown, unit.sits)

    def is_marked(self, points: int) -> bool:
        """Whether a seat with these points should be marked: a value below 0 means that the winners lose."""
        return points < 0 if self._turned else points > 0

    def weigh_solo(self, points: tuple[int, ...]) -> float:
        """How well the solo's box goes with these points."""
        return self._solo[is_lone_game(points)]

    def fit_value(self, option: Option, worth: int) -> float:
        """How often people write this beside a game of that value."""
        blank = option.value is None or (not option.value and worth)
        return self.slip + (self.limits.left_blank if blank else float(abs(option.value or 0) == worth))

    def is_fine(self, points: tuple[int, ...]) -> bool:
        """Whether an offence costs that."""
        return are_offence_points(self.rules, {seat: one for seat, one in enumerate(points, 1) if one})

    def has_winner_marks(self, points: tuple[int, ...]) -> bool:
        """Whether marks are set, and somebody won."""
        return any(points) and self.marked

    def _weigh_sitters(self) -> dict[int | None, float]:
        """Who may have sat out, and how often: who is struck out, or whose turn it was, or anybody. Against that only
        who seems to have, and whose turn it was where another is struck out: a stroke may be a 1, or a total of 0."""
        weights: dict[int | None, float] = dict.fromkeys(self.due, 1.0 / len(self.due))
        turn = find_expected_sitter(self.rules, self.row.inked.make_row(None), len(self.row.cells))
        for seat in (*self.row.stayed, *filter(None, [turn])):
            weights.setdefault(seat, self.limits.row_mistake)
        return weights

    def _list_units(self, sits: int | None) -> Iterator[_UnitGame]:
        """The games of value 1."""
        for hands in list_rows_near(self.row.inked, sits, (1,)):
            points = tuple(hands.get(seat, 0) for seat in range(1, len(self.row.cells) + 1))
            lone = is_lone_game(points)
            yield _UnitGame(points, sits, lone, self._fit_marks(points), self._solo[lone] * self._offence[False])

    def _find_value(self, worth: int) -> Option:
        """What is likeliest written as the value of a game of that worth."""
        return max(self.row.value.options, key=lambda option: option.probability * self.fit_value(option, worth))

    def _find_games(self, sits: int | None, size: int) -> list[_Weighed]:
        """All games of that value; the Nullspiel, of value 0, is one."""
        limits, fit = self.limits, self._fit_values(size)
        if not size:
            crosses = self._solo[False] * self._offence[False]
            marks = sqrt(limits.list_game) if self.marked else 1.0  # whoever is marked in it
            nullspiel = _UnitGame((0,) * len(self.row.cells), sits, lone=False, marks=marks, crosses=crosses)
            return [(limits.list_nullspiel * self._away[sits] * (fit * marks * crosses), nullspiel, 0)]
        usual = size <= self.rules.checks.unusual.above
        often = (limits.list_game if usual else limits.list_game * limits.unusual) * self._away[sits]
        return [(often * (fit * unit.marks * self._fit_crosses(unit, size)), unit, size) for unit in self._unit[sits]]

    def _fit_crosses(self, unit: _UnitGame, size: int) -> float:
        """How well both crosses go with so many times the unit's points."""
        fine = size in self._fines and self.is_fine(unit.multiply(size))
        return self._solo[unit.lone] * self._offence[True] if fine else unit.crosses

    def _fit_values(self, worth: int) -> float:
        """How well the value goes with a game of that one; it may be blank."""
        return sum(option.probability * self.fit_value(option, worth) for option in self.row.value.options)

    def _fit_marks(self, points: tuple[int, ...]) -> float:
        """Whether who has plus is marked; where nobody is, that tells nothing."""
        if not self.has_winner_marks(points):
            return self.limits.left_blank
        return prod([fits[self.is_marked(number)] for number, fits in zip(points, self._marks, strict=True)])


def find_worth(points: tuple[int, ...]) -> int:
    """The value of the game: a lone player has it three times."""
    return min((abs(number) for number in points if number), default=0)


def is_lone_game(points: tuple[int, ...]) -> bool:
    """Whether one played against three."""
    return len({abs(number) for number in points if number}) > 1


def weigh_mark_cross(limits: Limits, won: bool, crossed: bool) -> float:
    """How often a seat that won, or did not, is marked as a winner, or left without a mark."""
    often = 1.0 - limits.mark_missing if won else limits.mark_stray
    return often if crossed else 1.0 - often


def weigh_solo_cross(limits: Limits, lone: bool, crossed: bool) -> float:
    """How often a game of one against three, or of two against two, is crossed as a solo, or not."""
    return (1.0 if crossed else limits.lone_uncrossed) if lone else (limits.cross_stray if crossed else 1.0)


def weigh_offence_cross(limits: Limits, fine: bool, crossed: bool) -> float:
    """How often points that an offence costs, or others, are crossed as one, or not."""
    return limits.cross_stray if crossed and not fine else 1.0


def _fit_cross(choices: Choices, often: Callable[[bool], float]) -> float:
    """How well a box goes with how often it is crossed."""
    chance = _find_chance(choices)
    return chance * often(True) + (1.0 - chance) * often(False)


def _find_chance(choices: Choices) -> float:
    """How likely the box is marked."""
    return next((option.probability for option in choices.options if option.value), 0.0)
