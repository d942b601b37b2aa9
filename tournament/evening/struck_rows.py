"""Which rows of a sheet may have been struck when the time was up, and what a tick at its foot says of them.

Struck are ordinary games at the end: those of the section for Pflichtsoli have to be played. Players tick the box
"gestrichen" of a sheet that has one. Then the blank rows at the end are struck, if all of their ink is clear; whatever
stands in a row, a dash or a scrawl, leaves it to a person.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import takewhile

from scoring.counting.rules import RuleSet
from scoring.rows.written_rows import StruckRows
from tournament.judging.limits.judging_limits import LIMITS, Limits
from tournament.judging.written_sheet import WrittenRow, WrittenSheet, parse_number
from tournament.remarks import Remark


def list_ordinary_rows(rules: RuleSet, sheet: WrittenSheet) -> tuple[WrittenRow, ...]:
    """The rows of ordinary games, without those of the section for Pflichtsoli and those for offences."""
    last = sheet.code.games if sheet.code else len(sheet.rows)
    section = rules.sheet.is_in_section
    return tuple(row for row in sheet.rows if row.game <= last and not section(sheet.seats, row.game))


def list_left_rows(rules: RuleSet, sheet: WrittenSheet) -> tuple[WrittenRow, ...]:
    """The rows at the end of the ordinary games in which no number stands: blank, struck out, or not to be read;
    without those that are struck already."""
    left = takewhile(lambda row: not has_numbers(row), reversed(list_ordinary_rows(rules, sheet)))
    return tuple(reversed([row for row in left if row.game not in sheet.struck]))


def has_numbers(row: WrittenRow) -> bool:
    """Whether a number stands in one of its cells."""
    return any(cell is not None and parse_number(cell.text).mark == "number" for cell in row.cells)


def strike_ticked(rules: RuleSet, sheet: WrittenSheet, limits: Limits = LIMITS) -> WrittenSheet:
    """The sheet with its blank rows at the end struck, where the box at its foot is clearly ticked."""
    tick = sheet.ticked
    if tick is None or not tick.text or tick.flags or tick.confidence < limits.clear_ink:
        return sheet
    blank = takewhile(lambda row: _is_surely_blank(row, limits), reversed(list_ordinary_rows(rules, sheet)))
    return replace(sheet, struck=StruckRows(tuple(sorted(row.game for row in blank))))


def _is_surely_blank(row: WrittenRow, limits: Limits) -> bool:
    return all(
        not one.text.strip() and not one.flags and one.confidence >= limits.clear_ink
        for one in (*row.cells, row.solo, row.offence, *row.others)
        if one is not None
    )


def note_ticked(sheet: WrittenSheet) -> tuple[Remark, ...]:
    """That the sheet itself says which rows were struck; () where it does not."""
    rows = sheet.struck.timed
    if sheet.ticked is None or not sheet.ticked.text or not rows:
        return ()
    gaps = {"first": rows[0], "last": rows[-1]}
    return (Remark("struck", "note", "evening.ticked", (sheet.ticked.id,), gaps),)
