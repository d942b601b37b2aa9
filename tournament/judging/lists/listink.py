"""What the ink of a list says: running totals, with value and winners' marks.

Only clear ink takes part in rebuilding the rows. The rest is kept as choices, among which what a row demands of a cell
may be found.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from scanner.reading import Reading
from scoring.counting.rules import RuleSet
from scoring.rows.reconstruct import Inked
from scoring.rows.row import Row, Sheet
from scoring.rows.seating import find_expected_sitter, number_rows
from tournament.judging.row.gamefields import counted_strokes
from tournament.judging.row.joint_readings import digits_of
from tournament.judging.row.options import (
    Choices,
    Option,
    asks,
    cross_choices,
    hatched_choices,
    number_choices,
)
from tournament.judging.row.row_rules import certain_deal
from tournament.judging.row.transcribe import WrittenRow, WrittenSheet
from tournament.limits import Limits
from tournament.numbers import parse_number


@dataclass(frozen=True, slots=True)
class ListRow:
    """A row of a list: its `cells` (the totals) and winners' marks by seat, its value and crosses; `inked`: what of it
    is clear; `by_column`: by field, how ink in doubt is to be read by the rest of the column; `proven`: the fields that
    need no look although they were written over or seen badly; `stayed`: the one seat that seems to have sat out, its
    total being left out or the same as above."""

    source: WrittenRow
    cells: tuple[Choices, ...]
    wins: tuple[Choices, ...]
    value: Choices
    crosses: tuple[Choices, Choices]
    inked: Inked
    by_column: Mapping[str, Option] = field(default_factory=dict, hash=False)
    proven: frozenset[str] = frozenset()
    stayed: int | None = None

    @property
    def all(self) -> tuple[Choices, ...]:
        """Every field of the row."""
        return (*self.cells, *self.wins, self.value, *self.crosses)


def is_list(written: WrittenSheet) -> bool:
    """Whether the sheet was printed for running totals."""
    return written.code is not None and written.code.style == "totals"


def read_list_rows(
    rules: RuleSet, written: WrittenSheet, limits: Limits, deals: Mapping[int, int] = MappingProxyType({})
) -> tuple[ListRow, ...]:
    """The rows of the list in order, each told which game it is; `deals`: by row number whose deal it really was."""
    rows = tuple(_row(row, written, limits) for row in written.rows)
    last = max((row.source.game for row in rows if _filled(row)), default=0)
    kept = tuple(row if row.source.game <= last else replace(row, inked=empty_ink(row.inked)) for row in rows)
    printed = written.code.games if written.code else 0
    told = Sheet(written.seats, printed, tuple(_bare(row.inked) for row in kept))
    whole = zip(kept, number_rows(rules, told).rows, strict=True)
    dealt = ((row, replace(numbers, deal=deals.get(numbers.number, numbers.deal))) for row, numbers in whole)
    return tuple(_placed(rules, row, numbers, written.seats, limits) for row, numbers in dealt)


def find_marked_seats(row: ListRow, told: Mapping[str, Option], limits: Limits) -> tuple[int, ...]:
    """The marked seats, or none while a mark is in doubt."""
    read = [told.get(choices.id or "") or (choices.first if is_clear(choices, limits) else None)
            for choices in row.wins]
    return () if None in read else tuple(seat for seat, one in enumerate(read, 1) if one and one.value)


def weigh_blank(row: ListRow, limits: Limits) -> float:
    """How likely nothing at all is written in the row, by its ink; 0.0 where that is hardly possible."""
    blank = 1.0
    for choices in row.all:
        nothing = (option for option in choices.options if option.value == 0 and digits_of(option) is None)
        blank *= sum(option.probability for option in nothing)
        if blank < limits.show:
            return 0.0
    return blank


def bock_cross(row: ListRow, limits: Limits) -> bool | None:
    """Whether it is crossed as a Bock game; None where the list has no box for it, or the ink is in doubt."""
    box = next((reading for reading in row.source.others if reading.id.endswith(".bock")), None)
    choices = cross_choices(box, limits)
    return bool(choices.first.value) if box is not None and is_clear(choices, limits) else None


def is_clear(choices: Choices, limits: Limits) -> bool:
    """Whether the ink is beyond doubt by itself."""
    return choices.id is None or (choices.clear(limits) and not asks(choices, limits))


def _row(row: WrittenRow, written: WrittenSheet, limits: Limits) -> ListRow:
    others = {reading.id.partition(".")[2]: reading for reading in row.others}
    totals = (number_choices(others.get(f"total{seat}"), limits) for seat in range(1, written.seats + 1))
    cells = tuple(_doubt_spoilt(choices, limits) for choices in totals)
    wins = tuple(cross_choices(others.get(f"win{seat}"), limits) for seat in range(1, written.seats + 1))
    crosses = cross_choices(row.solo, limits), cross_choices(row.offence, limits)
    value = number_choices(_counted(others.get("value"), limits), limits)
    inked = Inked(
        row.game, tuple(_number(choices, limits) for choices in cells), column="total",
        unread=tuple(seat for seat, choices in enumerate(cells, 1) if not is_clear(choices, limits)),
        solo=bool(crosses[0].first.value), offence=bool(crosses[1].first.value), sits=_struck(cells, limits),
        value=_number(value, limits),
    )
    whole = ListRow(row, cells, wins, value, crosses, inked)
    return replace(whole, inked=replace(inked, winners=find_marked_seats(whole, {}, limits)))


def _doubt_spoilt(choices: Choices, limits: Limits) -> Choices:
    """The total, which may say anything where it was written over."""
    if "overwritten" not in choices.flags or choices.first.value is None:
        return choices
    return replace(choices, options=(*choices.options, Option(None, limits.list_spoilt, "")))


def _counted(value: Reading | None, limits: Limits) -> Reading | None:
    """A bare stroke in the value column is a 1."""
    return None if value is None else counted_strokes(value, limits)


def _number(choices: Choices, limits: Limits) -> int | None:
    """The number that clearly stands there."""
    return parse_number(choices.first.text).value if is_clear(choices, limits) else None


def _struck(cells: tuple[Choices, ...], limits: Limits) -> int | None:
    """The one seat that is struck out."""
    struck = [seat for seat, choices in enumerate(cells, 1) if _mark(choices) == "slash" and is_clear(choices, limits)]
    return struck[0] if len(struck) == 1 else None


def _mark(choices: Choices) -> str:
    return parse_number(choices.first.text).mark


def _filled(row: ListRow) -> bool:
    """Whether a number, a cross or unreadable ink stands in the row."""
    crosses = any(choices.first.value or choices.flags for choices in (*row.wins, *row.crosses))
    return crosses or any(_mark(choices) in ("number", "illegible") or choices.flags
                          for choices in (*row.cells, row.value))


def empty_ink(inked: Inked) -> Inked:
    """The row without what stands there: behind the last game, or where only a spot may stand."""
    cells = (None,) * len(inked.cells)
    return replace(inked, cells=cells, unread=(), solo=False, offence=False, sits=None, value=None, winners=())


def _bare(inked: Inked) -> Row:
    """The row as far as its number depends on it: is it a game, and a solo?"""
    return Row(inked.number, inked.cells, inked.solo, inked.offence, blank=inked.blank)


def _placed(rules: RuleSet, row: ListRow, numbers: Row, seats: int, limits: Limits) -> ListRow:
    """The row with its number; the cell of the seat that is due to sit out is hatched on paper, and no number."""
    offence = numbers.offence and not row.inked.blank  # by its place; an empty row there is none
    inked = replace(row.inked, game=numbers.game, deal=certain_deal(numbers), offence=offence)
    due = find_expected_sitter(rules, inked.make_row(None), seats)
    if due is None or not row.cells[due - 1].id:
        return replace(row, inked=inked)
    hatched = hatched_choices(_reading(row, due), limits)
    if hatched.first.value:
        return replace(row, inked=inked)
    cells = tuple(hatched if seat == due else choices for seat, choices in enumerate(row.cells, 1))
    blank = tuple(None if seat == due else one for seat, one in enumerate(inked.cells, 1))
    unread = tuple(seat for seat in inked.unread if seat != due)
    return replace(row, cells=cells, inked=replace(inked, cells=blank, unread=unread))


def _reading(row: ListRow, seat: int) -> Reading | None:
    readings: Mapping[str, Reading] = {reading.id: reading for reading in row.source.readings}
    return readings.get(row.cells[seat - 1].id or "")
