"""What a person says of an open item, and the refusal of what cannot be meant."""

from __future__ import annotations

from dataclasses import dataclass

from tournament.errors import BookError
from tournament.evening.decisions import How


class RefusedDecision(BookError):
    """The decision cannot be meant, or needs a reason."""

    exit_status = 2


@dataclass(frozen=True, slots=True)
class Wish:
    """What a person says of an item. `how`: accept, as-written, points or name; `points`, `name` as typed.

    `solo`, `offence`: how the row's cross is to count; None leaves it to `how`. With one of them and the `how` "points"
    the points may be left out: then those stay that count now.
    """

    item: str
    how: How
    points: str = ""
    name: str = ""
    reason: str = ""
    solo: bool | None = None
    offence: bool | None = None

    @property
    def crosses(self) -> bool:
        """Whether it says how a cross is to count."""
        return self.solo is not None or self.offence is not None
