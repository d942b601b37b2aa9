"""The ways to seat a round, the way of each round of a tournament, and their parameters."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from tournament.draw.table_sizes import FIVES

DRAW, SAME, PLAN, PROGRESSIVE, PLACES, SNAKE = "draw", "same", "plan", "progressive", "places", "snake"
WAYS: Final = (DRAW, SAME, PLAN, PROGRESSIVE, PLACES, SNAKE)
"""In order: by lot; at the tables of the round before; by a plan made beforehand; everybody moves on by the place at
the last table; the first four of the standings at table 1, the next four at table 2; the standings dealt out to the
tables forwards and backwards."""
BY_RESULTS: Final = frozenset({PROGRESSIVE, PLACES, SNAKE})
"""The ways that need the results of the rounds before."""
PlanRound = tuple[tuple[int, ...], ...]
"""The tables of a plan's round, each with its players by seat, numbered from 1."""


@dataclass(frozen=True, slots=True)
class SeatingForm:
    """How the rounds are seated. `ways`: by round, from 1; `moves`: tables to move on, by place at the table; `plan`:
    its rounds; `opponents`, `clubs`: the draw's penalties for meeting again and for one club at a table; `rest`: what
    becomes of the players whom tables of four leave over."""

    ways: Mapping[int, str]
    moves: tuple[int, ...]
    plan: tuple[PlanRound, ...]
    opponents: int
    clubs: int
    rest: str = FIVES

    def find_way(self, round_: int) -> str:
        """How that round is seated."""
        return self.ways.get(round_, DRAW)

    def count_planned(self, last: int) -> int:
        """How many rounds up to the `last` are seated by a plan."""
        return sum(way == PLAN for round_, way in self.ways.items() if round_ <= last)


ALL_DRAWN: Final = SeatingForm({}, (), (), 100, 0)
"""The usual form: every round is drawn by lot."""


@dataclass(frozen=True, slots=True)
class Results:
    """The results by which a round is seated, by start number. `places`: in the standings of the rounds before, equal
    ones share a place; `points`: those of the round before."""

    places: Mapping[int, int]
    points: Mapping[int, int]


NO_RESULTS: Final = Results({}, {})
VERSION = "-1"
"""Version number after the word for the way, in a round's method in the record. Increase it whenever the same seed and
results would give other seats."""


def read_way(method: str) -> str:
    """The way in a round's recorded method: "progressive" for "progressive-1 0,1,2,3,4"; "draw" for one that was drawn,
    or made elsewhere."""
    way, version, _ = method.partition(VERSION)
    return way if version and way in WAYS else DRAW
