"""Reads the doubtful ink of a list as the whole list has it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from scoring.counting.game import count_sitters
from tournament.judging.ink_options import Choices, Option, asks, is_half_read
from tournament.judging.limits.judging_limits import Limits
from tournament.judging.lists.games import find_worth
from tournament.judging.lists.list_ink import ListRow, empty_ink, is_clear, read_ink
from tournament.judging.lists.weigh_list import RowShares
from tournament.judging.row_readings import digits_of


def read_by_column(row: ListRow, told: RowShares, limits: Limits) -> ListRow:
    """The row with its doubtful ink read as the whole list has it, where that is certain and the ink allows it."""
    if row.inked.blank:
        return row
    if told.blank >= limits.sure:
        return replace(row, inked=empty_ink(row.inked))
    found = dict(_read_certain_fields(row, told, limits))
    if not found and row.inked.sits:
        return row
    points = told.find_game(limits.sure)
    stayed = tuple(seat for seat, number in enumerate(points or (), 1) if not number)
    sits = row.inked.sits or (stayed if len(stayed) == count_sitters(len(row.cells)) else ())
    inked = read_ink(row, lambda one: found.get(one.id or "") or (one.first if is_clear(one, limits) else None))
    inked = replace(inked, sits=sits)
    return replace(row, inked=inked, by_column=found, proven=frozenset(_list_proven(row, found, told, limits)))


def _list_proven(row: ListRow, found: Mapping[str, Option], told: RowShares, limits: Limits) -> Iterator[str]:
    """The ids of doubtful fields that nobody need look at, as P(the row's points) is at least `1 - Limits.proof`.

    That needs two witnesses, the row's other fields and the totals around it. They may confirm ink that was written
    over, but not choose another reading of it; what cannot be read at all is asked about.
    """
    least = 1.0 - limits.proof
    crosses = (
        choices
        for choices, shares in zip(row.crosses, told.crosses, strict=True)
        if max(shares.values(), default=0.0) >= least
    )
    for choices in (*row.cells, *row.wins, row.value, *crosses) if told.find_game(least) is not None else ():
        option = found.get(choices.id or "")
        readable = choices.first.value is not None and "illegible" not in choices.flags
        if readable and option and (option is choices.first or "overwritten" not in choices.flags):
            yield choices.id or ""


def _read_certain_fields(row: ListRow, told: RowShares, limits: Limits) -> Iterator[tuple[str, Option]]:
    """The doubtful fields about which the whole list leaves no doubt: their ids, and the options as which they count.

    Where the row's points are certain, a total need only be likely, as nothing depends on it any more. Marks and value
    that disagree with the points stay as they are read, and become a finding: no rule alone overrules the ink.
    """
    points = told.find_game(limits.sure)
    wins = [int(number > 0) for number in points] if points else [None] * len(row.wins)
    crosses = (
        next((value for value, share in shares.items() if share >= limits.sure), None) for shares in told.crosses
    )
    due = [
        *(_find_total(cell, told, seat, limits) for seat, cell in enumerate(row.cells, 1)),
        *wins,
        None if points is None else find_worth(points),
        *crosses,
    ]
    for choices, value in zip(row.all, due, strict=True):
        if choices.id is not None and value is not None and not is_clear(choices, limits):
            chosen = _choose_option(choices, value, told, limits)
            hangs = choices in row.wins or choices is row.value
            if chosen is None and hangs and not asks(choices, limits):
                chosen = choices.first
            if chosen is not None:
                yield choices.id, chosen


def _choose_option(choices: Choices, value: int, told: RowShares, limits: Limits) -> Option | None:
    """The option of the field that means `value`: the ink's first choice, or another candidate of the reader if the ink
    hesitates between them or P(its text) is at least `Limits.sure`. None if the reader saw nothing of that kind."""
    if choices.first.value == value:
        return choices.first
    shares = dict(told.posterior.get(choices.id or "", ()))
    least = 0.0 if is_half_read(choices, limits) else limits.sure
    likely = (one for one in choices.options if one.seen and one.probability >= limits.show and one.value == value)
    return next((one for one in likely if shares.get(one.text, 0.0) >= least), None)


def _find_total(cell: Choices, told: RowShares, seat: int, limits: Limits) -> int | None:
    """The total that the cell says, 0 for a blank one; None where that is in doubt. A number written by somebody who
    played is never taken for blank."""
    spoilt, way = "overwritten" in cell.flags, max(told.ways, key=lambda one: one[2])[0]
    if told.totals[seat - 1].get(None, 0.0) >= limits.sure:
        plays = bool(way.points and way.points[seat - 1])
        return None if plays and digits_of(cell.first) is not None else 0
    likely = told.find_total(seat, 1.0 - limits.blame, written=spoilt)
    right = way.below.right[seat - 1]
    due = right is not None and likely in (right, right + way.above.off[seat - 1])
    due = due and told.find_game(limits.sure) is not None
    return likely if due else told.find_total(seat, limits.sure, written=spoilt)
