"""What a second person read in a decided row, and whether that speaks against the decision.

Two people who key the same paper apart from each other rarely make the same mistake: what they read alike is taken, and
what they read otherwise is settled by a third. The second reads what is written; the first decided what counts. So a
number that is clearly written agrees with the first also where that person let another one count: this corrects the
players, and is no other reading.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import product
from math import prod

from scanner.sheet_reading import Reading
from scoring.findings import write_points
from tournament.evening.decided.decisions import HumanDecision, SecondReading, write_decision
from tournament.judging.judging_limits import LIMITS, Limits
from tournament.judging.lists.list_ink import is_list
from tournament.judging.row.judged import JudgedRow, Odds, Posterior, RowOutcome, Texts
from tournament.judging.written_sheet import WrittenRow, WrittenSheet, parse_number
from tournament.remarks import Remark

CODE = "second-reading"
"""The code of the finding that a second person read something else."""
UNREADABLE = "?"
"""What a person keys in a field that cannot be read."""


def list_number_fields(sheet: WrittenSheet, row: WrittenRow) -> tuple[str, ...]:
    """The fields of the row that hold points; none on a list of running totals."""
    return () if is_list(sheet) else tuple(cell.id for cell in row.cells if cell is not None)


def list_read_numbers(
    sheet: WrittenSheet, row: WrittenRow, decision: HumanDecision, limits: Limits = LIMITS
) -> Mapping[str, tuple[int | None, ...]]:
    """By field what the author of the decision may have read there: the points that were decided, then those that are
    clearly written. `row`: as it is written."""
    plus = sheet.code is not None and sheet.code.plus
    fields, decided = list_number_fields(sheet, row), write_decision(row, decision, plus=plus)
    counts = {cell.id: parse_number(cell.text).points for cell in decided.readings if cell.id in fields}
    clear = {
        cell.id: (parse_number(cell.text).points,)
        for cell in row.readings
        if cell.id in fields and is_clear_ink(cell, limits)
    }
    return {field: (points, *clear.get(field, ())) for field, points in counts.items()}


def is_same_reading(numbers: Sequence[int | None], text: str) -> bool:
    """Whether somebody who keys this text read one of these numbers."""
    return text != UNREADABLE and parse_number(text).points in numbers


def list_contradictions(
    sheet: WrittenSheet, row: WrittenRow, decision: HumanDecision, limits: Limits = LIMITS
) -> tuple[SecondReading, ...]:
    """What a second person read that does not agree with the decision."""
    if not decision.second:
        return ()
    numbers = list_read_numbers(sheet, row, decision, limits)
    return tuple(
        one for one in decision.second if one.field in numbers and not is_same_reading(numbers[one.field], one.text)
    )


def contest_row(sheet: WrittenSheet, row: JudgedRow, decision: HumanDecision, limits: Limits = LIMITS) -> JudgedRow:
    """The decided row; open again where a second person read something else. Until that is settled, either may be
    right: the decided points count."""
    against = list_contradictions(sheet, row.source, decision, limits)
    if not against:
        return row
    remarks = tuple(_make_remark(row, one) for one in against)
    told = {one.field: _share(row, one) for one in against}
    return replace(
        row,
        status="review",
        provisional="likeliest",
        findings=(*row.findings, *remarks),
        odds=Odds(0.5, 0.5),
        look=tuple(one.field for one in against),
        posterior={**row.posterior, **told},
        outcomes=(RowOutcome(row.points, 0.5), *_weigh_second(row, told)),
    )


def is_contested(row: JudgedRow) -> bool:
    """Whether a second person read something else than was decided."""
    return any(finding.code == CODE for finding in row.findings)


def is_clear_ink(cell: Reading, limits: Limits = LIMITS) -> bool:
    """Whether the ink is beyond doubt by itself."""
    return cell.confidence >= limits.clear_ink and not cell.flags


def _share(row: JudgedRow, one: SecondReading) -> Texts:
    """Half for what counts, half for what was read; where nothing could be read, all that the ink may say."""
    if one.text == UNREADABLE:
        return next(cell.candidates for cell in row.source.cells if cell is not None and cell.id == one.field)
    return (_write_points(row, one.field), 0.5), (one.text, 0.5)


def _weigh_second(row: JudgedRow, told: Posterior) -> Iterator[RowOutcome]:
    """The row as it was read the second time: half of the chance."""
    cells = [
        [(parse_number(text).points, share) for text, share in told.get(cell.id if cell else "", ())]
        for cell in row.source.cells
    ]
    others = [
        [pair for pair in cell if pair[0] != now] or [(now, 1.0)] for cell, now in zip(cells, row.points, strict=True)
    ]
    rows = [(tuple(value for value, _ in read), prod(share for _, share in read)) for read in product(*others)]
    whole = sum(weight for _, weight in rows)
    yield from (RowOutcome(points, 0.5 * weight / whole) for points, weight in rows)


def _make_remark(row: JudgedRow, one: SecondReading) -> Remark:
    key = {UNREADABLE: "unreadable", "": "blank"}.get(one.text, "other")
    gaps = {"by": one.by, "read": one.text, "counts": _write_points(row, one.field) or "–"}
    return Remark(CODE, "warning", f"decisions.second.{key}", (one.field,), gaps)


def _write_points(row: JudgedRow, field: str) -> str:
    """What counts now for the seat of that field, "" for a seat that sits out."""
    ids = ["" if cell is None else cell.id for cell in row.source.cells]
    points = row.points[ids.index(field)]
    return "" if points is None else write_points(points)
