"""A rule set as data: the entries of `scoring/rulesets/*.toml` as frozen values.

These classes are the loader's schema: a field is a key of the file, its type and `Bound` say what the key may be, and
one with a default may be left out. Every table has its `source` (`scoring.counting.paper_rules`). What the amounts are
for is code: `value` in `scoring.counting.game_value`, `bock.triggers` in `scoring.rows.bock_games`, `checks.apply` in
`scoring.rows.all_checks`.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Annotated

from scoring.counting.fines import Offence
from scoring.counting.game import ByParty, Call, Calls
from scoring.counting.paper_rules import (
    HIGHEST,
    NO_MONEY,
    NO_SOURCE,
    NO_TRUMPS,
    NO_WORDS,
    RANKS,
    Amount,
    Aside,
    Augen,
    Example,
    HandSize,
    Id,
    Money,
    NeededAugen,
    SheetFacts,
    Source,
    Trumps,
    limit,
    restrict,
)
from texts.sentences import Words


@dataclass(frozen=True, slots=True)
class Card:
    """A rank: how many lie in the deck and what one is worth in Augen."""

    rank: Annotated[str, restrict(*RANKS)]
    copies: Annotated[int, limit(1, 40)]
    augen: Annotated[int, limit(0, 40)]
    source: Source


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of game that the system knows. `re_seats`: players of the Re party (1 plays alone and counts threefold).

    `solo_cross`: players cross it as a solo on the sheet. `pflicht`: it may serve as a Pflichtsolo.
    """

    id: Id
    title: Words
    re_seats: Annotated[int, restrict(1, 2)]
    solo_cross: bool
    pflicht: bool
    source: Source


@dataclass(frozen=True, slots=True)
class Needs(ByParty[int]):
    """Augen with which Re and Kontra win when nobody made an Absage. `said`: "nothing", "re", "kontra" or "both"."""

    said: str
    re: NeededAugen
    kontra: NeededAugen
    source: Source


@dataclass(frozen=True, slots=True)
class Level(ByParty[int]):
    """An Absage. `re`, `kontra`: Augen with which that party has escaped it; 0 for schwarz, where a trick is enough.

    `cards`: the fewest cards in hand with which it may be said. `against`: Augen with which the other party earns a
    point of its own against this Absage; 0: there is no such point.
    """

    id: str
    title: Words
    re: Augen
    kontra: Augen
    cards: HandSize
    source: Source
    against: Augen = 0


@dataclass(frozen=True, slots=True)
class Part:
    """One line of the value: the `rule` in `scoring.counting.game_value` and its amount, in the order of counting.

    `kinds`: the kinds of game in which it counts. `nobody`: it counts when nobody wins, too. `only`: the solos or
    Sonderpunkte that it is limited to; () for all of them.
    """

    rule: str
    points: Amount
    kinds: tuple[str, ...]
    nobody: bool
    source: Source
    only: tuple[str, ...] = ()


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


@dataclass(frozen=True, slots=True)
class Trigger:
    """What makes the next games Bock games: the condition of that id in `scoring.rows.bock_games`.

    `single`: one Bock game only, and none at all while a Bock round runs.
    """

    id: str
    title: Words
    source: Source
    single: bool = False

    @property
    def named(self) -> bool:
        """Whether the rule sheet itself names it; else it is a decision (D)."""
        return not self.source.is_decision


@dataclass(frozen=True, slots=True)
class Bock:
    """Bock rounds of one deal by each player; a new one waits for those that run. No triggers: no Bock.

    `per_game`: the most Bock rounds that one game brings, however many triggers it has.
    """

    triggers: tuple[Trigger, ...]
    per_game: Annotated[int, limit(1, 10)]
    source: Source


NO_BOCK = Bock((), 1, NO_SOURCE)


@dataclass(frozen=True, slots=True)
class Unit:
    """All written points are multiples of this."""

    step: Amount
    source: Source


@dataclass(frozen=True, slots=True)
class Unusual:
    """A value above this is rare enough to look twice."""

    above: Annotated[int, limit(0, 100 * HIGHEST)]
    source: Source


@dataclass(frozen=True, slots=True)
class Applied:
    """A check that these rules ask for: its id in `scoring.rows.all_checks` ("R1" to "R8", "S1" to "S11").

    `title`: what the rulebook itself calls it, with its paragraph; "" where it has no name of its own.
    """

    id: str
    source: Source
    title: Words = NO_WORDS


@dataclass(frozen=True, slots=True)
class CheckFacts:
    """Which checks apply to rows and sheets, and the amounts that they need."""

    unit: Unit
    unusual: Unusual
    apply: tuple[Applied, ...]


@dataclass(frozen=True, slots=True)
class Title(Words):
    """The system's name for people."""

    source: Source


@dataclass(frozen=True, eq=False)
class RuleSet:
    """A whole system. Rule sets are equal only if they are the same object, so that caches can be keyed by them.

    `extends`: the rule set that the file built on, as it named it; "" for a file that extends none.
    """

    id: str
    version: Annotated[int, limit(1, 9999)]
    title: Title
    deck: tuple[Card, ...]
    kinds: tuple[Kind, ...]
    deadline: Deadline
    needs: tuple[Needs, ...]
    levels: tuple[Level, ...]
    value: tuple[Part, ...]
    offence: Offence
    sheet: SheetFacts
    checks: CheckFacts
    trumps: Trumps = NO_TRUMPS
    bock: Bock = NO_BOCK
    money: Money = NO_MONEY
    asides: tuple[Aside, ...] = ()
    examples: tuple[Example, ...] = ()
    extends: str = ""

    def find_kind(self, name: str) -> Kind | None:
        """The kind of game of that id, if the system knows it."""
        return self._kinds.get(name)

    @cached_property
    def _kinds(self) -> dict[str, Kind]:
        return {entry.id: entry for entry in self.kinds}

    def list_entries(self, rule: str) -> tuple[Part, ...]:
        """The entries of `value` that name that rule."""
        return tuple(part for part in self.value if part.rule == rule)

    def is_crossed(self, kind: Kind) -> bool:
        """Whether players cross this kind as a solo: never where the cross could pass for somebody's Pflichtsolo."""
        return kind.solo_cross and (kind.pflicht or not self.sheet.pflichtsolo.per_player)

    def get_level(self, call: Call) -> Level:
        """The facts of an Absage."""
        return self.levels[call - Call.K90]

    def get_needs(self, calls: Calls) -> Needs:
        """The Augen that win after these calls, when neither is an Absage."""
        return self.needs[(calls.re > Call.NOTHING) + 2 * (calls.kontra > Call.NOTHING)]

    @cached_property
    def checks_applied(self) -> frozenset[str]:
        """The ids of the checks that apply."""
        return frozenset(entry.id for entry in self.checks.apply)

    def find_check_title(self, *names: str) -> Words | None:
        """What the rulebook calls the first of these checks that it has a name for."""
        titles = {entry.id: entry.title for entry in self.checks.apply if entry.title != NO_WORDS}
        return next((titles[name] for name in names if name in titles), None)

    @cached_property
    def least_trick(self) -> int:
        """Augen of the poorest trick: four cards of the lowest rank."""
        return 4 * min(card.augen for card in self.deck)
