"""The entries of a rule set by which a game counts: kinds of game, calls, who wins, and the lines of the value.

They are data (`scoring.counting.rules`); their conditions are functions in `scoring.counting.who_wins` and
`scoring.counting.game_value`.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import gcd
from typing import Annotated

from scoring.counting.entry_types import (
    NO_WORDS,
    Augen,
    HandSize,
    Id,
    NeededAugen,
    Source,
    limit,
    restrict,
)
from scoring.counting.game import PLAYERS, ByParty, Calls
from texts.sentences import Words

Times = Annotated[int, limit(0, 10)]


def find_usual_times(re: int, players: int = PLAYERS) -> tuple[int, int]:
    """How many times the value each player of Re has, and each of the others, so that all add up to 0."""
    common = gcd(re, players - re)
    return (players - re) // common, re // common


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of game that the system knows. `re_seats`: players of the Re party: 1 plays alone; 0: nobody is Re, and
    those who lose the most Augen pay (Ramsch).

    `solo_cross`: players cross it as a solo on the sheet. `pflicht`: it may serve as a Pflichtsolo. `re_times`,
    `kontra_times`: how many times the value each player of that party has; 0: as usual, so that all four add up to 0
    (threefold for who plays alone). `durchmarsch`: of a Ramsch, who makes all tricks wins it. `head`: its column's
    heading.
    """

    id: Id
    title: Words
    re_seats: Annotated[int, restrict(0, 1, 2)]
    solo_cross: bool
    pflicht: bool
    source: Source
    re_times: Times = 0
    kontra_times: Times = 0
    durchmarsch: bool = False
    head: Words = NO_WORDS

    @property
    def is_ramsch(self) -> bool:
        """Whether nobody is Re: the seats that pay stand in Re's place."""
        return self.re_seats == 0

    def may_be(self, re: int) -> bool:
        """Whether so many players can be Re, or in a Ramsch pay: there several may have the same Augen."""
        return 1 <= re <= 3 if self.is_ramsch else re == self.re_seats

    def get_times(self, re: int, players: int = PLAYERS) -> tuple[int, int]:
        """How many times the value each player of Re has, and each of the others, with so many players of Re."""
        theirs, others = find_usual_times(re, players)
        return self.re_times or theirs, self.kontra_times or others

    @property
    def has_own_times(self) -> bool:
        """Whether players have the value another number of times than usual."""
        sizes = (self.re_seats,) if self.re_seats else (1, 2, 3)
        return any(self.get_times(re) != find_usual_times(re) for re in sizes)

    @property
    def is_of_soloist(self) -> bool:
        """Whether one plays alone against others who have the value once each, so that a row shows how often."""
        return self.re_seats == 1 and self.kontra_times in (0, 1)

    def list_lone_times(self, players: int) -> tuple[int, ...]:
        """How many times the value of each other a lone player has in such a game, on whichever side."""
        sizes = {re: self.get_times(re, players) for re in range(1, players) if self.may_be(re)}
        alone = [times if re == 1 else times[::-1] for re, times in sizes.items() if re in (1, players - 1)]
        return tuple(theirs for theirs, others in alone if others == 1)


@dataclass(frozen=True, slots=True)
class Needs(ByParty[int]):
    """Augen with which Re and Kontra win when nobody made an Absage. `said`: "nothing", "re", "kontra" or "both"; or
    after which calls alone it holds, Absagen included: "k90/kontra", "re/-" ("-": nothing, "*": whatever was said).
    """

    said: str
    re: NeededAugen
    kontra: NeededAugen
    source: Source

    def fits(self, levels: tuple[Level, ...], calls: Calls) -> bool:
        """Whether it holds after just these calls. Not to be asked of the four usual entries."""
        re, _, kontra = self.said.partition("/")
        names = (("-", "re"), ("-", "kontra"))
        pairs = zip((re, kontra), (calls.re, calls.kontra), names, strict=True)
        known = tuple(level.id for level in levels)
        return all(name in ("*", (*own, *known)[call]) for name, call, own in pairs)


@dataclass(frozen=True, slots=True)
class Level(ByParty[int]):
    """An Absage. `re`, `kontra`: Augen with which that party has escaped it; 0 for schwarz, where a trick is enough.

    `cards`: the fewest cards in hand with which it may be said. `against`: Augen with which the other party earns a
    point of its own against this Absage; 0: there is no such point. `head`: the heading of its column.
    """

    id: Id
    title: Words
    re: Augen
    kontra: Augen
    cards: HandSize
    source: Source
    against: Augen = 0
    head: Words = NO_WORDS


@dataclass(frozen=True, slots=True)
class Part:
    """One line of the value: the `rule` in `scoring.counting.game_value` and its amount, in the order of counting.

    `kinds`: the kinds of game in which it counts. `nobody`: it counts when nobody wins, too. `only`: the solos,
    Sonderpunkte, Absagen or parties that it is limited to; () for all of them. `when`: conditions of the game that must
    all hold. `said`, `loser_said`: the highest call of the winner (of the loser) is one of these: "nothing", "ansage",
    "k90"; () for any. `outside`: multipliers below it that leave it as it is. `beyond`: of Feigheit, how far the winner
    came beyond what it said. `id`: a name of its own, where several entries have the same rule.
    """

    rule: str
    points: int
    kinds: tuple[str, ...]
    nobody: bool
    source: Source
    only: tuple[str, ...] = ()
    when: tuple[str, ...] = ()
    said: tuple[str, ...] = ()
    loser_said: tuple[str, ...] = ()
    outside: tuple[str, ...] = ()
    beyond: Annotated[int, limit(0, 100)] = 0
    id: str = ""

    @property
    def counts_bock(self) -> bool:
        """Whether it counts in Bock games otherwise than in others."""
        return self.rule in ("bock", "bockzuschlag") or not {"bock", "kein-bock"}.isdisjoint(self.when)


OF_SOLOS = frozenset({"solo", "mal"})
OF_LEVELS = frozenset(
    {"erreicht", "verfehlt", "gescheitert", "verspielt", "abgesagt", "dagegen", "absage-verdoppelt", "feigheit"}
)
OF_PARTIES = frozenset({"angesagt", "verdoppelt"})
"""Rules whose `only` names solos, Absagen, or parties; that of `sonderpunkte` names Sonderpunkte."""

TAKING = frozenset({"sonderpunkte", "solo"})
"""Rules whose points may be below zero: what a party loses by a Karlchen that was caught."""

SAID_NOTHING, SAID_ANSAGE = "nothing", "ansage"
"""How `said` names a party that said nothing, and one that said no more than Re or Kontra."""


def name_said(levels: tuple[Level, ...], call: int) -> str:
    """How `said` names that call of a party."""
    return (SAID_NOTHING, SAID_ANSAGE, *(level.id for level in levels))[call]


@dataclass(frozen=True, slots=True)
class Deadline:
    """Until when Re and Kontra may be said, in cards in hand; a reply may come `reply_fewer` cards later.

    `hochzeit_shift`: a Hochzeit moves every deadline by the number of the clarifying trick less this. `hochzeit_moves`:
    false where a Hochzeit moves no deadline.
    """

    ansage_cards: Annotated[int, limit(1, 20)]
    reply_fewer: HandSize
    hochzeit_shift: Annotated[int, limit(0, 3)]
    source: Source
    hochzeit_moves: bool = True
