"""What others entered about a sheet while somebody looked at it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tournament.evening.items import spell_item
from tournament.record.entries import Entry
from tournament.record.facts import Decided, Fact, SheetRead, Undone


def find_later_entries(entries: Sequence[Entry], item: str, seen: int) -> tuple[Entry, ...]:
    """The entries after the number `seen` that are about the item's sheet: a new photograph of it, a decision on any of
    its items, or a decision taken back. Of an item of a whole round those about this very item."""
    about, facts = spell_item(item), {entry.number: entry.fact for entry in entries}
    keys = {fact.sheet_key for fact in facts.values() if isinstance(fact, SheetRead)}
    key = find_own_key(about, keys)
    return tuple(entry for entry in entries if entry.number > seen and _is_about(entry.fact, facts, about, key, keys))


def find_own_key(item: str, keys: set[str]) -> str:
    """The key of the sheet that the item is of, the longest where one begins with another; "" for none of them."""
    return max((key for key in keys if item == key or item.startswith(f"{key}.")), key=len, default="")


def _is_about(fact: Fact, facts: dict[int, Fact], item: str, key: str, keys: set[str]) -> bool:
    for one in _list_undone(fact, facts):
        match one:
            case SheetRead(sheet_key=sheet):
                if key and sheet == key:
                    return True
            case Decided(item=decided):
                if decided == item or (key and find_own_key(decided, keys) == key):
                    return True
    return False


def _list_undone(fact: Fact, facts: dict[int, Fact]) -> Iterator[Fact]:
    """The fact, and what it takes back."""
    yield fact
    if isinstance(fact, Undone) and fact.entry in facts:
        yield from _list_undone(facts[fact.entry], facts)
