"""Checks that a proposal mends its row; every proposal passes here before anybody sees it.

A proposal that leaves its row wrong, or names a field that the sheet does not have, is worse than none: who follows it
has two mistakes in the row. The same holds for a row that is right as written, or as seen where its ink is too poor to
count: that would set one reading against another, and the finding names both. The finding itself always stays.

Where all rows leave no doubt about a column and its written total is off, the total itself is wrong.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Protocol, TypeVar

from scoring.findings import Change, Finding, Proposal
from tournament.judging.decided_rows import DecidedRow
from tournament.judging.ink_options import Choices, Option
from tournament.judging.judged_sheet import Mended
from tournament.judging.row_law import RowLaw
from tournament.judging.row_readings import RowValues
from tournament.judging.weighed_row import WeighedRow, make_proposal
from tournament.judging.written_sheet import parse_number
from tournament.remarks import Doubt, Remark

_D = TypeVar("_D", bound=Doubt)


def keep_mending(findings: Iterable[_D], mends: Callable[[Proposal], bool]) -> tuple[_D, ...]:
    """The findings, without the proposals that do not mend anything."""
    return replace_proposals(findings, lambda proposal: proposal if mends(proposal) else None)


def replace_proposals(findings: Iterable[_D], take: Callable[[Proposal], Proposal | None]) -> tuple[_D, ...]:
    """The findings, each proposal replaced by what `take` makes of it (None: no proposal)."""
    return tuple(_propose(one, take(one.proposal)) if one.proposal else one for one in findings)


def _propose(finding: _D, proposal: Proposal | None) -> _D:
    assert isinstance(finding, Finding | Remark)
    return replace(finding, proposal=proposal)


class ProposedRow(Protocol):
    """A row of any style of sheet for which something is proposed; `fields`: all its fields, by id."""

    @property
    def fields(self) -> Mapping[str, Choices]: ...  # noqa: D102  # above

    def is_right_with(self, said: Mapping[str, Option]) -> bool:
        """Whether the row is right if these fields, by id, are read so, and all others as they count now."""


@dataclass(frozen=True, slots=True)
class Mends:
    """Decides whether a proposal on the whole sheet mends all rows that it changes. It may also add a missing cross to
    a row that is right by itself.

    `rows`: by number. `sums`: ids of the totals that may be changed, as no row leaves a doubt about their column.
    """

    rows: Mapping[int, WeighedRow]
    sums: frozenset[str] = frozenset()

    def __call__(self, proposal: Proposal) -> bool:
        """Whether all its fields are on the sheet, and each of its rows was wrong and becomes right."""
        by_row: dict[int, list[Change]] = defaultdict(list)
        places = {field: number for number, row in self.rows.items() for field in row.fields}
        for change in proposal:
            if change.field not in self.sums:
                by_row[places.get(change.field, 0)].append(change)
        return by_row.keys() <= self.rows.keys() and all(
            _mends_of_sheet(self.rows[number], changes) for number, changes in by_row.items()
        )


def _mends_of_sheet(row: WeighedRow, changes: Sequence[Change]) -> bool:
    points = {cell.id for cell in row.row.cells}.intersection(change.field for change in changes)
    return mends(row, changes) if points else is_right(row, changes)


def mends(row: WeighedRow, changes: Iterable[Change]) -> bool:
    """Whether the row is wrong, and these changes make it right. No, if it only lacks who sat out, or if it is right as
    seen and the changes say something else."""
    changes = tuple(changes)
    open_ = any(one.sentence == "faults.rebuilt.sitter" for one in row.law.findings(row.number, row.row.ink))
    if open_ or is_right(row, ()) or not is_right(row, changes):
        return False
    seen = {field: _see_option(choices) for field, choices in row.fields.items()}
    other = any(read_proposed_option(row.fields[one.field], one).value != seen[one.field].value for one in changes)
    return not (other and row.is_right_with(seen))


def count_mended(row: WeighedRow, changes: Iterable[Change]) -> Mended:
    """What the row counts with these changes to its ink's first choices; the full row, where one side's points are
    written. Changes in other rows are ignored."""
    values = read_mended(row, changes)
    full = row.law.row(row.number, values)
    return Mended(row.law.kept(row.number, values), full.solo, full.offence)


def read_mended(row: WeighedRow, changes: Iterable[Change]) -> RowValues:
    """The row's points and crosses by its ink's first choices, with those of these changes that are in the row."""
    return row.read(
        {one.field: read_proposed_option(row.fields[one.field], one) for one in changes if one.field in row.fields}
    )


def read_proposed_option(choices: Choices, change: Change) -> Option:
    """The proposed option: the ink's own, if it has one of that text or value."""
    value, text = change.proposed, str(change.proposed if change.proposed is not None else "")
    known = (one for one in choices.options if one.text == text or (isinstance(value, int) and one.value == value))
    number = int(text) if text.lstrip("+-").isdecimal() else int(bool(text))
    return next(known, Option(number, 0.0, text))


def _see_option(choices: Choices) -> Option:
    """The ink's first choice; for a number that is too poor to count, with the value that was seen."""
    first = choices.first
    return first if first.value is not None else replace(first, value=parse_number(first.text).points)


