"""The whole tournament out of its photographs: every sheet judged, repeats set aside, players named, totals counted."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from scanner.reading import Problem, SheetReading
from scoring.rules import RuleSet
from tournament.between import added, clash_remarks, draw_findings, name_remarks, repeat_remarks, twice_remarks
from tournament.duplicates import Sorted, sort_out
from tournament.halves import half_findings
from tournament.judged import JudgedSheet
from tournament.limits import LIMITS, Limits
from tournament.missing import RoundMatter, missing
from tournament.reconcile import reconcile
from tournament.remarks import Doubt, say
from tournament.roster import Roster, Seated
from tournament.standings import Entry, Player, Standing, players_of, rounds_of, standings
from tournament.transcribe import WrittenSheet, transcribe
from tournament.trust import Trust, trust_in


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
    rules: RuleSet, readings: Iterable[SheetReading], roster: Roster | None = None, lang: str = "de",
    limits: Limits = LIMITS,
) -> Book:
    """The book of a tournament; `readings` in the order of the photographs, those with a problem among them."""
    written = [transcribe(reading) for reading in readings]
    usable, unusable = _divide(rules, written)
    sorted_out = sort_out(usable, limits)
    judged = [reconcile(rules, usable[index], limits) for index in sorted_out.kept]
    roster = roster or Roster()
    seated = [_seat(sheet, number, roster, lang) for number, sheet in enumerate(judged, 1)]
    entries = tuple(
        _entry(rules, number, sheet, names, roster)
        for number, (sheet, names) in enumerate(zip(judged, seated, strict=True), 1)
    )
    entries = _with_remarks(rules, entries, sorted_out, usable)
    matters = missing(entries, seated, roster, limits)
    players = players_of(entries, [name for matter in matters for name in matter.absent])
    return Book(
        rules, entries, tuple(seated), players, standings(players), unusable, _photos(written), limits, matters
    )


def _divide(rules: RuleSet, written: Sequence[WrittenSheet]) -> tuple[list[WrittenSheet], tuple[Unusable, ...]]:
    """The sheets that may be counted, and the photographs that may not: unreadable ones and those of another rule
    set."""
    problems = [(sheet, sheet.problem or _other_rules(rules, sheet)) for sheet in written]
    usable = [sheet for sheet, problem in problems if problem is None]
    return usable, tuple(Unusable(s.photo, s.photo_sha256, problem) for s, problem in problems if problem is not None)


def _other_rules(rules: RuleSet, sheet: WrittenSheet) -> Problem | None:
    if sheet.code is None or sheet.code.rules == rules.id:
        return None
    words = [say(lang, "other-rules", found=sheet.code.rules, asked=rules.id) for lang in ("de", "en")]
    return Problem("other-rules", *words)


def _entry(rules: RuleSet, number: int, sheet: JudgedSheet, seated: tuple[Seated, ...], roster: Roster) -> Entry:
    """The sheet with its players, and with what is doubtful about them."""
    entry = Entry(number, sheet, tuple(seat.name for seat in seated))
    doubts: tuple[Doubt, ...] = (*name_remarks(entry, seated), *draw_findings(rules, entry, seated, roster))
    return replace(entry, sheet=added(sheet, doubts))


def _seat(sheet: JudgedSheet, number: int, roster: Roster, lang: str) -> tuple[Seated, ...]:
    source, code = sheet.source, sheet.source.code
    print_known = code is not None and code.named
    matchable = code is None and roster.players  # a foreign sheet's names may be handwriting: only the list's
    printed = source.names if print_known or matchable else (None,) * source.seats
    labels = [say(lang, "seat-label", sheet=number, seat=seat) for seat in range(1, source.seats + 1)]
    drawn = () if code is None else roster.at(code.round, code.table)
    return roster.seats(number, source.photo, printed, labels, drawn, () if code is None else code.checks)


def _with_remarks(
    rules: RuleSet, entries: tuple[Entry, ...], found: Sorted, usable: Sequence[WrittenSheet]
) -> tuple[Entry, ...]:
    """The sheets with what was found between them: repeats, clashes, a player at two tables, two halves of a table."""
    between = (_between(rules, entry, entries, found, usable) for entry in entries)
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
