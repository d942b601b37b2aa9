"""A round is over: what stands against closing it, the entries that close it and open it again, and since when closed
rounds are sealed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from texts.item_ids import make_place_key
from texts.sentences import Phrase
from tournament.filing.reasons import RefusedDecision
from tournament.record.entries import Entry
from tournament.record.facts import Closed, Fact, Reopened, SealingBegan
from tournament.record.open_store import open_store
from tournament.record.record_errors import ChangedMeanwhile
from tournament.record.sealed_rounds import trace_seals
from tournament.record.store import Store


@dataclass(frozen=True, slots=True)
class RoundEnd:
    """A round that may be closed. `sheets`: how many are in; `missing`: the tables without one; `items`: what is open
    in it, and what is open of no round. `closed`: when, None for one that is not."""

    round: int
    sheets: int
    closed: str | None
    missing: tuple[int, ...]
    items: tuple[str, ...]

    @property
    def is_clear(self) -> bool:
        """Whether nobody needs to sign anything off."""
        return bool(self.sheets) and not self.missing and not self.items


def find_closings(entries: Sequence[Entry]) -> Mapping[int, Entry]:
    """By round the entry that closed it, of those that are closed."""
    return {round_: entries[number - 1] for round_, number in trace_seals(entries).closings.items()}


def list_ends(status: Mapping[str, Any]) -> tuple[RoundEnd, ...]:
    """Every round of the public status document."""
    return tuple(
        RoundEnd(
            one["round"],
            one["in"],
            one["closed"],
            tuple(one["missing"]),
            tuple(item["item"] for item in status["open"] if item["round"] in (one["round"], None)),
        )
        for one in status["rounds"]
    )


KIEBITZ = "kiebitz"
"""The author of what the program writes by itself."""


def open_to_write(where: str | Path) -> Store:
    """The tournament there, to add entries to. The rounds that an older version closed are sealed as they count now."""
    store = open_store(where)
    entries = store.read_entries()
    seals = trace_seals(entries)
    if seals.closings and not seals.sealed:
        with suppress(ChangedMeanwhile):  # then somebody else has sealed them
            store.append([SealingBegan()], by=KIEBITZ, seen=len(entries))
    return store


def tell_waiting(store: Store, made: Sequence[Entry]) -> tuple[Phrase, ...]:
    """That entries which were just made wait, since their rounds are closed; () where they count."""
    waiting = trace_seals(store.read_entries()).waiting
    rounds = sorted({min(waiting[entry.number]) for entry in made if entry.number in waiting})
    return tuple(Phrase("decisions.late.waits", {"round": round_}) for round_ in rounds)


def make_closing(entries: Sequence[Entry], end: RoundEnd, reason: str) -> tuple[Fact, ...]:
    """The entries that close a round, which is sealed then; they name the missing tables and the open items that
    somebody signs off."""
    absent = [make_place_key(end.round, table) for table in end.missing]
    begins = () if any(isinstance(one.fact, SealingBegan) for one in entries) else (SealingBegan(),)
    return (*begins, Closed(end.round, reason, (*absent, *end.items)))


def make_reopening(entries: Sequence[Entry], round_: int, reason: str) -> Reopened:
    """The entry that opens a closed round again. Raises `RefusedDecision`."""
    if round_ not in trace_seals(entries).closings:
        raise RefusedDecision("decisions.reopen.not-closed", round=round_)
    if not reason.strip():
        raise RefusedDecision("decisions.reopen.needs-reason", round=round_)
    return Reopened(round_, reason.strip())
