"""What is missing between sheets (T3, T4): a round, a table or half a table's games without a sheet, and players who
sat in other rounds. Totals without them look like any others, so it is told; nothing is blocked."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from rapidfuzz import fuzz, utils

from tournament.evening.missing_words import Alike, Numbers, Unnamed
from tournament.evening.roster import Roster, Seated
from tournament.evening.standings import Entry, Round
from tournament.limits import Limits
from tournament.remarks import Remark


@dataclass(frozen=True, slots=True)
class _Attendance:
    """Who sat where, round by round. `names`: casefolded -> as written, per round; `unnamed`: seats without a name."""

    rounds: dict[int, list[Entry]]
    names: dict[int, dict[str, str]]
    unnamed: dict[int, int]
    roster: Roster
    limits: Limits

    def list_drawn_tables(self, round_: int) -> set[int]:
        """The tables that the draw gives that round."""
        return {table for drawn, table in self.roster.drawn if drawn == round_}

    def list_drawn_names(self, round_: int) -> dict[str, str]:
        """Those whom the draw gives that round."""
        drawn = (names for place, names in self.roster.drawn.items() if place[0] == round_)
        return {name.casefold(): name for names in drawn for name in names}


@dataclass(frozen=True, slots=True)
class RoundMatter:
    """What a person must settle of a whole round: for no sheet shows it."""

    round: Round
    findings: tuple[Remark, ...]

    @property
    def absent(self) -> tuple[str, ...]:
        """The names of the players who are on no sheet of it."""
        lists = (finding.data.get("names") for finding in self.findings)
        return tuple(who.name for names in lists if isinstance(names, tuple) for who in names)


def find_missing(
    entries: Sequence[Entry], seated: Sequence[Sequence[Seated]], roster: Roster, limits: Limits
) -> tuple[RoundMatter, ...]:
    """What is missing, by round, those without a number last. Without a draw, one round alone tells only of gaps."""
    seen = _collect_attendance(entries, seated, roster, limits)
    drawn = {round_ for round_, _ in roster.drawn if seen.rounds and round_ < max(seen.rounds)}
    halves = _check_halves(entries)
    rounds: tuple[Round, ...] = (*sorted({*seen.rounds, *_find_gaps(seen.rounds), *drawn}), None)
    found = ((round_, (*_check_round(round_, seen), *halves.get(round_, ()))) for round_ in rounds)
    return tuple(RoundMatter(round_, findings) for round_, findings in found if findings)


def _collect_attendance(
    entries: Sequence[Entry], seated: Sequence[Sequence[Seated]], roster: Roster, limits: Limits
) -> _Attendance:
    rounds: dict[int, list[Entry]] = {}
    names: dict[int, dict[str, str]] = {}
    unnamed: dict[int, int] = {}
    for entry, seats in zip(entries, seated, strict=True):
        if entry.round is not None:
            rounds.setdefault(entry.round, []).append(entry)
            known = [who.name for who in seats if who.source != "label"]
            names.setdefault(entry.round, {}).update({name.casefold(): name for name in known})
            unnamed[entry.round] = unnamed.get(entry.round, 0) + len(seats) - len(known)
    return _Attendance(rounds, names, unnamed, roster, limits)


def _check_round(round_: Round, seen: _Attendance) -> Iterator[Remark]:
    if round_ is None:
        return
    if round_ not in seen.rounds:
        yield _make_remark("evening.missing-round")
        return
    yield from _check_tables(round_, seen)
    yield from _check_players(round_, seen)


def _check_tables(round_: int, seen: _Attendance) -> Iterator[Remark]:
    """By their numbers, or by how many they are where a sheet of any round does not tell its own."""
    counts = {number: _count_tables(sheets) for number, sheets in seen.rounds.items()}
    numbered = [entry.table for sheets in seen.rounds.values() for entry in sheets if entry.table is not None]
    here = {entry.table for entry in seen.rounds[round_]}
    due = len(seen.list_drawn_tables(round_)) or max(counts.values())
    if None in here and counts[round_] < due:
        yield _make_remark("evening.fewer-sheets", count=counts[round_], due=due)
    if None not in here:
        lacking = (seen.list_drawn_tables(round_) or {*numbered, *_find_gaps(numbered)}) - here
        key = "evening.missing-table" if len(lacking) == 1 else "evening.missing-tables"
        yield from [_make_remark(key, tables=Numbers(tuple(sorted(lacking))))] if lacking else []


def _check_players(round_: int, seen: _Attendance) -> Iterator[Remark]:
    """Those drawn for this round, or who sat in another one; unless the seats without a name may be theirs."""
    here = seen.names[round_]
    others = {key: name for number, names in seen.names.items() if number != round_ for key, name in names.items()}
    due = seen.list_drawn_names(round_) or others
    lacking = [(key, name) for key, name in due.items() if key not in here]
    if len(lacking) > seen.unnamed[round_]:
        strangers = [name for key, name in here.items() if key not in due]
        who = tuple(_find_alike(name, strangers, seen.limits) for _, name in lacking)
        key = "evening.missing-player" if len(who) == 1 else "evening.missing-players"
        yield _make_remark(key, names=who, unnamed=Unnamed(seen.unnamed[round_]))


def _find_alike(name: str, strangers: Sequence[str], limits: Limits) -> Alike:
    scores = [(fuzz.ratio(name, other, processor=utils.default_process), other) for other in strangers]
    return Alike(name, next((other for score, other in sorted(scores)[::-1] if score >= limits.name_score), None))


def _check_halves(entries: Sequence[Entry]) -> dict[Round, list[Remark]]:
    """Tables of which one half of the games is there and the other is not."""
    found: dict[Round, list[Remark]] = {}
    for round_, table in dict.fromkeys((entry.round, entry.table) for entry in entries):
        halves = [entry.half for entry in entries if (entry.round, entry.table) == (round_, table)]
        first, second = halves.count(1), halves.count(2)
        if (bool(first) != bool(second)) if table is not None else first != second:
            one = "evening.missing-half-2" if first else "evening.missing-half-1"
            key = "evening.fewer-halves" if table is None else one
            found.setdefault(round_, []).append(_make_remark(key, table=table or 0, first=first, second=second))
    return found


def _count_tables(sheets: Iterable[Entry]) -> int:
    """How many tables: every number once, and each sheet without one that is not a second half."""
    entries = list(sheets)
    tables = {entry.table for entry in entries if entry.table is not None}
    return len(tables) + sum(entry.table is None and entry.half != 2 for entry in entries)


def _find_gaps(numbers: Iterable[int]) -> set[int]:
    """The numbers left out between them, and from 1 on where that is fewer than there are: 2, 3, 5 leave out 1 and 4;
    tables 11 to 14 of a hall leave out none."""
    known = set(numbers)
    if not known:
        return set()
    first = 1 if min(known) - 1 < len(known) else min(known)
    return set(range(first, max(known))) - known


def _make_remark(key: str, **data: object) -> Remark:
    return Remark("game-count", "warning", key, (), data)
