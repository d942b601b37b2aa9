"""The ink of a list: running totals, values, winners' marks and crosses by row; whose turn it was to sit out; and which
duties the whole round has, as on a sheet of points.

Only clear ink takes part when rows are first worked out. Doubtful ink is kept as choices, among which the number that a
row needs may be found later.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from operator import add
from types import MappingProxyType

from scoring.counting.game import count_sitters
from scoring.counting.rules import RuleSet
from scoring.rows.one_sided_rows import Inked
from scoring.rows.written_rows import Row, Sheet, find_expected_sitters, number_rows
from texts.field_ids import BOCK_COLUMNS, parse_field
from tournament.judging.ink_options import (
    ABSENT,
    Choices,
    Option,
    asks,
    counted_strokes,
    cross_choices,
    hatched_choices,
    number_choices,
)
from tournament.judging.judged_sheet import RowPoints
from tournament.judging.limits.judging_limits import Limits
from tournament.judging.round_duties import NOTHING, CountedRow, Counts, count_reading, find_duty, limit_duty
from tournament.judging.row_law import RowLaw, certain_deal, kept_games
from tournament.judging.row_readings import JointReading, RowChoices, RowValues, digits_of
from tournament.judging.written_sheet import WrittenRow, WrittenSheet, parse_number

_UNREAD = parse_number("?")


@dataclass(frozen=True, slots=True)
class ListRow:
    """A row of a list, as its ink has it.

    `cells`: the totals, `wins`: the winners' marks, both by seat. `crosses`: solo and offence. `inked`: what of all
    this is clear. `by_column`: by field id the option as which doubtful ink is read because the rest of the list leaves
    no other. `proven`: the field ids that nobody need look at although they were written over or seen badly. `stayed`:
    who seem to have sat out: the only ones whose total is left out, and the only ones whose total is the same as
    above. `award`: by seat the points of an award that stands in it, by which the totals move besides the game's;
    `own`: whether the row is there for the award alone.
    """

    source: WrittenRow
    cells: tuple[Choices, ...]
    wins: tuple[Choices, ...]
    value: Choices
    crosses: tuple[Choices, Choices]
    inked: Inked
    award: tuple[int, ...]
    own: bool
    by_column: Mapping[str, Option] = field(default_factory=dict, hash=False)
    proven: frozenset[str] = frozenset()
    stayed: tuple[tuple[int, ...], ...] = ()

    @property
    def all(self) -> tuple[Choices, ...]:
        """Every field of the row."""
        return (*self.cells, *self.wins, self.value, *self.crosses)

    def read(self, choices: Choices) -> Option:
        """The option as which the field counts: by the rest of the list, else the ink's first one."""
        return self.by_column.get(choices.id or "", choices.first)

    def add_award(self, points: RowPoints) -> RowPoints:
        """The points with the award; None stays for who has no share of it."""
        return tuple((one or 0) + more if more else one for one, more in zip(points, self.award, strict=False))


def is_list(written: WrittenSheet) -> bool:
    """Whether the sheet was printed for running totals: by its code, or a club's own list by its columns."""
    if written.code is not None:
        return written.code.style == "totals"
    return any(parse_field(one.id).kind == "total" for row in written.rows[:1] for one in row.others)


def read_list_rows(
    rules: RuleSet, written: WrittenSheet, limits: Limits, deals: Mapping[int, int] = MappingProxyType({})
) -> tuple[ListRow, ...]:
    """The rows of the list in order, each with its game's number and its dealer; `deals`: by row number the deal that
    it really was, where that differs from the printed order."""
    rows = [_read_row(row, written, limits) for row in written.rows]
    last = max((row.source.game for row in rows if _is_filled(row)), default=0)
    kept = [row if row.source.game <= last else replace(row, inked=empty_ink(row.inked)) for row in rows]
    inked = [row.inked for row in kept]
    bare = [
        Row(one.number, points, one.solo, one.offence, blank=one.blank)
        for one, points in zip(inked, _list_points(kept), strict=True)
    ]
    printed = written.code.games if written.code else 0
    numbered = number_rows(rules, Sheet(written.seats, printed, tuple(bare), struck=written.struck)).rows
    return tuple(
        _number_row(rules, row, replace(numbers, deal=deals.get(numbers.number, numbers.deal)), limits)
        for row, numbers in zip(kept, numbered, strict=True)
    )


def _list_points(rows: Sequence[ListRow]) -> Iterator[tuple[int | None, ...]]:
    """By row how far each total moved, None where none is written: what the row's points seem to be."""
    last = [0] * len(rows[0].cells) if rows else []
    for row in rows:
        above = [*map(add, last, row.award)]
        yield tuple(None if cell is None else cell - one for cell, one in zip(row.inked.cells, above, strict=True))
        last = [one if cell is None else cell for cell, one in zip(row.inked.cells, above, strict=True)]


