"""What people decided, as ink: to everything else on the sheet a decided row is clear, and is judged with it.

What the players wrote stays as it is. A decision holds while the ink says what it said then; where a better photograph
says something else, the item is open again.


What a second person read in a decided row, and whether that speaks against the decision.

Two people who key the same paper apart from each other rarely make the same mistake: what they read alike is taken, and
what they read otherwise is settled by a third. The second reads what is written; the first decided what counts. So a
number that is clearly written agrees with the first also where that person let another one count: this corrects the
players, and is no other reading.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import product
from math import prod
from typing import Literal

from scanner.sheet_reading import Reading
from scoring.findings import write_points
from tournament.evening.decided_sums import NOTHING_FOLLOWED, FollowedRows
from tournament.evening.item_names import Ink, name_row_item
from tournament.judging.judged_sheet import JudgedRow, Odds, Posterior, RowOutcome, Texts
from tournament.judging.judging_limits import LIMITS, Limits
from tournament.judging.lists.list_ink import is_list
from tournament.judging.written_sheet import WrittenRow, WrittenSheet, parse_number
from tournament.remarks import Remark

How = Literal["accept", "as-written", "points", "name"]
CrossName = Literal["solo", "offence"]


@dataclass(frozen=True, slots=True)
class SecondReading:
    """What a second person read in a field of a decided row: "" for nothing, "?" for what cannot be read."""

    field: str
    text: str
    by: str


@dataclass(frozen=True, slots=True)
class HumanDecision:
    """What a person decided of one item.

    `how`: the proposal was accepted, what is written counts, other points count, or a name was given. `points`: what
    the row counts, by seat; None for the seat that sits out. `solo`, `offence`: how the crosses count; None: as they
    are written. `ink`: what the item showed. `entry`: its number in the tournament's file. `second`: what
    a second person read in the row's fields without seeing the decision.
    """

    item: str
    how: How
    by: str
    when: str = ""
    entry: int = 0
    points: tuple[int | None, ...] = ()
    solo: bool | None = None
    offence: bool | None = None
    name: str = ""
    ink: Ink = ()
    reason: str = ""
    second: tuple[SecondReading, ...] = ()

    @property
    def denied(self) -> tuple[CrossName, ...]:
        """The crosses that are written and do not count."""
        return list_denied(self.solo, self.offence)


def list_denied(solo: bool | None, offence: bool | None) -> tuple[CrossName, ...]:
    """The crosses that are not to count, of those of which something was decided."""
    crosses: tuple[tuple[CrossName, bool | None], ...] = (("solo", solo), ("offence", offence))
    return tuple(name for name, counts in crosses if counts is False)


Decisions = Mapping[str, HumanDecision]
"""The decisions in force, by item."""

NO_DECISIONS: Decisions = {}


ByRow = Mapping[int, HumanDecision]
"""Decisions by the number of their row."""


@dataclass(frozen=True, slots=True)
class DecidedSheet:
    """A written sheet with the decisions on its rows, by row number: those that hold, and those that the ink of a
    better photograph speaks against. `followed`: the decided rows that the written sums have otherwise."""

    source: WrittenSheet
    held: ByRow = field(default_factory=dict)
    reopened: ByRow = field(default_factory=dict)
    followed: FollowedRows = NOTHING_FOLLOWED

    @property
    def ink(self) -> WrittenSheet:
        """The sheet as it is to be judged: decided rows, and sums that follow them, are as they were decided. On a
        list, whose rows tell totals and no points, it is the written sheet."""
        if not self.held or is_list(self.source):
            return self.source
        plus = self.source.code is not None and self.source.code.plus
        rows = (
            write_decision(row, self.held[row.game], plus=plus) if row.game in self.held else row
            for row in self.source.rows
        )
        return replace(self.source, rows=tuple(rows), sums=self.followed.shift(self.source.sums))


def match_decisions(sheet: WrittenSheet, decisions: Decisions, limits: Limits = LIMITS) -> DecidedSheet:
    """The sheet with its decisions, sorted by whether the ink still says what it said."""
    held: dict[int, HumanDecision] = {}
    reopened: dict[int, HumanDecision] = {}
    for row in sheet.rows if decisions else ():
        decision = decisions.get(name_row_item(sheet, row.game))
        if decision is not None:
            holds = _says_the_same(row, decision, numbers=not is_list(sheet), limits=limits)
            (held if holds else reopened)[row.game] = decision
    return DecidedSheet(sheet, held, reopened)


def _says_the_same(row: WrittenRow, decision: HumanDecision, *, numbers: bool, limits: Limits) -> bool:
    """Whether each field says what it said, or might: ink that is not clear contradicts nobody. A field that now says
    what was decided does not either."""
    then = dict(decision.ink)
    due = dict(zip((cell.id for cell in row.cells if cell), decision.points, strict=False)) if numbers else {}
    crosses = {mark.id: wish for mark, wish in ((row.solo, decision.solo), (row.offence, decision.offence)) if mark}
    return all(
        reading.id not in then
        or _is_alike(reading, then[reading.id], limits)
        or (reading.id in due and parse_number(reading.text).points == (due[reading.id] or 0))
        or crosses.get(reading.id) is bool(reading.text.strip())
        for reading in row.readings
    )


def _is_alike(reading: Reading, text: str, limits: Limits) -> bool:
    """Whether the field says that text, or may say it where its ink is not clear."""
    now, then = parse_number(reading.text), parse_number(text)
    if reading.text == text or (reading.kind != "cross" and now.points is not None and now.points == then.points):
        return True
    unclear = bool(reading.flags) or reading.confidence < limits.clear_ink
    return unclear and (reading.text == "?" or any(other == text for other, _ in reading.candidates))


def write_decision(row: WrittenRow, decision: HumanDecision, *, plus: bool = False) -> WrittenRow:
    """The row as if the decision were what is written in it; `plus`: only plus points are written."""
    points = decision.points or (None,) * len(row.cells)
    least = 1 if plus else None
    cells = tuple(cell and _write_number(cell, value, least) for cell, value in zip(row.cells, points, strict=True))
    solo, offence = _write_cross(row.solo, decision.solo), _write_cross(row.offence, decision.offence)
    return replace(row, cells=cells, solo=solo, offence=offence)


def _write_number(cell: Reading, value: int | None, least: int | None) -> Reading:
    """The cell with that number; nobody and nothing stays as people wrote it, blank, 0 or struck out."""
    if value and (least is None or value >= least):
        return _make_clear(cell, f"{value:+d}")
    return _make_clear(cell, cell.text if parse_number(cell.text).points == 0 else "")


def _write_cross(mark: Reading | None, wish: bool | None) -> Reading | None:
    if mark is None:
        return None
    return _make_clear(mark, mark.text if wish is None else "x" if wish else "")


def _make_clear(reading: Reading, text: str) -> Reading:
    return replace(reading, text=text, confidence=1.0, candidates=((text, 1.0),), flags=())


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
