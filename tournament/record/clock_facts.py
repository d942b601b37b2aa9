"""Facts about a round's time: the start of its clock, time added for a table, and rows that do not count: the time was
up, or their game was broken off and repeated, or it was written twice."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field

from tournament.field_types import Number, Text

Minutes = Annotated[int, Field(ge=-600, le=600)]
"""Time that is added, below 0 where some is taken back."""
LongTime = Annotated[int, Field(ge=1, le=600)]
"""How long a round takes, in minutes."""
Why = Literal["time", "repeated", "twice"]
"""Why a row does not count: the time was up, its game was broken off and repeated, or its game stands in another row,
too."""


@dataclass(frozen=True, slots=True)
class RowsStruck:
    """The rows `first` to `last` of a sheet do not count. `ink`: the reading of their fields at that time: (field,
    text)."""

    sheet_key: Text
    first: Number
    last: Number
    why: Why
    ink: tuple[tuple[Text, Text], ...] = ()
    reason: Text = ""
    kind: Literal["rows-struck"] = "rows-struck"


@dataclass(frozen=True, slots=True)
class ClockStarted:
    """A round was opened for play: its time runs from the moment of this entry on. `minutes`: how long it takes at a
    table of so many seats: (seats, minutes). A later start begins anew, without what was added before."""

    round: Number
    minutes: tuple[tuple[Number, LongTime], ...]
    kind: Literal["clock-started"] = "clock-started"


@dataclass(frozen=True, slots=True)
class ClockStopped:
    """The round's clock is no longer shown: all tables have finished, or it was started by mistake."""

    round: Number
    kind: Literal["clock-stopped"] = "clock-stopped"


@dataclass(frozen=True, slots=True)
class TimeAdded:
    """The referee adds so many minutes for a table; `table`: 0 for all of them."""

    round: Number
    table: Number
    minutes: Minutes
    reason: Text = ""
    kind: Literal["time-added"] = "time-added"
