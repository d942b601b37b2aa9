"""An entry of a tournament's file in a few words; and what its whole sentence shares with them: the sentence's key, and
what fills its gaps."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import fields
from typing import Any

from texts.item_ids import parse_item
from texts.sentences import Phrase
from tournament.evening.late_items import AFTER_CLOSING, TYPED
from tournament.record import facts, opening_facts, player_facts
from tournament.record.award_facts import Awarded
from tournament.record.entries import Entry
from tournament.record.sealed_rounds import is_cancelled
from tournament.remarks import PlaceText

BY_PROGRAM = (
    facts.Opened
    | facts.Photographed
    | facts.SheetJudged
    | facts.SealingBegan
    | facts.Exported
    | facts.Lost
    | player_facts.SeatedBy
)
"""Facts that the program enters by itself: they have no name of their own, and cannot be taken back."""


def name_entry(entry: Entry, entries: Sequence[Entry]) -> Phrase:
    """The entry in a few words: "Entscheidung zu Runde 1, Tisch 3"; players have the names that they had then."""
    fact = entry.fact
    if isinstance(fact, BY_PROGRAM):
        return Phrase("decisions.undo.what.other", {"number": entry.number})
    before = (one.fact for one in entries[: entry.number])
    names = {
        one.start: one.name for one in before if isinstance(one, player_facts.PlayerAdded | player_facts.PlayerRenamed)
    }
    gaps = list_gaps(fact, lambda start: names.get(start, str(start)))
    if isinstance(fact, facts.Undone):
        gaps["what"] = name_entry(entries[fact.entry - 1], entries)
    gaps["place"] = PlaceText(facts.find_place(fact), _find_photo_then(entry, entries))
    kind = choose_sentence(fact) if isinstance(fact, facts.SheetMoved) else fact.kind
    return Phrase(f"decisions.undo.what.{kind}", gaps | {"name": gaps.get("name") or "–"})


def _find_photo_then(entry: Entry, entries: Sequence[Entry]) -> str:
    """The name of the photograph of the sheet that the entry is about, as the sheet was called then; "" for none."""
    key, before = parse_item(facts.find_place(entry.fact)).key, [one.fact for one in entries[: entry.number]]
    read = (one.photo_sha256 for one in before if isinstance(one, facts.SheetRead) and one.sheet_key == key)
    sha256 = next(read, "")
    photos = (one.name for one in before if isinstance(one, facts.Photographed) and one.photo_sha256 == sha256)
    return next(photos, "")


def list_gaps(fact: facts.Fact, name_player: Callable[[int], str]) -> dict[str, Any]:
    """What fills the gaps of the sentences on a fact: its fields, and the players that it is about."""
    gaps = {one.name: getattr(fact, one.name) for one in fields(fact)}
    gaps |= {"players": tuple(map(name_player, gaps.get("starts", ())))}
    players = {"who": gaps.get("start", gaps.get("first")), "other": gaps.get("second")}
    named: dict[str, Any] = {gap: name_player(start) for gap, start in players.items() if start is not None}
    key = "one-table" if gaps.get("table") else "every-table"
    named["where"] = Phrase(f"decisions.clock.{key}", {"table": gaps.get("table") or 0})
    gaps |= {"name": Phrase("chronicle.sent")} if isinstance(fact, facts.Photographed) and is_hash(fact.name) else {}
    gaps |= {"award": Phrase(f"awards.what.{fact.what}")} if isinstance(fact, Awarded) else {}
    return gaps | named | {"open_items": len(gaps.get("open_items", ())), "count": len(gaps.get("fields", ()))}


def is_hash(name: str) -> bool:
    """Whether the program called the photograph so, as it does with all that are sent in."""
    return re.match("[0-9a-f]{64}(?![0-9a-f])", name) is not None


def _choose_decided(fact: facts.Decided) -> str:
    """The key of the sentence for a decision on a row, a name, or a matter: that one stays, or a later result holds."""
    if fact.points or fact.how == "name":
        return f"decided.{fact.how}"
    later = fact.how == "accept" and fact.item.endswith((f".{TYPED}", f".{AFTER_CLOSING}"))
    return "decided.later" if later else "decided.matter"


_BARE: dict[type, tuple[str, str]] = {
    facts.SheetTyped: ("rows", "totals-typed"),
    opening_facts.ListSet: ("games", "paper-set"),
    player_facts.PlayerDropped: ("after_round", "player-withdrawn"),
    player_facts.Substituted: ("name", "plays-after-all"),
    player_facts.Paid: ("paid", "not-paid"),
}
"""By kind of fact the field without which it has another sentence, and that sentence's key."""


def choose_sentence(fact: facts.Fact) -> str:
    """The key of the sentence for an entry with this fact."""
    field, bare = _BARE.get(type(fact), ("kind", ""))
    if not getattr(fact, field):
        return bare
    match fact:
        case facts.SheetMoved(swapped=swapped, starts=starts) if swapped or starts:
            return "sheet-swapped" if swapped else "columns-named"
        case facts.Decided():
            return _choose_decided(fact)
        case facts.FieldKeyed(text="?" | "" as text):
            return "field-unreadable" if text else "field-blank"
        case facts.KeyingAsked(seed=seed) if seed:
            return "sample-asked"
        case facts.Closed(open_items=(_, *_)):
            return "round-cancelled" if is_cancelled(fact) else "signed-off"
        case _:
            return fact.kind
