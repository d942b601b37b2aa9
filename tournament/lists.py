"""Lists of running totals judged: rows rebuilt from totals, value and winners' marks; what a person must look at.

Where clear ink tells a row, ink in doubt is read as the row demands, if that is among what it may say; else it is asked
about. Nothing is guessed: a row that the clear ink does not tell counts nothing until somebody decides.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from scoring.checks import check_row, check_sheet
from scoring.findings import Change, Finding
from scoring.reconstruct import Rebuilt, Side
from scoring.reconstruct_totals import added, from_totals
from scoring.rows import Row, Sheet, total
from scoring.rules import RuleSet
from tournament.columns import column_totals
from tournament.judged import Chosen, JudgedRow, JudgedSheet
from tournament.limits import LIMITS, Limits
from tournament.listink import ListRow, list_rows, settled
from tournament.numbers import parse_number
from tournament.options import Choices, Option, asks, number_choices
from tournament.remarks import Doubt, Remark
from tournament.rowwords import TOLD_ONLY
from tournament.signatures import signed
from tournament.sumrow import judge_sums
from tournament.transcribe import WrittenSheet


@dataclass(frozen=True, slots=True)
class _Told:
    """A row of the list, rebuilt."""

    row: ListRow
    rebuilt: Rebuilt
    side: Side | None

    @property
    def known(self) -> bool:
        """Whether its points are told."""
        return any(points is not None for points in self.rebuilt.row.points)

    def points(self, seat: int) -> int:
        """The seat's points, 0 where it has none."""
        return self.rebuilt.row.points[seat - 1] or 0

    def demanded(self, seat: int, choices: Choices, limits: Limits) -> Option | None:
        """What the row demands of the seat's cell, as far as the cell may well say it: its total, counted on from the
        right one above or from the written one; for who sits out, nothing at all will do."""
        if not self.known:
            return None
        totals = {self.rebuilt.totals[seat - 1], self.rebuilt.carried[seat - 1]} - {None}
        empty = self.rebuilt.row.points[seat - 1] is None
        likely = (o for o in choices.options if o is choices.first or o.probability >= limits.show)
        return next((o for o in likely if o.value in totals or (empty and parse_number(o.text).empty)), None)


def judge_list(rules: RuleSet, written: WrittenSheet, limits: Limits = LIMITS) -> JudgedSheet:
    """The sheet judged, as `tournament.reconcile` does for sheets of signed points."""
    told = _rebuilt(rules, written, limits)
    rows = tuple(_judged(rules, one, limits) for one in told)
    sums = tuple(number_choices(reading, limits) for reading in written.sums)
    expected = [_column(told, seat) for seat in range(1, written.seats + 1)]
    sum_row = judge_sums(sums, expected, limits)
    off = tuple(off_sums(sum_row.values, expected)) if all(one.known or one.row.inked.blank for one in told) else ()
    games, signatures = written.code.games if written.code else 0, [signed(sign, limits) for sign in written.signatures]
    sheet = Sheet(written.seats, games, tuple(_checked(rules, one) for one in told), (), tuple(signatures))
    found: tuple[Doubt, ...] = (*sum_row.findings, *off, *check_sheet(rules, sheet))
    asked = tuple(field for finding in found if finding.severity != "note" for field in finding.fields)
    return JudgedSheet(
        written, rows, tuple(choices.first.text for choices in sums),
        column_totals([row.points for row in rows], written.seats), found, tuple(dict.fromkeys(asked)),
    )


def _checked(rules: RuleSet, told: _Told) -> Row:
    """The row for the sheet's checks. Its totals have been judged; only where the rules want none are they news."""
    unwanted = told.row.inked.column == "total" and not rules.sheet.totals.allowed
    return replace(told.rebuilt.row, totals=told.row.inked.cells if unwanted else ())


