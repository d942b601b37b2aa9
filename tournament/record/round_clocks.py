"""When each round's time is up, computed from the entries about clocks.

Time runs from the moment of the entry, so that every device, and a server that is started again, shows the same end.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

from tournament.record.clock_facts import ClockStarted, ClockStopped, TimeAdded
from tournament.record.entries import Entry

EVERY_TABLE = 0
"""Stands for all tables where time is added."""


@dataclass(frozen=True, slots=True)
class RoundClock:
    """A round whose time runs. `started`: when, in UTC; `minutes`: by seats at a table, those of most tables first;
    `added`: by table what the referee added, in minutes, under `EVERY_TABLE` for all of them."""

    round: int
    started: datetime
    minutes: Mapping[int, int]
    added: Mapping[int, int] = field(default_factory=dict)

    def find_end(self, seats: int, table: int = EVERY_TABLE) -> datetime:
        """When the time of a table with that many seats is up, in UTC; of a table that nobody named, without extra
        time of its own."""
        usual = next(iter(self.minutes.values()))
        extra = self.added.get(EVERY_TABLE, 0) + (self.added.get(table, 0) if table != EVERY_TABLE else 0)
        return self.started + timedelta(minutes=self.minutes.get(seats, usual) + extra)

    def list_extended(self) -> tuple[int, ...]:
        """The tables with extra time of their own."""
        return tuple(sorted(table for table, minutes in self.added.items() if table != EVERY_TABLE and minutes))


Clocks = Mapping[int, RoundClock]
"""By round, the clocks that are shown."""
NO_CLOCKS: Clocks = {}


def follow_clock(clocks: Clocks, entry: Entry) -> Clocks:
    """The clocks after that entry. Time that is added to a round without a clock has no effect."""
    match entry.fact:
        case ClockStarted(round=number, minutes=minutes):
            started = datetime.fromisoformat(entry.when)
            return {**clocks, number: RoundClock(number, started, dict(minutes))}
        case ClockStopped(round=number):
            return {other: clock for other, clock in clocks.items() if other != number}
        case TimeAdded(round=number, table=table, minutes=minutes) if number in clocks:
            clock = clocks[number]
            added = {**clock.added, table: clock.added.get(table, 0) + minutes}
            return {**clocks, number: replace(clock, added=added)}
    return clocks
