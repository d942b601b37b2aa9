"""All fields of a row read together: points, crosses and details, after the rules and the sheet's totals spoke.

Points have their shares from the whole sheet (`tournament.judging.weigh_columns`); beside known points the details of a
row depend on nothing else, so that each way to read the row has the product of both as its chance."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from scoring.findings import Proposal
from texts.field_ids import parse_field
from tournament.judging.decide import make_change
from tournament.judging.details.detail_ink import DetailInk
from tournament.judging.ink_options import Choices, Option
from tournament.judging.judged_sheet import Explanation, Odds, Posterior, Texts, likely_texts
from tournament.judging.judging_limits import LEAST
from tournament.judging.row_readings import JointReading, RowValues
from tournament.judging.weighed_row import Weighed
from tournament.remarks import Doubt


@dataclass(frozen=True, slots=True)
class RowWay:
    """One way to read a row and its chance.

    `changed`: by field id what it says otherwise than the ink's first choice. `right`: whether it breaks no rule, its
    points following from its details; None where points cannot be read. `values`: its points and crosses.
    """

    changed: Mapping[str, Option]
    chance: float
    right: bool | None
    values: RowValues


@dataclass(frozen=True)
class JointRow:
    """A row's points, weighed, and its details as a factor on them; None on a sheet without details."""

    weighed: Weighed
    ink: DetailInk | None

    @cached_property
    def ways(self) -> tuple[RowWay, ...]:
        """Every way to read the row that is worth following; together their chances are 1."""
        shares = zip(self.weighed.readings, self.weighed.shares, range(len(self.weighed.shares)), strict=True)
        least = self.weighed.limits.negligible
        ways = [way for reading, share, n in shares if share >= least for way in self._list_beside(reading, share, n)]
        whole = sum(way.chance for way in ways)
        return tuple(RowWay(way.changed, way.chance / whole, way.right, way.values) for way in ways)

    @property
    def right(self) -> bool:
        """Whether it is right as its ink says; a way that is not worth following is not."""
        return any(way.right for way in self.ways if not way.changed)

    @property
    def by_ink(self) -> float:
        """The chance that it is right, by whatever its ink may say; below `Limits.blame` the players are blamed."""
        return sum((way.chance for way in self.ways if way.right), 0.0)

    @property
    def odds(self) -> Odds:
        """Whether it is rather the players' mistake or a misreading."""
        wrong = sum((way.chance for way in self.ways if way.right is False), 0.0)
        return Odds(wrong, sum((way.chance for way in self.ways if way.changed), 0.0))

    @property
    def posterior(self) -> Posterior:
        """What each field says, where that is not the ink's text alone."""
        chances: dict[str, dict[str, float]] = defaultdict(lambda: defaultdict(float))
        for way in self.ways:
            for name, option in way.changed.items():
                chances[name][option.text] += way.chance
        told = ((self.fields[name], others) for name, others in chances.items())
        return pick_doubtful((choices, _list_texts(choices.first.text, others)) for choices, others in told)

    @property
    def smallest(self) -> Proposal | None:
        """The fewest fields that must say otherwise for the row to be right, the likeliest of equals; () where it is
        right as the ink has it, None where so little ink speaks for it that the players are blamed."""
        if self.by_ink < self.weighed.limits.blame:
            return None
        right = [way for way in self.ways if way.right and way.chance >= LEAST]
        way = min(right, key=lambda way: (len(way.changed), -way.chance), default=None)
        numbers = {choices.id for choices in self.weighed.row.cells}
        return (
            None
            if way is None
            else tuple(
                make_change(self.fields[name], option, points=name in numbers) for name, option in way.changed.items()
            )
        )

    def read(self, said: Mapping[str, Option]) -> RowValues:
        """Its points and crosses where these fields, by id, say so and the others what their ink says; where each solo
        has a cross of its own, any of them."""
        told = {field: said.get(field, choices.first).value for field, choices in self.fields.items()}
        row = self.weighed.row
        points = tuple(told[cell.id] if cell.id else cell.first.value for cell in row.cells)
        solo = any(on for field, on in told.items() if parse_field(field).kind == "solo")
        return RowValues(points, solo, bool(told.get(row.offence.id or "")))

    def list_beside(self, values: RowValues) -> tuple[RowWay, ...]:
        """The ways to read its details beside these points, which its cells need not say."""
        return tuple(self._list_ways({}, values, 0.0, legal=self.weighed.law.legal(self.weighed.row.game, values)))

    def _list_beside(self, reading: JointReading, share: float, n: int) -> Iterator[RowWay]:
        legal = None if None in reading.values.points else self.weighed.legal(n)
        return self._list_ways(self._list_own(n), reading.values, share, legal=legal)

    def _list_ways(
        self, own: dict[str, Option], values: RowValues, share: float, *, legal: bool | None
    ) -> Iterator[RowWay]:
        """The ways with these points: details and value column depend on them alone."""
        if self.ink is None:
            yield RowWay(own, share, legal, values)
            return
        told = [*self.ink.list_detail_ways(values, thorough=share >= LEAST)]
        share /= sum(one.weight for one in told)
        for one in told:
            yield RowWay({**own, **one.changed}, share * one.weight, legal and one.right, values)

    def _list_own(self, n: int) -> dict[str, Option]:
        """The points and crosses that reading `n` changes; where each solo has a cross of its own, details have it."""
        row, options = self.weighed.row, self.weighed.readings[n].options
        ids = {choices.id for choices in self.ink.fields.by_name.values()} if self.ink else frozenset()
        return {name: options[m] for m in self.weighed.changed(n) if (name := row.all[m].id or "") not in ids}

    @cached_property
    def fields(self) -> dict[str, Choices]:
        """The row's fields by id."""
        fields = self.ink.fields if self.ink else None
        details = {fields.id(name): choices for name, choices in fields.by_name.items()} if fields else {}
        return {choices.id: choices for choices in self.weighed.row.all if choices.id} | details


def explain_row(told: JointRow, findings: Sequence[Doubt], mending: Proposal | None) -> Explanation | None:
    """The smallest explanation of a row: by its ink, by what is proposed to the players, or by the smallest `mending`
    of its details. Of two equally small ones the more probable is taken."""
    read = told.smallest
    if read == ():
        return None
    mended = [
        finding.proposal
        for finding in findings
        if finding.proposal and finding.severity != "note" and finding.code != "illegible"
    ]
    found = [Explanation("miscounted", changes) for changes in (*mended, *filter(None, [mending]))]
    found += [Explanation("misread", read)] if read else []
    return min(found, key=lambda one: (len(one.changes), -getattr(told.odds, one.whose)), default=None)


def pick_doubtful(told: Iterable[tuple[Choices, Texts]]) -> Posterior:
    """Of these fields, each with what it may say, those that may say more than their ink's own text."""
    return {choices.id or "": texts for choices, texts in told if [text for text, _ in texts] != [choices.first.text]}


def _list_texts(first: str, others: Mapping[str, float]) -> Texts:
    """What a field may say with the chances, likeliest first; what the others leave is the ink's first choice."""
    chances = {first: 1.0 - sum(chance for text, chance in others.items() if text != first)} | {
        text: chance for text, chance in others.items() if text != first
    }
    return likely_texts(chances)
