"""What the ink of a list says: running totals, with value and winners' marks.

Only clear ink takes part in rebuilding the rows. The rest is kept as choices, among which what a row demands of a cell
may be found.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from scoring.counting.rules import RuleSet
from scoring.rows.one_sided_rows import Inked
from scoring.rows.written_rows import Row, Sheet, find_expected_sitter, number_rows
from texts.field_ids import parse_field
from tournament.judging.ink_options import (
    Choices,
    Option,
    asks,
    counted_strokes,
    cross_choices,
    hatched_choices,
    number_choices,
)
from tournament.judging.limits.judging_limits import Limits
from tournament.judging.row_law import certain_deal
from tournament.judging.row_readings import digits_of
from tournament.judging.written_sheet import WrittenRow, WrittenSheet, parse_number


@dataclass(frozen=True, slots=True)
class ListRow:
    """A row of a list: its `cells` (the totals) and winners' marks by seat, its value and crosses; `inked`: what of it
    is clear; `by_column`: by field, how ink in doubt is to be read by the rest of the column; `proven`: the fields that
    need no look although they were written over or seen badly; `stayed`: the seats that seem to have sat out, the only
    one whose total is left out, and the only one whose total is the same as above."""

    source: WrittenRow
    cells: tuple[Choices, ...]
    wins: tuple[Choices, ...]
    value: Choices
    crosses: tuple[Choices, Choices]
    inked: Inked
    by_column: Mapping[str, Option] = field(default_factory=dict, hash=False)
    proven: frozenset[str] = frozenset()
    stayed: tuple[int, ...] = ()

    @property
    def all(self) -> tuple[Choices, ...]:
        """Every field of the row."""
        return (*self.cells, *self.wins, self.value, *self.crosses)

    def read(self, choices: Choices) -> Option:
        """What the field says: by the column, else by its ink."""
        return self.by_column.get(choices.id or "", choices.first)


def is_list(written: WrittenSheet) -> bool:
    """Whether the sheet was printed for running totals."""
    return written.code is not None and written.code.style == "totals"


def read_list_rows(
    rules: RuleSet, written: WrittenSheet, limits: Limits, deals: Mapping[int, int] = MappingProxyType({})
) -> tuple[ListRow, ...]:
    """The rows of the list in order, each told which game it is; `deals`: by row number whose deal it really was."""
    rows = [_read_row(row, written, limits) for row in written.rows]
    last = max((row.source.game for row in rows if _is_filled(row)), default=0)
    kept = [row if row.source.game <= last else replace(row, inked=empty_ink(row.inked)) for row in rows]
    inked = [row.inked for row in kept]
    bare = [
        Row(one.number, points, one.solo, one.offence, blank=one.blank)
        for one, points in zip(inked, _list_points(inked), strict=True)
    ]
    printed = written.code.games if written.code else 0
    numbered = number_rows(rules, Sheet(written.seats, printed, tuple(bare))).rows
    return tuple(
        _number_row(rules, row, replace(numbers, deal=deals.get(numbers.number, numbers.deal)), limits)
        for row, numbers in zip(kept, numbered, strict=True)
    )


def _list_points(rows: Sequence[Inked]) -> Iterator[tuple[int | None, ...]]:
    """By row by how much each total moved, None where none stands: what the row's points seem to be."""
    last = [0] * len(rows[0].cells) if rows else []
    for row in rows:
        yield tuple(None if cell is None else cell - above for cell, above in zip(row.cells, last, strict=True))
        last = [above if cell is None else cell for cell, above in zip(row.cells, last, strict=True)]


def find_marked_seats(row: ListRow, told: Mapping[str, Option], limits: Limits) -> tuple[int, ...]:
    """The marked seats, or none while a mark is in doubt."""
    read = [
        told.get(choices.id or "") or (choices.first if is_clear(choices, limits) else None) for choices in row.wins
    ]
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
    box = next((reading for reading in row.source.others if parse_field(reading.id).kind == "bock"), None)
    choices = cross_choices(box, limits)
    return bool(choices.first.value) if box is not None and is_clear(choices, limits) else None


