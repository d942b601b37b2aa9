"""How a game counts, worked out once for all games that count alike but for their Sonderpunkte."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from scoring.counting.game import AUGEN, Call, Calls, Extras, Game, NoTrick, Party
from scoring.counting.rules import RuleSet
from scoring.counting.steps import Line, Step, Worth
from scoring.counting.value import Case, Shared, find_stand_in, join_steps, list_shared_steps
from scoring.counting.winner import find_winner

KEPT = 2**15  # tallies in memory, about 2 kB each; a system has up to 2,500


@dataclass(frozen=True, slots=True)
class End:
    """How a game ended, beside its Augen. `verworfen`: the party that lost it by a broken rule. `both_tricks`: both
    parties are written to have a trick.
    """

    verworfen: Party | None = None
    both_tricks: bool = False


PLAYED = End()


@dataclass(frozen=True, slots=True, eq=False)
class Tally:
    """A count from Re's view, per opponent. `winner`: None when nobody wins.

    `base`: the value without Sonderpunkte; `worth`: what each of Re's adds to it, and each of Kontra's takes.
    """

    winner: Party | None
    base: int
    worth: Worth
    steps: tuple[Step, ...]

    def count_value(self, extras: Extras) -> int:
        """The value of a game with these Sonderpunkte."""
        value, worth = self.base, self.worth
        for name, count in extras.re:
            value += count * worth.get(name, 0)
        for name, count in extras.kontra:
            value -= count * worth.get(name, 0)
        return value

    def list_lines(self, extras: Extras) -> tuple[Line, ...]:
        """The count of a game with these Sonderpunkte, line by line; the lines add up to its value."""
        return tuple(list_lines(self.steps, extras))


def list_lines(steps: Iterable[Step], extras: Extras, total: int = 0) -> Iterator[Line]:
    """The lines of these steps, after `total` points, in a game with these Sonderpunkte."""
    for step in steps:
        for line in step.list_lines(total, extras):
            yield line
            total += line.points


def find_tally(rules: RuleSet, game: Game) -> Tally:
    """The tally of a game in which nothing is wrong (`scoring.counting.game_faults`)."""
    if game.kind == "strafe":
        return make_fine_tally(rules, game.minor, game.absagen)
    assert game.augen is not None
    band = bisect_right(find_edges(rules), game.augen)
    kind, solo = find_stand_in(rules, game.kind, game.solo)
    end = End(game.verworfen, game.no_trick == "none") if game.verworfen or game.no_trick else PLAYED
    return make_tally(rules, kind, solo, game.calls.re, game.calls.kontra, band, game.bock, end)


@lru_cache(maxsize=64)
def find_edges(rules: RuleSet) -> tuple[int, ...]:
    """The Augen of Re at which a game may begin to count otherwise: either party wins, escapes a level, or has a trick.

    Between two of them nothing changes: they divide the Augen into bands, numbered from 0.
    """
    both = {level.against for level in rules.levels} | {1}
    re = both | {needs.re for needs in rules.needs} | {level.re for level in rules.levels}
    kontra = both | {needs.kontra for needs in rules.needs} | {level.kontra for level in rules.levels}
    return tuple(sorted(edge for edge in re | {AUGEN + 1 - augen for augen in kontra} if 0 < edge <= AUGEN))


@lru_cache(maxsize=KEPT)
def make_tally(
    rules: RuleSet, kind: str, solo: str | None, re: Call, kontra: Call, band: int, bock: bool, end: End = PLAYED
) -> Tally:
    """The tally of all games of this kind with these calls and this end, whose Augen of Re lie in that band."""
    won, shared = _find_outcome(rules, re, kontra, band, end)
    case = Case(rules, Game(kind, solo=solo, bock=bock, verworfen=end.verworfen), won)
    steps = join_steps(case, shared)
    return Tally(won, *_count_steps(steps), steps)


@lru_cache(maxsize=2**12)
def _find_outcome(rules: RuleSet, re: Call, kontra: Call, band: int, end: End) -> tuple[Party | None, Shared]:
    """Who wins with these calls and Augen, and what counts: the same in every kind of game."""
    no_trick: NoTrick | None = "none" if end.both_tricks else None
    game = Game("", (), Calls(re, kontra), (0, *find_edges(rules))[band], no_trick, verworfen=end.verworfen)
    won = find_winner(rules, game)
    return won, list_shared_steps(Case(rules, game, won))


def _count_steps(steps: tuple[Step, ...]) -> tuple[int, Worth]:
    count: tuple[int, Worth] = (0, {})
    for step in steps:
        count = step.count_on(*count)
    return count


@lru_cache(maxsize=KEPT)
def make_fine_tally(rules: RuleSet, minor: bool, absagen: int) -> Tally:
    """The tally of an offence: from the offender's view, what each of the others gets."""
    lines = tuple(_list_fine_lines(rules, minor, absagen))
    return Tally(None, sum(line.points for line in lines), {}, lines)


def _list_fine_lines(rules: RuleSet, minor: bool, absagen: int) -> Iterator[Line]:
    offence = rules.offence
    if minor:
        yield Line("strafe-leicht", -offence.minor.others)
        return
    yield Line("strafe", -offence.others)
    if absagen:
        yield Line("strafe-absagen", -absagen * offence.absage.others, {"count": absagen})
