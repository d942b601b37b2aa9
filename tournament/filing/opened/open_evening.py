"""The book of a tournament's file, ranked with what the file holds about its players; and how sure its places are.

Readings come from the file. A cached judgement is used only if ink, decisions, thresholds and program are the same as
when it was made; else the sheet is judged again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from functools import cache, partial
from hashlib import sha256
from importlib.metadata import version

from scoring.counting.game import Game
from scoring.counting.rules import RuleSet
from texts.languages import Lang
from texts.sentences import Moment
from tournament.evening.book import Book, DueTable, judge_here
from tournament.evening.decided_sheets import Judge
from tournament.evening.evening_limits import EVENING_LIMITS, EveningLimits
from tournament.evening.roster import Roster
from tournament.filing.opened.absences import count_fees, describe_players, list_absent, list_gone
from tournament.filing.opened.awarded_players import list_award_notes, price_missed
from tournament.filing.opened.cache_folder import carry_documents, keep_pieces, read_pieces
from tournament.filing.opened.filed_sheets import FiledSheet, list_every_sheet
from tournament.filing.opened.judgement_json import UnreadableContent, decode_judged, encode_judged
from tournament.filing.opened.late_changes import Counting, find_late_items, list_changes_since
from tournament.form.ranking_form import MISSED, TEAMS, read_scoring
from tournament.judging.judged_sheet import JudgedRow, JudgedSheet
from tournament.judging.limits.judging_limits import Limits
from tournament.judging.written_sheet import WrittenSheet
from tournament.last_results import LastResults
from tournament.record.entries import Entry
from tournament.record.facts import Exported, Fact, SheetRead, SheetTyped
from tournament.record.record_errors import ChangedMeanwhile
from tournament.record.replay import Tournament
from tournament.record.store import NO_BLOBS, Store
from tournament.remarks import Log, keep_nothing
from tournament.review.open_effects import find_nobody, list_uncertain
from tournament.standings.chances import PRIZES, Chances, GiveWay, Level, go_on, level_by_total, weigh_chances
from tournament.standings.places import Player, Standing
from tournament.standings.ties import TIE_CHAIN, rank_players

VERSION = version("kiebitz")
_FIELDS = tuple((field.name, field.type) for kind in (JudgedRow, Game) for field in fields(kind))
"""The fields of a judged row and its game; part of the cache's key, so that a judgement with others is not used."""


@dataclass(frozen=True, slots=True)
class Evening:
    """A tournament's file at one entry: its entries, the state after them, its sheets, and their book. `held`: sheets
    that came after their round was closed, and do not count."""

    entries: tuple[Entry, ...]
    tournament: Tournament
    sheets: tuple[FiledSheet, ...]
    book: Book
    held: tuple[FiledSheet, ...] = ()

    @property
    def head(self) -> int:
        """The number of the last entry: the state from which a decision is made."""
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
    """The tournament in that store with its book. `judge`: judges the sheets without a valid cached judgement.

    `beside`: unusable sheets, which are only listed in the book. `people`: used in place of the file's players and
    draw, for a file that has none. Raises `RecordError` and `UnreadableContent`.
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
    """Adds entries that change neither the evening's book nor what its documents say; returns the evening with the last
    of them as its head.

    If somebody else added an entry meanwhile, the evening is returned as it was, as it is no longer the file's state.
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
            return evening  # as it was: whoever asks again opens it anew
        carry_documents(evening.entries[0].hash, tournament.head.hash, added[-1].hash)
        exports = (*tournament.exports, *((one.number, one.fact) for one in added if isinstance(one.fact, Exported)))
        now = replace(tournament, head=added[-1].head, exports=exports)
        return replace(evening, tournament=now, entries=(*evening.entries, *added))


_JUDGED = LastResults[JudgedSheet]()


