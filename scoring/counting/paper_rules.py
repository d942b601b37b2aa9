"""What a rule set says of sheets and pages: printed sheets, and the parts that only people read.

A printed sheet must hold games per table size, Sonderpunkte, solos and who sits out. No count uses the order of
trumps, asides, money and worked examples.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Annotated

from scoring.counting.entry_types import NO_SOURCE, NO_WORDS, Augen, Id, Source, limit, restrict
from scoring.counting.game import TABLE_SIZES, count_sitters
from texts.sentences import Words

SUITS = ("kreuz", "pik", "herz", "karo")
RANKS = ("ass", "zehn", "koenig", "dame", "bube", "neun")


@dataclass(frozen=True, slots=True)
class Trumps:
    """The trumps of an ordinary game, highest first: "herz-zehn", "kreuz-dame"; () where no order is laid down."""

    order: tuple[str, ...]
    source: Source


NO_TRUMPS = Trumps((), NO_SOURCE)


@dataclass(frozen=True, slots=True)
class Aside:
    """A rule that no count shows: how a call comes about by itself, or a game that is named but not explained.

    `key`: the same in few words, for the foot of a sheet. `kinds`: games of these kinds in which Re was said are
    explained with it.
    """

    id: Id
    text: Words
    source: Source
    key: Words = NO_WORDS
    kinds: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Money:
    """What a tournament costs and pays: the entry fee, and what a point is worth; 0 for nothing."""

    entry_cents: Annotated[int, limit(0, 10**6)]
    cents_per_point: Annotated[int, limit(0, 10**4)]
    source: Source


NO_MONEY = Money(0, 0, NO_SOURCE)


@dataclass(frozen=True, slots=True)
class Example:
    """A worked example of the rulebook: `game` as a line of JSON, `points` by seat."""

    title: Words
    game: str
    points: tuple[int, ...]
    source: Source


@dataclass(frozen=True, slots=True)
class Sonderpunkt:
    """A Sonderpunkt. `most`: how often it can be made in one game. `augen`: the fewest Augen that each one brings.
    `last_trick`: it is made in the last trick, in which only one is made. `head`: the heading of its column.
    """

    id: Id
    title: Words
    most: Annotated[int, limit(1, 20)]
    augen: Augen
    source: Source
    last_trick: bool = False
    head: Words = NO_WORDS


@dataclass(frozen=True, slots=True)
class SoloTrumps:
    """The cards of a solo, highest first. Shown on the page; no points depend on them.

    `order`: the trumps as in `scoring.counting.paper_rules.Trumps`; () where there are none. `chosen`: the ranks of the
    chosen suit, which rank below them. `plain`: the ranks of a plain suit.
    """

    order: tuple[str, ...]
    chosen: tuple[str, ...]
    plain: tuple[str, ...]
    source: Source


@dataclass(frozen=True, slots=True)
class Solo:
    """An announced solo; `suits` are narrower names of it ("herz" is a Trumpfsolo)."""

    id: Id
    title: Words
    suits: tuple[Annotated[str, restrict(*SUITS)], ...]
    source: Source
    trumps: SoloTrumps = SoloTrumps((), (), (), NO_SOURCE)


@dataclass(frozen=True, slots=True)
class Games:
    """Games of a round at a table of `seats`. `free`: players play as many as they like; `games` is a sheet's rows.

    `away`: who sits out where the rules name a rotation, as seats behind the dealer, who is 0; anybody may be the rest.
    """

    seats: Annotated[int, restrict(*TABLE_SIZES)]
    games: Annotated[int, limit(1, 99)]
    source: Source
    free: bool = False
    away: tuple[Annotated[int, limit(0, TABLE_SIZES[-1] - 1)], ...] = (0,)


@dataclass(frozen=True, slots=True)
class RoundTime:
    """Minutes that a round takes at a table of `seats`; then the ordinary games that are left are struck."""

    seats: Annotated[int, restrict(*TABLE_SIZES)]
    minutes: Annotated[int, limit(1, 600)]
    source: Source


@dataclass(frozen=True, slots=True)
class Rounds:
    """Rounds of a tournament."""

    count: Annotated[int, limit(1, 99)]
    source: Source


@dataclass(frozen=True, slots=True)
class Pflichtsolo:
    """Solos that each player owes in a round (0: none).

    `section`: they have rows of their own below the other games. `within`: a player may be asked for it after so
    many deals of each player (0: at the end of the round).
    """

    per_player: Annotated[int, limit(0, 9)]
    source: Source
    section: bool = False
    within: Annotated[int, limit(0, 99)] = 0


@dataclass(frozen=True, slots=True)
class Sitter:
    """Whose turn it is to sit out where more than four sit. "dealer": the dealer's, of five seat ((game - 1) mod 5) +
    1, and that of others whom `Games.away` names. "repeat": likewise, but after a Pflichtsolo the same player deals
    again. "": unknown.
    """

    rotation: str
    source: Source


@dataclass(frozen=True, slots=True)
class RunningTotals:
    """Whether players may write running totals instead of, or beside, each game's points."""

    allowed: bool
    source: Source


