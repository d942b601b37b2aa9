"""Whether what clashes with a list's game is called the players' mistake."""

from __future__ import annotations

from dataclasses import replace

from scoring.findings import Finding
from tournament.judging.lists.shares import RowShares
from tournament.limits import Limits
from tournament.remarks import Doubt

_CLASHES = ("running-total", "winner-mark", "value-mismatch")
"""Codes of what is written otherwise than the row's game has it."""


def blame_likely(finding: Doubt, told: RowShares, limits: Limits) -> Doubt:
    """The finding; nobody's mistake where something of the row, or just that total, may well be read wrongly."""
    if not isinstance(finding, Finding) or finding.code not in _CLASHES:
        return finding
    right = max(1.0 - told.odds.miscounted, _find_chance(finding, told))
    return replace(finding, severity="warning") if right >= limits.blame else finding


def _find_chance(finding: Finding, told: RowShares) -> float:
    """How likely the seat's total is the one that is proposed."""
    seat, proposed = finding.gaps.get("seat"), [change.proposed for change in finding.proposal or ()]
    if not isinstance(seat, int):
        return 0.0
    return sum(told.totals[seat - 1].get(total, 0.0) for total in proposed if isinstance(total, int))
