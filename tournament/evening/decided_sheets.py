"""Sheets judged with what was decided: a decided row counts what was decided and is asked about no more."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from scoring.counting.rules import RuleSet
from tournament.evening.counted_sheets import CountedSheet
from tournament.evening.decided_sums import find_followed, restore_sums
from tournament.evening.decisions import DecidedSheet, Decisions, HumanDecision, contest_row
from tournament.evening.item_names import (
    SHARED,
    Matter,
    RoundMatter,
    has_been_told,
    list_round_matters,
    list_shared,
    list_sheet_matters,
)
from tournament.judging.causes import drop_settled
from tournament.judging.judged_sheet import JudgedRow, JudgedSheet, all_in
from tournament.judging.judging_limits import LIMITS, Limits
from tournament.judging.lists.list_ink import is_list
from tournament.judging.weigh_columns import column_totals
from tournament.judging.written_sheet import WrittenSheet
from tournament.remarks import Doubt, Remark, RowText

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
        if finding.code in ("game-count", "bock-block"):
            return bool(finding.fields) and fields.issuperset(finding.fields)
        return finding.code in _UNEVEN and all_in(finding, "sum") and uneven and not asked

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
    """The row as decided. `inked`: it was judged with the decision as its ink; `written` is the ink's own again."""
    texts = tuple("" if cell is None else cell.text for cell in row.source.cells)
    written = texts if inked else row.written
    points = decision.points or (None,) * len(written)
    played = any(value is not None for value in points)
    solo = row.solo if decision.solo is None else decision.solo
    offence = row.offence if decision.offence is None else decision.offence
    same = (points, solo, offence) == (row.points, row.solo, row.offence)
    kept = replace(
        row,
        written=written,
        points=points,
        solo=solo,
        offence=offence,
        played=played,
        wrong=None,
        provisional=None,
        explanation=None,
        details=row.details if same else None,
    )
    gaps = {"by": decision.by, "row": RowText(points, solo, offence, "–", decision.denied)}
    remark = Remark("decided", "note", f"decisions.decided.{decision.how}", (row.source.readings[0].id,), gaps)
    return _close_row(replace(kept, findings=(*kept.findings, remark)))


def _close_row(row: JudgedRow) -> JudgedRow:
    return replace(row, status="ok", findings=make_notes(row.findings), look=())


def _reopen(row: JudgedRow, decision: HumanDecision) -> JudgedRow:
    """The row with the remark that a better photograph speaks against the decision."""
    ids = tuple(reading.id for reading in row.source.readings if reading.id in dict(decision.ink))
    row_text = RowText(decision.points, bool(decision.solo), bool(decision.offence), "–", decision.denied)
    gaps = {"by": decision.by, "row": row_text}
    remark = Remark("duplicate-sheet", "warning", "decisions.reopened", ids, gaps)
    return replace(row, status="review", findings=(*row.findings, remark), look=tuple(dict.fromkeys((*row.look, *ids))))


def make_notes(findings: Sequence[Doubt]) -> tuple[Doubt, ...]:
    """The findings, of which nothing is asked any more."""
    return tuple(finding if finding.severity == "note" else _soften(finding) for finding in findings)


def _soften(finding: Doubt) -> Doubt:
    return replace(finding, severity="note")  # type: ignore[type-var]  # every finding is a dataclass


def close_decided(
    entry: CountedSheet, decided: DecidedSheet, decisions: Decisions, limits: Limits = LIMITS
) -> CountedSheet:
    """The sheet with all that was decided closed, when every remark has been made: rows, sums and whole-sheet matters.
    A row stays open of which a second person read something else.
    """
    sheet = entry.sheet
    rows = tuple(
        contest_row(sheet.source, _close_row(row), decided.held[row.game], limits) if row.game in decided.held else row
        for row in sheet.rows
    )
    sheet = replace(sheet, rows=rows) if decided.held else sheet
    settled = [
        finding for matter in list_sheet_matters(sheet) if _is_settled(matter, decisions) for finding in matter.findings
    ]
    sheet = close_findings(sheet, lambda finding: finding in settled)
    return entry if sheet is entry.sheet else replace(entry, sheet=sheet)


def close_round_matters(matters: Sequence[RoundMatter], decisions: Decisions) -> tuple[RoundMatter, ...]:
    """What is still to be settled of the rounds."""
    settled = [
        finding
        for matter in list_round_matters(matters)
        if _is_settled(matter, decisions)
        for finding in matter.findings
    ]
    left = (replace(one, findings=tuple(f for f in one.findings if f not in settled)) for one in matters)
    return tuple(one for one in left if one.findings)


def _is_settled(matter: Matter, decisions: Decisions) -> bool:
    """Whether somebody decided it, or its other half on another sheet, and no more was told then than is now."""
    decision = decisions.get(matter.item)
    if decision is not None and decision.how != "name" and has_been_told(matter, decision.ink):
        return True
    shared = {(SHARED, key) for key in list_shared(matter)}
    return bool(shared) and any(shared.issubset(one.ink) for one in decisions.values())
