"""Finds what is missing (checks T3 and T4): sheets of a round, a table or half of its games, and players without one.

Totals that lack a sheet look like any other totals, so a person is warned. Nothing is blocked.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from texts.languages import Lang
from texts.sentences import enumerate_things, say
from tournament.evening.counted_sheets import CountedSheet
from tournament.evening.item_names import RoundMatter, read_seat_order
from tournament.evening.roster import Roster, Seated
from tournament.judging.judged_sheet import find_topic
from tournament.near_names import find_closest
from tournament.remarks import Doubt, Remark
from tournament.standings.places import Round


@dataclass(frozen=True, slots=True)
class Alike:
    """A missing player, and somebody of that round with a name so similar that it may be the same person."""

    name: str
    other: str | None

    def in_(self, lang: Lang) -> str:
        """For example: Anna Meier (dort „Anna Maier“?)."""
        return self.name if self.other is None else say(lang, "evening.alike", name=self.name, other=self.other)


@dataclass(frozen=True, slots=True)
class Unnamed:
    """How many seats of the round have no known name; missing players may have sat there."""

    count: int

    def in_(self, lang: Lang) -> str:
        """A sentence with a space in front; "" if there is no such seat."""
        text = "evening.unnamed-seat" if self.count == 1 else "evening.unnamed-seats"
        return f" {say(lang, text, count=self.count)}" if self.count else ""


@dataclass(frozen=True, slots=True)
class Numbers:
    """Several numbers, in ascending order."""

    numbers: tuple[int, ...]

    def in_(self, lang: Lang) -> str:
        """For example: 2 und 3, or 2 und 4 bis 7."""
        return enumerate_things(lang, [words for run in _find_runs(self.numbers) for words in _write_span(run, lang)])


def _find_runs(numbers: Sequence[int]) -> Iterator[tuple[int, int]]:
    """First and last of each run of consecutive numbers; `numbers` ascend."""
    start = 0
    for n in range(1, len(numbers) + 1):
        if n == len(numbers) or numbers[n] != numbers[n - 1] + 1:
            yield numbers[start], numbers[n - 1]
            start = n


def _write_span(run: tuple[int, int], lang: Lang) -> list[str]:
    first, last = run
    if last - first > 1:
        return [say(lang, "evening.span", first=first, last=last)]
    return [str(number) for number in range(first, last + 1)]


MISSING = ("evening.missing-table", "evening.missing-tables", "evening.missing-round")
"""The sentences of findings that sheets are not in yet. They are no items, but shown beside the round."""


@dataclass(frozen=True, slots=True)
class _Attendance:
    """Who sat where, by round. `names`: casefolded name -> name as written. `unnamed`: how many seats have no name.
    `asked`: for how many seats the name is asked about, because it is missing or belongs to another table."""

    rounds: dict[int, list[CountedSheet]]
    names: dict[int, dict[str, str]]
    unnamed: dict[int, int]
    asked: dict[int, int]
    roster: Roster

    def list_drawn(self, round_: int) -> list[int]:
        """The numbers of the tables that were drawn for that round."""
        return [table for number, table in self.roster.drawn if number == round_]

    def list_counted(self, round_: int, table: int) -> tuple[str, ...]:
        """The players to whom the points of that table count."""
        return self.roster.at(round_).find_counted(round_, table)

    def list_due(self, round_: int) -> dict[str, str]:
        """The players who should be on a sheet of that round: those drawn for it, else those of all other rounds;
        casefolded name -> name as written."""
        tables = (self.list_counted(round_, table) for table in self.list_drawn(round_))
        drawn = {name.casefold(): name for names in tables for name in names}
        elsewhere = (names for number, names in self.names.items() if number != round_)
        return drawn or {key: name for names in elsewhere for key, name in names.items()}

    def list_absent(self, round_: int) -> dict[str, str]:
        """The players of `list_due` who are on no sheet of the round; casefolded name -> name as written."""
        return {key: name for key, name in self.list_due(round_).items() if key not in self.names[round_]}

    def find_lacking_tables(self, round_: int) -> tuple[int, ...]:
        """The numbers of the tables without a sheet: drawn for that round, else known from any round. None where a
        sheet of the round has no table number."""
        here = {entry.table for entry in self.rounds[round_]}
        numbered = {one.table for sheets in self.rounds.values() for one in sheets if one.table is not None}
        due = set(self.list_drawn(round_)) or numbered | _find_gaps(numbered)
        return () if None in here else tuple(sorted(due - here))

    def find_waiting(self, round_: int) -> set[str]:
        """The players, casefolded, whose table has no sheet yet: those drawn to such tables; without a draw all who are
        missing, if these tables have room for so many."""
        here, absent = {entry.table for entry in self.rounds[round_]}, self.list_absent(round_).keys()
        if self.list_drawn(round_):
            tables = (table for table in self.list_drawn(round_) if table not in here)
            waiting = (self.list_counted(round_, table) for table in tables)
            return {name.casefold() for names in waiting for name in names} & absent
        seats = max(len(entry.names) for sheets in self.rounds.values() for entry in sheets)
        return set(absent) if len(absent) <= seats * len(self.find_lacking_tables(round_)) else set()


def is_missing(finding: Doubt) -> bool:
    """Whether the finding says that a sheet is not in yet."""
    return isinstance(finding, Remark) and finding.sentence in MISSING


def list_missing_tables(matter: RoundMatter) -> tuple[int, ...]:
    """The numbers of the tables whose sheets are not in yet, by the matter's findings."""
    gaps = (finding.gaps.get("tables") for finding in matter.findings if is_missing(finding))
    return tuple(table for found in gaps if isinstance(found, Numbers) for table in found.numbers)


