"""Rounds of `pflichtsolo-40` of which only the points are known: legal rows, without a card.

A row of two against two is +V +V -V -V. A solo counts three times for the soloist. Each player is soloist in exactly
one Pflichtsolo a round. A lost solo counts at least 2 ("gegen" counts). An offence is -15 +5 +5 +5 in a row of its own.
At a table of five the dealer sits out. How often which value comes was guessed from clubs' lists.
"""

from __future__ import annotations

import numpy as np

from dev.rounds.games import choose_sitters
from dev.rounds.rows import Round, Row, make_round, make_row
from scoring.counting.counted_entries import find_usual_times
from scoring.counting.game import Game, count_players

_VALUES = {0: 2, 1: 17, 2: 22, 3: 9, 4: 17, 5: 3, 6: 9, 7: 1, 8: 8, 10: 3, 12: 4, 14: 1, 16: 2, 20: 1, 24: 1}
_USUAL_VALUES = {value: share for value, share in _VALUES.items() if value <= 12}
_SOLO_VALUES = {1: 12, 2: 30, 3: 12, 4: 20, 5: 4, 6: 10, 8: 8, 12: 4}


def draw_points_round(
    seats: int, games: int, rng: np.random.Generator, offences: int = 0, nullspiele: int = 0, *, plain: bool = False
) -> Round:
    """A legal round: one Pflichtsolo for each seat (as far as `games` reach), now and then another solo or a stille
    Hochzeit.

    `nullspiele`: at least so many games of value 0, as far as there are ordinary games. `plain`: no row that a right
    sheet would be asked about, so no unusual value, and nobody plays alone without a cross.
    """
    soloists = _place_pflichtsoli(seats, games, rng)
    rows = [_draw_row(game, seats, soloists.get(game), rng, plain) for game in range(1, games + 1)]
    ordinary = [place for place, row in enumerate(rows) if row.game.kind == "normal"]
    for place in rng.permutation(ordinary)[:nullspiele]:
        rows[place] = make_row(rows[place].game, (0,) * seats, {})
    return make_round(tuple(rows), tuple(_draw_offence(seats, rng) for _ in range(offences)))


def _place_pflichtsoli(seats: int, games: int, rng: np.random.Generator) -> dict[int, int]:
    """Game number to soloist: each seat once, in a game that he plays in, rather late (nobody is in a hurry)."""
    late_first = sorted(range(1, games + 1), key=lambda game: rng.random() * (games + game), reverse=True)
    waiting, chosen = list(rng.permutation(seats) + 1), dict[int, int]()
    for game in late_first:
        for seat in waiting:
            if seat not in choose_sitters(game, seats):
                chosen[game] = int(seat)
                waiting.remove(seat)
                break
    return chosen


def _draw_row(game: int, seats: int, soloist: int | None, rng: np.random.Generator, plain: bool) -> Row:
    sits = choose_sitters(game, seats)
    playing = [seat for seat in range(1, seats + 1) if seat not in sits]
    if soloist is not None:
        return _draw_lone("solo", soloist, seats, sits, rng)
    luck = rng.random()
    if luck < 0.06 and not plain:
        return _draw_lone("solo" if luck < 0.035 else "stille-hochzeit", int(rng.choice(playing)), seats, sits, rng)
    value = _draw_value(_USUAL_VALUES if plain else _VALUES, rng)
    return make_pair_row(seats, sits, rng.choice(playing, 2, replace=False).tolist(), value)


def make_pair_row(seats: int, sits: tuple[int, ...], winners: list[int], value: int) -> Row:
    """An ordinary game of that value, won by these two seats."""
    theirs, others = find_usual_times(len(winners), count_players(seats))
    playing = [seat for seat in range(1, seats + 1) if seat not in sits]
    points = {seat: value * theirs if seat in winners else -value * others for seat in playing}
    return make_row(Game("normal", tuple(sorted(winners)), seats=seats, sits=sits), _fill(seats, points), {})


def _draw_lone(kind: str, soloist: int, seats: int, sits: tuple[int, ...], rng: np.random.Generator) -> Row:
    won = rng.random() < 0.55
    value = _draw_value(_SOLO_VALUES, rng)
    value = value if won else -max(2, value)
    playing = [seat for seat in range(1, seats + 1) if seat not in sits]
    points = {seat: (len(playing) - 1) * value if seat == soloist else -value for seat in playing}
    game = Game(kind, (soloist,), seats=seats, sits=sits)
    return make_row(game, _fill(seats, points), {"solo": "x"} if kind == "solo" else {})


def _draw_offence(seats: int, rng: np.random.Generator) -> Row:
    playing = sorted(rng.choice(seats, count_players(seats), replace=False) + 1)
    offender = int(rng.choice(playing))
    sits = tuple(seat for seat in range(1, seats + 1) if seat not in playing)
    points = {int(seat): -5 * (len(playing) - 1) if seat == offender else 5 for seat in playing}
    return make_row(Game("strafe", seats=seats, sits=sits, offender=offender), _fill(seats, points), {})


def _fill(seats: int, points: dict[int, int]) -> tuple[int, ...]:
    return tuple(points.get(seat, 0) for seat in range(1, seats + 1))


def _draw_value(shares: dict[int, int], rng: np.random.Generator) -> int:
    weights = np.array(list(shares.values()), float)
    return int(rng.choice(list(shares), p=weights / weights.sum()))
