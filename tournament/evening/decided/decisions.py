"""What people decided, as ink: to everything else on the sheet a decided row is clear, and is judged with it.

What the players wrote stays as it is. A decision holds while the ink says what it said then; where a better photograph
says something else, the item is open again.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

from scanner.sheet_reading import Reading
from tournament.evening.decided.sums import NOTHING_FOLLOWED, FollowedRows
from tournament.evening.items import (
    Ink,
    name_row_item,
)
from tournament.judging.judging_limits import LIMITS, Limits
from tournament.judging.lists.list_ink import is_list
from tournament.judging.written_sheet import WrittenRow, WrittenSheet, parse_number

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
