"""The draw: from players and earlier rounds to the tables of the next rounds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations

from tournament.draw.dice import Dice
from tournament.draw.hall import Hall
from tournament.draw.search import search_rounds
from tournament.draw.seats import seat_players
from tournament.draw.tables import Lineup, SeatedTable, size_tables

METHOD = "kiebitz-1"
"""The method's name in the record. It changes whenever the same seed would give another draw."""

Tables = tuple[SeatedTable, ...]
"""One round."""


def draw_rounds(lineup: Lineup, before: Sequence[Tables], first: int, last: int, seed: str) -> tuple[Tables, ...]:
    """The tables of the rounds `first` to `last`, all drawn together; the same values give the same draw for ever.

    `before`: the other rounds that are drawn. Players who are no longer there may stand in them. Raises `NoDraw` for
    players whom no tables hold.
    """
    dice = Dice(f"{seed}:{first}-{last}")
    hall = Hall(lineup, size_tables(lineup), before, last - first + 1)
    return seat_players(search_rounds(hall, dice), before, dice)


def count_meetings(rounds: Sequence[Tables]) -> Counter[tuple[int, int]]:
    """How often each pair meets, the lower start number first; pairs that never meet are not in it."""
    return Counter(pair for tables in rounds for table in tables for pair in combinations(sorted(table.players), 2))


def find_repeats(rounds: Sequence[Tables]) -> dict[tuple[int, int], int]:
    """The pairs that meet more than once, with how often, in rising order."""
    return {pair: count for pair, count in sorted(count_meetings(rounds).items()) if count > 1}
