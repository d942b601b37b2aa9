"""People's decisions, and a second person's readings, as values: they are part of the record's state, and the evening
counts with them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

How = Literal["accept", "as-written", "points", "name"]
HowHeld = How | Literal["struck", "repeated", "twice"]
"""The same with what is said of rows that hold no game: they were struck when the time was up, their game was broken
off and played again, or it stands in another row, too."""
SPARE: tuple[HowHeld, ...] = ("repeated", "twice")
NO_GAME: tuple[HowHeld, ...] = ("struck", *SPARE)
"""`SPARE` are those below which all games stand one row lower."""
CrossName = Literal["solo", "offence"]

Boxes = tuple[tuple[str, bool], ...]
"""Boxes of a row by field id, and whether they are crossed."""

Ink = tuple[tuple[str, str], ...]
"""What an item shows, as (field, text). A decision holds as long as that does not change."""


@dataclass(frozen=True, slots=True)
class SecondReading:
    """What a second person read in a field of a decided row: "" for nothing, "?" if it cannot be read.

    `entry`: the number of its entry; `decision`: that of the decision at the time of reading.
    """

    item: str
    field: str
    text: str
    by: str
    entry: int
    decision: int


@dataclass(frozen=True, slots=True)
class HumanDecision:
    """A person's decision on one item.

    `how`: the proposal was accepted, what is written counts, other points count, a name was given, or the row holds no
    game. `points`: what the row counts, by seat; None for the seat that sits out. `solo`, `offence`: how the crosses
    count; None: as they are written. `boxes`: the row's other boxes that somebody decided. `ink`: what the item showed.
    `entry`: its number in the tournament's file. `second`: what a second
    person read in the row's fields without seeing the decision.
    """

    item: str
    how: HowHeld
    by: str
    when: str = ""
    entry: int = 0
    points: tuple[int | None, ...] = ()
    solo: bool | None = None
    offence: bool | None = None
    name: str = ""
    ink: Ink = ()
    reason: str = ""
    second: tuple[SecondReading, ...] = ()
    boxes: Boxes = ()

    @property
    def denied(self) -> tuple[CrossName, ...]:
        """The crosses that do not count by this decision."""
        return list_denied(self.solo, self.offence)


def list_denied(solo: bool | None, offence: bool | None) -> tuple[CrossName, ...]:
    """The crosses that were decided not to count (False; None is undecided)."""
    crosses: tuple[tuple[CrossName, bool | None], ...] = (("solo", solo), ("offence", offence))
    return tuple(name for name, counts in crosses if counts is False)


Decisions = Mapping[str, HumanDecision]
"""The decisions that hold, by item."""

NO_DECISIONS: Decisions = {}
