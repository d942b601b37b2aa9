"""What a Regelverstoß costs: the fine in an ordinary game, in a solo, for a minor one, and with Absagen.

A fine in a solo may go to the soloist alone; then the two others get nothing. Whether the row of a fine is one of the
round's games, and whether the solo in it was played, is said here, too.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Annotated

from scoring.counting.entry_types import HIGHEST, NO_SOURCE, Source, limit
from scoring.counting.game import PLAYERS, Game

Loss = Annotated[int, limit(-HIGHEST, 0)]
Gain = Annotated[int, limit(0, HIGHEST)]


@dataclass(frozen=True, slots=True)
class Fine:
    """Points of the offender and of each of the others; all four add up to 0 unless a pot takes the rest.

    `extra_row`: the game goes on after this offence, so its row is never a game. `soloist`: in a solo what the soloist
    gets; 0: as much as the others. `most`: of what each Absage adds, for how many of them at most.
    """

    offender: Loss
    others: Gain
    source: Source
    extra_row: bool = False
    soloist: Gain = 0
    most: Annotated[int, limit(1, 20)] = 4

    @property
    def hands(self) -> list[int]:
        """The points of the four who play, lowest first."""
        return sorted((self.offender, self.soloist or self.others, self.others, self.others))

    @property
    def plays_solo(self) -> bool:
        """Whether a solo that ends with this fine counts as played (ddv TSR 9.4.4)."""
        return self.soloist != 0 and not self.extra_row

    def spread(self, seats: Iterable[int], offender: int, soloist: int | None = None) -> dict[int, int]:
        """The points by seat. `soloist`: asked for only by a fine that goes to the soloist. Where three play, nobody
        pays what a fourth would get."""
        gains = {seat: self.soloist if self.soloist and seat == soloist else self.others for seat in seats}
        return gains | {offender: self.offender + (PLAYERS - len(gains)) * self.others}

    def raise_by(self, absage: Fine, count: int) -> Fine:
        """The fine after that many Absagen of the other party; `absage`: what each of them adds."""
        return replace(
            self,
            offender=self.offender + count * absage.offender,
            others=self.others + count * absage.others,
            soloist=self.soloist + count * absage.soloist,
        )


NO_FINE = Fine(0, 0, NO_SOURCE)


@dataclass(frozen=True, slots=True)
class Offence:
    """What a Regelverstoß costs, and whether its row is one of the round's games.

    `minor`: the fine of a minor one (no points: the system knows none). `absage`: what each Absage of the other party
    adds to the fine. `solo`, `solo_minor`, `solo_absage`: the same where somebody offends against a soloist (no points:
    as in any game). `played_out`: there is no fine, the offender's party loses the game that is being played.
    `repeated`: the game of a serious offence is dealt again while there is time, so that its row may be a game or not.
    `most_deducted`: the most points that a jury may take from somebody at once, 0 for any number.
    """

    offender: Loss
    others: Gain
    counts_as_game: bool
    source: Source
    played_out: bool = False
    repeated: bool = False
    most_deducted: Annotated[int, limit(0, HIGHEST)] = 0
    minor: Fine = NO_FINE
    absage: Fine = NO_FINE
    solo: Fine = NO_FINE
    solo_minor: Fine = NO_FINE
    solo_absage: Fine = NO_FINE

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

    def is_against_soloist(self, game: Game) -> bool:
        """Whether the offence has a fine that goes to the soloist alone."""
        return self.solo.soloist != 0 and game.soloist not in (None, game.offender)

    def plays_solo(self, game: Game) -> bool:
        """Whether the solo that an offence ends counts as played (ddv TSR 9.4.4)."""
        return self.find_fine(game).plays_solo

    def make_fine(self, absagen: int = 0, *, solo: bool = False) -> Fine:
        """The fine of a serious offence after that many Absagen of the other party; `solo`: against a soloist."""
        if solo:
            return self.solo.raise_by(self.solo_absage, absagen)
        return Fine(self.offender, self.others, self.source).raise_by(self.absage, absagen)

    def find_fine(self, game: Game) -> Fine:
        """The fine of the offence in that game."""
        solo = self.is_against_soloist(game)
        if game.minor:
            return self.solo_minor if solo else self.minor
        return self.make_fine(game.absagen, solo=solo)

    def list_fines(self) -> tuple[Fine, ...]:
        """Every fine that a row can show, the plain one first, those of solos last."""
        if self.played_out:
            return ()
        solos = tuple(self._list_serious(solo=True)) if self.solo.soloist else ()
        minors = tuple(fine for fine in (self.minor, self.solo_minor) if any(fine.hands))
        return (*self._list_serious(solo=False), *minors[:1], *solos, *minors[1:])

    def find_sums(self) -> set[int]:
        """What the points of an offence's row may add up to."""
        return {sum(fine.hands) for fine in self.list_fines()} or {0}

    def _list_serious(self, *, solo: bool) -> Iterator[Fine]:
        absage = self.solo_absage if solo else self.absage
        yield from (self.make_fine(count, solo=solo) for count in range(absage.most + 1 if any(absage.hands) else 1))
