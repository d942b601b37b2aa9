"""Mistakes in the points of a row whose details are taken as right."""

from __future__ import annotations

from collections.abc import Iterator

from scoring.counting.game import PARTIES, Call, find_other_party
from scoring.counting.game_value import is_under
from scoring.rows.row_patterns import find_pattern
from tournament.judging.details.allowed_games import fits
from tournament.judging.details.allowed_values import make_game
from tournament.judging.details.case import Contradiction, Due
from tournament.judging.details.counting import count_total
from tournament.judging.details.verdict import Slip
from tournament.judging.meant_rows import name_slip
from tournament.judging.slips import SLIPS

_Told = tuple[str, float, str, dict[str, object]]
"""A slip's name, how much likelier it is here, what its sentence is called here ("" as in the table), what it tells."""


def list_point_slips(row: Contradiction) -> Iterator[Slip]:
    """Every single slip that turns the points due into those of the row; all are mended by the points due."""
    due, second = row.case.due, row.case.ink.limits.second_slip
    if due is None:
        return
    found, written = list(_list_miswritten(row, due)) or list(_list_one_side(row, due)), due.hands
    if not found:
        found, written = list(_list_miscounted(row, due)), row.points
    odds = 1.0 if row.case.is_worth(written) else second
    found = [(name, odds * likelier, text, data) for name, likelier, text, data in found]
    owed = row.case.weigh_soloist(due.hands, solo=due.way.solo is not None)
    uncounted = _list_uncounted(row, due) if len(row.points) == len(due.hands) else ()
    for name, likelier, text, data in (*found, *uncounted):
        yield Slip.named(name, row.case.list_due_changes(), likelier * owed, text, **data)


def _list_miswritten(row: Contradiction, due: Due) -> Iterator[_Told]:
    """Counted right and written wrongly."""
    wrong = [seat for seat, points in due.hands.items() if points != row.points.get(seat)]
    name = name_slip([row.points.get(seat) for seat in due.hands], list(due.hands.values()))
    if len(wrong) == 1:
        (seat,) = wrong
        yield name, 1.0, "" if seat in row.points else row.case.numbers[seat].mark, {"seat": seat}
    elif name == "seats swapped":
        yield "points at another seat", 1.0, "", {}
    elif name:
        yield name, 1.0, "", {}


def _list_one_side(row: Contradiction, due: Due) -> Iterator[_Told]:
    """The lone number of a solo, where only plus points are written."""
    shown, told = row.case.show(due.hands), {seat: number for seat, number in row.case.written.items() if number}
    for seat, points in shown.items():
        if points and shown != due.hands and list(told) == [seat] and 3 * told[seat] == points:
            yield "solo not tripled", 1.0, "", {"seat": seat}


def _list_miscounted(row: Contradiction, due: Due) -> Iterator[_Told]:
    """Counted wrongly: one line of the count forgotten, or anything else."""
    worth = _find_worth(row, due)
    if worth is None:
        return
    right, limits = count_total(due.count), row.case.ink.limits
    far = min(abs(right - value) for value in worth) // row.case.ink.rules.checks.unit.step
    turned = limits.second_slip if max(worth) * right < 0 else 1.0  # then the winners are wrong as well
    off = "one or two" if far <= 2 else "three or four" if far <= 4 else "more"
    yield f"off by {off}", turned, "", {}
    for place, operation in enumerate(due.count):
        name = f"{operation.line.name} forgotten"
        if name in SLIPS and count_total(due.count[:place] + due.count[place + 1 :]) in worth:
            yield name, 1.0, "", {"line": operation.line}
    others = [operation for operation in due.count if operation.line.name != "verdoppelt"]
    if len(others) + 1 < len(due.count) and count_total(others) in worth:
        yield "all doublings", 1.0, "", {}


def _list_uncounted(row: Contradiction, due: Due) -> Iterator[_Told]:
    """What a party said, or both, counted as if it had not been said."""
    rules, told, limits = row.case.ink.rules, row.case.details, row.case.ink.limits
    game = make_game(due.way.kind, due.way.solo, due.way.re, told)
    odds = 1.0 if row.case.is_worth(row.points) else limits.second_slip
    for party in PARTIES:
        said, other = game.calls.list_absagen(party), find_other_party(party)
        missed = [level for level in said if not is_under(rules, game, other, level)]
        if any(fits(rules, told.say(party, kept), row.points) for kept in Call if missed and kept < missed[0]):
            data = {"level": rules.get_level(missed[-1]).title, "party": party.capitalize()}
            yield "missed Absage not counted", odds, "", data
        elif said and fits(rules, told.say(party, Call.NOTHING), row.points):
            yield "calls not counted", odds, "", {}
    silent = told.say("re", Call.NOTHING).say("kontra", Call.NOTHING)
    if game.calls.re and game.calls.kontra and fits(rules, silent, row.points):
        yield "calls not counted", odds, "", {}


def _find_worth(row: Contradiction, due: Due) -> set[int] | None:
    """What the points written are worth to the side that the count is for; None where they are no game between the
    same parties."""
    found = find_pattern(row.points) if len(row.points) == 4 else None
    if found is None:
        return None
    if found.shape == "zero":
        return {0}
    if found.shape != ("lone" if due.way.lone else "pairs"):
        return None
    value, sign = min(map(abs, row.points.values())), 1 if count_total(due.count) > 0 else -1
    if not due.worth:
        return {value, -value}
    turns = {row.points[seat] * points > 0 for seat, points in due.hands.items()}
    return None if len(turns) > 1 else {sign * value} if turns == {True} else {-sign * value}
