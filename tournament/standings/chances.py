"""How sure the places are now, and which open items, once settled, would make them surer.

Open items, and rows that were read with some doubt, have several outcomes with probabilities, independent of each
other. A scenario takes one outcome of each. If there are few scenarios all are ranked; else some are drawn by a seed:
the one in which nothing changes has its exact weight, and only the others are drawn (stratified sampling). In each
scenario the players are ranked by the same chain of ties.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Protocol

from tournament.standings.places import Player, Standing, find_last_round
from tournament.standings.scenarios import (
    MOST,
    Choice,
    Move,
    Taken,
    Uncertain,
    draw_scenarios,
    move_player,
    move_points,
    sort_moves,
)

PRIZES = 3
"""How many first places count as prize places without prizes: those that mostly win something."""


@dataclass(frozen=True, slots=True)
class Chances:
    """How sure the places are. `sure`: by the player's number P(the place is right). `prizes`: P(all prize places are).

    `matters`: by open item by how much `prizes` would rise if a person settled it and the standings were changed
    accordingly. `errors`: the standard error of each `sure`, 0 if every scenario was ranked. `error`: that of `prizes`.
    """

    sure: Mapping[int, float]
    prizes: float
    matters: Mapping[str, float]
    errors: Mapping[int, float]
    error: float


class Rank(Protocol):
    """Makes the standings of these players. `last`: the last round, where these are not all players."""

    def __call__(self, players: Sequence[Player], /, *, last: int | None = None) -> Sequence[Standing]:
        """The players by place."""


GiveWay = Callable[[], None]
"""Gives way to more urgent work, if there is any."""


def go_on() -> None:
    """Nothing is more urgent."""


Level = tuple[int, ...]
"""What places go by before ties are decided, the largest first."""


def level_by_total(player: Player) -> Level:
    """Who withdrew comes behind all others; else totals decide."""
    return -player.rank_group, player.total


Prized = frozenset[tuple[int, int]]
"""Who has the prize places: (player's number, place)."""


@dataclass(frozen=True)
class _Places:
    """The places in scenarios. `players`: without the lines of seats whose player is unknown. `level`: what places go
    by, of each player alone; None where other players' points matter, too. `first`: who has the prize places, by
    scenario, as far as scenarios were ranked. `moved`: players after their moves, which many scenarios share."""

    players: Sequence[Player]
    rank: Rank
    uncertain: Sequence[Uncertain]
    prizes: int
    level: Callable[[Player], Level] | None = level_by_total
    first: dict[Choice, Prized] = field(default_factory=dict)
    moved: dict[tuple[int, tuple[Move, ...]], Player] = field(default_factory=dict)

    def rank_in(self, choice: Choice) -> dict[int, int]:
        """By the player's number the place in that scenario."""
        moves = [move for one in choice for move in self.list_moves(one)]
        places = self._rank_moved(moves) if self._parts_alone(moves) else self._rank_all(moves)
        self.first[choice] = self.pick_from(places)
        return places

    def _parts_alone(self, moves: Sequence[Move]) -> bool:
        """Whether ties depend on the tied players and the last round alone, which the moves leave as it is."""
        return self.level is not None and all((move.round or 0) <= self.last for move in moves)

    def _rank_all(self, moves: Sequence[Move]) -> dict[int, int]:
        players = move_points(self.players, moves)
        return {one.player.number: one.place for one in self.rank(players)}

    def _rank_moved(self, moves: Sequence[Move]) -> dict[int, int]:
        """The places, for which only those are compared anew who come to, or leave, players of the same level."""
        assert self.level is not None
        by_number, levels, behind = self.now
        moved = {number: self._move(number, its) for number, its in sort_moves(moves).items() if number in by_number}
        after = {**levels, **{number: self.level(one) for number, one in moved.items()}}
        above = {level: place for place, level in reversed([*enumerate(sorted(after.values(), reverse=True), 1)])}
        places = {number: above[level] + behind.get(number, 0) for number, level in after.items()}
        for level, crowd in _gather(after, {*map(levels.__getitem__, moved), *map(after.__getitem__, moved)}).items():
            tied = self._part([moved.get(number) or by_number[number] for number in crowd])
            places |= {number: above[level] + below for number, below in tied.items()}
        return places

    def _move(self, number: int, moves: tuple[Move, ...]) -> Player:
        if (number, moves) not in self.moved:
            self.moved[number, moves] = move_player(self.now[0][number], moves)
        return self.moved[number, moves]

    def _part(self, crowd: Sequence[Player]) -> dict[int, int]:
        """How many places each of the players of one level is behind the first of them."""
        if len(crowd) == 1:
            return {crowd[0].number: 0}
        return {one.player.number: one.place - 1 for one in self.rank(crowd, last=self.last or None)}

    @cached_property
    def now(self) -> tuple[Mapping[int, Player], Mapping[int, Level], Mapping[int, int]]:
        """By the player's number: the player, the level, and how many places behind the first of this level."""
        assert self.level is not None
        by_number = {player.number: player for player in self.players}
        levels = {number: self.level(player) for number, player in by_number.items()}
        crowds = _gather(levels, set(levels.values())).values()
        parted = (self._part([by_number[number] for number in crowd]) for crowd in crowds)
        return by_number, levels, {number: below for tied in parted for number, below in tied.items()}

    def list_moves(self, taken: Taken) -> tuple[Move, ...]:
        """The moves of one outcome."""
        return self.uncertain[taken[0]].outcomes[taken[1]].moves

    def pick_first(self, choice: Choice) -> Prized:
        """Who has the prize places in that scenario."""
        if choice not in self.first:
            if len(choice) == 1 and self.stays_behind(self.list_moves(choice[0])):
                self.first[choice] = self.unmoved
            else:
                self.rank_in(choice)
        return self.first[choice]

    @cached_property
    def unmoved(self) -> Prized:
        """Who has the prize places if everything counts as now."""
        return self.pick_first(())

    @cached_property
    def lacks(self) -> Mapping[int, int]:
        """By the player's number the points that the player lacks to the last prize place; 0 or less for those who have
        one. All 0 if a player who withdrew has one."""
        prized = {number for number, _ in self.unmoved}
        winners = [player for player in self.players if player.number in prized]
        if any(player.withdrawn for player in winners):
            return {player.number: 0 for player in self.players}
        least = min((player.total for player in winners), default=0)
        return {player.number: least - player.total for player in self.players}

    @cached_property
    def last(self) -> int:
        """The last round so far; 0 where no sheet says its round."""
        return find_last_round(self.players) or 0

    def stays_behind(self, moves: Sequence[Move]) -> bool:
        """Whether all players with `moves` stay behind the prize places, which then need not be ranked again. This
        holds only if totals decide places, and ties depend on the tied players and the last round alone."""
        if not self._parts_alone(moves):
            return False
        gained: dict[int, int] = {}
        for move in moves:
            gained[move.player] = gained.get(move.player, 0) + move.points
        known = [(self.lacks[number], points) for number, points in gained.items() if number in self.lacks]
        return all(lack > max(points, 0) for lack, points in known)

    def pick_from(self, places: Mapping[int, int]) -> Prized:
        """Who has the prize places among these places."""
        return frozenset((number, place) for number, place in places.items() if place <= self.prizes)


def weigh_chances(
    players: Sequence[Player],
    uncertain: Sequence[Uncertain],
    rank: Rank,
    prizes: int = PRIZES,
    nobody: frozenset[int] = frozenset(),
    seed: str = "kiebitz",
    most: int = MOST,
    *,
    level: Callable[[Player], Level] | None = level_by_total,
    give_way: GiveWay = go_on,
) -> Chances:
    """How sure the standings are that `rank` makes of the players. `nobody`: the numbers of lines for seats with an
    unknown player; their places are never right. `level`: what `rank` sorts by before it decides ties; None where that
    depends on other players, too. `give_way`: called every few milliseconds; it may wait."""
    scenarios = draw_scenarios(uncertain, seed, most)
    places = _Places([player for player in players if player.number not in nobody], rank, uncertain, prizes, level)
    posted = {one.player.number: one.place for one in rank(players)}
    sure = dict.fromkeys(posted, 0.0)
    for choice, weight in scenarios.choices.items():
        give_way()
        now = places.rank_in(choice)
        for number, place in posted.items():
            if now.get(number) == place:
                sure[number] += weight
    first = places.pick_from(posted)
    right = sum(weight for choice, weight in scenarios.choices.items() if places.pick_first(choice) == first)
    errors = {number: scenarios.find_error(chance) for number, chance in sure.items()}
    matters = _measure_looks(scenarios.choices, places, first, give_way)
    return Chances(sure, right, matters, errors, scenarios.find_error(right))


def _measure_looks(
    choices: Mapping[Choice, float], places: _Places, first: Prized, give_way: GiveWay
) -> dict[str, float]:
    """By open item how much surer the prize places are once it alone is settled and the standings changed accordingly.

    Scenarios in which it counts as now are right or wrong as before; so only the others are ranked.
    """
    raised = [0.0] * len(places.uncertain)
    for choice, weight in choices.items():
        give_way()
        here = places.pick_first(choice)
        for taken in choice:
            raised[taken[0]] += weight * ((here == places.pick_first((taken,))) - (here == first))
    return {one.item: max(by, 0.0) for one, by in zip(places.uncertain, raised, strict=True) if one.open}


def _gather(levels: Mapping[int, Level], which: Container[Level]) -> Mapping[Level, Sequence[int]]:
    """By level, of those in `which`, the numbers of the players who share it."""
    crowds: dict[Level, list[int]] = {}
    for number, level in levels.items():
        if level in which:
            crowds.setdefault(level, []).append(number)
    return crowds
