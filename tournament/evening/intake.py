"""Sheets as they come in: written out, held against rule set and tournament, and those that repeat others found."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from scanner.sheet_reading import Problem, SheetReading
from scoring.counting.rules import RuleSet
from texts.sentences import Phrase
from tournament.evening.duplicates import Sorted, sort_by_key, sort_out
from tournament.evening.missing import RoundMatter
from tournament.evening.roster import Roster
from tournament.judging.judging_limits import Limits
from tournament.judging.written_sheet import Place, WrittenSheet, transcribe
from tournament.remarks import Log, Remark, try_or_remark


@dataclass(frozen=True, slots=True)
class Unusable:
    """A photograph, or one sheet in it, of which nothing is counted; `problem` says why."""

    photo: str
    photo_sha256: str
    problem: Problem


def transcribe_safely(reading: SheetReading, given: Place, log: Log) -> WrittenSheet:
    """The sheet as it is written; where transcribing fails, an unusable one without fields."""

    def make_unusable(why: Remark) -> WrittenSheet:
        return transcribe(replace(reading, readings=(), code=None, problem=Problem(why.code, why.phrase)))

    return try_or_remark(lambda: transcribe(reading, given), "evening.unchecked-sheet", log, make_unusable)


def sort_out_safely(usable: Sequence[WrittenSheet], limits: Limits, log: Log) -> tuple[Sorted, tuple[RoundMatter, ...]]:
    """Which sheets repeat others. Where that fails, all sheets count and a person is asked to look for repeats."""
    every = Sorted(tuple(range(len(usable))), (), ())
    sort = sort_by_key if any(sheet.key for sheet in usable) else sort_out
    return try_or_remark(
        lambda: (sort(usable, limits), ()), "evening.unchecked-evening", log, lambda why: (every, make_matter(why))
    )


def make_matter(why: Remark) -> tuple[RoundMatter, ...]:
    """What a person must look after because the program failed there."""
    return (RoundMatter(None, (why,)),)


def divide_sheets(
    rules: RuleSet, roster: Roster, written: Sequence[WrittenSheet]
) -> tuple[list[WrittenSheet], tuple[Unusable, ...]]:
    """The sheets that may be counted, and the photographs that may not."""
    problems = [(sheet, find_problem(rules, roster, sheet)) for sheet in written]
    usable = [sheet for sheet, problem in problems if problem is None]
    return usable, tuple(Unusable(s.photo, s.photo_sha256, problem) for s, problem in problems if problem is not None)


def find_problem(rules: RuleSet, roster: Roster, sheet: WrittenSheet) -> Problem | None:
    """Why nothing of the sheet may be counted: it is unreadable, or printed for another rule set or tournament."""
    if sheet.problem is not None or sheet.code is None:
        return sheet.problem
    if roster.is_other_tournament(sheet.code.tournament):
        return Problem.of("evening.other-tournament", found=sheet.code.tournament, asked=roster.tournament)
    if sheet.code.rules != rules.id:
        return Problem("other-rules", Phrase("evening.other-rules", {"found": sheet.code.rules, "asked": rules.id}))
    return None
