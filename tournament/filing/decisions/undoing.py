"""Takes back what people entered: a decision by its item, a sheet by its key, any other entry by its number."""

from __future__ import annotations

from collections.abc import Sequence

from texts.item_ids import parse_item, spell_item
from tournament.errors import RefusedDecision
from tournament.filing.decisions.reasons import refuse_closed
from tournament.filing.entering import repeat
from tournament.filing.entry_names import BY_PROGRAM, name_entry
from tournament.filing.opened.filed_sheets import list_read
from tournament.filing.opened.open_evening import Evening
from tournament.filing.setup.opening_entries import find_least_rounds
from tournament.record import facts, opening_facts, player_facts
from tournament.record.entries import Entry
from tournament.record.record_errors import SenselessEntry
from tournament.record.replay import Tournament, find_undone, replay
from tournament.record.sealed_rounds import find_touched, look_through, trace_seals
from tournament.record.store import Store


def list_undoable(entries: Sequence[Entry]) -> tuple[Entry, ...]:
    """The entries of people that count and can be taken back, the last one first; without those that take others
    back."""
    gone = find_undone(entries)
    return tuple(
        entry
        for entry in reversed(entries)
        if entry.number not in gone
        and not isinstance(entry.fact, BY_PROGRAM | facts.SheetRead | facts.Reopened | facts.Undone)
    )


def undo_entry(entries: Sequence[Entry], number: int | None, reason: str = "") -> tuple[facts.Undone, Entry]:
    """The fact that takes the entry with that number back, and the entry; None: the last one that a person made.

    Raises `RefusedDecision` for an entry that cannot be taken back, or on which later ones build.
    """
    entry = _find_entry(entries, number)
    gone = find_undone(entries)
    if entry.number in gone:
        raise RefusedDecision("decisions.undo.gone", entry=entry.number)
    if isinstance(entry.fact, facts.SheetRead):
        raise RefusedDecision("decisions.undo.sheet", entry=entry.number, sheet=entry.fact.sheet_key)
    if isinstance(entry.fact, BY_PROGRAM | facts.Reopened):
        key = "start" if isinstance(entry.fact, facts.Opened | facts.Lost) else "program"
        raise RefusedDecision(f"decisions.undo.{key}", entry=entry.number)
    if isinstance(entry.fact, facts.Closed):
        raise RefusedDecision("decisions.undo.closed", round=entry.fact.round)
    _refuse_closed(entries, entry, reason)
    _refuse_foundation(entries, entry, gone)
    return facts.Undone(entry.number, reason), entry


def _find_entry(entries: Sequence[Entry], number: int | None) -> Entry:
    if number is None:
        found = list_undoable(entries)
        if not found:
            raise RefusedDecision("decisions.undo.nothing")
        return found[0]
    if not 1 <= number <= len(entries):
        raise RefusedDecision("decisions.undo.no-entry", entry=number, last=len(entries))
    return entries[number - 1]


def _refuse_closed(entries: Sequence[Entry], entry: Entry, reason: str) -> None:
    """Raises `RefusedDecision` if the entry is about a closed round and no reason is given."""
    seals = trace_seals(entries)
    rounds = find_touched(look_through(entry, entries)) & seals.closings.keys()
    if rounds and entry.number not in seals.held and not reason.strip():
        gaps = {"what": name_entry(entry, entries), "round": min(rounds)}
        raise RefusedDecision("decisions.undo.needs-reason", **gaps)


def _refuse_foundation(entries: Sequence[Entry], entry: Entry, gone: frozenset[int]) -> None:
    """Raises `RefusedDecision` if an entry that counts builds on this one."""
    tournament = replay(entries)
    for later in entries[entry.number :]:
        if later.number not in gone and _builds_on(later.fact, entry, tournament):
            _refuse(entries, entry, later)
    try:
        then = replay((*entries, Entry(len(entries) + 1, "", "", facts.Undone(entry.number), "", "")))
    except SenselessEntry as senseless:
        _refuse(entries, entry, entries[senseless.number - 1])
    if then.opening.rounds < min(tournament.opening.rounds, find_least_rounds(tournament)):
        drawn = (one for one in reversed(entries) if isinstance(one.fact, player_facts.Drawn | facts.SheetRead))
        _refuse(entries, entry, next(drawn, entries[-1]))


