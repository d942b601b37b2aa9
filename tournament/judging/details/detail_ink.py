"""The details of a row as a factor on each way to read its points: how well both go together, and what they say then.

Beside known points the details depend on nothing else on the sheet. So they are a factor of the row's ways in the
chain: `weigh_details` is the sum over all that the details may say, and `list_detail_ways` are its terms.

Points are weighed against every likely reading of the details (`Limits.detail_likely`). Where they contradict the
details, readings are followed down to `Limits.detail_odds`: before players are blamed, no box may have been misread.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

from scoring.counting.rules import RuleSet
from scoring.rows.one_sided_rows import Side, find_shown_points
from scoring.rows.row_patterns import find_pattern
from tournament.judging.details.allowed_games import (
    AllowedGame,
    Hands,
    find_exact_game,
    find_game_of_points,
    fits,
    list_allowed_games,
)
from tournament.judging.details.detail_choices import BLANK
from tournament.judging.details.game_fields import GameFields, WrittenDetails
from tournament.judging.details.readings import DetailReading, list_detail_readings, pick_with_solo
from tournament.judging.ink_options import Option
from tournament.judging.judging_limits import Limits
from tournament.judging.row_law import RowLaw
from tournament.judging.row_readings import RowValues


@dataclass(frozen=True, slots=True)
class DetailWay:
    """One way to read the details beside points. `changed`: by field id what is said otherwise than the ink's first
    choice; `weight`: relative to the other ways; `right`: whether the points follow."""

    changed: Mapping[str, Option]
    weight: float
    right: bool


@dataclass(frozen=True, slots=True)
class Beside:
    """A reading beside points: its odds times how often players write such points beside it, and whether they fit."""

    reading: DetailReading
    weight: float
    fits: bool


_NOTHING = Beside(DetailReading(WrittenDetails(), 1.0), 1.0, fits=True)
"""Where nothing stands but points."""


@dataclass(frozen=True)
class DetailInk:
    """The detail fields of a row, and what they say of its points."""

    law: RowLaw
    fields: GameFields

    @property
    def rules(self) -> RuleSet:
        """The rules at the table."""
        return self.law.rules

    @property
    def limits(self) -> Limits:
        """What doubtful ink may say."""
        return self.law.limits

    @property
    def silent(self) -> bool:
        """Whether nothing is told that points could be checked by."""
        return not self.fields.inked

    @cached_property
    def readings(self) -> tuple[DetailReading, ...]:
        """Every reading worth following: the ink's own, then the others by falling odds."""
        return list_detail_readings(self.fields, self.limits.detail_odds, self.limits.detail_readings)

    @cached_property
    def likely(self) -> tuple[DetailReading, ...]:
        """The readings that points are weighed by, the others being as good as never meant."""
        return list_detail_readings(self.fields, self.limits.detail_likely, self.limits.detail_readings)

    def weigh_details(self, values: RowValues) -> float:
        """How often players write these points beside such details, relative to points that follow from them for sure.

        Points that no game has are one mistake already; that they do not follow from the details is no second one, as
        long as they are one slip away from what does.
        """
        if self.silent:
            return 1.0
        if values not in self._weighed:
            self._weighed[values] = self._weigh(values)
        return self._weighed[values]

    def list_detail_ways(self, values: RowValues, *, thorough: bool) -> Iterator[DetailWay]:
        """Every way to read the details and the value column beside these points. `thorough`: where the points do not
        follow from the ink's own details, less likely readings are followed, too."""
        told = self._list_details(values)
        if thorough and not told[0].fits:
            told = self._list_details(values, thorough=True)
        column = self.fields.value
        below = self._list_worths(values) or (None,)
        for one in told:
            changed = {self.fields.id(name): option for name, option in one.reading.changed.items()}
            for worth in below:
                if worth is None or column is None:
                    yield DetailWay(changed, one.weight, one.fits)
                    continue
                option, weight, right = worth
                said = {} if option is column.first else {self.fields.id("value"): option}
                yield DetailWay(changed | said, one.weight * weight, one.fits and right)

    def list_beside(self, hands: Hands, values: RowValues, *, thorough: bool = False) -> tuple[Beside, ...]:
        """The likely (all, if `thorough`) readings with a cross for a solo just where the row has one, beside the
        points of those who played."""
        readings = self._pick_readings(values, thorough=thorough)
        return tuple(
            self._weigh_beside(one, fits(self.rules, one.details, hands, offence=values.offence)) for one in readings
        )

    def bears_out(self, hands: Hands) -> bool:
        """Whether the details tell the whole game as the ink has them, and these are its points."""
        return find_game_of_points(self.rules, self.fields.ink, hands) is not None

    def tells(self, values: RowValues) -> bool:
        """Whether the details tell the whole game, and it has the points of this right row."""
        hands = None if self.silent else self._take_hands(values, of_game=True)
        return hands is not None and self.bears_out(hands)

    def disputes(self, values: RowValues) -> bool:
        """Whether a solo is crossed, and another seat as Re than played it by these points."""
        told, hands = self.fields.ink, self._take_hands(values, of_game=True) if self.fields.ink.solo else None
        found = find_pattern(hands) if hands else None
        return found is not None and found.shape == "lone" and bool(told.re) and told.re != (found.seat,)

    @cached_property
    def _weighed(self) -> dict[RowValues, float]:
        return {}

    def _weigh(self, values: RowValues) -> float:
        if not self.law.legal(self.fields.number, values):
            return 1.0 if values.offence else self._weigh_broken(values)
        details, column = self._list_details(values), self._list_worths(values)
        worth = sum(weight for _, weight, _ in column) / sum(one.probability for one, _, _ in column) if column else 1.0
        return worth * sum(one.weight for one in details) / sum(one.reading.odds for one in details)

    def _weigh_broken(self, values: RowValues) -> float:
        """How likely players write points that no game has, relative to such a row one slip away from points that fit:
        two are rarer."""
        way = find_exact_game(self.rules, self.fields.ink)
        if way is None or not all(self.fields.by_name[name].clear(self.limits) for name in self.fields.names):
            return 1.0
        return 1.0 if min(self._count_slips(way, values), default=0) < 2 else self.limits.misfit

    def _count_slips(self, way: AllowedGame, values: RowValues) -> list[int]:
        """For each row that the game can have, how many numbers are others; none while who played is not known."""
        if self.law.side and None not in values.points:
            return [*self._count_shown_slips(way, values, self.law.side)]
        hands = None if self.law.side else self.law.hands(self.fields.number, values)
        rows = way.rows(tuple(hands)) if hands else ()
        return [sum(hands[seat] != points for seat, points in row.items()) for row in rows if hands]

    def _count_shown_slips(self, way: AllowedGame, values: RowValues, side: Side) -> Iterator[int]:
        """The same where one side's points alone are written: only those count, and anybody may have sat out."""
        told = ((number or 0) if side == "plus" else -abs(number or 0) for number in values.points)
        written = dict(enumerate(told, 1))
        for row in (row for players in combinations(written, 4) for row in way.rows(players)):
            yield sum(find_shown_points(row, seat, side) != number for seat, number in written.items())

    def _list_details(self, values: RowValues, *, thorough: bool = False) -> tuple[Beside, ...]:
        hands = self._take_hands(values)
        if self.silent:
            return (_NOTHING,)
        if hands is None:
            return tuple(Beside(one, one.odds, fits=True) for one in self._pick_readings(values))
        return self.list_beside(hands, values, thorough=thorough)

    def _list_worths(self, values: RowValues) -> tuple[tuple[Option, float, bool], ...]:
        """What the value column may say beside these points: each option with its weight, and whether it is right."""
        column, hands = self.fields.value, self._take_hands(values, of_game=True)
        if column is None:
            return ()
        worth = min(map(abs, hands.values())) if hands else None
        told = ((option, worth is None or option.value in (None, BLANK, worth)) for option in column.options)
        misfit = self.limits.misfit
        return tuple((option, option.probability * (1.0 if right else misfit), right) for option, right in told)

    def _pick_readings(self, values: RowValues, *, thorough: bool = False) -> tuple[DetailReading, ...]:
        readings = self.readings if thorough else self.likely
        return pick_with_solo(self.fields, readings, values.solo, self.limits.stray)

    def _take_hands(self, values: RowValues, *, of_game: bool = False) -> Hands | None:
        """The points of the four who played, in a right row (`of_game`: that is no offence); else None. In a Nullspiel
        everybody may have played but whose turn it was to sit out."""
        right = self.law.legal(self.fields.number, values) and not (of_game and values.offence)
        hands = self.law.hands(self.fields.number, values) if right else None
        if hands is None or any(hands.values()):
            return hands
        away = self.law.due_to_sit(self.fields.number)
        return {seat: 0 for seat in range(1, self.law.seats + 1) if seat != away}

    def _weigh_beside(self, reading: DetailReading, fit: bool) -> Beside:
        if fit:
            return Beside(reading, reading.odds, fits=True)
        some = list_allowed_games(self.rules, reading.details)
        return Beside(reading, reading.odds * (self.limits.misfit if some else self.limits.contradiction), fits=False)


def has_details(ink: DetailInk | None) -> bool:
    """Whether anything stands in the row's detail fields."""
    return ink is not None and not ink.silent
