"""Several items decided in one step: each is an entry of its own, and all of them are written, or none.

The rows of a block of missing Bock crosses are one question; other items are alike, or named together.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fnmatch import fnmatchcase

from texts.item_ids import parse_item, spell_item
from tournament.evening.bock_crosses import find_bock_offer, name_block_item, say_block
from tournament.evening.counted_sheets import CountedSheet
from tournament.evening.item_names import SAID, list_held_matters
from tournament.filing.deciding import Wish, decide_row, make_decision
from tournament.filing.open_evening import Evening
from tournament.filing.reasons import RefusedDecision, refuse_closed
from tournament.record.facts import Decided
from tournament.review.open_effects import NONE
from tournament.review.waiting import Waiting


def decide_items(evening: Evening, wishes: Sequence[Wish]) -> list[Decided]:
    """The entries for what was decided. Raises `RefusedDecision`."""
    return [decided for wish in wishes for decided in _decide(evening, wish)]


def _decide(evening: Evening, wish: Wish) -> Iterator[Decided]:
    item = evening.tournament.names.name_today(spell_item(wish.item))
    entry = next((one for one in evening.book.entries if one.block and name_block_item(one.sheet) == item), None)
    if entry is None:
        yield make_decision(evening, wish)
    elif wish.how == "accept":
        yield from _cross_block(evening, entry, wish)
    elif wish.how == "as-written":
        refuse_closed(evening, item, wish.reason)
        said = ((SAID, say_block(entry, "de")),)
        yield Decided(item, wish.how, (), "", said, wish.reason, evening.tournament.head.number)
    else:
        raise RefusedDecision("decisions.refused.block", item=item)


def _cross_block(evening: Evening, entry: CountedSheet, wish: Wish) -> Iterator[Decided]:
    """The rows as they count as Bock games; crosses that are missing beside them are missing for the same reason."""
    for row in entry.sheet.rows:
        offer = find_bock_offer(row) if row.game in entry.block else None
        if offer is not None:
            yield decide_row(evening, entry, row, offer.settled, wish)
    for matter in list_held_matters(entry.sheet):
        if matter.findings[0].code == "bock-block":
            yield make_decision(evening, replace(wish, item=matter.item))


def list_alike(items: Sequence[Waiting], item: str) -> tuple[Waiting, ...]:
    """The items that the same answer may settle, this one first; () where there is no other: what changes no points,
    about the same in one round; rows of one sheet with a proposal each, and its names."""
    first = next((one for one in items if one.item == item), None)
    kind = first and _name_kind(first)
    if first is None or kind is None:
        return ()
    others = tuple(one for one in items if one is not first and _name_kind(one) == kind)
    return (first, *others) if others else ()


def _name_kind(one: Waiting) -> tuple[object, ...] | None:
    """What it has in common with the items that are alike; None for one that is decided by itself."""
    parsed = parse_item(one.item)
    if parsed.kind == "name":
        return ("name", parsed.key)
    if one.game is not None:
        return ("row", parsed.key, one.codes) if one.proposal is not None else None
    return ("matter", one.round, one.codes) if one.effect == NONE else None


def find_items(items: Sequence[Waiting], typed: Sequence[str]) -> tuple[str, ...]:
    """The items that were typed; a "*" stands for anything: "r1.*.unsigned". Raises `RefusedDecision` for a pattern
    that nothing open has."""
    found: list[str] = []
    for text in map(spell_item, typed):
        fitting = [one.item for one in items if fnmatchcase(one.item, text)] if "*" in text else [text]
        if not fitting:
            raise RefusedDecision("decisions.refused.no-item", item=text)
        found += fitting
    return tuple(dict.fromkeys(found))
