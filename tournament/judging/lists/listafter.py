"""What the rows below, and the other marks of a row, tell of a wrong total: whether it was carried on, and why it may
be wrong.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from scoring.findings import Finding
from scoring.rows.reconstruct import Inked, Rebuilt
from scoring.wording import write_points
from tournament.judging.details.detailcase import RowName
from tournament.remarks import Remark

RowsBelow = Sequence[tuple[Inked, Rebuilt]]
"""The rows of a list from one on, as its ink is read and as they were rebuilt."""


def about_totals(lines: RowsBelow) -> Iterator[Remark]:
    """Notes on what was found in the first of the lines."""
    inked, rebuilt = lines[0]
    for finding in rebuilt.findings:
        if finding.code == "running-total" and "seat" in finding.gaps:
            yield from _why(finding, rebuilt)
            yield from _afterwards(finding, lines)
        elif finding.code == "winner-mark":
            yield from _swapped(finding, inked)


def still_off(lines: RowsBelow, seat: int) -> Inked | None:
    """The row from which on the seat's totals are off, right to the last one; None where that is right."""
    first = None
    for inked, rebuilt in lines:
        gap = _gap(inked, rebuilt, seat)
        if gap is not None:
            first = (first or inked) if gap else None
    return first


def _why(finding: Finding, rebuilt: Rebuilt) -> Iterator[Remark]:
    """A lone player's points, added once instead of three times."""
    seat, points = _number(finding, "seat"), _number(finding, "points")
    lone = [abs(other or 0) for other in rebuilt.row.points].count(abs(points)) == 1
    if lone and 3 * (points - _number(finding, "right") + _number(finding, "written")) == points:
        yield Remark("running-total", "note", "findings.list-untripled", finding.fields, {"seat": seat})


def _afterwards(finding: Finding, lines: RowsBelow) -> Iterator[Remark]:
    """Whether the next rows go on from the wrong total."""
    seat = _number(finding, "seat")
    off, last = _number(finding, "written") - _number(finding, "right"), None
    for inked, rebuilt in lines[1:]:
        gap = _gap(inked, rebuilt, seat)
        if gap == 0:
            text = "findings.list-mended" if last is None else "findings.list-mended-later"
            yield Remark("running-total", "note", text, finding.fields, {"place": RowName(inked.number)})
            return
        if gap is not None and gap != off:
            return
        last = (inked, rebuilt) if gap == off else last
    if last is not None:
        right, written = last[1].totals[seat - 1] or 0, last[0].cells[seat - 1] or 0
        data = {"place": RowName(last[0].number), "right": write_points(right), "written": write_points(written)}
        yield Remark("running-total", "note", "findings.list-carried", finding.fields, data)


def _swapped(finding: Finding, inked: Inked) -> Iterator[Remark]:
    """Value and totals agree, and other winners are marked: what the totals would have to be, if these are right."""
    marked, won = (frozenset(_seats(finding, key)) for key in ("written", "right"))
    totals = tuple(inked.fields[seat - 1] for seat in sorted(marked ^ won))
    if len(marked) != len(won) or not totals:
        return
    if len(marked - won) == 1 < len(won):
        (up,), (down,) = marked - won, won - marked
        yield Remark("winner-mark", "note", "findings.list-swapped-two", totals, {"one": up, "other": down})
    elif not marked & won and len(won) == 2:
        yield Remark("winner-mark", "note", "findings.list-swapped", totals)


def _gap(inked: Inked, rebuilt: Rebuilt, seat: int) -> int | None:
    """By how much the seat's written total is off; None where none is written, or the right one is not known."""
    written = inked.cells[seat - 1]
    right = rebuilt.totals[seat - 1] if rebuilt.totals else None
    return None if written is None or right is None else written - right


def _number(finding: Finding, key: str) -> int:
    value = finding.gaps[key]
    return value if isinstance(value, int) else 0


def _seats(finding: Finding, key: str) -> tuple[int, ...]:
    value = finding.gaps[key]
    return value if isinstance(value, tuple) else ()
