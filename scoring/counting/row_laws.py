"""Row laws: which of a game's points are written down, and where the points go that a row lacks to 0.

A game is counted for all four players, and what some win, the others lose. Under the law "zero-sum" all of it is
written. Under "winners" only what is won is written, under "losers" only what is lost: all other cells are 0 or blank.
An offence is always written as its amounts say. With a pot, whatever is written and does not add up to 0 is paid into
the pot.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Literal

from scoring.counting.entry_types import NO_SOURCE, Source, restrict

Side = Literal["plus", "minus"]
"""The side whose points are written."""

LAWS: dict[str, Side | None] = {"zero-sum": None, "winners": "plus", "losers": "minus"}
"""Which points of a game each law has written; None for all."""


@dataclass(frozen=True, slots=True)
class Rows:
    """What the rows of a sheet must add up to: its `law`, and whether there is a `pot`."""

    law: Annotated[str, restrict(*LAWS)]
    source: Source
    pot: bool = False

    @property
    def side(self) -> Side | None:
        """The side whose points of a game are written; None where all are."""
        return LAWS[self.law]

    def find_pot(self, points: int, *, offence: bool) -> int:
        """What a row whose points add up to so much brings the pot; below 0 what it takes from it."""
        return -points if self.pot and (offence or self.side != "plus") else 0


ZERO_SUM = Rows("zero-sum", NO_SOURCE)


def keep_side(side: Side | None, points: int) -> int:
    """What is written of a player's points in a game."""
    return points if side is None else max(points, 0) if side == "plus" else min(points, 0)


def fill_other_side(side: Side | None, hands: Mapping[int, int]) -> Mapping[int, int] | None:
    """The points of all who played, where those of one side are written; None where no game has them.

    All of a side have the same, and both sides together 0. Of four players two equal numbers are a game of two against
    two, three equal ones that of three against one; a single one, which three divides, is a lone player's.
    """
    if side is None:
        return hands
    written = {seat: points for seat, points in hands.items() if points}
    if any(keep_side(side, points) != points for points in written.values()) or len(set(written.values())) > 1:
        return None
    together, others = sum(written.values()), len(hands) - len(written)
    if not others or together % others:
        return None
    return {seat: points or -together // others for seat, points in hands.items()}
