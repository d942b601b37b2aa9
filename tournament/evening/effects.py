"""How much an open item can change the standings: what may move most is asked first."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from scoring.counting.rules import RuleSet
from tournament.evening.row_outcomes import list_other_points
from tournament.evening.standings import CountedSheet
from tournament.judging.row.judged import JudgedRow
from tournament.remarks import Doubt
from tournament.standings.chances import PRIZES
from tournament.standings.player import Player

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


def measure_row(rules: RuleSet, players: Sequence[Player], entry: CountedSheet, row: JudgedRow) -> Effect:
    """The largest change that anything makes that the row may be settled as: what is proposed or likeliest, what is
    written, or what would mend it. `UNKNOWN` where points are missing, or nothing of the kind is known."""
    if any(points is None for points in _list_played(row)):
        return UNKNOWN
    return min((_measure(players, _find_moves(entry, row, points)) for points in list_other_points(rules, row)),
               default=UNKNOWN)


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


def _measure(players: Sequence[Player], moves: Mapping[tuple[int, int], int]) -> Effect:
    before = [player.total for player in players]
    after = [player.total + sum(moves.get(seat, 0) for seat in player.seats) for player in players]
    changed = [(old, new) for old, new in zip(_rank(before), _rank(after), strict=True) if old != new]
    first = any(min(pair) <= PRIZES for pair in changed)
    return Effect(1 if first else 2, -sum(abs(old - new) for old, new in changed),
                  -max(map(abs, moves.values()), default=0))


def _rank(totals: Sequence[int]) -> list[int]:
    """The places, from 1; equal totals share one."""
    below = sorted(totals)
    return [1 + len(totals) - bisect_right(below, total) for total in totals]
