"""Judges sheets with people's decisions: a decided row counts what was decided and is not asked about again.

A second person may read decided rows. Two people who key the same paper independently rarely make the same mistake: if
they agree, the number stands; if they differ, a third person settles it. The second one reads what is written; the
first one decided what counts. So the second one agrees with the first also by keying a clearly written number, if the
first let another one count: that corrects the players, and is no different reading.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import product
from math import prod

from scanner.sheet_reading import Reading
from scoring.counting.rules import RuleSet
from scoring.findings import write_points
from tournament.evening.counted_sheets import CountedSheet
from tournament.evening.decisions import DecidedSheet, find_followed, restore_sums, write_decision
from tournament.evening.item_names import (
    SHARED,
    Matter,
    RoundMatter,
    list_round_matters,
    list_shared,
    list_sheet_matters,
    says_no_more,
)
from tournament.human_decisions import Decisions, HumanDecision, SecondReading
from tournament.judging.causes import drop_settled
from tournament.judging.judged_sheet import JudgedRow, JudgedSheet, Odds, Posterior, RowOutcome, Texts, all_in
from tournament.judging.limits.judging_limits import LIMITS, Limits
from tournament.judging.lists.list_ink import is_list
from tournament.judging.written_sheet import WrittenRow, WrittenSheet, parse_number
from tournament.judging.written_sums import column_totals
from tournament.last_results import LastResults
from tournament.remarks import Doubt, Remark, RowText

Judge = Callable[[RuleSet, Sequence[WrittenSheet], Limits], Iterable[JudgedSheet]]
"""A function that judges sheets and returns them in their order. It raises nothing: a sheet that it cannot judge is
returned as `leave_unchecked` makes it."""


def judge_decided(
    rules: RuleSet, decided: Sequence[DecidedSheet], judge: Judge, limits: Limits = LIMITS
) -> list[JudgedSheet]:
    """The sheets, judged with people's decisions. Those with decisions are first judged without them: that shows what
    the players added up."""
    asked = [one.source for one in decided if _may_follow(one)]
    before = iter(judge(rules, asked, limits) if asked else ())
    followed = [
        _FOLLOWED.recall(one.source.identity, _follow, one, next(before), limits) if _may_follow(one) else one
        for one in decided
    ]
    # the decided rows are clear ink now, and so are the sums that follow them
    judged = judge(rules, [one.ink for one in followed], limits)
    return [
        _APPLIED.recall(its.source.identity, apply_decisions, rules, sheet, its)
        for sheet, its in zip(judged, followed, strict=True)
    ]


_FOLLOWED, _APPLIED = LastResults[DecidedSheet](), LastResults[JudgedSheet]()


def _may_follow(decided: DecidedSheet) -> bool:
    return bool(decided.held) and any(cell is not None and cell.text.strip() for cell in decided.source.sums)


def _follow(decided: DecidedSheet, before: JudgedSheet, limits: Limits) -> DecidedSheet:
    nobody = (None,) * decided.source.seats
    points = {game: decision.points or nobody for game, decision in decided.held.items()}
    return replace(decided, followed=find_followed(before, points, limits))


def apply_decisions(rules: RuleSet, judged: JudgedSheet, decided: DecidedSheet) -> JudgedSheet:
    """The judged sheet in which decided rows count what was decided; the written sheet stays as it is. Findings on the
    sheet that come only from rows before their decision, or from a decided row that does not add up to 0, become
    notes."""
    if not decided.held and not decided.reopened:
        return judged
    written = {row.game: row for row in decided.source.rows}
    rows = tuple(_apply(replace(row, source=written[row.game]), decided) for row in judged.rows)
    totals = column_totals([row.points for row in rows], decided.source.seats)
    counted = replace(drop_settled(rules, judged, rows), source=decided.source, rows=rows, totals=totals)
    return _close_caused(rules, restore_sums(counted, decided.source, decided.followed), decided)


def _close_caused(rules: RuleSet, sheet: JudgedSheet, decided: DecidedSheet) -> JudgedSheet:
    """The sheet; its findings become notes where they only repeat a decision: that a row is blank, or does not add up
    to 0."""
    fields = {reading.id for row in sheet.rows if row.game in decided.held for reading in row.source.readings}
    uneven = rules.adds_up and any(sum(value or 0 for value in decision.points) for decision in decided.held.values())
    asked = any(one.code == "sum-mismatch" and one.severity != "note" for one in sheet.findings)

    def is_caused(finding: Doubt) -> bool:
        if finding.code in ("game-count", "bock-block"):
            return bool(finding.fields) and fields.issuperset(finding.fields)
        return finding.code in _UNEVEN and all_in(finding, "sum") and uneven and not asked

    return close_findings(sheet, is_caused)


_UNEVEN = ("not-zero-sum", "parity")
"""Codes of findings on a sum row above which a row does not add up to 0."""


def close_findings(sheet: JudgedSheet, is_closed: Callable[[Doubt], bool]) -> JudgedSheet:
    """The sheet with the findings that are closed as notes, and without their fields among those to look at."""
    closed = [one for one in sheet.findings if one.severity != "note" and is_closed(one)]
    if not closed:
        return sheet
    findings = tuple(_soften(one) if one in closed else one for one in sheet.findings)
    asked = {field for one in findings if one.severity != "note" for field in one.fields}
    gone = {field for one in closed for field in one.fields} - asked
    return replace(sheet, findings=findings, look=tuple(field for field in sheet.look if field not in gone))


def _apply(row: JudgedRow, decided: DecidedSheet) -> JudgedRow:
    if row.game in decided.held and not _hides_game(row, decided):
        return _settle(row, decided.held[row.game], inked=not is_list(decided.source))
    if row.game in decided.reopened:
        return _reopen(row, decided.reopened[row.game])
    return row


def _hides_game(row: JudgedRow, decided: DecidedSheet) -> bool:
    """Whether a list's row was decided to be struck out, but the totals below contain its game. That is still to be
    settled, or its points would be lost."""
    decision = decided.held[row.game]
    return is_list(decided.source) and decision.how != "twice" and not any(decision.points) and any(row.points)


def _settle(row: JudgedRow, decision: HumanDecision, *, inked: bool) -> JudgedRow:
    """The row as decided. `inked`: it was judged with the decision in place of its ink; then `written` is set back to
    what the ink says."""
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
    return close_row(replace(kept, findings=(*kept.findings, remark)))


def close_row(row: JudgedRow) -> JudgedRow:
    """The row with nothing open: its questions become notes."""
    findings = tuple(one if one.severity == "note" else _soften(one) for one in row.findings)
    return replace(row, status="ok", findings=findings, look=())


def _reopen(row: JudgedRow, decision: HumanDecision) -> JudgedRow:
    """The row with the remark that a better photograph contradicts the decision."""
    ids = tuple(reading.id for reading in row.source.readings if reading.id in dict(decision.ink))
    row_text = RowText(decision.points, bool(decision.solo), bool(decision.offence), "–", decision.denied)
    gaps = {"by": decision.by, "row": row_text}
    remark = Remark("duplicate-sheet", "warning", "decisions.reopened", ids, gaps)
    return replace(row, status="review", findings=(*row.findings, remark), look=tuple(dict.fromkeys((*row.look, *ids))))


def _soften(finding: Doubt) -> Doubt:
    return replace(finding, severity="note")  # type: ignore[type-var]  # every finding is a dataclass


def close_decided(
    entry: CountedSheet, decided: DecidedSheet, decisions: Decisions, limits: Limits = LIMITS
) -> CountedSheet:
    """The sheet with everything closed that was decided: rows, sums and matters of the whole sheet. To be called when
    every remark has been made. A row stays open if a second person read something else.
    """
    sheet = entry.sheet
    rows = tuple(
        contest_row(sheet.source, close_row(row), decided.held[row.game], limits)
        if row.game in decided.held and not _hides_game(row, decided)
        else row
        for row in sheet.rows
    )
    sheet = replace(sheet, rows=rows) if decided.held else sheet
    settled = _list_settled(list_sheet_matters(sheet), decisions)
    sheet = close_findings(sheet, lambda finding: finding in settled)
    return entry if sheet is entry.sheet else replace(entry, sheet=sheet)


def close_round_matters(matters: Sequence[RoundMatter], decisions: Decisions) -> tuple[RoundMatter, ...]:
    """The matters of rounds that are still to be settled."""
    settled = _list_settled(list_round_matters(matters), decisions)
    left = (replace(one, findings=tuple(f for f in one.findings if f not in settled)) for one in matters)
    return tuple(one for one in left if one.findings)


def _list_settled(matters: Iterable[Matter], decisions: Decisions) -> list[Doubt]:
    return [finding for matter in matters if _is_settled(matter, decisions) for finding in matter.findings]


def _is_settled(matter: Matter, decisions: Decisions) -> bool:
    """Whether somebody decided the matter, or the same matter on another sheet, and nothing new is said since."""
    decision = decisions.get(matter.item)
    if decision is not None and decision.how != "name" and says_no_more(matter, decision.ink):
        return True
    shared = {(SHARED, key) for key in list_shared(matter)}
    return bool(shared) and any(shared.issubset(one.ink) for one in decisions.values())


CODE = "second-reading"
"""The code of the finding that a second person read something else."""
UNREADABLE = "?"
"""What a person keys in a field that cannot be read."""


def list_number_fields(sheet: WrittenSheet, row: WrittenRow) -> tuple[str, ...]:
    """The ids of the row's fields with points; none on a list of running totals."""
    return () if is_list(sheet) else tuple(cell.id for cell in row.cells if cell is not None)


