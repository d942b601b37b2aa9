"""Seats rounds that are not drawn by lot: players move on by their place at the last table, the standings are dealt out
to the tables, the tables stay, or a plan decides. Pure functions; `docs/draw.md` has each rule in words.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from tournament.draw.hall import Dice
from tournament.draw.seating_ways import Results
from tournament.draw.table_sizes import Lineup, NoDraw, Table, size_tables

Tables = Sequence[Table]
Hall = Mapping[int, int]
"""The tables of a round: number of seats by table number."""
LAST = 10**9
"""The place, or the loss, of a player without one: behind all others."""


def size_hall(lineup: Lineup, before: Tables) -> Hall:
    """The tables of the round before, if the number of players is the same and fixed tables allow it; else those of a
    draw. Raises `NoDraw`."""
    hall = {table.number: len(table.starts) for table in sorted(before, key=lambda table: table.number)}
    fixed = [*lineup.fixed.values()]
    if lineup.byes or lineup.springers:
        raise NoDraw("book.draw.rest-by-lot")
    holds = all(fixed.count(table) <= hall.get(table, 0) for table in fixed)
    if holds and sum(hall.values()) == len(lineup.players):
        return hall
    return dict(enumerate(size_tables(lineup), 1))


def fill_hall(lineup: Lineup, hall: Hall, wished: Mapping[int, int], order: Iterable[int]) -> dict[int, list[int]]:
    """Who sits at which table. First fixed players; then, in `order`, those for whom the wished table has a seat; then
    the others in the same order, at the first tables with a free seat; last those not in `order`, by start number."""
    tables = {number: lineup.list_fixed(number) for number in hall}
    loose = dict.fromkeys(start for start in order if start in lineup.players)
    loose |= dict.fromkeys(lineup.players)
    left = []
    for start in (one for one in loose if one not in lineup.fixed):
        table = wished.get(start)
        if table is not None and table in hall and len(tables[table]) < hall[table]:
            tables[table].append(start)
        else:
            left.append(start)
    for start in left:
        table = next(number for number in hall if len(tables[number]) < hall[number])
        tables[table].append(start)
    return tables


def keep_tables(lineup: Lineup, before: Tables) -> dict[int, list[int]]:
    """Everybody stays at the same table; new players take the seats of those who do not play."""
    hall = size_hall(lineup, before)
    tables = sorted(before, key=lambda table: table.number)
    wished = {start: table.number for table in tables for start in table.starts}
    return fill_hall(lineup, hall, wished, wished)


def move_on(lineup: Lineup, before: Tables, results: Results, moves: Sequence[int], dice: Dice) -> dict[int, list[int]]:
    """Everybody moves on by the place at the last table: by `moves[place]` tables, among those that have such a place;
    after the last table comes the first."""
    hall = size_hall(lineup, before)
    lots = _draw_lots({*lineup.players, *(start for table in before for start in table.starts)}, dice)
    ranked = {table.number: _rank_table(table.starts, results, lots) for table in before}
    steps = []
    for place, move in enumerate(moves):
        ring = [number for number in sorted(ranked) if len(ranked[number]) > place]
        for at, number in enumerate(ring):
            steps.append((ring[(at + move) % len(ring)], place, ranked[number][place]))
    wished = {start: table for table, _, start in sorted(steps)}
    return fill_hall(lineup, hall, wished, wished)


def _rank_table(starts: Sequence[int], results: Results, lots: Mapping[int, int]) -> list[int]:
    """A table's players by points in that round, then by place in the standings, then by lot."""

    def rate(start: int) -> tuple[int, int, int]:
        return -results.points.get(start, -LAST), results.places.get(start, LAST), lots[start]

    return sorted(starts, key=rate)


def seat_by_places(lineup: Lineup, results: Results, dice: Dice, *, snake: bool) -> dict[int, list[int]]:
    """Seats in the order of the standings: the first four at table 1, the next four at table 2; or, as a `snake`, dealt
    out to all tables forwards and backwards. Players without a place come last; equal places are decided by lot."""
    hall = size_hall(lineup, ())
    lots = _draw_lots(lineup.players, dice)
    order = sorted(lineup.players, key=lambda start: (results.places.get(start, LAST), lots[start]))
    seats = _deal(hall) if snake else [number for number, size in hall.items() for _ in range(size)]
    return fill_hall(lineup, hall, dict(zip(order, seats, strict=True)), order)


def _deal(hall: Hall) -> list[int]:
    """Table numbers forwards and backwards, each as often as the table has seats."""
    rows = [[number for number, size in hall.items() if size > row] for row in range(max(hall.values()))]
    return [number for at, row in enumerate(rows) for number in (row[::-1] if at % 2 else row)]


def _draw_lots(starts: Iterable[int], dice: Dice) -> dict[int, int]:
    """A lot for each start number: its position in the shuffled list."""
    order = sorted(starts)
    dice.shuffle(order)
    return {start: lot for lot, start in enumerate(order)}


def follow_numbers(lineup: Lineup, planned: Sequence[Sequence[int]]) -> tuple[Table, ...]:
    """Seats a round of a plan: the plan's number 1 is the lowest start number of those who play, and so on. Raises
    `NoDraw` for a plan with another number of players or table sizes that the rules do not allow, and if it breaks a
    fixed table."""
    if (count := sum(map(len, planned))) != len(lineup.players):
        raise NoDraw("book.draw.plan-players", plan=count, players=len(lineup.players))
    if wrong := next((len(table) for table in planned if len(table) not in lineup.allowed), 0):
        raise NoDraw("book.draw.plan-table", players=wrong)
    seated = tuple(
        Table(number, tuple(lineup.players[one - 1] for one in table)) for number, table in enumerate(planned, 1)
    )
    for table in seated:
        if moved := next((one for one in table.starts if lineup.fixed.get(one, table.number) != table.number), None):
            raise NoDraw("book.draw.plan-fixed", start=moved, table=table.number)
    return seated
