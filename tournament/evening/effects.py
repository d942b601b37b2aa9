"""How much an open item can change the standings: what may move most is asked first."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from tournament.evening.counted_sheets import CountedSheet
from tournament.judging.row.judged import UNKNOWN_ROW, JudgedRow
from tournament.remarks import Doubt
from tournament.standings.chances import PRIZES
from tournament.standings.places import Player

_HARMLESS = frozenset({"unsigned", "sum-mismatch", "illegible", "parity", "not-zero-sum", "pflichtsolo", "no-round"})
"""Codes of findings of a whole sheet that change nobody's points, however they are settled."""


class Effect(NamedTuple):
    """What settling an item can change; the smallest comes first. `rank`: 0 where nobody knows, 1 where it moves one of
    the first places, else 2. `places`: by how many places all players move together, and `points` how far one player's
    total does, both below 0.
    """

    rank: int
    places: int = 0
    points: int = 0


UNKNOWN, NAME, NONE = Effect(0), Effect(0, 1), Effect(2)


@dataclass(frozen=True, slots=True)
class Totals:
    """The players' totals, to measure many rows: by player, and all of them ascending. `owners`: by (sheet, seat) which
    player sat there, counted from 0."""

    of_players: tuple[int, ...]
    ascending: tuple[int, ...]
    owners: Mapping[tuple[int, int], int]

    @classmethod
    def from_players(cls, players: Sequence[Player]) -> Totals:
        """Those of these players."""
        totals = tuple(player.total for player in players)
        owners = {seat: at for at, player in enumerate(players) for seat in player.seats}
        return cls(totals, tuple(sorted(totals)), owners)

    def count_above(self, total: int) -> int:
        """How many players have more."""
        return len(self.ascending) - bisect_right(self.ascending, total)


def measure_row(totals: Totals, entry: CountedSheet, row: JudgedRow) -> Effect:
    """The largest change by anything that the row may count. `UNKNOWN` where points are missing or may be any."""
    outcomes = [outcome.points for outcome in row.outcomes]
    if UNKNOWN_ROW in outcomes or any(points is None for points in _list_played(row)):
        return UNKNOWN
    return min((_measure(totals, _find_moves(entry, row, points)) for points in outcomes), default=NONE)


def measure_matter(findings: Sequence[Doubt]) -> Effect:
    """Of a matter of the whole sheet: nothing for sums, signatures and duties, else nobody knows. Names come behind all
    else of which nobody knows: there are many of them, and their points count."""
    if all(finding.code == "unknown-name" for finding in findings):
        return NAME
    return NONE if all(finding.code in _HARMLESS for finding in findings) else UNKNOWN


def _list_played(row: JudgedRow) -> tuple[int | None, ...]:
    """The points of four players; the seat that sits out has none."""
    missing = [points for points in row.points if points is None]
    return row.points if len(row.points) == 4 or len(missing) > 1 else tuple(p for p in row.points if p is not None)


def _find_moves(entry: CountedSheet, row: JudgedRow, points: Sequence[int | None]) -> Mapping[tuple[int, int], int]:
    """By (sheet, seat) how many points more these are than those that count now."""
    pairs = enumerate(zip(points, row.points, strict=True), 1)
    return {(entry.number, seat): (new or 0) - (old or 0) for seat, (new, old) in pairs if (new or 0) != (old or 0)}


def _measure(totals: Totals, moves: Mapping[tuple[int, int], int]) -> Effect:
    moved: dict[int, int] = {}
    for seat, points in moves.items():
        if seat in totals.owners:
            moved[totals.owners[seat]] = moved.get(totals.owners[seat], 0) + points
    shifts = [(totals.of_players[at], totals.of_players[at] + by) for at, by in moved.items()]
    changed = [pair for pair in (*_list_own_places(totals, shifts), *_list_passed(totals, shifts)) if pair[1]]
    first = any(min(place, place + by) <= PRIZES for place, by, _ in changed)
    return Effect(
        1 if first else 2, -sum(abs(by) * count for _, by, count in changed), -max(map(abs, moves.values()), default=0)
    )


Shifts = Sequence[tuple[int, int]]
"""The totals of those whose points change, before and after."""
Changed = tuple[int, int, int]
"""(place before, by how many places it changes, how many players change so)."""


def _list_own_places(totals: Totals, shifts: Shifts) -> Iterator[Changed]:
    """The places of those whose points change."""
    for old, new in shifts:
        before = totals.count_above(old)
        yield 1 + before, totals.count_above(new) + _count_passing(shifts, new) - before, 1


def _list_passed(totals: Totals, shifts: Shifts) -> Iterator[Changed]:
    """The places of all others. Those between two neighbouring totals of `shifts` change alike; the place is that of
    the first of them, who comes nearest to the prizes."""
    for low, high in pairwise(sorted({total for pair in shifts for total in pair})):
        start, end = bisect_left(totals.ascending, low), bisect_left(totals.ascending, high)
        count = end - start - sum(old == low for old, _ in shifts)
        if count:
            best = totals.ascending[end - 1]
            yield 1 + totals.count_above(best), _count_passing(shifts, best), count


def _count_passing(shifts: Shifts, total: int) -> int:
    """How many more stand above that total than before."""
    return sum((new > total) - (old > total) for old, new in shifts)
