"""What the organiser does next: one step, found from how far each round is."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from texts.sentences import Phrase
from tournament.evening.missing_sheets import Numbers

Kind = Literal["players", "draw", "print", "review", "missing", "close", "post", "names", "done"]
MOST_NAMED = 3
"""Tables that a sentence names; of more only their number is told."""


@dataclass(frozen=True, slots=True)
class TableState:
    """A table in a round. `sheets`: how many of its sheets are in, two if it wrote on half sheets. `open`: how many of
    their items wait for a person; `item`: the first of these, "" for none. `key`: the key of its last sheet, "" for
    none. `typed`: whether somebody typed it. `names`: who sits there, as far as known.
    """

    table: int
    sheets: int
    open: int
    key: str
    typed: bool = False
    item: str = ""
    names: tuple[str, ...] = ()

    @property
    def surnames(self) -> tuple[str, ...]:
        """Who sits there, as short as can be told apart at the table: "Meier", or "Anna Meier" beside another one."""
        short = [_find_surname(name) for name in self.names]
        return tuple(one if short.count(one) == 1 else name for one, name in zip(short, self.names, strict=True))


def _find_surname(name: str) -> str:
    """The last word of a name with small ones before it ("von der Heide"), without what stands behind a comma or in
    brackets (a namesake's club); the whole name where that word is an initial or a number."""
    first, *words = re.split(r",|\s\(", name, maxsplit=1)[0].split() or [name]
    while len(words) > 1 and not words[0].islower():
        del words[0]
    last = words[-1] if words else first
    return " ".join(words) or first if len(last.rstrip(".")) > 1 and last[0].isalpha() else name


@dataclass(frozen=True, slots=True)
class RoundState:
    """A round with its tables by number. `elsewhere`: how many open items are on sheets without a table number.
    `needs_print`: whether sheets must be printed for it, which a club that writes on its own list does without.
    `cancelled`: it is not played. `posted`: the standings as they are now were handed out after its closing. `signed`:
    the tables without a sheet that somebody signed off at its closing.
    """

    round: int
    closed: bool
    tables: tuple[TableState, ...]
    elsewhere: int
    drawn: bool = False
    printed: bool = False
    cancelled: bool = False
    posted: bool = False
    signed: frozenset[int] = frozenset()
    needs_print: bool = True

    @property
    def count_in(self) -> int:
        """How many tables have a sheet in."""
        return sum(one.sheets > 0 for one in self.tables)

    @property
    def missing(self) -> tuple[int, ...]:
        """The tables without a sheet."""
        return tuple(one.table for one in self.tables if not one.sheets)

    @property
    def due(self) -> tuple[int, ...]:
        """The tables whose sheets are to come."""
        return () if self.cancelled else tuple(one for one in self.missing if one not in self.signed)

    @property
    def is_begun(self) -> bool:
        """Whether people may already sit at its tables."""
        return self.printed or not self.needs_print or self.count_in > 0


def choose_round(rounds: Sequence[RoundState]) -> RoundState | None:
    """The last open round that has begun, else the first open one, else the last that was played."""
    left = [one for one in rounds if not one.closed and one.tables]
    begun = [one for one in left if one.count_in]
    played = [one for one in rounds if one.count_in]
    return next(iter((*begun[-1:], *left[:1], *played[-1:])), None)


@dataclass(frozen=True, slots=True)
class NextStep:
    """A step. `round`: the round that it is about, 0 for none. `tables`: whose sheets are missing, () while none of the
    round is in. `count`: how many items are to be checked, or seats to be named."""

    kind: Kind
    round: int = 0
    tables: tuple[int, ...] = ()
    count: int = 0

    def say(self) -> Phrase:
        """The step in a few words: "Tisch 13 und 15 fehlen noch"."""
        if self.kind == "missing":
            return Phrase(f"next.step.missing{self._count_tables()}", self._list_gaps())
        return Phrase(f"next.step.{self.kind}", self._list_gaps())

    def _count_tables(self) -> str:
        """The ending of the sentence on missing tables."""
        return {0: "-round", 1: "-one"}.get(len(self.tables), "-many" if len(self.tables) > MOST_NAMED else "")

    def _list_gaps(self) -> Mapping[str, object]:
        count = len(self.tables) or self.count
        return {"round": self.round, "tables": Numbers(self.tables), "count": count}


def find_next_step(rounds: Sequence[RoundState], items: int, unnamed: int, *, has_players: bool) -> NextStep:
    """The first that applies. `items`: how many are open and not signed off; `unnamed`: how many seats have no name,
    0 once the standings are final."""
    if not has_players and not any(one.count_in for one in rounds):
        return NextStep("players")
    if items:
        return NextStep("review", count=items)
    lacking = next((one for one in rounds if one.closed and one.due), None)
    if lacking is not None:  # its sheet was taken out after the closing
        return NextStep("missing", lacking.round, lacking.due)
    current = next((one for one in rounds if not one.closed), None)
    if (current is None or not current.count_in) and (last := _find_unposted(rounds)):
        return NextStep("post", last)
    if current is None:
        return NextStep("names", count=unnamed) if unnamed else NextStep("done")
    return _find_step_of(current, has_players=has_players)


def _find_unposted(rounds: Sequence[RoundState]) -> int:
    """The last closed round that was played, if no standings were handed out since; else 0."""
    played = [one for one in rounds if one.closed and one.count_in]
    return played[-1].round if played and not played[-1].posted else 0


def _find_step_of(current: RoundState, *, has_players: bool) -> NextStep:
    """The step of the first round that is not closed, where nothing is open."""
    if not current.count_in and has_players and not current.drawn:
        return NextStep("draw", current.round)
    if current.drawn and not current.is_begun:
        return NextStep("print", current.round)
    if current.due or not current.count_in:
        return NextStep("missing", current.round, current.due if current.count_in else ())
    return NextStep("close", current.round)
