"""Settlement in money: what the points are worth, and who pays whom."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tournament.standings.player import Player

TILL = 0
"""Stands for the organiser's till where a payment names a player's number."""


@dataclass(frozen=True, slots=True)
class Payment:
    """One player pays another. Players by number; `TILL` where points do not add up to 0 and the till fills in."""

    payer: int
    payee: int
    cents: int


def count_money(players: Sequence[Player], cents_per_point: int) -> Mapping[int, int]:
    """By the player's number how many cents the points are worth, below 0 for who must pay."""
    return {player.number: player.total * cents_per_point for player in players}


def settle_up(balances: Mapping[int, int]) -> tuple[Payment, ...]:
    """Payments after which everybody is even: fewer than there are players, the largest debts first.

    Where the balances do not add up to 0, because rows are still open, the till pays or takes the rest.
    """
    rest = sum(balances.values())
    open_ = dict(balances) | ({TILL: -rest} if rest else {})
    payments: list[Payment] = []
    while any(open_.values()):
        payer = min(open_, key=lambda number: (open_[number], number))
        payee = max(open_, key=lambda number: (open_[number], -number))
        cents = min(-open_[payer], open_[payee])
        payments.append(Payment(payer, payee, cents))
        open_[payer] += cents
        open_[payee] -= cents
    return tuple(payments)
