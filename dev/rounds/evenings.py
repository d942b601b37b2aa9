"""Whole evenings of points: who sat where, every row, and what the standings would be. No ink and no sheet."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from dev.rounds.points import draw_points_round
from tournament.standings.audit_sample import CountedRow
from tournament.standings.places import Player, Sitting


@dataclass(frozen=True, slots=True)
class PointsEvening:
    """An evening's players, and its rows as they truly are on the paper."""

    players: tuple[Player, ...]
    rows: tuple[CountedRow, ...]


def draw_evening(rng: np.random.Generator, tables: int, rounds: int, games: int) -> PointsEvening:
    """An evening of full tables of four; each round everybody is seated anew."""
    rows: list[CountedRow] = []
    sittings: dict[int, list[Sitting]] = {number: [] for number in range(1, 4 * tables + 1)}
    for round_ in range(1, rounds + 1):
        seated = rng.permutation(4 * tables) + 1
        for table in range(1, tables + 1):
            here = [int(number) for number in seated[4 * table - 4 : 4 * table]]
            found = [row.points for row in draw_points_round(4, games, rng).rows]
            rows += [
                CountedRow(f"r{round_}.t{table}.g{game}", dict(zip(here, points, strict=True)))
                for game, points in enumerate(found, 1)
            ]
            for seat, number in enumerate(here, 1):
                total = sum(points[seat - 1] for points in found)
                sittings[number].append(Sitting((round_ - 1) * tables + table, seat, round_, table, total))
    players = tuple(
        Player(number, f"Spieler {number}", tuple(found), start=number) for number, found in sittings.items()
    )
    return PointsEvening(players, tuple(rows))
