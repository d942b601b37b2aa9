"""Chooses, from the findings on an open row or sheet, those that a person needs to settle it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from scoring.findings import Finding
from texts.field_ids import parse_field
from tournament.evening.counted_sheets import CountedSheet
from tournament.evening.missing_sheets import Numbers
from tournament.judging.judged_sheet import JudgedRow
from tournament.judging.written_sheet import PLAYERS
from tournament.remarks import Doubt, Remark, RowName

_INK = ("illegible", "overwritten", "pflichtsolo")
"""Codes of findings on ink, and on a cross that may be missing."""

_MENDED = ("findings.sums-mend", "findings.sums-mend-here", "findings.sums-mend-blank")
"""The sentences on a number that would make both the row and its column's sum right."""

_BROKEN = ("pattern", "miscounted")
"""Codes of errors in the points of a row."""

_UNEVEN = "unit-step"
"""The code of a number that is no multiple of the rules' unit: mostly all numbers of the row are such."""

_ILLEGIBLE = "findings.illegible"
_OF_CELLS = {f"findings.{name}": f"findings.{name}-cells" for name in ("illegible", "unclear", "overwritten")}
"""The sentence on several cells, by the sentence on one cell's ink."""


def pick_telling(findings: Sequence[Doubt]) -> tuple[Doubt, ...]:
    """The findings of an open row that a person needs to settle it; all of them if none would be left. Findings on
    several cells that are hard to read for one reason, or no multiple of the rules' unit, are joined into one.

    Left out are notes on ink without a question, high values if there is another doubt, and that a row does not add up
    to 0 if another finding says why.
    """
    mended = mends_sums(findings)
    explained = mended or any(finding.code == "miscounted" and finding.severity != "note" for finding in findings)
    left_out = {"unusual-value", *(("not-zero-sum",) if explained else ()), *(_BROKEN if mended else ())}
    asked = any(finding.severity != "note" and finding.code not in left_out for finding in findings)
    kept = [one for one in findings if one.code not in left_out and (one.severity != "note" or one.code not in _INK)]
    return _join_cells(kept if asked else findings)


def mends_sums(findings: Sequence[Doubt]) -> bool:
    """Whether one of them names a number that would make both the row and its column's sum right."""
    return any(isinstance(finding, Remark) and finding.sentence in _MENDED for finding in findings)


def _join_cells(findings: Sequence[Doubt]) -> tuple[Doubt, ...]:
    """The findings, with those on several cells joined into one sentence: "Käthe und Emil: überschrieben."."""
    alike: dict[object, list[Doubt]] = {}
    for finding in findings:
        of_cell = isinstance(finding, Remark) and finding.sentence in _OF_CELLS and not finding.proposal
        ink = (finding.sentence, finding.severity) if isinstance(finding, Remark) and of_cell else finding
        alike.setdefault(finding.code if finding.code == _UNEVEN else ink, []).append(finding)
    return tuple(_join(several) for several in alike.values())


def tell_hanging(entry: CountedSheet, row: JudgedRow) -> tuple[Doubt, ...]:
    """For a struck row a finding that names the rows that are asked about with it."""
    if not (row.source.struck and entry.hanging):
        return ()
    return (
        Remark("running-total", "note", "findings.hangs-too", (), {"rows": tuple(map(RowName, sorted(entry.hanging)))}),
    )


def tell_matter(findings: Sequence[Doubt]) -> tuple[Doubt, ...]:
    """The findings on a whole sheet for people: several games without their Bock cross are one sentence."""
    missing = [one for one in findings if isinstance(one, Finding) and one.sentence == "faults.row.bock-missing"]
    if len(missing) < 2:
        return tuple(findings)
    fields = tuple(field for one in missing for field in one.fields)
    games = Numbers(tuple(parse_field(field).game or 0 for field in fields))
    first, gaps = missing[0], {"games": games}
    joined = Remark(first.code, first.severity, "findings.bock-missing-rows", fields, gaps)
    return (joined, *(one for one in findings if one not in missing))


def _join(alike: Sequence[Doubt]) -> Doubt:
    first, fields = alike[0], tuple(dict.fromkeys(field for finding in alike for field in finding.fields))
    if len(alike) < 2 or not isinstance(first, Remark) or first.sentence not in _OF_CELLS:
        return first
    rows = {parse_field(field).game for field in fields if parse_field(field).is_points}
    if first.sentence == _ILLEGIBLE and len(fields) >= PLAYERS and len(rows) == 1:
        return replace(first, sentence="findings.struck-row", fields=fields, gaps={"row": rows.pop()})
    return replace(first, sentence=_OF_CELLS[first.sentence], fields=fields, gaps={"cells": fields})
