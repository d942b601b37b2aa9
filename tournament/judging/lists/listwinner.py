"""Crosses of one who plays alone: a winner's that is missing on a list, and a solo's in a row without points."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from scoring.findings import Change
from scoring.rows.patterns import find_pattern
from tournament.judging.lists.listink import is_clear
from tournament.judging.lists.told_rows import ToldRow
from tournament.limits import Limits
from tournament.remarks import Remark


def winners_marked(told: Sequence[ToldRow]) -> bool:
    """Whether most rows with points have their winners marked: some tables mark none."""
    marks = [bool(one.row.inked.winners) for one in told if any(one.full.points)]
    return 2 * sum(marks) > len(marks)


def winner_missing(told: ToldRow, limits: Limits) -> Iterator[Remark]:
    """One plays alone and wins, and nobody is marked. Of two winners at least one cross is there, and that tells."""
    row, points = told.row, told.full.points
    hands = {seat: number for seat, number in enumerate(points, 1) if number is not None}
    played = find_pattern(hands) if len(hands) == 4 else None
    if row.inked.blank or row.inked.offence or row.inked.winners or played is None or played.seat is None:
        return
    box = row.wins[played.seat - 1].id
    if played.value > 0 and box and all(is_clear(choices, limits) for choices in row.wins):
        proposal, data = (Change(box, "", "x"),), {"seat": played.seat}
        yield Remark("winner-mark", "warning", "findings.winner-missing", (box,), data, proposal)


def find_solo_of_none(told: ToldRow) -> Iterator[Remark]:
    """A Nullspiel is crossed as a solo. It may be one worth nothing, but nobody can say whose."""
    if told.known and not any(told.full.points) and told.full.solo:
        yield Remark("miscounted", "warning", "findings.list-solo-of-none", (told.row.crosses[0].id or "",))