def is_clear(choices: Choices, limits: Limits) -> bool:
    """Whether the ink is beyond doubt by itself."""
    return choices.id is None or (choices.clear(limits) and not asks(choices, limits))


def _read_row(row: WrittenRow, written: WrittenSheet, limits: Limits) -> ListRow:
    others, seats = {parse_field(reading.id).column: reading for reading in row.others}, range(1, written.seats + 1)
    cells = tuple(_doubt_spoilt(number_choices(others.get(f"total{seat}"), limits), limits) for seat in seats)
    wins = tuple(cross_choices(others.get(f"win{seat}"), limits) for seat in seats)
    crosses = cross_choices(row.solo, limits), cross_choices(row.offence, limits)
    stroke = others.get("value")  # one alone is a 1
    value = number_choices(stroke and counted_strokes(stroke, limits), limits)
    struck = [seat for seat, choices in enumerate(cells, 1) if _find_mark(choices) == "slash"]
    told = len(struck) == 1 and is_clear(cells[struck[0] - 1], limits)
    inked = Inked(
        row.game,
        tuple(_find_number(choices, limits) for choices in cells),
        column="total",
        unread=tuple(seat for seat, choices in enumerate(cells, 1) if not is_clear(choices, limits)),
        solo=bool(crosses[0].first.value),
        offence=bool(crosses[1].first.value),
        sits=struck[0] if told else None,
        value=_find_number(value, limits),
    )
    whole = ListRow(row, cells, wins, value, crosses, inked)
    return replace(whole, inked=replace(inked, winners=find_marked_seats(whole, {}, limits)))


def _doubt_spoilt(choices: Choices, limits: Limits) -> Choices:
    """The total, which may say anything where it was written over."""
    if "overwritten" not in choices.flags or choices.first.value is None:
        return choices
    return replace(choices, options=(*choices.options, Option(None, limits.list_spoilt, "")))


def _find_number(choices: Choices, limits: Limits) -> int | None:
    """The number that clearly stands there."""
    return parse_number(choices.first.text).value if is_clear(choices, limits) else None


def _find_mark(choices: Choices) -> str:
    return parse_number(choices.first.text).mark


def _is_filled(row: ListRow) -> bool:
    """Whether a number, a cross or unreadable ink stands in the row."""
    numbers = any(_find_mark(choices) in ("number", "illegible") for choices in (*row.cells, row.value))
    crosses = any(choices.first.value for choices in (*row.wins, *row.crosses))
    return numbers or crosses or any(choices.flags for choices in row.all)


def empty_ink(inked: Inked) -> Inked:
    """The row without what stands there: behind the last game, or where only a spot may stand."""
    cells = (None,) * len(inked.cells)
    return replace(inked, cells=cells, unread=(), solo=False, offence=False, sits=None, value=None, winners=())


def _number_row(rules: RuleSet, row: ListRow, numbers: Row, limits: Limits) -> ListRow:
    """The row with its number; the cell of the seat that is due to sit out is hatched on paper, and no number."""
    offence = numbers.offence and not row.inked.blank  # by its place; an empty row there is none
    inked = replace(row.inked, game=numbers.game, deal=certain_deal(numbers), offence=offence)
    due = find_expected_sitter(rules, inked.make_row(None), len(row.cells))
    cell = next((one for one in row.source.others if due and one.id == row.cells[due - 1].id), None)
    hatched = hatched_choices(cell, limits)
    if cell is None or hatched.first.value:
        return replace(row, inked=inked)
    cells = tuple(hatched if seat == due else choices for seat, choices in enumerate(row.cells, 1))
    clear = tuple(None if seat == due else one for seat, one in enumerate(inked.cells, 1))
    unread = tuple(seat for seat in inked.unread if seat != due)
    return replace(row, cells=cells, inked=replace(inked, cells=clear, unread=unread))
