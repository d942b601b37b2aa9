"""Which findings of an open row a person is told."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from tournament.remarks import Doubt, Remark

_INK = ("illegible", "overwritten", "pflichtsolo")
"""Codes of notes on ink, and on a cross that may be missing."""

_MENDED = ("findings.sums-mend", "findings.sums-mend-here", "findings.sums-mend-blank")
"""The sentences that say what makes both the row and its column's sum right."""

_BROKEN = ("pattern", "miscounted")
"""Codes of what is wrong with the points of a row."""

_UNEVEN = "unit-step"
"""The code of a number that is no multiple of the rules' unit: where one is none, mostly the whole row is."""

_OF_CELLS = {f"findings.{name}": f"findings.{name}-cells" for name in ("illegible", "unclear", "overwritten")}
"""Of the sentences on one cell's ink those on several."""


def pick_telling(findings: Sequence[Doubt]) -> tuple[Doubt, ...]:
    """The findings of an open row that a person needs to settle it, all where there would be none; of cells that are
    hard to read for one reason, or that are no multiple of the rules' unit, one finding.

    Left out are notes on ink that nobody asks about, high values beside another doubt, and that a row does not make 0
    where another finding says why.
    """
    mended = mends_sums(findings)
    explained = mended or any(finding.code == "miscounted" and finding.severity != "note" for finding in findings)
    left_out = {"unusual-value", *(("not-zero-sum",) if explained else ()), *(_BROKEN if mended else ())}
    asked = any(finding.severity != "note" and finding.code not in left_out for finding in findings)
    kept = [one for one in findings if one.code not in left_out and (one.severity != "note" or one.code not in _INK)]
    return _join_cells(kept if asked else findings)


def mends_sums(findings: Sequence[Doubt]) -> bool:
    """Whether one of them says what makes both the row and its column's sum right."""
    return any(isinstance(finding, Remark) and finding.sentence in _MENDED for finding in findings)


def _join_cells(findings: Sequence[Doubt]) -> tuple[Doubt, ...]:
    """What is said of several cells in one sentence: "Käthe und Emil: überschrieben."."""
    alike: dict[object, list[Doubt]] = {}
    for finding in findings:
        alike.setdefault(_name_ink(finding), []).append(finding)
    return tuple(_join(several) for several in alike.values())


def _name_ink(finding: Doubt) -> object:
    """What is alike for cells that are told together; the finding itself where it is told alone."""
    if isinstance(finding, Remark) and finding.sentence in _OF_CELLS and not finding.proposal:
        return finding.sentence, finding.severity
    return finding.code if finding.code == _UNEVEN else finding


def _join(alike: Sequence[Doubt]) -> Doubt:
    first, fields = alike[0], tuple(dict.fromkeys(field for finding in alike for field in finding.fields))
    if len(alike) < 2 or not isinstance(first, Remark) or first.sentence not in _OF_CELLS:
        return first
    return replace(first, sentence=_OF_CELLS[first.sentence], fields=fields, gaps={"cells": fields})
