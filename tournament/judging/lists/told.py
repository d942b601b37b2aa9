"""A list's rows as they count: the games of the column's likeliest path, and what stands in the rows against them.

A game counts where clear ink speaks for it by far, and for the time being where the reader doubts. Else a row counts
what its totals alone make, and nothing where they make no game: until somebody decides.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from scoring.findings import Change, Finding
from scoring.rows.one_sided_rows import Hands, find_shown_points, write_row
from scoring.rows.written_rows import Row
from tournament.judging.limits.judging_limits import Limits
from tournament.judging.lists.evidence import RowEvidence
from tournament.judging.lists.games import RowGames
from tournament.judging.lists.list_ink import ListRow, empty_ink, is_clear
from tournament.judging.lists.totals import RunningTotals, start_totals
from tournament.judging.lists.weigh_list import RowShares


@dataclass(frozen=True, slots=True)
class ToldRow:
    """A row of the list. `evidence`: its ink as far as it is told. `full`: with its points, None by seat where nothing
    counts. `below`: the totals after it. `shares`: what the column says of it. `blank`: nothing is written in it, or a
    spot that hardly is ink."""

    row: ListRow
    evidence: RowEvidence
    full: Row
    findings: tuple[Finding, ...]
    below: RunningTotals
    shares: RowShares
    blank: bool

    @property
    def known(self) -> bool:
        """Whether its points are told."""
        return any(points is not None for points in self.full.points)

    @property
    def hands(self) -> Hands:
        """The points of those who played, by seat."""
        return {seat: points for seat, points in enumerate(self.full.points, 1) if points is not None}

    @property
    def off_totals(self) -> tuple[int, ...]:
        """The seats whose written total moved by other points."""
        return self.evidence.find_off_totals(self.hands) if self.known and not self.blank else ()

    def show(self, seat: int) -> int:
        """What the list shows of the seat's points, 0 where it has none."""
        return find_shown_points(self.hands, seat, self.evidence.games.side)

    def find_gap(self, seat: int) -> int | None:
        """By how much the seat's written total is off; None where none is written, or the right one is not known."""
        written, right = self.row.inked.cells[seat - 1], self.below.right[seat - 1]
        return None if written is None or right is None else written - right


def tell_rows(
    rows: Sequence[ListRow], column: Sequence[RowShares], games: Sequence[RowGames], limits: Limits
) -> tuple[ToldRow, ...]:
    """The rows in order, in which ink in doubt is read as the column has it where that is certain; `games`: those that
    each may be."""
    told: list[ToldRow] = []
    above = start_totals(len(rows[0].cells) if rows else 0)
    for (row, shares, some), below in zip_longest(zip(rows, column, games, strict=True), rows[1:]):
        evidence, edge = RowEvidence(row.inked, above, some), shares.likeliest
        if edge.blank:
            hands = evidence.make_hands(edge.points) if edge.points else None
            findings = [*_tell_left_out(evidence, hands, below.inked.number)] if hands and below else []
        else:
            hands = _find_counted(row, evidence, edge.points, shares, limits)
            findings = [evidence.explain()] if hands is None else [*evidence.list_clashes(hands)]
        inked = empty_ink(row.inked) if edge.blank else row.inked
        if hands:
            shown = [find_shown_points(hands, seat, some.side) for seat in range(1, len(inked.cells) + 1)]
            above = above.go_on(shown, inked.cells)
        elif not edge.blank:
            above = above.lose(inked.cells, some.due)
        told.append(ToldRow(row, evidence, inked.make_row(hands), tuple(findings), above, shares, edge.blank))
    return tuple(told)


def _find_counted(
    row: ListRow, evidence: RowEvidence, points: tuple[int, ...] | None, shares: RowShares, limits: Limits
) -> Hands | None:
    """The points that count, where `points` are the likeliest; None where nobody can tell any."""
    if points is not None and (not is_settled(row, limits) or shares.games.get(points, 0.0) >= 1.0 - limits.blame):
        return evidence.make_hands(points) if any(points) or evidence.tells_nullspiel() else None
    return evidence.find_by_totals()


def is_settled(row: ListRow, limits: Limits) -> bool:
    """Whether nobody doubts what is written in the row."""
    return all(is_clear(choices, limits) or choices.id in row.by_column for choices in row.all)


def _tell_left_out(evidence: RowEvidence, hands: Hands, below: int) -> Iterator[Finding]:
    """The game that the next row's totals hold, proposed for the blank row."""
    inked, totals = evidence.inked, evidence.above.right
    changes = tuple(
        Change(field, None, (totals[n] or 0) + find_shown_points(hands, n + 1, evidence.games.side))
        for n, field in enumerate(inked.fields)
        if n + 1 in hands
    )
    gaps = {"row": inked.number, "below": below, "rows": write_row(hands, len(inked.cells))}
    yield Finding("game-count", "error", inked.fields, gaps, changes, "faults.rebuilt.left-out")
