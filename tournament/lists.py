"""Lists of running totals judged: rows rebuilt from totals, value and winners' marks; what a person must look at.

Where clear ink tells a row, ink in doubt is read as the row demands, if that is among what it may say; else it is asked
about. Nothing is guessed: a row that the clear ink does not tell counts nothing until somebody decides.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain

from scoring.checks import check_row, check_sheet
from scoring.findings import Change, Finding
from scoring.reconstruct import Rebuilt, Side, added
from scoring.reconstruct_totals import from_totals
from scoring.rows import Row, Sheet, total
from scoring.rules import RuleSet
from tournament.columns import column_totals
from tournament.detailcase import RowName
from tournament.judged import Chosen, JudgedRow, JudgedSheet
from tournament.limits import LIMITS, Limits
from tournament.listafter import Lines, about_totals, still_off
from tournament.listink import ListRow, bock_cross, list_rows, settled
from tournament.listpaths import RowTold, column_paths
from tournament.listread import by_column
from tournament.numbers import parse_number
from tournament.options import Choices, Option, asks, number_choices
from tournament.remarks import Doubt, Remark, RowText, show
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
    column: RowTold | None = None

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
    sums = tuple(number_choices(reading, limits) for reading in written.sums)
    told = _rebuilt(rules, written, sums, limits)
    lines = [(one.row.inked, one.rebuilt) for one in told]
    rows = tuple(_judged(rules, one, tuple(about_totals(lines[place:])), limits) for place, one in enumerate(told))
    expected = [_column(told, seat) for seat in range(1, written.seats + 1)]
    sum_row = judge_sums(sums, _copied(lines, expected), limits)
    off = tuple(_off_ends(lines, sum_row.values, expected)) if all(o.known or o.row.inked.blank for o in told) else ()
    games, signatures = written.code.games if written.code else 0, [signed(sign, limits) for sign in written.signatures]
    sheet = Sheet(written.seats, games, tuple(_checked(rules, one, limits) for one in told), (), tuple(signatures))
    checked = _placed(told, check_sheet(rules, sheet))
    found: tuple[Doubt, ...] = (*sum_row.findings, *off, *checked)
    asked = tuple(field for finding in found if finding.severity != "note" for field in finding.fields)
    return JudgedSheet(
        written, rows, tuple(choices.first.text for choices in sums),
        column_totals([row.points for row in rows], written.seats), found, tuple(dict.fromkeys(asked)),
    )


def _checked(rules: RuleSet, told: _Told, limits: Limits) -> Row:
    """The row for the sheet's checks. Its totals have been judged; only where the rules want none are they news."""
    unwanted = told.row.inked.column == "total" and not rules.sheet.totals.allowed
    totals = told.row.inked.cells if unwanted else ()
    return replace(told.rebuilt.row, totals=totals, bock=bock_cross(told.row, limits))


def _rebuilt(
    rules: RuleSet, written: WrittenSheet, sums: Sequence[Choices], limits: Limits
) -> tuple[_Told, ...]:
    side: Side | None = "plus" if written.code and written.code.plus else None
    rows = list_rows(rules, written, limits)
    paths: Sequence[RowTold | None] = (None,) * len(rows)
    if any(not settled(choices, limits) for row in rows for choices in row.all):
        found = column_paths(rules, rows, sums, side, limits)
        rows = tuple(by_column(row, told, limits) for row, told in zip(rows, found, strict=True))
        paths = found
    rebuilt = from_totals(rules, [row.inked for row in rows], written.seats, side=side)
    return tuple(_Told(row, one, side, told) for row, one, told in zip(rows, rebuilt, paths, strict=True))


def _judged(rules: RuleSet, told: _Told, around: tuple[Remark, ...], limits: Limits) -> JudgedRow:
    row, inked = told.row, told.row.inked
    written = tuple(choices.first.text for choices in row.cells)
    if inked.blank:
        return JudgedRow(row.source, written, (None,) * len(written), False, False, False, "ok")
    remarks = tuple(_remarks(told, limits))
    findings = (*_findings(rules, told), *around, *remarks)
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
    for finding in _placed((told,), check_row(rules, told.rebuilt.row, len(told.row.cells))):
        yield replace(finding, proposal=None)


def _placed(told: Sequence[_Told], findings: Iterable[Finding]) -> Iterator[Finding]:
    """The findings with the fields of a list, which has totals where others have points."""
    pairs = (zip(one.rebuilt.row.cells(), one.row.inked.fields, strict=True) for one in told)
    fields = dict(chain.from_iterable(pairs))
    for finding in findings:
        yield replace(finding, fields=tuple(fields.get(one, one) for one in finding.fields))