def list_read_numbers(
    sheet: WrittenSheet, row: WrittenRow, decision: HumanDecision, limits: Limits = LIMITS
) -> Mapping[str, tuple[int | None, ...]]:
    """By field id the numbers that the author of the decision may have read: the decided points, then a clearly written
    number. `row`: as it is written."""
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
    """The second person's readings that do not agree with the decision."""
    if not decision.second:
        return ()
    numbers = list_read_numbers(sheet, row, decision, limits)
    return tuple(
        one for one in decision.second if one.field in numbers and not is_same_reading(numbers[one.field], one.text)
    )


def contest_row(sheet: WrittenSheet, row: JudgedRow, decision: HumanDecision, limits: Limits = LIMITS) -> JudgedRow:
    """The decided row, open again if a second person read something else. Until that is settled the decided points
    count."""
    against = list_contradictions(sheet, row.source, decision, limits)
    if not against:
        return row
    remarks = tuple(_make_remark(row, one) for one in against)
    shares = {one.field: _share(row, one) for one in against}
    return replace(
        row,
        status="review",
        provisional="likeliest",
        findings=(*row.findings, *remarks),
        odds=Odds(0.5, 0.5),
        look=tuple(one.field for one in against),
        posterior={**row.posterior, **shares},
        outcomes=(RowOutcome(row.points, 0.5), *_weigh_second(row, shares)),
    )


def is_contested(row: JudgedRow) -> bool:
    """Whether a second person read something else than was decided."""
    return any(finding.code == CODE for finding in row.findings)


def is_clear_ink(cell: Reading, limits: Limits = LIMITS) -> bool:
    """Whether the ink is clear: at least `Limits.clear_ink`, without a flag."""
    return cell.confidence >= limits.clear_ink and not cell.flags


def _share(row: JudgedRow, one: SecondReading) -> Texts:
    """P(text): half each for what counts and for what the second person read; if that person could not read it, the
    candidates of the ink."""
    if one.text == UNREADABLE:
        return next(cell.candidates for cell in row.source.cells if cell is not None and cell.id == one.field)
    return (_write_points(row, one.field), 0.5), (one.text, 0.5)


def _weigh_second(row: JudgedRow, shares: Posterior) -> Iterator[RowOutcome]:
    """The outcomes with the second person's readings, which have half of the probability."""
    cells = [
        [(parse_number(text).points, share) for text, share in shares.get(cell.id if cell else "", ())]
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
    """The points that count now for the seat of that field, "" for a seat that sits out."""
    ids = ["" if cell is None else cell.id for cell in row.source.cells]
    points = row.points[ids.index(field)]
    return "" if points is None else write_points(points)
