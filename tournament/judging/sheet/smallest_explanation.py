"""The smallest explanation of a sheet: the fewest fields of rows and sum row together that make everything add up.

A row that is not right and a total that is off may be one mistake, or two wrong cells cancel: only all rows and totals
together tell. They are taken one row after the other, by what each way to take a row adds to the columns; of all ways
to the same totals only the smallest is kept (dynamic programming), which leaves out no smaller one. It changes nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from scoring.findings import Proposal
from tournament.judging.row.judged import WholeExplanation
from tournament.judging.row.options import Choices, Option
from tournament.judging.sheet.columns import total_speaks
from tournament.judging.sheet.row_steps import Step, Wrong, explanation_by, row_steps, wrong_field
from tournament.judging.sheet.rowsdecided import DecidedRow
from tournament.limits import Limits

ColumnTotals = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class _Way:
    """A way through the rows so far: how many more fields are wrong than must be, what it costs, and its steps."""

    extra: int
    cost: float
    steps: tuple[Step, ...]

    def __lt__(self, other: _Way) -> bool:
        return (self.extra, self.cost) < (other.extra, other.cost)


@dataclass(frozen=True, slots=True)
class _SumRow:
    """The written totals, and the odds of a slip of the players' sum."""

    sums: tuple[Choices, ...]
    slip: float

    def gaps(self, totals: ColumnTotals) -> ColumnTotals:
        """By column how much more is written than the rows add up to; 0 where nothing is."""
        return tuple((c.first.value or 0) - total if total_speaks(c) else 0
                     for c, total in zip(self.sums, totals, strict=True))

    def end(self, totals: ColumnTotals) -> Step:
        """The written totals that are wrong when the rows add up to these."""
        pairs = zip(self.sums, totals, self.gaps(totals), strict=True)
        wrong = tuple(wrong_field(choices, Option(total, 0.0, str(total)), self.slip, points=True)
                      for choices, total, gap in pairs if gap)
        return Step(wrong, (), sum(one.cost for one in wrong))


def explained_whole(
    rows: Iterable[DecidedRow], sums: tuple[Choices, ...], limits: Limits
) -> WholeExplanation | None:
    """What explains all that does not add up; None where everything does, and where nothing known mends a row."""
    played = [row for row in rows if row.played]
    sum_row = _SumRow(sums, limits.sum_off_odds)
    totals = tuple(sum(row.choices.cells[seat].first.value or 0 for row in played) for seat in range(len(sums)))
    gaps = sum_row.gaps(totals)
    if not any(gaps) and all(row.joint.right for row in played):
        return None
    steps = [row_steps(row.joint, _proposed(row), gaps, limits) for row in played]
    if not all(steps):
        return None
    wrong, complete = _smallest(steps, totals, sum_row, limits.explained_ways)
    return replace(explanation_by(wrong), complete=complete)


def _proposed(row: DecidedRow) -> tuple[Proposal, ...]:
    """The proposals of its details that mend it."""
    details = row.details
    found = [one.proposal for one in details.findings if one.severity != "note" and one.code != "illegible"]
    return tuple(dict.fromkeys(filter(None, (*found, details.smallest))))


def _smallest(
    rows: Sequence[tuple[Step, ...]], totals: ColumnTotals, sum_row: _SumRow, most: int
) -> tuple[tuple[Wrong, ...], bool]:
    """The wrong fields of the smallest way through all rows, and whether nothing smaller can have been left out.

    Left out on the way is what already has more of them than mending every row for itself and every total that is then
    off; and of more than `most` ways the larger ones, which a later row or the sum row might have borne out.
    """
    fewest = [min(steps, key=lambda step: step.rank) for steps in rows]
    spare = len(sum_row.end(_after(totals, fewest)).wrong)
    reached, complete = {totals: _Way(0, 0.0, ())}, True
    for steps, least in zip(rows, fewest, strict=True):
        more = [(step, len(step.wrong) - len(least.wrong)) for step in steps]
        found: dict[ColumnTotals, _Way] = {}
        for above, way in reached.items():
            for step, extra in more:
                if way.extra + extra <= spare:
                    below = _after(above, [step]) if any(step.moves) else above
                    longer = _Way(way.extra + extra, way.cost + step.cost, (*way.steps, step))
                    if below not in found or longer < found[below]:
                        found[below] = longer
        complete = complete and len(found) <= most
        reached = dict(sorted(found.items(), key=lambda entry: entry[1])[:most])
    ends = ((way, sum_row.end(below)) for below, way in reached.items())
    way, end = min(ends, key=lambda one: (one[0].extra + len(one[1].wrong), one[0].cost + one[1].cost))
    return tuple(wrong for step in (*way.steps, end) for wrong in step.wrong), complete


def _after(totals: ColumnTotals, steps: Sequence[Step]) -> ColumnTotals:
    return tuple(sum(column) for column in zip(totals, *(step.moves for step in steps), strict=True))
