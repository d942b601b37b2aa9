"""Checks of a row's crosses, and of the columns that some sheets have beside the points.

Such columns are the value, the winners' marks, running totals, and the game's details.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import zip_longest

from scoring.counting.explain_count import Won
from scoring.counting.game import PLAYERS, Extras, Game
from scoring.counting.rules import RuleSet
from scoring.counting.score import find_edges, find_kind_values, find_lone_values, score
from scoring.findings import Change, Finding, Proposal
from scoring.rows.point_checks import Findings, fill_row_gaps, find_row_pattern
from scoring.rows.row_patterns import are_offence_points, find_winners, is_legal
from scoring.rows.written_rows import Row, Sheet, find_hands, find_paid_fine
from texts.field_ids import make_cell_id, make_field_id


def check_two_crosses(rules: RuleSet, row: Row, seats: int) -> Findings:
    """R2 (24; zwoelf-spiele 12: a soloist's offence too is just that): an offence is no solo. `-15 +5 +5 +5`, crossed
    as both. Against a soloist it is one (ddv TSR 9.4.4), as `-15 +15 0 0` shows.
    """
    fine = find_paid_fine(rules, find_hands(rules, row, seats) or {}) if row.offence and row.solo else None
    if row.offence and row.solo and not (fine and fine.plays_solo):
        fields = (make_field_id(row.number, "solo"), make_field_id(row.number, "offence"))
        yield Finding("pattern", "error", fields, fill_row_gaps(row), sentence="faults.row.pattern-crosses")


def check_value_column(rules: RuleSet, row: Row, seats: int) -> Findings:
    """R7: the value column holds what one opponent pays another. `+4 +4 -4 -4` with the value 6; a solo's `9 -3 -3 -3`
    with 9.

    No rule sheet has such a column, but the DDV's list has. A value below zero there swaps the winners' marks.
    """
    found = find_row_pattern(rules, row, seats)
    if found is None or row.value is None or abs(row.value) == abs(found.value):
        return
    field, right = make_field_id(row.number, "value"), abs(found.value)
    tripled = found.shape == "lone" and found.times > 1 and abs(row.value) == found.times * right
    change = (Change(field, row.value, right),) if tripled else None
    gaps = fill_row_gaps(row, written=row.value, right=right)
    sentence = "faults.row.value-tripled" if tripled and found.times == PLAYERS - 1 else ""
    yield Finding("value-mismatch", "error", (field, *row.list_cells()), gaps, change, sentence)


def check_winner_marks(rules: RuleSet, row: Row, seats: int) -> Findings:
    """R7: who has plus is marked as a winner, nobody else. `+4 +4 -4 -4` with seats 1 and 3 marked."""
    if row.winners is None or row.offence:
        return
    hands = find_hands(rules, row, seats)
    if hands is not None and any(hands.values()):
        yield from _find_misplaced(rules, row, hands)
    elif hands is None and not 1 <= len(row.winners) <= 3 and (row.winners or row.value):
        fields = tuple(make_field_id(row.number, f"win{seat}") for seat in row.winners)
        gaps = fill_row_gaps(row, found=len(row.winners))
        yield Finding("winner-mark", "error", fields, gaps, sentence="faults.row.winner-count")


def _find_misplaced(rules: RuleSet, row: Row, hands: dict[int, int]) -> Findings:
    right = find_winners(hands, row.value, rules.rows.side)
    wrong = sorted(set(right) ^ set(row.winners or ()))
    if wrong:
        fields = tuple(make_field_id(row.number, f"win{seat}") for seat in wrong)
        gaps = fill_row_gaps(row, right=right, written=row.winners or ("–",))
        yield Finding("winner-mark", "error", fields, gaps)


def check_running_totals(rules: RuleSet, sheet: Sheet) -> Findings:
    """S5: a total is the one above it and the row's points. Totals of 12 and, in a row of +4, `+18`.

    A slip is found once, in the row where it happens, even if all totals below carry it on. A slip that the next row
    does not carry on is one miswritten total, and has a proposal.
    """
    rows = [row for row in sheet.rows if not row.blank]
    written = next((row for row in rows if any(total is not None for total in row.totals)), None)
    if written is None:
        return
    if not rules.sheet.totals.allowed:
        yield Finding("running-total", "error", (), fill_row_gaps(written), sentence="faults.row.totals-not-allowed")
        return
    for seat in range(1, sheet.seats + 1):
        yield from _check_column(tuple(_list_steps(rules, rows, sheet.seats, seat)))
    yield from _check_cross_sums(rules, rows, sheet.seats)


@dataclass(frozen=True, slots=True)
class _TotalStep:
    """One seat's written total in a row, and its points there; None where they are unknown."""

    row: Row
    seat: int
    total: int | None
    points: int | None


def _list_steps(rules: RuleSet, rows: list[Row], seats: int, seat: int) -> Iterator[_TotalStep]:
    for row in rows:
        hands = find_hands(rules, row, seats)
        points = row.points[seat - 1] if hands is None else hands.get(seat, 0)
        yield _TotalStep(row, seat, row.totals[seat - 1] if row.totals else None, points)


def _check_column(steps: tuple[_TotalStep, ...]) -> Findings:
    """The slips in one seat's totals. `base`: the total above the row, None while it is unknown."""
    base = 0 if steps[0].row.number == 1 else None
    for step, below in zip_longest(steps, steps[1:]):
        right = None if base is None or step.points is None else base + step.points
        base = step.total if step.total is not None else right
        if right is not None and step.total not in (None, right):
            carried = below is None or below.total is None or below.points != below.total - right
            base = base if carried else right
            yield _make_slip(step, right, carried)


def _make_slip(step: _TotalStep, right: int, carried: bool) -> Finding:
    field = make_cell_id(step.row.number, step.seat)
    gaps = fill_row_gaps(step.row, seat=step.seat, written=step.total, right=right, points=step.points)
    change = None if carried else (Change(field, step.total, right),)
    return Finding("running-total", "error", (field,), gaps, change)


def _check_cross_sums(rules: RuleSet, rows: list[Row], seats: int) -> Findings:
    """The totals of a row add up to 0, as points do. A wrong sum is found once, in the row where it first appears.

    Only rows whose points are not written are asked: elsewhere `_check_column` finds the slip.
    """
    before = 0
    for row in rows if rules.adds_up else ():
        totals = [total for total in row.totals if total is not None]
        if len(totals) == seats:
            if sum(totals) not in (0, before) and all(points is None for points in row.points):
                gaps = fill_row_gaps(row, sum=sum(totals))
                yield Finding("running-total", "error", row.list_cells(), gaps, sentence="faults.row.totals-not-zero")
            before = sum(totals)


def check_soloist_times(rules: RuleSet, row: Row, seats: int) -> Findings:
    """R8 (23; ddv TSR 7.2; the others D): a lone player counts threefold, or as often as a club says. `+6 -6 -6 -6`.
    Where one side's points alone are written, `+6` may be right.
    """
    hands = find_hands(rules, row, seats)
    if hands is None or row.offence or rules.rows.side is not None:
        return
    times, slips = rules.list_lone_times(len(hands), solo=row.solo), (1,) if rules.adds_up else (1, 2, 3)
    for seat, points in hands.items() if len(times) == 1 else ():
        other, *more = {other for player, other in hands.items() if player != seat}
        if not more and points in [-slip * other for slip in slips if slip not in times and other]:
            due = -times[0] * other
            gaps = fill_row_gaps(row, seat=seat, written=points, right=due, others=other, times=times[0])
            right = tuple(due if n == seat else old for n, old in enumerate(row.points, 1))
            mends = row.solo and is_legal(rules, replace(row, points=right), seats)
            change = (Change(make_cell_id(row.number, seat), points, due),) if mends else None
            sentence = "faults.row.untripled" if times == (PLAYERS - 1,) else "faults.row.soloist-times"
            sentence = sentence if row.solo else f"{sentence}-perhaps"
            yield Finding("miscounted", "error", (make_cell_id(row.number, seat),), gaps, change, sentence)


def check_solo_of_two(rules: RuleSet, row: Row, seats: int) -> Findings:
    """R8 (8; zwoelf-spiele 3; kurzregeln-48 Solo): a soloist plays alone. `+4 +4 -4 -4`, crossed as a solo."""
    found = find_row_pattern(rules, row, seats)
    if row.solo and found and found.shape == "pairs":
        field = make_field_id(row.number, "solo")
        change = (Change(field, "x", ""),) if is_legal(rules, replace(row, solo=False), seats) else None
        fields = (field, *row.list_cells())
        yield Finding("miscounted", "error", fields, fill_row_gaps(row), change, "faults.row.solo-of-two")


def check_lone_uncrossed(rules: RuleSet, row: Row, seats: int) -> Findings:
    """R8 (12, 24; zwoelf-spiele 3, 6, 12; kurzregeln-48 Solo 4): one against three without a cross is a stille
    Hochzeit, an offence, or a solo whose cross was forgotten. `+9 -3 -3 -3`.

    No cross is missing where no solo has this value: in zwoelf-spiele nobody loses a solo at 2.
    """
    found = find_row_pattern(rules, row, seats)
    if row.solo or row.details or not found or found.shape != "lone":
        return
    if are_offence_points(rules, find_hands(rules, row, seats) or {}):
        gaps = fill_row_gaps(row, offender=found.times * found.value, others=-found.value)
        crosses = (make_field_id(row.number, "solo"), make_field_id(row.number, "offence"))
        yield Finding("offence-count", "warning", crosses, gaps, sentence="faults.row.offence-uncrossed")
    else:
        no_solo = found.value not in find_lone_values(rules, True, found.times)
        no_solo = no_solo and found.value in find_lone_values(rules, False, found.times)
        uncrossed = tuple(
            kind.title
            for kind in rules.kinds
            if kind.re_seats < 2 and found.times in kind.list_lone_times(PLAYERS)
            if not rules.is_crossed(kind) and found.value in find_kind_values(rules, kind)
        )
        gaps = fill_row_gaps(row, seat=found.seat, value=abs(found.value), kinds=uncrossed)
        sentence = "faults.row.solo-uncrossed" if uncrossed else "faults.row.solo-cross-missing"
        sentence = "faults.row.lone-no-solo" if no_solo else sentence
        yield Finding("pflichtsolo", "note", (make_field_id(row.number, "solo"),), gaps, sentence=sentence)


def check_details(rules: RuleSet, row: Row, seats: int) -> Findings:
    """R8 (19 to 25; zwoelf-spiele 6, 9 to 11; zehn-cent the list of 10 Cent; kurzregeln-48 Spielpunkte; stille-hochzeit
    Zählen; ddv TSR 7): the points follow from calls, Augen and Sonderpunkte. `+4 +4 -4 -4` for Re said and 130 Augen.
    A game lost by a broken rule (stille-hochzeit Spielablauf) is right with the points of any Augen, a solo that no row
    shows to be a Pflichtsolo with those of either.
    """
    if row.details is None or _is_right_so(rules, row, row.details):
        return
    result = score(rules, row.details)
    for finding in result.findings:
        yield replace(finding, fields=tuple(make_field_id(row.number, field) for field in finding.fields))
    won = result.winner and Won(rules, row.details, result.winner)
    why = (won,) if won and won.against_augen else ()
    for change in _list_differences(row, result.points):
        seat = int(change.field[-1])
        gaps = fill_row_gaps(row, seat=seat, right=change.proposed, written=change.written, lines=(*why, *result.lines))
        yield Finding("miscounted", "error", (change.field,), gaps, (change,))


def _is_right_so(rules: RuleSet, row: Row, game: Game) -> bool:
    """Whether the points are right by what the row does not show: how far a game lost by a broken rule was played (any
    Augen and no Sonderpunkte are tried), or that the solo was a Pflichtsolo, where that counts.
    """
    ends = [replace(game, augen=augen, extras=Extras()) for augen in (0, *find_edges(rules)) if game.verworfen]
    kind = rules.find_kind(game.kind)
    owed = [replace(game, pflicht=True)] if rules.counts_pflicht and kind and kind.pflicht else []
    return any((points := score(rules, end).points) and not _list_differences(row, points) for end in (*ends, *owed))


def _list_differences(row: Row, points: tuple[int, ...] | None) -> Proposal:
    changes = map(Change, row.list_cells(), row.points, points or ())
    return tuple(change for change in changes if change.written not in (None, change.proposed))
