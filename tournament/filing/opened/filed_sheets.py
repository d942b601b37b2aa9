"""The sheets in a tournament's file: how a photograph gets in, who may sit at its sheets, and decisions on them.

A closed round keeps the names with which it was closed: players added or renamed later change nobody's seat there.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache, partial

from scanner.sheet_reading import SheetReading
from templates.sheet_code import SheetCode, make_tournament_id
from texts.item_ids import make_place_key, make_sheet_key, parse_item
from tournament.evening.roster import Roster
from tournament.evening.sheet_intake import is_better, is_retaken
from tournament.filing.opened.awarded_players import add_awarded_rows
from tournament.filing.opened.judgement_json import decode_reading, encode_reading
from tournament.human_decisions import Decisions
from tournament.judging.typed_sheet import TypedGame, TypedResult, write_typed
from tournament.judging.written_sheet import NOWHERE, Place, Typing, WrittenSheet, transcribe
from tournament.last_results import MOST_SHEETS, LastResults
from tournament.record.entries import Entry, hash_bytes
from tournament.record.facts import Fact, Photographed, SheetRead, SheetTyped, Undone
from tournament.record.player_facts import PlayerAdded, PlayerRenamed
from tournament.record.replay import Tournament, find_undone, list_rules, replay
from tournament.record.sealed_rounds import SheetRounds
from tournament.record.sheet_ledger import SheetState
from tournament.record.store import Store


@dataclass(frozen=True, slots=True)
class FiledSheet:
    """A sheet in the file, from one photograph or typed. `entry`: the number of its entry. `reading`: the hash of its
    reading's blob; for a typed sheet the hash of its entry."""

    entry: int
    reading: str
    written: WrittenSheet


def list_sheets(store: Store, entries: Sequence[Entry]) -> tuple[FiledSheet, ...]:
    """Every sheet that was read or typed and not taken back, with today's keys, those of one key together, in the order
    in which keys came in."""
    return place_sheets(_group(store, entries, list_read(entries)), replay(entries))


def list_every_sheet(store: Store, entries: Sequence[Entry]) -> tuple[FiledSheet, ...]:
    """Every sheet, including those that were taken back, each with its first key."""
    every = [(entry.number, entry.fact) for entry in entries if isinstance(entry.fact, SheetRead | SheetTyped)]
    return _group(store, entries, every)


def _group(
    store: Store, entries: Sequence[Entry], came: Sequence[tuple[int, SheetRead | SheetTyped]]
) -> tuple[FiledSheet, ...]:
    opened = list_rules(entries) if any(isinstance(fact, SheetTyped) for _, fact in came) else ()
    readings = iter(store.read_blobs(fact.reading for _, fact in came if isinstance(fact, SheetRead)))
    found: dict[str, list[FiledSheet]] = {}
    for number, fact in came:
        if isinstance(fact, SheetTyped):
            entry = entries[number - 1]
            rules = next(rules_id for since, rules_id in opened if since < number)
            sheet = FiledSheet(number, entry.hash, _write_typed(rules, entry))
        else:
            given, key = (fact.round, fact.table), fact.sheet_key
            make = partial(_transcribe, next(readings), given, key)
            sheet = FiledSheet(number, fact.reading, _READ.recall((fact.reading, given, key), make))
        found.setdefault(fact.sheet_key, []).append(sheet)
    return tuple(sheet for same in found.values() for sheet in same)


def place_sheets(sheets: Iterable[FiledSheet], tournament: Tournament) -> tuple[FiledSheet, ...]:
    """The sheets with the keys and places that they have in that tournament. A typed result gets the key of the
    photographed sheet of its place, also if that was moved there, so that both are compared."""
    states = {number: state for state in tournament.sheets.values() for number in state.readings}
    return _join_typed([_place(sheet, states.get(sheet.entry), tournament) for sheet in sheets])


def _join_typed(sheets: Sequence[FiledSheet]) -> tuple[FiledSheet, ...]:
    photos = [one.written for one in sheets if one.written.typed is None and one.written.half == 0]
    shown = {(one.round, one.table, one.seats): one.key for one in reversed(photos)}
    keys, joined = {one.key for one in photos}, list[FiledSheet]()
    for one in sheets:
        written = one.written
        key = shown.get((written.round, written.table, written.seats)) if written.key not in keys else None
        joined.append(replace(one, written=replace(written, key=key)) if written.typed and key else one)
    return tuple(joined)


def _place(sheet: FiledSheet, state: SheetState | None, tournament: Tournament) -> FiledSheet:
    written, moved = sheet.written, NOWHERE if state is None else state.place or NOWHERE
    if state is not None and (state.key, moved) != (written.key, written.moved):
        written = replace(written, key=state.key, moved=moved)
    if written.code is None and written.seats:  # nothing else says how many games it is for
        written = replace(written, games=tournament.opening.count_games(written.seats))
    return replace(sheet, written=add_awarded_rows(written, tournament.awards))


