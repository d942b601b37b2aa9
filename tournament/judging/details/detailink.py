"""What the ink of a row's details may tell together, and how well that supports the points beside it.

Points are weighed against every likely reading of the details (`Limits.detail_likely`). Where they contradict the
details, readings are followed down to `Limits.detail_odds`: before players are blamed, no box may have been misread.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from scoring.counting.rules import RuleSet
from tournament.judging.details.allowed_games import (
    Hands,
    find_exact_game,
    find_game_of_points,
    fits,
    list_allowed_games,
)
from tournament.judging.row.gamefields import BLANK, GameFields, WrittenDetails
from tournament.judging.row.options import Option
from tournament.limits import Limits

FitTest = Callable[[RuleSet, WrittenDetails, Hands], bool]
"""Whether points fit a reading of the details: those of a game, or of an offence."""

_Alternative = tuple[float, str, Option]
"""Odds against the field's first choice, its name, and the option."""


@dataclass(frozen=True, slots=True)
class DetailReading:
    """One way to read the details: `odds` against the ink's own reading, `changed` fields with what they would say."""

    details: WrittenDetails
    odds: float
    changed: Mapping[str, Option] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Beside:
    """A reading beside points: its odds times how often players write such points beside it, and whether they fit."""

    reading: DetailReading
    weight: float
    fits: bool


@dataclass(frozen=True)
class DetailInk:
    """The readings of a row's details under a rule set."""

    rules: RuleSet
    fields: GameFields
    limits: Limits

    @cached_property
    def readings(self) -> tuple[DetailReading, ...]:
        """Every reading worth following: the ink's own, then the others by falling odds."""
        return self._list_readings(self.limits.detail_odds)

    @cached_property
    def likely(self) -> tuple[DetailReading, ...]:
        """The readings that points are weighed by, the others being as good as never meant."""
        return self._list_readings(self.limits.detail_likely)

    @property
    def silent(self) -> bool:
        """Whether nothing is told that points could be checked by."""
        return not self.fields.inked

    def beside(self, hands: Hands, *, solo: bool, fit: FitTest = fits, thorough: bool = False) -> tuple[Beside, ...]:
        """The likely (all, if `thorough`) readings with a cross for a solo just where the row has one, beside these
        points."""
        readings = self._pick_with_solo(self.readings if thorough else self.likely, solo)
        return tuple(self._weigh_beside(reading, fit(self.rules, reading.details, hands)) for reading in readings)

    def read_without_points(self, *, solo: bool) -> tuple[Beside, ...]:
        """The likely readings where nothing is known of the points."""
        return tuple(Beside(reading, reading.odds, True) for reading in self._pick_with_solo(self.likely, solo))

    def weigh_broken(self, hands: Hands) -> float:
        """How likely players write points that no game has, relative to such a row one slip away from points that fit:
        two are rarer."""
        way = find_exact_game(self.rules, self.fields.ink)
        if way is None or not self.clear:
            return 1.0
        rows = way.rows(tuple(hands))
        slips = min((sum(hands[seat] != points for seat, points in row.items()) for row in rows), default=0)
        return 1.0 if slips < 2 else self.limits.misfit

    @cached_property
    def clear(self) -> bool:
        """Whether all that tells of the game is clear."""
        return all(self.fields.by_name[name].clear(self.limits) for name in self.fields.names)

    def bears_out(self, hands: Hands) -> bool:
        """Whether the details tell the whole game as the ink has them, and these are its points."""
        return find_game_of_points(self.rules, self.fields.ink, hands) is not None

    def list_values(self, hands: Hands | None) -> tuple[tuple[Option, float, bool], ...]:
        """What the value column may say beside these points, if they are known: each option with its weight, and
        whether it is right."""
        column, worth = self.fields.value, min(map(abs, hands.values())) if hands else None
        if column is None:
            return ()
        told = ((option, worth is None or option.value in (None, BLANK, worth)) for option in column.options)
        misfit = self.limits.misfit
        return tuple((option, option.probability * (1.0 if right else misfit), right) for option, right in told)

    def value_share(self, right: int) -> float:
        """The share of the value column's readings that say this value."""
        column = self.fields.value
        options = column.options if column else ()
        fitting = sum(option.probability for option in options if option.value == right)
        return fitting / (fitting + (1.0 - fitting) * self.limits.misfit) if fitting else 0.0

    def _weigh_beside(self, reading: DetailReading, fit: bool) -> Beside:
        if fit:
            return Beside(reading, reading.odds, True)
        some = list_allowed_games(self.rules, reading.details)
        return Beside(reading, reading.odds * (self.limits.misfit if some else self.limits.contradiction), False)

    def _pick_with_solo(self, readings: tuple[DetailReading, ...], solo: bool) -> tuple[DetailReading, ...]:
        """Those with a solo crossed just as the row has it: it is the same cross. Where none has, the likeliest cross
        is turned."""
        if not self._solos:
            return readings
        kept = tuple(reading for reading in readings if bool(reading.details.solo) == solo)
        return kept or (self._turn_solo(solo),)

    def _turn_solo(self, solo: bool) -> DetailReading:
        """The ink's own reading with the likeliest cross for a solo set, or with none."""
        crossed = {name: next((o for o in self.fields.by_name[name].options if bool(o.value) == solo), None)
                   for name in self._solos}
        likely = max(crossed, key=lambda name: option.probability if (option := crossed[name]) else 0.0)
        turned = {name: option or Option(int(solo), self.limits.stray, "x" * solo) for name, option in crossed.items()
                  if (name == likely if solo else self.fields.by_name[name].first.value)}
        return DetailReading(self.fields.read_details(turned), 1.0, turned)

    @cached_property
    def _solos(self) -> tuple[str, ...]:
        return tuple(name for name in self.fields.names if name.startswith("solo."))

    def _list_readings(self, least: float) -> tuple[DetailReading, ...]:
        own = DetailReading(self.fields.ink, 1.0)
        found = [DetailReading(self.fields.read_details(changed), odds, changed)
                 for odds, changed in self._list_combinations(least)]
        return (own, *sorted(found, key=lambda reading: -reading.odds))

    def _list_combinations(self, least: float) -> list[tuple[float, dict[str, Option]]]:
        """Every combination of alternatives whose odds are worth following."""
        while len(found := list(self._vary(self._list_alternatives(least), least))) > self.limits.detail_readings:
            least *= 10
        return found

    def _list_alternatives(self, least: float) -> list[_Alternative]:
        found = [
            (option.probability / choices.first.probability, name, option)
            for name in self.fields.names for choices in (self.fields.by_name[name],) for option in choices.options[1:]
        ]
        return sorted((entry for entry in found if entry[0] >= least), key=lambda entry: -entry[0])

    def _vary(self, alternatives: list[_Alternative], least: float) -> Iterator[tuple[float, dict[str, Option]]]:
        stack: list[tuple[int, float, dict[str, Option]]] = [(0, 1.0, {})]
        made = 0
        while stack and made <= self.limits.detail_readings:
            start, weight, changed = stack.pop()
            for place in range(start, len(alternatives)):
                odds, name, option = alternatives[place]
                if weight * odds < least:
                    break
                if name not in changed:
                    more = {**changed, name: option}
                    stack.append((place + 1, weight * odds, more))
                    made += 1
                    yield weight * odds, more
