"""A draw made elsewhere, a list of names by round and table: it becomes start numbers here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tournament.draw.draw_rounds import Tables
from tournament.draw.table_sizes import MOST_TABLES, Lineup, NoDraw, Table
from tournament.near_names import find_closest

Listed = Mapping[tuple[int, int], Sequence[str]]
"""The names at a table, by round and table."""


def seat_listed(listed: Listed, round_: int, lineup: Lineup, names: Mapping[int, str]) -> Tables:
    """The round's tables as they are listed; `names`: by start number, of those who play.

    Raises `NoDraw` for a table with another number of players than the rules allow, a name that nobody or more than one
    player has, and a player who sits twice or nowhere, unless the form wants it so.
    """
    tables = sorted((table, players) for (drawn, table), players in listed.items() if drawn == round_)
    if not tables:
        raise NoDraw("book.draw.round-not-listed", round=round_)
    seated = tuple(Table(number, tuple(_find_start(names, name) for name in players)) for number, players in tables)
    for table in seated:
        if len(table.starts) not in lineup.allowed:
            raise NoDraw(
                "book.draw.table-size",
                round=round_,
                table=table.number,
                players=len(table.starts),
                allowed=lineup.allowed,
            )
        if not 1 <= table.number <= MOST_TABLES:
            raise NoDraw("book.draw.table-number", table=table.number, most=MOST_TABLES)
    _check_all_sit(seated, round_, names, lineup)
    return seated


def _find_start(names: Mapping[int, str], name: str) -> int:
    """The start number of the one player of that name. Raises `NoDraw` for none, and for several."""
    found = tuple(start for start, known in names.items() if known.casefold() == name.casefold())
    if not found:
        if near := find_closest(name, names.values(), 1):
            raise NoDraw("book.draw.unknown-name", name=name, closest=near[0])
        raise NoDraw("book.draw.stranger", name=name)
    if len(found) > 1:
        raise NoDraw("book.draw.shared-name", name=name, starts=found)
    return found[0]


def _check_all_sit(tables: Tables, round_: int, names: Mapping[int, str], lineup: Lineup) -> None:
    """Raises `NoDraw` for a player who sits twice, or nowhere; at two tables a Springer does."""
    seated = [start for table in tables for start in table.starts]
    twice = [start for start in names if seated.count(start) > 1]
    here = [start for table in tables for start in twice if table.starts.count(start) > 1]
    if here or len(twice) > lineup.springers or any(seated.count(start) > 2 for start in twice):
        raise NoDraw("book.draw.sits-twice", name=names[(*here, *twice)[0]], round=round_)
    nowhere = [name for start, name in names.items() if start not in seated]
    if len(nowhere) > lineup.byes:
        raise NoDraw("book.draw.sits-nowhere", name=nowhere[0], round=round_)
