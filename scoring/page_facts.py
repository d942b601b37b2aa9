"""Parts of a rule set that people read and no count uses: the order of trumps, asides, money, worked examples."""

from __future__ import annotations

from dataclasses import dataclass

from scoring.sources import NO_SOURCE, Source
from texts.sentences import Words


@dataclass(frozen=True, slots=True)
class Trumps:
    """The trumps of an ordinary game, highest first: "herz-zehn", "kreuz-dame"; () where no order is laid down."""

    order: tuple[str, ...]
    source: Source


NO_TRUMPS = Trumps((), NO_SOURCE)
NO_WORDS = Words("", "")


@dataclass(frozen=True, slots=True)
class Aside:
    """A rule that no count shows: how a call comes about by itself, or a game that is named but not explained.

    `key`: the same in few words, for the foot of a sheet. `kinds`: games of these kinds in which Re was said are
    explained with it.
    """

    id: str
    text: Words
    source: Source
    key: Words = NO_WORDS
    kinds: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Money:
    """What a tournament costs and pays: the entry fee, and what a point is worth; 0 for nothing."""

    entry_cents: int
    cents_per_point: int
    source: Source


NO_MONEY = Money(0, 0, NO_SOURCE)


@dataclass(frozen=True, slots=True)
class Example:
    """A worked example of the rulebook: `game` as a line of JSON, `points` by seat."""

    title: Words
    game: str
    points: tuple[int, ...]
    source: Source
