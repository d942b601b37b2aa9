"""A round whose games fill two sheets: what is found only when both are read as one sheet."""

from __future__ import annotations

from dataclasses import replace

from scoring.checks import check_sheet
from scoring.counting.rules import RuleSet
from scoring.findings import Finding
from scoring.rows.row import Sheet

_JOINT = frozenset({"wrong-sitter", "pflichtsolo", "running-total", "bock-block"})
"""Codes of the checks that need the whole round. Games, sums and signatures are checked on each half."""


def join_halves(first: Sheet, second: Sheet) -> Sheet:
    """The whole round as one sheet, without sums, signatures and names, which each half has for itself.

    Its rows, checked by `scoring.checks.check_rows`, take into account the games, offences and solos of the first half.
    """
    return replace(second, rows=(*first.rows, *second.rows), sums=(), signed=(), names=(), drawn=(), half=0)


def check_halves(rules: RuleSet, first: Sheet, second: Sheet) -> tuple[Finding, ...]:
    """What is wrong with the round and is found on neither half: turns to sit out (S3), a Pflichtsolo that stands on
    neither (S4), totals that do not go on from the first half (S5), Bock games that the first half brought about (S9).
    """
    known = {_identify(finding) for half in (first, second) for finding in check_sheet(rules, half)}
    whole = check_sheet(rules, join_halves(first, second))
    return tuple(finding for finding in whole if finding.code in _JOINT and _identify(finding) not in known)


def _identify(finding: Finding) -> tuple[object, ...]:
    return finding.code, finding.sentence, finding.fields, finding.gaps.get("seat")
