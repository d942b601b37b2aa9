"""A tournament's state, worked out from its entries: undone ones are left out, then all others take effect in order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence, Set
from contextlib import nullcontext, suppress
from dataclasses import dataclass, field, replace
from typing import Any

from texts.item_ids import parse_item
from tournament.draw.table_sizes import MOST, Table, find_springers, name_seats
from tournament.errors import RefusedOrder
from tournament.form.form_file import check_settings
from tournament.form.form_keys import Form
from tournament.human_decisions import Decisions, SecondReading
from tournament.record import facts, player_facts
from tournament.record.award_facts import Award, Awarded
from tournament.record.entries import Entry, Head
from tournament.record.opening import Opening, load_opening
from tournament.record.opening_facts import (
    ListDropped,
    ListSet,
    OpeningFact,
    RoundsSet,
    RulesSet,
    TitleSet,
    change_opening,
)
from tournament.record.record_errors import BrokenChain, NotOpened, SenselessEntry
from tournament.record.round_clocks import Clocks, follow_clock
from tournament.record.sealed_rounds import NO_SHEETS, Seals, SheetRounds, is_cancelled, trace_seals
from tournament.record.sheet_ledger import SheetLedger, SheetNames, SheetState, trace_names


@dataclass(frozen=True, slots=True)
class Entrant:
    """A player in the list. `fixed_table`: where the player sits in every round; None: it is drawn.

    `dropped_after`: the last round that the player plays; None for one who is still in. `substitutes`: by round, who
    plays for this player. `paused`: rounds that the player does not play, at the beginning for one who came late.
    """

    start: int
    name: str
    club: str = ""
    fixed_table: int | None = None
    dropped_after: int | None = None
    substitutes: Mapping[int, str] = field(default_factory=dict)
    paid: bool = False
    paused: frozenset[int] = frozenset()

    def plays(self, round_: int) -> bool:
        """Whether the player, or a substitute, is to be drawn in that round."""
        return round_ not in self.paused and (self.dropped_after is None or round_ <= self.dropped_after)

    def name_in(self, round_: int) -> str:
        """Who sits at the table in that round."""
        return self.substitutes.get(round_, self.name)


@dataclass(frozen=True, slots=True)
class Tournament:
    """Everything that counts after the entry `head`. Mappings are in the order in which things came in.

    `players`: in the order of start numbers. `draws`: by round, after all swaps. `drawn`: how each was drawn. `sheets`:
    by sheet key. `names`: what sheets are and were called; items have today's names. `decisions`: by item. `closed`: by
    round. `exports`: with the number of their entry. `asked`: the
    second keyings that were asked for. `keyed`: what was read then, by item and field, as long as the decision beside
    which it was read was not taken back. `printed`: the rounds of which the draw that holds was printed. `seals`: what
    does not count, since it would change a closed round. `fee`: what each player pays, in cents, 0 for nothing. `form`:
    what was settled beside the rules, such as who sits where. `bases`: by round what it was seated by, where
    that is results. `clocks`: by round when its time is up. `awards`: fines, deductions, warnings and
    the like. `cancelled`: the closed rounds that are not played.
    """

    head: Head
    opening: Opening
    players: tuple[Entrant, ...]
    draws: Mapping[int, tuple[Table, ...]]
    drawn: Mapping[int, player_facts.Drawn]
    photos: Mapping[str, facts.Photographed]
    sheets: Mapping[str, SheetState]
    names: SheetNames
    decisions: Decisions
    closed: Mapping[int, facts.Closed]
    exports: tuple[tuple[int, facts.Exported], ...]
    asked: tuple[facts.KeyingAsked, ...]
    keyed: Mapping[tuple[str, str], SecondReading]
    printed: frozenset[int]
    seals: Seals
    fee: int
    form: Form
    bases: Mapping[int, player_facts.SeatedBy]
    clocks: Clocks
    awards: tuple[Award, ...]
    cancelled: frozenset[int]

    def name_tables(self, round_: int) -> dict[int, tuple[str, ...]]:
        """By table who sits there in that round, by seat; a Springer at the second table with the mark."""
        names, tables = {one.start: one.name_in(round_) for one in self.players}, self.draws.get(round_, ())
        springers = find_springers(tables)
        return {table.number: name_seats(table, springers, names) for table in tables}

    def find_player(self, start: int) -> Entrant | None:
        """The player with that start number."""
        return next((player for player in self.players if player.start == start), None)


def replay(entries: Iterable[Entry], sheets: SheetRounds = NO_SHEETS, let_in: Set[int] = frozenset()) -> Tournament:
    """The state after these entries; arguments as in `trace_seals`. Raises `NotOpened`, and `SenselessEntry` for an
    entry about something that does not exist."""
    entries = tuple(entries)
    if not entries or not isinstance(entries[0].fact, facts.Opened):
        raise NotOpened("book.record.not-opened")
    seals = trace_seals(entries, sheets, let_in)
    gone, late = seals.uncounted, {*seals.let_in, *let_in}
    traced = trace_names(entries, seals.held)
    ledger = _Ledger(SheetLedger(gone, traced, dict(traced.now)), entries[0].fact)
    for entry in entries[1:]:
        if entry.number not in gone:
            # what was let in later may be about something that is gone by now
            with suppress(SenselessEntry) if entry.number in late else nullcontext():
                ledger.take(entry)
    names = ledger.sheets.name_sheets()
    return Tournament(
        entries[-1].head,
        load_opening(entries[0].hash, ledger.opened, ledger.day, ledger.own_list),
        tuple(ledger.players[start] for start in sorted(ledger.players)),
        ledger.draws,
        ledger.drawn,
        ledger.photos,
        ledger.sheets.list_sheets(),
        names,
        ledger.sheets.list_decisions(),
        {
            round_: replace(fact, open_items=tuple(names.follow(number, item) for item in fact.open_items))
            for round_, (number, fact) in ledger.closed.items()
        },
        tuple(ledger.exports),
        ledger.sheets.list_asked(),
        ledger.sheets.list_keyed(),
        frozenset(ledger.printed),
        seals,
        ledger.fee,
        ledger.form,
        ledger.bases,
        ledger.clocks,
        tuple(ledger.awards),
        ledger.list_cancelled(),
    )


def find_undone(entries: Iterable[Entry]) -> frozenset[int]:
    """The numbers of the entries that no longer count. An `Undone` may have been undone itself; and one that would
    change a closed round without a reason has no effect."""
    return frozenset(trace_seals(tuple(entries)).gone)


def list_rules(entries: Sequence[Entry]) -> tuple[tuple[int, str], ...]:
    """The rule sets by which was played, the last one first: the entry from which on it held, and its id."""
    gone = find_undone(entries)
    return tuple(
        (entry.number, entry.fact.rules_id)
        for entry in reversed(entries)
        if isinstance(entry.fact, facts.Opened | RulesSet) and entry.number not in gone
    )


@dataclass(slots=True)
class _Ledger:
    """The state while it grows, entry by entry; names as in `Tournament`."""

    sheets: SheetLedger
    opened: facts.Opened
    day: str = ""
    own_list: str = ""
    players: dict[int, Entrant] = field(default_factory=dict)
    draws: dict[int, tuple[Table, ...]] = field(default_factory=dict)
    drawn: dict[int, player_facts.Drawn] = field(default_factory=dict)
    photos: dict[str, facts.Photographed] = field(default_factory=dict)
    closed: dict[int, tuple[int, facts.Closed]] = field(default_factory=dict)
    exports: list[tuple[int, facts.Exported]] = field(default_factory=list)
    printed: set[int] = field(default_factory=set)
    fee: int = 0
    form: Form = field(default_factory=Form)
    awards: list[Award] = field(default_factory=list)
    bases: dict[int, player_facts.SeatedBy] = field(default_factory=dict)
    clocks: Clocks = field(default_factory=dict)

    def take(self, entry: Entry) -> None:
        """Applies the next entry. Raises `SenselessEntry`, with nothing changed, for one about something that does not
        exist."""
        _require(entry, not isinstance(entry.fact, facts.Opened))
        self._take_opening(entry, entry.fact)
        self._take_player(entry, entry.fact)
        self._take_draw(entry, entry.fact)
        self.sheets.take(entry, self.players.keys())
        self.clocks = follow_clock(self.clocks, entry)
        match entry.fact:
            case facts.Photographed() as fact:
                self.photos[fact.photo_sha256] = fact
            case facts.Exported() as fact:
                self.exports.append((entry.number, fact))
            case Awarded() as fact:
                _require(entry, {fact.start, *(start for start, _ in fact.shares)} <= self.players.keys())
                self.awards.append(Award(fact, entry.number, entry.by, entry.when))

    def list_cancelled(self) -> frozenset[int]:
        """The rounds that are not played. A sheet that was let in after the closing says that its round was."""
        played = {parse_item(key).round for key in self.sheets.list_sheets()}
        return frozenset(number for number, (_, fact) in self.closed.items() if is_cancelled(fact)) - played

    def _take_opening(self, entry: Entry, fact: facts.Fact) -> None:
        """Applies a fact that changes what is played. Sheets are judged by the rules under which they were played, and
        what is drawn is played."""
        if not isinstance(fact, OpeningFact):
            return
        _require(entry, not (isinstance(fact, RulesSet) and (self.sheets.sheets or self.closed)))
        _require(entry, not (isinstance(fact, RoundsSet) and fact.rounds < max(self.draws, default=1)))
        self.opened = change_opening(self.opened, fact)
        self.day = fact.day if isinstance(fact, TitleSet) else self.day
        if isinstance(fact, ListSet | ListDropped):
            self.own_list = fact.layout_toml if isinstance(fact, ListSet) else ""

    def _take_player(self, entry: Entry, fact: facts.Fact) -> None:
        """Applies a fact that changes the list of players."""
        match fact:
            case player_facts.PlayerAdded(start=start):
                _require(entry, start not in self.players)
                self.players[start] = Entrant(start, fact.name, fact.club, fact.table)
            case player_facts.PlayerDropped():
                self._change_player(entry, fact.start, dropped_after=fact.after_round)
            case player_facts.PlayerPaused():
                paused = self._find_player(entry, fact.start).paused
                self._change_player(entry, fact.start, paused=paused | set(fact.rounds))
            case player_facts.PlayerRenamed():
                self.sheets.rename_player(self._find_player(entry, fact.start).name, fact.name)
                self._change_player(entry, fact.start, name=fact.name)
            case player_facts.Substituted():
                every = {**self._find_player(entry, fact.start).substitutes, fact.round: fact.name}
                self._change_player(entry, fact.start, substitutes={one: name for one, name in every.items() if name})
            case player_facts.Paid():
                self._change_player(entry, fact.start, paid=fact.paid)
            case player_facts.FeeSet():
                self.fee = fact.cents
            case player_facts.FormSet(settings=settings):
                _refuse_unknown(entry, settings)
                self.form = self.form.set(settings)

    def _find_player(self, entry: Entry, start: int) -> Entrant:
        _require(entry, start in self.players)
        return self.players[start]

    def _change_player(self, entry: Entry, start: int, **changes: Any) -> None:
        self.players[start] = replace(self._find_player(entry, start), **changes)

    def _take_draw(self, entry: Entry, fact: facts.Fact) -> None:
        """Applies a fact that changes who sits where."""
        match fact:
            case player_facts.Drawn():
                starts = Counter(start for _, at in fact.tables for start in at)
                _require(entry, max(starts.values(), default=0) <= 2 and self.players.keys() >= starts.keys())
                _require(entry, all(len({*at}) == len(at) for _, at in fact.tables))
                self.drawn[fact.round] = fact
                self.printed.discard(fact.round)
                self.draws[fact.round] = tuple(Table(number, at) for number, at in fact.tables)
            case player_facts.PlayersSwapped(first=first, second=second):
                _require(entry, {first, second} <= self._list_seated(fact.round))
                other = {first: second, second: first}
                self.draws[fact.round] = tuple(
                    Table(table.number, tuple(other.get(start, start) for start in table.starts))
                    for table in self.draws[fact.round]
                )
            case player_facts.PlayerSeated(table=number, seat=seat, start=start):
                _require(entry, start in self.players.keys() - self._list_seated(fact.round))
                tables = self.draws.get(fact.round, ())
                at = next((table.starts for table in tables if table.number == number), ())
                _require(entry, bool(at) and 1 <= seat <= min(len(at) + 1, MOST))
                now = Table(number, (*at[: seat - 1], start, *at[seat:]))
                self.draws[fact.round] = tuple(now if table.number == number else table for table in tables)
            case player_facts.SeatedBy():
                self.bases[fact.round] = fact
            case facts.RoundPrinted():
                _require(entry, fact.round in self.draws)
                self.printed.add(fact.round)
            case facts.Closed():
                self.closed[fact.round] = entry.number, fact
            case facts.Reopened():
                self.closed.pop(fact.round, None)

    def _list_seated(self, round_: int) -> set[int]:
        return {start for table in self.draws.get(round_, ()) for start in table.starts}


def _require(entry: Entry, holds: bool) -> None:
    if not holds:
        raise SenselessEntry(entry.number)


def _refuse_unknown(entry: Entry, settings: Iterable[tuple[str, str]]) -> None:
    """Raises `BrokenChain` for a key, or a value, that only a newer version knows: what it does to the results is not
    known here."""
    try:
        check_settings(settings)
    except RefusedOrder as error:
        raise BrokenChain(entry.number, unknown=True) from error
