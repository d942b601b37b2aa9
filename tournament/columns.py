"""The sheet's search: row readings and written column totals weighed together.

Combinations are tried from the likeliest downwards (best-first over the rows' ranked readings), each weighed against
the sum row; the shares of the row readings are then their shares over all combinations tried.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Sequence
from math import prod

from tournament.limits import Limits
from tournament.numbers import parse_number
from tournament.options import Choices
from tournament.weigh import JointReading

Rows = Sequence[tuple[JointReading, ...]]
Picks = tuple[int, ...]


def settle(rows: Rows, sums: Sequence[Choices], limits: Limits) -> list[tuple[float, ...]]:
    """Per row the shares of its readings (same order) after the column totals had their say; each row's shares sum to
    1.

    No fit of the totals weighs more than 1, so the search may end as soon as what is left cannot matter.
    """
    if not any(total_speaks(choices) for choices in sums):
        return [_normal([reading.share for reading in row]) for row in rows]
    shares = [[0.0] * len(row) for row in rows]
    gathered = 0.0
    for weight, picks, totals in _combinations(rows, len(sums), limits):
        together = weight * _fit(totals, sums, limits)
        gathered += together
        for row, pick in enumerate(picks):
            shares[row][pick] += together
        if weight < limits.negligible * gathered:
            break
    return [_normal(row) for row in shares]


def column_totals(points: Sequence[Sequence[int | None]], seats: int) -> tuple[int, ...]:
    """Totals by seat; unreadable cells count nothing."""
    return tuple(sum(row[seat] or 0 for row in points) for seat in range(seats))


def total_speaks(choices: Choices) -> bool:
    """Whether a total was written and can be read: a blank sum row says nothing."""
    return choices.id is not None and parse_number(choices.first.text).mark == "number"


def _normal(shares: Sequence[float]) -> tuple[float, ...]:
    total = sum(shares) or 1.0
    return tuple(share / total for share in shares)


def _fit(totals: Picks, sums: Sequence[Choices], limits: Limits) -> float:
    """How well the written totals fit these; a total that does not fit is a slip of the players' sum."""
    return prod(total_fit(total, choices, limits) for total, choices in zip(totals, sums, strict=True))


def total_fit(total: int, choices: Choices, limits: Limits) -> float:
    """The likelihood of one written total, given what the rows above it add up to."""
    if not total_speaks(choices):
        return 1.0
    written = next((option.probability for option in choices.options if option.value == total), 0.0)
    return (1.0 - limits.sum_slip) * written + limits.sum_slip / limits.sum_spread


def _combinations(rows: Rows, seats: int, limits: Limits) -> Iterator[tuple[float, Picks, Picks]]:
    """(weight, pick per row, totals by seat), best first, at most `limits.sheet_readings`. Each row's readings are
    ranked."""
    start = (0,) * len(rows)
    totals = column_totals([row[0].values.points for row in rows], seats)
    heap = [(-prod(row[0].share for row in rows), start, 0, totals)]
    for _ in range(limits.sheet_readings):
        if not heap:
            return
        weight, picks, last, totals = heapq.heappop(heap)
        yield -weight, picks, totals
        for row in range(last, len(rows)):
            if picks[row] + 1 < len(rows[row]):
                now, then = rows[row][picks[row]], rows[row][picks[row] + 1]
                changed = (*picks[:row], picks[row] + 1, *picks[row + 1 :])
                heapq.heappush(heap, (weight * then.share / now.share, changed, row, _moved(totals, now, then)))


def _moved(totals: Picks, now: JointReading, then: JointReading) -> Picks:
    """The totals when one row is read as `then` instead of `now`."""
    changes = zip(totals, now.values.points, then.values.points, strict=True)
    return tuple(total - (old or 0) + (new or 0) for total, old, new in changes)