def read_ink(row: ListRow, find: Callable[[Choices], Option | None]) -> Inked:
    """The row as written, if each field is read as `find` says; None of one that is in doubt.

    No winner counts as marked while one mark is in doubt. A cross that is read as its ink's first choice stays as it
    was: an offence may be one by its place on the sheet, without a cross.
    """
    cells = [_UNREAD if (one := find(choices)) is None else parse_number(one.text) for choices in row.cells]
    value, wins = find(row.value), [*map(find, row.wins)]
    solo, offence = (
        now if (one := find(choices)) is None or one is choices.first else bool(one.value)
        for choices, now in zip(row.crosses, (row.inked.solo, row.inked.offence), strict=True)
    )
    return replace(
        row.inked,
        cells=tuple(cell.value for cell in cells),
        unread=tuple(seat for seat, cell in enumerate(cells, 1) if cell.mark == "illegible"),
        value=None if value is None else parse_number(value.text).value,
        solo=solo,
        offence=offence,
        winners=() if None in wins else tuple(seat for seat, one in enumerate(wins, 1) if one and one.value),
    )


def weigh_blank(row: ListRow, limits: Limits) -> float:
    """P(nothing at all is written in the row), by its ink; 0.0 if that is below `Limits.show`."""
    blank = 1.0
    for choices in row.all:
        nothing = (option for option in choices.options if option.value == 0 and digits_of(option) is None)
        blank *= sum(option.probability for option in nothing)
        if blank < limits.show:
            return 0.0
    return blank


def count_bock_crosses(row: ListRow, limits: Limits) -> int | None:
    """How many Böcke are crossed in the row; None where the list has no box for one, or the ink is in doubt."""
    boxes = {parse_field(reading.id).kind: reading for reading in row.source.others}
    choices = {kind: cross_choices(boxes[kind], limits) for kind in BOCK_COLUMNS if kind in boxes}
    if not choices or not all(is_clear(one, limits) for one in choices.values()):
        return None
    return max((kind == "doppelbock") + 1 if one.first.value else 0 for kind, one in choices.items())


def is_clear(choices: Choices, limits: Limits) -> bool:
    """Whether the ink is beyond doubt by itself, or the sheet has no such field."""
    return choices.id is None or (choices.clear(limits) and not asks(choices, limits))


def _read_row(row: WrittenRow, written: WrittenSheet, limits: Limits) -> ListRow:
    others, seats = {parse_field(reading.id).column: reading for reading in row.others}, range(1, written.seats + 1)
    cells = tuple(_doubt_spoilt(number_choices(others.get(f"total{seat}"), limits), limits) for seat in seats)
    wins = tuple(cross_choices(others.get(f"win{seat}"), limits) for seat in seats)
    crosses = cross_choices(row.solo, limits), cross_choices(row.offence, limits)
    stroke = others.get("value")  # in this box a single stroke is a 1, not "nothing"
    value = number_choices(stroke and counted_strokes(stroke, limits), limits)
    struck = [seat for seat, choices in enumerate(cells, 1) if _find_mark(choices) == "slash"]
    few = len(struck) <= count_sitters(written.seats)
    sits = tuple(seat for seat in struck if few and is_clear(cells[seat - 1], limits))
    solo, offence = (bool(choices.first.value) for choices in crosses)
    inked = Inked(row.game, (None,) * written.seats, column="total", solo=solo, offence=offence, sits=sits)
    award = dict(written.awarded).get(row.game, (0,) * written.seats)
    whole = ListRow(row, cells, wins, value, crosses, inked, award, row.game in written.own_rows)
    return replace(whole, inked=read_ink(whole, lambda one: one.first if is_clear(one, limits) else None))


def _doubt_spoilt(choices: Choices, limits: Limits) -> Choices:
    """The total; where it was written over, "unreadable" is one of its options, too."""
    if "overwritten" not in choices.flags or choices.first.value is None:
        return choices
    return replace(choices, options=(*choices.options, Option(None, limits.list_spoilt, "")))


def _find_mark(choices: Choices) -> str:
    return parse_number(choices.first.text).mark


def _is_filled(row: ListRow) -> bool:
    """Whether a number, a cross or unreadable ink stands in the row."""
    numbers = any(_find_mark(choices) in ("number", "illegible") for choices in (*row.cells, row.value))
    crosses = any(choices.first.value for choices in (*row.wins, *row.crosses))
    return numbers or crosses or any(choices.flags for choices in row.all)


def empty_ink(inked: Inked) -> Inked:
    """The row with all fields blank: below the last game, or where only a spot may be."""
    cells = (None,) * len(inked.cells)
    return replace(inked, cells=cells, unread=(), solo=False, offence=False, sits=(), value=None, winners=())


