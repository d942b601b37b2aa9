"""Lists of running totals judged: rows rebuilt from totals, value and winners' marks; what a person must look at.

Where clear ink tells a row, ink in doubt is read as the row demands, if that is among what it may say; else it is asked
about. Nothing is guessed: a row that the clear ink does not tell counts nothing until somebody decides.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain

from scoring.checks import check_row, check_sheet
from scoring.counting.rules import RuleSet
from scoring.findings import Change, Finding
from scoring.rows.reconstruct import Side, find_shown_points
from scoring.rows.reconstruct_totals import rebuild_from_totals
from scoring.rows.row import Row, Sheet, make_total_id
from scoring.wording import write_points
from tournament.judging.details.detailcase import RowName
from tournament.judging.lists.column_reading import read_by_column
from tournament.judging.lists.listafter import RowsBelow, about_totals, still_off
from tournament.judging.lists.listduties import find_list_duties
from tournament.judging.lists.listink import ListRow, bock_cross, is_clear, read_list_rows
from tournament.judging.lists.listmends import ListMends, mend_together
from tournament.judging.lists.listorder import rows_in_order
from tournament.judging.lists.listpaths import column_paths
from tournament.judging.lists.listremarks import RebuiltRow, chosen_cells, ink_remarks
from tournament.judging.lists.listrisk import find_list_risk
from tournament.judging.lists.listwinner import winner_missing, winners_marked
from tournament.judging.lists.row_shares import RowShares
from tournament.judging.lists.smallest_path import smallest_path
from tournament.judging.row.judged import Explanation, JudgedRow, JudgedSheet
from tournament.judging.row.options import number_choices
from tournament.judging.row.signatures import is_signed
from tournament.judging.row.transcribe import WrittenSheet
from tournament.judging.sheet.columns import column_totals
from tournament.judging.sheet.mends import keep_mending
from tournament.judging.sheet.rowwords import TOLD_ONLY
from tournament.judging.sheet.sum_shares import weigh_totals
from tournament.judging.sheet.sumrow import judge_sums
from tournament.limits import LIMITS, Limits
from tournament.remarks import Doubt, Remark


def judge_list(rules: RuleSet, written: WrittenSheet, limits: Limits = LIMITS) -> JudgedSheet:
    """The sheet judged, as `tournament.judging.reconcile` does for sheets of signed points."""
    sums = tuple(number_choices(reading, limits) for reading in written.sums)
    planned = read_list_rows(rules, written, limits)
    inked = rows_in_order(rules, written, planned, _side(written), limits)
    duties = find_list_duties(rules, written, inked, limits)
    column = column_paths(rules, inked, sums, _side(written), limits, duties)
    told = _rebuilt(rules, written, inked, column.rows, limits)
    lines = [(one.row.inked, one.rebuilt) for one in told]
    smallest, marking = smallest_path(column, sums, limits), winners_marked(told)
    around = [(*about_totals(lines[place:]), *(winner_missing(one, limits) if marking else ()))
              for place, one in enumerate(told)]
    rows = tuple(
        _with(one.row, column.rows[place], smallest.row(place), _judged(rules, one, around[place], limits), limits)
        for place, one in enumerate(told)
    )
    expected = [_column(told, seat) for seat in range(1, written.seats + 1)]
    sum_row = judge_sums(sums, _copied(lines, expected), limits)
    off = tuple(_off_ends(lines, sum_row.values, expected)) if all(o.known or o.row.inked.blank for o in told) else ()
    games = written.code.games if written.code else 0
    signatures = [is_signed(sign, limits) for sign in written.signatures]
    by_plan = tuple(_checked(rules, *both, limits) for both in zip(told, planned, strict=True))
    sheet = Sheet(written.seats, games, by_plan, (), tuple(signatures))
    checked = _placed(told, check_sheet(rules, sheet))
    mends = ListMends(rules, [one.row for one in told], _side(written))
    rows = tuple(replace(row, findings=mend_together(row.findings, mends)) for row in rows)
    found: tuple[Doubt, ...] = keep_mending((*sum_row.findings, *off, *checked), mends)
    asked = tuple(field for finding in found if finding.severity != "note" for field in finding.fields)
    return JudgedSheet(
        written, rows, tuple(choices.first.text for choices in sums),
        column_totals([row.points for row in rows], written.seats), found, tuple(dict.fromkeys(asked)),
        *weigh_totals(sums, column.sums), smallest.whole,
    )


def _with(
    ink: ListRow, told: RowShares, explanation: Explanation | None, row: JudgedRow, limits: Limits
) -> JudgedRow:
    """The row with what the whole column tells of it."""
    row = replace(row, wrong=find_list_risk(ink, told, row.points, limits))
    if not row.played:
        return row
    findings = row.findings if told.odds.miscounted > 1.0 - limits.blame else tuple(map(_blame_nobody, row.findings))
    return replace(row, findings=findings, odds=told.odds, posterior=told.posterior, explanation=explanation)


def _blame_nobody(finding: Doubt) -> Doubt:
    """The finding on a wrong total that may well be read wrongly."""
    if not isinstance(finding, Finding | Remark) or (finding.code, finding.severity) != ("running-total", "error"):
        return finding
    return replace(finding, severity="warning")


def _checked(rules: RuleSet, told: RebuiltRow, planned: ListRow, limits: Limits) -> Row:
    """The row for the sheet's checks, by the planned turns. Its totals have been judged; only where the rules want none
    are they news."""
    unwanted = told.row.inked.column == "total" and not rules.sheet.totals.allowed
    totals = told.row.inked.cells if unwanted else ()
    return replace(told.rebuilt.row, totals=totals, bock=bock_cross(told.row, limits), deal=planned.inked.deal)


def _side(written: WrittenSheet) -> Side | None:
    return "plus" if written.code and written.code.plus else None


def _rebuilt(
    rules: RuleSet, written: WrittenSheet, rows: tuple[ListRow, ...], column: Sequence[RowShares], limits: Limits
) -> tuple[RebuiltRow, ...]:
    """The rows rebuilt from clear ink; where some is not, from what the whole column tells of it as well."""
    side, paths = _side(written), list[RowShares | None]([None] * len(rows))
    if any(not is_clear(choices, limits) for row in rows for choices in row.all):
        rows = tuple(read_by_column(row, told, limits) for row, told in zip(rows, column, strict=True))
        paths = [*column]
    rebuilt = rebuild_from_totals(rules, [row.inked for row in rows], written.seats, side=side)
    return tuple(RebuiltRow(row, one, side, told) for row, one, told in zip(rows, rebuilt, paths, strict=True))


def _judged(rules: RuleSet, told: RebuiltRow, around: tuple[Remark, ...], limits: Limits) -> JudgedRow:
    row, inked = told.row, told.row.inked
    written = tuple(choices.first.text for choices in row.cells)
    if inked.blank and not told.known:
        return JudgedRow(row.source, written, (None,) * len(written), False, False, False, "ok")
    remarks = tuple(ink_remarks(told, limits))
    findings = (*_findings(rules, told), *around, *remarks)
    asked = [finding for finding in findings if finding.severity != "note" and finding.code not in TOLD_ONLY]
    look = tuple(dict.fromkeys(field for finding in asked for field in finding.fields))
    chosen = tuple(chosen_cells(told, limits))
    return JudgedRow(
        row.source, written, told.rebuilt.row.points, inked.solo, inked.offence, True, "review" if asked else "ok",
        findings, look, chosen,
    )


def _findings(rules: RuleSet, told: RebuiltRow) -> Iterator[Doubt]:
    """What rebuilding found, and the checks of the full row, whose proposals would be about other cells."""
    yield from told.rebuilt.findings
    for finding in _placed((told,), check_row(rules, told.rebuilt.row, len(told.row.cells))):
        yield replace(finding, proposal=None)


def _placed(told: Sequence[RebuiltRow], findings: Iterable[Finding]) -> Iterator[Finding]:
    """The findings with the fields of a list, which has totals where others have points."""
    pairs = (zip(one.rebuilt.row.list_cells(), one.row.inked.fields, strict=True) for one in told)
    fields = dict(chain.from_iterable(pairs))
    for finding in findings:
        yield replace(finding, fields=tuple(fields.get(one, one) for one in finding.fields))


def _column(told: tuple[RebuiltRow, ...], seat: int) -> int:
    """What should stand at the foot of the seat's column."""
    return sum(find_shown_points({seat: one.points(seat)}, seat, one.side) for one in told)


