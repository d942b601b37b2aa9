"""The whole tournament out of its photographs: every sheet judged, repeats set aside, players named, totals counted."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial

from scanner.reading import Problem, SheetReading
from scoring.counting.rules import RuleSet
from texts.languages import Lang
from texts.sentences import Phrase
from tournament.evening.between import (
    added,
    clash_remarks,
    draw_findings,
    name_remarks,
    place_remarks,
    repeat_remarks,
    twice_remarks,
)
from tournament.evening.duplicates import Sorted, sort_out
from tournament.evening.halves import half_findings
from tournament.evening.missing import RoundMatter, missing
from tournament.evening.roster import Roster, Seated
from tournament.evening.standings import Entry, Player, Standing, players_of, rounds_of, standings
from tournament.faults import Log, keep_nothing, or_told
from tournament.judging.reconcile import reconcile
from tournament.judging.row.judged import JudgedSheet
from tournament.judging.row.transcribe import NOWHERE, Place, WrittenSheet, transcribe
from tournament.judging.trust import Trust, trust_in
from tournament.limits import LIMITS, Limits
from tournament.remarks import Doubt, Remark, SeatText

Judge = Callable[[RuleSet, Sequence[WrittenSheet], Limits], Iterable[JudgedSheet]]
"""Judges sheets, in their order; one that fails it gives as `evening.unchecked` has it, and raises nothing."""


@dataclass(frozen=True, slots=True)
class Unusable:
    """A photograph (or one sheet in it) of which nothing is counted, and why."""

    photo: str
    photo_sha256: str
    problem: Problem


@dataclass(frozen=True, slots=True)
class Book:
    """Everything that the workbook and the report are written from.

    `entries`: the counted sheets, numbered from 1 in the order of the photographs. `seated`: how each name came
    about, per entry. `photos`: name and SHA-256 of every photograph, in order. `matters`: what is missing of rounds.
    """

    rules: RuleSet
    entries: tuple[Entry, ...]
    seated: tuple[tuple[Seated, ...], ...]
    players: tuple[Player, ...]
    standings: tuple[Standing, ...]
    unusable: tuple[Unusable, ...]
    photos: tuple[tuple[str, str], ...]
    limits: Limits = LIMITS
    matters: tuple[RoundMatter, ...] = ()

    @property
    def rounds(self) -> tuple[int | None, ...]:
        """The rounds played, sheets without one last."""
        return rounds_of(self.entries)

    @property
    def open_rows(self) -> int:
        """Rows that a person must look at."""
        return sum(len(entry.sheet.open_rows) for entry in self.entries)

    @property
    def open_items(self) -> int:
        """Everything that waits for a person: rows, sheets, rounds, and photographs that could not be used."""
        return sum(entry.sheet.open_items for entry in self.entries) + len(self.matters) + len(self.unusable)

    @property
    def trust(self) -> Trust:
        """What to expect of the rows that nobody is asked about."""
        return trust_in([row for entry in self.entries for row in entry.sheet.rows])

    @property
    def needs_person(self) -> bool:
        """Whether anything waits for a person: an open row, sheet or round, or a photograph that could not be used."""
        waiting = self.unusable or self.matters
        return bool(waiting) or any(entry.sheet.status == "review" for entry in self.entries)


def keep_book(
    rules: RuleSet, readings: Iterable[SheetReading], roster: Roster | None = None, lang: Lang = "de",
    limits: Limits = LIMITS, given: Place = NOWHERE, judge: Judge | None = None, log: Log = keep_nothing,
) -> Book:
    """The book of a tournament; `readings` in the order of the photographs, those with a problem among them.

    `given`: round and table of the sheets whose code has none; `judge`: who judges the sheets; `log`: where the details
    of a fault go, which costs one sheet, or one look at all.
    """
    written = [_written(reading, given, log) for reading in readings]
    usable, unusable = _divide(rules, written)
    sorted_out, failed = _sorted_out(usable, limits, log)
    judged = (judge or judge_here)(rules, [usable[index] for index in sorted_out.kept], limits)
    roster = roster or Roster()
    taken = [_at_table(rules, number, sheet, roster, lang, log) for number, sheet in enumerate(judged, 1)]
    seated = [names for _, names in taken]
    entries = _with_remarks(rules, tuple(entry for entry, _ in taken), sorted_out, usable, log)
    lacking = or_told(lambda: missing(entries, seated, roster, limits), "evening.unchecked-evening", log, _matter)
    matters = (*failed, *lacking)
    players = players_of(entries, [name for matter in matters for name in matter.absent])
    return Book(
        rules, entries, tuple(seated), players, standings(players), unusable, _photos(written), limits, matters
    )


def judge_here(rules: RuleSet, sheets: Sequence[WrittenSheet], limits: Limits) -> Iterable[JudgedSheet]:
    """Every sheet judged in this process, with nobody who watches over it."""
    return [reconcile(rules, sheet, limits) for sheet in sheets]


def _written(reading: SheetReading, given: Place, log: Log) -> WrittenSheet:
    def unwritten(why: Remark) -> WrittenSheet:
        return transcribe(replace(reading, readings=(), code=None, problem=make_problem(why.code, why.phrase)))

    return or_told(lambda: transcribe(reading, given), "evening.unchecked-sheet", log, unwritten)


def _sorted_out(usable: Sequence[WrittenSheet], limits: Limits, log: Log) -> tuple[Sorted, tuple[RoundMatter, ...]]:
    """Where it fails, every photograph counts, and a person is told to look for repeats."""
    every = Sorted(tuple(range(len(usable))), (), ())
    return or_told(
        lambda: (sort_out(usable, limits), ()), "evening.unchecked-evening", log, lambda why: (every, _matter(why))
    )


def make_problem(code: str, phrase: Phrase) -> Problem:
    """The problem of a photograph of which nothing is counted."""
    return Problem(code, phrase.in_("de"), phrase.in_("en"))


def _matter(why: Remark) -> tuple[RoundMatter, ...]:
    return (RoundMatter(None, (why,)),)


def _divide(rules: RuleSet, written: Sequence[WrittenSheet]) -> tuple[list[WrittenSheet], tuple[Unusable, ...]]:
    """The sheets that may be counted, and the photographs that may not: unreadable ones and those of another rule
    set."""
    problems = [(sheet, sheet.problem or _other_rules(rules, sheet)) for sheet in written]
    usable = [sheet for sheet, problem in problems if problem is None]
    return usable, tuple(Unusable(s.photo, s.photo_sha256, problem) for s, problem in problems if problem is not None)


def _other_rules(rules: RuleSet, sheet: WrittenSheet) -> Problem | None:
    if sheet.code is None or sheet.code.rules == rules.id:
        return None
    return make_problem("other-rules", Phrase("evening.other-rules", {"found": sheet.code.rules, "asked": rules.id}))


def _at_table(
    rules: RuleSet, number: int, sheet: JudgedSheet, roster: Roster, lang: Lang, log: Log
) -> tuple[Entry, tuple[Seated, ...]]:
    """The sheet with who sat there; where that fails, its seats have their labels."""
    def taken() -> tuple[Entry, tuple[Seated, ...]]:
        seated = _seat(sheet, number, roster, lang)
        return _entry(rules, number, sheet, seated, roster), seated

    def labelled(why: Remark) -> tuple[Entry, tuple[Seated, ...]]:
        seats = range(1, sheet.source.seats + 1)
        seated = tuple(Seated(SeatText(number, seat).in_(lang), "label") for seat in seats)
        return Entry(number, added(sheet, (why,)), tuple(seat.name for seat in seated)), seated

    return or_told(taken, "evening.unchecked-names", log, labelled)


def _entry(rules: RuleSet, number: int, sheet: JudgedSheet, seated: tuple[Seated, ...], roster: Roster) -> Entry:
    """The sheet with its players, and with what is doubtful about them."""
    entry = Entry(number, sheet, tuple(seat.name for seat in seated))
    drawn = draw_findings(rules, entry, seated, roster)
    doubts: tuple[Doubt, ...] = (*name_remarks(entry, seated), *place_remarks(entry), *drawn)
    return replace(entry, sheet=added(sheet, doubts))


def _seat(sheet: JudgedSheet, number: int, roster: Roster, lang: Lang) -> tuple[Seated, ...]:
    source, code = sheet.source, sheet.source.code
    print_known = code is not None and code.named
    matchable = code is None and roster.players  # a foreign sheet's names may be handwriting: only the list's
    printed = source.names if print_known or matchable else (None,) * source.seats
    labels = [SeatText(number, seat).in_(lang) for seat in range(1, source.seats + 1)]
    drawn = () if code is None else roster.at(code.round, code.table)
    return roster.seats(number, source.photo, printed, labels, drawn, () if code is None else code.checks)


def _with_remarks(
    rules: RuleSet, entries: tuple[Entry, ...], found: Sorted, usable: Sequence[WrittenSheet], log: Log
) -> tuple[Entry, ...]:
    """The sheets with what was found between them: repeats, clashes, a player at two tables, two halves of a table."""
    between = [
        or_told(
            partial(_between, rules, entry, entries, found, usable), "evening.unchecked-others", log,
            lambda why: (why,),
        )
        for entry in entries
    ]
    return tuple(replace(entry, sheet=added(entry.sheet, told)) for entry, told in zip(entries, between, strict=True))


def _between(
    rules: RuleSet, entry: Entry, entries: tuple[Entry, ...], found: Sorted, usable: Sequence[WrittenSheet]
) -> tuple[Doubt, ...]:
    return (
        *repeat_remarks(entry, found, usable), *clash_remarks(entry, entries, found), *twice_remarks(entry, entries),
        *half_findings(rules, entry, entries),
    )


def _photos(written: Sequence[WrittenSheet]) -> tuple[tuple[str, str], ...]:
    return tuple(dict.fromkeys((sheet.photo, sheet.photo_sha256) for sheet in written))
