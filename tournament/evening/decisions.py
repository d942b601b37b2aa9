"""What people decided, put into the sheets: a decided row counts what was decided and is asked about no more.

What the players wrote stays as it is. To everything else on the sheet a decided row is clear ink: sums, duties and the
rows around it are judged with it. A decision holds while the ink says what it said then; where a better photograph says
something else, the item is open again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from scanner.reading import Reading
from scoring.counting.rules import RuleSet
from tournament.evening.decided_sums import NOTHING_FOLLOWED, FollowedRows, find_followed, restore_sums
from tournament.evening.items import (
    SHARED,
    Ink,
    Matter,
    has_been_told,
    list_round_matters,
    list_shared,
    list_sheet_matters,
    name_row_item,
)
from tournament.evening.missing import RoundMatter
from tournament.evening.standings import CountedSheet
from tournament.judging.lists.listink import is_list
from tournament.judging.row.judged import JudgedRow, JudgedSheet, all_in
from tournament.judging.row.transcribe import WrittenRow, WrittenSheet
from tournament.judging.sheet.causes import drop_settled
from tournament.judging.sheet.columns import column_totals
from tournament.limits import LIMITS, Limits
from tournament.numbers import parse_number
from tournament.remarks import Doubt, Remark, RowText

How = Literal["accept", "as-written", "points", "name"]


@dataclass(frozen=True, slots=True)
class HumanDecision:
    """What a person decided of one item.

    `how`: the proposal was accepted, what is written counts, other points count, or a name was given. `points`: what
    the row counts, by seat; None for the seat that sits out. `solo`, `offence`: how the crosses count; None: as they
    are written. `ink`: what the item showed. `entry`: its number in the tournament's file.
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
        rows = (write_decision(row, self.held[row.game], plus=plus) if row.game in self.held else row
                for row in self.source.rows)
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
        reading.id not in then or _is_alike(reading, then[reading.id], limits)
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


Judging = Callable[[RuleSet, Sequence[WrittenSheet], Limits], Iterable[JudgedSheet]]
"""Judges sheets and gives them in their order."""


def judge_decided(
    rules: RuleSet, decided: Sequence[DecidedSheet], judge: Judging, limits: Limits = LIMITS
) -> list[JudgedSheet]:
    """The sheets judged with what was decided. First those with decisions are judged without: that tells what the
    players added up."""
    asked = [one.source for one in decided if _may_follow(one)]
    before = iter(judge(rules, asked, limits) if asked else ())
    followed = [_follow(one, next(before), limits) if _may_follow(one) else one for one in decided]
    judged = judge(rules, [one.ink for one in followed], limits)
    return [apply_decisions(rules, sheet, its) for sheet, its in zip(judged, followed, strict=True)]


def _may_follow(decided: DecidedSheet) -> bool:
    return bool(decided.held) and any(cell is not None and cell.text.strip() for cell in decided.source.sums)


def _follow(decided: DecidedSheet, before: JudgedSheet, limits: Limits) -> DecidedSheet:
    nobody = (None,) * decided.source.seats
    points = {game: decision.points or nobody for game, decision in decided.held.items()}
    return replace(decided, followed=find_followed(before, points, limits))


def apply_decisions(rules: RuleSet, judged: JudgedSheet, decided: DecidedSheet) -> JudgedSheet:
    """The judged sheet in which decided rows count what was decided, with the written sheet as it is. What is wrong
    with the sheet only because a row counted otherwise, or because somebody let an uneven row count, is told but not
    asked."""
    if not decided.held and not decided.reopened:
        return judged
    written = {row.game: row for row in decided.source.rows}
    rows = tuple(_apply(replace(row, source=written[row.game]), decided) for row in judged.rows)
    totals = column_totals([row.points for row in rows], decided.source.seats)
    counted = replace(drop_settled(rules, judged, rows), source=decided.source, rows=rows, totals=totals)
    return _close_caused(restore_sums(counted, decided.source, decided.followed), decided)


def _close_caused(sheet: JudgedSheet, decided: DecidedSheet) -> JudgedSheet:
    """The sheet with the findings that say of decided rows what was decided: that one is blank, or makes no 0."""
    fields = {reading.id for row in sheet.rows if row.game in decided.held for reading in row.source.readings}
    uneven = any(sum(value or 0 for value in decision.points) for decision in decided.held.values())
    asked = any(one.code == "sum-mismatch" and one.severity != "note" for one in sheet.findings)

    def is_caused(finding: Doubt) -> bool:
        if finding.code == "game-count":
            return bool(finding.fields) and fields.issuperset(finding.fields)
        return finding.code in _UNEVEN and all_in(finding, "sum.") and uneven and not asked

    return close_findings(sheet, is_caused)