def _copied(lines: RowsBelow, expected: Sequence[int]) -> list[int]:
    """What players copy as final totals: the last ones as they are written, where they are known."""
    last = [rebuilt.carried for inked, rebuilt in lines if not inked.blank and rebuilt.carried]
    written = last[-1] if last else (None,) * len(expected)
    return [right if total is None else total for total, right in zip(written, expected, strict=True)]


def _off_ends(lines: RowsBelow, values: Sequence[int | None], expected: Sequence[int]) -> Iterator[Doubt]:
    """Final totals that the rows do not give; one that only copies a total that is off already is no news."""
    for finding in off_sums(values, expected):
        seat = next(number for number in range(1, len(values) + 1) if make_total_id(number) in finding.fields)
        written = [cell for inked, _ in lines if (cell := inked.cells[seat - 1]) is not None]
        first = still_off(lines, seat)
        if first is None or not written or written[-1] != values[seat - 1]:
            yield finding
            continue
        numbers = {"written": write_points(written[-1]), "right": write_points(expected[seat - 1])}
        data = {"seat": seat, "place": RowName(first.number), **numbers}
        yield Remark("sum-mismatch", "note", "findings.list-end-off", finding.fields, data)


def off_sums(values: Sequence[int | None], expected: Sequence[int]) -> Iterator[Finding]:
    """S7: a written sum or final total that the rows do not give."""
    for seat, (written, right) in enumerate(zip(values, expected, strict=True), 1):
        if written is not None and written != right:
            data = {"seat": seat, "right": right, "written": written}
            field = make_total_id(seat)
            yield Finding("sum-mismatch", "error", (field,), data, (Change(field, written, right),))
