"""Who sits on which seat of a table: seats change from round to round, for seat 1 deals first and the rest follow."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import partial
from itertools import permutations

from tournament.draw.dice import Dice
from tournament.draw.hall import Plan
from tournament.draw.tables import Table

SWEEPS = 20
"""Times that all tables are gone through; with 200 players and 3 rounds, 2 to 5 are enough."""


def seat_players(plan: Plan, before: Sequence[Sequence[Table]], dice: Dice) -> tuple[tuple[Table, ...], ...]:
    """The plan's rounds with an order of seats at each table, as evenly as its tables and the rounds `before` allow.

    The players of each table are shuffled. Then, table by table, they are shuffled again, and the first of their orders
    is taken that repeats the fewest seats; all tables are gone through until no seat is repeated, or `SWEEPS` times.
    """
    rows = [[_shuffle(players, dice) for players in tables] for tables in plan]
    sat = Counter(place for tables in before for table in tables for place in _list_places(table.starts))
    sat.update(place for tables in rows for row in tables for place in _list_places(row))
    for _ in range(SWEEPS):
        if max(sat.values()) < 2:
            break
        for tables in rows:
            for number, row in enumerate(tables):
                sat.subtract(_list_places(row))
                tables[number] = min(permutations(_shuffle(row, dice)), key=partial(_count_repeats, sat))
                sat.update(_list_places(tables[number]))
    return tuple(tuple(Table(number, row) for number, row in enumerate(tables, 1)) for tables in rows)


def _shuffle(players: Iterable[int], dice: Dice) -> tuple[int, ...]:
    """The players in a random order that does not depend on the one in which they are given."""
    order = sorted(players)
    dice.shuffle(order)
    return tuple(order)


def _list_places(row: Sequence[int]) -> list[tuple[int, int]]:
    """The places of a table: (start number, seat from 0)."""
    return [(start, seat) for seat, start in enumerate(row)]


def _count_repeats(sat: Counter[tuple[int, int]], row: Sequence[int]) -> int:
    """How often these players sat on these seats before."""
    return sum(sat[start, seat] for seat, start in enumerate(row))
