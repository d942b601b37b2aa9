"""The effect of a Bock round on the next games, also if it comes while another one runs.

The Bock games still to be played come in order: first those that count two Böcke (Doppelbock), then those that count
one. For each `bock.meets` of a rule set one small function adds a new Bock round to them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import reduce

from scoring.counting.bock_rules import Trigger
from scoring.counting.rules import RuleSet


@dataclass(frozen=True, slots=True)
class Owed:
    """Bock games still to be played: `double` games of two Böcke, then `single` games of one."""

    double: int = 0
    single: int = 0

    @property
    def games(self) -> int:
        """How many games are still Bock games."""
        return self.double + self.single

    @property
    def level(self) -> int:
        """How many Böcke count in the next game."""
        return 2 if self.double else min(1, self.single)

    def play(self) -> Owed:
        """The Bock games that remain after the next game."""
        return Owed(self.double - 1, self.single) if self.double else Owed(0, max(0, self.single - 1))


NOTHING_OWED = Owed()


def append(running: bool, left: Owed, games: int) -> Owed:
    """The new games follow the remaining ones ("anhängen")."""
    return Owed(left.double, left.single + games)


def ignore(running: bool, left: Owed, games: int) -> Owed:
    """A Bock game starts no new Bock round."""
    return left if running or left.games else Owed(0, games)


def extend(running: bool, left: Owed, games: int) -> Owed:
    """The new round begins at once, together with the running one; a game of both counts one Bock."""
    return Owed(0, max(left.games, games))


def anew(running: bool, left: Owed, games: int) -> Owed:
    """The running round ends, and the new one begins ("neu beginnen")."""
    return Owed(0, games)


def doppelbock(running: bool, left: Owed, games: int) -> Owed:
    """The new round begins at once, together with the running one; a game of both counts two Böcke. No game counts
    three: a third Bock moves to the first later game that counts fewer than two."""
    both = min(games, left.single)
    return Owed(left.double + both, left.single - both + games - both)


Meeting = Callable[[bool, Owed, int], Owed]
"""(whether the game that starts the new round is a Bock game, remaining Bock games after that game, games of the new
round) -> remaining Bock games with the new round."""
MEET: dict[str, Meeting] = {one.__name__: one for one in (append, ignore, extend, anew, doppelbock)}


def count_games(rules: RuleSet, seats: int) -> int:
    """The number of games of a Bock round at a table with that many seats."""
    return rules.bock.games or seats


def owe_after(rules: RuleSet, found: Sequence[Trigger], seats: int, owed: Owed) -> Owed:
    """The remaining Bock games after a game with these triggers. `owed`: those before it."""
    left, running = owed.play(), bool(owed.games)
    rounds = min(sum(not trigger.single for trigger in found), rules.bock.per_game)
    if found and not rounds:
        return left if running else Owed(0, 1)
    meet, games = MEET[rules.bock.meets], count_games(rules, seats)
    return reduce(lambda so_far, _: meet(running, so_far, games), range(rounds), left)


def are_whole(rules: RuleSet, levels: Sequence[int], seats: int, singles: Sequence[int]) -> bool:
    """Whether consecutive Bock games are whole rounds. `levels`: how many Böcke each of them counts; `singles`: how
    many of them may be single Bock games, which belong to no round."""
    length, games = count_games(rules, seats), len(levels)
    if rules.bock.meets in ("extend", "anew"):
        return games >= length or games in singles
    if rules.bock.meets == "ignore":
        return games - length in singles or games in singles
    return any((sum(levels) - single) % length == 0 for single in singles)
