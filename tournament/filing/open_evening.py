"""The book of a tournament's file: what was read comes from the file, what was judged from there where it still holds.

A judgement is kept for the ink, the decisions, the thresholds and the program that it was made with; with any of them
changed the sheet is judged again.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from functools import cache, lru_cache
from hashlib import sha256
from importlib.metadata import version

from scoring.counting.rules import RuleSet
from templates.sheet_code import make_tournament_id
from texts.languages import Lang
from tournament.evening.book import Book, Judge, count_sheets, judge_here
from tournament.evening.decisions import Decisions, HumanDecision, SecondReading
from tournament.evening.evening_limits import EVENING_LIMITS, EveningLimits
from tournament.evening.roster import Roster
from tournament.filing.cache_folder import keep_pieces, read_pieces
from tournament.filing.judgement_json import UnreadableContent, decode_reading, encode_judged, recall_judged
from tournament.filing.ranked_book import rank_book
from tournament.judging.judging_limits import Limits
from tournament.judging.row.judged import JudgedRow, JudgedSheet
from tournament.judging.written_sheet import Place, WrittenSheet, transcribe
from tournament.record.entries import Entry, Head
from tournament.record.facts import Fact, PlayerAdded, PlayerRenamed, SheetRead
from tournament.record.record_errors import ChangedMeanwhile
from tournament.record.replay import find_undone, replay
from tournament.record.store import NO_BLOBS, Store
from tournament.record.tournament_state import Ruling, Tournament
from tournament.remarks import Log, keep_nothing

VERSION = version("kiebitz")
_TOLD = tuple(field.name for field in fields(JudgedRow))
"""What a judgement tells of a row: one that tells less is not taken."""


@dataclass(frozen=True, slots=True)
class FiledSheet:
    """A sheet in one photograph, as the file holds it. `entry`: the number of its entry; `reading`: the blob's hash."""

    entry: int
    reading: str
    written: WrittenSheet


@dataclass(frozen=True, slots=True)
class Evening:
    """A tournament's file, opened up: its entries, what they add up to, its sheets, and their book."""

    entries: tuple[Entry, ...]
    tournament: Tournament
    sheets: tuple[FiledSheet, ...]
    book: Book

    @property
    def head(self) -> int:
        """The number of the last entry: the version that a decision is made from."""
        return self.tournament.head.number


def make_book(
    store: Store,
    lang: Lang = "de",
    judge: Judge | None = None,
    log: Log = keep_nothing,
    limits: EveningLimits = EVENING_LIMITS,
) -> Book:
    """The book of the tournament in that store; see `open_evening`."""
    return open_evening(store, lang, judge, log, limits).book


def open_evening(
    store: Store,
    lang: Lang = "de",
    judge: Judge | None = None,
    log: Log = keep_nothing,
    limits: EveningLimits = EVENING_LIMITS,
    beside: Sequence[WrittenSheet] = (),
    people: Roster | None = None,
) -> Evening:
    """The tournament in that store with its book. `judge` judges the sheets that have no judgement that still holds.

    `beside`: sheets that cannot be used, and stand in the book only. `people`: in place of the file's players and draw,
    for a file that has none. Raises `RecordError` and `UnreadableContent`.
    """
    entries = store.read_entries()
    tournament = replay(entries)
    sheets = list_sheets(store, entries)
    decisions = {item: make_human_decision(tournament, ruling) for item, ruling in tournament.decisions.items()}
    remembering = _remember(entries[0].hash, sheets, judge or judge_here)
    roster = _add_given(people or make_roster(tournament, entries), sheets, decisions)
    written = [*(sheet.written for sheet in sheets), *beside]
    book = count_sheets(tournament.opening.rules, written, roster, lang, limits, remembering, log, decisions)
    return Evening(entries, tournament, sheets, rank_book(book, tournament, entries))


