"""The draw: from players and other rounds to the tables of the next rounds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations

from tournament.draw.dice import Dice
from tournament.draw.hall import Hall
from tournament.draw.search import search_rounds
from tournament.draw.seats import seat_players
from tournament.draw.tables import Lineup, Table, size_tables

METHOD = "kiebitz-2"
"""The method's name in the record. It changes whenever the same seed would give another draw."""

Tables = tuple[Table, ...]
"""One round."""


def draw_rounds(lineup: Lineup, others: Sequence[Tables], rounds: Sequence[int], seed: str) -> tuple[Tables, ...]:
    """The tables of these rounds, all drawn together; the same values give the same draw for ever.

    `others`: the rounds that stand fast, in their order; players who are no longer there may stand in them. Raises
    `NoDraw` for players whom no tables hold.
    """
    dice = Dice(f"{seed}:{','.join(map(str, rounds))}")
    hall = Hall(lineup, size_tables(lineup), others, len(rounds))
    return seat_players(search_rounds(hall, dice), others, dice)


def find_second_meetings(draws: Mapping[int, Tables]) -> dict[tuple[int, int], tuple[int, ...]]:
    """The pairs that meet more than once, the lower start number first, with the rounds in which they meet."""
    met: dict[tuple[int, int], tuple[int, ...]] = {}
    for round_, tables in sorted(draws.items()):
        for pair in (pair for table in tables for pair in combinations(sorted(table.starts), 2)):
            met[pair] = (*met.get(pair, ()), round_)
    return {pair: rounds for pair, rounds in sorted(met.items()) if len(rounds) > 1}
