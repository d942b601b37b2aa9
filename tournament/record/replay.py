"""From entries to the tournament's state. What was undone is left out; then every entry takes its turn."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Set
from contextlib import nullcontext, suppress
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

from scoring.counting.rules import RuleSet
from scoring.rulesets.load_rules import read_from_texts
from tournament.draw.table_sizes import FIVE, Table
from tournament.record.entries import Entry, Head
from tournament.record.facts import (
    Closed,
    Decided,
    Drawn,
    Exported,
    FieldKeyed,
    KeyingAsked,
    Lost,
    Opened,
    Paid,
    Photographed,
    PlayerAdded,
    PlayerDropped,
    PlayerPaused,
    PlayerRenamed,
    PlayerSeated,
    PlayersSwapped,
    Reopened,
    RoundPrinted,
    SealingBegan,
    SheetJudged,
    SheetRead,
    Substituted,
    Undone,
)
from tournament.record.record_errors import NotOpened, SenselessEntry
from tournament.record.sealed_rounds import NO_SHEETS, SheetRounds, trace_seals
from tournament.record.tournament_state import Entrant, Keyed, Opening, Ruling, SheetState, Tournament

_KEY_LETTERS = 8
"""Letters of the first entry's hash that tell a tournament from others: one in four thousand million is like it."""


def replay(entries: Iterable[Entry], sheets: SheetRounds = NO_SHEETS, let_in: Set[int] = frozenset()) -> Tournament:
    """The state after these entries; arguments as in `trace_seals`. Raises `SenselessEntry` for one that speaks of
    something that is not there."""
    entries = tuple(entries)
    if not entries or not isinstance(entries[0].fact, Opened):
        raise NotOpened("book.record.not-opened")
    seals = trace_seals(entries, sheets, let_in)
    gone, late = seals.uncounted, {*seals.let_in, *let_in}
    out = {entry.fact.sheet_key for entry in entries if isinstance(entry.fact, SheetRead) and entry.number in gone}
    ledger = _Ledger(_open(entries[0], entries[0].fact), out, gone)
    for entry in entries[1:]:
        if entry.number not in gone:
            with suppress(SenselessEntry) if entry.number in late else nullcontext():
                _STEPS[type(entry.fact)](ledger, entry, entry.fact)
    return Tournament(
        Head(entries[-1].number, entries[-1].hash),
        ledger.opening,
        tuple(sorted(ledger.players.values(), key=_get_start)),
        ledger.draws,
        ledger.drawn,
        ledger.photos,
        ledger.sheets,
        ledger.decisions,
        ledger.closed,
        tuple(ledger.exports),
        tuple(ledger.asked),
        ledger.keyed,
        frozenset(ledger.printed),
        seals,
    )


def find_undone(entries: Iterable[Entry]) -> frozenset[int]:
    """The numbers of the entries that count no more. The last word holds: what undoes may have been undone itself; and
    what would change a closed round without a reason undoes nothing."""
    return frozenset(trace_seals(tuple(entries)).gone)


@dataclass(slots=True)
class _Ledger:
    """The state while it grows, entry by entry. `out`: the keys of sheets of which a reading was taken back; `gone`:
    the numbers of the entries that count no more."""

    opening: Opening
    out: set[str]
    gone: frozenset[int]
    players: dict[int, Entrant] = field(default_factory=dict)
    draws: dict[int, tuple[Table, ...]] = field(default_factory=dict)
    drawn: dict[int, Drawn] = field(default_factory=dict)
    photos: dict[str, Photographed] = field(default_factory=dict)
    sheets: dict[str, SheetState] = field(default_factory=dict)
    decisions: dict[str, Ruling] = field(default_factory=dict)
    closed: dict[int, Closed] = field(default_factory=dict)
    exports: list[tuple[int, Exported]] = field(default_factory=list)
    asked: list[KeyingAsked] = field(default_factory=list)
    keyed: dict[tuple[str, str], Keyed] = field(default_factory=dict)
    printed: set[int] = field(default_factory=set)

    def change_player(self, entry: Entry, start: int, **changes: Any) -> None:
        """The player with other values. Raises `SenselessEntry` where there is none."""
        _require(entry, start in self.players)
        self.players[start] = replace(self.players[start], **changes)


def _require(entry: Entry, holds: bool) -> None:
    if not holds:
        raise SenselessEntry(entry.number)


def _get_start(player: Entrant) -> int:
    return player.start


def _open(entry: Entry, fact: Opened) -> Opening:
    rules = _load_rules(fact.rules_id, fact.rules_toml, fact.base_toml)
    return Opening(
        entry.hash[:_KEY_LETTERS],
        fact.title,
        rules,
        fact.rounds,
        fact.games,
        fact.seats,
        fact.ties,
        fact.places,
        fact.prizes,
    )


@lru_cache
def _load_rules(name: str, own: str, base: str) -> RuleSet:
    """One object for the same texts: much is kept by rule set."""
    return read_from_texts(f"{name}.toml", own, base)


def _open_again(ledger: _Ledger, entry: Entry, fact: Opened) -> None:
    _require(entry, False)


def _add_player(ledger: _Ledger, entry: Entry, fact: PlayerAdded) -> None:
    _require(entry, fact.start not in ledger.players)
    ledger.players[fact.start] = Entrant(fact.start, fact.name, fact.club, fact.table)


def _drop_player(ledger: _Ledger, entry: Entry, fact: PlayerDropped) -> None:
    ledger.change_player(entry, fact.start, dropped_after=fact.after_round)


def _pause_player(ledger: _Ledger, entry: Entry, fact: PlayerPaused) -> None:
    _require(entry, fact.start in ledger.players)
    ledger.change_player(entry, fact.start, paused=ledger.players[fact.start].paused | set(fact.rounds))


