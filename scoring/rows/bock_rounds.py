"""What a Bock does to the next games, and what becomes of one that comes while another runs.

The Bock games still to be played are a run: first those that count two Böcke (Doppelbock), then those that count one.
What a new Bock round makes of it is one small function for each `bock.meets` of a rule set.
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
        """What is owed below the next game."""
        return Owed(self.double - 1, self.single) if self.double else Owed(0, max(0, self.single - 1))


NOTHING_OWED = Owed()


def append(running: bool, left: Owed, games: int) -> Owed:
    """Its games come behind those that are owed ("anhängen")."""
    return Owed(left.double, left.single + games)


def ignore(running: bool, left: Owed, games: int) -> Owed:
    """A Bock game brings no Bock."""
    return left if running or left.games else Owed(0, games)


def extend(running: bool, left: Owed, games: int) -> Owed:
    """It begins at once, beside the one that runs; a game of both counts one Bock."""
    return Owed(0, max(left.games, games))


def anew(running: bool, left: Owed, games: int) -> Owed:
    """The one that runs is over, and the new one begins ("neu beginnen")."""
    return Owed(0, games)


def doppelbock(running: bool, left: Owed, games: int) -> Owed:
    """It begins at once, beside the one that runs; a game of both counts two Böcke. None counts three: what is too much
    for a game goes to the first one behind that has room."""
    both = min(games, left.single)
    return Owed(left.double + both, left.single - both + games - both)


Meeting = Callable[[bool, Owed, int], Owed]
"""(whether the game that brings it is a Bock game, what is owed below that game, games of the new one) -> what then is
owed."""
MEET: dict[str, Meeting] = {one.__name__: one for one in (append, ignore, extend, anew, doppelbock)}


def count_games(rules: RuleSet, seats: int) -> int:
    """How many games a Bock round has at a table of so many seats."""
    return rules.bock.games or seats


def owe_after(rules: RuleSet, found: Sequence[Trigger], seats: int, owed: Owed) -> Owed:
    """What is owed below a game with these triggers. `owed`: what was owed above it."""
    left, running = owed.play(), bool(owed.games)
    rounds = min(sum(not trigger.single for trigger in found), rules.bock.per_game)
    if found and not rounds:
        return left if running else Owed(0, 1)
    meet, games = MEET[rules.bock.meets], count_games(rules, seats)
    return reduce(lambda so_far, _: meet(running, so_far, games), range(rounds), left)


def are_whole(rules: RuleSet, levels: Sequence[int], seats: int, singles: Sequence[int]) -> bool:
    """Whether Bock games in a row that count so many Böcke each are whole rounds. `singles`: how many of them may be
    single Bock games, which belong to no round."""
    length, games = count_games(rules, seats), len(levels)
    if rules.bock.meets in ("extend", "anew"):
        return games >= length or games in singles
    if rules.bock.meets == "ignore":
        return games - length in singles or games in singles
    return any((sum(levels) - single) % length == 0 for single in singles)