_UNEVEN = ("not-zero-sum", "parity")
"""What a sum row is when a row above it makes no 0."""


def close_findings(sheet: JudgedSheet, is_closed: Callable[[Doubt], bool]) -> JudgedSheet:
    """The sheet with these of its findings as notes, and their fields no more among those to look at."""
    closed = [one for one in sheet.findings if one.severity != "note" and is_closed(one)]
    if not closed:
        return sheet
    findings = tuple(_soften(one) if one in closed else one for one in sheet.findings)
    asked = {field for one in findings if one.severity != "note" for field in one.fields}
    gone = {field for one in closed for field in one.fields} - asked
    return replace(sheet, findings=findings, look=tuple(field for field in sheet.look if field not in gone))


def _apply(row: JudgedRow, decided: DecidedSheet) -> JudgedRow:
    if row.game in decided.held:
        return _settle(row, decided.held[row.game], inked=not is_list(decided.source))
    if row.game in decided.reopened:
        return _reopen(row, decided.reopened[row.game])
    return row


def _settle(row: JudgedRow, decision: HumanDecision, *, inked: bool) -> JudgedRow:
    """The row as decided. `inked`: it was judged with the decision as its ink; `written` then is the ink's own again.
    """
    texts = tuple("" if cell is None else cell.text for cell in row.source.cells)
    written = texts if inked else row.written
    points = decision.points or (None,) * len(written)
    played = any(value is not None for value in points)
    solo = row.solo if decision.solo is None else decision.solo
    offence = row.offence if decision.offence is None else decision.offence
    same = (points, solo, offence) == (row.points, row.solo, row.offence)
    kept = replace(
        row, written=written, points=points, solo=solo, offence=offence, played=played, wrong=None, provisional=None,
        explanation=None, details=row.details if same else None,
    )
    gaps = {"by": decision.by, "row": RowText(points, solo, offence, "–")}
    remark = Remark("decided", "note", f"decisions.decided.{decision.how}", (row.source.readings[0].id,), gaps)
    return _close_row(replace(kept, findings=(*kept.findings, remark)))


def _close_row(row: JudgedRow) -> JudgedRow:
    return replace(row, status="ok", findings=make_notes(row.findings), look=())


def _reopen(row: JudgedRow, decision: HumanDecision) -> JudgedRow:
    """The row with the remark that a better photograph speaks against the decision."""
    ids = tuple(reading.id for reading in row.source.readings if reading.id in dict(decision.ink))
    gaps = {"by": decision.by, "row": RowText(decision.points, bool(decision.solo), bool(decision.offence), "–")}
    remark = Remark("duplicate-sheet", "warning", "decisions.reopened", ids, gaps)
    return replace(row, status="review", findings=(*row.findings, remark), look=tuple(dict.fromkeys((*row.look, *ids))))


def make_notes(findings: Sequence[Doubt]) -> tuple[Doubt, ...]:
    """The findings, of which nothing is asked any more."""
    return tuple(finding if finding.severity == "note" else _soften(finding) for finding in findings)


def _soften(finding: Doubt) -> Doubt:
    return replace(finding, severity="note")  # type: ignore[type-var]  # every finding is a dataclass


def close_decided(entry: CountedSheet, decided: DecidedSheet, decisions: Decisions) -> CountedSheet:
    """The sheet with all that was decided closed, when every remark has been made: rows, sums and whole-sheet matters.
    """
    sheet = entry.sheet
    rows = tuple(_close_row(row) if row.game in decided.held else row for row in sheet.rows)
    sheet = replace(sheet, rows=rows) if decided.held else sheet
    settled = [finding for matter in list_sheet_matters(sheet) if _is_settled(matter, decisions)
               for finding in matter.findings]
    sheet = close_findings(sheet, lambda finding: finding in settled)
    return entry if sheet is entry.sheet else replace(entry, sheet=sheet)


def close_round_matters(matters: Sequence[RoundMatter], decisions: Decisions) -> tuple[RoundMatter, ...]:
    """What is still to be settled of the rounds."""
    settled = [finding for matter in list_round_matters(matters) if _is_settled(matter, decisions)
               for finding in matter.findings]
    left = (replace(one, findings=tuple(f for f in one.findings if f not in settled)) for one in matters)
    return tuple(one for one in left if one.findings)


def _is_settled(matter: Matter, decisions: Decisions) -> bool:
    """Whether somebody decided it, or its other half on another sheet, and no more was told then than is now."""
    decision = decisions.get(matter.item)
    if decision is not None and decision.how != "name" and has_been_told(matter, decision.ink):
        return True
    shared = {(SHARED, key) for key in list_shared(matter)}
    return bool(shared) and any(shared.issubset(one.ink) for one in decisions.values())
