"""Where the details meet the row's own findings and readings."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial

from scoring.findings import Finding
from tournament.judging.details.detailcase import DetailVerdict
from tournament.judging.details.detailink import DetailInk
from tournament.judging.row.decide import Decision
from tournament.judging.row.joint_readings import RowChoices, RowValues, weigh
from tournament.judging.row.row_rules import RowLaw
from tournament.judging.row.transcribe import WrittenRow
from tournament.remarks import Doubt, Remark


def has_details(ink: DetailInk | None) -> bool:
    """Whether anything stands in the row's detail fields."""
    return ink is not None and not ink.silent


def is_told(row: RowChoices, best: RowValues, law: RowLaw, ink: DetailInk | None) -> bool:
    """Whether the details tell the whole game, and it has the points of `best`, the likeliest reading."""
    if ink is None or ink.silent or best.offence or not law.legal(row.game, best):
        return False
    hands = law.hands(row.game, best)
    return hands is not None and ink.bears_out(hands)


def mark_details(decision: Decision, row: RowChoices, law: RowLaw, ink: DetailInk) -> Decision:
    """The decision, saying so where the row by itself would not have chosen the reading."""
    limits = ink.limits
    if decision.verdict != "repaired" or decision.by != "row" or ink.silent:
        return decision
    alone = weigh(row, [partial(law.prior, row.game)], limits)
    share = next((one.share for one in alone if one.options == decision.counted.options), 0.0)
    return decision if share >= limits.sure_repair else replace(decision, by="details")


def add_details(findings: tuple[Doubt, ...], verdict: DetailVerdict, source: WrittenRow) -> tuple[Doubt, ...]:
    """The row's findings and those of its details, in the fields of its sheet.

    Where the details know what was played, the row alone does not ask for crosses, nor guess or propose otherwise.
    """
    known = any(finding.code == "miscounted" for finding in verdict.findings)
    own = (_soften(finding, verdict.misread) if known else finding for finding in findings)
    played = known or verdict.game is not None
    crosses = (*(("pflichtsolo",) if played else ()), *(("offence-count",) if played or verdict.ordinary else ()))
    told = ("miscounted", "impossible-value") if known else ()
    kept = (_drop_absent(finding, source) for finding in own if finding.code not in (*crosses, *told))
    return (*place_findings(kept, (source,)), *verdict.findings)


def _soften(finding: Doubt, misread: bool) -> Doubt:
    """A finding of the row beside one of its details, which know better how to mend it, and whose fault it is."""
    if not isinstance(finding, Finding | Remark):
        return finding
    milder = misread and finding.severity == "error"
    return replace(finding, proposal=None, severity="warning" if milder else finding.severity)


def _drop_absent(finding: Doubt, source: WrittenRow) -> Doubt:
    """A finding that asks for two crosses, of which the row has but one."""
    absent = f"g{source.game:02d}.offence" if source.offence is None else ""
    if not isinstance(finding, Finding) or absent not in finding.fields:
        return finding
    if finding.sentence != "faults.row.offence-uncrossed":
        return finding
    return replace(finding, fields=tuple(field for field in finding.fields if field != absent))


def place_findings(findings: Iterable[Doubt], rows: Sequence[WrittenRow]) -> tuple[Doubt, ...]:
    """Findings about "the solo cross" where each solo has its own: they are about all of them, and mend none. What a
    proposal changes in a blank cell is nothing, not the 0 that it counts as."""
    single = {
        f"g{row.game:02d}.solo": tuple(reading.id for reading in row.others if ".solo." in reading.id)
        for row in rows if row.solo is None
    }
    blank = {cell.id for row in rows for cell in row.cells if cell is not None and not cell.text.strip()}
    return tuple(_blank_written(_place_one(finding, single), blank) for finding in findings)


def _blank_written(finding: Doubt, blank: Collection[str]) -> Doubt:
    if not isinstance(finding, Finding) or not any(change.field in blank for change in finding.proposal or ()):
        return finding
    changes = (replace(one, written=None) if one.field in blank else one for one in finding.proposal or ())
    return replace(finding, proposal=tuple(changes))


def _place_one(finding: Doubt, single: Mapping[str, tuple[str, ...]]) -> Doubt:
    if not isinstance(finding, Finding) or not any(single.get(field) for field in finding.fields):
        return finding
    fields = tuple(one for field in finding.fields for one in single.get(field) or (field,))
    return replace(finding, fields=fields, proposal=None)
