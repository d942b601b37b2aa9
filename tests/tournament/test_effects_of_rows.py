"""What a row's points do to the places: measured by bisection, as ranking everybody anew would."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

from tournament.review.open_effects import Effect, Totals, _measure
from tournament.standings.chances import PRIZES
from tournament.standings.places import Player, Sitting


def test_places_change_as_if_all_were_ranked_anew() -> None:
    """A thousand small fields with many equal totals: up to five players move, some of them at two seats."""
    rng = random.Random(3)
    for _ in range(1000):
        players = [
            Player(
                number,
                f"{number}",
                (
                    Sitting(1 + number // 4, number % 4, 1, 1, rng.randint(-3, 3)),
                    Sitting(9, number, 2, 1, rng.randint(-3, 3)),
                ),
            )
            for number in range(rng.randint(1, 12))
        ]
        seats = [seat for player in players for seat in player.seats]
        moves = {seat: rng.randint(-4, 4) for seat in rng.sample(seats, min(5, len(seats)))}
        assert _measure(Totals.from_players(players), moves) == rank_anew(players, moves)


def rank_anew(players: Sequence[Player], moves: Mapping[tuple[int, int], int]) -> Effect:
    """The same by two rankings of all players."""
    before = [player.total for player in players]
    after = [player.total + sum(moves.get(seat, 0) for seat in player.seats) for player in players]
    places = [
        (1 + sum(other > old for other in before), 1 + sum(other > new for other in after))
        for old, new in zip(before, after, strict=True)
    ]
    first = any(min(pair) <= PRIZES for pair in places if pair[0] != pair[1])
    most = max(map(abs, moves.values()), default=0)
    return Effect(3 if first else 4, -sum(abs(old - new) for old, new in places), -most)
