"""Place points: so many for the first place, so many for the second. Players who tie share what their places give."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import groupby

from tournament.standings.player import Player, Standing


def award_place_points(standings: Sequence[Standing], points: Sequence[int]) -> Mapping[int, Fraction]:
    """By the player's number what the place is worth; 0 behind the last place that is worth something.

    `points`: of the first place, the second ... Players who share places get the mean of what these places give. Who
    withdrew gets nothing.
    """
    return {
        player.number: Fraction(sum(points[place - 1 : place - 1 + len(tied)]), len(tied))
        for place, tied in list_placed(standings)
        for player in tied
    } | {one.player.number: Fraction(0) for one in standings if one.player.withdrawn}


def make_plain_points(players: int) -> tuple[int, ...]:
    """What many clubs take: the last place gives 1 point, each place above it one more."""
    return tuple(range(players, 0, -1))


def list_placed(standings: Sequence[Standing]) -> Iterator[tuple[int, tuple[Player, ...]]]:
    """(place, who has it) for all who did not withdraw, the first place first."""
    playing = [one for one in standings if not one.player.withdrawn]
    for place, tied in groupby(playing, key=lambda one: one.place):
        yield place, tuple(one.player for one in tied)
