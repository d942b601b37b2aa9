"""The details of a row as a factor on each reading of its points: P(details as inked | points).

Given the points, the details depend on nothing else on the sheet. So they are a factor of the row's ways on the chain:
`weigh_details` is the sum over all readings of the details, and `list_detail_ways` lists its terms.

Points are weighed with every likely reading of the details (`Limits.detail_likely`). If they contradict these, less
likely readings are tried, too, down to `Limits.detail_odds`: players are blamed only if no misread box explains it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations

from scoring.counting.game import AUGEN, count_players
from scoring.counting.rules import RuleSet
from scoring.rows.one_sided_rows import find_shown_points
from scoring.rows.row_patterns import find_pattern
from tournament.judging.allowed_games import (
    AllowedGame,
    Hands,
    find_exact_game,
    find_game_of_points,
    fits,
    list_allowed_games,
)
from tournament.judging.detail_fields import GameFields, WrittenDetails
from tournament.judging.ink_options import BLANK, Option
from tournament.judging.limits.judging_limits import Limits
from tournament.judging.row_law import RowLaw
from tournament.judging.row_readings import RowValues


@dataclass(frozen=True, slots=True)
class DetailReading:
    """One way to read the details.

    `changed`: by name or id the fields that are not read as their ink's first choice. `odds`: P(reading) / P(the ink's
    own reading). Given points, `weight`: the odds times how often players write these points beside such details; and
    `right`: whether the points follow from the details.
    """

    details: WrittenDetails
    changed: Mapping[str, Option]
    odds: float
    weight: float
    right: bool = True


_FEW_AUGEN = 30
"""Seldom does a party have less, or the other one."""
_NOTHING = DetailReading(WrittenDetails(), {}, 1.0, 1.0)
"""The reading of a row without details."""


@dataclass(frozen=True)
class DetailInk:
    """The detail fields of a row, to weigh its points with."""

    law: RowLaw
    fields: GameFields

    @property
    def rules(self) -> RuleSet:
        """The rules at the table."""
        return self.law.rules

    @property
    def limits(self) -> Limits:
        """The thresholds."""
        return self.law.limits

    @property
    def silent(self) -> bool:
        """Whether nothing is written there with which points could be checked."""
        return not self.fields.inked

    @cached_property
    def readings(self) -> tuple[DetailReading, ...]:
        """Every reading worth trying: the ink's own, then the others by falling odds."""
        return _list_readings(self.fields, self.limits.detail_odds, self.limits)

    @cached_property
    def likely(self) -> tuple[DetailReading, ...]:
        """The readings with which points are weighed: the ink's own, then the others that are likely."""
        return _list_readings(self.fields, self.limits.detail_likely, self.limits)

    def weigh_details(self, values: RowValues) -> float:
        """How often players write these points beside such details, relative to points that follow from them.

        Points that no game has are one mistake already. That they do not follow from the details is no second mistake,
        unless they are more than one number away from points that do.
        """
        if self.silent:
            return 1.0
        if values not in self._weighed:
            self._weighed[values] = self._weigh(values)
        return self._weighed[values]

    def list_detail_ways(self, values: RowValues, *, thorough: bool) -> Iterator[DetailReading]:
        """Every way to read the details and the value column, given these points; `changed` is by field id.

        `thorough`: less likely readings are tried, too, if the points do not follow from the likeliest.
        """
        found = self._list_details(values)
        if thorough and not found[0].right:
            found = self._list_details(values, thorough=True)
        column = self._list_worths(values)
        for one in found:
            for worth in column:
                changed = {self.fields.id(name): option for name, option in {**one.changed, **worth.changed}.items()}
                odds, weight = one.odds * worth.odds, one.weight * worth.weight
                yield DetailReading(one.details, changed, odds, weight, one.right and worth.right)

    def list_beside(self, hands: Hands, values: RowValues, *, thorough: bool = False) -> tuple[DetailReading, ...]:
        """The readings that have a solo crossed if and only if `values` has, weighed with the points of those who
        played; only the likely ones, or all if `thorough`."""
        found, limits = [], self.limits
        for one in self._pick_readings(values.solo, thorough=thorough):
            right = fits(self.rules, one.details, hands, offence=values.offence)
            possible = right or list_allowed_games(self.rules, one.details)
            rare = 1.0 if right else limits.misfit if possible else limits.contradiction
            if right and not values.offence and self.lacks_kind(one.details, hands):
                rare = limits.uncrossed
            found.append(replace(one, weight=one.odds * rare, right=right))
        return tuple(found)

    def lacks_kind(self, details: WrittenDetails, hands: Hands) -> bool:
        """Whether one plays against three by the points, and no kind of game is crossed, although such details are
        filled in: Re or Augen."""
        found, filled = find_pattern(self.rules, hands), bool(details.re) or details.counted
        return found is not None and found.shape == "lone" and filled and not details.kinds

    def confirms(self, values: RowValues) -> bool:
        """Whether the details as inked are exactly one game, and this row is right and has its points."""
        hands = None if self.silent else self._find_hands(values, of_game=True)
        return hands is not None and find_game_of_points(self.rules, self.fields.ink, hands) is not None

    def disputes(self, values: RowValues) -> bool:
        """Whether a solo is crossed, but another seat is crossed as Re than the one that played alone by the points."""
        ink = self.fields.ink
        hands = self._find_hands(values, of_game=True) if ink.solo and ink.re else None
        found = find_pattern(self.rules, hands) if hands else None
        return found is not None and found.shape == "lone" and ink.re != (found.seat,)

    @cached_property
    def _weighed(self) -> dict[RowValues, float]:
        return {}

    def _weigh(self, values: RowValues) -> float:
        if not self.law.legal(self.fields.number, values):
            return 1.0 if values.offence else self._weigh_broken(values)
        return _weigh_all(self._list_worths(values)) * _weigh_all(self._list_details(values))

    def _weigh_broken(self, values: RowValues) -> float:
        """The factor for points that no game has: 1 if at most one number differs from points that follow from the
        details; two wrong numbers are rarer."""
        way = find_exact_game(self.rules, self.fields.ink)
        if way is None or not all(self.fields.by_name[name].clear(self.limits) for name in self.fields.names):
            return 1.0
        return 1.0 if min(self._count_slips(way, values), default=0) < 2 else self.limits.misfit

    def _count_slips(self, way: AllowedGame, values: RowValues) -> list[int]:
        """For each row of points that the game can have, how many numbers differ from it; empty if it is unknown who
        played. Where only one side's points are written, only these are compared, and anybody may have sat out."""
        side = self.law.find_side(self.fields.number, offence=values.offence)
        if side and None not in values.points:
            shown = ((number or 0) if side == "plus" else -abs(number or 0) for number in values.points)
            written: Hands = dict(enumerate(shown, 1))
            tables: list[tuple[int, ...]] = [*combinations(written, count_players(len(written)))]
        else:
            written = (None if side else self.law.hands(self.fields.number, values)) or {}
            tables = [tuple(written)] if written else []
        rows = (row for players in tables for row in way.rows(players))
        return [sum(find_shown_points(row, seat, side) != written[seat] for seat in written) for row in rows]

    def _list_details(self, values: RowValues, *, thorough: bool = False) -> tuple[DetailReading, ...]:
        if self.silent:
            return (_NOTHING,)
        hands = self._find_hands(values)
        return self._pick_readings(values.solo) if hands is None else self.list_beside(hands, values, thorough=thorough)

    def _list_worths(self, values: RowValues) -> tuple[DetailReading, ...]:
        """The readings of the value column, weighed with these points."""
        column, hands = self.fields.value, self._find_hands(values, of_game=True)
        if column is None:
            return (_NOTHING,)
        worth = min(map(abs, hands.values())) if hands else None
        found = []
        for option in column.options:
            changed = {} if option is column.first else {"value": option}
            right = worth is None or option.value in (None, BLANK, worth)
            weight = option.probability * (1.0 if right else self.limits.misfit)
            found.append(DetailReading(_NOTHING.details, changed, option.probability, weight, right))
        return tuple(found)

    def _pick_readings(self, solo: bool, *, thorough: bool = False) -> tuple[DetailReading, ...]:
        """The readings that have a solo crossed if and only if the row has, as it is the same cross. If there is none,
        the ink's own with the likeliest box for a solo changed."""
        readings = self.readings if thorough else self.likely
        kept = tuple(one for one in readings if not self.fields.solos or bool(one.details.solo) == solo)
        return kept or (self._turn_solo(solo),)

    def _turn_solo(self, solo: bool) -> DetailReading:
        """The ink's own reading with the likeliest box for a solo crossed, or with none crossed. An option that the
        reader did not name gets the probability `Limits.stray`."""
        crossed = {
            name: next((option for option in choices.options if bool(option.value) == solo), None)
            for name, choices in self.fields.solos.items()
        }
        likely = max(crossed, key=lambda name: option.probability if (option := crossed[name]) else 0.0)
        turned = {
            name: option or Option(int(solo), self.limits.stray, "x" * solo)
            for name, option in crossed.items()
            if (name == likely if solo else self.fields.by_name[name].first.value)
        }
        return DetailReading(self.fields.read_details(turned), turned, 1.0, 1.0)

    def _find_hands(self, values: RowValues, *, of_game: bool = False) -> Hands | None:
        """By seat the points of those who played, None unless the row is right (`of_game`: and no offence). In a
        Nullspiel, everybody except the seats whose turn it was to sit out."""
        right = self.law.legal(self.fields.number, values) and not (of_game and values.offence)
        hands = self.law.hands(self.fields.number, values) if right else None
        if hands is None or any(hands.values()):
            return hands
        away = self.law.due_to_sit(self.fields.number)
        return {seat: 0 for seat in range(1, self.law.seats + 1) if seat not in away}


