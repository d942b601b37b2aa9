"""From fields to written rows: sorts fields by their ids, and parses numbers; nothing is judged here."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Literal

from scanner.sheet_reading import Problem, Quality, Reading, SheetReading
from scoring.rows.written_rows import NONE_STRUCK, StruckRows
from templates.list_sheets import HEAD_WORDS
from templates.sheet_code import SheetCode
from texts.field_ids import STRUCK_ID, make_head_id, make_seat_id, parse_column, parse_field
from texts.sentences import Phrase
from tournament.judging.limits.judging_limits import LIMITS, Limits

Place = tuple[int | None, int | None]
"""Round and table, each from 1; None if unknown."""

NOWHERE: Place = (None, None)
_BOX_DIGITS = 3
"""A number in a box of a sheet's head has at most so many digits."""


PLAYERS = 4
"""How many players a row has points for, also at a table of five."""


@dataclass(frozen=True, slots=True)
class WrittenRow:
    """One game as inked: `cells` by seat, then the crosses (None for a field that the sheet does not have), and all
    other fields."""

    game: int
    cells: tuple[Reading | None, ...]
    solo: Reading | None = None
    offence: Reading | None = None
    others: tuple[Reading, ...] = ()

    @property
    def readings(self) -> tuple[Reading, ...]:
        """Every field of the row, points first."""
        return tuple(r for r in (*self.cells, self.solo, self.offence, *self.others) if r is not None)

    @property
    def struck(self) -> bool:
        """Whether none of its numbers can be read, as where a stroke runs through the whole row."""
        numbers = [one for one in self.readings if parse_field(one.id).is_points]
        hidden = [one for one in numbers if "illegible" in one.flags]
        return len(hidden) >= PLAYERS and all(one in hidden or not one.text.strip() for one in numbers)


@dataclass(frozen=True, slots=True)
class Typing:
    """Who typed a sheet that no photograph shows, when, from what and why. `entry`: the number of its entry in the
    tournament's file."""

    by: str
    when: str
    source: str
    reason: str
    entry: int


@dataclass(frozen=True)
class WrittenSheet:
    """One sheet in one photograph. If `problem` is set it has no rows, and nothing of it may count.

    `given`: round and table by the organiser, used only if the sheet's code and boxes say nothing. `moved`: round and
    table where somebody says that the sheet belongs; these replace what it says. `key`: what the tournament's file
    calls the sheet ("r1.t3"), "" without a file. `starts`: the boxes for start numbers, by seat. `places`: the boxes
    for round and table. None stands for a box that the sheet does not have. `typed`: set if somebody typed the sheet;
    then `photo` says from what, and without rows only its sums are known. `awarded`: by row the points by
    seat of an award that stands in it; `own_rows`: those rows that an award has for itself. `struck`: the rows that
    were struck, by a person or by a tick in the box at the sheet's foot (`ticked`). `games`: how many games the
    evening plays at such a table, for a sheet without a code; 0 where nobody knows. `remarks`: what was taken for what
    on a list without a table.
    """

    photo: str
    photo_sha256: str
    page: int
    layout: str | None
    code: SheetCode | None
    seats: int
    rows: tuple[WrittenRow, ...]
    sums: tuple[Reading | None, ...]
    names: tuple[Reading | None, ...]
    signatures: tuple[Reading | None, ...]
    quality: Quality | None
    problem: Problem | None = None
    given: Place = NOWHERE
    key: str = ""
    starts: tuple[Reading | None, ...] = ()
    places: tuple[Reading | None, Reading | None] = (None, None)
    moved: Place = NOWHERE
    typed: Typing | None = None
    struck: StruckRows = NONE_STRUCK
    awarded: tuple[tuple[int, tuple[int, ...]], ...] = ()
    own_rows: tuple[int, ...] = ()
    ticked: Reading | None = None
    games: int = 0
    remarks: tuple[Phrase, ...] = field(default=(), compare=False)

    @property
    def half(self) -> int:
        """1 or 2 where its code says that it has one half of the games, else 0."""
        return self.code.half if self.code else 0

    @property
    def printed_games(self) -> int:
        """How many games it was printed for, by its code; 0 without one: then rows may be to spare."""
        return self.code.games if self.code else 0

    @property
    def totals_only(self) -> bool:
        """Whether only the totals of its table are known."""
        return self.typed is not None and not self.rows

    @property
    def identity(self) -> tuple[str, str, int, int]:
        """What tells it from all other sheets of its tournament."""
        return self.key, self.photo_sha256, self.page, self.typed.entry if self.typed else 0

    @cached_property
    def certain(self) -> tuple[tuple[str, str], ...]:
        """Id and text of each field in the rows of which nothing else is possible: no ink is that sure, but what
        somebody decided is."""
        every = (one for row in self.rows for one in row.readings)
        return tuple((one.id, one.text) for one in every if one.confidence == 1.0)

    @cached_property
    def round(self) -> int | None:
        """The round to which somebody moved it, else the one that it says."""
        return self.said[0] if self.moved[0] is None else self.moved[0]

    @cached_property
    def table(self) -> int | None:
        """The table to which somebody moved it, else the one that it says."""
        return self.said[1] if self.moved[1] is None else self.moved[1]

    @property
    def said(self) -> Place:
        """Round and table by the sheet's code, else by its boxes if their ink is clear, else as given."""
        coded = NOWHERE if self.code is None else (self.code.round, self.code.table)
        return self._find_place(0, coded[0]), self._find_place(1, coded[1])

    def _find_place(self, which: int, coded: int | None) -> int | None:
        if coded is not None:
            return coded
        said = (read_clear_number(self.places[which]), self.given[which])
        return next((number for number in said if number is not None), None)

    @property
    def head(self) -> dict[str, Reading]:
        """By id every field of the head that was read: names, start numbers, round and table."""
        return {r.id: r for r in (*self.names, *self.starts, *self.places) if r is not None}

    def readings_by_id(self) -> dict[str, Reading]:
        """By id every field that was read in the rows and the sum row."""
        sums = (reading for reading in self.sums if reading is not None)
        return {reading.id: reading for reading in (*(r for row in self.rows for r in row.readings), *sums)}