@lru_cache(maxsize=MOST_SHEETS)
def _write_typed(rules_id: str, entry: Entry) -> WrittenSheet:
    """The sheet that the entry typed, with the code that a printed one would have."""
    fact = entry.fact
    assert isinstance(fact, SheetTyped)
    below = max((row.game - fact.games for row in fact.rows), default=0)
    seats = len(fact.starts or fact.names)
    code = SheetCode(rules_id, "points", seats, fact.games, fact.round, fact.table, offences=max(below, 0))
    rows = tuple(TypedGame(row.game, row.points, row.solo, row.offence) for row in fact.rows)
    result = TypedResult(code, rows, fact.totals, fact.starts, fact.names)
    return write_typed(result, Typing(entry.by, entry.when, fact.source, fact.reason, entry.number), fact.sheet_key)


def find_sheet_rounds(sheets: Iterable[FiledSheet]) -> SheetRounds:
    """By key the rounds on the sheet's photographs."""
    found: dict[str, frozenset[int]] = {}
    for one in sheets:
        said = frozenset() if one.written.round is None else frozenset({one.written.round})
        found[one.written.key] = found.get(one.written.key, frozenset()) | said
    return found


def list_read(entries: Sequence[Entry]) -> list[tuple[int, SheetRead | SheetTyped]]:
    """All readings and typed results that were not taken back, with the numbers of their entries."""
    gone = find_undone(entries)
    return [
        (entry.number, entry.fact)
        for entry in entries
        if isinstance(entry.fact, SheetRead | SheetTyped) and entry.number not in gone
    ]


_READ = LastResults[WrittenSheet]()
"""By the hash of the reading, its place and key: the page asks for the same ones again and again."""


def _transcribe(data: bytes, given: Place, key: str) -> WrittenSheet:
    """The reading's blob as a written sheet."""
    return replace(transcribe(decode_reading(data), given), key=key)


def make_decisions(tournament: Tournament) -> Decisions:
    """The decisions that hold, by item, each with a second person's readings."""
    return {
        item: replace(one, second=tuple(read for read in tournament.keyed.values() if read.decision == one.entry))
        for item, one in tournament.decisions.items()
    }


def make_roster(tournament: Tournament, entries: Sequence[Entry]) -> Roster:
    """The file's players and its draw, with those who play for somebody else in a round."""
    names = {player.start: player.name for player in tournament.players}
    drawn = {
        (round_, table): seated
        for round_ in tournament.draws
        for table, seated in tournament.name_tables(round_).items()
    }
    stand_ins = {
        (round_, name.casefold()): player.name
        for player in tournament.players
        for round_, name in player.substitutes.items()
    }
    listed = tuple(dict.fromkeys((*names.values(), *(name for table in drawn.values() for name in table))))
    former, short = _list_former_names(entries, names, listed), make_tournament_id(entries[0].hash)
    planned, cancelled = tournament.opening.rounds, tournament.cancelled
    return Roster(listed, {}, drawn, names, short, stand_ins, former, planned=planned, cancelled=cancelled)


def _list_former_names(entries: Sequence[Entry], names: Mapping[int, str], listed: Sequence[str]) -> dict[str, str]:
    """By each corrected name, lower case, the player's name now; without names that two players had, or that somebody
    has now."""
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


def find_roster(
    tournament: Tournament, entries: Sequence[Entry], sheets: Sequence[FiledSheet], people: Roster | None = None
) -> Roster:
    """Who may sit at these sheets. `people`: in place of the file's players and draw."""
    roster = people or replace(make_roster(tournament, entries), frozen=_freeze_rounds(tournament, entries))
    return _add_given(roster, sheets, tournament)


def _freeze_rounds(tournament: Tournament, entries: Sequence[Entry]) -> dict[int, Roster]:
    """By sealed round its roster, if players were added or renamed since."""
    return {
        round_: _freeze(tournament, entries[:last], round_)
        for round_, last in tournament.seals.sealed.items()
        if any(isinstance(one.fact, PlayerAdded | PlayerRenamed | Undone) for one in entries[last:])
    }


def _freeze(tournament: Tournament, before: Sequence[Entry], round_: int) -> Roster:
    """The roster of a round with the names of that time, and with `Roster.today` filled in."""
    then = {player.start: player.name for player in replay(before).players}
    tables = tournament.draws.get(round_, ())
    seated = (start for table in tables for start in table.starts)
    here = {*then, *seated, *(one.start for one in tournament.players if round_ in one.substitutes)}
    players = [player for player in tournament.players if player.start in here]
    named = tuple(replace(player, name=then.get(player.start, player.name)) for player in players)
    kept = replace(tournament, players=named, draws={round_: tables} if tables else {})
    today = {one.name.casefold(): now.name for one, now in zip(named, players, strict=True)}
    return replace(make_roster(kept, before), today=today)


