"""The ids of a sheet's fields, made and taken apart here alone.

`g07.p3` are the points of seat 3 in row 7, `g07.re.k90` is a call of Re there, `g07.solo.buben` the cross of one solo;
`sum.p2` is below the rows and `name.p2` above them. Layouts of other people's sheets may have ids of other kinds.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import lru_cache

PARTIES = ("re", "kontra")
BOCK_COLUMNS = ("bock", "doppelbock")
"""The crosses for a game of one Bock and of two."""
STRUCK_ID = "foot.struck"
"""The id of the box to tick when games were struck, at the foot of a sheet."""
_ROW = re.compile(r"g(\d{2})")
_OF_SEAT = re.compile(r"([a-z]+)([1-9])")
_POINTS = ("p", "total")


@dataclass(frozen=True, slots=True)
class FieldId:
    """What an id says. `line`: "g07", or one above or below the rows, such as "sum"; `column`: all behind it.

    `game`: the row's number; None above and below the rows. `kind`: "p", "total", "win", "value", "solo", "k90" ...
    `seat`: from 1. `party`: "re" or "kontra" where a call or a Sonderpunkt is one party's, else "". `solo`: which one,
    for the cross of a single solo, else "".
    """

    line: str
    column: str
    game: int | None
    kind: str
    seat: int | None = None
    party: str = ""
    solo: str = ""

    @property
    def is_points(self) -> bool:
        """Whether it is a seat's points or total in a row or below the rows: numbers that have a sign."""
        return self.seat is not None and self.kind in _POINTS and self.line not in ("name", "sign", "start")

    @property
    def is_cell(self) -> bool:
        """Whether it is a seat's points in a row."""
        return self.kind == "p" and self.game is not None

    @property
    def is_sum(self) -> bool:
        """Whether it is a seat's written sum below the rows."""
        return self.line == "sum"


@lru_cache(maxsize=8192)
def parse_field(field_id: str) -> FieldId:
    """The id taken apart; a kind that nobody knows stays as it is."""
    line, _, column = field_id.partition(".")
    row = _ROW.fullmatch(line)
    return replace(parse_column(column), line=line, game=int(row[1]) if row else None)


@lru_cache(maxsize=1024)
def parse_column(column: str) -> FieldId:
    """The same of a column's name alone, on no line: "re.k90", "p3", "solo.buben"."""
    first, _, rest = column.partition(".")
    if rest and first in PARTIES:
        return FieldId("", column, None, rest, party=first)
    if rest and first == "solo":
        return FieldId("", column, None, first, solo=rest)
    seat = _OF_SEAT.fullmatch(column)
    return FieldId("", column, None, seat[1], int(seat[2])) if seat else FieldId("", column, None, column)


def name_line(number: int) -> str:
    """What the ids of a row's fields begin with: "g07"."""
    return f"g{number:02d}"


def make_field_id(number: int, column: str) -> str:
    """The id of that row's field: `g07.solo`, `g07.re.k90`."""
    return f"{name_line(number)}.{column}"


def make_cell_id(number: int, seat: int) -> str:
    """The id of a seat's points in that row: `g07.p3`."""
    return make_field_id(number, f"p{seat}")


def make_seat_id(line: str, seat: int) -> str:
    """The id of what a seat has above or below the rows, by its line: `name.p2`, `start.p2`, `sum.p2`, `sign.p2`."""
    return f"{line}.p{seat}"


def make_head_id(word: str) -> str:
    """The id of a box in the sheet's head: `head.round`, `head.table`."""
    return f"head.{word}"
