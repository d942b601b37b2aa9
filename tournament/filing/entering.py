"""Adds entries to the tournament's file while others may write at the same time.

Each entry is made from the file as it is at that moment. It is refused only if it is no longer possible, or if somebody
changed what it is about since the person saw it: the sheet and who sits at it, the player, the seats of the round. A
photograph of another table does not matter.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import TypeVar

from texts.item_ids import parse_item, spell_item
from tournament.filing.opened.open_evening import Evening, open_evening
from tournament.filing.setup.player_entries import PlayerChange
from tournament.record import clock_facts, facts, player_facts
from tournament.record.award_facts import Awarded
from tournament.record.entries import Entry
from tournament.record.record_errors import ChangedMeanwhile
from tournament.record.replay import Tournament, replay
from tournament.record.sealed_rounds import find_subject, look_through
from tournament.record.store import Store

TRIES = 50
"""How often it is tried again because somebody else wrote between a look into the file and the entry."""

Make = Callable[[Evening], Sequence[facts.Fact]]
"""Makes the facts to enter from the evening as it is."""
Look = Callable[[], Evening]
"""Returns the evening by the file as it is now."""
Made = TypeVar("Made")

_ABOUT_PLAYERS = (
    player_facts.PlayerRenamed
    | player_facts.PlayerDropped
    | player_facts.PlayerPaused
    | player_facts.PlayerSeated
    | player_facts.Substituted
    | player_facts.Paid
)
_ABOUT_SEATS = player_facts.Drawn | player_facts.PlayersSwapped | player_facts.PlayerSeated


class Overtaken(ChangedMeanwhile):
    """Somebody entered something about the same since the person saw it. `later`: those entries."""

    def __init__(self, key: str, later: Sequence[Entry], **gaps: object) -> None:
        super().__init__(key, **gaps)
        self.later = tuple(later)


def repeat(store: Store, enter: Callable[[], Made]) -> Made:
    """Calls `enter`, which looks into the file and adds entries, until nobody else writes in between; returns its
    result.

    Raises what `enter` raises, and `ChangedMeanwhile` if others never stop writing.
    """
    for _ in range(TRIES):
        try:
            return enter()
        except Overtaken:
            raise
        except ChangedMeanwhile:
            continue
    raise ChangedMeanwhile("book.record.changed-meanwhile", where=store.where)


def enter_decision(
    store: Store, items: Sequence[str], make: Make, by: str, seen: int | None = None, look: Look | None = None
) -> tuple[Entry, ...]:
    """Enters what `make` makes of the evening about these items. `seen`: the last entry that the person saw; None: the
    last one there is. `look`: returns the evening, if the caller has it already.

    Raises `Overtaken` if somebody changed the items since, `ChangedMeanwhile` if others never stop writing, and what
    `make` raises.
    """
    look = look or partial(open_evening, store)
    known = store.read_head().number if seen is None else seen

    def enter() -> tuple[Entry, ...]:
        evening = look()
        for item in items:
            if later := list_changes(evening, item, known):
                raise Overtaken("decisions.refused.changed", later, by=later[-1].by, item=item)
        made = [replace(one, seen=known) if isinstance(one, facts.Decided) else one for one in make(evening)]
        return store.append(made, by=by, seen=evening.tournament.head)

    return repeat(store, enter)


def list_changes(evening: Evening, item: str, seen: int) -> tuple[Entry, ...]:
    """The entries after the number `seen` about the item's sheet or round, or about who sits there."""
    names = evening.tournament.names
    spelt = names.name_today(spell_item(item))
    one = parse_item(spelt)
    rounds = (entry.round for entry in evening.book.entries if entry.sheet.source.key == one.key)
    round_ = next(rounds, None) if one.round is None else one.round
    later = ((entry, find_subject(entry, evening.entries)) for entry in evening.entries[seen:])
    places = ((entry, what, names.follow(what.number, facts.find_place(what.fact))) for entry, what in later)
    return tuple(entry for entry, what, place in places if _may_change(what.fact, place, spelt, round_))


def _may_change(fact: facts.Fact, place: str, item: str, round_: int | None) -> bool:
    """Whether the fact is about the item's sheet or round, or about who sits there. `place`: the item or sheet that it
    names."""
    one, other = parse_item(item), parse_item(place)
    match fact:
        case facts.SheetRead() | facts.SheetMoved() | facts.SheetTyped():
            return other.key == one.key if one.key else other.round == round_
        case facts.Decided() | clock_facts.RowsStruck() | Awarded():
            return other.key == one.key if one.key else place == item
        case facts.FieldKeyed():
            return place == item
        case (
            player_facts.Drawn()
            | player_facts.PlayersSwapped()
            | player_facts.PlayerSeated()
            | player_facts.Substituted()
        ):
            return fact.round == round_
        case player_facts.PlayerAdded() | player_facts.PlayerRenamed() | player_facts.PlayerDropped():
            return one.kind == "name" or not one.key
    return False


def enter_change(
    store: Store, make: Callable[[Tournament], PlayerChange], by: str
) -> tuple[PlayerChange, tuple[Entry, ...]]:
    """Enters what `make` makes of the tournament as it is; returns that and its entries.

    Raises what `make` raises, `Overtaken` if somebody changed the same player or seats after the first look, and
    `ChangedMeanwhile` if others never stop writing.
    """
    seen = store.read_head().number

    def enter() -> tuple[PlayerChange, tuple[Entry, ...]]:
        entries = store.read_entries()
        state = replay(entries)
        change = make(state)
        if later := [entry for fact in change.facts for entry in _list_rivals(entries, fact, seen)]:
            raise Overtaken("book.record.changed-meanwhile", later, where=store.where)
        return change, store.append(change.facts, by=by, seen=state.head)

    return repeat(store, enter)


def _list_rivals(entries: Sequence[Entry], fact: facts.Fact, seen: int) -> tuple[Entry, ...]:
    """The entries after the number `seen` about the player or the seats that the fact changes."""
    players = list_player_changes(entries, fact.start, seen) if isinstance(fact, _ABOUT_PLAYERS) else ()
    seats = list_seat_changes(entries, fact.round, seen) if isinstance(fact, _ABOUT_SEATS) else ()
    settings = _list_form_changes(entries, fact, seen) if isinstance(fact, player_facts.FormSet) else ()
    return (*players, *seats, *settings)


def _list_form_changes(entries: Sequence[Entry], fact: player_facts.FormSet, seen: int) -> tuple[Entry, ...]:
    """The entries after the number `seen` that set one of the same keys."""
    keys = {key for key, _ in fact.settings}
    later = ((entry, look_through(entry, entries)) for entry in entries[seen:])
    return tuple(
        entry
        for entry, one in later
        if isinstance(one, player_facts.FormSet) and keys & {key for key, _ in one.settings}
    )


def list_player_changes(entries: Sequence[Entry], start: int, seen: int) -> tuple[Entry, ...]:
    """The entries after the number `seen` about that player: name, leaving, substitutes, payment."""
    later = ((entry, look_through(entry, entries)) for entry in entries[seen:])
    return tuple(entry for entry, fact in later if isinstance(fact, _ABOUT_PLAYERS) and fact.start == start)


def list_seat_changes(entries: Sequence[Entry], round_: int, seen: int) -> tuple[Entry, ...]:
    """The entries after the number `seen` about who sits where in the round."""
    later = ((entry, look_through(entry, entries)) for entry in entries[seen:])
    return tuple(entry for entry, fact in later if isinstance(fact, _ABOUT_SEATS) and fact.round == round_)