def has_details(ink: DetailInk | None) -> bool:
    """Whether anything is written in the row's detail fields."""
    return ink is not None and not ink.silent


def _weigh_all(readings: Sequence[DetailReading]) -> float:
    """How often players write the points beside these readings, relative to points that follow from all of them."""
    return sum(one.weight for one in readings) / sum(one.odds for one in readings)


def _list_readings(fields: GameFields, least: float, limits: Limits) -> tuple[DetailReading, ...]:
    """The ink's own reading, then by falling odds the others with at least the odds `least`; if there are more than
    `Limits.detail_readings`, only the likelier ones."""
    most, others = limits.detail_readings, []
    for name in fields.names:
        first, *rest = fields.by_name[name].options
        own = _weigh_option(name, first, limits)
        others += [(_weigh_option(name, option, limits) / own, name, option) for option in rest]
    ranked = sorted(others, key=lambda entry: -entry[0])
    while len(found := list(_combine([one for one in ranked if one[0] >= least], least, most))) > most:
        least *= 10
    read = (DetailReading(fields.read_details(changed), changed, odds, odds) for odds, changed in found)
    return (DetailReading(fields.ink, {}, 1.0, 1.0), *sorted(read, key=lambda one: -one.odds))


def _weigh_option(name: str, option: Option, limits: Limits) -> float:
    """P(option) by its ink; that of Augen also by how often games end with so many: 17 may be 117 without a digit."""
    augen = option.value
    lopsided = name == "augen" and augen not in (None, BLANK) and min(augen, AUGEN - augen) < _FEW_AUGEN
    return option.probability * (limits.lopsided if lopsided else 1.0)


def _combine(
    ranked: Sequence[tuple[float, str, Option]], least: float, most: int
) -> Iterator[tuple[float, Mapping[str, Option]]]:
    """Combinations of alternatives (odds, field, option) whose odds are at least `least`; stops once there are more
    than `most`, so that the caller can tell."""
    stack: list[tuple[int, float, dict[str, Option]]] = [(0, 1.0, {})]
    made = 0
    while stack and made <= most:
        start, weight, changed = stack.pop()
        for place in range(start, len(ranked)):
            odds, name, option = ranked[place]
            if weight * odds < least:
                break
            if name not in changed:
                more = {**changed, name: option}
                stack.append((place + 1, weight * odds, more))
                made += 1
                yield weight * odds, more
