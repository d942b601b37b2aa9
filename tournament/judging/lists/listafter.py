"""What the rows below, and the other marks of a row, tell of a wrong total: whether it was carried on, and why it may
be wrong.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from scoring.findings import Finding
from scoring.rows.reconstruct import Inked
from scoring.wording import write_points
from tournament.judging.lists.told_rows import ToldRow
from tournament.remarks import Remark, RowName


def explain_totals(lines: Sequence[ToldRow]) -> Iterator[Remark]:
    """Notes on what was found in the first of the lines."""
    for finding in lines[0].findings:
        if finding.code == "running-total" and "seat" in finding.gaps:
            yield from _explain_untripled(finding, lines[0])
            yield from _follow_below(finding, lines)
        elif finding.code == "winner-mark":
            yield from _explain_marks(finding, lines[0].row.inked)


def find_first_off(lines: Sequence[ToldRow], seat: int) -> Inked | None:
    """The row from which on the seat's totals are off, right to the last one; None where that is right."""
    first = None
    for told in lines:
        gap = told.find_gap(seat)
        if gap is not None:
            first = (first or told.row.inked) if gap else None
    return first


def _explain_untripled(finding: Finding, told: ToldRow) -> Iterator[Remark]:
    """A lone player's points, added once instead of three times."""
    seat, points = _get_number(finding, "seat"), _get_number(finding, "points")
    lone = [abs(other or 0) for other in told.full.points].count(abs(points)) == 1
    if lone and 3 * (points - _get_number(finding, "right") + _get_number(finding, "written")) == points:
        yield Remark("running-total", "note", "findings.list-untripled", finding.fields, {"seat": seat})


def _follow_below(finding: Finding, lines: Sequence[ToldRow]) -> Iterator[Remark]:
    """Whether the next rows go on from the wrong total."""
    seat, last = _get_number(finding, "seat"), None
    off = _get_number(finding, "written") - _get_number(finding, "right")
    for told in lines[1:]:
        gap = told.find_gap(seat)
        if gap == 0:
            text = "findings.list-mended" if last is None else "findings.list-mended-later"
            yield Remark("running-total", "note", text, finding.fields, {"place": RowName(told.row.inked.number)})
            return
        if gap is not None and gap != off:
            return
        last = told if gap == off else last
    if last is not None:
        right, written = last.below.right[seat - 1] or 0, last.row.inked.cells[seat - 1] or 0
        data = {"place": RowName(last.row.inked.number), "right": write_points(right), "written": write_points(written)}
        yield Remark("running-total", "note", "findings.list-carried", finding.fields, data)


def _explain_marks(finding: Finding, inked: Inked) -> Iterator[Remark]:
    """Value and totals agree, and other winners are marked: what the totals would have to be, if these are right."""
    marked, won = (frozenset(_get_seats(finding, key)) for key in ("written", "right"))
    totals = tuple(inked.fields[seat - 1] for seat in sorted(marked ^ won))
    if len(marked) != len(won) or not totals:
        return
    if len(marked - won) == 1 < len(won):
        (up,), (down,) = marked - won, won - marked
        yield Remark("winner-mark", "note", "findings.list-swapped-two", totals, {"one": up, "other": down})
    elif not marked & won and len(won) == 2:
        yield Remark("winner-mark", "note", "findings.list-swapped", totals)


def _get_number(finding: Finding, key: str) -> int:
    value = finding.gaps[key]
    return value if isinstance(value, int) else 0


def _get_seats(finding: Finding, key: str) -> tuple[int, ...]:
    value = finding.gaps[key]
    return value if isinstance(value, tuple) else ()
