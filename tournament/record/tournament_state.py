"""A tournament as its entries tell it: plain frozen values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from scoring.counting.rules import RuleSet
from tournament.draw.table_sizes import Table
from tournament.record.entries import Head
from tournament.record.facts import (
    Closed,
    Decided,
    Drawn,
    Exported,
    FieldKeyed,
    KeyingAsked,
    Photographed,
    SheetJudged,
    SheetRead,
)
from tournament.record.sealed_rounds import Seals


@dataclass(frozen=True, slots=True)
class Opening:
    """What is played: the tournament's first entry, with its rule set loaded from the text that is kept.

    `key`: the first letters of the first entry's hash, which tell this tournament from others.
    """

    key: str
    title: str
    rules: RuleSet
    rounds: int
    games: int
    seats: int
    ties: tuple[str, ...]
    places: tuple[int, ...]
    prizes: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Entrant:
    """A player in the list. `fixed_table`: where the player sits in every round; None: it is drawn.

    `dropped_after`: the last round that the player plays; None for one who is still in. `substitutes`: by round, who
    plays for this player. `paused`: rounds that the player does not play, at the beginning for one who came late.
    """

    start: int
    name: str
    club: str = ""
    fixed_table: int | None = None
    dropped_after: int | None = None
    substitutes: Mapping[int, str] = field(default_factory=dict)
    paid: bool = False
    paused: frozenset[int] = frozenset()

    def plays(self, round_: int) -> bool:
        """Whether the player, or a substitute, is to be drawn in that round."""
        return round_ not in self.paused and (self.dropped_after is None or round_ <= self.dropped_after)

    def name_in(self, round_: int) -> str:
        """Who sits at the table in that round."""
        return self.substitutes.get(round_, self.name)


@dataclass(frozen=True, slots=True)
class SheetState:
    """A sheet as it counts now. `judged`: its judgement, None while there is none for its current reading."""

    key: str
    read: SheetRead
    judged: SheetJudged | None = None


@dataclass(frozen=True, slots=True)
class Ruling:
    """A decision in force: what was decided, by whom, when, and in which entry."""

    fact: Decided
    entry: int
    when: str
    by: str


@dataclass(frozen=True, slots=True)
class Keyed:
    """A field as a second person read it, by whom, when, and in which entry."""

    fact: FieldKeyed
    entry: int
    when: str
    by: str


@dataclass(frozen=True, slots=True)
class Tournament:
    """Everything that counts after the entry `head`. Mappings are in the order in which things came in.

    `players`: in the order of start numbers. `draws`: by round, after all swaps. `drawn`: how each was drawn. `sheets`:
    by sheet key. `decisions`: by item. `closed`: by round. `exports`: with the number of their entry. `asked`: the
    second keyings that were asked for. `keyed`: what was read then, by item and field, as long as the decision beside
    which it was read was not taken back. `printed`: the rounds of which the draw that holds was printed. `seals`: what
    does not count, since it would change a closed round.
    """

    head: Head
    opening: Opening
    players: tuple[Entrant, ...]
    draws: Mapping[int, tuple[Table, ...]]
    drawn: Mapping[int, Drawn]
    photos: Mapping[str, Photographed]
    sheets: Mapping[str, SheetState]
    decisions: Mapping[str, Ruling]
    closed: Mapping[int, Closed]
    exports: tuple[tuple[int, Exported], ...]
    asked: tuple[KeyingAsked, ...]
    keyed: Mapping[tuple[str, str], Keyed]
    printed: frozenset[int]
    seals: Seals

    def find_player(self, start: int) -> Entrant | None:
        """The player with that start number."""
        return next((player for player in self.players if player.start == start), None)
