"""Mistakes inside one row. Each planter gives the sheet with the mistake, None where it has no place."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from dev.filler.rounds.people import PlayedRow
from dev.filler.rounds.places import SLIPS, Planter, alone_games, choice, free, put, solos, with_mistake
from dev.filler.rounds.written import WrittenRound, WrittenRow


def pflichtsolo_missing(sheet: WrittenRound, rng: np.random.Generator) -> WrittenRound | None:
    """A player never played his Pflichtsolo: his game was an ordinary one."""
    places = [place for place in solos(sheet) if len(alone_games(sheet, place)) == 1]
    place = choice(rng, places)
    if place is None:
        return None
    playing = [seat for seat, points in enumerate(sheet.rows[place].cells) if points is not None]
    winners, value = set(rng.choice(playing, 2, replace=False).tolist()), int(rng.choice([1, 2, 4]))
    cells = tuple(
        (value if seat in winners else -value) if seat in playing else None for seat in range(sheet.played.seats)
    )
    game = sheet.rows[place].game or 0
    games = (*sheet.played.games[: game - 1], PlayedRow("normal", cells), *sheet.played.games[game:])
    sheet = replace(sheet, played=replace(sheet.played, games=games))
    return with_mistake(sheet, put(sheet, place, WrittenRow(cells, game=game)), "pflichtsolo-missing", [place], True)


def stille_hochzeit(sheet: WrittenRound, rng: np.random.Generator) -> WrittenRound | None:
    """A stille Hochzeit is crossed as the Pflichtsolo: the points sheet cannot tell."""
    place = choice(rng, solos(sheet))
    if place is None:
        return None
    game = sheet.rows[place].game or 0
    played = replace(sheet.played.games[game - 1], kind="stille-hochzeit")
    games = (*sheet.played.games[: game - 1], played, *sheet.played.games[game:])
    sheet = replace(sheet, played=replace(sheet.played, games=games))
    return with_mistake(sheet, sheet.rows, "stille-hochzeit-as-solo", [place], False)


def changed(
    kind: str, change: Callable[[tuple[int, ...], np.random.Generator], tuple[int, ...] | None], detectable: bool = True
) -> Planter:
    """A mistake inside one row: `change` gets the points of those who played and returns them as written, None: not
    here.
    """

    def planter(sheet: WrittenRound, rng: np.random.Generator) -> WrittenRound | None:
        for place in rng.permutation(free(sheet)).tolist():
            row = sheet.rows[place]
            new = change(tuple(points for points in row.cells if points is not None), rng)
            if new is not None:
                left = iter(new)
                cells = tuple(None if points is None else next(left) for points in row.cells)
                return with_mistake(sheet, put(sheet, place, replace(row, cells=cells)), kind, [place], detectable)
        return None

    return planter


def one_value(points: tuple[int, ...], rng: np.random.Generator) -> tuple[int, ...] | None:
    """One number is miswritten, by a usual slip."""
    seat, slip = int(rng.integers(4)), int(rng.choice(SLIPS))
    return (*points[:seat], points[seat] + slip, *points[seat + 1 :])


def one_sign(points: tuple[int, ...], rng: np.random.Generator) -> tuple[int, ...] | None:
    """One sign is wrong."""
    seat = int(rng.integers(4))
    return (*points[:seat], -points[seat], *points[seat + 1 :]) if points[seat] else None


def not_tripled(points: tuple[int, ...], _: np.random.Generator) -> tuple[int, ...] | None:
    """The soloist has the single value."""
    solist = max(points, key=abs)
    return tuple(p // 3 if p == solist else p for p in points) if solist and points.count(solist) == 1 else None


def inverted(points: tuple[int, ...], _: np.random.Generator) -> tuple[int, ...] | None:
    """All signs are the other way round."""
    shows = sorted(points) == [-1, -1, -1, 3]  # a lost solo of V = 1 is impossible: "gegen" counts
    return tuple(-p for p in points) if any(points) and not shows else None


def not_doubled(points: tuple[int, ...], _: np.random.Generator) -> tuple[int, ...] | None:
    """A doubling is forgotten, all through the row."""
    return tuple(p // 2 for p in points) if any(points) and all(p % 4 == 0 for p in points) else None


def sitter_points(sheet: WrittenRound, rng: np.random.Generator) -> WrittenRound | None:
    """At a table of five, one player's points slip into the column of the seat that sits out."""
    place = choice(
        rng, [place for place in free(sheet) if None in sheet.rows[place].cells and any(sheet.rows[place].cells)]
    )
    if place is None:
        return None
    cells = list(sheet.rows[place].cells)
    sits = cells.index(None)
    seat = int(rng.choice([seat for seat, points in enumerate(cells) if points]))
    cells[sits], cells[seat] = cells[seat], None
    row = replace(sheet.rows[place], cells=tuple(cells))
    return with_mistake(sheet, put(sheet, place, row), "sitter-points", [place], True)
