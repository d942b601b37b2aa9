"""Mistakes in the points of a row whose details are taken as right."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from scoring.rows.patterns import find_pattern
from tournament.judging.details.counting import count_total
from tournament.judging.details.slips import Case, Slip, list_changed_points
from tournament.judging.row.meant_ways import name_slip
from tournament.slips import SLIPS

_Told = tuple[str, float, str, dict[str, object]]
"""A slip's name, how much likelier it is here, what its sentence is called here ("" as in the table), what it tells."""


def list_point_slips(case: Case, written: Mapping[int, int | None]) -> Iterator[Slip]:
    """Every single slip that turns the points due into those of the row; all are mended by the points due."""
    if case.due is None:
        return
    changes = list_changed_points(case, written)
    found = list(_list_miswritten(case)) or list(_list_one_side(case, written))
    odds = _weigh_value(case, case.due) * _weigh_sums(case)
    if not found:
        found, odds = list(_list_miscounted(case)), _weigh_value(case, case.points)
    for name, likelier, text, data in found:
        yield Slip.named(name, changes, odds * likelier, text, **data)


def _list_miswritten(case: Case) -> Iterator[_Told]:
    """Counted right and written wrongly."""
    due, points = case.due or {}, case.points
    wrong = [seat for seat in due if due[seat] != points.get(seat)]
    name = name_slip([points.get(seat) for seat in due], list(due.values()))
    if len(wrong) == 1:
        seat, = wrong
        yield name, 1.0, case.marks.get(seat, "number") if points.get(seat) is None else "", {"seat": seat}
    elif name:
        yield name, 1.0, "", {}


def _list_one_side(case: Case, written: Mapping[int, int | None]) -> Iterator[_Told]:
    """The lone number of a solo, where only plus points are written."""
    told = {seat: number for seat, number in written.items() if number}
    for seat, due in case.cells.items():
        if due and case.cells != case.due and list(told) == [seat] and 3 * told[seat] == due:
            yield "solo not tripled", 1.0, "", {"seat": seat}


def _list_miscounted(case: Case) -> Iterator[_Told]:
    """Counted wrongly: one line of the count forgotten, or anything else."""
    worth = _find_worth(case)
    if worth is None:
        return
    far = min(abs(count_total(case.count) - value) for value in worth) // case.rules.checks.unit.step
    other = max(worth) * count_total(case.count) < 0  # the winners are wrong as well
    turned = case.limits.second_slip if other else 1.0
    off = "one or two" if far <= 2 else "three or four" if far <= 4 else "more"
    yield f"off by {off}", turned * _weigh_sums(case), "", {}
    for place, operation in enumerate(case.count):
        name = f"{operation.line.name} forgotten"
        if name in SLIPS and count_total(case.count[:place] + case.count[place + 1 :]) in worth:
            yield name, 1.0, "", {"line": operation.line}
    doublings = [operation for operation in case.count if operation.line.name == "verdoppelt"]
    if len(doublings) > 1 and count_total([op for op in case.count if op not in doublings]) in worth:
        yield "all doublings", 1.0, "", {}


def _find_worth(case: Case) -> set[int] | None:
    """What the points written are worth to the side that the count is for; None where they are no game between the
    same parties."""
    found = find_pattern(case.points) if len(case.points) == 4 else None
    if found is None or case.way is None or case.due is None:
        return None
    if found.shape == "zero":
        return {0}
    if found.shape != ("lone" if case.way.lone else "pairs"):
        return None
    value, due = min(map(abs, case.points.values())), count_total(case.count)
    if not any(case.due.values()):
        return {value, -value}
    same = all(case.points[seat] * points > 0 for seat, points in case.due.items())
    other = all(case.points[seat] * points < 0 for seat, points in case.due.items())
    sign = 1 if due > 0 else -1
    return {sign * value} if same else {-sign * value} if other else None


def _weigh_value(case: Case, points: Mapping[int, int]) -> float:
    """How well the value column goes with these points."""
    return 1.0 if case.worth in (None, min(map(abs, points.values()), default=None)) else case.limits.second_slip


def _weigh_sums(case: Case) -> float:
    """How well a slip of no certain kind goes with value and sums."""
    return case.limits.borne_out if case.stands else 1.0
