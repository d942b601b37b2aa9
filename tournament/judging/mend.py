"""Whether a proposal mends: every proposal passes here before anybody sees it.

A proposal that leaves its row broken, or names a field that the sheet does not have, is worse than none: who follows it
has two mistakes in the row. So is one for a row that is right as it stands, or as it was seen where ink is too poor to
count: it would be one way to read the row against another, and the finding names both. The finding itself always stays.

A column that no row leaves in doubt: where its written total is off, the mistake is the total's own.
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
    """The findings; a proposal stays only where it `mends`."""
    return replace_proposals(findings, lambda proposal: proposal if mends(proposal) else None)


def replace_proposals(findings: Iterable[_D], take: Callable[[Proposal], Proposal | None]) -> tuple[_D, ...]:
    """The findings with what is proposed instead of their proposals, if anything is."""
    return tuple(_propose(one, take(one.proposal)) if one.proposal else one for one in findings)


def _propose(finding: _D, proposal: Proposal | None) -> _D:
    assert isinstance(finding, Finding | Remark)
    return replace(finding, proposal=proposal)


class ProposedRow(Protocol):
    """A row of any style of sheet, of which something is proposed; `fields`: all that it has, by id."""

    @property
    def fields(self) -> Mapping[str, Choices]: ...  # noqa: D102  # above

    def is_right_with(self, said: Mapping[str, Option]) -> bool:
        """Is the row right with these texts? `said`: of fields by id; the others say what they say now."""


@dataclass(frozen=True, slots=True)
class Mends:
    """Asked of a proposal for the whole sheet, whether it mends what it changes; it may add a cross that is missing in
    a row which is right by itself.

    `rows`: by number; `sums`: fields of the sum row that are wrong themselves where they are off, for no row above
    leaves a doubt about their column.
    """

    rows: Mapping[int, WeighedRow]
    sums: frozenset[str] = frozenset()

    def __call__(self, proposal: Proposal) -> bool:
        """Whether all its fields are on the sheet, and each of its rows becomes right by it, which it was not."""
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
    """Whether the row is not right, and these changes make it so; a row that lacks nothing but who sat out is. Where it
    is right as it was seen, nothing else is proposed."""
    changes = tuple(changes)
    open_ = any(one.sentence == "faults.rebuilt.sitter" for one in row.law.findings(row.number, row.row.ink))
    if open_ or is_right(row, ()) or not is_right(row, changes):
        return False
    seen = {field: _see_option(choices) for field, choices in row.fields.items()}
    other = any(read_proposed_option(row.fields[one.field], one).value != seen[one.field].value for one in changes)
    return not (other and row.is_right_with(seen))


def count_mended(row: WeighedRow, changes: Iterable[Change]) -> Mended:
    """What the row counts with these changes to its ink's first choices: of one side's points the full row.
    Changes in other rows say nothing."""
    values = read_mended(row, changes)
    full = row.law.row(row.number, values)
    return Mended(row.law.kept(row.number, values), full.solo, full.offence)


def read_mended(row: WeighedRow, changes: Iterable[Change]) -> RowValues:
    """The row's points and crosses as its ink says them, with these changes as far as they are in the row."""
    return row.read(
        {one.field: read_proposed_option(row.fields[one.field], one) for one in changes if one.field in row.fields}
    )


def read_proposed_option(choices: Choices, change: Change) -> Option:
    """The proposed option, one of the ink's where it has it."""
    value, text = change.proposed, str(change.proposed if change.proposed is not None else "")
    known = (one for one in choices.options if one.text == text or (isinstance(value, int) and one.value == value))
    number = int(text) if text.lstrip("+-").isdecimal() else int(bool(text))
    return next(known, Option(number, 0.0, text))


def _see_option(choices: Choices) -> Option:
    """The ink's first choice; of a number that is too poor to count, what was seen."""
    first = choices.first
    return first if first.value is not None else replace(first, value=parse_number(first.text).points)


