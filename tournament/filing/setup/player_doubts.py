"""What is not clear in a list of players, row by row, and what a person may answer."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from texts.sentences import Phrase
from tournament.evening.name_matching import make_name_key
from tournament.filing.setup.player_columns import Columns, Listed, has_names_twice, is_head
from tournament.given_tables import GivenRow, quote_line
from tournament.near_names import find_meant, index_words

MOST_START = 999
"""The highest start number: the boxes on a blank sheet have room for three digits."""
LONGEST = 200
"""The most letters of a name or a club; more are a paragraph, not a name."""

ADDING = r"(summe|gesamt|gesamtzahl|insgesamt|anzahl|zusammen|total|sum)\b"
_TITLE = re.compile(
    r"turnier|liste|teilnehm|anmeld|meldung|spieler|abend|stand\b|datum|meisterschaft|pokal|saison|verein|bitte|tournament|"
    r"players|evening|date\b|league|club",
    re.IGNORECASE,
)
"""Words of titles and remarks, which may stand above or below a list without a head line."""
_MOST_WORDS = 6
_STRANGE = re.compile(r"[^\w\s\-'’‘`´.,()\"“”„\u0300-\u036f]|[_²³¹¼½¾]|\w[“”„]\w|\s(und|and)\s")
"""Matches what is in no name: other signs, quotes inside a word (an ö in a wrong encoding), two people in one cell."""
_SUM_WORD = re.compile(ADDING, re.IGNORECASE)


_NO_PLAYER = ("book.list.no-name", "book.players.too-long")
"""Doubts about rows that cannot stay as they are."""
_TWICE = "book.players.namesakes"
_NUMBERS = ("book.players.no-start", "book.players.no-table", "book.players.start-twice")
"""Doubts about the numbers of a row alone; it is a player with other numbers."""


SHORT, SHORT_IN = "setup.ask.short-name", "setup.ask.short-name-in"
"""A name that may stand for a player of the tournament, or for one of another row."""


@dataclass(frozen=True, slots=True)
class RowDoubt:
    """Rows that are not clearly one player each, and why."""

    rows: tuple[int, ...]
    why: Phrase

    @property
    def may_stay(self) -> bool:
        """Whether a person may say that each of the rows is a player all the same."""
        return bool(self.rows) and self.why.key not in _NO_PLAYER

    @property
    def likelier(self) -> bool | None:
        """Whether the rows stay, by the likelier answer: without their wrong numbers; not those whose player is there
        already. None where a person has to say it, as a player would be left out unnoticed."""
        if self.is_of_numbers:
            return True
        meant = self.why.gaps.get("meant", ())
        only = self.why.key == SHORT and isinstance(meant, tuple) and len(meant) == 1
        return False if only or not self.may_stay or self.why.key == _TWICE else None

    @property
    def is_of_numbers(self) -> bool:
        """Whether the row loses only its numbers where it stays."""
        return self.why.key in _NUMBERS


def find_second(head: GivenRow, path: str) -> Iterator[RowDoubt]:
    """The doubt that there are two columns of names: the players of one would be left out."""
    if has_names_twice(head.cells):
        gaps = {"path": path, "row": head.number, "line": quote_line(filter(None, head.cells))}
        yield RowDoubt((), Phrase("book.list.two-columns", gaps))


def find_odd(listed: Iterable[Listed], columns: Columns, path: str) -> Iterator[RowDoubt]:
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


def find_same(listed: Sequence[Listed], path: str) -> Iterator[RowDoubt]:
    """Doubts about rows that seem to be the same player."""
    found: dict[tuple[str, str, str], list[Listed]] = {}
    for one in listed:
        if one.name:
            found.setdefault((make_name_key(one.name), one.club.casefold(), one.start), []).append(one)
    for same in found.values():
        if len(same) > 1:
            rows = tuple(one.row for one in same)
            gaps = {"path": path, "name": same[0].name, "rows": rows}
            yield RowDoubt(rows[1:], Phrase(_TWICE, gaps))


def find_short(listed: Sequence[Listed], known: Sequence[str]) -> Iterator[RowDoubt]:
    """Doubts about names that may stand, shortened, for players who are `known`, or for those of other rows."""
    there, rows_by_name = {make_name_key(name) for name in known}, {one.name: one.row for one in listed if one.name}
    players, others = index_words(known), index_words(rows_by_name)
    for one in listed:
        if not one.name or make_name_key(one.name) in there:
            continue
        if meant := find_meant(one.name, players):
            yield RowDoubt((one.row,), Phrase(SHORT, {"row": one.row, "name": one.name, "meant": meant}))
        elif meant := find_meant(one.name, others):
            rows = tuple(rows_by_name[name] for name in meant)
            gaps = {"row": one.row, "name": one.name, "meant": meant, "rows": rows}
            yield RowDoubt((one.row,), Phrase(SHORT_IN, gaps))


def find_wrong_numbers(listed: Sequence[Listed], path: str) -> Iterator[RowDoubt]:
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