def _remember(tournament: str, sheets: Iterable[FiledSheet], judge: Judge) -> Judge:
    """A judge that looks each sheet up in memory and in the cache first, and keeps what `judge` returns. `tournament`:
    the hash of its first entry, which holds the rules."""
    look_up = _look_up(tournament, sheets, judge)

    def judge_or_remember(rules: RuleSet, written: Sequence[WrittenSheet], limits: Limits) -> list[JudgedSheet]:
        keys = [(tournament, sheet.identity, sheet.certain) for sheet in written]
        grounds = [(rules, sheet, limits) for sheet in written]
        known = list(map(_JUDGED.find, keys, grounds))
        rest = iter(look_up(rules, [sheet for sheet, old in zip(written, known, strict=True) if old is None], limits))
        judged = [next(rest) if old is None else old for old in known]
        for key, ground, sheet in zip(keys, grounds, judged, strict=True):
            if _is_whole(sheet):  # where the program failed at a sheet it may go better the next time
                _JUDGED.keep(key, ground, sheet)
        return judged

    return judge_or_remember


def _look_up(tournament: str, sheets: Iterable[FiledSheet], judge: Judge) -> Judge:
    readings = {sheet.written.identity: sheet.reading for sheet in sheets}

    def judge_or_recall(rules: RuleSet, written: Sequence[WrittenSheet], limits: Limits) -> list[JudgedSheet]:
        keys = [_make_cache_key(readings[sheet.identity], sheet, limits) for sheet in written]
        kept = read_pieces(tournament, keys)
        known = [_recall(data, rules, sheet) for data, sheet in zip(kept, written, strict=True)]
        fresh = iter(judge(rules, [sheet for sheet, old in zip(written, known, strict=True) if old is None], limits))
        judged = [next(fresh) if old is None else old for old in known]
        new = {key: sheet for key, old, sheet in zip(keys, known, judged, strict=True) if old is None}
        keep_pieces(tournament, {key: encode_judged(sheet) for key, sheet in new.items() if _is_whole(sheet)})
        return judged

    return judge_or_recall


def _make_cache_key(reading: str, sheet: WrittenSheet, limits: Limits) -> str:
    """The cache's name for a judgement, made of all that it depends on."""
    said = (sheet.given, sheet.certain, sheet.struck, sheet.awarded, sheet.own_rows, sheet.games)
    parts = (VERSION, _FIELDS, hash_limits(limits), reading, *said)
    return f"judged.{sha256(repr(parts).encode()).hexdigest()}"


def list_judgements(evening: Evening, keys: Iterable[str]) -> dict[str, bytes]:
    """By sheet key the judgements of these sheets without decisions, encoded; from the cache, else made again."""
    wanted, readings = set(keys), {sheet.written.identity: sheet.reading for sheet in evening.sheets}
    limits, found = evening.book.limits, dict[str, bytes]()
    for entry in evening.book.entries:
        source = entry.sheet.source
        if source.key in wanted and _is_whole(entry.sheet):
            key = _make_cache_key(readings[source.identity], source, limits)
            (data,) = read_pieces(evening.entries[0].hash, [key])
            found[source.key] = data or encode_judged(*judge_here(evening.book.rules, [source], limits))
    return found


@cache
def hash_limits(limits: Limits) -> str:
    """The SHA-256 of the thresholds."""
    return sha256(repr(limits.list_thresholds()).encode()).hexdigest()


def _recall(data: bytes | None, rules: RuleSet, sheet: WrittenSheet) -> JudgedSheet | None:
    try:
        return None if data is None else decode_judged(data, rules, sheet)
    except UnreadableContent:
        return None  # it is judged again


def _is_whole(sheet: JudgedSheet) -> bool:
    """Whether the program did not fail at the sheet."""
    return all(one.code != "unchecked" for one in sheet.findings)


MOST_SURE = 0.999
"""The highest probability of a place while a sheet is missing, as the scenarios know only rounds like those played."""


