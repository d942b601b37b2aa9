"""Bock in a rule set: which games make the next ones Bock games, how many, and the effect of a second Bock round.

The conditions of triggers are in `scoring.rows.bock_triggers`, what a Bock round does to the next games is in
`scoring.rows.bock_rounds`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from scoring.counting.entry_types import NO_SOURCE, Id, Source, limit, restrict
from texts.sentences import Words

MEETINGS = ("append", "ignore", "extend", "anew", "doppelbock")
"""The possible effects of a Bock round that comes while another runs."""


@dataclass(frozen=True, slots=True)
class Trigger:
    """A condition that makes the next games Bock games.

    `when`: its condition in `scoring.rows.bock_triggers`; "" where the id itself names one. `single`: one Bock game
    only, and none at all while a Bock round runs. `kinds`: the kinds of game in which it is one; () for all. `only`:
    the Sonderpunkte that the condition `sonderpunkt` looks for; () for all.
    """

    id: Id
    title: Words
    source: Source
    single: bool = False
    when: str = ""
    kinds: tuple[str, ...] = ()
    only: tuple[str, ...] = ()

    @property
    def condition(self) -> str:
        """The name of its condition."""
        return self.when or self.id

    @property
    def named(self) -> bool:
        """Whether the rule sheet itself names it; else it is a decision (D)."""
        return not self.source.is_decision


@dataclass(frozen=True, slots=True)
class Bock:
    """Bock rounds. No triggers: no Bock. What a Bock game counts is an entry of `value`: `bock` or `bockzuschlag`.

    `per_game`: the most Bock rounds that one game brings, however many triggers it has. `games`: how many games a Bock
    round has; 0: as many as players at the table. `meets`: what becomes of a Bock round that comes while another runs
    (`scoring.rows.bock_rounds`).
    """

    triggers: tuple[Trigger, ...]
    per_game: Annotated[int, limit(1, 10)]
    source: Source
    games: Annotated[int, limit(0, 20)] = 0
    meets: Annotated[str, restrict(*MEETINGS)] = "append"


NO_BOCK = Bock((), 1, NO_SOURCE)
