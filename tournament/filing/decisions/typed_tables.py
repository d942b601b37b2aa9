"""Rows of a result as people type them: one for each game, one column per seat, with German or English words.

A head line may name the columns: the game's number, the players or their seats in any order, crosses for solo and
offence. A row without points is a game that was not played; a last row "Summe" holds the written totals.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from tournament.errors import BookError
from tournament.judging.written_sheet import parse_number
from tournament.record.facts import TypedRow

Lines = Sequence[Sequence[str]]
"""Cells by row, tidied."""

_NUMBERS = ("nr", "nummer", "spiel", "zeile", "game", "row", "no", "number", "#")
_CROSSES = {"solo": "solo", "strafe": "offence", "regelverstoß": "offence", "offence": "offence", "penalty": "offence"}
_SUMS = ("summe", "summen", "gesamt", "sum", "sums", "total", "totals")
_SEAT = re.compile(r"(?:platz|seat|spieler|player|p)? ?([1-5])")
_ON, _OFF = ("x", "+", "1", "ja", "yes", "solo", "strafe", "✓", "✗"), ("", "-", "0", "nein", "no")
_WHOLE = re.compile(r"(.*\d)[.,]0{1,2}")
"""A whole number as a spreadsheet may write it: "3.0", "3,00". Three zeros are thousands."""


class RefusedResult(BookError):
    """What was typed is no result of that table, or nothing may be typed for it."""

    exit_status = 2


@dataclass(frozen=True, slots=True)
class ReadTable:
    """The lines as read. `totals`: those of a row "Summe", () without one."""

    rows: tuple[TypedRow, ...]
    totals: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class _Columns:
    """The places of the columns, from 0. `seats`: by seat. `number`: the game's number, None without such a column.
    `crosses`: by name."""

    seats: tuple[int, ...]
    number: int | None = None
    crosses: Mapping[str, int] = field(default_factory=dict)

    @property
    def width(self) -> int:
        """How many columns there are."""
        return len(self.seats) + len(self.crosses) + (self.number is not None)


def read_lines(lines: Lines, names: Sequence[str]) -> ReadTable:
    """The rows of a table at which these players sit (`names`, by seat). Raises `RefusedResult`."""
    trimmed = [_trim(line) for line in lines]
    while trimmed and not trimmed[0]:
        trimmed = trimmed[1:]
    if trimmed and _is_head(trimmed[0]):
        columns, body = _read_head(trimmed[0], names), trimmed[1:]
    else:
        columns, body = _find_columns(trimmed, len(names)), trimmed
    table = ReadTable(())
    for at, line in enumerate(body, 1):
        table = _add_line(table, columns, [*line, *[""] * (columns.width - len(line))], at)
    return table


def read_totals(typed: str, seats: int) -> tuple[int, ...]:
    """The totals by seat: "+12,-4,-4,-4". Raises `RefusedResult`."""
    cells = re.split("[;,]" if "," in typed or ";" in typed else r"\s+", typed.strip())
    parts = [_parse(cell) if cell.strip() else None for cell in cells]
    if len(parts) != seats or any(value is None for value in parts):
        raise RefusedResult("typed.refused.totals", typed=typed[:80], seats=seats)
    return tuple(value or 0 for value in parts)


def _trim(line: Sequence[str]) -> list[str]:
    """The line without blank cells at its end, which spreadsheets leave."""
    cells = [cell.strip() for cell in line]
    while cells and not cells[-1]:
        cells.pop()
    return cells


def _parse(cell: str) -> int | None:
    """The number in a cell, 0 if it is empty; None if it is no number."""
    text = re.sub(r"\s", "", cell)
    whole = _WHOLE.fullmatch(text)
    return parse_number(whole[1] if whole else text).points


def _is_head(line: Sequence[str]) -> bool:
    """Whether no cell is a number."""
    words = [cell for cell in line if cell]
    return bool(words) and all(_parse(word) is None for word in words)


def _read_head(line: Sequence[str], names: Sequence[str]) -> _Columns:
    """The columns by their heads. Raises `RefusedResult` for a head that does not belong to this table."""
    number: int | None = None
    crosses: dict[str, int] = {}
    seats: dict[int, int] = {}
    players = {name.casefold(): seat for seat, name in enumerate(names, 1)}
    for at, head in enumerate(line):
        word = head.casefold().rstrip(".:")
        numbered = _SEAT.fullmatch(word)
        seat = players.get(word) or (int(numbered[1]) if numbered else 0)
        if (word in _NUMBERS or not word) and at == 0:
            number = at
        elif word in _CROSSES:
            crosses[_CROSSES[word]] = at
        elif 1 <= seat <= len(names) and seat not in seats:
            seats[seat] = at
        else:
            raise RefusedResult("typed.refused.head", head=head[:80], names=tuple(names))
    if len(seats) != len(names):
        raise RefusedResult("typed.refused.columns", found=len(seats), seats=len(names), names=tuple(names))
    return _Columns(tuple(seats[seat] for seat in range(1, len(names) + 1)), number, crosses)


def _find_columns(lines: Lines, seats: int) -> _Columns:
    """The columns of a table without heads: the seats, perhaps after a column with the games' numbers. Raises
    `RefusedResult`."""
    widths = [len(line) for line in lines if line]
    most = max(widths, default=0)
    numbered = most == seats + 1 and [line[0] for line in lines if line] == [str(n) for n in range(1, len(widths) + 1)]
    if most != seats + numbered:
        raise RefusedResult("typed.refused.columns", found=most, seats=seats, names=())
    return _Columns(tuple(range(numbered, seats + numbered)), 0 if numbered else None)


def _add_line(table: ReadTable, columns: _Columns, line: Sequence[str], at: int) -> ReadTable:
    """The table with this line, the `at`th below the heads. Raises `RefusedResult`."""
    if len(line) > columns.width:
        raise RefusedResult("typed.refused.too-wide", row=at, found=len(line), most=columns.width)
    label = "" if columns.number is None else line[columns.number]
    cells = [line[column] for column in columns.seats]
    if label.casefold().rstrip(".:") in _SUMS:
        return replace(table, totals=read_totals(";".join(cells), len(cells)))
    marks = {name: _read_cross(line[column], at) for name, column in columns.crosses.items()}
    if not any(cells) and not any(marks.values()):
        return table
    number = _read_number(label, at, table)
    row = TypedRow(number, tuple(_read_points(cell, number) for cell in cells), **marks)
    return replace(table, rows=(*table.rows, row))


def _read_number(label: str, at: int, table: ReadTable) -> int:
    """The game's number: as written in its row, else by the row's place. Raises `RefusedResult`."""
    if not label:
        return at
    number = int(label) if label.isdecimal() and len(label) <= 2 else 0
    if number <= max((row.game for row in table.rows), default=0):
        raise RefusedResult("typed.refused.number", row=at, typed=label[:80])
    return number


def _read_points(cell: str, number: int) -> int | None:
    """The points; None for a blank or struck out cell. Raises `RefusedResult`."""
    points = _parse(cell)
    if points is None:
        raise RefusedResult("typed.refused.points", row=number, typed=cell[:80])
    return None if parse_number(cell.strip()).empty else points


def _read_cross(cell: str, at: int) -> bool:
    word = cell.casefold().strip()
    if word not in (*_ON, *_OFF):
        raise RefusedResult("typed.refused.cross", row=at, typed=cell[:80])
    return word in _ON
