"""Reads a club's own list of players: who plays, which column was taken for what, and which rows are in doubt.

Titles above the head line, and sums and empty rows below it, are skipped and reported. A row that is not clearly one
player stops the reading: no heading becomes a player, and nobody is left out unnoticed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from pathlib import Path

from texts.sentences import Phrase
from tournament.draw.table_sizes import FOUR, MOST_TABLES
from tournament.errors import UnreadableTable
from tournament.evening.name_matching import make_name_key
from tournament.filing.setup.player_columns import (
    Columns,
    Listed,
    find_columns,
    guess_columns,
    read_row,
)
from tournament.filing.setup.player_doubts import (
    ADDING,
    MOST_START,
    RowDoubt,
    find_odd,
    find_same,
    find_second,
    find_short,
    find_wrong_numbers,
)
from tournament.given_tables import GivenRow, GivenSheet, quote_line, read_sheets
from tournament.record.player_facts import PlayerAdded

MOST_PLAYERS = MOST_TABLES * FOUR
"""As many as all tables of four have seats."""
_MOST_ROWS = 3 * MOST_PLAYERS
"""A table with more rows is no list of players, even with titles and sums; it is not read."""
_MOST_NAMED = 5
"""A sentence names at most so many rows or columns."""
_FEW = 4
"""A worksheet with fewer names than this is taken for a cover if there is another one with more."""

_SUM = re.compile(rf"[\W\d]*{ADDING}(spieler|teilnehmer|personen|players|people|euro|[\W\d])*", re.IGNORECASE)
"""Matches a row that adds the others up: such a word, and figures."""


@dataclass(frozen=True, slots=True)
class PlayerList:
    """A list as read. `path`: its name for sentences. `sheet`: the name of its worksheet, "" for a text file.
    `columns`: None if it is not clear which column has the names. `notes`: what each column was taken for, and what was
    skipped.
    """

    path: str
    sheet: str
    rows: tuple[GivenRow, ...]
    columns: Columns | None
    listed: tuple[Listed, ...]
    doubts: tuple[RowDoubt, ...]
    notes: tuple[Phrase, ...]

    @property
    def columns_guessed(self) -> bool:
        """Whether there is no head line that names the columns."""
        return self.columns is None or self.columns.head < 0

    @property
    def players(self) -> tuple[PlayerAdded, ...]:
        """The players by start number; those without one get the lowest free ones, in the order of the list."""
        added = (
            PlayerAdded(start, one.name, one.club, int(one.table) if one.table else None)
            for start, one in zip(self._starts, self.listed, strict=True)
        )
        return tuple(sorted(added, key=lambda player: player.start))

    @property
    def paid(self) -> frozenset[int]:
        """The start numbers of those who have paid."""
        return frozenset(start for start, one in zip(self._starts, self.listed, strict=True) if one.paid)

    @property
    def _starts(self) -> list[int]:
        given = [int(one.start) if one.start else 0 for one in self.listed]
        free = (number for number in count(1) if number not in set(given))
        return [start or next(free) for start in given]

    def refuse_doubts(self) -> None:
        """Raises `UnreadableTable` if rows are in doubt, with up to five of them."""
        if len(self.doubts) == 1:
            raise UnreadableTable(self.doubts[0].why.key, **self.doubts[0].why.gaps)
        if self.doubts:
            whys = tuple(one.why for one in self.doubts[:_MOST_NAMED])
            more = len(self.doubts) - len(whys)
            raise UnreadableTable(f"book.list.{'many' if more else 'several'}-doubts", doubts=whys, more=more)


def choose_sheet(sheets: Sequence[GivenSheet], path: str, wanted: str = "") -> GivenSheet:
    """The only worksheet with players, or the `wanted` one. Raises `UnreadableTable`."""
    names = tuple(sheet.name for sheet in sheets)
    if wanted:
        named = [sheet for sheet in sheets if sheet.name.casefold() == wanted.casefold()]
        if not named:
            raise UnreadableTable("book.list.no-sheet", path=path, wanted=wanted, sheets=names)
        return named[0]
    read = [(sheet, read_list(sheet, path)) for sheet in sheets]
    clear = [(sheet, one) for sheet, one in read if one.listed and not (one.doubts and one.columns_guessed)]
    full = [sheet for sheet, one in clear if len(one.listed) >= _FEW]
    headed = [sheet for sheet, one in clear if not one.columns_guessed]
    found = full or headed or [sheet for sheet, _ in clear] or list(sheets)
    if len(found) > 1:
        raise UnreadableTable("book.list.several-sheets", path=path, sheets=tuple(sheet.name for sheet in found))
    if not found:
        raise UnreadableTable("files.no-players", path=path)
    return found[0]


def read_list(
    sheet: GivenSheet,
    path: str,
    chosen: Columns | None = None,
    left_out: frozenset[int] = frozenset(),
    kept_in: frozenset[int] = frozenset(),
    known: Sequence[str] | None = None,
) -> PlayerList:
    """The list in that worksheet. `chosen`: the columns as a person chose them. `left_out`, `kept_in`: numbers of
    doubtful rows that a person left out, or said are players of their own. `known`: who plays already; shortened names
    are doubts then, None where nobody can be asked."""
    columns = chosen or find_columns(sheet.rows) or guess_columns(sheet.rows)
    if not sheet.rows or len(sheet.rows) > _MOST_ROWS:
        return PlayerList(path, sheet.name, (), None, (), (_refuse_size(len(sheet.rows), path),), ())
    if columns is None or not columns.has_names:
        line = quote_line(sheet.rows[0].cells) if sheet.rows else ""
        unclear = RowDoubt((), Phrase("files.unclear-columns", {"path": path, "line": line}))
        return PlayerList(path, sheet.name, sheet.rows, columns, (), (unclear,), ())
    below = [row for row in sheet.rows[columns.head + 1 :] if row.number not in left_out]
    read = [read_row(row, columns) for row in below]
    sums = [one for one in read if _is_sum(one)]
    blank = [one for one in read if one not in sums and _is_blank_form(one, columns)]
    kept, number_notes = _judge_numbers([one for one in read if one not in (*sums, *blank)], columns)
    kept = _drop_numbers(kept, kept_in, path)
    doubts = [*find_odd(kept, columns, path), *find_same(kept, path), *find_wrong_numbers(kept, path)]
    doubts += () if known is None else find_short(kept, known)
    doubts = [one for one in doubts if not (one.may_stay and kept_in.issuperset(one.rows))]
    if columns.head >= 0 and chosen is None:  # a person chose one of them
        doubts += find_second(sheet.rows[columns.head], path)
    named, namesake_notes = _tell_apart([one for one in kept if one.name])
    notes = (*_say_columns(sheet, columns, path), *_say_passed(sums, blank, kept), *number_notes, *namesake_notes)
    if len(named) > MOST_PLAYERS or not (named or doubts):
        doubts = [_refuse_size(len(named), path)]
    return PlayerList(path, sheet.name, sheet.rows, columns, tuple(named), tuple(doubts), notes)


def _refuse_size(players: int, path: str) -> RowDoubt:
    """The doubt that the list has no player, or more than a tournament has seats."""
    if not players:
        return RowDoubt((), Phrase("files.no-players", {"path": path}))
    return RowDoubt((), Phrase("book.players.too-many", {"path": path, "players": players, "most": MOST_PLAYERS}))


def _is_sum(one: Listed) -> bool:
    """Whether the row adds the others up, or counts them."""
    return _SUM.fullmatch(one.line) is not None


def _is_blank_form(one: Listed, columns: Columns) -> bool:
    """Whether the row has only numbers: a line of a form that nobody filled in."""
    return not one.name and columns.head >= 0 and not any(map(str.isalpha, one.line))


def _judge_numbers(listed: list[Listed], columns: Columns) -> tuple[list[Listed], list[Phrase]]:
    """The players without the numbers of a column "Nr." that holds members' numbers: most are too large for start
    numbers; with a note on that."""
    given = [one.start for one in listed if one.start]
    large = sum(start.isdecimal() and (len(start) > len(str(MOST_START))) for start in given)
    if columns.find("number") < 0 or not given or 2 * large <= len(given):
        return listed, []
    return [one._replace(start="") for one in listed], [Phrase("book.list.no-starts", {"most": MOST_START})]


def _drop_numbers(listed: list[Listed], kept_in: frozenset[int], path: str) -> list[Listed]:
    """The players, those of the rows that stay in without their wrong numbers."""
    wrong = kept_in & {row for doubt in find_wrong_numbers(listed, path) for row in doubt.rows}
    return [one._replace(start="", table="") if one.row in wrong else one for one in listed]


def _tell_apart(listed: Sequence[Listed]) -> tuple[list[Listed], list[Phrase]]:
    """The players; namesakes get their club added to the name, or a number if clubs do not distinguish them."""
    groups: dict[str, list[Listed]] = {}
    for one in listed:
        groups.setdefault(make_name_key(one.name), []).append(one)
    taken = {make_name_key(one.name) for one in listed}
    new: dict[Listed, str] = {}
    for same in groups.values():
        if len(same) > 1:
            new |= _name_apart(same, taken)
    named = [one._replace(name=new.get(one, one.name)) for one in listed]
    told = [Phrase("book.list.namesakes", {"names": tuple(new.values())})] if new else []
    return named, told


def _name_apart(same: Sequence[Listed], taken: set[str]) -> Mapping[Listed, str]:
    """New names for players of the same name. `taken`: keys of all names, to which the new ones are added."""
    clubs = {one.club.casefold() for one in same}
    if len(clubs) == len(same):
        return {one: f"{one.name} ({one.club})" for one in same if one.club}
    new = {}
    for one in same[1:]:
        name = next(name for number in count(2) if make_name_key(name := f"{one.name} {number}") not in taken)
        taken.add(make_name_key(name))
        new[one] = name
    return new


def _say_columns(sheet: GivenSheet, columns: Columns, path: str) -> Iterator[Phrase]:
    """Notes on which worksheet and head line were used, what each column was taken for, and what is above."""
    head = sheet.rows[columns.head].cells if columns.head >= 0 else ()
    read = tuple(
        Phrase("book.list.column", {"head": _name_column(head, at), "kind": Phrase(f"book.list.kind.{kind}")})
        for at, kind in enumerate(columns.kinds)
        if kind
    )
    key = "book.list.read-sheet" if sheet.name else "book.list.read"
    yield Phrase(key, {"path": path, "sheet": sheet.name, "columns": read})
    if unread := tuple(cell for cell, kind in zip(head, columns.kinds, strict=False) if cell and not kind):
        yield Phrase("book.list.unread", {"heads": unread[:_MOST_NAMED]})
    if above := [quote_line(filter(None, row.cells)) for row in sheet.rows[: max(columns.head, 0)]]:
        yield Phrase("book.list.above", {"lines": tuple(above[:_MOST_NAMED])})


def _name_column(head: Sequence[str], at: int) -> Phrase | str:
    """The column's head, else its number."""
    if at < len(head) and head[at]:
        return Phrase("book.list.head", {"head": head[at]})
    return Phrase("book.list.column-number", {"number": at + 1})


def _say_passed(sums: Sequence[Listed], blank: Sequence[Listed], kept: Sequence[Listed]) -> Iterator[Phrase]:
    """Notes on rows that add the others up, on rows without a name, and on how a name was turned."""
    for one in sums[:_MOST_NAMED]:
        yield Phrase("book.list.sum", {"row": one.row, "line": one.line})
    if blank:
        yield Phrase("book.list.blank", {"count": len(blank), "row": blank[0].row})
    if turned := [one for one in kept if one.whole and one.whole != one.name]:
        yield Phrase("book.list.turned", {"whole": turned[0].whole, "name": turned[0].name})


def read_player_list(path: Path, wanted: str = "") -> PlayerList:
    """The players of a file. `wanted`: the worksheet that has them, "" for the one that has names.

    Raises `UnreadableTable` for a list that is not clear.
    """
    found = read_list(choose_sheet(read_sheets(path), str(path), wanted), str(path))
    found.refuse_doubts()
    return found
