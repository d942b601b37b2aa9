"""The search for rounds in which no pair meets twice: late acceptance hill climbing (Burke and Bykov 2017).

It begins with shuffled players and swaps two of them, again and again. A swap stays when it makes the plan no worse
than it is, or than it was 20 steps ago. `docs/draw.md` describes the whole method, so that anyone can follow it.

Then each table's seats: they change from round to round, for seat 1 deals first and the others follow.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import partial
from itertools import permutations

from tournament.draw.hall import Dice, Hall, Plan
from tournament.draw.table_sizes import Table

MEMORY = 20
"""Steps that the search looks back. With 50 it solves fewer draws of 16 players in 5 rounds and of 20 in 5."""
PATIENCE = 30_000
"""Steps without a better plan after which it starts again; 25 to 30 players need up to 20,000 for three rounds."""
BUDGET, LONG_BUDGET = 200_000, 600_000
"""Steps of all starts after which the best plan is taken although a pair meets twice: there may be no better one. The
longer one is for plans with few second meetings: one start in five finds the five rounds of 20 players, the others
leave three to five second meetings."""
NEARLY = 5
"""With at most so many second meetings a plan gets `LONG_BUDGET`."""


EVEN = 150
"""What a player's second round at a table of five costs in every second try, so that these rounds are dealt evenly:
more than a meeting. Plans are compared as if it were 1: a plan with a meeting less is the better one."""


def search_rounds(hall: Hall, dice: Dice, *, further: bool = True) -> Plan:
    """The best plan found for the hall's rounds: who sits at each table, in no order that means anything.

    `further`: whether it is searched on where rounds at tables of five are dealt unevenly or clubmates share a table.
    The method "kiebitz-2" did not.
    """
    found = _try_often(hall, dice, (0, []), hall.meeting)
    return _try_often(hall, dice, found, 1)[1] if further and hall.has_lesser_wishes else found[1]


def _try_often(hall: Hall, dice: Dice, found: tuple[int, Plan], enough: int) -> tuple[int, Plan]:
    """The best of the plan found so far, if there is one, and of further starts, until a plan's cost is within `enough`
    of the least one or the budget is spent. After a first plan every second start deals the rounds at five evenly."""
    best, plan = found
    steps, heavy = 0, False
    while not plan or (best >= hall.least_cost + enough and steps < _choose_budget(hall, best)):
        heavy = bool(found[1]) and not heavy and hall.has_fives
        cost, other, more = _try_evenly(hall, dice) if heavy else _try_once(hall, dice)
        steps += more
        if not plan or cost < best:
            best, plan = cost, other
    return best, plan


def _try_evenly(hall: Hall, dice: Dice) -> tuple[int, Plan, int]:
    """One start in which a second round at a table of five costs more than a meeting."""
    hall.five = EVEN
    _, plan, steps = _try_once(hall, dice)
    hall.five = 1
    return hall.weigh_plan(plan), plan, steps


def _choose_budget(hall: Hall, best: int) -> int:
    nearly = best < hall.least_cost + (NEARLY + 1) * hall.meeting
    return LONG_BUDGET if nearly and not hall.is_crowded else BUDGET


def _try_once(hall: Hall, dice: Dice) -> tuple[int, Plan, int]:
    """One start: the lowest cost found, its plan, and the steps made.

    It ends at the least cost that there can be, or for lack of progress.
    """
    cost = hall.shuffle(dice)
    best, plan, idle, step = cost, hall.copy_plan(), 0, 0
    memory = [cost] * MEMORY
    while best > hall.least_cost and idle < PATIENCE and hall.free:
        past, step, idle = step % MEMORY, step + 1, idle + 1  # a ring: this place holds the cost of MEMORY steps ago
        swap = dice.roll(hall.rounds), dice.roll(len(hall.free)), dice.roll(len(hall.free))
        change = hall.weigh_swap(*swap)
        if change <= 0 or cost + change <= memory[past]:
            hall.swap(*swap)
            cost += change
        memory[past] = min(memory[past], cost)
        if cost < best:
            best, plan, idle = cost, hall.copy_plan(), 0
    return best, plan, step


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
