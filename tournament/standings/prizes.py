"""Prize money by place. Cents are never made or lost: what cannot be divided stays in the till, and is told."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tournament.standings.place_points import list_placed
from tournament.standings.player import Standing


@dataclass(frozen=True, slots=True)
class Payout:
    """`cents`: (player's number, cents) for all who win something, the first place first. `left`: cents that stay in
    the till, because they cannot be divided among players who tie or because nobody has the place."""

    cents: tuple[tuple[int, int], ...]
    left: int

    def get_cents(self, number: int) -> int:
        """What that player wins; 0 for nothing."""
        return dict(self.cents).get(number, 0)


def pay_prizes(standings: Sequence[Standing], prizes: Sequence[int]) -> Payout:
    """Who gets what. `prizes`: cents of the first place, the second ...

    Players who share places share the prizes of these places evenly. Who withdrew wins nothing.
    """
    shares = [
        (player.number, sum(prizes[place - 1 : place - 1 + len(tied)]) // len(tied))
        for place, tied in list_placed(standings)
        for player in tied
    ]
    paid = tuple((number, cents) for number, cents in shares if cents)
    return Payout(paid, sum(prizes) - sum(cents for _, cents in paid))