def append_to(
    store: Store, evening: Evening, facts: Sequence[Fact], by: str, blobs: Mapping[str, bytes] = NO_BLOBS
) -> Evening:
    """Adds entries that change nothing of the evening's book, but those that somebody else made meanwhile; returns the
    evening with the last of them as its head.

    Where somebody else added an entry meanwhile, the evening keeps its head: it is the file's state no more.
    """
    tournament = evening.tournament
    while True:
        last = store.read_head()
        later = store.read_entries()[tournament.head.number :] if last != tournament.head else ()
        made = {entry.fact for entry in later}
        fresh = [fact for fact in facts if fact not in made]
        if not fresh:
            return evening
        try:
            added = store.append(fresh, by=by, seen=last, blobs=blobs)
        except ChangedMeanwhile:
            continue
        if last != tournament.head:
            return evening
        return replace(evening, tournament=replace(tournament, head=Head(added[-1].number, added[-1].hash)))


def list_sheets(store: Store, entries: Sequence[Entry]) -> tuple[FiledSheet, ...]:
    """Every sheet that was read and not taken back, those of one key together, in the order in which keys came in."""
    read = list_read(entries)
    readings = store.read_blobs(fact.reading for _, fact in read)
    found: dict[str, list[FiledSheet]] = {}
    for (number, fact), data in zip(read, readings, strict=True):
        found.setdefault(fact.sheet_key, []).append(FiledSheet(number, fact.reading, _transcribe(data, fact)))
    return tuple(sheet for same in found.values() for sheet in same)


def list_read(entries: Sequence[Entry]) -> list[tuple[int, SheetRead]]:
    """The readings that were not taken back, with the numbers of their entries."""
    gone = find_undone(entries)
    return [
        (entry.number, entry.fact)
        for entry in entries
        if isinstance(entry.fact, SheetRead) and entry.number not in gone
    ]


def _transcribe(data: bytes, fact: SheetRead) -> WrittenSheet:
    return _transcribe_at(data, (fact.round, fact.table), fact.sheet_key)


@lru_cache(maxsize=1024)
def _transcribe_at(data: bytes, given: Place, key: str) -> WrittenSheet:
    """A program that stays, like the page, asks for the same readings again and again."""
    return replace(transcribe(decode_reading(data), given), key=key)


def make_human_decision(tournament: Tournament, ruling: Ruling) -> HumanDecision:
    """The decision with what a second person read beside it."""
    fact = ruling.fact
    second = tuple(
        SecondReading(keyed.fact.field, keyed.fact.text, keyed.by)
        for keyed in tournament.keyed.values()
        if keyed.fact.decision == ruling.entry
    )
    return HumanDecision(
        fact.item,
        fact.how,
        ruling.by,
        ruling.when,
        ruling.entry,
        fact.points,
        fact.solo,
        fact.offence,
        fact.name,
        fact.ink,
        fact.reason,
        second,
    )


def make_roster(tournament: Tournament, entries: Sequence[Entry]) -> Roster:
    """The file's players and its draw, with whoever plays for somebody else in a round."""
    names = {player.start: player.name for player in tournament.players}
    players = {player.start: player for player in tournament.players}
    drawn = {
        (round_, table.number): tuple(players[start].name_in(round_) for start in table.starts)
        for round_, tables in tournament.draws.items()
        for table in tables
    }
    stand_ins = {
        (round_, name.casefold()): player.name
        for player in tournament.players
        for round_, name in player.substitutes.items()
    }
    listed = tuple(dict.fromkeys((*names.values(), *(name for table in drawn.values() for name in table))))
    former = _list_former_names(entries, names, listed)
    return Roster(listed, {}, drawn, names, make_tournament_id(entries[0].hash), stand_ins, former)


def _list_former_names(entries: Sequence[Entry], names: Mapping[int, str], listed: Sequence[str]) -> dict[str, str]:
    """By each name that was put right, lower case, the player's name now. Left out is what two players were called, and
    what somebody is called now."""
    gone, taken = find_undone(entries), {name.casefold() for name in listed}
    owners: defaultdict[str, set[int]] = defaultdict(set)
    for entry in entries:
        if isinstance(entry.fact, PlayerAdded | PlayerRenamed) and entry.number not in gone:
            owners[entry.fact.name.casefold()].add(entry.fact.start)
    return {
        old: names[start]
        for old, starts in owners.items()
        if old not in taken and len(starts) == 1
        for start in starts
        if start in names
    }


