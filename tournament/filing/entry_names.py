"""What entries are called in a few words: "Entscheidung zu r1.t3.g6"; and what they are about."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from texts.sentences import Phrase
from tournament.record.entries import Entry
from tournament.record.facts import (
    Closed,
    Decided,
    Drawn,
    Fact,
    FieldKeyed,
    KeyingAsked,
    Paid,
    PlayerAdded,
    PlayerDropped,
    PlayerPaused,
    PlayerRenamed,
    PlayerSeated,
    PlayersSwapped,
    Reopened,
    RoundPrinted,
    SheetRead,
    Substituted,
    Undone,
)


def look_through(fact: Fact, facts: Mapping[int, Fact]) -> Fact:
    """What is taken back, for a fact that takes another one back."""
    while isinstance(fact, Undone):
        fact = facts[fact.entry]
    return fact


def name_entry(entry: Entry, entries: Sequence[Entry]) -> Phrase:
    """What the entry says, in a few words."""
    facts = {one.number: one for one in entries}
    names = dict(_list_names(entries[: entry.number]))
    match entry.fact:
        case Undone(entry=number):
            return Phrase("decisions.undo.what.undone", {"number": number, "what": name_entry(facts[number], entries)})
        case SheetRead(sheet_key=key):
            return Phrase("decisions.undo.what.sheet-read", {"sheet": key})
        case Decided(item=item) | FieldKeyed(item=item):
            return Phrase(f"decisions.undo.what.{entry.fact.kind}", {"item": item})
        case KeyingAsked(fields=fields):
            return Phrase("decisions.undo.what.keying-asked", {"count": len(fields)})
        case Drawn(round=round_) | RoundPrinted(round=round_) | Closed(round=round_) | Reopened(round=round_):
            return Phrase(f"decisions.undo.what.{entry.fact.kind}", {"round": round_})
        case PlayersSwapped(round=round_, first=first, second=second):
            gaps = {"round": round_, "one": _name(names, first), "two": _name(names, second)}
            return Phrase("decisions.undo.what.players-swapped", gaps)
        case Substituted(start=start, round=round_, name=name):
            gaps = {"round": round_, "name": name or "–", "player": _name(names, start)}
            return Phrase("decisions.undo.what.substituted", gaps)
        case PlayerSeated(round=round_, start=start):
            return Phrase("decisions.undo.what.player-seated", {"round": round_, "player": _name(names, start)})
        case (
            PlayerAdded(start=start)
            | PlayerDropped(start=start)
            | PlayerPaused(start=start)
            | PlayerRenamed(start=start)
            | Paid(start=start)
        ):
            return Phrase(f"decisions.undo.what.{entry.fact.kind}", {"player": _name(names, start)})
    return Phrase("decisions.undo.what.other", {"number": entry.number})


def _list_names(entries: Sequence[Entry]) -> Iterator[tuple[int, str]]:
    """Each player's name as it was given; the last one counts."""
    for entry in entries:
        if isinstance(entry.fact, PlayerAdded | PlayerRenamed):
            yield entry.fact.start, entry.fact.name


def _name(names: Mapping[int, str], start: int) -> str:
    return names.get(start, str(start))
