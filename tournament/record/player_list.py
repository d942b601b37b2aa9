"""Reads the organiser's list of players: name, club, start number and fixed table, as far as given.

A head line may name the columns. Without one, a cell of digits is the start number, the first cell of words the name
and the second the club. Players without a start number get the lowest that are free, in the order of the list.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count
from pathlib import Path
from typing import NamedTuple

from tournament.errors import UnreadableTable
from tournament.evening.name_matching import find_namesakes
from tournament.given_tables import quote_line, read_rows
from tournament.record.facts import PlayerAdded

MOST_START = 999
"""The highest start number: the boxes on a blank sheet have room for three digits."""
LONGEST = 200
"""Letters of a name or a club. More is a paragraph, not a name."""

_PLAYER_HEADS = {
    "name": ("name", "spieler", "spielerin", "player", "players", "namen", "names", "teilnehmer", "teilnehmerin"),
    "first": ("vorname", "first name"),
    "last": ("nachname", "last name", "surname", "familienname"),
    "club": ("verein", "club", "ort", "stammtisch", "town"),
    "table": ("tisch", "fester tisch", "table", "fixed table"),
    "start": ("nr", "nummer", "startnummer", "start-nr", "startnr", "start", "no", "number", "start number"),
}
"""What the head of a column may say, in small letters."""


class _Listed(NamedTuple):
    """A line of the list. `start`, `table`: start number and fixed table as written, "" for none."""

    line: str
    name: str
    club: str
    start: str
    table: str = ""


def read_player_list(path: Path) -> tuple[PlayerAdded, ...]:
    """The players by start number. Raises `UnreadableTable` for a list that is not clear, and for two equal names."""
    rows = read_rows(path)
    columns = _find_player_columns(rows[0]) if rows else {}
    if columns:
        listed = [_read_by_columns(row, columns) for row in rows[1:]]
    else:
        listed = [_read_by_looks(path, row) for row in rows]
    named = [one for one in listed if one.name]
    if not named:
        raise UnreadableTable("files.no-players", path=path)
    for one in named:
        if max(len(one.name), len(one.club)) > LONGEST:
            raise UnreadableTable("book.players.too-long", path=path, line=one.line)
    _refuse_namesakes(path, [one.name for one in named])
    return _number_players(path, named)


def _find_player_columns(head: Sequence[str]) -> dict[str, int]:
    """The columns that a head line names; {} where it names no players, and so is none."""
    words = [cell.casefold().rstrip(":.") for cell in head]
    columns = {
        kind: next((n for n, word in enumerate(words) if word in heads), -1) for kind, heads in _PLAYER_HEADS.items()
    }
    found = {kind: column for kind, column in columns.items() if column >= 0}
    return found if found.keys() & {"name", "first", "last"} else {}


def _read_by_columns(row: Sequence[str], columns: dict[str, int]) -> _Listed:
    def get(kind: str) -> str:
        column = columns.get(kind, len(row))
        return row[column] if column < len(row) else ""

    name = " ".join(filter(None, (get("first"), get("last") or get("name"))))
    return _Listed(quote_line(row), name, get("club"), get("start").strip("."), get("table"))


def _read_by_looks(path: Path, row: Sequence[str]) -> _Listed:
    """A line of a list without a head. Raises `UnreadableTable` where it is not clear what the name is."""
    cells = [cell for cell in row if cell]
    numbers = [cell.strip(".") for cell in cells if cell.strip(".").isdecimal()]
    words = [cell for cell in cells if not cell.strip(".").isdecimal()]
    half_name = len(words) > 1 and " " not in words[0]
    if len(numbers) > 1 or len(words) > 2 or half_name:
        raise UnreadableTable("files.unclear-columns", path=path, line=quote_line(row))
    name, club = (*words, "", "")[:2]
    return _Listed(quote_line(row), name, club, numbers[0] if numbers else "")


def _refuse_namesakes(path: Path, names: Sequence[str]) -> None:
    if same := find_namesakes(names):
        raise UnreadableTable("book.players.namesakes", path=path, name=same[0])


def _number_players(path: Path, listed: Sequence[_Listed]) -> tuple[PlayerAdded, ...]:
    """The players with their start numbers. Raises `UnreadableTable` for a number that is none, or is given twice."""
    given = [_read_start(path, one) for one in listed]
    taken = {start for start in given if start}
    if len(taken) < sum(start > 0 for start in given):
        twice = next(start for start in given if start and given.count(start) > 1)
        raise UnreadableTable("book.players.start-twice", path=path, start=twice)
    free = (number for number in count(1) if number not in taken)
    players = [
        PlayerAdded(start or next(free), one.name, one.club, _read_table(path, one))
        for start, one in zip(given, listed, strict=True)
    ]
    return tuple(sorted(players, key=lambda player: player.start))


def _read_start(path: Path, one: _Listed) -> int:
    """The start number; 0 for none."""
    if not one.start:
        return 0
    if not one.start.isdecimal() or not 1 <= int(one.start[:9]) <= MOST_START:
        raise UnreadableTable("book.players.no-start", path=path, line=one.line, most=MOST_START)
    return int(one.start)


def _read_table(path: Path, one: _Listed) -> int | None:
    """The fixed table; None where the table is drawn."""
    if not one.table:
        return None
    if not one.table.isdecimal() or not 1 <= int(one.table[:9]) <= MOST_START:
        raise UnreadableTable("book.players.no-table", path=path, line=one.line, most=MOST_START)
    return int(one.table)


def list_free_starts(taken: Sequence[int]) -> Iterator[int]:
    """Start numbers for players who come late: behind the highest that was ever given."""
    return count(max(taken, default=0) + 1)