def _refuse(entries: Sequence[Entry], entry: Entry, later: Entry) -> None:
    what, then = name_entry(entry, entries), name_entry(later, entries)
    raise RefusedDecision("decisions.undo.built-on", what=what, number=later.number, then=then)


def _builds_on(later: facts.Fact, entry: Entry, tournament: Tournament) -> bool:
    """Whether the later fact was made because of this entry."""
    match entry.fact, later:
        case facts.KeyingAsked(fields=fields), facts.FieldKeyed():
            return (later.item, later.field) in fields
        case facts.Decided(), facts.FieldKeyed(decision=number):
            return number == entry.number
        case opening_facts.RulesSet(), facts.SheetRead() | facts.SheetTyped() | facts.Closed():
            return True
        case player_facts.Drawn(round=number), facts.SheetRead(round=given, sheet_key=key):
            return number in (given, parse_item(key).round)
        case player_facts.Drawn(round=number), facts.SheetMoved(round=new):
            return number == new
        case player_facts.PlayerDropped(after_round=last), player_facts.Drawn(round=number):
            return number > last
        case (
            player_facts.PlayersSwapped(round=number, first=first, second=second),
            facts.SheetRead(sheet_key=key) | facts.SheetMoved(becomes=key),
        ):
            swapped = (one.number for one in tournament.draws.get(number, ()) if {first, second} & set(one.starts))
            return any(parse_item(key).is_at(number, table) for table in swapped)
        case (
            player_facts.PlayerSeated(round=number, table=table),
            facts.SheetRead(sheet_key=key) | facts.SheetMoved(becomes=key),
        ):
            return parse_item(key).is_at(number, table)
        case player_facts.PlayerAdded(start=start, name=first), facts.Decided(name=name) if name:
            player = tournament.find_player(start)
            return name.casefold() in (first.casefold(), player.name.casefold() if player else "")
    return False


def enter_undoing(store: Store, number: int | None, reason: str, by: str) -> Entry:
    """Takes the entry with that number back, None: the last one that a person made; returns that entry. Entries that
    others add meanwhile do not matter, unless they build on it.

    Raises `RefusedDecision`, and `ChangedMeanwhile` if others never stop writing.
    """

    def enter() -> Entry:
        entries = store.read_entries()
        fact, entry = undo_entry(entries, number, reason)
        store.append([fact], by=by, seen=len(entries))
        return entry

    return repeat(store, enter)


def make_undoing(evening: Evening, item: str, reason: str) -> Sequence[facts.Fact]:
    """The entries that take the item's decision back, or, for a sheet's key ("s4"), take the sheet out.

    Raises `RefusedDecision` if nothing was decided, or if a second person has read the row since.
    """
    item = evening.tournament.names.name_today(spell_item(item))
    refuse_closed(evening, item, reason)
    ruling = evening.tournament.decisions.get(item)
    if ruling is not None:
        keyed = next((one for one in evening.tournament.keyed.values() if one.decision == ruling.entry), None)
        if keyed is not None:
            raise RefusedDecision("decisions.refused.keyed", item=item, by=keyed.by)
        return [facts.Undone(ruling.entry, reason)]
    held = evening.tournament.seals.waiting
    state = evening.tournament.sheets.get(item)
    late = [number for number, fact in list_read(evening.entries) if number in held and fact.sheet_key == item]
    read = [*(state.readings if state else ()), *late]
    if not read:
        raise RefusedDecision("decisions.refused.nothing-to-undo", item=item)
    return [facts.Undone(number, reason) for number in read]
