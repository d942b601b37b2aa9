"""One row, weighed: P(reading) of its points and crosses, and every hypothesis for all its fields.

The probabilities of points come from the whole sheet (`tournament.judging.written_sums`). Given the points, the details
of a row depend on nothing else; so the probability of a hypothesis is the product of both.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

from scoring.counting.game import count_sitters
from scoring.counting.row_laws import Side
from scoring.findings import Proposal
from texts.field_ids import parse_field
from tournament.judging.allowed_games import Hands, fits
from tournament.judging.detail_ink import DetailInk
from tournament.judging.ink_options import BLANK, Choices, Option, make_change
from tournament.judging.limits.judging_limits import LEAST, Limits
from tournament.judging.misreadings import RowRisk, admit_doubt, count_other_points, make_way
from tournament.judging.row_law import RowLaw
from tournament.judging.row_readings import JointReading, RowChoices, RowValues, find_likeliest
from tournament.judging.way import Told, sum_up


@dataclass(frozen=True, slots=True)
class Way:
    """One hypothesis for a row.

    `changed`: by field id the options that differ from the ink's first choices. `chance`: its probability. `right`:
    whether it breaks no rule and its points follow from its details; None if points cannot be read. `values`: its
    points and crosses.
    """

    changed: Mapping[str, Option]
    chance: float
    right: bool | None
    values: RowValues

    @property
    def told(self) -> Told:
        """P(text) of the changed fields; all others have their ink's first choice."""
        texts = {name: {option.text: 1.0} for name, option in self.changed.items()}
        return Told(texts, float(self.right is False), float(bool(self.changed)))


@dataclass(frozen=True)
class WeighedRow:
    """A row's joint readings, ranked by the row alone, with their probabilities by the whole sheet.

    `shares`: P(reading) in the same order, given the sum row and the duties of the round. `uncounted`: the same without
    the duties of the round, () where these change nothing. `gaps`: by column the written sum minus what the likeliest
    readings add up to, None if no sum can be read. `ink`: its details, None on a sheet without them. `detailed`:
    whether the details allow only one game, and it has the points of the likeliest reading.
    """

    row: RowChoices
    readings: tuple[JointReading, ...]
    shares: tuple[float, ...]
    law: RowLaw
    limits: Limits
    gaps: tuple[int | None, ...] = ()
    uncounted: tuple[float, ...] = ()
    ink: DetailInk | None = None
    detailed: bool = False

    @property
    def number(self) -> int:
        """The row's number on the sheet."""
        return self.row.game

    @property
    def likeliest(self) -> JointReading:
        """The likeliest reading."""
        return find_likeliest(self.readings, self.shares)

    def is_legal(self, n: int) -> bool:
        """Whether no rule forbids reading `n`."""
        return self.law.legal(self.number, self.readings[n].values)

    @cached_property
    def fields(self) -> dict[str, Choices]:
        """The row's fields by id."""
        fields = self.ink.fields if self.ink else None
        details = {fields.id(name): choices for name, choices in fields.by_name.items()} if fields else {}
        return {choices.id: choices for choices in self.row.all if choices.id} | details

    @cached_property
    def ways(self) -> tuple[Way, ...]:
        """Every hypothesis that is not negligible; their probabilities sum to 1."""
        least = self.limits.negligible
        ways = [way for n, share in enumerate(self.shares) if share >= least for way in self._list_ways_of(n, share)]
        whole = sum(way.chance for way in ways)
        return tuple(Way(way.changed, way.chance / whole, way.right, way.values) for way in ways)

    @property
    def right(self) -> bool:
        """Whether the row is right as inked; False if that way is negligible."""
        return any(way.right for way in self.ways if not way.changed)

    @property
    def by_ink(self) -> float:
        """P(the row is right), over all readings of its ink; below `Limits.blame` the players are blamed."""
        return sum((way.chance for way in self.ways if way.right), 0.0)

    @cached_property
    def told(self) -> Told:
        """P(text) of the row's fields over all ways; what remains of a field's probability is its ink's first
        choice."""
        told = sum_up((way.chance, way.told) for way in self.ways)
        texts = {name: _add_first(self.fields[name].first.text, others) for name, others in told.texts.items()}
        return Told(texts, told.miscounted, told.misread)

    @property
    def smallest(self) -> Proposal | None:
        """The changes of the fewest fields after which the row is right, the likeliest of equals; () if it is right as
        inked, None if P(right) is so low that the players are blamed."""
        if self.by_ink < self.limits.blame:
            return None
        right = [way for way in self.ways if way.right and way.chance >= LEAST]
        way = min(right, key=lambda way: (len(way.changed), -way.chance), default=None)
        return None if way is None else self.list_changes(way.changed)

    def list_changes(self, changed: Mapping[str, Option]) -> Proposal:
        """The changes from the ink's first choices to these options, by field id."""
        numbers = {choices.id for choices in self.row.cells}
        return tuple(make_change(self.fields[name], option, points=name in numbers) for name, option in changed.items())

    def read(self, said: Mapping[str, Option]) -> RowValues:
        """The row's points and crosses, if these fields, by id, are read so and all others as their ink's first choice.
        Where each solo has a box of its own, a cross in any of them is a solo."""
        values = {field: said.get(field, choices.first).value for field, choices in self.fields.items()}
        points = tuple(values[cell.id] if cell.id else cell.first.value for cell in self.row.cells)
        solo = any(on for field, on in values.items() if parse_field(field).kind == "solo")
        return RowValues(points, solo, bool(values.get(self.row.offence.id or "")))

    def is_right_with(self, said: Mapping[str, Option]) -> bool:
        """Whether the row breaks no rule and its points follow from its details, if these fields, by id, are read so
        and all others as their ink's first choice; False if points cannot be read."""
        number, law, values = self.number, self.law, self.read(said)
        broken = any(finding.severity == "error" for finding in law.findings(number, values))
        side = law.find_side(number, offence=values.offence)
        if broken or None in values.points or not _is_of_side(side, values) or not law.legal(number, values):
            return False
        return any(self._follow_details(said, values, hands) for hands in self._list_hands(values))

    def list_beside(
        self, values: RowValues, share: float = 0.0, own: Mapping[str, Option] | None = None
    ) -> Iterator[Way]:
        """The ways to read the row's details, given these points, which need not be in its cells. `share`: P(points).
        `own`: the options of points and crosses that differ from the ink's first choices."""
        legal = None if None in values.points else self.law.legal(self.number, values)
        own = own or {}
        if self.ink is None:
            yield Way(own, share, legal, values)
            return
        beside = [*self.ink.list_detail_ways(values, thorough=share >= LEAST)]
        share /= sum(one.weight for one in beside)
        for one in beside:
            yield Way({**own, **one.changed}, share * one.weight, legal and one.right, values)

    def _list_hands(self, values: RowValues) -> Iterator[Hands | None]:
        """The points of those who played, by seat; for zeros only once for each who may have sat out."""
        seats, away = range(1, len(values.points) + 1), count_sitters(len(values.points))
        if any(values.points) or not away:
            yield self.law.hands(self.number, values)
            return
        yield from (dict.fromkeys(players, 0) for players in combinations(seats, len(seats) - away))

    def _follow_details(self, said: Mapping[str, Option], values: RowValues, hands: Hands | None) -> bool:
        """Whether these points follow from the details and agree with the value column; yes, if none are written."""
        ink = self.ink
        if ink is None or ink.silent:
            return True
        if hands is None:
            return False
        names = {ink.fields.id(name): name for name in ink.fields.by_name}
        details = {names[field]: option for field, option in said.items() if field in names}
        column, worth = ink.fields.value, [*map(abs, hands.values())]
        right = (None, BLANK, min(worth), max(worth) if values.offence else min(worth))
        valued = column is None or details.pop("value", column.first).value in right
        return valued and fits(ink.rules, ink.fields.read_details(details), hands, offence=values.offence)

    def _list_ways_of(self, n: int, share: float) -> Iterator[Way]:
        """The ways with the points and crosses of reading `n`. A box for a single solo belongs to the details and is
        not changed twice."""
        reading = self.readings[n]
        ids = {choices.id for choices in self.ink.fields.by_name.values()} if self.ink else frozenset()
        changed = ((self.row.all[m].id or "", reading.options[m]) for m in list_changed_fields(self.row, reading))
        return self.list_beside(reading.values, share, {name: one for name, one in changed if name not in ids})