def is_right(row: ProposedRow, changes: Iterable[Change]) -> bool:
    """Whether the row is right with these changes to its ink's first choices; False where a field is none of its
    own."""
    changed = {change.field: change for change in changes}
    return changed.keys() <= row.fields.keys() and row.is_right_with(
        {field: _write_proposed(row.fields[field], change) for field, change in changed.items()}
    )


def _write_proposed(choices: Choices, change: Change) -> Option:
    """The proposed option as somebody writes it who follows the proposal: a 0 is written, although a blank cell would
    count as much in a row of points. Below a list's total it would not."""
    text = "" if change.proposed is None else str(change.proposed)
    return replace(read_proposed_option(choices, change), text=text)


def find_sure_columns(rows: Sequence[DecidedRow], law: RowLaw, gaps: Sequence[int], *, in_full: bool) -> frozenset[int]:
    """The seats whose column all rows leave no doubt about.

    `gaps`: by seat how much more the written total is than its column, 0 where nothing is written. `in_full`: the
    totals are those of full rows, although one side's points alone are written. No right row in place of another
    moves a single column: a total that alone is off is wrong itself, whatever the details say. Of several that are off
    by 0 together rather a row is wrong, or lost.
    """
    seats, off = frozenset(range(1, len(gaps) + 1)), sum(map(bool, gaps))
    if off > 1 and sum(gaps) == 0 and (law.side is None or in_full):
        return frozenset()
    alone = law.side is None and off == 1
    return seats.difference(*(_find_open(row, law, gaps, in_full=in_full, alone=alone) for row in rows))


def _find_open(row: DecidedRow, law: RowLaw, gaps: Sequence[int], *, in_full: bool, alone: bool) -> set[int]:
    """The seats whose points in this row are in doubt; all of them where the row is wrong."""
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
    """The seats whose points the details of a row speak against that is right but for them; all of them where nobody
    can say which number or which detail is wrong."""
    values, told = row.decision.likeliest.values, [one for one in row.details.findings if one.severity != "note"]
    legal = row.decision.verdict == "ink" and any(values.points) and law.legal(row.source.game, values)
    if not legal or not told or any(one.code == "miscounted" and not one.proposal for one in told):
        return every
    changes = (*(one for finding in told for one in finding.proposal or ()), *(row.details.smallest or ()))
    fields = {change.field for change in changes}
    return {seat for seat in every if row.choices.cells[seat - 1].id in fields}


def _is_right_as_taken(row: DecidedRow) -> bool:
    """Whether the row is right as it is taken now, with its details."""
    details = (Change(one.field, None, one.read) for one in row.details.chosen)
    changes = {one.field: one for one in (*details, *make_proposal(row.choices, row.decision.likeliest))}
    return is_right(row.joint, changes.values())


def _list_likely(row: DecidedRow) -> list[RowValues]:
    """The readings that are likely enough beside the best; where it is settled, the one that counts."""
    weighed = row.joint
    if row.decision.verdict != "unsettled":
        return [row.decision.counted.values]
    least = row.limits.rival * max(weighed.shares)
    return [reading.values for reading, share in zip(weighed.readings, weighed.shares, strict=True) if share >= least]


def _is_meant(law: RowLaw, row: DecidedRow, seat: int, gap: int) -> bool:
    """Whether the total may have been made from another number in this row: one that makes another right row, one that
    is not tripled where no solo is crossed, one that is missing beside a crossed solo, or one that is too poor to
    count, as in a hatched cell."""
    number, values, cell = row.source.game, row.decision.likeliest.values, row.source.cells[seat - 1]
    points = values.points[seat - 1]
    if points is None or (values.solo and not any(values.points)):
        return True
    if cell is not None and ("illegible" in cell.flags or parse_number(cell.text).mark == "illegible"):
        return bool(parse_number(cell.text).value) or abs(gap) in map(abs, filter(None, values.points))
    wanted = replace(values, points=(*values.points[: seat - 1], points + gap, *values.points[seat:]))
    return law.legal(number, wanted) or (not values.solo and points == 3 * (points + gap) != 0)
