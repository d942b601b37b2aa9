"""The check of Bock games, where the sheet tells which games were some."""

from __future__ import annotations

from itertools import groupby

from scoring.checks.row import Findings
from scoring.checks.sheet import games_of
from scoring.findings import Finding
from scoring.rows import Row, Sheet, mark
from scoring.rules import RuleSet


def bock_blocks(rules: RuleSet, sheet: Sheet) -> Findings:
    """S9: a Bock round is one deal by each player, new ones queue behind it. At four seats, three Bock games in a row.

    Where a system has single Bock games, one of them may stand before a round. A block at the end may be unfinished.
    """
    games = games_of(sheet)
    if not rules.bock.triggers or any(row.details is None for row in games):
        return
    blocks = [(bock, tuple(rows)) for bock, rows in groupby(games, _is_bock)]
    for bock, rows in blocks[:-1]:
        if bock and len(rows) % sheet.seats > rules.bock.single:
            fields = tuple(mark(row.number, "bock") for row in rows)
            data = {"number": rows[0].number, "found": len(rows), "expected": sheet.seats}
            yield Finding("bock-block", "warning", fields, data)


def _is_bock(row: Row) -> bool:
    return row.details is not None and row.details.bock
