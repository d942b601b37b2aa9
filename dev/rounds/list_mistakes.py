"""Mistakes on lists of running totals, in one row: its totals and its winners. None where one cannot be made."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from dev.rounds.row_mistakes import ChangeRow
from dev.rounds.rows import Row
from scoring.counting.rules import RuleSet

_SLIPS = (-20, -10, -3, -2, -1, 1, 2, 3, 10, 20)


def make_total_slip(carried: bool) -> ChangeRow:
    """A running total is wrong, and all below it go on from it where it is `carried`."""

    def slip_in_total(rules: RuleSet, row: Row, rng: np.random.Generator) -> Row | None:
        place, slip = int(rng.integers(len(row.points))), int(rng.choice(_SLIPS)) * rules.checks.unit.step
        if place + 1 in row.game.sits or row.offence:
            return None
        return replace(row, slips=_slip(row, {place: slip}), carried=carried)

    return slip_in_total


def copy_total(rules: RuleSet, row: Row, rng: np.random.Generator) -> Row | None:
    """A player's total is copied from the row above, and all below goes on from it."""
    places = [place for place, points in enumerate(row.points) if points]
    if not places or row.offence:
        return None
    place = int(rng.choice(places))
    return replace(row, slips=_slip(row, {place: -row.points[place]}))


def swap_totals(rules: RuleSet, row: Row, rng: np.random.Generator) -> Row | None:
    """A loser's total got the winner's points, and the other way round; the winners are right."""
    plus = [place for place, points in enumerate(row.points) if points > 0]
    minus = [place for place, points in enumerate(row.points) if points < 0]
    if len(plus) != 2 or len(minus) != 2:
        return None
    up, down = int(rng.choice(plus)), int(rng.choice(minus))
    more = row.points[up] - row.points[down]
    return replace(row, slips=_slip(row, {up: -more, down: more}))


def leave_winner_out(rules: RuleSet, row: Row, rng: np.random.Generator) -> Row | None:
    """One of several winners is not crossed."""
    if len(row.winners) < 2 or row.offence:
        return None
    left = int(rng.choice(row.winners))
    return replace(row, winners=tuple(seat for seat in row.winners if seat != left))


def cross_loser(rules: RuleSet, row: Row, rng: np.random.Generator) -> Row | None:
    """A loser is crossed instead of a winner."""
    losers = [seat for seat, points in enumerate(row.points, 1) if points < 0]
    return replace(row, winners=(*row.winners[1:], int(rng.choice(losers)))) if losers and not row.offence else None


def _slip(row: Row, slips: dict[int, int]) -> tuple[int, ...]:
    return tuple(slips.get(place, 0) for place in range(len(row.points)))
