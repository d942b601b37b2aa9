"""Which rows of a sheet may hold no game: those struck when the time was up, and what a tick at its foot says of them;
and of two rows that may be one game, the one to strike.

Struck are ordinary games at the end: those of the section for Pflichtsoli have to be played. Players tick the box
"gestrichen" of a sheet that has one. Then the blank rows at the end are struck, if all of their ink is clear; whatever
stands in a row, a dash or a scrawl, leaves it to a person.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise, takewhile
from typing import NamedTuple

from scoring.counting.rules import RuleSet
from scoring.findings import Finding
from scoring.rows.written_rows import StruckRows
from texts.field_ids import parse_field
from tournament.judging.judged_sheet import JudgedRow, JudgedSheet
from tournament.judging.limits.judging_limits import LIMITS, Limits
from tournament.judging.written_sheet import WrittenRow, WrittenSheet, parse_number
from tournament.remarks import Doubt, Remark


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
    """Whether a number stands in it for a seat: points, or a running total."""
    return any(parse_number(one.text).mark == "number" for one in row.readings if parse_field(one.id).is_points)


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


class Doubled(NamedTuple):
    """Two rows that may be one game. `struck`: the one that would not count then; `kept`: the other one."""

    struck: int
    kept: int


def list_doubled(sheet: JudgedSheet, findings: Sequence[Doubt], row: JudgedRow | None = None) -> tuple[Doubled, ...]:
    """The rows that may be struck as written twice, by these findings. Of two that are alike the lower one; of others
    either, as a person has to see which is wrong.

    `row`: the open row that is asked about. Where it stands below the printed games and holds no offence, some game
    above may have taken two rows: all neighbours that are alike are listed.
    """
    named = [one.gaps for one in findings if isinstance(one, Finding) and "second" in one.gaps]
    rows = {one.game: one for one in sheet.rows}
    pairs = [(rows.get(gaps["first"]), rows.get(gaps["second"])) for gaps in named]  # type: ignore[call-overload]  # numbers
    found = [one for above, below in pairs if above and below for one in _choose_struck(above, below)]
    if row is not None and not found and _is_game_too_many(sheet, row):
        found = [Doubled(below.game, above.game) for above, below in pairwise(sheet.rows) if is_alike(above, below)]
    return tuple(dict.fromkeys(found))


def is_alike(one: JudgedRow, other: JudgedRow) -> bool:
    """Whether both rows count the same: points, crosses and details."""
    return any(one.points) and all(
        getattr(one, name) == getattr(other, name) for name in ("points", "solo", "offence", "details")
    )


def _choose_struck(above: JudgedRow, below: JudgedRow) -> Iterator[Doubled]:
    yield Doubled(below.game, above.game)
    if not is_alike(above, below):
        yield Doubled(above.game, below.game)


def _is_game_too_many(sheet: JudgedSheet, row: JudgedRow) -> bool:
    """Whether the row is one for an offence, by its place alone, and what is written there is none."""
    code = sheet.source.code
    below = code is not None and 0 < code.games + len(sheet.source.struck.spare) < row.game
    return below and any(one.code == "pattern" and one.severity != "note" for one in row.findings)