def rank_book(book: Book, tournament: Tournament, entries: Sequence[Entry]) -> Book:
    """The book with what the file holds about tournament and players, and with standings by the file's chain of ties.
    Its day is that of the last sheet, or, without sheets, that of the first entry, by the clock on the wall."""
    days = [entry.when for entry in entries if isinstance(entry.fact, SheetRead | SheetTyped)]
    rounds = list_round_numbers(book, tournament)
    players, missed = price_missed(describe_players(book, tournament), MISSED.of(tournament.form))
    absent = list_absent(players, tournament, book.last_round)
    return replace(
        book,
        players=players,
        absent=absent,
        gone=list_gone((*players, *absent), tournament),
        standings=take_ranking(tournament)(players),
        title=tournament.opening.title,
        scoring=read_scoring(tournament.form),
        teams=TEAMS.of(tournament.form),
        ties=tournament.opening.ties,
        prizes=tournament.opening.prizes,
        fees=count_fees(tournament).say(),
        due=tuple(_list_due(book, tournament)),
        awards=(*list_award_notes(tournament), *missed),
        day=Moment(days[-1] if days else entries[0].when).find_day(),
        planned=max({*range(1, tournament.opening.rounds + 1)} - tournament.cancelled, default=0),
        closed=bool(rounds) and set(rounds) <= tournament.closed.keys(),
        signed=frozenset(item for one in tournament.closed.values() for item in one.open_items),
    )


def _list_due(book: Book, tournament: Tournament) -> Iterator[DueTable]:
    """The drawn tables without a sheet, of rounds that have begun and are not closed."""
    here = {(entry.round, entry.table) for entry in book.entries}
    begun = [number for number in sorted(tournament.draws) if number <= book.last_round]
    for number in (one for one in begun if one not in tournament.closed):
        names = tournament.name_tables(number)
        for table in tournament.draws[number]:
            if (number, table.number) not in here:
                seated, opening = names[table.number], tournament.opening
                games = opening.count_games(len(seated)), opening.count_rows(len(seated))
                yield DueTable(number, table.number, seated, *games)


def list_round_numbers(book: Book, tournament: Tournament) -> list[int]:
    """All rounds: those that the tournament has, those drawn, and those of its sheets."""
    seen = (number for number in book.rounds if number is not None)
    return sorted({*range(1, tournament.opening.rounds + 1), *tournament.draws, *seen})


def take_ranking(tournament: Tournament) -> partial[tuple[Standing, ...]]:
    """`rank_players` with the scoring of the tournament's form and its rules for ties. Lots are drawn with the file's
    key, which was fixed before any sheet."""
    opening = tournament.opening
    scoring = read_scoring(tournament.form)
    return partial(rank_players, chain=opening.ties or TIE_CHAIN, seed=opening.key, scoring=scoring)


def weigh_evening(book: Book, tournament: Tournament, give_way: GiveWay = go_on) -> Chances:
    """How sure the standings are, and which open items matter for the prizes, or the first places without prizes.
    `give_way`: called every few milliseconds, as it takes long."""
    rank_seen = take_ranking(tournament)

    def rank(players: Sequence[Player], *, last: int | None = None) -> tuple[Standing, ...]:
        """Those of whom no sheet has come share the place behind all others."""
        seen, unseen = ([one for one in players if bool(one.sittings) is has] for has in (True, False))
        behind = (Standing(len(seen) + 1, len(unseen) > 1, player) for player in unseen)
        return (*rank_seen(seen, last=last), *behind)

    def find_level(player: Player) -> Level:
        return (1, *level_by_total(player)) if player.sittings else (0,)

    prizes = len(tournament.opening.prizes) or PRIZES
    every = replace(book, players=(*book.players, *book.absent))
    chances = weigh_chances(
        every.players,
        list_uncertain(every),
        rank,
        prizes,
        find_nobody(book),
        level=find_level if book.scoring.is_plain else None,
        give_way=give_way,
    )
    unseen = {player.number for player in book.absent}
    waits = any(player.missing for player in every.players)
    if not (waits or unseen):
        return chances
    capped = {
        number: min(sure, MOST_SURE) if waits or number in unseen else sure for number, sure in chances.sure.items()
    }
    if not waits:
        return replace(chances, sure=capped)
    return replace(chances, sure=capped, prizes=min(chances.prizes, MOST_SURE))
