"""How a change of the players gets into the tournament's file beside whatever others write at the same time.

Ten helpers may enter latecomers at once: each change is made anew from the players as they are then, and refused only
where it cannot be meant any more, or where somebody changed the same player or the same round's seats.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tournament.filing.entry_names import look_through
from tournament.filing.player_entries import PlayerChange
from tournament.record.entries import Entry
from tournament.record.facts import (
    Drawn,
    Fact,
    Paid,
    PlayerDropped,
    PlayerPaused,
    PlayerRenamed,
    PlayerSeated,
    PlayersSwapped,
    Substituted,
)
from tournament.record.record_errors import ChangedMeanwhile
from tournament.record.replay import replay
from tournament.record.store import Store
from tournament.record.tournament_state import Tournament

TRIES = 50
"""So often somebody else may write between a look into the file and the entry, before it is given up."""

_ABOUT_PLAYERS = PlayerRenamed | PlayerDropped | PlayerPaused | PlayerSeated | Substituted | Paid
_ABOUT_SEATS = Drawn | PlayersSwapped | PlayerSeated


def enter_change(
    store: Store, make: Callable[[Tournament], PlayerChange], by: str
) -> tuple[PlayerChange, tuple[Entry, ...]]:
    """Enters what `make` makes of the tournament as it is; gives that and its entries.

    Raises what `make` raises, and `ChangedMeanwhile` where somebody changed the same player or seats after the first
    look, or where others never stop writing.
    """
    seen: int | None = None
    for _ in range(TRIES):
        entries = store.read_entries()
        seen = len(entries) if seen is None else seen
        state = replay(entries)
        change = make(state)
        if any(_is_touched(entries, fact, seen) for fact in change.facts):
            break
        try:
            return change, store.append(change.facts, by=by, seen=state.head)
        except ChangedMeanwhile:
            continue  # somebody was quicker: look whether it matters
    raise ChangedMeanwhile("book.record.changed-meanwhile", where=store.where)


def _is_touched(entries: Sequence[Entry], fact: Fact, seen: int) -> bool:
    """Whether an entry after the number `seen` is about the player or the seats that the fact changes."""
    is_same_player = isinstance(fact, _ABOUT_PLAYERS) and list_player_changes(entries, fact.start, seen)
    return bool(is_same_player or (isinstance(fact, _ABOUT_SEATS) and list_seat_changes(entries, fact.round, seen)))


def list_player_changes(entries: Sequence[Entry], start: int, seen: int) -> tuple[Entry, ...]:
    """The entries after the number `seen` about that player: name, leaving, substitutes, money."""
    facts = {entry.number: entry.fact for entry in entries}
    return tuple(entry for entry in entries[seen:] if _is_about(look_through(entry.fact, facts), start))


def _is_about(fact: Fact, start: int) -> bool:
    return isinstance(fact, _ABOUT_PLAYERS) and fact.start == start


def list_seat_changes(entries: Sequence[Entry], round_: int, seen: int) -> tuple[Entry, ...]:
    """The entries after the number `seen` about who sits where in the round."""
    facts = {entry.number: entry.fact for entry in entries}
    later = ((entry, look_through(entry.fact, facts)) for entry in entries[seen:])
    return tuple(entry for entry, fact in later if isinstance(fact, _ABOUT_SEATS) and fact.round == round_)
