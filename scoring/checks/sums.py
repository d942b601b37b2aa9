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

    Sums `+12 -4 -8 +1`. The same holds for running totals; they are asked where no points are written, since S5 needs
    points.
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
    """The one seat whose parity differs, or all four where it is two and two; () where all agree or one is unknown."""
    odds = [points // step % 2 for points in totals if points is not None and not points % step]
    if len(odds) != 4 or len(set(odds)) == 1:  # totals that are no multiple of the unit are R4's affair
        return ()
    alone = tuple(seat for seat, odd in enumerate(odds, 1) if odds.count(odd) == 1)
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
    sums = [points for points in sheet.sums if points is not None]
    if sums and len(sums) == sheet.seats and sum(sums):
        fields = tuple(make_total_id(seat) for seat in range(1, sheet.seats + 1))
        yield Finding("not-zero-sum", "error", fields, {"sum": sum(sums)}, sentence="faults.sheet.sums-not-zero")


def add_column(rules: RuleSet, sheet: Sheet, seat: int) -> int | None:
    """The sum of the column; None while a number in it is unknown."""
    whole = 0
    for row in sheet.rows:
        points = row.points[seat - 1]
        if points is None and not row.blank and find_hands(rules, row, sheet.seats) is None:
            return None
        whole += points or 0
    return whole


def _propose(rules: RuleSet, sheet: Sheet, change: Change, missing: dict[int, int]) -> Proposal | None:
    """What would mend the sum: the sum itself, where every row is right; or the one wrong row, where just one mending
    of it makes all sums fit. Otherwise None.
    """
    wrong = [row for row in sheet.rows if not row.blank and not is_legal(rules, row, sheet.seats)]
    if not wrong:
        return (change,)
    mended = find_fitting(rules, sheet, wrong[0], missing) if len(wrong) == 1 else ()
    return mended[0].changes if len(mended) == 1 else None
