"""A round of `pflichtsolo-40` as it was played: legal rows of points, without a card.

Facts used (points sheet, rules of the tournament): a 2:2 row is +V +V -V -V, a solo counts three times for the
soloist, each player is soloist in exactly one Pflichtsolo a round, a lost solo counts at least 2 ("gegen" counts), an
offence is -15 / +5 +5 +5 in an extra row, and at a table of five the dealer sits out. How often which value comes was
guessed from club lists.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from templates.lists import find_sitter

Kind = Literal["normal", "hochzeit", "hochzeit-allein", "armut", "solo", "stille-hochzeit", "offence"]

_VALUES = {0: 2, 1: 17, 2: 22, 3: 9, 4: 17, 5: 3, 6: 9, 7: 1, 8: 8, 10: 3, 12: 4, 14: 1, 16: 2, 20: 1, 24: 1}
_SOLO_VALUES = {1: 12, 2: 30, 3: 12, 4: 20, 5: 4, 6: 10, 8: 8, 12: 4}
_PLAYERS_IN_A_GAME = 4


@dataclass(frozen=True, slots=True)
class PlayedRow:
    """One game: `points` by seat, None for the seat that sits out; `solist` (from 1) in a game of one against three.

    `details`: the game as a line of JSON for `kiebitz score`, where more than its points is known.
    """

    kind: Kind
    points: tuple[int | None, ...]
    solist: int | None = None
    details: str = ""


@dataclass(frozen=True, slots=True)
class PlayedRound:
    """All games of one table in one round, in order, and the offences, which are no games."""

    seats: int
    games: tuple[PlayedRow, ...]
    offences: tuple[PlayedRow, ...] = ()


def play_round(seats: int, games: int, rng: np.random.Generator, offences: int = 0, nullspiele: int = 0) -> PlayedRound:
    """A legal round: one Pflichtsolo for each seat (as far as `games` reach), now and then another solo or a stille
    Hochzeit.

    `nullspiele`: at least so many games of value 0, as far as there are ordinary games.
    """
    soloists = _pflichtsolo_games(seats, games, rng)
    rows = [_game(game, seats, soloists.get(game), rng) for game in range(1, games + 1)]
    ordinary = [place for place, row in enumerate(rows) if row.kind == "normal"]
    for place in rng.permutation(ordinary)[:nullspiele]:
        rows[place] = PlayedRow("normal", tuple(None if points is None else 0 for points in rows[place].points))
    return PlayedRound(seats, tuple(rows), tuple(_offence(seats, rng) for _ in range(offences)))


def _pflichtsolo_games(seats: int, games: int, rng: np.random.Generator) -> dict[int, int]:
    """Game number to soloist: each seat once, in a game that he plays in, rather late (nobody is in a hurry)."""
    late_first = sorted(range(1, games + 1), key=lambda game: rng.random() * (games + game), reverse=True)
    waiting, chosen = list(rng.permutation(seats) + 1), dict[int, int]()
    for game in late_first:
        for seat in waiting:
            if seat != find_sitter(game, seats):
                chosen[game] = int(seat)
                waiting.remove(seat)
                break
    return chosen


def _game(game: int, seats: int, soloist: int | None, rng: np.random.Generator) -> PlayedRow:
    playing = [seat for seat in range(1, seats + 1) if seat != find_sitter(game, seats)]
    if soloist is not None:
        return _alone("solo", soloist, playing, seats, rng)
    luck = rng.random()
    if luck < 0.06:
        return _alone("solo" if luck < 0.035 else "stille-hochzeit", int(rng.choice(playing)), playing, seats, rng)
    value = _drawn(_VALUES, rng)
    winners = set(rng.choice(playing, 2, replace=False).tolist())
    return PlayedRow("normal", _row(seats, {seat: value if seat in winners else -value for seat in playing}))


def _alone(kind: Kind, soloist: int, playing: list[int], seats: int, rng: np.random.Generator) -> PlayedRow:
    won = rng.random() < 0.55
    value = _drawn(_SOLO_VALUES, rng)
    value = value if won else -max(2, value)
    return PlayedRow(kind, _row(seats, {seat: 3 * value if seat == soloist else -value for seat in playing}), soloist)


def _offence(seats: int, rng: np.random.Generator) -> PlayedRow:
    playing = sorted(rng.choice(seats, _PLAYERS_IN_A_GAME, replace=False) + 1)
    offender = int(rng.choice(playing))
    return PlayedRow("offence", _row(seats, {int(seat): -15 if seat == offender else 5 for seat in playing}))


def _row(seats: int, points: dict[int, int]) -> tuple[int | None, ...]:
    return tuple(points.get(seat) for seat in range(1, seats + 1))


def _drawn(shares: dict[int, int], rng: np.random.Generator) -> int:
    weights = np.array(list(shares.values()), float)
    return int(rng.choice(list(shares), p=weights / weights.sum()))
