"""What the ink of a row's details may tell together, and how well that supports the points beside it.

Doubtful points are weighed against every reading of the doubtful details. Only where points contradict the details, the
clear ones are varied too, down to `Limits.detail_odds`: before players are blamed, no box may have been misread.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from scoring.rules import RuleSet
from tournament.claims import Hands, exact, fits, settled, ways
from tournament.fines import fine_fits
from tournament.gamefields import GameFields, Told
from tournament.limits import Limits
from tournament.options import Option

_Alternative = tuple[float, str, Option]
"""Odds against the field's first choice, its name, and the option."""


@dataclass(frozen=True, slots=True)
class DetailReading:
    """One way to read the details: `odds` against the ink's own reading, `changed` fields with what they would say."""

    told: Told
    odds: float
    changed: Mapping[str, Option] = field(default_factory=dict)


@dataclass(frozen=True)
class DetailInk:
    """The readings of a row's details under a rule set."""

    rules: RuleSet
    fields: GameFields
    limits: Limits

    @cached_property
    def readings(self) -> tuple[DetailReading, ...]:
        """Every reading worth following: the ink's own, then the others by falling odds."""
        return self._readings(self.fields.names)

    @cached_property
    def doubtful(self) -> tuple[DetailReading, ...]:
        """The readings of the fields that are not clear, the others taken as they are."""
        return self._readings(tuple(
            name for name in self.fields.names if not self.fields.by_name[name].clear(self.limits)
        ))

    @property
    def silent(self) -> bool:
        """Whether nothing is told that points could be checked by."""
        return not self.fields.inked

    def support(self, hands: Hands) -> float:
        """How likely players write these points beside such details, relative to points that fit for sure."""
        return 1.0 if self.silent else self._fitting(fits, hands) * self._value_support(hands)

    def support_fine(self, hands: Hands) -> float:
        """The same for the points of an offence, relative to the fine that these details raise."""
        return self._fitting(fine_fits, hands)

    def support_broken(self, hands: Hands) -> float:
        """The same for points that no game has, relative to one slip away from points that fit: two are rarer."""
        way = exact(self.rules, self.fields.ink)
        if way is None or len(self.doubtful) > 1:
            return 1.0
        rows = way.rows(tuple(hands))
        slips = min((sum(hands[seat] != points for seat, points in row.items()) for row in rows), default=0)
        return 1.0 if slips < 2 else self.limits.misfit

    def share(self, hands: Hands) -> float:
        """The share of readings that these points fit, given that they were written."""
        fitting = others = 0.0
        for reading in self.readings:
            if fits(self.rules, reading.told, hands):
                fitting += reading.odds
            else:
                some = ways(self.rules, reading.told)
                others += reading.odds * (self.limits.misfit if some else self.limits.contradiction)
        return fitting / (fitting + others) if fitting else 0.0

    def bears_out(self, hands: Hands) -> bool:
        """Whether the details tell the whole game as the ink has them, and these are its points."""
        return settled(self.rules, self.fields.ink, hands) is not None

    def value_share(self, right: int) -> float:
        """The share of the value column's readings that say this value."""
        column = self.fields.value
        options = column.options if column else ()
        fitting = sum(option.probability for option in options if option.value == right)
        return fitting / (fitting + (1.0 - fitting) * self.limits.misfit) if fitting else 0.0

    def best(self, hands: Hands) -> DetailReading | None:
        """The likeliest reading that these points fit."""
        return next((reading for reading in self.readings if fits(self.rules, reading.told, hands)), None)

    def _fitting(self, fit: Callable[[RuleSet, Told, Hands], bool], hands: Hands) -> float:
        """The share of the doubtful readings that these points fit, the others counted for as much as people err."""
        whole = sum(reading.odds for reading in self.doubtful)
        fitting = sum(reading.odds for reading in self.doubtful if fit(self.rules, reading.told, hands))
        return (fitting + (whole - fitting) * self.limits.misfit) / whole

    def _value_support(self, hands: Hands) -> float:
        """What the value column says to these points."""
        column = self.fields.value
        if column is None or not column.first.value or column.first.value < 0:
            return 1.0
        worth = min(abs(points) for points in hands.values())
        fitting = sum(option.probability for option in column.options if option.value == worth)
        return fitting + (1.0 - fitting) * self.limits.misfit

    def _readings(self, names: tuple[str, ...]) -> tuple[DetailReading, ...]:
        own = DetailReading(self.fields.ink, 1.0)
        found = [DetailReading(self.fields.told(changed), odds, changed) for odds, changed in self._combinations(names)]
        return (own, *sorted(found, key=lambda reading: -reading.odds))

    def _combinations(self, names: tuple[str, ...]) -> list[tuple[float, dict[str, Option]]]:
        """Every combination of alternatives whose odds are worth following."""
        least = self.limits.detail_odds
        while len(found := list(self._varied(self._alternatives(names, least), least))) > self.limits.detail_readings:
            least *= 10
        return found

    def _alternatives(self, names: tuple[str, ...], least: float) -> list[_Alternative]:
        found = [
            (option.probability / choices.first.probability, name, option)
            for name in names for choices in (self.fields.by_name[name],) for option in choices.options[1:]
        ]
        return sorted((entry for entry in found if entry[0] >= least), key=lambda entry: -entry[0])

    def _varied(self, alternatives: list[_Alternative], least: float) -> Iterator[tuple[float, dict[str, Option]]]:
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
