"""Checks of the written sum row. Paragraphs are those of `pflichtsolo-40`; they hold in all systems."""

from __future__ import annotations

from scoring.checks.row import Findings, fill_row_gaps
from scoring.counting.rules import RuleSet
from scoring.findings import Change, Finding, Proposal
from scoring.rows.legality import is_legal
from scoring.rows.mendings import find_fitting
from scoring.rows.row import Sheet, make_cell_id, make_total_id
from scoring.rows.seating import find_hands


def check_parity(rules: RuleSet, sheet: Sheet) -> Findings:
    """S6 (23): at four seats a game adds an odd number to all or to none, so the sums are all even or all odd.

    Sums `+12 -4 -8 +1`. Running totals likewise, where the row's points are not written and S5 has nothing to go by.
    """
    step = rules.checks.unit.step
    odd_ones = _find_other_parity(sheet.sums, step) if sheet.seats == 4 else ()
    if odd_ones:
        gaps: dict[str, object] = {"sums": _write_totals(sheet.sums), "step": step}
        fields = tuple(make_total_id(seat) for seat in odd_ones)
        sentence = "faults.sheet.parity" if step == 1 else "faults.sheet.parity-units"
        yield Finding("parity", "error", fields, gaps, sentence=sentence)
    for row in sheet.rows if sheet.seats == 4 else ():
        odd_ones = _find_other_parity(row.totals, step)
        if odd_ones and all(points is None for points in row.points):
            fields = tuple(make_cell_id(row.number, seat) for seat in odd_ones)
            gaps = fill_row_gaps(row, sums=_write_totals(row.totals))
            yield Finding("parity", "error", fields, gaps, sentence="faults.row.parity-totals")
            return  # the rows below go on from it


def _find_other_parity(totals: tuple[int | None, ...], step: int) -> tuple[int, ...]:
    """The one seat that differs, or all where it is two against two; () where nothing differs or not all is told."""
    told = [points // step % 2 for points in totals if points is not None and not points % step]
    if len(told) != 4 or len(set(told)) == 1:  # totals that are no multiple of the unit are R4's affair
        return ()
    alone = tuple(seat for seat, odd in enumerate(told, 1) if told.count(odd) == 1)
    return alone or (1, 2, 3, 4)


def _write_totals(totals: tuple[int | None, ...]) -> str:
    return ", ".join(f"{points:+d}" for points in totals if points is not None)


def check_columns(rules: RuleSet, sheet: Sheet) -> Findings:
    """S7: a sum is what its column adds up to. A column of +4, -2, +6 with the sum `+10`."""
    written = {seat: points for seat, points in enumerate(sheet.sums, 1) if points is not None}
    found = {seat: column for seat in written if (column := add_column(rules, sheet, seat)) is not None}
    missing = {seat: written[seat] - column for seat, column in found.items()}
    for seat, column in found.items():
        if missing[seat]:
            gaps = {"seat": seat, "right": column, "written": written[seat]}
            change = Change(make_total_id(seat), written[seat], column)
            proposal = _propose(rules, sheet, change, missing)
            yield Finding("sum-mismatch", "error", (make_total_id(seat),), gaps, proposal)


def check_sums_to_zero(rules: RuleSet, sheet: Sheet) -> Findings:
    """S8 (23): all sums together make 0. Sums `+12 -4 -8 +2`."""
    told = [points for points in sheet.sums if points is not None]
    if told and len(told) == sheet.seats and sum(told):
        fields = tuple(make_total_id(seat) for seat in range(1, sheet.seats + 1))
        yield Finding("not-zero-sum", "error", fields, {"sum": sum(told)}, sentence="faults.sheet.sums-not-zero")


def add_column(rules: RuleSet, sheet: Sheet, seat: int) -> int | None:
    """What the column adds up to, or None while a number in it cannot be told."""
    whole = 0
    for row in sheet.rows:
        points = row.points[seat - 1]
        if points is None and not row.blank and find_hands(rules, row, sheet.seats) is None:
            return None
        whole += points or 0
    return whole


def _propose(rules: RuleSet, sheet: Sheet, change: Change, missing: dict[int, int]) -> Proposal | None:
    """The sum corrected where all rows are right; the one wrong row mended where that makes all sums fit; or None."""
    wrong = [row for row in sheet.rows if not row.blank and not is_legal(rules, row, sheet.seats)]
    if not wrong:
        return (change,)
    mended = find_fitting(rules, sheet, wrong[0], missing) if len(wrong) == 1 else ()
    return mended[0].changes if len(mended) == 1 else None
