"""Reads the organiser's lists of people: the players, the names by sheet and seat, the draw.

Each list may have a head line that names its columns, or none. A line that does not fit stops the reading with an error
that quotes it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count
from pathlib import Path
from typing import NamedTuple

from tournament.errors import UnreadableTable
from tournament.evening.name_matching import find_namesakes
from tournament.given_tables import quote_line, read_rows, read_table
from tournament.record.player_facts import PlayerAdded

_PLACE_HEADS = (("bogen", "sheet", "foto", "photo", "bild"), ("platz", "seat", "sitz"), ("name", "spieler", "player"))
"""How the heads of the columns sheet, seat and name may begin."""

_DIGITS = 9
"""Numbers with more digits than this are none of ours."""

Columns = tuple[int, int, int]
"""The columns (from 0) of sheet, seat and name."""


def read_players(path: Path) -> tuple[str, ...]:
    """The players' list: one name a line, or a CSV with the names in its first column of words.

    A head line may name the columns ("Name", "Vorname", "Nachname"); the first name then comes first in any order of
    columns. Leading numbers are skipped. Raises `UnreadableTable` when the file has no name, and when nobody can say
    which columns make a name: "Meier; Anna" without a head line.
    """
    rows = read_table(path)
    if columns := _find_player_columns(rows):
        found = [_read_by_columns(row, columns).name for row in rows[1:]]
    else:
        _refuse_parts(path, rows)
        found = [next((cell for cell in row if _is_word(cell)), "") for row in rows]
    names: dict[str, str] = {}
    for name in filter(None, found):
        names.setdefault(name.casefold(), name)
    if not names:
        raise UnreadableTable("files.no-players", path=path)
    return tuple(names.values())


def read_starts(path: Path) -> dict[int, str]:
    """The start numbers in the players' list: number -> name. They are in a column with that head, or before the
    names where there is no head line. A list in which a number comes twice has none.

    Raises `UnreadableTable`.
    """
    names, rows = read_players(path), read_table(path)
    columns = _find_player_columns(rows)
    listed = [_read_by_columns(row, columns or {"start": 0}) for row in rows[bool(columns) :]]
    numbers = [_parse_number(one.start) or None for one in listed]
    whole = len(names) == len(numbers) == len(set(numbers)) and None not in numbers
    return {number: name for number, name in zip(numbers, names, strict=True) if number} if whole else {}


def _refuse_parts(path: Path, rows: Sequence[Sequence[str]]) -> None:
    """Raises `UnreadableTable` where a line has several columns of words and the first is a single word.

    That word may be half a name only.
    """
    for row in rows:
        words = [cell for cell in row if _is_word(cell)]
        if len(words) > 1 and " " not in words[0]:
            raise UnreadableTable("files.unclear-columns", path=path, line=quote_line(row))


def _is_word(cell: str) -> bool:
    return bool(cell) and not cell.strip(".").isdigit()


def read_names(path: Path) -> dict[tuple[str, int], str]:
    """The names given by hand: (sheet as written there, lower case; seat from 1) -> name.

    The file is a CSV of sheet (its number or its photo's name), seat and name; a head line may say another order. A
    line without a name is passed over. Raises `UnreadableTable` for any other line, for a seat with two names, and for
    a file without a name.
    """
    given: dict[tuple[str, int], str] = {}
    rows = read_table(path)
    columns = _find_place_columns(path, rows[0]) if rows else None
    for row in rows[1:] if columns else rows:
        sheet, seat, name = ((*row, *[""] * 9)[column] for column in columns or (0, 1, 2))
        number = _parse_number(seat)
        sheet_number = _parse_number(sheet)
        place = sheet.casefold() if sheet_number is None else str(sheet_number), number or 0
        if number is None or not sheet or name.isdecimal() or given.get(place, name) != name:
            raise UnreadableTable("files.no-seat", path=path, line=quote_line(row))
        if name:
            given[place] = name
    if not given:
        raise UnreadableTable("files.no-names", path=path)
    return given


def _find_place_columns(path: Path, head: Sequence[str]) -> Columns | None:
    """The columns that the head line names; None where the first line is no head line."""
    if any(cell.isdecimal() for cell in head):
        return None
    found = [
        next((n for n, cell in enumerate(head) if cell.casefold().startswith(words)), None) for words in _PLACE_HEADS
    ]
    if all(column in (None, n) for n, column in enumerate(found)):
        return 0, 1, 2  # heads of other words, in the usual order
    sheet, seat, name = found
    if sheet is None or seat is None or name is None:
        raise UnreadableTable("files.no-seat", path=path, line=quote_line(head))
    return sheet, seat, name


def read_draw(path: Path) -> dict[tuple[int, int], tuple[str, ...]]:
    """The draw: (round, table) -> the players drawn there.

    The file is a CSV of round, table and players, with all players of a table in one line or in a line each. Seat
    numbers are skipped. Raises `UnreadableTable` for a line that does not fit, and for a file without a player.
    """
    drawn: dict[tuple[int, int], tuple[str, ...]] = {}
    rows = read_table(path)
    for number, row in enumerate(rows):
        round_, table, *cells = *row, "", ""
        if number == 0 and not any(cell.isdecimal() for cell in row):
            continue
        names = [cell for cell in cells if cell and not cell.isdecimal()]
        in_round, at_table = _parse_number(round_), _parse_number(table)
        if in_round is None or at_table is None or not names:
            raise UnreadableTable("files.no-table", path=path, line=quote_line(row))
        place = in_round, at_table
        drawn[place] = tuple(dict.fromkeys((*drawn.get(place, ()), *names)))
    if not drawn:
        raise UnreadableTable("files.no-table", path=path, line=quote_line(rows[0]) if rows else "")
    return drawn


def _parse_number(cell: str) -> int | None:
    """The whole number that the cell holds, in digits of any script; None for anything else."""
    return int(cell) if cell.isdecimal() and len(cell) <= _DIGITS else None


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
    "start": (
        "nr",
        "nummer",
        "startnummer",
        "start-nr",
        "startnr",
        "start",
        "no",
        "number",
        "start number",
        "start no",
    ),
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
    """The players by start number, with club and fixed table as far as given. Without a head line a cell of digits is
    the start number, the first cell of words the name and the second the club. Players without a start number get the
    lowest that are free, in the order of the list.

    Raises `UnreadableTable` for a list that is not clear, and for two equal names.
    """
    rows = read_rows(path)
    if columns := _find_player_columns(rows):
        listed = [_read_by_columns(row, columns) for row in rows[1:]]
    else:
        listed = [_read_by_looks(path, row) for row in rows]
    named = [one for one in listed if one.name]
    if not named:
        raise UnreadableTable("files.no-players", path=path)
    for one in named:
        if max(len(one.name), len(one.club)) > LONGEST:
            raise UnreadableTable("book.players.too-long", path=path, line=one.line)
    if same := find_namesakes([one.name for one in named]):
        raise UnreadableTable("book.players.namesakes", path=path, name=same[0])
    return _number_players(path, named)


def _find_player_columns(rows: Sequence[Sequence[str]]) -> dict[str, int]:
    """The columns that the first line names; {} where it names no players, and so is no head line."""
    words = [cell.casefold().rstrip(":.") for row in rows[:1] for cell in row]
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


def _number_players(path: Path, listed: Sequence[_Listed]) -> tuple[PlayerAdded, ...]:
    """The players with their start numbers. Raises `UnreadableTable` for a number that is none, or is given twice."""
    given = [_read_number(path, one, one.start, "no-start") for one in listed]
    taken = {start for start in given if start}
    if len(taken) < sum(start > 0 for start in given):
        twice = next(start for start in given if start and given.count(start) > 1)
        raise UnreadableTable("book.players.start-twice", path=path, start=twice)
    free = (number for number in count(1) if number not in taken)
    players = [
        PlayerAdded(start or next(free), one.name, one.club, _read_number(path, one, one.table, "no-table") or None)
        for start, one in zip(given, listed, strict=True)
    ]
    return tuple(sorted(players, key=lambda player: player.start))


def _read_number(path: Path, one: _Listed, text: str, key: str) -> int:
    """The start number or the fixed table in that cell; 0 for none. Raises `UnreadableTable` for anything else."""
    if not text:
        return 0
    if not text.isdecimal() or not 1 <= int(text[:9]) <= MOST_START:
        raise UnreadableTable(f"book.players.{key}", path=path, line=one.line, most=MOST_START)
    return int(text)


def list_free_starts(taken: Sequence[int]) -> Iterator[int]:
    """Start numbers for players who come late: behind the highest that was ever given."""
    return count(max(taken, default=0) + 1)
