"""Reads the organiser's lists of people for a scan: the players, the names by sheet and seat, the draw.

Each list may have a head line that names its columns, or none. A line that does not fit stops the reading with an error
that quotes it.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from tournament.errors import UnreadableTable
from tournament.filing.setup.player_columns import Columns, find_columns, read_row
from tournament.given_tables import GivenRow, quote_line, read_table, read_text_rows

_PLACE_HEADS = (("bogen", "sheet", "foto", "photo", "bild"), ("platz", "seat", "sitz"), ("name", "spieler", "player"))
"""How the heads of the columns sheet, seat and name may begin."""

_DIGITS = 9
"""Numbers with more digits than this are none of ours."""

Places = tuple[int, int, int]
"""The columns (from 0) of sheet, seat and name."""


def read_players(path: Path) -> tuple[str, ...]:
    """The players' list: one name per line, or a CSV with the names in its first column of words.

    A head line may name the columns ("Name", "Vorname", "Nachname"); the first name then comes first in any order of
    columns. Leading numbers are skipped. Raises `UnreadableTable` if the file has no name, or if it is not clear which
    columns make a name: "Meier; Anna" without a head line.
    """
    rows = read_text_rows(path)
    if columns := find_columns(rows):
        found = [read_row(row, columns).name for row in rows[columns.head + 1 :]]
    else:
        _refuse_parts(path, rows)
        found = [next((cell for cell in row.cells if _is_word(cell)), "") for row in rows]
    names: dict[str, str] = {}
    for name in filter(None, found):
        names.setdefault(name.casefold(), name)
    if not names:
        raise UnreadableTable("files.no-players", path=path)
    return tuple(names.values())


def read_starts(path: Path) -> dict[int, str]:
    """The start numbers in the players' list: number -> name. They are in a column with that head, or, without a head
    line, before the names. A list in which a number occurs twice has none.

    Raises `UnreadableTable`.
    """
    names, rows = read_players(path), read_text_rows(path)
    columns = find_columns(rows) or Columns(-1, ("start",))
    listed = [read_row(row, columns) for row in rows[columns.head + 1 :]]
    numbers = [_parse_number(one.start) or None for one in listed]
    whole = len(names) == len(numbers) == len(set(numbers)) and None not in numbers
    return {number: name for number, name in zip(numbers, names, strict=True) if number} if whole else {}


def _refuse_parts(path: Path, rows: Sequence[GivenRow]) -> None:
    """Raises `UnreadableTable` if a line has several columns of words and the first is a single word, which may be only
    half a name."""
    for row in rows:
        words = [cell for cell in row.cells if _is_word(cell)]
        if len(words) > 1 and " " not in words[0]:
            raise UnreadableTable("files.unclear-columns", path=path, line=quote_line(row.cells))


def _is_word(cell: str) -> bool:
    return bool(cell) and not cell.strip(".").isdigit()


def read_names(path: Path) -> dict[tuple[str, int], str]:
    """The names given by hand: (sheet as written there, lower case; seat from 1) -> name.

    The file is a CSV of sheet (its number or its photo's name), seat and name; a head line may give another order. A
    line without a name is skipped. Raises `UnreadableTable` for any other line, for a seat with two names, and for a
    file without a name.
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


def _find_place_columns(path: Path, head: Sequence[str]) -> Places | None:
    """The columns by the head line; None if the first line is no head line."""
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

    The file is a CSV of round, table and players, with all players of a table in one line, or one line for each. Seat
    numbers are skipped. Raises `UnreadableTable` for a line of another form, and for a file without a player.
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
    """The whole number in the cell, in digits of any script; None for anything else."""
    return int(cell) if cell.isdecimal() and len(cell) <= _DIGITS else None