def _number_row(rules: RuleSet, row: ListRow, numbers: Row, limits: Limits) -> ListRow:
    """The row with its game's number and dealer. The cells of those whose turn it is to sit out are printed hatched:
    there the hatching must not be read as a number."""
    offence = numbers.offence and not row.inked.blank  # an offence by its place on the sheet, unless it is blank
    inked = replace(row.inked, game=numbers.game, deal=certain_deal(numbers), offence=offence)
    due = find_expected_sitters(rules, inked.make_row(None), len(row.cells))
    read = {cell.id: hatched_choices(cell, limits) for cell in row.source.others}
    found = {seat: read[id_] for seat in due if (id_ := row.cells[seat - 1].id) in read}
    hatched = {seat: choices for seat, choices in found.items() if not choices.first.value}
    cells = tuple(hatched.get(seat, choices) for seat, choices in enumerate(row.cells, 1))
    clear = tuple(None if seat in hatched else one for seat, one in enumerate(inked.cells, 1))
    unread = tuple(seat for seat in inked.unread if seat not in hatched)
    return replace(row, cells=cells, inked=replace(inked, cells=clear, unread=unread))


@dataclass(frozen=True, slots=True)
class ListDuties:
    """The duties of the round, in `counts`. How far they are met is counted along the chain, in further numbers of each
    state, behind its totals."""

    law: RowLaw
    counts: Counts

    @property
    def columns(self) -> int:
        """How many further numbers a state has for them."""
        return len(self._count(0, RowValues((0,) * self.law.seats), stands=False))

    def count_way(self, row: ListRow, points: tuple[int, ...] | None, crossed: bool | None) -> CountedRow:
        """What the row adds to these numbers, if it has these points: () nothing was played, None unknown. `crossed`:
        whether it is crossed as a solo, None where that is not in doubt."""
        solo = row.inked.solo if crossed is None else crossed
        values = points or (None if points is None else 0,) * len(row.cells)
        return self._count(row.source.game, RowValues(values, solo, row.inked.offence), stands=points != ())

    def _count(self, number: int, values: RowValues, *, stands: bool) -> CountedRow:
        row = RowChoices(number, (ABSENT,) * self.law.seats, ABSENT, ABSENT)
        return count_reading(self.law, self.counts.owed, row, JointReading(values, (), 1.0), inked=stands)


def find_list_duties(
    rules: RuleSet, written: WrittenSheet, rows: Sequence[ListRow], limits: Limits
) -> ListDuties | None:
    """The duties of the round; None if it has none, or if all ink is clear, so that they would decide nothing."""
    if all(is_clear(choices, limits) for row in rows for choices in row.all):
        return None
    law = _make_law(rules, rows, limits)
    choices = [RowChoices(row.source.game, row.cells, *row.crosses) for row in rows]
    played = sum(not row.inked.offence and not row.inked.blank for row in rows)
    owed = limit_duty(find_duty(written, choices, law), played, law)
    return None if owed == NOTHING else ListDuties(law, Counts(owed, (), limits))


def order_rows(
    rules: RuleSet, written: WrittenSheet, planned: Sequence[ListRow], limits: Limits
) -> tuple[ListRow, ...]:
    """The rows with the order of sitting out that the table really kept. `planned`: the rows in the printed order."""
    if not count_sitters(written.seats):
        return tuple(planned)
    stayed, law = [*_find_stayed(planned)], _make_law(rules, planned, limits)
    sitting = [
        (row.source.game, tuple(int(seat not in {*chain(*away[:1])}) for seat in range(1, written.seats + 1)))
        for row, away in zip(planned, stayed, strict=True)
    ]
    deals = {number: deal for number, deal in kept_games(law, sitting).items() if deal != law.games[number]}
    rows = read_list_rows(rules, written, limits, deals)
    return tuple(replace(row, stayed=away) for row, away in zip(rows, stayed, strict=True))


def _find_stayed(rows: Sequence[ListRow]) -> Iterator[tuple[tuple[int, ...], ...]]:
    """By row the seats whose total is left out, or a stroke, and those whose total is the same as above, where they are
    as many as sit out. Both are only hints: a stroke may as well be a total of 0."""
    seats = len(rows[0].cells) if rows else 0
    last = [0] * seats
    for row in rows:
        last = [*map(add, last, row.award)]
        totals = [
            parse_number(reading.text) for reading in row.source.others if parse_field(reading.id).kind == "total"
        ]
        same = [seat for seat, (total, above) in enumerate(zip(totals, last, strict=True), 1) if total.value == above]
        empty = [seat for seat, total in enumerate(totals, 1) if total.empty]
        yield tuple(tuple(away) for away in (empty, same) if len(away) == count_sitters(seats))
        last = [above if total.value is None else total.value for total, above in zip(totals, last, strict=True)]


def _make_law(rules: RuleSet, rows: Sequence[ListRow], limits: Limits) -> RowLaw:
    """The rules for the rows of this list."""
    inked = [row.inked for row in rows]
    games = {one.number: one.game or one.number for one in inked}
    deals = {one.number: games[one.number] if one.deal is None else one.deal for one in inked}
    offences = frozenset(one.number for one in inked if one.offence)
    crosses = any(row.crosses[0].id for row in rows)
    return RowLaw(rules, len(rows[0].cells) if rows else 0, games, deals, offences, limits, crosses=crosses)
