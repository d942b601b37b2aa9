"""Where the details meet the row's own findings and readings."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial

from scoring.findings import Finding
from texts.field_ids import make_field_id, parse_field
from tournament.judging.decide import Decision
from tournament.judging.details.detail_ink import DetailInk
from tournament.judging.details.verdict import DetailVerdict
from tournament.judging.row_readings import RowChoices, weigh
from tournament.judging.written_sheet import WrittenRow
from tournament.remarks import Doubt, Remark


def mark_details(decision: Decision, row: RowChoices, ink: DetailInk) -> Decision:
    """The decision, saying so where the row by itself would not have chosen the reading."""
    limits = ink.limits
    if decision.verdict != "repaired" or decision.by != "row" or ink.silent:
        return decision
    alone = weigh(row, [partial(ink.law.prior, row.game)], limits)
    share = next((one.share for one in alone if one.options == decision.counted.options), 0.0)
    return decision if share >= limits.sure_repair else replace(decision, by="details")


def add_details(findings: tuple[Doubt, ...], verdict: DetailVerdict, source: WrittenRow) -> tuple[Doubt, ...]:
    """The row's findings and those of its details, in the fields of its sheet.

    Where the details know what was played, the row alone does not ask for crosses, nor guess or propose otherwise.
    """
    known = any(finding.code == "miscounted" for finding in verdict.findings)
    played = known or verdict.game is not None
    crosses = (*(("pflichtsolo",) if played else ()), *(("offence-count",) if played or verdict.ordinary else ()))
    told = ("miscounted", "impossible-value") if known else ()
    own = (
        _soften(finding, verdict.misread) if known else finding
        for finding in findings
        if finding.code not in (*crosses, *told)
    )
    return (*place_findings(own, (source,)), *verdict.findings)


def _soften(finding: Doubt, misread: bool) -> Doubt:
    """A finding of the row beside one of its details, which know better how to mend it, and whose fault it is."""
    if not isinstance(finding, Finding | Remark):
        return finding
    milder = misread and finding.severity == "error"
    return replace(finding, proposal=None, severity="warning" if milder else finding.severity)


def place_findings(findings: Iterable[Doubt], rows: Sequence[WrittenRow]) -> tuple[Doubt, ...]:
    """The findings in the fields that these rows have."""
    solos = {
        make_field_id(row.game, "solo"): tuple(reading.id for reading in row.others if parse_field(reading.id).solo)
        for row in rows
        if row.solo is None
    }
    uncrossed = {make_field_id(row.game, "offence") for row in rows if row.offence is None}
    blank = {cell.id for row in rows for cell in row.cells if cell is not None and not cell.text.strip()}
    return tuple(
        _place(finding, solos, uncrossed, blank) if isinstance(finding, Finding) else finding for finding in findings
    )


def _place(
    finding: Finding, solos: Mapping[str, tuple[str, ...]], uncrossed: Collection[str], blank: Collection[str]
) -> Finding:
    """One about "the solo cross" where each solo has its own is about all of them, and mends none. One that asks for
    two crosses asks for those that the row has. What a proposal changes in a blank cell is nothing, not the 0 that it
    counts as."""
    if finding.sentence == "faults.row.offence-uncrossed":
        finding = replace(finding, fields=tuple(field for field in finding.fields if field not in uncrossed))
    if any(solos.get(field) for field in finding.fields):
        fields = tuple(one for field in finding.fields for one in solos.get(field) or (field,))
        return replace(finding, fields=fields, proposal=None)
    changes = tuple(replace(one, written=None) if one.field in blank else one for one in finding.proposal or ())
    return replace(finding, proposal=changes) if changes else finding
