"""A rule set as data: the entries of `scoring/rulesets/*.toml` as frozen values.

These classes are the loader's schema: a field is a key of the file, its type and `Bound` say what the key may be, and
one with a default may be left out. Every table has its `source` (`scoring.counting.entry_types`). What the amounts are
for is code: `value` in `scoring.counting.game_value`, `bock.triggers` in `scoring.rows.bock_triggers`, `checks.apply`
in `scoring.rows.all_checks`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import product
from typing import Annotated

from scoring.counting.bock_rules import NO_BOCK, Bock
from scoring.counting.counted_entries import Deadline, Kind, Level, Needs, Part
from scoring.counting.entry_types import HIGHEST, NO_WORDS, Amount, Source, limit, restrict
from scoring.counting.fines import Offence
from scoring.counting.game import ANSAGE, NOTHING, PARTIES, PLAYERS, TABLE_SIZES, Calls, Game, Party, count_players
from scoring.counting.paper_rules import (
    NO_MONEY,
    NO_TRUMPS,
    RANKS,
    Aside,
    Example,
    Money,
    SheetFacts,
    Trumps,
)
from scoring.counting.row_laws import ZERO_SUM, Rows
from texts.sentences import Words

MOST_JUNGFERN = 2
"""Players without a trick in a Ramsch, at most: with three of them, one made all tricks, and that is another game."""


@dataclass(frozen=True, slots=True)
class Card:
    """A rank: how many lie in the deck and what one is worth in Augen."""

    rank: Annotated[str, restrict(*RANKS)]
    copies: Annotated[int, limit(1, 40)]
    augen: Annotated[int, limit(0, 40)]
    source: Source


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
        counted = any(part.counts_bock for part in self.value)
        return (2 if self.bock.meets == "doppelbock" else 1) if counted else 0

    def is_crossed(self, kind: Kind) -> bool:
        """Whether players cross this kind as a solo: never where the cross could pass for somebody's Pflichtsolo."""
        return kind.solo_cross and (kind.pflicht or not self.sheet.pflichtsolo.per_player)

    @property
    def calls(self) -> range:
        """Every call, from none to the highest Absage, as the numbers in `scoring.counting.game.Calls`."""
        return range(ANSAGE + 1 + len(self.levels))

    @cached_property
    def absagen(self) -> range:
        """Every Absage, lowest first."""
        return range(ANSAGE + 1, ANSAGE + 1 + len(self.levels))

    def get_level(self, call: int) -> Level:
        """The facts of an Absage."""
        return self.levels[call - ANSAGE - 1]

    def name_call(self, party: Party, call: int) -> str:
        """The name of that party's call, in JSON and in the ids of fields: "re", "k90"; "" when nothing was said."""
        return ("", party)[call] if call <= ANSAGE else self.get_level(call).id

    @cached_property
    def counts_pflicht(self) -> bool:
        """Whether a Pflichtsolo counts otherwise than another solo."""
        return any(not {"pflicht", "freiwillig"}.isdisjoint(part.when) for part in self.value)

    def counts_jungfern(self, kind: str) -> bool:
        """Whether players without a trick count in that kind of game."""
        return any(part.rule == "jungfrau" and kind in part.kinds for part in self.value)

    @cached_property
    def times(self) -> Mapping[tuple[str, int, int], tuple[int, int]]:
        """How often each side has the value, by kind, by how many are Re, and by seats (`Kind.get_times`)."""
        return {
            (kind.id, re, seats): kind.get_times(re, count_players(seats))
            for kind, seats in product(self.kinds, TABLE_SIZES)
            for re in range(1, count_players(seats))
        }

    def list_lone_times(self, players: int = PLAYERS, *, solo: bool = False) -> tuple[int, ...]:
        """How many times the value of each other who plays alone may have, the fewest first: (3,) as usual.

        `players`: who play, three or four. `solo`: only in games that players cross as a solo.
        """
        return self._lone_times[players, solo]

    @cached_property
    def _lone_times(self) -> Mapping[tuple[int, bool], tuple[int, ...]]:
        found = {}
        for players, solo in product((PLAYERS - 1, PLAYERS), (False, True)):
            kinds = [kind for kind in self.kinds if kind.solo_cross or not solo]
            times = {one for kind in kinds for one in kind.list_lone_times(players)}
            found[players, solo] = tuple(sorted(times)) or (players - 1,)
        return found

    @cached_property
    def adds_up(self) -> bool:
        """Whether the points of every game add up to 0, before a row law leaves some of them out."""
        return all(self.list_lone_times(size) == (size - 1,) for size in map(count_players, self.sheet.seats))

    def find_unshown_kind(self) -> Kind | None:
        """A kind of game in which somebody has the value another number of times than usual, so that rows cannot be
        judged: all but the soloist's, and that where not all points are written."""
        in_part = self.rows.side is not None or self.rows.pot
        own = (kind for kind in self.kinds if kind.has_own_times)
        return next((kind for kind in own if in_part or not kind.is_of_soloist), None)

    @cached_property
    def calls_by_name(self) -> Mapping[Party, Mapping[str | None, int]]:
        """Every call of each party by its name in JSON; None when nothing was said."""
        return {party: {self.name_call(party, call) or None: call for call in self.calls} for party in PARTIES}

    @cached_property
    def call_columns(self) -> Mapping[str, tuple[Party, int]]:
        """Party and call of each column of a full sheet that holds one, by its name: "re.k90"."""
        pairs = ((party, call) for party in PARTIES for call in self.calls[ANSAGE:])
        return {name_call_column(self, *pair): pair for pair in pairs}

    def get_needs(self, calls: Calls) -> Needs:
        """The Augen that win after these calls, when neither is an Absage."""
        return self.find_needs(calls) or self.needs[(calls.re > NOTHING) + 2 * (calls.kontra > NOTHING)]

    def find_needs(self, calls: Calls) -> Needs | None:
        """The Augen that win after just these calls, where the rules lay them down; the last entry that fits."""
        return next((needs for needs in self._own_needs if needs.fits(self.levels, calls)), None)

    @cached_property
    def _own_needs(self) -> tuple[Needs, ...]:
        """Those that hold after certain calls only, the last one first."""
        return tuple(needs for needs in reversed(self.needs) if "/" in needs.said)

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


def name_call_column(rules: RuleSet, party: Party, call: int) -> str:
    """The column of that call on a full sheet: "re.re", "kontra.k90"."""
    return f"{party}.{rules.name_call(party, call)}"


def is_under(rules: RuleSet, game: Game, party: Party, level: int) -> bool:
    """Whether the party stayed below that level: too few Augen, or for schwarz no trick."""
    escape = rules.get_level(level).of(party)
    return game.get_augen(party) < escape if escape else game.is_trickless(party)
