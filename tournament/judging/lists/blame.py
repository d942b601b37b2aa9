"""Whether what clashes with a list's game is called the players' mistake."""

from __future__ import annotations

from dataclasses import replace

from scoring.findings import Finding
from tournament.judging.judging_limits import Limits
from tournament.judging.lists.shares import RowShares
from tournament.remarks import Doubt

_CLASHES = ("running-total", "winner-mark", "value-mismatch")
"""Codes of what is written otherwise than the row's game has it."""


def soften_misread(finding: Doubt, told: RowShares, hidden: frozenset[str], limits: Limits) -> Doubt:
    """The finding; only a warning where the players may well be right: with the whole row, or with the seat's total, or
    beside a field that is `hidden`."""
    if not isinstance(finding, Finding) or finding.code not in _CLASHES:
        return finding
    if not hidden.isdisjoint(finding.fields):
        return replace(finding, severity="warning")
    seat, right = finding.gaps.get("seat"), 1.0 - told.odds.miscounted
    if isinstance(seat, int):
        right = max(right, told.weigh_total(seat, finding.gaps.get("right")))
    return replace(finding, severity="warning") if right >= limits.blame else finding
