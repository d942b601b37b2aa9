"""One player's tournament, and the place.

Places are in the order of a number, the largest first; equal ones share a place, and the next places stay empty.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import groupby
from typing import Any, Literal, TypeVar

from scoring.findings import write_points
from texts.languages import Lang
from texts.sentences import Phrase

One = TypeVar("One")


def group_by_key(things: Iterable[One], key: Callable[[One], Any]) -> list[list[One]]:
    """The things in groups of equal keys, the largest key first; inside a group they keep their order."""
    return [list(group) for _, group in groupby(sorted(things, key=key, reverse=True), key=key)]


def number_places(groups: Iterable[Sequence[One]]) -> Iterator[tuple[int, bool, One]]:
    """(place, whether it is shared, thing), from 1: 1, 2, 2, 4."""
    place = 1
    for group in groups:
        yield from ((place, len(group) > 1, one) for one in group)
        place += len(group)


TYPED_MARK = "*"
"""The mark of points that somebody typed and no photograph shows."""
AWARD_MARK = "°"
"""The mark of points that an award changed."""


def write_marked(points: int | None, *, typed: bool, awarded: bool = False, nothing: str = "–") -> str:
    """A round's points with the marks of those that somebody typed, and that hold an award; `nothing` for no points."""
    marks = (TYPED_MARK if typed else "") + (AWARD_MARK if awarded else "")
    return nothing if points is None else write_points(points) + marks


Round = int | None
"""A round's number; None for sheets whose round is unknown."""

Gap = Literal["late", "paused", "withdrew", "missing", "undrawn", "closed", "cancelled"]
"""Why a player has no points in a round: late: plays from a later one on; paused: sat it out; withdrew: had left;
missing: no sheet names the player yet; undrawn: sat at no table; closed: the round was closed without such a sheet;
cancelled: the round is not played."""


def name_withdrawal(after: int | None) -> Phrase | None:
    """The word for a player who left after that round; None for one who did not leave."""
    if after is None:
        return None
    return Phrase("wall.withdrew" if after else "wall.withdrew-first", {"round": after})


@dataclass(frozen=True, slots=True)
class Sitting:
    """One player at one sheet. `sheet`: its number in the book; `points`: the seat's points in all rows; `typed`:
    whether somebody typed them, and no photograph shows them; `games`: how many games the seat played."""

    sheet: int
    seat: int
    round: Round
    table: int | None
    points: int
    typed: bool = False
    games: int = 0


@dataclass(frozen=True)  # not slots: scenarios rank the same players a thousand times
class Player:
    """One player's tournament.

    `open_rows`: how many rows at the player's tables a person must look at. `open_items`: these, with what is open
    about whole sheets and the rounds in which the player is missing. `start`: the start number, 0 where none was given;
    `club`: "" for none. `gaps`: by round why the player has no points in it, as far as the tournament's file knows.
    `left_after`: the last round of a player who left before the tournament's last one (the points stay, the place is
    behind all who play on), None for everybody else. `awarded`: (round, points) of awards that count beside the list;
    `marked`: the rounds in which an award changed the points; `disqualified`: out of the ranking.
    `springer`: this is a player's line at second tables, which count for nobody.
    """

    number: int
    name: str
    sittings: tuple[Sitting, ...]
    solos_won: int = 0
    open_rows: int = 0
    open_items: int = 0
    start: int = 0
    left_after: int | None = None
    club: str = ""
    gaps: tuple[tuple[int, Gap], ...] = ()
    awarded: tuple[tuple[int, int], ...] = ()
    marked: tuple[int, ...] = ()
    disqualified: bool = False
    springer: bool = False

    @property
    def unranked(self) -> bool:
        """Whether the player has no place: disqualified, or a Springer at a second table."""
        return self.disqualified or self.springer

    @property
    def withdrawn(self) -> bool:
        """Whether the player left before the last round, or has no place."""
        return self.left_after is not None or self.unranked

    @property
    def rank_group(self) -> int:
        """0 for who plays on, 1 for who left, who comes behind these, 2 for who is out of the ranking."""
        return 2 if self.unranked else int(self.withdrawn)

    @cached_property
    def missing(self) -> tuple[int, ...]:
        """The open rounds in which the player plays, but is on no sheet yet."""
        return tuple(round_ for round_, gap in self.gaps if gap == "missing")

    @cached_property
    def seats(self) -> tuple[tuple[int, int], ...]:
        """Where the player sat: (sheet number, seat), both from 1."""
        return tuple((one.sheet, one.seat) for one in self.sittings)

    @cached_property
    def rounds(self) -> tuple[tuple[Round, int], ...]:
        """(round, points in it), in the order in which the player's sheets come."""
        points: dict[Round, int] = {}
        for one in self.sittings:
            points[one.round] = points.get(one.round, 0) + one.points
        for round_, more in self.awarded:
            points[round_] = points.get(round_, 0) + more
        return tuple(points.items())

    @cached_property
    def typed(self) -> tuple[int, ...]:
        """The rounds whose points, or some of them, somebody typed."""
        return tuple(dict.fromkeys(one.round for one in self.sittings if one.typed and one.round is not None))

    @cached_property
    def total(self) -> int:
        """The points of all rounds."""
        return sum(one.points for one in self.sittings) + sum(points for _, points in self.awarded)

    @cached_property
    def last_round(self) -> Round:
        """The last round that the player was in; None where no sheet says its round."""
        return max((one.round for one in self.sittings if one.round is not None), default=None)

    @cached_property
    def best_round(self) -> int:
        """The points of the best round; 0 for a player without a round."""
        return max((points for _, points in self.rounds), default=0)

    def get_points(self, round_: Round) -> int | None:
        """The points of that round; None when the player was not in it."""
        return next((points for number, points in self.rounds if number == round_), None)


def find_last_round(players: Iterable[Player]) -> int | None:
    """The last round that one of the players was in; None where no sheet says its round."""
    return max((player.last_round for player in players if player.last_round is not None), default=None)


def say_leaving(player: Player, lang: Lang) -> str | None:
    """The words for a player who left, or is out of the ranking; None for everybody else."""
    left = name_unranked(player) or name_withdrawal(player.left_after)
    return left.in_(lang) if left else None


def name_unranked(player: Player) -> Phrase | None:
    """The word for a player without a place; None for everybody else."""
    if player.springer:
        return Phrase("wall.springer")
    return Phrase("wall.disqualified") if player.disqualified else None


@dataclass(frozen=True, slots=True)
class Standing:
    """A player's place. Players who tie share a place, and the places behind it stay empty: 1, 2, 2, 4.

    `parted_by`: the rule of the tie chain that parted the player from others with the same total; "" where the total
    alone decided, or where nothing did. `score`: the score that decides the place, None where the total does.
    """

    place: int
    shared: bool
    player: Player
    parted_by: str = ""
    score: Fraction | None = None

    @property
    def worth(self) -> Fraction:
        """The number that decides the place: the score, else the total."""
        return Fraction(self.player.total) if self.score is None else self.score
