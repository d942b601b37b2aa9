"""What a whole round owes on a list, and whose turn each row was at a table of five: as on a sheet of points."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from scoring.counting.rules import RuleSet
from texts.field_ids import parse_field
from tournament.judging.ink_options import ABSENT
from tournament.judging.limits.judging_limits import Limits
from tournament.judging.lists.list_ink import ListRow, is_clear, read_list_rows
from tournament.judging.round_duties import NOTHING, CountedRow, Counts, count_reading, find_duty, limit_duty
from tournament.judging.row_law import SEATS, RowLaw, kept_games
from tournament.judging.row_readings import JointReading, RowChoices, RowValues
from tournament.judging.written_sheet import WrittenSheet, parse_number


@dataclass(frozen=True, slots=True)
class ListDuties:
    """What the round owes, in `counts`. It is counted along the chain, in numbers behind the totals of each state."""

    law: RowLaw
    counts: Counts

    @property
    def columns(self) -> int:
        """How many numbers are counted."""
        return len(self._count(0, RowValues((0,) * self.law.seats), stands=False))

    def count_way(self, row: ListRow, points: tuple[int, ...] | None, crossed: bool | None) -> CountedRow:
        """What the row counts on a way with these points; `crossed`: as a solo, None where that is not in doubt."""
        solo = row.inked.solo if crossed is None else crossed
        values = points or (None if points is None else 0,) * len(row.cells)
        return self._count(row.source.game, RowValues(values, solo, row.inked.offence), stands=points != ())

    def _count(self, number: int, values: RowValues, *, stands: bool) -> CountedRow:
        row = RowChoices(number, (ABSENT,) * self.law.seats, ABSENT, ABSENT)
        return count_reading(self.law, self.counts.owed, row, JointReading(values, (), 1.0), inked=stands)


def find_list_duties(
    rules: RuleSet, written: WrittenSheet, rows: Sequence[ListRow], limits: Limits
) -> ListDuties | None:
    """What the round owes; None where nothing is known, or all ink is clear."""
    if all(is_clear(choices, limits) for row in rows for choices in row.all):
        return None
    law = _make_law(rules, rows, limits)
    choices = [RowChoices(row.source.game, row.cells, *row.crosses) for row in rows]
    played = sum(not row.inked.offence and not row.inked.blank for row in rows)
    owed = limit_duty(find_duty(written, choices, law), played, law)
    return None if owed == NOTHING else ListDuties(law, Counts(owed, (), limits))


def order_rows(
    rules: RuleSet, written: WrittenSheet, planned: Sequence[ListRow], limits: Limits
) -> tuple[ListRow, ...]:
    """The rows with the turns to sit out that the table kept; `planned`: the rows by the paper's own turns."""
    if written.seats != SEATS:
        return tuple(planned)
    stayed, law = [*_find_stayed(planned)], _make_law(rules, planned, limits)
    sitting = [
        (row.source.game, tuple(int((seat,) != away[:1]) for seat in range(1, SEATS + 1)))
        for row, away in zip(planned, stayed, strict=True)
    ]
    deals = {number: deal for number, deal in kept_games(law, sitting).items() if deal != law.games[number]}
    rows = read_list_rows(rules, written, limits, deals)
    return tuple(replace(row, stayed=away) for row, away in zip(rows, stayed, strict=True))


def _find_stayed(rows: Sequence[ListRow]) -> Iterator[tuple[int, ...]]:
    """By row the one seat whose total is left out, or struck; and the one whose total is the same as above. A stroke
    may as well be a total of 0."""
    last = [0] * SEATS
    for row in rows:
        totals = [
            parse_number(reading.text) for reading in row.source.others if parse_field(reading.id).kind == "total"
        ]
        same = [seat for seat, (total, above) in enumerate(zip(totals, last, strict=True), 1) if total.value == above]
        empty = [seat for seat, total in enumerate(totals, 1) if total.empty]
        yield tuple(seats[0] for seats in (empty, same) if len(seats) == 1)
        last = [above if total.value is None else total.value for total, above in zip(totals, last, strict=True)]


def _make_law(rules: RuleSet, rows: Sequence[ListRow], limits: Limits) -> RowLaw:
    """The rules at the list's table."""
    inked = [row.inked for row in rows]
    games = {one.number: one.game or one.number for one in inked}
    deals = {one.number: games[one.number] if one.deal is None else one.deal for one in inked}
    offences = frozenset(one.number for one in inked if one.offence)
    crosses = any(row.crosses[0].id for row in rows)
    return RowLaw(rules, len(rows[0].cells) if rows else 0, games, deals, offences, limits, crosses=crosses)
