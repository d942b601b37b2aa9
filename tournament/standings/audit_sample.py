"""A risk-limiting audit: which rows a referee compares with the paper, so that a wrong winner would be noticed.

A risk-limiting audit either confirms an outcome or finds, with a stated chance, that it is wrong (Stark, Annals of
Applied Statistics 2, 2008). Here a row of a sheet is the ballot, and the outcome is who has the first places. A row
can overstate the lead of one player over another by no more than a bound, which follows from the highest value of a
game. Each row is drawn by itself, the likelier the larger its bound is beside the lead: that is NEGEXP of Aslam, Popa
and Rivest (On Auditing Elections When Precincts Have Different Sizes, EVT 2008). docs/audit.md has the proof.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from math import exp, inf, log

from tournament.standings.places import Standing

RISK = 0.05
"""The risk limit: P(a wrong winner is not noticed) is at most this."""

_DIGITS = 13
"""How many hexadecimal digits of a row's hash are used as its lot: as many as a float can hold."""
_LOTS = float(16**_DIGITS)


@dataclass(frozen=True, slots=True)
class CountedRow:
    """A row of a sheet as it counts. `item`: its name ("r1.t3.g14"); `points`: by the number of each player at the
    table, 0 for one who sat out."""

    item: str
    points: Mapping[int, int]


@dataclass(frozen=True, slots=True)
class AuditRow:
    """A row in the audit. `bound`: the largest share of a lead, over all pairs of players, that it alone can overstate;
    from 1 on it alone can make a wrong winner. `chance`: P(it is drawn). `lot`: it is drawn if this is below
    `chance`."""

    row: CountedRow
    bound: float
    chance: float
    lot: float

    @property
    def drawn(self) -> bool:
        """Whether the referee compares it."""
        return self.lot < self.chance


@dataclass(frozen=True, slots=True)
class Audit:
    """All rows with their chances. `highest`: the assumed highest value of a game. `risk`: P(a wrong first place passes
    unnoticed) is at most this."""

    rows: tuple[AuditRow, ...]
    highest: int
    risk: float
    seed: str

    @property
    def drawn(self) -> tuple[CountedRow, ...]:
        """The rows that the referee compares."""
        return tuple(one.row for one in self.rows if one.drawn)


def plan_audit(
    standings: Sequence[Standing],
    rows: Sequence[CountedRow],
    highest: int,
    seed: str,
    first: int = 1,
    risk: float = RISK,
) -> Audit:
    """The audit of who has each of the first `first` places. If one drawn row differs, all rows must be compared.

    `rows`: every row of every sheet, including blank ones. `highest`: no game is worth more. `seed`: any word that
    nobody knew before the standings were made, such as dice that everybody sees.
    """
    playing = [one for one in standings if not one.player.withdrawn]
    leads = {
        (winner.player.number, other.player.number): winner.player.total - other.player.total
        for winner in playing
        if winner.place <= first
        for other in playing
        if other.place >= winner.place and other is not winner
    }
    return Audit(tuple(_make_row(row, leads, highest, seed, risk) for row in rows), highest, risk, seed)


def _make_row(row: CountedRow, leads: Mapping[tuple[int, int], int], highest: int, seed: str, risk: float) -> AuditRow:
    bound = max(_list_bounds(row.points, leads, highest), default=0.0)
    chance = 1.0 - exp(log(risk) * min(bound, 1.0))
    return AuditRow(row, bound, chance, draw_row_lot(seed, row.item))


def _list_bounds(points: Mapping[int, int], leads: Mapping[tuple[int, int], int], highest: int) -> Iterable[float]:
    """For each pair with a player at the table the share of the lead that the row can overstate."""
    for (winner, loser), lead in leads.items():
        if winner in points or loser in points:
            most = find_most(points.get(winner), points.get(loser), highest)
            yield most / lead if lead > 0 else inf if most else 0.0


def find_most(winner: int | None, loser: int | None, highest: int) -> int:
    """By how many points a row can overstate the winner's lead at most. `winner`, `loser`: their points in the row,
    None for one who is at another table.

    A soloist wins or loses up to three times the highest value, the three others once.
    """
    counted = (winner or 0) - (loser or 0)
    least = -4 * highest if winner is not None and loser is not None else -3 * highest
    return max(counted - least, 0)


def draw_row_lot(seed: str, item: str) -> float:
    """A number from 0 to 1: the first digits of the SHA-256 of "seed:item", so that anyone can draw it again."""
    return int(sha256(f"{seed}:{item}".encode()).hexdigest()[:_DIGITS], 16) / _LOTS
