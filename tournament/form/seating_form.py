"""The part of a tournament's form that says who sits where: one word for each round, and what the words need."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from texts.sentences import Phrase
from tournament.form.form_keys import (
    Form,
    FormKey,
    UnfitValue,
    make_number_key,
    make_numbers_key,
    make_word_key,
    make_words_key,
)

DRAW, SAME, PLAN, PROGRESSIVE, PLACES, SNAKE = "draw", "same", "plan", "progressive", "places", "snake"
WAYS: Final = (DRAW, SAME, PLAN, PROGRESSIVE, PLACES, SNAKE)
"""How a round may be seated: by lot; at the tables of the round before; by a plan that was made
beforehand; everybody moves on by the place at the last
table; the first four of the standings at table 1, the next four at table 2; dealt out to the tables there and back."""
SIZES: Final = (4, 5)
"""Of a plan's tables."""
BY_RESULTS: Final = frozenset({PROGRESSIVE, PLACES, SNAKE})
"""The ways that need the results of the rounds before."""

SEATING = make_words_key("seating", *WAYS, default=DRAW)
"""Words round by round; after the last of them the first comes again. Round 1 is drawn by lot,
unless there is a plan."""
FINAL = make_word_key("final", *WAYS)
"""The last round's own word."""
MOVES = make_numbers_key("moves", (0, 1, 2, 3, 4), -99, 99)
"""How many tables each goes on, by place at the table; the winner first."""
PlanRound = tuple[tuple[int, ...], ...]
"""The tables of a plan's round, each with its players by seat, numbered from 1."""


def _read_plan(text: str) -> tuple[PlanRound, ...]:
    """A line for each round, its tables parted by "|", the players of a table by blanks."""
    try:
        return tuple(_read_line(line) for line in text.splitlines() if line.strip())
    except ValueError as error:
        raise UnfitValue(Phrase("form.wants.plan")) from error


def _read_line(line: str) -> PlanRound:
    tables = tuple(tuple(int(word) for word in table.split()) for table in line.split("|"))
    numbers = sorted(number for table in tables for number in table)
    if numbers != list(range(1, len(numbers) + 1)) or any(len(table) not in SIZES for table in tables):
        raise ValueError(line)
    return tables


PLAN_ROUNDS: FormKey[tuple[PlanRound, ...]] = FormKey("plan", _read_plan, is_long=True)
"""The plan for rounds of that word; () for the plan that comes with the program."""
APART_OPPONENTS = make_number_key("apart.opponents", 100, 0, 9999)
APART_CLUBS = make_number_key("apart.clubs", 0, 0, 9999)
"""What it costs a draw when two meet again, and when two of one club sit at a table."""

SEATING_KEYS: Final = (SEATING, FINAL, MOVES, PLAN_ROUNDS, APART_OPPONENTS, APART_CLUBS)


@dataclass(frozen=True, slots=True)
class SeatingForm:
    """How the rounds are seated. `ways`: by round, from 1 on; `moves`: by place at the table; `plan`: its rounds;
    `opponents`, `clubs`: the
    weights of the wishes."""

    ways: Mapping[int, str]
    moves: tuple[int, ...]
    plan: tuple[PlanRound, ...]
    opponents: int
    clubs: int

    def find_way(self, round_: int) -> str:
        """How that round is seated."""
        return self.ways.get(round_, DRAW)

    def count_planned(self, last: int) -> int:
        """How many rounds up to the `last` are seated by a plan."""
        return sum(way == PLAN for round_, way in self.ways.items() if round_ <= last)


def read_seating(form: Form, rounds: int) -> SeatingForm:
    """The seating of so many rounds."""
    words, final = SEATING.of(form), FINAL.of(form)
    ways = {number: words[(number - 1) % len(words)] for number in range(1, rounds + 1)}
    if final:
        ways[rounds] = final
    ways[1] = PLAN if ways[1] == PLAN else DRAW
    return SeatingForm(ways, MOVES.of(form), PLAN_ROUNDS.of(form), APART_OPPONENTS.of(form), APART_CLUBS.of(form))
