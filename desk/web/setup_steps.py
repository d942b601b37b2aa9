"""The six steps from a title to the printed first round, as the line above the pages of those that the evening has."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Literal, get_args

from texts.sentences import Phrase
from tournament.draw.table_sizes import FOUR, Lineup, NoDraw, size_tables
from tournament.form.seating_form import read_seating
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


def say_tables(players: int, state: Tournament) -> Phrase:
    """How many tables of which size so many players make, or why they do not make any."""
    opening, form = state.opening, read_seating(state.form, state.opening.rounds)
    everybody = tuple(range(1, players + 1))
    try:
        lineup = Lineup(everybody, seats=opening.seats, allowed=opening.rules.sheet.seats, rest=form.rest)
        sizes = Counter(FOUR if lineup.springers and size < FOUR else size for size in size_tables(lineup))
    except NoDraw as error:
        return error.phrase
    tables = tuple(Phrase(f"setup.tables-{size}", {"count": count}) for size, count in sorted(sizes.items()))
    gaps = {"tables": tables, "springers": lineup.springers, "byes": lineup.byes}
    rest = "springers" if lineup.springers else "byes" if lineup.byes else "no-rest"
    return Phrase("setup.tables", {**gaps, "rest": Phrase(f"setup.{rest}", gaps)})
