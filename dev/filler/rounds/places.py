"""Where a mistake may be planted on a sheet, and the sheet with it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from dev.filler.rounds.written import Mistake, WrittenRound, WrittenRow

Planter = Callable[[WrittenRound, np.random.Generator], WrittenRound | None]
"""The sheet with one mistake more, or None where there is no place for it."""

SLIPS = (-10, -4, -3, -2, -1, 1, 2, 3, 4, 10)
"""By how much a number is wrong."""


def with_mistake(
    sheet: WrittenRound, rows: tuple[WrittenRow, ...], kind: str, places: list[int], seen: bool
) -> WrittenRound:
    """The sheet with these rows and one mistake more, in the points of the rows at `places`."""
    seats = range(1, sheet.played.seats + 1)
    fields = tuple(f"g{place + 1:02}.p{seat}" for place in places for seat in seats)
    return replace(sheet, rows=rows, mistakes=(*sheet.mistakes, Mistake(kind, fields, seen)))


def shifted(sheet: WrittenRound, places: list[int], first: int) -> list[int]:
    """At a table of five every row from `first` on stands in the wrong place, which its sitter shows."""
    return places if sheet.played.seats == 4 else sorted({*places, *range(first, len(sheet.rows))})


def put(sheet: WrittenRound, place: int, row: WrittenRow) -> tuple[WrittenRow, ...]:
    """The rows with another one at that place."""
    return (*sheet.rows[:place], row, *sheet.rows[place + 1 :])


def blank(sheet: WrittenRound) -> WrittenRow:
    """A row in which nothing is written."""
    return WrittenRow((None,) * sheet.played.seats, blank=True)


def free(sheet: WrittenRound) -> list[int]:
    """Places of rows without a mistake yet."""
    return [place for place, row in enumerate(sheet.rows) if place not in sheet.touched and not row.blank]


def solos(sheet: WrittenRound) -> list[int]:
    """Places of crossed solos without a mistake yet."""
    return [place for place in free(sheet) if sheet.rows[place].solo]


def alone_games(sheet: WrittenRound, place: int) -> list[int]:
    """All games that the soloist of that row played alone."""
    solist = sheet.played.games[(sheet.rows[place].game or 0) - 1].solist
    return [game for game, row in enumerate(sheet.played.games, 1) if row.solist == solist]


def out_of_step(sheet: WrittenRound, rows: tuple[WrittenRow, ...]) -> bool:
    """Whether moved rows show: sitters no longer fit, or a player has no solo left."""
    solists = {sheet.played.games[row.game - 1].solist for row in rows if row.solo and row.game is not None}
    return sheet.played.seats > 4 or len(solists) < sheet.played.seats


def choice(rng: np.random.Generator, places: list[int]) -> int | None:
    """One of the places, None where there is none."""
    return int(rng.choice(places)) if places else None
