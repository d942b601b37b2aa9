"""A new file from what a damaged one still has.

Entries keep their numbers, so that an `Undone` still means the entry that it meant. In the place of an entry that is
lost, or that makes no sense without a lost one, stands a `Lost`. Up to the first of these the chain is the old one;
from there on it is made anew, with the authors and times of the old entries.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set
from dataclasses import dataclass, replace
from pathlib import Path

from tournament.record.entries import START, Entry, Head, Sealed, read_chain, seal_facts
from tournament.record.errors import NoTournament, SenselessEntry
from tournament.record.facts import Fact, Lost, Opened, Photographed, SheetJudged, SheetRead
from tournament.record.opening import copy_store
from tournament.record.replay import replay
from tournament.record.salvage import Remains, read_remains, read_sound_blobs
from tournament.record.store import Store
from tournament.record.verify import list_blob_names

_RESCUER = "kiebitz verify"
"""The author of the entries that stand for lost ones."""


@dataclass(frozen=True, slots=True)
class Rescue:
    """What came into the new file. `lost`: numbers of entries that did not, `blobs`: how many blobs came along."""

    store: Store
    entries: int
    lost: tuple[int, ...]
    blobs: int


def rescue_store(store: Store, target: str | Path) -> Rescue:
    """Writes the new file. Raises `NoTournament` where not even the tournament's opening is left."""
    remains = read_remains(store)
    first = remains.sound.get(1)
    if first is None or not isinstance(first.fact, Opened):
        raise NoTournament("book.verify.no-opening", where=store.where)
    blobs = frozenset(name for name, _ in _read_blobs(store, remains))
    facts = {number: _keep_fact(remains, number, blobs) for number in range(1, remains.last + 1)}
    while True:
        sealed = _seal_again(remains, facts)
        try:
            replay(read_chain(sealed))
            break
        except SenselessEntry as error:
            facts[error.number] = Lost(remains.sound[error.number].hash)
    lost = tuple(number for number, fact in facts.items() if isinstance(fact, Lost))
    return Rescue(copy_store(target, sealed, _read_blobs(store, remains)), len(sealed), lost, len(blobs))


def _read_blobs(store: Store, remains: Remains) -> Iterator[tuple[str, bytes]]:
    """Every sound blob that a sound entry names, one after the other: all of them may be larger than the memory."""
    names = {name for entry in remains.sound.values() for name in list_blob_names(entry.fact)}
    return read_sound_blobs(store, sorted(names))


def _keep_fact(remains: Remains, number: int, blobs: Set[str]) -> Fact:
    """The entry's fact as far as it holds. A sheet whose reading is lost is lost: it must be photographed again."""
    entry = remains.sound.get(number)
    if entry is None:
        return Lost(remains.hashes.get(number, ""))
    if all(name in blobs for name in list_blob_names(entry.fact)):
        return entry.fact
    if isinstance(entry.fact, Photographed):
        return replace(entry.fact, copy="")
    return Lost(entry.hash) if isinstance(entry.fact, SheetRead | SheetJudged) else entry.fact


def _seal_again(remains: Remains, facts: Mapping[int, Fact]) -> tuple[Sealed, ...]:
    """The chain of these facts; as long as nothing is lost it is the old one, letter by letter."""
    head, sealed = START, []
    for number, fact in sorted(facts.items()):
        old = remains.sound.get(number)
        by, when = _find_origin(old, fact)
        _, made = seal_facts([fact], by, head, when)[0]
        head = Head(number, made.hash)
        sealed.append(made)
    return tuple(sealed)


def _find_origin(old: Entry | None, fact: Fact) -> tuple[str, str]:
    """Author and time of the old entry; of a `Lost` the rescuer, now."""
    if old is None or isinstance(fact, Lost):
        return _RESCUER, ""
    return old.by, old.when
