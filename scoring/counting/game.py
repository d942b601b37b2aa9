"""The nouns of one game: parties, calls, Sonderpunkte, and the game itself as written down.

A strange game is allowed here and can be asked what is wrong with it (`scoring.counting.game_faults`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Generic, Literal, TypeVar

Party = Literal["re", "kontra"]
PARTIES: tuple[Party, Party] = ("re", "kontra")
NoTrick = Literal["re", "kontra", "none"]
"""Which party made no trick: one of them, or neither."""

AUGEN = 240
"""All Augen of a deck, with or without nines."""


def find_other_party(party: Party) -> Party:
    """The opposing party."""
    return "kontra" if party == "re" else "re"


Value = TypeVar("Value", covariant=True)


class ByParty(Generic[Value]):
    """What has one value for Re and one for Kontra. Those that inherit it are dataclasses with these two fields."""

    __slots__ = ()

    def of(self, party: Party) -> Value:
        """The value of that party."""
        return self.re if party == "re" else self.kontra  # type: ignore[attr-defined,no-any-return]  # fields of the heirs


NOTHING, ANSAGE = 0, 1
"""The lowest calls: nothing, and Re or Kontra. 2 is the first of the rule set's Absagen (`levels`), and so on."""


@dataclass(frozen=True, slots=True)
class Calls(ByParty[int]):
    """The highest call of each party, as a number from `NOTHING` on. It includes all calls below it."""

    re: int = NOTHING
    kontra: int = NOTHING

    def list_absagen(self, party: Party) -> tuple[int, ...]:
        """The Absagen that the party said, lowest first; "keine 60" includes "keine 90"."""
        return tuple(range(ANSAGE + 1, self.of(party) + 1))


Counts = tuple[tuple[str, int], ...]
"""How many of each Sonderpunkt: ("fuchs", 1), ..."""


@dataclass(frozen=True, slots=True)
class Extras(ByParty[Counts]):
    """The Sonderpunkte that each party made."""

    re: Counts = ()
    kontra: Counts = ()

    def count(self, party: Party, name: str) -> int:
        """How often the party made that Sonderpunkt."""
        return sum(count for known, count in self.of(party) if known == name)

    def __iter__(self) -> Iterator[tuple[Party, str, int]]:
        """Every (party, Sonderpunkt, count) that is not zero."""
        for name, count in self.re:
            if count:
                yield "re", name, count
        for name, count in self.kontra:
            if count:
                yield "kontra", name, count


PLAYERS = 4
"""Who play a game; at a table of three only they."""
TABLE_SIZES = (3, 4, 5, 6, 7)
"""How many may sit at a table (ddv TSR 10; three as their club agrees)."""


def count_players(seats: int) -> int:
    """How many play each game at a table of so many seats."""
    return min(seats, PLAYERS)


def count_sitters(seats: int) -> int:
    """How many sit each game out at a table of so many seats."""
    return max(seats - PLAYERS, 0)


@dataclass(frozen=True, slots=True)
class Game:
    """One game as written down. Seats count from 1.

    `kind`: normal, hochzeit (with partner), hochzeit-allein, stille-hochzeit, solo, armut, one of a club's own, or
    strafe (an offence). `re`: seats of the Re party; in a Ramsch, which has none, the seats that pay. `augen`: Re's, 0
    to 240; None when unknown. `no_trick`: the party without a trick, "none" for neither; None leaves it to the Augen (a
    party with 0 Augen has no trick). `sits`: the seats that sit out, where there are more than four. `pflicht`: the
    solo was a Pflichtsolo. `offender`, `minor`, `absagen` belong to an offence, and so does `soloist`, the seat that
    played the solo in which it happened. `verworfen`: the party that broke a rule and so lost the game, where offences
    are played out. `bock`: how many Böcke count in it. `jungfern`: players without a trick in a Ramsch.
    """

    kind: str
    re: tuple[int, ...] = ()
    calls: Calls = Calls()
    augen: int | None = None
    no_trick: NoTrick | None = None
    extras: Extras = Extras()
    solo: str | None = None
    pflicht: bool = False
    bock: int = 0
    seats: int = PLAYERS
    sits: tuple[int, ...] = ()
    offender: int | None = None
    minor: bool = False
    absagen: int = 0
    soloist: int | None = None
    verworfen: Party | None = None
    jungfern: int = 0

    def get_augen(self, party: Party) -> int:
        """That party's Augen. Only for games whose Augen are known."""
        assert self.augen is not None
        return self.augen if party == "re" else AUGEN - self.augen

    def is_trickless(self, party: Party) -> bool:
        """Whether the party made no trick: as `no_trick` says, else by its having no Augen."""
        return self.no_trick == party or (self.no_trick != "none" and self.get_augen(party) == 0)

    def plays(self, *seats: int) -> bool:
        """Whether all these seats are at the table and do not sit out."""
        return all(1 <= seat <= self.seats and seat not in self.sits for seat in seats)

    @property
    def playing(self) -> tuple[int, ...]:
        """The seats that play: all but those that sit out."""
        return tuple(seat for seat in range(1, self.seats + 1) if seat not in self.sits)
