"""Changes after a round was closed: those that wait to be settled, and those that were made since, with who and why.

Both are found by counting the same sheets twice: at two entries, or without and with the held entries.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence, Set
from dataclasses import dataclass

from texts.item_ids import make_round_key, parse_item
from texts.languages import Lang
from texts.sentences import Moment
from tournament.evening.book import Book, count_sheets
from tournament.evening.decided_sheets import Judge
from tournament.evening.evening_limits import EveningLimits
from tournament.evening.item_names import RoundMatter
from tournament.evening.late_items import (
    AFTER_CLOSING,
    Change,
    Difference,
    Differences,
    SheetValues,
    list_differences,
    read_values,
)
from tournament.evening.roster import Roster
from tournament.filing.entry_names import name_entry
from tournament.filing.opened.awarded_players import note_award
from tournament.filing.opened.filed_sheets import (
    FiledSheet,
    find_roster,
    find_sheet_rounds,
    make_decisions,
    place_sheets,
)
from tournament.judging.written_sheet import WrittenSheet
from tournament.record.award_facts import Award, Awarded
from tournament.record.entries import Entry
from tournament.record.facts import SheetMoved, find_place
from tournament.record.replay import Tournament, replay
from tournament.record.sealed_rounds import look_through
from tournament.remarks import Log, Remark


@dataclass(frozen=True, slots=True)
class Counting:
    """Counts the sheets of a file at any of its entries. `sheets`: all that were ever read. `make_judge`: makes a judge
    for such sheets. `people`: used in place of the file's players.
    """

    entries: Sequence[Entry]
    sheets: Sequence[FiledSheet]
    make_judge: Callable[[Sequence[FiledSheet]], Judge]
    lang: Lang
    limits: EveningLimits
    log: Log
    people: Roster | None = None

    def look(self, until: int | None = None, let_in: Set[int] = frozenset()) -> Tournament:
        """The tournament after the entry `until`, None: the last one. `let_in`: held entries that are to count."""
        return replay(self.entries[:until], find_sheet_rounds(self.sheets), let_in)

    def pick(self, tournament: Tournament) -> tuple[FiledSheet, ...]:
        """The sheets that count in that state."""
        out, last = tournament.seals.uncounted, tournament.head.number
        return place_sheets((one for one in self.sheets if one.entry <= last and one.entry not in out), tournament)

    def count(self, tournament: Tournament, sheets: Sequence[FiledSheet], beside: Sequence[WrittenSheet] = ()) -> Book:
        """The book of these sheets. `beside`: unusable sheets, which are only listed."""
        roster = find_roster(tournament, self.entries[: tournament.head.number], sheets, self.people)
        written = [*(sheet.written for sheet in sheets), *beside]
        rules, judge = tournament.opening.rules, self.make_judge(sheets)
        return count_sheets(rules, written, roster, self.lang, self.limits, judge, self.log, make_decisions(tournament))

    def read(self, tournament: Tournament, about: _About) -> dict[str, SheetValues]:
        """By key the content of the sheets that may change."""
        sheets = [sheet for sheet in self.pick(tournament) if about.covers(sheet.written)]
        return read_values(self.count(tournament, sheets).entries) if sheets else {}


@dataclass(frozen=True, slots=True)
class _About:
    """The sheets that an entry may change: the one with this key, or, without a key, all of these rounds."""

    key: str
    rounds: frozenset[int]

    @property
    def item(self) -> str:
        """The name of the item to be settled, without its code."""
        return self.key or make_round_key(min(self.rounds))

    def covers(self, sheet: WrittenSheet) -> bool:
        """Whether that sheet may be changed."""
        return sheet.key == self.key if self.key else sheet.round in self.rounds


def find_late_items(counting: Counting, tournament: Tournament) -> tuple[RoundMatter, ...]:
    """The matters that wait because their round is closed, without those that would change nothing."""
    groups: dict[_About, list[int]] = {}
    for number, rounds in tournament.seals.waiting.items():
        groups.setdefault(_find_about(counting.entries, number, rounds), []).append(number)
    found = (_make_item(counting, tournament, about, numbers) for about, numbers in groups.items())
    return tuple(one for one in found if one is not None)


def _make_item(counting: Counting, tournament: Tournament, about: _About, numbers: Sequence[int]) -> RoundMatter | None:
    then = counting.look(let_in=frozenset(numbers))
    differences = list_differences(counting.read(tournament, about), counting.read(then, about))
    if not differences:
        return None
    last = counting.entries[numbers[-1] - 1]
    gaps = {
        "what": name_entry(last, counting.entries),
        "by": last.by,
        "when": Moment(last.when),
        "count": len(differences),
        "differences": Differences(differences),
        "entries": tuple(numbers),
    }
    remark = Remark(AFTER_CLOSING, "warning", "decisions.late.item", (), gaps)
    return RoundMatter(min(about.rounds), (remark,), about.item)


def _find_about(entries: Sequence[Entry], number: int, rounds: frozenset[int]) -> _About:
    fact = look_through(entries[number - 1], entries)
    return _About("" if isinstance(fact, SheetMoved) else parse_item(find_place(fact)).key, rounds)


def list_changes_since(counting: Counting, tournament: Tournament) -> tuple[Change, ...]:
    """All changes in rounds after they were closed, or in settled rows after standings with them were handed out."""
    seals = tournament.seals
    numbers = sorted({*seals.late, *seals.handed_out})
    return tuple(change for number in numbers for change in _list_of_entry(counting, tournament, number))


def _note_award(counting: Counting, tournament: Tournament, entry: Entry, fact: Awarded) -> Change:
    """The change that an award is, or the undoing of one."""
    names = {player.start: player.name for player in tournament.players}
    words = note_award(Award(fact, entry.number, entry.by, entry.when), names).say_what(counting.lang)
    old, new = ("", words) if entry.fact is fact else (words, "")
    reason, closed = getattr(entry.fact, "reason", ""), entry.number in tournament.seals.late
    return Change(
        fact.round, Difference(fact.item, old, new, ""), entry.by, entry.when, reason, entry.number, closed=closed
    )


def _list_of_entry(counting: Counting, tournament: Tournament, number: int) -> Iterator[Change]:
    entry, seals = counting.entries[number - 1], tournament.seals
    subject = look_through(entry, counting.entries)
    if isinstance(subject, Awarded):
        yield _note_award(counting, tournament, entry, subject)
        return
    about = _find_about(counting.entries, number, seals.late.get(number) or seals.handed_out[number])
    before, after = (counting.read(counting.look(at), about) for at in (number - 1, number))
    for one in list_differences(before, after):
        # settling what was open is no change of what had been handed out
        was_open = any(one.item in sheet.open for sheet in before.values())
        if number in seals.late or not was_open:
            round_ = min(about.rounds)
            reason, closed = getattr(entry.fact, "reason", ""), number in seals.late
            yield Change(round_, one, entry.by, entry.when, reason, number, closed=closed)
