"""The sheets in a tournament's file, who may sit at them, and what people decided of their rows and names.

A closed round keeps the names that it was closed with: who is added or renamed later changes nobody's seat there.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from templates.sheet_code import make_tournament_id
from texts.item_ids import parse_item
from tournament.evening.decisions import Decisions, HumanDecision, SecondReading
from tournament.evening.roster import Roster
from tournament.filing.judgement_json import decode_reading
from tournament.judging.written_sheet import Place, WrittenSheet, transcribe
from tournament.record.entries import Entry
from tournament.record.facts import PlayerAdded, PlayerRenamed, SheetRead, Undone
from tournament.record.replay import Ruling, Tournament, find_undone, replay
from tournament.record.sealed_rounds import SheetRounds
from tournament.record.store import Store


@dataclass(frozen=True, slots=True)
class FiledSheet:
    """A sheet in one photograph, as the file holds it. `entry`: the number of its entry; `reading`: the blob's hash."""

    entry: int
    reading: str
    written: WrittenSheet


def list_sheets(store: Store, entries: Sequence[Entry]) -> tuple[FiledSheet, ...]:
    """Every sheet that was read and not taken back, those of one key together, in the order in which keys came in."""
    return _group(store, list_read(entries))


def list_every_sheet(store: Store, entries: Sequence[Entry]) -> tuple[FiledSheet, ...]:
    """The same with those that were taken back."""
    return _group(store, [(entry.number, entry.fact) for entry in entries if isinstance(entry.fact, SheetRead)])


def _group(store: Store, read: Sequence[tuple[int, SheetRead]]) -> tuple[FiledSheet, ...]:
    readings = store.read_blobs(fact.reading for _, fact in read)
    found: dict[str, list[FiledSheet]] = {}
    for (number, fact), data in zip(read, readings, strict=True):
        found.setdefault(fact.sheet_key, []).append(FiledSheet(number, fact.reading, _transcribe(data, fact)))
    return tuple(sheet for same in found.values() for sheet in same)


def find_sheet_rounds(sheets: Iterable[FiledSheet]) -> SheetRounds:
    """By key the rounds that the sheet's photographs say."""
    found: dict[str, frozenset[int]] = {}
    for one in sheets:
        said = frozenset() if one.written.round is None else frozenset({one.written.round})
        found[one.written.key] = found.get(one.written.key, frozenset()) | said
    return found


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


def find_roster(
    tournament: Tournament, entries: Sequence[Entry], sheets: Sequence[FiledSheet], people: Roster | None = None
) -> Roster:
    """Who may sit at these sheets. `people`: in place of the file's players and draw."""
    roster = people or replace(make_roster(tournament, entries), frozen=_freeze_rounds(tournament, entries))
    return _add_given(roster, sheets, make_decisions(tournament))


def _freeze_rounds(tournament: Tournament, entries: Sequence[Entry]) -> dict[int, Roster]:
    """By sealed round its roster, where players were added or renamed since."""
    return {
        round_: _freeze(tournament, entries[:last], round_)
        for round_, last in tournament.seals.sealed.items()
        if any(isinstance(one.fact, PlayerAdded | PlayerRenamed | Undone) for one in entries[last:])
    }


def _freeze(tournament: Tournament, before: Sequence[Entry], round_: int) -> Roster:
    """The roster of a round with the names as they were then; `today`: what these players are called now."""
    then = {player.start: player.name for player in replay(before).players}
    tables = tournament.draws.get(round_, ())
    seated = (start for table in tables for start in table.starts)
    here = {*then, *seated, *(one.start for one in tournament.players if round_ in one.substitutes)}
    players = [player for player in tournament.players if player.start in here]
    named = tuple(replace(player, name=then.get(player.start, player.name)) for player in players)
    kept = replace(tournament, players=named, draws={round_: tables} if tables else {})
    today = {one.name.casefold(): now.name for one, now in zip(named, players, strict=True)}
    return replace(make_roster(kept, before), today=today)


def make_decisions(tournament: Tournament) -> Decisions:
    """The decisions in force, by item."""
    return {item: make_human_decision(tournament, ruling) for item, ruling in tournament.decisions.items()}


def _add_given(roster: Roster, sheets: Sequence[FiledSheet], decisions: Decisions) -> Roster:
    """The roster with the names that people gave to seats by decision."""
    numbers = {key: number for number, key in enumerate(dict.fromkeys(sheet.written.key for sheet in sheets), 1)}
    given = dict(roster.given)
    for item, decision in decisions.items():
        one = parse_item(item)
        if one.kind == "name" and one.key in numbers and decision.name:
            given[str(numbers[one.key]), one.number] = decision.name
    return replace(roster, given=given)