def transcribe(reading: SheetReading, given: Place = NOWHERE) -> WrittenSheet:
    """The reading as rows (in order of their numbers), sums, names and signatures (each by seat)."""
    fields = {r.id: r for r in reading.readings}
    seats = max((field.seat or 0 for field in map(parse_field, fields) if field.kind in ("p", "total")), default=0)
    return WrittenSheet(
        photo=reading.photo,
        photo_sha256=reading.photo_sha256,
        page=reading.page,
        layout=reading.layout,
        code=reading.sheet_code,
        seats=seats,
        rows=_list_rows(fields, seats),
        sums=_list_by_seat(fields, "sum", seats),
        names=_list_by_seat(fields, "name", seats),
        signatures=_list_by_seat(fields, "sign", seats),
        quality=reading.quality,
        problem=reading.problem,
        given=given,
        starts=_list_by_seat(fields, "start", seats),
        ticked=fields.get(STRUCK_ID),
        places=(fields.get(make_head_id(HEAD_WORDS[0])), fields.get(make_head_id(HEAD_WORDS[1]))),
        remarks=reading.remarks,
    )


def parse_box(text: str) -> int | None:
    """The number in a box of the head, from 1; None if it is blank or anything else."""
    return int(text) if text.isdecimal() and len(text) <= _BOX_DIGITS and int(text) > 0 else None


def read_clear_number(box: Reading | None) -> int | None:
    """The number in a box of the head, from 1; None if its ink is not clear, or the box is blank or missing."""
    clear = box is not None and box.confidence >= LIMITS.clear_ink and not box.flags
    return parse_box(box.text) if box is not None and clear else None


def has_mark(mark: Reading | None) -> bool:
    """Whether the box is crossed, by its ink's first choice."""
    return mark is not None and bool(mark.text.strip())


def has_solo(row: WrittenRow) -> bool:
    """Whether any box for a solo is crossed, by their ink's first choices."""
    return has_mark(row.solo) or any(has_mark(one) for one in row.others if parse_field(one.id).solo)


def is_signed(signature: Reading | None, limits: Limits) -> bool | None:
    """Whether a player signed; None if the sheet has no place for it, or the ink is in doubt."""
    if signature is None or signature.flags or signature.confidence < limits.plain:
        return None
    return bool(signature.text)


def _list_by_seat(fields: dict[str, Reading], what: str, seats: int) -> tuple[Reading | None, ...]:
    return tuple(fields.get(make_seat_id(what, seat)) for seat in range(1, seats + 1))


def _list_rows(fields: dict[str, Reading], seats: int) -> tuple[WrittenRow, ...]:
    games: dict[int, dict[str, Reading]] = {}
    for key, reading in fields.items():
        field = parse_field(key)
        if field.game is not None:
            games.setdefault(field.game, {})[field.column] = reading
    return tuple(_make_row(game, games[game], seats) for game in sorted(games))


def _make_row(game: int, what: dict[str, Reading], seats: int) -> WrittenRow:
    rest = {key: reading for key, reading in what.items() if parse_column(key).kind != "p"}
    return WrittenRow(
        game,
        tuple(what.get(f"p{seat}") for seat in range(1, seats + 1)),
        rest.pop("solo", None),
        rest.pop("offence", None),
        tuple(rest.values()),
    )


Mark = Literal["number", "blank", "slash", "dash", "illegible"]
_NUMBER = re.compile(r"(?P<sign>[+-]?)(?P<digits>\d{1,4})")
_MARKS: dict[str, Mark] = {"": "blank", "/": "slash", "-": "dash"}


@dataclass(frozen=True, slots=True)
class Number:
    """What is written in a cell. `value`: the number, None for anything else. `sign`: "+", "-", or "" if none is
    written."""

    mark: Mark
    value: int | None = None
    sign: str = ""

    @property
    def empty(self) -> bool:
        """Whether it is blank, a slash or a dash: how people write a zero, and the seat that sits out."""
        return self.mark in ("blank", "slash", "dash")

    @property
    def points(self) -> int | None:
        """The points that it counts: the number, 0 for an empty cell, None for unreadable ink."""
        return 0 if self.empty else self.value


@lru_cache(maxsize=4096)
def parse_number(text: str) -> Number:
    """The meaning of a cell's text: a number (with or without sign), "/", "-" or ""; anything else is illegible."""
    text = text.strip().replace("−", "-").replace("–", "-")
    if text in _MARKS:
        return Number(_MARKS[text])
    found = _NUMBER.fullmatch(text)
    if found is None:
        return Number("illegible")
    value = int(found["digits"])
    return Number("number", -value if found["sign"] == "-" else value, found["sign"])
