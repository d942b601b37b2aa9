"""Scenarios: what may still count differently, how likely it is, and the players' points if it does."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from math import prod, sqrt

from tournament.standings.places import Player, Round, Sitting

MOST = 500
"""At most so many scenarios are ranked, which takes a second for 200 players. The standard error of a probability of
0.5 is then 0.022, that of one near 1 0.002."""

Taken = tuple[int, int]
"""(index of the uncertain thing, index of its outcome)."""
Choice = tuple[Taken, ...]
"""A scenario: the outcomes that were taken, of those that differ from now."""


@dataclass(frozen=True, slots=True)
class Move:
    """`points` more for a player at a sheet. `sheet`: 0 for one that is missing; then `round` is its round."""

    player: int
    sheet: int
    points: int
    round: Round = None


@dataclass(frozen=True, slots=True)
class Outcome:
    """One way in which something may turn out, with its probability; no moves if it counts as now."""

    chance: float
    moves: tuple[Move, ...] = ()


@dataclass(frozen=True, slots=True)
class Uncertain:
    """Something that may count differently than now. `item`: its name ("r1.t3.g14"). `outcomes`: their probabilities
    sum to 1. `open`: whether a person is asked about it."""

    item: str
    outcomes: tuple[Outcome, ...]
    open: bool = True

    @property
    def changes(self) -> dict[int, float]:
        """By number of the outcomes that differ from now their probabilities."""
        return {n: outcome.chance for n, outcome in enumerate(self.outcomes) if outcome.moves}

    @property
    def change(self) -> float:
        """P(it counts differently than now)."""
        return sum(self.changes.values())


@dataclass(frozen=True, slots=True)
class Scenarios:
    """Scenarios with their weights, which sum to 1. `drawn`: how many of them were drawn, 0 if these are all."""

    choices: Mapping[Choice, float]
    drawn: int = 0

    def find_error(self, chance: float) -> float:
        """The standard error of a probability that was summed over these scenarios."""
        rest = 1.0 - self.choices.get((), 0.0)
        if not self.drawn or rest <= 0:
            return 0.0
        inside = min(max((chance - (1.0 - rest)) / rest, 0.0), 1.0)
        inside = inside if 0.0 < inside < 1.0 else 1.0 / (self.drawn + 2)  # not drawn does not mean impossible
        return rest * sqrt(inside * (1.0 - inside) / self.drawn)


def draw_scenarios(uncertain: Sequence[Uncertain], seed: str, most: int = MOST) -> Scenarios:
    """All scenarios if there are at most `most`, else `most` drawn ones and the one in which nothing changes."""
    changed, changes = [one.changes for one in uncertain], [one.change for one in uncertain]
    merged: list[list[tuple[int | None, float]]] = [
        [(None, 1.0 - change), *taken.items()] for taken, change in zip(changed, changes, strict=True)
    ]
    if prod(map(len, merged)) <= most:
        return Scenarios(dict(_list_scenarios(merged)))
    outcomes = [(list(taken), list(taken.values())) for taken in changed]
    unchanged = prod(1.0 - change for change in changes)
    rng = random.Random(seed)
    choices: dict[Choice, float] = {(): unchanged} if unchanged else {}
    for _ in range(most):
        choice = tuple((item, rng.choices(*outcomes[item])[0]) for item in _draw_changes(changes, unchanged, rng))
        choices[choice] = choices.get(choice, 0.0) + (1.0 - unchanged) / most
    return Scenarios(choices, most)


def _list_scenarios(merged: Sequence[Sequence[tuple[int | None, float]]]) -> Iterator[tuple[Choice, float]]:
    """Every scenario with its weight."""
    for taken in product(*merged):
        choice = tuple((item, outcome) for item, (outcome, _) in enumerate(taken) if outcome is not None)
        yield choice, prod(chance for _, chance in taken)


def _draw_changes(changes: Sequence[float], unchanged: float, rng: random.Random) -> Iterator[int]:
    """The numbers of the things that change, at least one. The first one is drawn from its own distribution, the others
    independently."""
    # the first change is at `item` with chance before * change; together these are 1 - unchanged
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


def move_points(players: Sequence[Player], moves: Sequence[Move]) -> list[Player]:
    """The players after these moves."""
    by_player = sort_moves(moves)
    return [
        move_player(player, by_player[player.number]) if player.number in by_player else player for player in players
    ]


def sort_moves(moves: Sequence[Move]) -> Mapping[int, tuple[Move, ...]]:
    """The moves by player."""
    by_player: dict[int, tuple[Move, ...]] = {}
    for move in moves:
        by_player[move.player] = (*by_player.get(move.player, ()), move)
    return by_player


def move_player(player: Player, moves: Sequence[Move]) -> Player:
    """The player after these moves, all of them the player's own."""
    sittings = list(player.sittings)
    places = {one.sheet: n for n, one in reversed(tuple(enumerate(sittings))) if one.sheet}
    for move in moves:
        at = places.get(move.sheet)
        if at is None:
            if move.sheet:
                places[move.sheet] = len(sittings)
            sittings.append(Sitting(move.sheet, 0, move.round, None, move.points))
        else:
            one = sittings[at]
            sittings[at] = replace(one, points=one.points + move.points)
    return replace(player, sittings=tuple(sittings))
