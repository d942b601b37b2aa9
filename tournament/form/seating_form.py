"""The keys of a tournament's form that decide who sits where: one word for each round, and parameters of these
words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from texts.sentences import Phrase
from tournament.draw.seating_ways import DRAW, PLAN, WAYS, PlanRound, SeatingForm
from tournament.draw.table_sizes import FIVES, MOST, RESTS, THREE
from tournament.form.form_keys import (
    Form,
    FormKey,
    UnfitValue,
    make_number_key,
    make_numbers_key,
    make_word_key,
    make_words_key,
)

SEATING = make_words_key("seating", *WAYS, default=DRAW)
"""One word per round; after the last word the first comes again. Round 1 is drawn by lot, unless there is a plan."""
FINAL = make_word_key("final", *WAYS)
"""The word for the last round."""
MOVES = make_numbers_key("moves", (0, 1, 2, 3, 4), -99, 99)
"""How many tables a player moves on, by place at the table; the winner first."""


def _read_plan(text: str) -> tuple[PlanRound, ...]:
    """Reads a plan: one line per round, its tables separated by "|", the players of a table by blanks."""
    try:
        return tuple(_read_line(line) for line in text.splitlines() if line.strip())
    except ValueError as error:
        raise UnfitValue(Phrase("form.wants.plan")) from error


def _read_line(line: str) -> PlanRound:
    tables = tuple(tuple(int(word) for word in table.split()) for table in line.split("|"))
    numbers = sorted(number for table in tables for number in table)
    if numbers != list(range(1, len(numbers) + 1)) or any(not THREE <= len(table) <= MOST for table in tables):
        raise ValueError(line)
    return tables


PLAN_ROUNDS: FormKey[tuple[PlanRound, ...]] = FormKey("plan", _read_plan, is_long=True)
"""The plan for rounds with the word "plan"; () for the plan that comes with the program."""
APART_OPPONENTS = make_number_key("apart.opponents", 100, 0, 9999)
APART_CLUBS = make_number_key("apart.clubs", 0, 0, 9999)
"""The penalties of a draw for two players who meet again, and for two of one club at a table."""

REST = make_word_key("rest", *RESTS, default=FIVES)
"""What becomes of the players whom tables of four leave over."""

SEATING_KEYS: Final = (SEATING, FINAL, MOVES, PLAN_ROUNDS, REST, APART_OPPONENTS, APART_CLUBS)


def list_words(form: Form, rounds: int) -> tuple[str, ...]:
    """The word of each of so many rounds, as `SEATING` has them: the last round's own word aside."""
    words = SEATING.of(form)
    ways = tuple(words[at % len(words)] for at in range(rounds))
    return (PLAN if ways[0] == PLAN else DRAW, *ways[1:])


def join_words(words: Sequence[str]) -> str:
    """The shortest text for these words round by round: "draw, same" for draw, same, draw, same."""
    every = range(len(words))
    repeats = (count for count in every if count and all(words[at] == words[at % count] for at in every))
    least = next(repeats, len(words))
    return ", ".join(words[:least])


def read_seating(form: Form, rounds: int) -> SeatingForm:
    """How each of the `rounds` rounds is seated."""
    words, final = list_words(form, rounds), FINAL.of(form)
    ways = dict(enumerate(words, 1))
    if final and rounds > 1:
        ways[rounds] = final
    apart = APART_OPPONENTS.of(form), APART_CLUBS.of(form)
    return SeatingForm(ways, MOVES.of(form), PLAN_ROUNDS.of(form), *apart, REST.of(form) or FIVES)