def find_missing(
    entries: Sequence[CountedSheet], seated: Sequence[Sequence[Seated]], roster: Roster
) -> tuple[RoundMatter, ...]:
    """What is missing, by round; findings on sheets without a round come last.

    A table or player is missing in a round if the draw or another round has it. With one round and no draw, only a gap
    between table numbers can be found. In a round that is not played nothing is.
    """
    seen = _collect_attendance(entries, seated, roster)
    drawn = {round_ for round_, _ in roster.drawn if seen.rounds and round_ < max(seen.rounds)}
    halves = _check_halves(entries)
    due = {*seen.rounds, *_find_gaps(seen.rounds), *drawn} - roster.cancelled
    rounds: tuple[Round, ...] = (*sorted(due), None)
    found = ((round_, (*_check_round(round_, seen), *halves.get(round_, ()))) for round_ in rounds)
    return tuple(RoundMatter(round_, findings) for round_, findings in found if findings)


def _collect_attendance(
    entries: Sequence[CountedSheet], seated: Sequence[Sequence[Seated]], roster: Roster
) -> _Attendance:
    rounds: dict[int, list[CountedSheet]] = {}
    names: dict[int, dict[str, str]] = {}
    unnamed: dict[int, int] = {}
    asked: dict[int, int] = {}
    for entry, seats in zip(entries, seated, strict=True):
        if entry.round is not None:
            rounds.setdefault(entry.round, []).append(entry)
            known = [who.name for who in seats if who.source != "label"]
            names.setdefault(entry.round, {}).update({name.casefold(): name for name in known})
            unnamed[entry.round] = unnamed.get(entry.round, 0) + len(seats) - len(known)
            asked[entry.round] = asked.get(entry.round, 0) + sum(map(_count_asked, entry.sheet.open_matters))
    return _Attendance(rounds, names, unnamed, asked, roster)


def _count_asked(findings: Sequence[Doubt]) -> int:
    """Of how many seats it is asked who sits there."""
    order = read_seat_order(findings)
    return len(order.names) if order else find_topic(findings[0])[0] == "name"


def _check_round(round_: Round, seen: _Attendance) -> Iterator[Remark]:
    if round_ is None:
        return
    if round_ not in seen.rounds:
        yield _make_remark("evening.missing-round")
        return
    yield from _check_tables(round_, seen)
    yield from _check_players(round_, seen)


def _check_tables(round_: int, seen: _Attendance) -> Iterator[Remark]:
    """A finding on tables without a sheet: with their numbers, or, if some sheet has no table number, only with how
    many are missing. Their players are not listed, but their totals lack this round."""
    count = _count_tables(seen.rounds[round_])
    due = len(seen.list_drawn(round_)) or max(map(_count_tables, seen.rounds.values()))
    if any(entry.table is None for entry in seen.rounds[round_]) and count < due:
        yield _make_remark("evening.fewer-sheets", count=count, due=due)
    if lacking := seen.find_lacking_tables(round_):
        key = "evening.missing-table" if len(lacking) == 1 else "evening.missing-tables"
        waiting, absent = seen.find_waiting(round_), seen.list_absent(round_)
        who = tuple(Alike(name, None) for key_, name in absent.items() if key_ in waiting)
        yield _make_remark(key, tables=Numbers(lacking), names=who)


def _check_players(round_: int, seen: _Attendance) -> Iterator[Remark]:
    """A finding on players without a sheet, except those of tables without one. None if they may all be at seats whose
    names are unknown or asked about: then that is the question."""
    waiting, absent = seen.find_waiting(round_), seen.list_absent(round_)
    lacking = [name for key, name in absent.items() if key not in waiting]
    if len(lacking) > max(seen.unnamed[round_], seen.asked[round_]):
        due = seen.list_due(round_)
        strangers = [name for key, name in seen.names[round_].items() if key not in due]
        who = tuple(_find_alike(name, strangers) for name in lacking)
        key = "evening.missing-player" if len(who) == 1 else "evening.missing-players"
        yield _make_remark(key, names=who, unnamed=Unnamed(seen.unnamed[round_]))


def _find_alike(name: str, strangers: Sequence[str]) -> Alike:
    return Alike(name, next(iter(find_closest(name, strangers, 1)), None))


def _check_halves(entries: Sequence[CountedSheet]) -> dict[Round, list[Remark]]:
    """Findings on tables with a sheet for only one half of their games."""
    found: dict[Round, list[Remark]] = {}
    places: dict[tuple[Round, int | None], list[int]] = {}
    for entry in entries:
        places.setdefault((entry.round, entry.table), []).append(entry.half)
    for (round_, table), halves in places.items():
        first, second = halves.count(1), halves.count(2)
        if (bool(first) != bool(second)) if table is not None else first != second:
            one = "evening.missing-half-2" if first else "evening.missing-half-1"
            key = "evening.fewer-halves" if table is None else one
            found.setdefault(round_, []).append(_make_remark(key, table=table or 0, first=first, second=second))
    return found


def _count_tables(entries: Sequence[CountedSheet]) -> int:
    """How many tables these sheets come from. A table with two half sheets counts once."""
    tables = {entry.table for entry in entries if entry.table is not None}
    return len(tables) + sum(entry.table is None and entry.half != 2 for entry in entries)


def _find_gaps(numbers: Iterable[int]) -> set[int]:
    """The numbers that are missing between the first and the largest.

    The first is 1, unless as many numbers or more would be missing in front as there are: in 2, 3, 5 the numbers 1 and
    4 are missing, while in tables 11 to 14 of a hall none is.
    """
    known = set(numbers)
    if not known:
        return set()
    first = 1 if min(known) - 1 < len(known) else min(known)
    return set(range(first, max(known))) - known


def _make_remark(key: str, **data: object) -> Remark:
    return Remark("game-count", "warning", key, (), data)