def _add_given(roster: Roster, sheets: Sequence[FiledSheet], decisions: Decisions) -> Roster:
    """The roster with the names that people gave to seats by decision."""
    numbers = {key: number for number, key in enumerate(dict.fromkeys(sheet.written.key for sheet in sheets), 1)}
    given = dict(roster.given)
    for item, decision in decisions.items():
        key, name, seat = item.rpartition(".name.p")
        if name and key in numbers and decision.name:
            given[str(numbers[key]), int(seat)] = decision.name
    return replace(roster, given=given)


def _remember(tournament: str, sheets: Iterable[FiledSheet], judge: Judge) -> Judge:
    """A judge that looks each sheet up before `judge` is asked, and keeps what `judge` says. `tournament`: the hash of
    its first entry, which holds the rules."""
    readings = {_identify(sheet.written): sheet.reading for sheet in sheets}

    def judge_or_recall(rules: RuleSet, written: Sequence[WrittenSheet], limits: Limits) -> list[JudgedSheet]:
        keys = [_make_cache_key(readings[_identify(sheet)], sheet, limits) for sheet in written]
        kept = read_pieces(tournament, keys)
        known = [_recall(data, rules, sheet) for data, sheet in zip(kept, written, strict=True)]
        fresh = iter(judge(rules, [sheet for sheet, old in zip(written, known, strict=True) if old is None], limits))
        judged = [next(fresh) if old is None else old for old in known]
        new = {key: sheet for key, old, sheet in zip(keys, known, judged, strict=True) if old is None}
        _keep(tournament, new)
        return judged

    return judge_or_recall


def _identify(sheet: WrittenSheet) -> tuple[str, str, int]:
    return sheet.key, sheet.photo_sha256, sheet.page


def _make_cache_key(reading: str, sheet: WrittenSheet, limits: Limits) -> str:
    """What a judgement hangs on. Decided rows are the only ink that is quite sure."""
    decided = [(one.id, one.text) for row in sheet.rows for one in row.readings if one.confidence == 1.0]
    parts = (VERSION, _TOLD, hash_limits(limits), reading, sheet.given, decided)
    return f"judged.{sha256(repr(parts).encode()).hexdigest()}"


def list_judgements(evening: Evening, keys: Iterable[str]) -> dict[str, bytes]:
    """By sheet key the judgements of these sheets without decisions, as they are kept, else made again."""
    wanted, readings = set(keys), {_identify(sheet.written): sheet.reading for sheet in evening.sheets}
    limits, found = evening.book.limits, dict[str, bytes]()
    for entry in evening.book.entries:
        source = entry.sheet.source
        if source.key in wanted and _is_whole(entry.sheet):
            key = _make_cache_key(readings[_identify(source)], source, limits)
            (data,) = read_pieces(evening.entries[0].hash, [key])
            found[source.key] = data or encode_judged(*judge_here(evening.book.rules, [source], limits))
    return found


@cache
def hash_limits(limits: Limits) -> str:
    """The SHA-256 of the thresholds."""
    return sha256(repr(limits.list_thresholds()).encode()).hexdigest()


def _recall(data: bytes | None, rules: RuleSet, sheet: WrittenSheet) -> JudgedSheet | None:
    try:
        return None if data is None else recall_judged(data, rules, sheet)
    except UnreadableContent:
        return None  # it is judged again


def _keep(tournament: str, judged: Mapping[str, JudgedSheet]) -> None:
    """Keeps judgements by their keys, but for those that may go better the next time."""
    keep_pieces(tournament, {key: encode_judged(sheet) for key, sheet in judged.items() if _is_whole(sheet)})


def _is_whole(sheet: JudgedSheet) -> bool:
    """Whether the program did not fail at the sheet."""
    return all(one.code != "unchecked" for one in sheet.findings)
