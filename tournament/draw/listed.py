"""A draw that was made elsewhere: names by round and table, turned into start numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rapidfuzz import process, utils

from tournament.draw.plan import Tables
from tournament.draw.tables import FIVE, FOUR, MOST_TABLES, Lineup, NoDraw, Table

BY_HAND = "csv"
"""What stands in the record as the method."""

Listed = Mapping[tuple[int, int], Sequence[str]]
"""The names at a table, by round and table."""


def seat_listed(listed: Listed, round_: int, lineup: Lineup, names: Mapping[int, str]) -> Tables:
    """The round's tables as they are listed; `names`: by start number, of those who play.

    Raises `NoDraw` for a table without four or five players, a name that nobody or more than one player has, and a
    player who sits twice or nowhere.
    """
    starts = _find_starts(names)
    tables = sorted((table, players) for (drawn, table), players in listed.items() if drawn == round_)
    if not tables:
        raise NoDraw("book.draw.round-not-listed", round=round_)
    seated = tuple(
        Table(number, tuple(_find_start(names, starts, name) for name in players)) for number, players in tables
    )
    for table in seated:
        if len(table.starts) not in (FOUR, FIVE) or len(table.starts) not in lineup.allowed:
            raise NoDraw(
                "book.draw.table-size",
                round=round_,
                table=table.number,
                players=len(table.starts),
                allowed=lineup.allowed,
            )
        if not 1 <= table.number <= MOST_TABLES:
            raise NoDraw("book.draw.table-number", table=table.number, most=MOST_TABLES)
    _check_all_sit(seated, round_, names)
    return seated


def _find_starts(names: Mapping[int, str]) -> dict[str, list[int]]:
    """The start numbers of all players with a name, by the name in small letters."""
    found: dict[str, list[int]] = {}
    for start, name in names.items():
        found.setdefault(name.casefold(), []).append(start)
    return found


def _find_start(names: Mapping[int, str], starts: Mapping[str, Sequence[int]], name: str) -> int:
    """The start number of the one player of that name."""
    found = starts.get(name.casefold(), ())
    if not found:
        closest = process.extractOne(name, names.values(), processor=utils.default_process)[0]
        raise NoDraw("book.draw.unknown-name", name=name, closest=closest)
    if len(found) > 1:
        raise NoDraw("book.draw.shared-name", name=name, starts=tuple(found))
    return found[0]


def _check_all_sit(tables: Tables, round_: int, names: Mapping[int, str]) -> None:
    """Raises `NoDraw` for a player who sits twice, or nowhere."""
    seated = [start for table in tables for start in table.starts]
    if twice := [start for start in names if seated.count(start) > 1]:
        raise NoDraw("book.draw.sits-twice", name=names[twice[0]], round=round_)
    if nowhere := [name for start, name in names.items() if start not in seated]:
        raise NoDraw("book.draw.sits-nowhere", name=nowhere[0], round=round_)
