"""Columns that no row leaves in doubt: where the written total of one is off, the mistake is the total's own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from scoring.findings import Change
from tournament.judging.decide import make_proposal
from tournament.judging.decided_rows import DecidedRow
from tournament.judging.mend import is_right
from tournament.judging.row_law import RowLaw
from tournament.judging.row_readings import RowValues
from tournament.judging.written_sheet import parse_number


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
    if not _is_right(row):
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


def _is_right(row: DecidedRow) -> bool:
    """Whether the row is right as it is taken now, with its details."""
    details = (Change(one.field, None, one.read) for one in row.details.chosen)
    changes = {one.field: one for one in (*details, *make_proposal(row.choices, row.decision.likeliest))}
    return is_right(row.joint, changes.values())


def _list_likely(row: DecidedRow) -> list[RowValues]:
    """The readings that are likely enough beside the best; where it is settled, the one that counts."""
    weighed = row.joint.weighed
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
