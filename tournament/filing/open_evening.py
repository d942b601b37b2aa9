"""The book of a tournament's file: what was read comes from the file, what was judged from there where it still holds.

A judgement is kept for the ink, the decisions, the thresholds and the program that it was made with; with any of them
changed the sheet is judged again.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from functools import cache, partial
from hashlib import sha256
from importlib.metadata import version

from scoring.counting.rules import RuleSet
from texts.languages import Lang
from tournament.evening.book import Book, Judge, judge_here
from tournament.evening.evening_limits import EVENING_LIMITS, EveningLimits
from tournament.evening.roster import Roster
from tournament.filing.cache_folder import keep_pieces, read_pieces
from tournament.filing.filed_sheets import FiledSheet, list_every_sheet
from tournament.filing.judgement_json import UnreadableContent, encode_judged, recall_judged
from tournament.filing.late_changes import Counting, find_late_items, list_changes_since
from tournament.filing.ranked_book import rank_book
from tournament.judging.judged_sheet import JudgedRow, JudgedSheet
from tournament.judging.judging_limits import Limits
from tournament.judging.written_sheet import WrittenSheet
from tournament.record.entries import Entry, Head
from tournament.record.facts import Fact
from tournament.record.record_errors import ChangedMeanwhile
from tournament.record.replay import Tournament
from tournament.record.store import NO_BLOBS, Store
from tournament.remarks import Log, keep_nothing

VERSION = version("kiebitz")
_TOLD = tuple(field.name for field in fields(JudgedRow))
"""What a judgement tells of a row: one that tells less is not taken."""


@dataclass(frozen=True, slots=True)
class Evening:
    """A tournament's file, opened up: its entries, what they add up to, its sheets, and their book. `held`: sheets that
    came after their round was closed, and do not count."""

    entries: tuple[Entry, ...]
    tournament: Tournament
    sheets: tuple[FiledSheet, ...]
    book: Book
    held: tuple[FiledSheet, ...] = ()

    @property
    def head(self) -> int:
        """The number of the last entry: the version that a decision is made from."""
        return self.tournament.head.number


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
    remember = partial(_remember, entries[0].hash, judge=judge or judge_here)
    counting = Counting(entries, list_every_sheet(store, entries), remember, lang, limits, log, people)
    tournament = counting.look()
    sheets = counting.pick(tournament)
    book = counting.count(tournament, sheets, beside)
    matters = (*book.matters, *find_late_items(counting, tournament))
    book = replace(book, matters=matters, changes=list_changes_since(counting, tournament))
    held = tuple(one for one in counting.sheets if one.entry in tournament.seals.waiting)
    return Evening(entries, tournament, sheets, rank_book(book, tournament, entries), held)


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
