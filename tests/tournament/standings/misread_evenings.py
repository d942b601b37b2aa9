"""Whether a wrong winner is noticed as often as the audit promises.

In each evening rows are misread so that somebody else stands first than the paper says, in one of three ways: `few`
takes as few rows as possible, each misread as far as a game's value allows; `many` misreads each row by a little;
`worst` has rows on the paper that are as bad for the posted winner as a game can be, where the bounds are reached and
nothing hides better. The audit is then drawn, and the wrong winner is noticed if a misread row is among those drawn.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from math import sqrt

import numpy as np

from dev.rounds.points import draw_points_round
from tournament.standings.audit_sample import RISK, CountedRow, find_most, plan_audit
from tournament.standings.places import Player, Sitting
from tournament.standings.scenarios import Move, move_points
from tournament.standings.ties import rank_players

HIGHEST = 24
"""The highest value that `dev.rounds.points` draws."""


@dataclass(frozen=True, slots=True)
class Caught:
    """Of so many evenings with a wrong winner so many were noticed; `rows` and `drawn` are means over them."""

    evenings: int
    noticed: int
    rows: float
    drawn: float

    @property
    def share(self) -> float:
        """The share that was noticed."""
        return self.noticed / self.evenings

    @property
    def error(self) -> float:
        """The standard error of the share where it is what the audit promises."""
        return sqrt(RISK * (1.0 - RISK) / self.evenings)


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


def simulate_audits(name: str, evenings: int, seed: int, tables: int = 3, rounds: int = 3, games: int = 16) -> Caught:
    """How often the audit notices a wrong winner; `name`: of one of `MISREAD`."""
    noticed = all_rows = drawn_rows = 0
    for number in range(evenings):
        evening = draw_evening(np.random.default_rng((seed, number)), tables, rounds, games)
        truth, counted = MISREAD[name](evening)
        wrong = {one.item for one, true in zip(counted, truth, strict=True) if one != true}
        players = _count_again(evening.players, evening.rows, counted)
        audit = plan_audit(rank_players(players), counted, HIGHEST, f"{seed}.{number}")
        noticed += any(row.item in wrong for row in audit.drawn)
        all_rows, drawn_rows = all_rows + len(counted), drawn_rows + len(audit.drawn)
    return Caught(evenings, noticed, all_rows / evenings, drawn_rows / evenings)


Rows = tuple[CountedRow, ...]


def _misread_few(evening: PointsEvening) -> tuple[Rows, Rows]:
    """As few rows as possible."""
    return evening.rows, _misread(evening, evening.rows, most_first=True)


def _misread_many(evening: PointsEvening) -> tuple[Rows, Rows]:
    """One point in each row, again and again."""
    return evening.rows, _misread(evening, evening.rows, most_first=False)


def _misread_worst(evening: PointsEvening) -> tuple[Rows, Rows]:
    """What counts is the drawn evening. On the paper the winner lost the dearest solos, until the second was first."""
    first, second = _find_first(evening.players)
    lead, truth = first.total - second.total, list(evening.rows)
    most = {
        place: find_most(row.points.get(first.number), row.points.get(second.number), HIGHEST)
        for place, row in enumerate(truth)
        if {first.number, second.number} & set(row.points)
    }
    for place in sorted(most, key=lambda place: most[place]):
        if lead < 0:
            break
        truth[place] = _shift(truth[place], first.number, second.number, most[place])
        lead -= most[place]
    return tuple(truth), evening.rows


MISREAD: Mapping[str, Callable[[PointsEvening], tuple[Rows, Rows]]] = {
    "few": _misread_few,
    "many": _misread_many,
    "worst": _misread_worst,
}
"""By name a way to misread an evening: its rows on the paper, and as they count."""


def _misread(evening: PointsEvening, rows: Rows, *, most_first: bool) -> Rows:
    """The rows misread so that the second player stands before the first by a point."""
    first, second = _find_first(evening.players)
    lack, counted = first.total - second.total + 1, list(rows)
    gain = partial(_find_gain, first=first.number, second=second.number)
    order = sorted(range(len(rows)), key=lambda place: -gain(rows[place]))
    while lack > 0:
        for place in order:
            by = min(gain(counted[place]) if most_first else min(gain(counted[place]), 1), lack)
            counted[place] = _shift(counted[place], first.number, second.number, by)
            lack -= by
    return tuple(counted)


def _find_gain(row: CountedRow, first: int, second: int) -> int:
    """By how much the row can be misread for the second player and against the first, by what a game can be worth."""
    if first not in row.points and second not in row.points:
        return 0
    most = 4 * HIGHEST if first in row.points and second in row.points else 3 * HIGHEST
    return most - (row.points.get(second, 0) - row.points.get(first, 0))


def _shift(row: CountedRow, first: int, second: int, by: int) -> CountedRow:
    who, sign = (second, 1) if second in row.points else (first, -1)
    return replace(row, points=row.points | {who: row.points[who] + sign * by}) if by else row  # type: ignore[operator]


def _find_first(players: Sequence[Player]) -> tuple[Player, Player]:
    first, second = sorted(players, key=lambda player: -player.total)[:2]
    return first, second


def _count_again(players: Sequence[Player], before: Rows, after: Rows) -> Sequence[Player]:
    """The players with the points of the rows `after` in place of `before`."""
    moves = [
        Move(number, 0, now.points[number] - points)
        for one, now in zip(before, after, strict=True)
        if one != now
        for number, points in one.points.items()
        if now.points[number] != points
    ]
    return move_points(players, moves)
