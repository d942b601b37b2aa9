"""The fact that a referee or a jury awards something: a fine, a deduction, a warning, a disqualification, compensation.

An award says who, by which paragraph, and how many points it is worth to whom; the entry's author says by whom. Where
its points stand on the list already, they count with the sheet; else they count beside it, in the round.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

from texts.item_ids import make_place_key, make_round_key
from tournament.field_types import Hash, Number, Text, Whole

AwardKind = Literal["fine", "deduction", "warning", "disqualification", "compensation"]
AWARD_KINDS: tuple[AwardKind, ...] = get_args(AwardKind)
Stands = Literal["beside", "own-row", "game-row"]
"""Where the points of an award stand: beside the list, in a row of their own, or in the row of a decided game."""
STANDS: tuple[Stands, ...] = get_args(Stands)


@dataclass(frozen=True, slots=True)
class Awarded:
    """Something was awarded to the player `start`. `shares`: (start number, points) of all whose points it changes.

    `round`, `table`, `game`: where it happened, 0 where that is not said. `seats`: the points by seat, where they stand
    on the list. `photo_sha256`: the photograph that shows it, "" for none.
    """

    what: AwardKind
    start: Number
    reason: Text
    shares: tuple[tuple[Number, Whole], ...] = ()
    paragraph: Text = ""
    round: Number = 0
    table: Number = 0
    game: Number = 0
    stands: Stands = "beside"
    seats: tuple[Whole, ...] = ()
    photo_sha256: Hash = ""
    kind: Literal["awarded"] = "awarded"

    @property
    def item(self) -> str:
        """Where it happened, as the name of an item: "r1.t3.g7", "r1.t3", "r1"; "" where that is not said."""
        if not self.round:
            return ""
        if not self.table:
            return make_round_key(self.round)
        return make_place_key(self.round, self.table) + (f".g{self.game}" if self.game else "")


@dataclass(frozen=True, slots=True)
class Award:
    """An award that counts. `entry`, `by`, `when`: of the entry that made it."""

    fact: Awarded
    entry: int
    by: str
    when: str

    @property
    def beside(self) -> tuple[tuple[int, int], ...]:
        """(start number, points) of what counts beside the list."""
        return self.fact.shares if self.fact.stands == "beside" else ()
