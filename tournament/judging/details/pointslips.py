"""Mistakes in the points of a row whose details are taken as right."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from scoring.rows.patterns import find_pattern
from tournament.judging.details.counting import total
from tournament.judging.details.slips import AT_ODDS, Case, Slip, changed_points

_FORGOTTEN = {
    "verdoppelt": 1.0, "bock": 1.0, "gegen": 1.0, "sonderpunkt": 0.8, "sonderpunkte": 0.8, "angesagt": 0.8,
    "abgesagt": 0.6, "verfehlt": 0.5, "erreicht": 0.4, "dagegen": 0.4, "solo": 0.5,
}
"""How often a line of the count is forgotten."""

_BORNE_OUT = 0.1
"""Points that value and sums bear out leave a slip in them this share of its weight, unless just one line of the count
was forgotten: then it is forgotten in all three."""


def point_slips(case: Case, written: Mapping[int, int | None]) -> Iterator[Slip]:
    """Every single mistake that turns the points due into those of the row; all are mended by the points due."""
    if case.due is None:
        return
    changes = changed_points(case, written)
    found = list(_writing(case)) or list(_one_side(case, written))
    for text, weight, data in found:
        yield Slip(text, weight * _with_value(case, case.due) * _with_sums(case), changes, data)
    if not found:
        for text, weight, data in _counting(case):
            sums = _with_sums(case) if text == "slip-count" else 1.0
            yield Slip(text, weight * _with_value(case, case.points) * sums, changes, data)


def _writing(case: Case) -> Iterator[tuple[str, float, dict[str, object]]]:
    """Counted right and written wrongly."""
    due, points = case.due or {}, case.points
    wrong = [seat for seat in due if due[seat] != points.get(seat)]
    if len(wrong) == 1:
        seat = wrong[0]
        old, new = points.get(seat), due[seat]
        if old is None:
            yield f"slip-{case.marks.get(seat, 'number')}", 0.6, {"seat": seat}
            return
        text = "slip-sign" if old == -new else "slip-tripled" if 3 * old == new else "slip-number"
        yield text, 0.6 if text == "slip-number" else 1.0, {"seat": seat}
    elif all(points.get(seat) == -value for seat, value in due.items()):
        yield "slip-turned", 0.8, {}
    elif Counter(points.values()) == Counter(due.values()):
        yield "slip-moved", 0.1, {}


def _one_side(case: Case, written: Mapping[int, int | None]) -> Iterator[tuple[str, float, dict[str, object]]]:
    """The lone number of a solo, where only plus points are written."""
    told = {seat: number for seat, number in written.items() if number}
    for seat, due in case.cells.items():
        if due and case.cells != case.due and list(told) == [seat] and 3 * told[seat] == due:
            yield "slip-tripled", 1.0, {"seat": seat}


def _counting(case: Case) -> Iterator[tuple[str, float, dict[str, object]]]:
    """Counted wrongly: one line of the count forgotten, or anything else."""
    worth = _worth(case)
    if worth is None:
        return
    far = min(abs(total(case.count) - value) for value in worth) // case.rules.checks.unit.step
    turned = AT_ODDS if max(worth) * total(case.count) < 0 else 1.0  # the winners are wrong as well
    yield "slip-count", turned * (0.2 if far <= 2 else 0.1 if far <= 4 else 0.04), {}
    for place, operation in enumerate(case.count):
        weight = _FORGOTTEN.get(operation.line.name)
        if weight and total(case.count[:place] + case.count[place + 1 :]) in worth:
            yield f"slip-{operation.line.name}", weight, {"line": operation.line}
    doublings = [operation for operation in case.count if operation.line.name == "verdoppelt"]
    if len(doublings) > 1 and total([op for op in case.count if op not in doublings]) in worth:
        yield "slip-doublings", 0.4, {}


def _worth(case: Case) -> set[int] | None:
    """What the points written are worth to the side that the count is for; None where they are no game between the
    same parties."""
    found = find_pattern(case.points) if len(case.points) == 4 else None
    if found is None or case.way is None or case.due is None:
        return None
    if found.shape == "zero":
        return {0}
    if found.shape != ("lone" if case.way.lone else "pairs"):
        return None
    value, due = min(map(abs, case.points.values())), total(case.count)
    if not any(case.due.values()):
        return {value, -value}
    same = all(case.points[seat] * points > 0 for seat, points in case.due.items())
    other = all(case.points[seat] * points < 0 for seat, points in case.due.items())
    sign = 1 if due > 0 else -1
    return {sign * value} if same else {-sign * value} if other else None


def _with_value(case: Case, points: Mapping[int, int]) -> float:
    """How well the value column goes with these points."""
    return 1.0 if case.worth in (None, min(map(abs, points.values()))) else AT_ODDS


def _with_sums(case: Case) -> float:
    """How well a slip of no certain kind goes with value and sums."""
    return _BORNE_OUT if case.stands else 1.0
