"""A round is over: what stands against closing it, and the entry that closes it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tournament.record.entries import Entry
from tournament.record.facts import Closed
from tournament.record.replay import find_undone


@dataclass(frozen=True, slots=True)
class RoundEnd:
    """A round that may be closed. `sheets`: how many are in; `missing`: the tables without one; `items`: what is open
    in it, and what is open of no round."""

    round: int
    sheets: int
    closed: bool
    missing: tuple[int, ...]
    items: tuple[str, ...]

    @property
    def is_clear(self) -> bool:
        """Whether nobody needs to sign anything off."""
        return bool(self.sheets) and not self.missing and not self.items


def find_closings(entries: Sequence[Entry]) -> Mapping[int, Entry]:
    """By round the entry that closed it, of those that are closed."""
    gone = find_undone(entries)
    return {entry.fact.round: entry for entry in entries if isinstance(entry.fact, Closed) and entry.number not in gone}


def list_ends(status: Mapping[str, Any]) -> tuple[RoundEnd, ...]:
    """Every round of the public status document."""
    return tuple(_make_end(status, one) for one in status["rounds"])


def _make_end(status: Mapping[str, Any], one: Mapping[str, Any]) -> RoundEnd:
    items = tuple(item["item"] for item in status["open"] if item["round"] in (one["round"], None))
    return RoundEnd(one["round"], one["in"], one["closed"], tuple(one["missing"]), items)


def make_closing(end: RoundEnd, reason: str) -> Closed:
    """The entry; it names the missing tables and the open items that somebody signs off."""
    absent = [f"r{end.round}.t{table}" for table in end.missing]
    return Closed(end.round, reason, (*absent, *end.items))