def _is_of_side(side: Side | None, values: RowValues) -> bool:
    """Whether all numbers are of the side that the table writes."""
    sign = {"plus": 1, "minus": -1, None: 0}[side]
    return all((points or 0) * sign >= 0 for points in values.points)


def list_changed_fields(row: RowChoices, reading: JointReading) -> tuple[int, ...]:
    """The fields (indices of `RowChoices.all`) in which `reading` differs from the ink's own."""
    pairs = enumerate(zip(row.all, reading.options, strict=True))
    return tuple(n for n, (choices, option) in pairs if option.value != choices.first.value)


def make_proposal(row: RowChoices, reading: JointReading) -> Proposal:
    """The changes from the ink's own reading to `reading`."""
    return tuple(
        make_change(row.all[n], reading.options[n], points=n < len(row.cells))
        for n in list_changed_fields(row, reading)
    )


def find_row_risk(counted: RowValues, weighed: WeighedRow) -> RowRisk:
    """The risk that a row counts something else than its players meant, if `counted` counts: its share in the statement
    of silent errors."""
    cells, law = weighed.row.cells, weighed.law
    firsts, counts = [choices.first for choices in cells], law.counted(weighed.number, counted)
    ways = []
    for reading, share in zip(weighed.readings, weighed.shares, strict=True):
        values = reading.values
        points = count_other_points(counts, law.counted(weighed.number, values))
        wrong = points + (counted.solo != values.solo) + (counted.offence != values.offence)
        ways.append(make_way(share, wrong, [*zip(firsts, reading.options, strict=False)], weighed.limits))
    return RowRisk(tuple(ways), admit_doubt(cells, weighed.likeliest.options[: len(cells)]))


def _add_first(first: str, others: Mapping[str, float]) -> dict[str, float]:
    """P(text) of a field: what remains for the ink's first choice, then the others."""
    chances = {text: chance for text, chance in others.items() if text != first}
    return {first: 1.0 - sum(chances.values())} | chances  # the first stays first among equals