def _rebuilt(rules: RuleSet, written: WrittenSheet, limits: Limits) -> tuple[_Told, ...]:
    side: Side | None = "plus" if written.code and written.code.plus else None
    rows = list_rows(rules, written, limits)
    rebuilt = from_totals(rules, [row.inked for row in rows], written.seats, side=side)
    return tuple(_Told(row, one, side) for row, one in zip(rows, rebuilt, strict=True))


def _judged(rules: RuleSet, told: _Told, limits: Limits) -> JudgedRow:
    row, inked = told.row, told.row.inked
    written = tuple(choices.first.text for choices in row.cells)
    if inked.blank:
        return JudgedRow(row.source, written, (None,) * len(written), False, False, False, "ok")
    remarks = tuple(_remarks(told, limits))
    findings = (*_findings(rules, told), *remarks)
    asked = [finding for finding in findings if finding.severity != "note" and finding.code not in TOLD_ONLY]
    look = tuple(dict.fromkeys(field for finding in asked for field in finding.fields))
    chosen = tuple(_chosen(told, limits))
    return JudgedRow(
        row.source, written, told.rebuilt.row.points, inked.solo, inked.offence, True, "review" if asked else "ok",
        findings, look, chosen,
    )


def _findings(rules: RuleSet, told: _Told) -> Iterator[Doubt]:
    """What rebuilding found, and the checks of the full row; proposals of theirs would be about other cells."""
    yield from told.rebuilt.findings
    fields = dict(zip(told.rebuilt.row.cells(), told.row.inked.fields, strict=True))
    for finding in check_row(rules, told.rebuilt.row, len(fields)):
        yield replace(finding, fields=tuple(fields.get(one, one) for one in finding.fields), proposal=None)


def _remarks(told: _Told, limits: Limits) -> Iterator[Remark]:
    """What is to be said of ink in doubt."""
    for number, choices in enumerate(told.row.all, 1):
        seat = number if number <= len(told.row.cells) else None
        if settled(choices, limits) or (seat is None and not asks(choices, limits)):
            continue
        here, needed = (choices.id or "",), told.demanded(seat, choices, limits) if seat else None
        if needed is None or asks(choices, limits):
            yield _doubt(choices, here, limits)
        elif needed is not choices.first:
            data = {"read": needed.text or "–", "ink": choices.first.text or "–"}
            yield Remark("illegible", "note", "chosen-row", here, data)


def _doubt(choices: Choices, here: tuple[str, ...], limits: Limits) -> Remark:
    if choices.first.value is None:
        return Remark("illegible", "error", "illegible", here)
    if "overwritten" in choices.flags:
        return Remark("overwritten", "warning", "overwritten", here, {"text": choices.first.text or "–"})
    likely = (option.text or "–" for option in choices.options if option.probability >= limits.show)
    return Remark("illegible", "warning", "unclear", here, {"readings": tuple(likely)})


def _chosen(told: _Told, limits: Limits) -> Iterator[Chosen]:
    """The cells that were read as the row demands, against the ink's own first choice."""
    for seat, choices in enumerate(told.row.cells, 1):
        needed = None if settled(choices, limits) or asks(choices, limits) else told.demanded(seat, choices, limits)
        if needed is not None and needed is not choices.first:
            yield Chosen(choices.id or "", choices.first.text, needed.text, "row", needed.probability)


def _column(told: tuple[_Told, ...], seat: int) -> int:
    """What should stand at the foot of the seat's column."""
    return sum(added({seat: one.points(seat)}, seat, one.side) for one in told)


def off_sums(values: Sequence[int | None], expected: Sequence[int]) -> Iterator[Finding]:
    """S7: a written sum or final total that the rows do not give."""
    for seat, (written, right) in enumerate(zip(values, expected, strict=True), 1):
        if written is not None and written != right:
            data = {"seat": seat, "right": right, "written": written}
            yield Finding("sum-mismatch", "error", (total(seat),), data, (Change(total(seat), written, right),))
