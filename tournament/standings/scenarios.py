"""What may count otherwise than now, and the scenarios in which it does.

What is open, and what was read with some doubt, has several outcomes with their chances, independent of each other. A
scenario takes one outcome of each. Where there are few scenarios these are all, else some are drawn by a seed: the one
in which nothing changes has its exact weight, and only the others are drawn (stratified sampling).
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import prod, sqrt

from tournament.standings.player import Round

MOST = 500
"""So many scenarios are ranked at most, in a second for 200 players. The standard error of what is as likely as not is
then 0.022, of what is nearly sure 0.002."""

Taken = tuple[int, int]
"""(index of the uncertain thing, index of its outcome)."""
Choice = tuple[Taken, ...]
"""A scenario: which outcomes were taken of all that count otherwise than now."""


@dataclass(frozen=True, slots=True)
class Move:
    """`points` more for a player at a sheet. `sheet`: 0 for one that is missing; then `round` says of which round."""

    player: int
    sheet: int
    points: int
    round: Round = None


@dataclass(frozen=True, slots=True)
class Outcome:
    """How something may turn out; no moves where it counts as it does now."""

    chance: float
    moves: tuple[Move, ...] = ()


@dataclass(frozen=True, slots=True)
class Uncertain:
    """Something that may count otherwise than now. `item`: its name ("r1.t3.g14"); `open`: whether a person is asked
    about it. The chances of its outcomes are 1 together."""

    item: str
    outcomes: tuple[Outcome, ...]
    open: bool = True

    @property
    def change(self) -> float:
        """The chance that it counts otherwise than now."""
        return sum(outcome.chance for outcome in self.outcomes if outcome.moves)


@dataclass(frozen=True, slots=True)
class Scenarios:
    """Scenarios with their weights, together 1. `drawn`: how many of them were drawn, 0 where these are all."""

    choices: Mapping[Choice, float]
    drawn: int = 0

    def find_error(self, chance: float) -> float:
        """The standard error of a chance that was summed over these scenarios."""
        rest = 1.0 - self.choices.get((), 0.0)
        if not self.drawn or rest <= 0:
            return 0.0
        inside = min(max((chance - (1.0 - rest)) / rest, 0.0), 1.0)
        inside = inside if 0.0 < inside < 1.0 else 1.0 / (self.drawn + 2)  # none of so many drawn is not never
        return rest * sqrt(inside * (1.0 - inside) / self.drawn)


def draw_scenarios(uncertain: Sequence[Uncertain], seed: str, most: int = MOST) -> Scenarios:
    """All scenarios where there are at most `most`, else so many drawn ones and the one in which nothing changes."""
    merged = [_merge_outcomes(one) for one in uncertain]
    if prod(map(len, merged)) <= most:
        return Scenarios(dict(_list_scenarios(merged)))
    changes = [one.change for one in uncertain]
    unchanged = prod(1.0 - change for change in changes)
    rng = random.Random(seed)
    choices: dict[Choice, float] = {(): unchanged} if unchanged else {}
    for _ in range(most):
        choice = tuple((item, _draw_outcome(uncertain[item], rng)) for item in _draw_changes(changes, unchanged, rng))
        choices[choice] = choices.get(choice, 0.0) + (1.0 - unchanged) / most
    return Scenarios(choices, most)


def _list_scenarios(merged: Sequence[Sequence[tuple[int | None, float]]]) -> Iterator[tuple[Choice, float]]:
    """Every scenario with its weight."""
    for taken in product(*merged):
        choice = tuple((item, outcome) for item, (outcome, _) in enumerate(taken) if outcome is not None)
        yield choice, prod(chance for _, chance in taken)


def _merge_outcomes(one: Uncertain) -> list[tuple[int | None, float]]:
    """The outcomes by number with their chances. Those without moves are one, None: it counts as now."""
    moved = [(n, outcome.chance) for n, outcome in enumerate(one.outcomes) if outcome.moves]
    return [(None, 1.0 - one.change), *moved]


def _draw_outcome(one: Uncertain, rng: random.Random) -> int:
    """One of the outcomes that change something."""
    moved = [n for n, outcome in enumerate(one.outcomes) if outcome.moves]
    return rng.choices(moved, [one.outcomes[n].chance for n in moved])[0]


def _draw_changes(changes: Sequence[float], unchanged: float, rng: random.Random) -> Iterator[int]:
    """Which things change, at least one. The first is drawn from its own distribution, the others independently."""
    left, first = rng.random() * (1.0 - unchanged), 0
    before = 1.0
    for item, change in enumerate(changes):
        first = item if change else first
        left -= before * change
        before *= 1.0 - change
        if left < 0:
            break
    yield first
    yield from (item for item in range(first + 1, len(changes)) if rng.random() < changes[item])