@dataclass(frozen=True, slots=True)
class Keeper:
    """Who keeps the list. `last_seat`: the player on the table's last seat; else the rules do not say."""

    last_seat: bool
    source: Source


@dataclass(frozen=True)
class SheetFacts:
    """What a sheet of these rules has to hold. Without slots, so that properties can be cached."""

    rounds: Rounds
    games: tuple[Games, ...]
    sonderpunkte: tuple[Sonderpunkt, ...]
    solos: tuple[Solo, ...]
    pflichtsolo: Pflichtsolo
    sitter: Sitter
    totals: RunningTotals = RunningTotals(True, NO_SOURCE)
    time: tuple[RoundTime, ...] = ()
    keeper: Keeper = Keeper(False, NO_SOURCE)

    @cached_property
    def seats(self) -> tuple[int, ...]:
        """Table sizes that the system allows."""
        return tuple(entry.seats for entry in self.games)

    def count_games(self, seats: int) -> int | None:
        """Games of a round at that many seats, or rows of a sheet where they are free; None: there is no such table."""
        return next((entry.games for entry in self.games if entry.seats == seats), None)

    def count_owed_games(self, seats: int) -> int | None:
        """Games that a round at that many seats must have; None where the players are free."""
        return next((entry.games for entry in self.games if entry.seats == seats and not entry.free), None)

    def list_away(self, seats: int) -> tuple[int, ...]:
        """Who sits out each game at that many seats, as seats behind the dealer; () for nobody, and for anybody."""
        return self._away.get(seats, ())

    @cached_property
    def _away(self) -> dict[int, tuple[int, ...]]:
        more = (entry for entry in self.games if count_sitters(entry.seats) and self.sitter.rotation)
        return {entry.seats: entry.away for entry in more}

    def is_in_section(self, seats: int, number: int) -> bool:
        """Whether the game of that number is in the section for the Pflichtsoli."""
        if not self.pflichtsolo.section:  # asked first: this is asked for every row that is weighed
            return False
        games = self.count_games(seats)
        return games is not None and games - self.pflichtsolo.per_player * seats < number <= games

    def find_sonderpunkt(self, name: str) -> Sonderpunkt | None:
        """The Sonderpunkt of that id, if the system knows it."""
        return self._sonderpunkte.get(name)

    @cached_property
    def _sonderpunkte(self) -> dict[str, Sonderpunkt]:
        return {entry.id: entry for entry in self.sonderpunkte}

    def find_solo(self, name: str | None) -> Solo | None:
        """The solo of that id or suit, if the system knows it; None for a game that names none."""
        return next((entry for entry in self.solos if name == entry.id or name in entry.suits), None)
