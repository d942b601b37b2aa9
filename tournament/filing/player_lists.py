"""Reads a club's own list of players: who plays, which column was taken for what, and which rows are in doubt.

Titles above the head line, and sums and empty rows below it, are skipped and reported. A row that is not clearly one
player stops the reading: no heading becomes a player, and nobody is left out unnoticed.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from pathlib import Path

from texts.sentences import Phrase
from tournament.draw.table_sizes import FOUR, MOST_TABLES
from tournament.errors import UnreadableTable
from tournament.evening.name_matching import make_name_key
from tournament.filing.player_columns import (
    Columns,
    Listed,
    find_columns,
    guess_columns,
    has_names_twice,
    is_head,
    read_row,
)
from tournament.given_tables import GivenRow, GivenSheet, quote_line, read_sheets
from tournament.record.player_facts import PlayerAdded

MOST_START = 999
"""The highest start number: the boxes on a blank sheet have room for three digits."""
MOST_PLAYERS = MOST_TABLES * FOUR
"""As many as all tables of four have seats."""
_MOST_ROWS = 3 * MOST_PLAYERS
"""A table with more rows is no list of players, even with titles and sums; it is not read."""
LONGEST = 200
"""The most letters of a name or a club; more are a paragraph, not a name."""
_MOST_NAMED = 5
"""A sentence names at most so many rows or columns."""
_FEW = 4
"""A worksheet with fewer names than this is taken for a cover if there is another one with more."""

_ADDING = r"(summe|gesamt|gesamtzahl|insgesamt|anzahl|zusammen|total|sum)\b"
_SUM = re.compile(rf"[\W\d]*{_ADDING}(spieler|teilnehmer|personen|players|people|euro|[\W\d])*", re.IGNORECASE)
"""Matches a row that adds the others up: such a word, and figures."""
_TITLE = re.compile(
    r"turnier|liste|teilnehm|anmeld|meldung|spieler|abend|stand\b|datum|meisterschaft|pokal|saison|verein|bitte|tournament|"
    r"players|evening|date\b|league|club",
    re.IGNORECASE,
)
"""Words of titles and remarks, which may stand above or below a list without a head line."""
_MOST_WORDS = 6
_STRANGE = re.compile(r"[^\w\s\-'’‘`´.,()\"“”„\u0300-\u036f]|[_²³¹¼½¾]|\w[“”„]\w|\s(und|and)\s")
"""Matches what is in no name: other signs, quotes inside a word (an ö in a wrong encoding), two people in one cell."""
_SUM_WORD = re.compile(_ADDING, re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class RowDoubt:
    """Rows that are not clearly one player each, and why."""

    rows: tuple[int, ...]
    why: Phrase


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
        given = [int(one.start) if one.start else 0 for one in self.listed]
        free = (number for number in count(1) if number not in set(given))
        added = (
            PlayerAdded(start or next(free), one.name, one.club, int(one.table) if one.table else None)
            for start, one in zip(given, self.listed, strict=True)
        )
        return tuple(sorted(added, key=lambda player: player.start))

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
    sheet: GivenSheet, path: str, chosen: Columns | None = None, left_out: frozenset[int] = frozenset()
) -> PlayerList:
    """The list in that worksheet. `chosen`: the columns as a person chose them. `left_out`: numbers of rows that a
    person left out."""
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
    doubts = [*_find_odd(kept, columns, path), *_find_same(kept, path), *_find_wrong_numbers(kept, path)]
    if columns.head >= 0 and chosen is None:  # a person chose one of them
        doubts += _find_second(sheet.rows[columns.head], path)
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


def _find_second(head: GivenRow, path: str) -> Iterator[RowDoubt]:
    """The doubt that there are two columns of names: the players of one would be left out."""
    if has_names_twice(head.cells):
        gaps = {"path": path, "row": head.number, "line": quote_line(filter(None, head.cells))}
        yield RowDoubt((), Phrase("book.list.two-columns", gaps))


def _find_odd(listed: Iterable[Listed], columns: Columns, path: str) -> Iterator[RowDoubt]:
    """Doubts about rows without a name, or with one that nobody has."""
    for one in listed:
        gaps = {"path": path, "row": one.row, "line": one.line}
        if not one.name:
            yield RowDoubt((one.row,), Phrase("book.list.no-name", gaps))
        elif max(len(one.name), len(one.club)) > LONGEST:
            yield RowDoubt((one.row,), Phrase("book.players.too-long", gaps))
        elif _is_odd(one.name) or _is_unparted(one, columns) or (columns.head < 0 and _is_title(one.line)):
            yield RowDoubt((one.row,), Phrase("book.list.odd-name", gaps))


def _is_odd(name: str) -> bool:
    """Whether nobody has such a name: it has no letter, strange signs, figures elsewhere than as a number at the end,
    is a whole sentence, or the head of a column."""
    figures = re.search(r"\d", name) is not None and not _is_numbered(name)
    strange = not any(map(str.isalpha, name)) or _STRANGE.search(name) is not None
    words = len(name.split()) > _MOST_WORDS or _SUM_WORD.match(name) is not None
    return strange or figures or words or is_head(name)


def _is_unparted(one: Listed, columns: Columns) -> bool:
    """Whether it is not clear where the last name ends: "von der Au Anna" below "Nachname Vorname"."""
    return columns.find("reversed") >= 0 and "," not in one.whole and len(one.whole.split()) > 2


def _is_title(line: str) -> bool:
    """Whether the line may stand above or below a list without a head line."""
    return _TITLE.search(line) is not None and not _is_numbered(line)


def _is_numbered(name: str) -> bool:
    """Whether it ends with a number: "Spieler 1", "Anna Albers 2"."""
    return re.fullmatch(r"\D*[^\W\d]\D* \d{1,4}", name) is not None


def _find_same(listed: Sequence[Listed], path: str) -> Iterator[RowDoubt]:
    """Doubts about rows that seem to be the same player."""
    found: dict[tuple[str, str, str], list[Listed]] = {}
    for one in listed:
        if one.name:
            found.setdefault((make_name_key(one.name), one.club.casefold(), one.start), []).append(one)
    for same in found.values():
        if len(same) > 1:
            rows = tuple(one.row for one in same)
            gaps = {"path": path, "name": same[0].name, "rows": rows}
            yield RowDoubt(rows[1:], Phrase("book.players.namesakes", gaps))


def _find_wrong_numbers(listed: Sequence[Listed], path: str) -> Iterator[RowDoubt]:
    """Doubts about invalid start numbers and fixed tables, and about start numbers that occur twice."""
    for one in listed:
        for text, key in ((one.start, "no-start"), (one.table, "no-table")):
            if text and not (text.isdecimal() and 1 <= int(text[:9]) <= MOST_START):
                gaps = {"path": path, "line": one.line, "row": one.row, "most": MOST_START}
                yield RowDoubt((one.row,), Phrase(f"book.players.{key}", gaps))
    counted = Counter(int(one.start[:9]) for one in listed if one.start.isdecimal())
    for start, times in counted.items():
        if times > 1 and start:
            rows = tuple(one.row for one in listed if one.start.isdecimal() and int(one.start[:9]) == start)
            yield RowDoubt(rows[1:], Phrase("book.players.start-twice", {"path": path, "start": start, "rows": rows}))


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
