"""A round while it is made: its games with their right points, and the rows as the players write them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace

import numpy as np

from scoring.counting.game import PARTIES, Game
from scoring.counting.rules import RuleSet, name_call_column
from scoring.counting.score import score
from templates.sheet_code import LEVELS
from tournament.printing.rule_lines import fill_full_row


@dataclass(frozen=True, slots=True)
class Row:
    """One game, its right points, and what the players write of it.

    `right` and `points` have one number a seat, 0 for the seat that sits out: the points as they should be, and as they
    are written. `value` and `winners` (seats with a cross) are written on lists of totals. `details`: the text of the
    other fields by the last part of their ids, "x" for a cross. `slips`: what the written totals are off by seat, in
    this row and, if `carried`, in all below it. `blank`: nothing is written.
    """

    game: Game
    right: tuple[int, ...]
    points: tuple[int, ...]
    value: int
    details: Mapping[str, str]
    winners: tuple[int, ...]
    slips: tuple[int, ...] = ()
    carried: bool = True
    blank: bool = False

    @property
    def offence(self) -> bool:
        """Whether it is no game, but an offence."""
        return self.game.kind == "strafe"

    @property
    def known(self) -> bool:
        """Whether the whole game is known, and not its points alone."""
        return self.offence or self.game.augen is not None

    @property
    def bare(self) -> bool:
        """Whether its points are left out; a game worth nothing has its zeros."""
        return any(self.right) and not any(self.points)

    @property
    def solo(self) -> bool:
        """Whether it is crossed as a solo."""
        return any(name.partition(".")[0] == "solo" for name in self.details)

    @property
    def solist(self) -> int | None:
        """The seat (from 1) that played alone."""
        return self.game.re[0] if len(self.game.re) == 1 else None


@dataclass(frozen=True, slots=True)
class Planted:
    """A mistake of the players: its name, the places (from 0) of its rows, the seats (from 1) of wrong sums.

    `detectable`: a sheet with it cannot be right, whatever was played.
    """

    kind: str
    places: tuple[int, ...]
    detectable: bool
    sums: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Round:
    """One table's round: the games as `played`, the `rows` as written, and offences in `extra` rows.

    `sum_slips`: what the written sum line is off by seat, () for nothing. `mistakes`: those that were planted.
    """

    seats: int
    played: tuple[Row, ...]
    rows: tuple[Row, ...]
    extra: tuple[Row, ...] = ()
    sum_slips: tuple[int, ...] = ()
    mistakes: tuple[Planted, ...] = ()

    @property
    def touched(self) -> frozenset[int]:
        """Places of rows that have a mistake already."""
        return frozenset(place for mistake in self.mistakes for place in mistake.places)

    def find_free(self) -> list[int]:
        """Places of written rows without a mistake."""
        return [place for place, row in enumerate(self.rows) if place not in self.touched and not row.blank]

    def put(self, place: int, row: Row) -> Round:
        """The round with another written row at that place."""
        return replace(self, rows=put_at(self.rows, place, row))


def put_at(rows: tuple[Row, ...], place: int, row: Row) -> tuple[Row, ...]:
    """The rows with another one at that place."""
    return (*rows[:place], row, *rows[place + 1 :])


def make_row(game: Game, points: tuple[int, ...], details: Mapping[str, str]) -> Row:
    """The row of a game with these points, written as it should be."""
    value = min((abs(number) for number in points if number), default=0)
    return Row(game, points, points, value, details, tuple(seat for seat, one in enumerate(points, 1) if one > 0))


def count_row(rules: RuleSet, game: Game, every_level: bool = False) -> Row:
    """The row of a game counted by the rules; `every_level`: the players cross what a call includes, too."""
    result = score(rules, game)
    assert result.points is not None
    assert result.value is not None
    if game.kind == "strafe":
        details = {"offence": "x", "value": str(abs(result.value))}
        return replace(make_row(game, result.points, details), value=abs(result.value))
    row = fill_full_row(rules, game, plus=False)
    details = dict.fromkeys(row.crossed, "x") | {name: text for name, text in row.written if name[0] != "p"}
    levels = dict.fromkeys(_name_levels(rules, game), "x") if every_level else {}
    return replace(make_row(game, result.points, details | levels), value=abs(result.value))


def _name_levels(rules: RuleSet, game: Game) -> Iterator[str]:
    """The crosses of all calls that were made, the lower ones with them."""
    for party in PARTIES:
        yield from (name_call_column(rules, party, call) for call in range(1, game.calls.of(party) + 1))


LEFT_OUT: Mapping[str, Callable[[str], bool]] = {
    "all": lambda name: False,
    "all but re": lambda name: _is_seat(name),
    "all but calls": lambda name: _is_seat(name) or _is_call(name),
    "all but value": lambda name: name == "value",
    "all but solo": lambda name: name.startswith("solo.") or name == "bock",
    "re": lambda name: not _is_seat(name),
    "augen": lambda name: name != "augen",
    "value": lambda name: name != "value",
}
"""Which details players leave out, and of each column whether it is filled in all the same."""


def keep_details(row: Row, left_out: str) -> Row:
    """The row without the details that are left out (a key of `LEFT_OUT`; "" for none)."""
    if not left_out:
        return row
    return replace(row, details={name: text for name, text in row.details.items() if LEFT_OUT[left_out](name)})


def leave_out_details(row: Row, rng: np.random.Generator) -> Row:
    """The row as a busy scribe leaves it: seldom without any details, now and then without the Augen or the value. A
    solo is crossed, as it may be owed, and so is a Bock game.
    """
    chance = rng.random()
    shares = ((0.06, "all but solo"), (0.1, "augen"), (0.14, "value"))
    return row if row.offence else keep_details(row, next((what for share, what in shares if chance < share), ""))


def _is_seat(name: str) -> bool:
    return name[:2] == "re" and name[2:].isdigit()


def _is_call(name: str) -> bool:
    party, _, call = name.partition(".")
    return party in PARTIES and call in (party, *LEVELS)


def make_round(rows: tuple[Row, ...], extra: tuple[Row, ...] = ()) -> Round:
    """The round with its rows written as they were played."""
    return Round(rows[0].game.seats, rows, rows, extra)
