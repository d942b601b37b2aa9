"""The smallest changes that make a written row right: a sign, a solo tripled, a number, points moved from the sitter.

Nothing here changes a written row: a mending is shown to a person, who decides.
"""

from __future__ import annotations

import operator
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal

from scoring.counting.rules import RuleSet
from scoring.findings import Change, Proposal
from scoring.rows.legality import is_legal
from scoring.rows.patterns import list_rows_like
from scoring.rows.row import Row, Sheet
from scoring.rows.seating import find_expected_sitter

Reason = Literal["sign", "tripled", "number", "blank", "moved", "several"]
"""What was changed. sign: one sign turned. tripled: one number made three times as much. number: one number changed
otherwise. blank: a blank or unreadable cell filled. moved: the same numbers in other columns. several: more cells."""


@dataclass(frozen=True, slots=True)
class Mending:
    """A right row near the written one."""

    row: Row
    changes: Proposal
    reason: Reason

    @property
    def size(self) -> tuple[int, bool]:
        """The sort key, smallest first: (cells changed, whether another number was written).

        Moving a number to another column counts as one change. People lose a sign or forget to triple more often than
        they write another number.
        """
        return (1 if self.reason == "moved" else len(self.changes)), self.reason == "number"


def find_mendings(rules: RuleSet, row: Row, seats: int, most: int = 2) -> tuple[Mending, ...]:
    """Every mending of at most `most` cells, smallest first; () for a row that is right as it stands.

    The crosses are taken as written. Filling a cell that is None counts as one changed cell.
    """
    if row.blank or is_legal(rules, row, seats):
        return ()
    found = {}
    near = (points for points in _list_targets(rules, row, seats) if _count_changes(row, points) <= most)
    for points in dict.fromkeys(near):
        mended = replace(row, points=points, sits=None)
        if is_legal(rules, mended, seats):
            changes = _list_changes(row, points)
            found[points] = Mending(mended, changes, _find_reason(row.points, points, changes))
    return tuple(sorted(found.values(), key=lambda mending: mending.size))


def _count_changes(row: Row, points: tuple[int | None, ...]) -> int:
    return sum(map(operator.ne, row.points, points))


def _list_changes(row: Row, points: tuple[int | None, ...]) -> Proposal:
    changes = (Change(field, row.points[n], points[n]) for n, field in enumerate(row.list_cells()))
    return tuple(change for change in changes if change.written != change.proposed)


def find_smallest(found: tuple[Mending, ...]) -> tuple[Mending, ...]:
    """The mendings of the smallest size. `found` is sorted by size."""
    return tuple(mending for mending in found if mending.size == found[0].size)


def propose_mending(rules: RuleSet, row: Row, seats: int) -> Proposal | None:
    """The changes of the smallest mending; None where several are equally small, or it takes more than one slip."""
    best = find_smallest(find_mendings(rules, row, seats))
    return best[0].changes if len(best) == 1 and best[0].reason != "several" else None


def find_fitting(rules: RuleSet, sheet: Sheet, row: Row, missing: dict[int, int]) -> tuple[Mending, ...]:
    """The mendings of the row after which the columns give their written sums. `missing`: by seat, sum less column."""
    wanted = {seat: gap for seat, gap in missing.items() if gap}
    return tuple(m for m in find_mendings(rules, row, sheet.seats) if _measure_moves(row, m.row, missing) == wanted)


def _measure_moves(old: Row, new: Row, seats: dict[int, int]) -> dict[int, int]:
    gaps = {seat: (new.points[seat - 1] or 0) - (old.points[seat - 1] or 0) for seat in seats}
    return {seat: gap for seat, gap in gaps.items() if gap}


def _list_targets(rules: RuleSet, row: Row, seats: int) -> Iterator[tuple[int | None, ...]]:
    """The points of right rows that share a number with the written one: any row within reach of a mending does."""
    for away in _list_absent(rules, row, seats):
        players = tuple(seat for seat in range(1, seats + 1) if seat != away)
        for hands in list_rows_like(rules, players, filter(None, row.points), offence=row.offence):
            yield tuple(hands.get(seat, _keep_zero(row.points[seat - 1])) for seat in range(1, seats + 1))


def _list_absent(rules: RuleSet, row: Row, seats: int) -> list[int | None]:
    """Who may have sat out: nobody (None) at four seats; whose turn it was, or the seat struck out; or anybody."""
    if seats != 5:
        return [None]
    sitter = find_expected_sitter(rules, row, seats) or row.sits
    return [sitter] if sitter else [1, 2, 3, 4, 5]


def _keep_zero(written: int | None) -> int | None:
    """What stays in the cell of who sits out: a written zero is kept, anything else goes."""
    return 0 if written == 0 else None


def _find_reason(old: tuple[int | None, ...], new: tuple[int | None, ...], changes: Proposal) -> Reason:
    if len(changes) > 1:
        return "moved" if Counter(p for p in old if p) == Counter(p for p in new if p) else "several"
    written, proposed = changes[0].written, changes[0].proposed
    if not isinstance(written, int) or not isinstance(proposed, int):
        return "blank" if written is None else "number"
    if proposed == -written:
        return "sign"
    return "tripled" if 3 * written == proposed else "number"
