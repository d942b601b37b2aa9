"""Two sheets that hold the two halves of one table's games: some checks need both of them."""

from __future__ import annotations

from scoring.counting.rules import RuleSet
from scoring.findings import Finding
from scoring.rows.all_checks import check_halves
from scoring.rows.written_rows import Row, Sheet
from tournament.evening.standings import CountedSheet, SheetIndex
from tournament.judging.row.gamefields import is_full
from tournament.judging.row.judged import JudgedRow, JudgedSheet
from tournament.judging.row.row_rules import keep_answerable


def check_both_halves(rules: RuleSet, entry: CountedSheet, index: SheetIndex) -> tuple[Finding, ...]:
    """The findings that only both halves together give, as far as they belong on this entry's sheet.

    A finding belongs on the sheet that has its fields; one without fields belongs on the second half. There are none
    when the table's other half is missing, or when the sheets name different players.
    """
    if not entry.half:
        return ()
    same = sorted(index.places[entry.round, entry.table], key=lambda other: other.half)
    if entry.table is None or [other.half for other in same] != [1, 2]:
        return ()
    first, second = (other.sheet for other in same)
    if not _have_same_players(first, second):
        return ()
    found = check_halves(rules, _make_sheet(first, 1), _make_sheet(second, 2))
    found = keep_answerable(found, crosses=is_full(first.source))
    mine = {reading.id for row in entry.sheet.rows for reading in row.source.readings}
    return tuple(
        finding for finding in found if (mine.intersection(finding.fields) if finding.fields else entry.half == 2)
    )


def _have_same_players(first: JudgedSheet, second: JudgedSheet) -> bool:
    """Whether no seat has two different printed names. Then seat 1 of both sheets is the same player."""
    pairs = zip(_list_printed_names(first), _list_printed_names(second), strict=False)
    return all(one.casefold() == two.casefold() for one, two in pairs if one and two)


def _list_printed_names(sheet: JudgedSheet) -> tuple[str, ...]:
    known = sheet.source.code is not None and sheet.source.code.named
    return tuple(name.text if name else "" for name in sheet.source.names) if known else ()


def _make_sheet(sheet: JudgedSheet, half: int) -> Sheet:
    """The sheet as the scoring takes it; rows that a person must still look at have no points."""
    code, seats = sheet.source.code, sheet.source.seats
    return Sheet(seats, code.games if code else 0, tuple(_make_row(row, seats) for row in sheet.rows), half=half)


def _make_row(row: JudgedRow, seats: int) -> Row:
    if not row.played and row.status == "ok":
        return Row(row.game, (None,) * seats, blank=True)
    points = row.points if row.status == "ok" else (None,) * seats
    return Row(row.game, points, row.solo, row.offence, details=row.details)
