"""The lists of people that the organiser gives: players, names by sheet and seat, the draw. Each as people save it,
with or without a head line; what does not fit is told with its line, never passed over."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from tournament.errors import UnreadableTable
from tournament.text_tables import quote_line, read_table

_FIRST = {"vorname", "first name"}
_LAST = {"nachname", "last name", "surname"}
_HEADS = {"name", "spieler", "spielerin", "player", "players", "namen", "names", "teilnehmer", *_FIRST, *_LAST}
_PLACE_HEADS = (("bogen", "sheet", "foto", "photo", "bild"), ("platz", "seat", "sitz"), ("name", "spieler", "player"))
"""How the heads of sheet, seat and name begin."""

_DIGITS = 9

Columns = tuple[int, int, int]
"""Where sheet, seat and name stand in a line, from 0."""


def read_players(path: Path) -> tuple[str, ...]:
    """The players' list: one name a line, or a CSV whose first text column (or first and last name columns) are names.

    A head line ("Name", "Spieler") is skipped, and so is a leading column of numbers; the first name comes first
    whatever the order of the columns. Raises `UnreadableTable`, also when there is no name in the file, and when it
    cannot be told which columns make a name: "Meier; Anna" without a head line.
    """
    rows = read_table(path)
    if rows and any(cell.casefold() in _HEADS for cell in rows[0]):
        heads = [cell.casefold() for cell in rows[0]]
        columns = sorted((i for i, head in enumerate(heads) if head in _HEADS), key=lambda i: heads[i] not in _FIRST)
        rows = rows[1:]
    else:
        columns = []
        _refuse_parts(path, rows)
    names: dict[str, str] = {}
    for name in filter(None, (_read_name(row, columns) for row in rows)):
        names.setdefault(name.casefold(), name)
    if not names:
        raise UnreadableTable("files.no-players", path=path)
    return tuple(names.values())


def _refuse_parts(path: Path, rows: Sequence[Sequence[str]]) -> None:
    """Where two columns of words follow another and the first is a single word, it may be half of a name only."""
    for row in rows:
        words = [cell for cell in row if _is_word(cell)]
        if len(words) > 1 and " " not in words[0]:
            raise UnreadableTable("files.unclear-columns", path=path, line=quote_line(row))


def _read_name(row: Sequence[str], columns: Sequence[int]) -> str:
    if columns:
        return " ".join(row[i] for i in columns if i < len(row) and row[i])
    return next((cell for cell in row if _is_word(cell)), "")


def _is_word(cell: str) -> bool:
    return bool(cell) and not cell.strip(".").isdigit()


def read_names(path: Path) -> dict[tuple[str, int], str]:
    """The names by hand, a CSV of sheet (number or photo name), seat, name; in another order where a head line says so.

    A line without a name says nothing. Raises `UnreadableTable` for a line that is none of these, for a seat that is
    given two names, and when there is no name in the file.
    """
    given: dict[tuple[str, int], str] = {}
    rows = read_table(path)
    columns = _find_columns(path, rows[0]) if rows else None
    for row in rows[1:] if columns else rows:
        sheet, seat, name = ((*row, *[""] * 9)[column] for column in columns or (0, 1, 2))
        number = _parse_number(seat)
        place = _make_sheet_key(sheet), number or 0
        if number is None or not sheet or name.isdecimal() or given.get(place, name) != name:
            raise UnreadableTable("files.no-seat", path=path, line=quote_line(row))
        if name:
            given[place] = name
    if not given:
        raise UnreadableTable("files.no-names", path=path)
    return given


def _find_columns(path: Path, head: Sequence[str]) -> Columns | None:
    """What the head line says; None where the first line is none."""
    if any(cell.isdecimal() for cell in head):
        return None
    found = [next((n for n, cell in enumerate(head) if cell.casefold().startswith(words)), None)
             for words in _PLACE_HEADS]
    if all(column in (None, n) for n, column in enumerate(found)):
        return 0, 1, 2  # heads of other words, in the usual order
    sheet, seat, name = found
    if sheet is None or seat is None or name is None:
        raise UnreadableTable("files.no-seat", path=path, line=quote_line(head))
    return sheet, seat, name


def read_draw(path: Path) -> dict[tuple[int, int], tuple[str, ...]]:
    """The draw, a CSV of round, table and the players drawn there, all in one line or a line each, with or without a
    head line; seat numbers are skipped.

    Raises `UnreadableTable` for a line that is none of these, and when nobody is drawn at all.
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


def _make_sheet_key(sheet: str) -> str:
    number = _parse_number(sheet)
    return sheet.casefold() if number is None else str(number)


def _parse_number(cell: str) -> int | None:
    """A whole number of any script's digits; None for anything else, and for more digits than anything here is numbered
    with."""
    return int(cell) if cell.isdecimal() and len(cell) <= _DIGITS else None
