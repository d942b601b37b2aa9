"""Ink in doubt on a list, read as the whole column has it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from tournament.judging.lists.listink import ListRow, empty_ink, find_marked_seats, is_clear
from tournament.judging.lists.row_shares import RowShares
from tournament.judging.row.options import Choices, Option
from tournament.limits import Limits
from tournament.numbers import parse_number


def read_by_column(row: ListRow, told: RowShares, limits: Limits) -> ListRow:
    """The row with its ink in doubt read as the whole column has it, where that is certain and the ink allows it."""
    if row.inked.blank:
        return row
    if told.blank >= limits.sure:
        return replace(row, inked=empty_ink(row.inked))
    found = dict(_read_certain_fields(row, told, limits))
    if not found and row.inked.sits is not None:
        return row
    points, inked = told.game(limits.sure), row.inked
    cells = tuple(number if choices.id not in found else parse_number(found[choices.id].text).value
                  for choices, number in zip(row.cells, inked.cells, strict=True))
    unread = tuple(seat for seat in inked.unread if row.cells[seat - 1].id not in found)
    value = found[row.value.id].value if row.value.id in found else inked.value
    sits = inked.sits or (points.index(0) + 1 if points and points.count(0) == 1 else None)
    winners = find_marked_seats(row, found, limits)
    solo, offence = (_cross(choices, found, counts=counts)
                     for choices, counts in zip(row.crosses, (inked.solo, inked.offence), strict=True))
    inked = replace(inked, cells=cells, unread=unread, value=value, sits=sits, winners=winners, solo=solo,
                    offence=offence)
    return replace(row, inked=inked, by_column=found, proven=frozenset(_list_proven(row, found, told, limits)))


def _cross(choices: Choices, found: Mapping[str, Option], *, counts: bool) -> bool:
    """Whether it is crossed; an offence below the games `counts` as one without."""
    read = found.get(choices.id or "", choices.first)
    return counts if read is choices.first else bool(read.value)


def _list_proven(
    row: ListRow, found: Mapping[str, Option], told: RowShares, limits: Limits
) -> Iterator[str]:
    """The fields of which two witnesses, the row's other fields and the totals around it, leave hardly any doubt of the
    row's points. They bear out what is written over, and choose nothing there; what cannot be read is asked about."""
    least = 1.0 - limits.proof
    crosses = (choices for choices, shares in zip(row.crosses, told.crosses, strict=True)
               if max(shares.values(), default=0.0) >= least)
    for choices in (*row.cells, *row.wins, row.value, *crosses) if told.game(least) is not None else ():
        option = found.get(choices.id or "")
        readable = choices.first.value is not None and "illegible" not in choices.flags
        if readable and option and (option is choices.first or "overwritten" not in choices.flags):
            yield choices.id or ""


def _read_certain_fields(row: ListRow, told: RowShares, limits: Limits) -> Iterator[tuple[str, Option]]:
    """The options of fields in doubt that the column leaves no doubt about. Where it leaves none of the row's points,
    the total that is due need only be likely: nothing hangs on it."""
    points = told.game(limits.sure)
    for seat, (cell, win) in enumerate(zip(row.cells, row.wins, strict=True), 1):
        yield from _option(cell, _find_total(cell, told, seat, limits), limits)
        yield from _option(win, None if points is None else int(points[seat - 1] > 0), limits)
    worth = min((abs(number) for number in points if number), default=0) if points is not None else None
    yield from _option(row.value, worth, limits)
    for choices, shares in zip(row.crosses, told.crosses, strict=True):
        likely = next((value for value, share in shares.items() if share >= limits.sure), None)
        yield from _option(choices, likely, limits)


def _find_total(cell: Choices, told: RowShares, seat: int, limits: Limits) -> int | None:
    """The total that the cell says, 0 for none; None where that is in doubt."""
    if told.totals[seat - 1].get(None, 0.0) >= limits.sure:
        return 0
    spoilt, edge = "overwritten" in cell.flags, max(told.ways, key=lambda way: way.share).edge
    likely = told.total(seat, 1.0 - limits.blame, written=spoilt)
    right = edge.below[0][seat - 1]
    due = likely in (right, right + edge.above[1][seat - 1]) and told.game(limits.sure) is not None
    return likely if due else told.total(seat, limits.sure, written=spoilt)


def _option(choices: Choices, value: int | None, limits: Limits) -> Iterator[tuple[str, Option]]:
    if choices.id is None or value is None or is_clear(choices, limits):
        return
    likely = (option for option in choices.options if option is choices.first or option.probability >= limits.show)
    yield from ((choices.id, option) for option in likely if option.value == value)
