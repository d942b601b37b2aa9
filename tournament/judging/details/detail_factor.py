"""The details of a row as a factor on each way to read its points: how well both go together, and what they say then.

Beside known points the details depend on nothing else on the sheet. So they are a factor of the row's ways in the
chain: `weigh_details` is the sum over all that the details may say, and `list_detail_ways` are its terms.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from tournament.judging.details.allowed_games import Hands, fits
from tournament.judging.details.detailink import Beside, DetailInk, DetailReading
from tournament.judging.details.fines import fits_fine
from tournament.judging.row.gamefields import WrittenDetails
from tournament.judging.row.joint_readings import RowValues
from tournament.judging.row.options import Option
from tournament.judging.row.row_rules import RowLaw


@dataclass(frozen=True, slots=True)
class DetailWay:
    """One way to read the details beside points. `changed`: by field id what is said otherwise than the ink's first
    choice; `weight`: relative to the other ways; `right`: whether the points follow."""

    changed: Mapping[str, Option]
    weight: float
    right: bool


_NOTHING = Beside(DetailReading(WrittenDetails(), 1.0), 1.0, fits=True)
"""Where nothing stands but points."""


@dataclass(frozen=True)
class DetailFactor:
    """What the details of row `number` say of its points."""

    law: RowLaw
    number: int
    ink: DetailInk

    def weigh_details(self, values: RowValues) -> float:
        """How often players write these points beside such details, relative to points that follow from them for sure.

        Points that no game has are one mistake already; that they do not follow from the details is no second one, as
        long as they are one slip away from what does.
        """
        if self.ink.silent:
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
        column = self.ink.fields.value
        below = self.ink.list_values(self._take_hands(values, of_game=True)) or (None,)
        for one in told:
            changed = {self.ink.fields.id(name): option for name, option in one.reading.changed.items()}
            for worth in below:
                if worth is None or column is None:
                    yield DetailWay(changed, one.weight, one.fits)
                    continue
                option, weight, right = worth
                said = {} if option is column.first else {self.ink.fields.id("value"): option}
                yield DetailWay(changed | said, one.weight * weight, one.fits and right)

    @cached_property
    def _weighed(self) -> dict[RowValues, float]:
        return {}

    def _weigh(self, values: RowValues) -> float:
        hands = self.law.hands(self.number, values)
        if not self.law.legal(self.number, values):
            return 1.0 if hands is None or values.offence else self.ink.weigh_broken(hands)
        details = self._list_details(values)
        column = self.ink.list_values(self._take_hands(values, of_game=True))
        worth = sum(weight for _, weight, _ in column) / sum(one.probability for one, _, _ in column) if column else 1.0
        return worth * sum(one.weight for one in details) / sum(one.reading.odds for one in details)

    def _list_details(self, values: RowValues, *, thorough: bool = False) -> tuple[Beside, ...]:
        hands = self._take_hands(values)
        if self.ink.silent:
            return (_NOTHING,)
        if hands is None:
            return self.ink.read_without_points(solo=values.solo)
        fit = fits_fine if values.offence else fits
        return self.ink.beside(hands, solo=values.solo, fit=fit, thorough=thorough)

    def _take_hands(self, values: RowValues, *, of_game: bool = False) -> Hands | None:
        """The points of the four who played, in a right row (`of_game`: that is no offence); else None."""
        right = self.law.legal(self.number, values) and not (of_game and values.offence)
        return self.law.hands(self.number, values) if right else None
