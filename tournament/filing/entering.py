"""How a decision gets into the tournament's file beside whatever others write at the same time.

A decision made from an older state holds as long as nobody touched what it is about: the sheet, and who sits at it. A
photograph of another table does not matter.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

from tournament.evening.item_names import find_sheet_key, spell_item
from tournament.filing.entering_players import TRIES
from tournament.filing.entry_names import look_through
from tournament.filing.open_evening import Evening, open_evening
from tournament.record.entries import Entry
from tournament.record.facts import (
    Decided,
    Drawn,
    Fact,
    FieldKeyed,
    PlayerAdded,
    PlayerDropped,
    PlayerRenamed,
    PlayerSeated,
    PlayersSwapped,
    SheetRead,
    Substituted,
)
from tournament.record.record_errors import ChangedMeanwhile
from tournament.record.store import Store

_ROUND = re.compile(r"r(\d+)\..+")
Make = Callable[[Evening], Sequence[Fact]]
"""Makes the facts to be entered from the evening as it is."""


Look = Callable[[], Evening]
"""Gives the evening as the tournament's file has it now."""


class Overtaken(ChangedMeanwhile):
    """Somebody entered something about the item since the person saw it. `later`: those entries."""

    def __init__(self, key: str, later: Sequence[Entry], **gaps: object) -> None:
        super().__init__(key, **gaps)
        self.later = tuple(later)


def enter_decision(
    store: Store, item: str, make: Make, by: str, seen: int | None = None, look: Look | None = None
) -> tuple[Entry, ...]:
    """Enters what `make` makes of the evening, of this item. `seen`: the last entry that the person saw; None: the last
    one there is. `look`: where the evening is at hand already.

    Raises `Overtaken`, `ChangedMeanwhile` where others never stop writing, and what `make` raises.
    """
    look = look or partial(open_evening, store)
    for _ in range(TRIES):
        evening = look()
        head = evening.tournament.head
        seen = head.number if seen is None else seen
        later = list_changes(evening, item, seen)
        if later:
            raise Overtaken("decisions.refused.changed", later, by=later[-1].by, item=item)
        facts = [replace(one, seen=seen) if isinstance(one, Decided) else one for one in make(evening)]
        try:
            return store.append(facts, by=by, seen=head)
        except ChangedMeanwhile:
            continue  # somebody was quicker: look whether it matters
    raise ChangedMeanwhile("book.record.changed-meanwhile", where=store.where)


def list_changes(evening: Evening, item: str, seen: int) -> tuple[Entry, ...]:
    """The entries after the number `seen` about the item's sheet or round, or about who sits there."""
    spelt = spell_item(item)
    key = find_sheet_key(spelt)
    round_ = _find_round(evening, spelt, key)
    facts = {entry.number: entry.fact for entry in evening.entries}
    return tuple(
        entry for entry in evening.entries[seen:] if _bears_on(look_through(entry.fact, facts), spelt, key, round_)
    )


def _find_round(evening: Evening, item: str, key: str) -> int | None:
    found = _ROUND.fullmatch(item)
    if found:
        return int(found[1])
    sheets = (entry.round for entry in evening.book.entries if entry.sheet.source.key == key)
    return next(sheets, None)


def _bears_on(fact: Fact, item: str, key: str, round_: int | None) -> bool:
    match fact:
        case SheetRead(sheet_key=sheet):
            return sheet == key if key else sheet.startswith(f"r{round_}.")
        case Decided(item=decided):
            return find_sheet_key(decided) == key if key else decided == item
        case FieldKeyed(item=keyed):
            return keyed == item
        case (
            Drawn(round=number) | PlayersSwapped(round=number) | PlayerSeated(round=number) | Substituted(round=number)
        ):
            return number == round_
        case PlayerAdded() | PlayerRenamed() | PlayerDropped():
            return ".name." in item or not key
    return False