def _add_given(roster: Roster, sheets: Sequence[FiledSheet], tournament: Tournament) -> Roster:
    """The roster with the names that people gave to seats, for whole sheets and for single seats."""
    numbers = {key: number for number, key in enumerate(dict.fromkeys(sheet.written.key for sheet in sheets), 1)}
    names = {player.start: player.name for player in tournament.players}
    given = dict(roster.given)
    for key, state in tournament.sheets.items():
        seats = enumerate(state.starts if key in numbers else (), 1)
        given |= {(str(numbers[key]), seat): names[start] for seat, start in seats}
    for item, decision in tournament.decisions.items():
        one = parse_item(item)
        if one.kind == "name" and one.key in numbers and decision.name:
            given[str(numbers[one.key]), one.number] = decision.name
    return replace(roster, given=given)


@dataclass(frozen=True, slots=True)
class Photo:
    """A photograph as it came in. `copy`: a reduced copy's bytes, b"" for none."""

    name: str
    sha256: str
    size: int
    copy: bytes = b""


@dataclass(frozen=True, slots=True)
class Filing:
    """What one photograph adds to the file. `sheets`: its sheets that were not in the file. `better`: the keys of those
    that a worse photograph showed before; `worse`: the keys of those that another photograph shows better."""

    facts: tuple[Fact, ...] = ()
    blobs: Mapping[str, bytes] = field(default_factory=dict)
    sheets: tuple[FiledSheet, ...] = ()
    better: tuple[str, ...] = ()
    worse: tuple[str, ...] = ()

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys of the photograph's sheets that were not in the file."""
        return tuple(sheet.written.key for sheet in self.sheets)


def file_photo(
    known: Sequence[FiledSheet], photo: Photo, readings: Iterable[SheetReading], model: str, given: Place = NOWHERE
) -> Filing:
    """The entries for a photograph with its readings; `known`: the sheets in the file.

    A reading with a problem, or one that is in the file already, makes no entry. `given`: round and table for sheets
    whose code has none.
    """
    filing = Filing()
    for reading in readings:
        if reading.problem is None and not _is_known((*known, *filing.sheets), reading):
            filing = _add_sheet(filing, known, reading, model, given)
    if not filing.sheets:
        return filing
    hash_ = hash_bytes(photo.copy) if photo.copy else ""
    blobs = {**filing.blobs, hash_: photo.copy} if hash_ else filing.blobs
    photographed = Photographed(photo.sha256, photo.name, photo.size, hash_)
    return replace(filing, facts=(photographed, *filing.facts), blobs=blobs)


def _is_known(known: Sequence[FiledSheet], reading: SheetReading) -> bool:
    """Whether the file has this sheet from this very photograph."""
    return any(
        (one.written.photo_sha256, one.written.page) == (reading.photo_sha256, reading.page)
        and (one.written.readings_by_id() == transcribe(reading).readings_by_id())
        for one in known
    )


def _add_sheet(filing: Filing, known: Sequence[FiledSheet], reading: SheetReading, model: str, given: Place) -> Filing:
    every = (*known, *filing.sheets)
    written = transcribe(reading, given)
    shown = next((one.written.key for one in every if is_retaken(one.written, written)), None)
    shown = shown or _find_typed(every, written)
    same = [one for one in every if one.written.key == shown]
    key = same[0].written.key if same else _make_new_key(every, written)
    data = encode_reading(reading)
    placed = written.code is not None and None not in (written.code.round, written.code.table)
    round_, table = NOWHERE if placed else given
    fact = SheetRead(key, reading.photo_sha256, hash_bytes(data), model, key if same else "", round_, table)
    sheet = FiledSheet(0, fact.reading, replace(written, key=key))
    photos = [one.written for one in same if one.written.typed is None]
    better = bool(photos) and all(is_better(written, one) for one in photos)
    return replace(
        filing,
        facts=(*filing.facts, fact),
        blobs={**filing.blobs, fact.reading: data},
        sheets=(*filing.sheets, sheet),
        better=(*filing.better, *([key] if better else [])),
        worse=(*filing.worse, *([key] if photos and not better else [])),
    )


def _find_typed(known: Sequence[FiledSheet], written: WrittenSheet) -> str | None:
    """The key of the sheet that somebody typed for this place, if no photograph shows it yet."""
    same = [one.written for one in known if (one.written.round, one.written.table) == (written.round, written.table)]
    typed = {one.key for one in same if one.typed and one.seats == written.seats}
    keys = typed - {one.key for one in same if not one.typed}
    placed = None not in (written.round, written.table) and not written.half
    return next(iter(keys), None) if placed else None


def _make_new_key(known: Sequence[FiledSheet], written: WrittenSheet) -> str:
    """A new key: the sheet's place; if that is taken or unknown, the sheet's number."""
    taken = {one.written.key for one in known}
    if written.round is not None and written.table is not None:
        key = make_place_key(written.round, written.table, written.half)
        if key not in taken:
            return key
    return next(key for n in range(len(taken) + 1, 2 * len(taken) + 3) if (key := make_sheet_key(n)) not in taken)