def _rename_player(ledger: _Ledger, entry: Entry, fact: PlayerRenamed) -> None:
    before = ledger.players.get(fact.start)
    ledger.change_player(entry, fact.start, name=fact.name)
    for item, ruling in ledger.decisions.items():
        if before and ruling.fact.name.casefold() == before.name.casefold():
            ledger.decisions[item] = replace(ruling, fact=replace(ruling.fact, name=fact.name))


def _substitute(ledger: _Ledger, entry: Entry, fact: Substituted) -> None:
    _require(entry, fact.start in ledger.players)
    others = {round_: name for round_, name in ledger.players[fact.start].substitutes.items() if round_ != fact.round}
    ledger.change_player(entry, fact.start, substitutes=others | ({fact.round: fact.name} if fact.name else {}))


def _pay(ledger: _Ledger, entry: Entry, fact: Paid) -> None:
    ledger.change_player(entry, fact.start, paid=fact.paid)


def _draw(ledger: _Ledger, entry: Entry, fact: Drawn) -> None:
    starts = [start for _, at in fact.tables for start in at]
    _require(entry, len(starts) == len(set(starts)) and ledger.players.keys() >= set(starts))
    ledger.drawn[fact.round] = fact
    ledger.printed.discard(fact.round)
    ledger.draws[fact.round] = tuple(Table(number, at) for number, at in fact.tables)


def _swap_players(ledger: _Ledger, entry: Entry, fact: PlayersSwapped) -> None:
    drawn = ledger.draws.get(fact.round, ())
    _require(entry, {fact.first, fact.second} <= {start for table in drawn for start in table.starts})
    other = {fact.first: fact.second, fact.second: fact.first}
    ledger.draws[fact.round] = tuple(
        Table(table.number, tuple(other.get(start, start) for start in table.starts)) for table in drawn
    )


def _seat_player(ledger: _Ledger, entry: Entry, fact: PlayerSeated) -> None:
    drawn = ledger.draws.get(fact.round, ())
    seated = {start for table in drawn for start in table.starts}
    _require(entry, fact.start in ledger.players and fact.start not in seated)
    at = next((table.starts for table in drawn if table.number == fact.table), ())
    _require(entry, bool(at) and 1 <= fact.seat <= min(len(at) + 1, FIVE))
    now = (*at[: fact.seat - 1], fact.start, *at[fact.seat :])
    ledger.draws[fact.round] = tuple(
        Table(table.number, now) if table.number == fact.table else table for table in drawn
    )


def _print_round(ledger: _Ledger, entry: Entry, fact: RoundPrinted) -> None:
    _require(entry, fact.round in ledger.draws)
    ledger.printed.add(fact.round)


def _photograph(ledger: _Ledger, entry: Entry, fact: Photographed) -> None:
    ledger.photos[fact.photo_sha256] = fact


def _read_sheet(ledger: _Ledger, entry: Entry, fact: SheetRead) -> None:
    ledger.sheets.pop(fact.replaces, None)
    ledger.sheets[fact.sheet_key] = SheetState(fact.sheet_key, fact)


def _judge_sheet(ledger: _Ledger, entry: Entry, fact: SheetJudged) -> None:
    if fact.sheet_key in ledger.sheets:
        ledger.sheets[fact.sheet_key] = replace(ledger.sheets[fact.sheet_key], judged=fact)
    else:
        _require(entry, fact.sheet_key in ledger.out)


def _decide(ledger: _Ledger, entry: Entry, fact: Decided) -> None:
    ledger.decisions[fact.item] = Ruling(fact, entry.number, entry.when, entry.by)


def _ask_keying(ledger: _Ledger, entry: Entry, fact: KeyingAsked) -> None:
    ledger.asked.append(fact)


def _key_field(ledger: _Ledger, entry: Entry, fact: FieldKeyed) -> None:
    """The first reading counts; one beside a decision that was taken back does not."""
    _require(entry, 1 < fact.decision < entry.number)
    if fact.decision not in ledger.gone:
        ledger.keyed.setdefault((fact.item, fact.field), Keyed(fact, entry.number, entry.when, entry.by))


def _close(ledger: _Ledger, entry: Entry, fact: Closed) -> None:
    ledger.closed[fact.round] = fact


def _reopen(ledger: _Ledger, entry: Entry, fact: Reopened) -> None:
    ledger.closed.pop(fact.round, None)


def _export(ledger: _Ledger, entry: Entry, fact: Exported) -> None:
    ledger.exports.append((entry.number, fact))


def _pass_by(ledger: _Ledger, entry: Entry, fact: Undone | Lost | SealingBegan) -> None:
    """What it undoes has been left out already; what was lost cannot be told; seals were traced before."""


_STEPS: Mapping[type, Callable[[_Ledger, Entry, Any], None]] = {
    Opened: _open_again,
    PlayerAdded: _add_player,
    PlayerDropped: _drop_player,
    PlayerPaused: _pause_player,
    PlayerRenamed: _rename_player,
    PlayersSwapped: _swap_players,
    PlayerSeated: _seat_player,
    Substituted: _substitute,
    Paid: _pay,
    Drawn: _draw,
    RoundPrinted: _print_round,
    Photographed: _photograph,
    SheetRead: _read_sheet,
    SheetJudged: _judge_sheet,
    Decided: _decide,
    KeyingAsked: _ask_keying,
    FieldKeyed: _key_field,
    Undone: _pass_by,
    Closed: _close,
    Reopened: _reopen,
    SealingBegan: _pass_by,
    Exported: _export,
    Lost: _pass_by,
}
"""What each kind of entry does to the state."""