def _remarks(told: _Told, limits: Limits) -> Iterator[Remark]:
    """What is to be said of ink in doubt."""
    yield from _doubted(told, limits)
    for number, choices in enumerate(told.row.all, 1):
        seat = number if number <= len(told.row.cells) else None
        if settled(choices, limits) or (seat is None and not asks(choices, limits)):
            continue
        here, needed = (choices.id or "",), told.demanded(seat, choices, limits) if seat else None
        around = None if choices.flags else told.row.told.get(choices.id or "")
        if around is not None:
            if asks(choices, limits) or around is not choices.first:
                yield _read_by_column(choices, around, here)
        elif needed is None or asks(choices, limits):
            yield _doubt(choices, here, limits)
        elif needed is not choices.first:
            yield _read("chosen-row", choices, needed, here)


def _doubted(told: _Told, limits: Limits) -> Iterator[Remark]:
    """Clear ink tells the row otherwise than all the ink of its column together: then somebody must look."""
    points = tuple(number or 0 for number in told.rebuilt.row.points)
    if told.column is None or not told.known or told.rebuilt.findings:
        return
    if told.column.games.get(points, 0.0) < limits.sure:
        likely = sorted(told.column.games.items(), key=lambda game: -game[1])[:2]
        others = tuple(RowText(game) for game, _ in likely if game is not None and game != points)
        data = {"readings": (RowText(points), *others)}
        yield Remark("illegible", "warning", "unsettled" if others else "unsupported", told.row.inked.fields, data)


def _read_by_column(choices: Choices, read: Option, here: tuple[str, ...]) -> Remark:
    """A note: the rows around it leave no doubt."""
    if read is not choices.first:
        return _read("chosen-column", choices, read, here)
    return Remark("illegible", "note", "column-confirmed", here, {"text": read.text or "–"})


def _read(text: str, choices: Choices, read: Option, here: tuple[str, ...]) -> Remark:
    return Remark("illegible", "note", text, here, {"read": read.text or "–", "ink": choices.first.text or "–"})


def _doubt(choices: Choices, here: tuple[str, ...], limits: Limits) -> Remark:
    if choices.first.value is None:
        return Remark("illegible", "error", "illegible", here)
    if "overwritten" in choices.flags:
        return Remark("overwritten", "warning", "overwritten", here, {"text": choices.first.text or "–"})
    likely = (option.text or "–" for option in choices.options if option.probability >= limits.show)
    return Remark("illegible", "warning", "unclear", here, {"readings": tuple(likely)})


def _chosen(told: _Told, limits: Limits) -> Iterator[Chosen]:
    """The cells that were read as the row demands, against the ink's own first choice."""
    for choices in told.row.all:
        if (read := told.row.told.get(choices.id or "")) is not None and read is not choices.first:
            yield Chosen(choices.id or "", choices.first.text, read.text, "row", read.probability)
    for seat, choices in enumerate(told.row.cells, 1):
        if choices.id in told.row.told:
            continue
        needed = None if settled(choices, limits) or asks(choices, limits) else told.demanded(seat, choices, limits)
        if needed is not None and needed is not choices.first:
            yield Chosen(choices.id or "", choices.first.text, needed.text, "row", needed.probability)


def _column(told: tuple[_Told, ...], seat: int) -> int:
    """What should stand at the foot of the seat's column."""
    return sum(added({seat: one.points(seat)}, seat, one.side) for one in told)


def _copied(lines: Lines, expected: Sequence[int]) -> list[int]:
    """What players copy as final totals: the last ones as they are written, where they are known."""
    last = [rebuilt.carried for inked, rebuilt in lines if not inked.blank and rebuilt.carried]
    written = last[-1] if last else (None,) * len(expected)
    return [right if total is None else total for total, right in zip(written, expected, strict=True)]


def _off_ends(lines: Lines, values: Sequence[int | None], expected: Sequence[int]) -> Iterator[Doubt]:
    """Final totals that the rows do not give; one that only copies a total that is off already is no news."""
    for finding in off_sums(values, expected):
        seat = next(number for number in range(1, len(values) + 1) if total(number) in finding.fields)
        written = [inked.cells[seat - 1] for inked, _ in lines if inked.cells[seat - 1] is not None]
        first = still_off(lines, seat)
        if first is None or not written or written[-1] != values[seat - 1]:
            yield finding
            continue
        numbers = {"written": show(written[-1], "de"), "right": show(expected[seat - 1], "de")}
        data = {"seat": seat, "place": RowName(first.number), **numbers}
        yield Remark("sum-mismatch", "note", "list-end-off", finding.fields, data)


def off_sums(values: Sequence[int | None], expected: Sequence[int]) -> Iterator[Finding]:
    """S7: a written sum or final total that the rows do not give."""
    for seat, (written, right) in enumerate(zip(values, expected, strict=True), 1):
        if written is not None and written != right:
            data = {"seat": seat, "right": right, "written": written}
            yield Finding("sum-mismatch", "error", (total(seat),), data, (Change(total(seat), written, right),))
