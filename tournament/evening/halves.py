"""Two sheets that hold one table's games: what the scoring finds over both, on the sheet that it is about."""

from __future__ import annotations

from collections.abc import Sequence

from scoring.checks.half_sheets import check_halves
from scoring.counting.rules import RuleSet
from scoring.findings import Finding
from scoring.rows.row import Row, Sheet
from tournament.evening.standings import Entry
from tournament.judging.row.gamefields import is_full
from tournament.judging.row.judged import JudgedRow, JudgedSheet
from tournament.judging.row.rowlaw import answerable


def half_findings(rules: RuleSet, entry: Entry, entries: Sequence[Entry]) -> tuple[Finding, ...]:
    """What only both halves together show of the fields of this one; what is about no field stands on the second."""
    same = sorted((_half(other), other.number) for other in entries if _place(other) == _place(entry))
    if entry.table is None or [half for half, _ in same] != [1, 2]:
        return ()
    first, second = (other.sheet for _, number in same for other in entries if other.number == number)
    if not _same_players(first, second):
        return ()
    found = answerable(check_halves(rules, _whole(first, 1), _whole(second, 2)), crosses=is_full(first.source))
    mine = {reading.id for row in entry.sheet.rows for reading in row.source.readings}
    return tuple(
        finding for finding in found
        if (mine.intersection(finding.fields) if finding.fields else _half(entry) == 2)
    )


def _half(entry: Entry) -> int:
    code = entry.sheet.source.code
    return code.half if code else 0


def _place(entry: Entry) -> tuple[int | None, int | None]:
    return entry.round, entry.table


def _same_players(first: JudgedSheet, second: JudgedSheet) -> bool:
    """Whether the same names are printed at the same seats, as far as any are: else seats are no players."""
    pairs = zip(_printed(first), _printed(second), strict=False)
    return all(one.casefold() == two.casefold() for one, two in pairs if one and two)


def _printed(sheet: JudgedSheet) -> tuple[str, ...]:
    known = sheet.source.code is not None and sheet.source.code.named
    return tuple(name.text if name else "" for name in sheet.source.names) if known else ()


def _whole(sheet: JudgedSheet, half: int) -> Sheet:
    """The sheet as the scoring takes it, without what a person has still to settle."""
    code, seats = sheet.source.code, sheet.source.seats
    return Sheet(seats, code.games if code else 0, tuple(_row(row, seats) for row in sheet.rows), half=half)


def _row(row: JudgedRow, seats: int) -> Row:
    if not row.played and row.status == "ok":
        return Row(row.game, (None,) * seats, blank=True)
    points = row.points if row.status == "ok" else (None,) * seats
    return Row(row.game, points, row.solo, row.offence, details=row.details)