def is_right(row: ProposedRow, changes: Iterable[Change]) -> bool:
    """Whether the row is right with these changes; False if one of their fields is not in the row."""
    changed = {change.field: change for change in changes}
    return changed.keys() <= row.fields.keys() and row.is_right_with(
        {field: _write_proposed(row.fields[field], change) for field, change in changed.items()}
    )


def _write_proposed(choices: Choices, change: Change) -> Option:
    """The proposed option with the text that somebody writes who follows the proposal. A 0 must be written: a blank
    cell counts as much in a row of points, but not as a running total."""
    text = "" if change.proposed is None else str(change.proposed)
    return replace(read_proposed_option(choices, change), text=text)


def find_sure_columns(rows: Sequence[DecidedRow], law: RowLaw, gaps: Sequence[int], *, in_full: bool) -> frozenset[int]:
    """The seats about whose column the rows leave no doubt.

    `gaps`: by seat the written total minus its column, 0 if no total is written. `in_full`: the totals are those of
    full rows, although only one side's points are written. A right row adds up to 0, so that another row in its place
    changes at least two columns: a total that alone is off is wrong itself, whatever the details say. If several are
    off and their gaps add up to 0, a row is probably wrong or missing, so that no column is sure.
    """
    seats, off = frozenset(range(1, len(gaps) + 1)), sum(map(bool, gaps))
    if off > 1 and sum(gaps) == 0 and (law.side is None or in_full):
        return frozenset()
    alone = law.side is None and off == 1
    return seats.difference(*(_find_open(row, law, gaps, in_full=in_full, alone=alone) for row in rows))


def _find_open(row: DecidedRow, law: RowLaw, gaps: Sequence[int], *, in_full: bool, alone: bool) -> set[int]:
    """The seats whose points in this row are in doubt; all of them if the row is wrong."""
    every = set(range(1, len(gaps) + 1))
    if row.doubt is not None:
        return {seat for seat in every if row.choices.cells[seat - 1] is row.doubt} or every
    if not row.played:
        return set()
    number, best = row.source.game, row.decision.likeliest.values
    meant = {seat for seat in every if gaps[seat - 1] and _is_meant(law, row, seat, gaps[seat - 1])}
    if alone and row.decision.verdict != "unsettled" and None not in best.points and law.legal(number, best):
        return meant
    if not _is_right_as_taken(row):
        return meant | _find_contradicted(row, law, every)
    counted = [law.counted(number, one) if in_full else one.points for one in _list_likely(row)]
    moved = {seat for seat in every if len({points[seat - 1] or 0 for points in counted}) > 1}
    return moved | meant


def _find_contradicted(row: DecidedRow, law: RowLaw, every: set[int]) -> set[int]:
    """The seats whose points the details contradict, in a row that is right apart from that; all seats if nobody can
    say which number or which detail is wrong."""
    values, told = row.decision.likeliest.values, [one for one in row.details.findings if one.severity != "note"]
    legal = row.decision.verdict == "ink" and any(values.points) and law.legal(row.source.game, values)
    if not legal or not told or any(one.code == "miscounted" and not one.proposal for one in told):
        return every
    changes = (*(one for finding in told for one in finding.proposal or ()), *(row.details.smallest or ()))
    fields = {change.field for change in changes}
    return {seat for seat in every if row.choices.cells[seat - 1].id in fields}


def _is_right_as_taken(row: DecidedRow) -> bool:
    """Whether the row is right in its likeliest reading, with its details."""
    details = (Change(one.field, None, one.read) for one in row.details.chosen)
    changes = {one.field: one for one in (*details, *make_proposal(row.choices, row.decision.likeliest))}
    return is_right(row.joint, changes.values())


def _list_likely(row: DecidedRow) -> list[RowValues]:
    """The readings that count, or may: of a settled row only one; else all that are likely beside the best."""
    weighed = row.joint
    if row.decision.verdict != "unsettled":
        return [row.decision.counted.values]
    least = row.limits.rival * max(weighed.shares)
    return [reading.values for reading, share in zip(weighed.readings, weighed.shares, strict=True) if share >= least]


def _is_meant(law: RowLaw, row: DecidedRow, seat: int, gap: int) -> bool:
    """Whether the total may be right with another number of this seat in this row (`gap` more): with a number that
    makes another right row; one that was not tripled, if no solo is crossed; a missing one beside a crossed solo; or
    one that is too poor to count, as in a hatched cell."""
    number, values, cell = row.source.game, row.decision.likeliest.values, row.source.cells[seat - 1]
    points = values.points[seat - 1]
    if points is None or (values.solo and not any(values.points)):
        return True
    if cell is not None and ("illegible" in cell.flags or parse_number(cell.text).mark == "illegible"):
        return bool(parse_number(cell.text).value) or abs(gap) in map(abs, filter(None, values.points))
    wanted = replace(values, points=(*values.points[: seat - 1], points + gap, *values.points[seat:]))
    alone = law.rules.list_lone_times(solo=True)[-1]
    return law.legal(number, wanted) or (not values.solo and points == alone * (points + gap) != 0)
