"""The six steps from a title to the printed first round, as the line above the pages of those that the evening has."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

from texts.sentences import Phrase
from tournament.draw.table_sizes import FIVE, FOUR, NoDraw, count_fives
from tournament.record.opening import Opening
from tournament.record.replay import Tournament

StepName = Literal["title", "rules", "rounds", "players", "draw", "print"]
STEPS: tuple[StepName, ...] = get_args(StepName)
PLACES: dict[StepName, str] = {
    "title": "/einstellungen#title",
    "rules": "/einstellungen#rules",
    "rounds": "/einstellungen#rounds",
    "players": "/spielerliste",
    "draw": "/auslosung",
    "print": "/drucken",
}
"""The page of each step, once the evening has a file."""
NEW_PLACES: dict[StepName, str] = {"title": "/neu", "rules": "/neu/regeln", "rounds": "/neu/runden"}
"""The pages of the steps before, whose answers stand in their addresses."""


@dataclass(frozen=True, slots=True)
class Step:
    """One step of the line. `address`: "" for one that cannot be opened yet."""

    number: int
    name: StepName
    address: str
    done: bool
    current: bool


def list_steps(state: Tournament, current: StepName) -> tuple[Step, ...]:
    """The line for an evening that has a file; () once the first round has a sheet or is closed."""
    if state.sheets or state.closed:
        return ()
    first = min(state.draws, default=0)
    done = {"title", "rules", "rounds", *(["players"] if state.players else [])}
    done |= {"draw"} if first else set()
    done |= {"print"} if first in state.printed else set()
    return tuple(Step(at, one, PLACES[one], one in done, one == current) for at, one in enumerate(STEPS, 1))


def is_begun(state: Tournament) -> bool:
    """Whether nobody plays yet: the evening's file was just made."""
    return not (state.players or state.sheets or state.closed)


def list_new_steps(current: StepName, query: str) -> tuple[Step, ...]:
    """The line before the evening has a file. `query`: the answers so far."""
    here = STEPS.index(current)
    addresses = [f"{NEW_PLACES[one]}?{query}" if one in NEW_PLACES else "" for one in STEPS]
    return tuple(Step(at + 1, one, addresses[at], at < here, at == here) for at, one in enumerate(STEPS))


def say_tables(players: int, opening: Opening) -> Phrase:
    """How many tables of four and of five that makes, or why it does not make any."""
    try:
        fives = count_fives(players, opening.seats, opening.rules.sheet.seats)
    except NoDraw as error:
        return error.phrase
    return Phrase(
        "setup.tables" if fives else "setup.tables-of-four", {"fours": (players - FIVE * fives) // FOUR, "fives": fives}
    )
