"""Who sat where: printed names matched against the players' list, names given by hand, and a plain label for the rest.

A doubtful name is a finding, never a guess: a point written to the wrong player looks right on the wall.
"""

from __future__ import annotations

from collections.abc import Container, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from rapidfuzz import fuzz, process, utils

from scanner.reading import Reading
from tournament.errors import UnreadableTable
from tournament.limits import LIMITS, Limits
from tournament.textfile import read_table

Source = Literal["given", "matched", "printed", "label"]
"""given: by `--names`; matched: printed and found in the players' list; printed: taken as printed; label: sheet and
seat."""

_FIRST = {"vorname", "first name"}
_LAST = {"nachname", "last name", "surname"}
_HEADS = {"name", "spieler", "spielerin", "player", "players", "namen", "names", "teilnehmer", *_FIRST, *_LAST}


@dataclass(frozen=True, slots=True)
class Seated:
    """The name at one seat. `doubt`: the printed words that were not taken, with the closest names of the list."""

    name: str
    source: Source
    doubt: str | None = None
    closest: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Roster:
    """The players' list, the names given by hand, and the draw; all may be empty.

    `given`: (sheet as written there, lower case; seat from 1) -> name. `drawn`: (round, table) -> who was drawn there.
    """

    players: tuple[str, ...] = ()
    given: dict[tuple[str, int], str] = field(default_factory=dict)
    drawn: dict[tuple[int, int], tuple[str, ...]] = field(default_factory=dict)

    def at(self, round_: int | None, table: int | None) -> tuple[str, ...]:
        """Who was drawn to that table in that round; () where nobody knows."""
        return () if round_ is None or table is None else self.drawn.get((round_, table), ())

    def strays(self, places: Container[tuple[str, int]]) -> tuple[tuple[str, int, str], ...]:
        """Names given by hand for a sheet or a seat that is not among `places`: sheet as written, seat, name."""
        return tuple((*place, name) for place, name in self.given.items() if place not in places)

    def seat(self, sheet: int, photo: str, seat: int, printed: Reading | None, label: str) -> Seated:
        """The name at `seat` of sheet number `sheet`: given by number or photo name, else printed, else `label`."""
        given = self.given.get((str(sheet), seat)) or self.given.get((photo.casefold(), seat))
        if given:
            return Seated(given, "given")
        if printed is None or not printed.text.strip():
            return Seated(label, "label")
        return self._printed(printed, label, LIMITS)

    def _printed(self, printed: Reading, label: str, limits: Limits) -> Seated:
        words = " ".join(printed.text.split())
        if not self.players:
            sure = printed.confidence >= limits.name_confidence and not printed.flags
            return Seated(words, "printed") if sure else Seated(label, "label", words)
        return self._matched(words, label, limits)

    def _matched(self, words: str, label: str, limits: Limits) -> Seated:
        ranked = process.extract(words, self.players, scorer=fuzz.ratio, processor=utils.default_process, limit=2)
        runner_up = ranked[1][1] if len(ranked) > 1 else 0.0
        name, score = ranked[0][:2]
        if score >= limits.name_score and score - runner_up >= limits.name_margin:
            return Seated(name, "matched")
        return Seated(label, "label", words, tuple(entry[0] for entry in ranked if entry[1] > 0))


def read_players(path: Path) -> tuple[str, ...]:
    """The players' list: one name a line, or a CSV whose first text column (or first and last name columns) are names.

    A head line ("Name", "Spieler") is skipped, and so is a leading column of numbers; the first name comes first
    whatever the order of the columns. Raises `UnreadableTable`, also when there is no name in the file.
    """
    rows = read_table(path)
    if rows and any(cell.casefold() in _HEADS for cell in rows[0]):
        heads = [cell.casefold() for cell in rows[0]]
        columns = sorted((i for i, head in enumerate(heads) if head in _HEADS), key=lambda i: heads[i] not in _FIRST)
        rows = rows[1:]
    else:
        columns = []
    names = tuple(dict.fromkeys(filter(None, (_name(row, columns) for row in rows))))
    if not names:
        raise UnreadableTable(
            f"In {path} steht kein Name; gebraucht wird eine Liste mit einem Namen je Zeile oder eine CSV-Datei.",
            f"There is no name in {path}; what is needed is a list with one name a line or a CSV file.",
        )
    return names


def _name(row: Sequence[str], columns: Sequence[int]) -> str:
    if columns:
        return " ".join(row[i] for i in columns if i < len(row) and row[i])
    return next((cell for cell in row if cell and not cell.strip(".").isdigit()), "")


def read_names(path: Path) -> dict[tuple[str, int], str]:
    """The names by hand, a CSV of sheet (number or photo name), seat, name, with or without a head line.

    A line without a name says nothing. Raises `UnreadableTable` for a line that is none of these, and for a seat that
    is given two names.
    """
    given: dict[tuple[str, int], str] = {}
    for number, row in enumerate(read_table(path)):
        sheet, seat, name = (*row, "", "", "")[:3]
        if number == 0 and not any(cell.isdecimal() for cell in row):
            continue
        if not seat.isdecimal() or not sheet or given.get((_sheet_key(sheet), int(seat)), name) != name:
            raise _no_seat(path, row)
        if name:
            given[_sheet_key(sheet), int(seat)] = name
    return given


def _no_seat(path: Path, row: Sequence[str]) -> UnreadableTable:
    line = "; ".join(row)
    return UnreadableTable(
        f"{path}: „{line}“ passt nicht; gebraucht werden je Zeile Bogen, Platz und Name, jeder Platz nur einmal.",
        f"{path}: “{line}” does not fit; each line needs sheet, seat and name, and each seat comes once.",
    )


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
        if not (round_.isdecimal() and table.isdecimal() and names):
            raise _no_table(path, "; ".join(row))
        place = int(round_), int(table)
        drawn[place] = tuple(dict.fromkeys((*drawn.get(place, ()), *names)))
    if not drawn:
        raise _no_table(path, "; ".join(rows[0]) if rows else "")
    return drawn


def _no_table(path: Path, line: str) -> UnreadableTable:
    return UnreadableTable(
        f"{path}: „{line}“ passt nicht; gebraucht werden je Zeile Runde, Tisch und die Namen, jeder in eigener Spalte.",
        f"{path}: “{line}” does not fit; each line needs round, table and the names, each in a column of its own.",
    )


def _sheet_key(sheet: str) -> str:
    return str(int(sheet)) if sheet.isdecimal() else sheet.casefold()
