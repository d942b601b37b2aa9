"""What a Regelverstoß costs: one fine, or several where a system tells minor from serious ones."""

from __future__ import annotations

from dataclasses import dataclass

from scoring.counting.game import LEVELS, Game
from scoring.sources import NO_SOURCE, Source


@dataclass(frozen=True, slots=True)
class Fine:
    """Points of the offender and of each of the three others; all four add up to 0.

    `extra_row`: the game goes on after this offence, so its row is never a game.
    """

    offender: int
    others: int
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

    offender: int
    others: int
    counts_as_game: bool
    source: Source
    played_out: bool = False
    minor: Fine = NO_FINE
    absage: Fine = NO_FINE

    @property
    def has_minor(self) -> bool:
        """Whether the system knows minor offences."""
        return self.minor.others != 0

    @property
    def has_absagen(self) -> bool:
        """Whether the other party's Absagen raise the fine."""
        return self.absage.others != 0

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
