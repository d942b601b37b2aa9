"""A rule set as data: the entries of `scoring/rulesets/*.toml` as frozen values.

These classes are the loader's schema: a field is a key of the file, its type and `Bound` say what the key may be, and
one with a default may be left out. Every table has its `source` (`scoring.counting.entry_types`). What the amounts are
for is code: `value` in `scoring.counting.game_value`, `bock.triggers` in `scoring.rows.bock_triggers`, `checks.apply`
in `scoring.rows.all_checks`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Annotated

from scoring.counting.bock_rules import NO_BOCK, Bock
from scoring.counting.entry_types import HIGHEST, NO_SOURCE, Amount, Id, Source, limit, restrict
from scoring.counting.game import LEVELS, ByParty, Call, Calls, Game
from scoring.counting.paper_rules import (
    NO_MONEY,
    NO_TRUMPS,
    RANKS,
    Aside,
    Augen,
    Example,
    HandSize,
    Money,
    NeededAugen,
    SheetFacts,
    Trumps,
)
from scoring.counting.row_laws import ZERO_SUM, Rows
from texts.sentences import Words

Loss = Annotated[int, limit(-HIGHEST, 0)]
Gain = Annotated[int, limit(0, HIGHEST)]


@dataclass(frozen=True, slots=True)
class Fine:
    """Points of the offender and of each of the three others; all four add up to 0 unless a pot takes the rest.

    `extra_row`: the game goes on after this offence, so its row is never a game.
    """

    offender: Loss
    others: Gain
    source: Source
    extra_row: bool = False

    @property
    def hands(self) -> list[int]:
        """The points of the four who play, lowest first."""
        return sorted((self.offender, self.others, self.others, self.others))


NO_FINE = Fine(0, 0, NO_SOURCE)


@dataclass(frozen=True, slots=True)
class Offence:
    """What a Regelverstoß costs, and whether its row is one of the round's games.

    `minor`: the fine of a minor one (no points: the system knows none). `absage`: what each Absage of the other party
    adds to the fine. `played_out`: there is no fine, the offender's party loses the game that is being played.
    """

    offender: Loss
    others: Gain
    counts_as_game: bool
    source: Source
    played_out: bool = False
    minor: Fine = NO_FINE
    absage: Fine = NO_FINE

    @property
    def is_fined(self) -> bool:
        """Whether an offence has points of its own."""
        return not self.played_out and self.make_fine().hands != [0] * 4

    @property
    def has_minor(self) -> bool:
        """Whether the system knows minor offences."""
        return self.minor.hands != [0] * 4

    @property
    def has_absagen(self) -> bool:
        """Whether the other party's Absagen raise the fine."""
        return self.absage.hands != [0] * 4

    def make_fine(self, absagen: int = 0) -> Fine:
        """The fine of a serious offence after that many Absagen of the other party."""
        offender = self.offender + absagen * self.absage.offender
        return Fine(offender, self.others + absagen * self.absage.others, self.source)

    def find_fine(self, game: Game) -> Fine:
        """The fine of the offence in that game."""
        return self.minor if game.minor else self.make_fine(game.absagen)

    def list_fines(self) -> tuple[Fine, ...]:
        """Every fine that a row can show, the plain one first."""
        if self.played_out:
            return ()
        raised = range(1, len(LEVELS) + 1) if self.has_absagen else ()
        minor = (self.minor,) if self.has_minor else ()
        return (self.make_fine(), *(self.make_fine(absagen) for absagen in raised), *minor)


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
    """A check that these rules ask for: its id in `scoring.rows.all_checks` ("R1" to "R8", "S1" to "S11")."""

    id: str
    source: Source


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
    rows: Rows = ZERO_SUM
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

    @cached_property
    def in_full(self) -> RuleSet:
        """The same rules for rows in which the points of all who played stand."""
        return self if self.rows.side is None else replace(self, rows=replace(self.rows, law="zero-sum"))

    @cached_property
    def most_bocks(self) -> int:
        """How many Böcke one game can count; 0 where none counts."""
        counted = any(part.rule in ("bock", "bockzuschlag") for part in self.value)
        return (2 if self.bock.meets == "doppelbock" else 1) if counted else 0

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

    @cached_property
    def least_trick(self) -> int:
        """Augen of the poorest trick: four cards of the lowest rank."""
        return 4 * min(card.augen for card in self.deck)
