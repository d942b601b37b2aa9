"""What a whole round owes, on a list: the same Pflichtsoli, games and turns to sit out as on a sheet of points."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.counting.rules import RuleSet
from tournament.judging.chain import Floats, Ints
from tournament.judging.lists.listink import ListRow, is_clear
from tournament.judging.lists.listways import Edge
from tournament.judging.row.joint_readings import JointReading, RowChoices, RowValues
from tournament.judging.row.options import ABSENT
from tournament.judging.row.round_duties import (
    NOTHING,
    CountedRow,
    Counts,
    Owed,
    count_reading,
    find_duty,
    limit_duty,
)
from tournament.judging.row.row_rules import RowLaw
from tournament.judging.row.transcribe import WrittenSheet
from tournament.limits import Limits


@dataclass(frozen=True, slots=True)
class ListDuties:
    """`owed`: what the round owes. It is counted along the chain, in numbers behind the totals of each state."""

    law: RowLaw
    owed: Owed
    limits: Limits

    @property
    def columns(self) -> int:
        """How many numbers are counted."""
        return len(self._count(0, RowValues((0,) * self.law.seats), stands=False))

    def count_way(self, row: ListRow, edge: Edge) -> CountedRow:
        """What the row counts on that way."""
        solo = row.inked.solo if edge.solo is None else edge.solo
        points = edge.points or (None if edge.points is None else 0,) * len(row.cells)
        return self._count(row.source.game, RowValues(points, solo, row.inked.offence), stands=edge.points != ())

    def fit(self, counts: Ints) -> Floats:
        """How often rounds have these `counts` (n, columns) int64, relative to what is owed; (n,) float64."""
        return Counts(self.owed, (), self.limits).fit(counts)

    def _count(self, number: int, values: RowValues, *, stands: bool) -> CountedRow:
        row = RowChoices(number, (ABSENT,) * self.law.seats, ABSENT, ABSENT)
        return count_reading(self.law, self.owed, row, JointReading(values, (), 1.0), inked=stands)


def find_list_duties(
    rules: RuleSet, written: WrittenSheet, rows: Sequence[ListRow], limits: Limits
) -> ListDuties | None:
    """What the round owes; None where nothing is known, or all ink is clear."""
    if all(is_clear(choices, limits) for row in rows for choices in row.all):
        return None
    law = make_list_law(rules, rows, limits)
    choices = [RowChoices(row.source.game, row.cells, *row.crosses) for row in rows]
    played = sum(not row.inked.offence and not row.inked.blank for row in rows)
    owed = limit_duty(find_duty(written, choices, law), played, law)
    return None if owed == NOTHING else ListDuties(law, owed, limits)


def make_list_law(rules: RuleSet, rows: Sequence[ListRow], limits: Limits) -> RowLaw:
    """The rules at the list's table."""
    inked = [row.inked for row in rows]
    games = {one.number: one.game or one.number for one in inked}
    deals = {one.number: games[one.number] if one.deal is None else one.deal for one in inked}
    offences = frozenset(one.number for one in inked if one.offence)
    crosses = any(row.crosses[0].id for row in rows)
    return RowLaw(rules, len(rows[0].cells) if rows else 0, games, deals, offences, limits, crosses=crosses)
