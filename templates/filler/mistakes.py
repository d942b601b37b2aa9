"""Mistakes that people make on points sheets, planted one by one, each with what it is and whether the sheet gives it
away.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np

from templates.filler.people import PlayedRow
from templates.filler.written import Mistake, WrittenRound, WrittenRow, added_up

Planter = Callable[[WrittenRound, np.random.Generator], WrittenRound | None]
"""The sheet with one mistake more, or None where there is no place for it."""

_SLIPS = (-10, -4, -3, -2, -1, 1, 2, 3, 4, 10)


def plant(sheet: WrittenRound, kinds: Sequence[str], rng: np.random.Generator) -> WrittenRound:
    """Plants one mistake of each kind, as far as the sheet has a place for it: rows are moved first and once only,
    sums last.
    """
    for kind in sorted(kinds, key=list(PLANTERS).index):
        sheet = added_up(sheet) if kind != "wrong-sum" else sheet
        sheet = PLANTERS[kind](sheet, rng) or sheet
        sheet = sheet if kind == "wrong-sum" else added_up(sheet)
    return sheet


def _nullspiel_missing(sheet: WrittenRound, rng: np.random.Generator) -> WrittenRound | None:
    """A Nullspiel is not written; the games after it move up, so the last row stays blank."""
    places = [place for place in _free(sheet) if not any(sheet.rows[place].cells)]
    place = _choice(rng, places)
    if place is None or sheet.mistakes:
        return None
    rows = (*sheet.rows[:place], *sheet.rows[place + 1 :], _blank(sheet))
    return _with(sheet, rows, "nullspiel-missing", _shifted(sheet, [len(rows) - 1], place), True)


def _row_twice(sheet: WrittenRound, rng: np.random.Generator) -> WrittenRound | None:
    """A game is written twice, so the last one finds no row: seen at a table of five (sitters), or when that was a
    Pflichtsolo.
    """
    place = _choice(rng, [place for place in _free(sheet) if place < len(sheet.rows) - 2])
    if place is None or sheet.mistakes:
        return None
    rows = (*sheet.rows[: place + 1], *sheet.rows[place:-1])
    return _with(sheet, rows, "row-twice", _shifted(sheet, [place, place + 1], place + 1), _out_of_step(sheet, rows))


def _offence_as_game(sheet: WrittenRound, rng: np.random.Generator) -> WrittenRound | None:
    """An offence takes a game's row and the last game finds none; its cross shows that a game is missing."""
    place = _choice(rng, [place for place in _free(sheet) if place < len(sheet.rows) - 1])
    if place is None or sheet.mistakes:
        return None
    playing = [seat for seat, points in enumerate(sheet.rows[place].cells) if points is not None]
    offender = int(rng.choice(playing))
    cells = tuple((-15 if seat == offender else 5) if seat in playing else None for seat in range(sheet.played.seats))
    crossed = rng.random() < 0.7
    rows = (*sheet.rows[:place], WrittenRow(cells, offence=crossed), *sheet.rows[place:-1])
    seen = crossed or _out_of_step(sheet, rows)
    return _with(sheet, rows, "offence-as-game", _shifted(sheet, [place], place), seen)


def _row_missing(sheet: WrittenRound, rng: np.random.Generator) -> WrittenRound | None:
    """A row is skipped."""
    place = _choice(rng, _free(sheet))
    return None if place is None else _with(sheet, _put(sheet, place, _blank(sheet)), "row-missing", [place], True)


def _pflichtsolo_missing(sheet: WrittenRound, rng: np.random.Generator) -> WrittenRound | None:
    """A player never played his Pflichtsolo: his game was an ordinary one."""
    places = [place for place in _solos(sheet) if len(_alone_games(sheet, place)) == 1]
    place = _choice(rng, places)
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
    return _with(sheet, _put(sheet, place, WrittenRow(cells, game=game)), "pflichtsolo-missing", [place], True)


def _stille_hochzeit(sheet: WrittenRound, rng: np.random.Generator) -> WrittenRound | None:
    """A stille Hochzeit is crossed as the Pflichtsolo: the points sheet cannot tell."""
    place = _choice(rng, _solos(sheet))
    if place is None:
        return None
    game = sheet.rows[place].game or 0
    played = replace(sheet.played.games[game - 1], kind="stille-hochzeit")
    games = (*sheet.played.games[: game - 1], played, *sheet.played.games[game:])
    sheet = replace(sheet, played=replace(sheet.played, games=games))
    return _with(sheet, sheet.rows, "stille-hochzeit-as-solo", [place], False)


def _changed(
    kind: str, change: Callable[[tuple[int, ...], np.random.Generator], tuple[int, ...] | None], detectable: bool = True
) -> Planter:
    """A mistake inside one row: `change` gets the points of those who played and returns them as written, None: not
    here.
    """

    def planter(sheet: WrittenRound, rng: np.random.Generator) -> WrittenRound | None:
        for place in rng.permutation(_free(sheet)).tolist():
            row = sheet.rows[place]
            new = change(tuple(points for points in row.cells if points is not None), rng)
            if new is not None:
                left = iter(new)
                cells = tuple(None if points is None else next(left) for points in row.cells)
                return _with(sheet, _put(sheet, place, replace(row, cells=cells)), kind, [place], detectable)
        return None

    return planter


def _one_value(points: tuple[int, ...], rng: np.random.Generator) -> tuple[int, ...] | None:
    seat, slip = int(rng.integers(4)), int(rng.choice(_SLIPS))
    return (*points[:seat], points[seat] + slip, *points[seat + 1 :])


def _one_sign(points: tuple[int, ...], rng: np.random.Generator) -> tuple[int, ...] | None:
    seat = int(rng.integers(4))
    return (*points[:seat], -points[seat], *points[seat + 1 :]) if points[seat] else None


def _not_tripled(points: tuple[int, ...], _: np.random.Generator) -> tuple[int, ...] | None:
    solist = max(points, key=abs)
    return tuple(p // 3 if p == solist else p for p in points) if solist and points.count(solist) == 1 else None


def _inverted(points: tuple[int, ...], _: np.random.Generator) -> tuple[int, ...] | None:
    shows = sorted(points) == [-1, -1, -1, 3]  # a lost solo of V = 1 is impossible: "gegen" counts
    return tuple(-p for p in points) if any(points) and not shows else None


def _not_doubled(points: tuple[int, ...], _: np.random.Generator) -> tuple[int, ...] | None:
    return tuple(p // 2 for p in points) if any(points) and all(p % 4 == 0 for p in points) else None


def _sitter_points(sheet: WrittenRound, rng: np.random.Generator) -> WrittenRound | None:
    """At a table of five, one player's points slip into the column of the seat that sits out."""
    place = _choice(
        rng, [place for place in _free(sheet) if None in sheet.rows[place].cells and any(sheet.rows[place].cells)]
    )
    if place is None:
        return None
    cells = list(sheet.rows[place].cells)
    sits = cells.index(None)
    seat = int(rng.choice([seat for seat, points in enumerate(cells) if points]))
    cells[sits], cells[seat] = cells[seat], None
    row = replace(sheet.rows[place], cells=tuple(cells))
    return _with(sheet, _put(sheet, place, row), "sitter-points", [place], True)


def _wrong_sum(sheet: WrittenRound, rng: np.random.Generator) -> WrittenRound | None:
    """The sum line is added up wrongly in one column."""
    seat, slip = int(rng.integers(sheet.played.seats)), int(rng.choice(_SLIPS))
    sums = tuple(total + slip * (place == seat) for place, total in enumerate(sheet.sums))
    mistake = Mistake("wrong-sum", (f"sum.p{seat + 1}",), True)
    return replace(sheet, sums=sums, mistakes=(*sheet.mistakes, mistake))


PLANTERS: dict[str, Planter] = {
    "nullspiel-missing": _nullspiel_missing,
    "offence-as-game": _offence_as_game,
    "row-twice": _row_twice,
    "row-missing": _row_missing,
    "pflichtsolo-missing": _pflichtsolo_missing,
    "stille-hochzeit-as-solo": _stille_hochzeit,
    "solo-not-tripled": _changed("solo-not-tripled", _not_tripled),
    "sitter-points": _sitter_points,
    "wrong-value": _changed("wrong-value", _one_value),
    "wrong-sign": _changed("wrong-sign", _one_sign),
    "signs-inverted": _changed("signs-inverted", _inverted, False),
    "doubling-forgotten": _changed("doubling-forgotten", _not_doubled, False),
    "wrong-sum": _wrong_sum,
}
"""Every kind, in the order in which they are planted."""


def _with(sheet: WrittenRound, rows: tuple[WrittenRow, ...], kind: str, places: list[int], seen: bool) -> WrittenRound:
    seats = range(1, sheet.played.seats + 1)
    fields = tuple(f"g{place + 1:02}.p{seat}" for place in places for seat in seats)
    return replace(sheet, rows=rows, mistakes=(*sheet.mistakes, Mistake(kind, fields, seen)))


def _shifted(sheet: WrittenRound, places: list[int], first: int) -> list[int]:
    """At a table of five every row from `first` on stands in the wrong place, which its sitter shows."""
    return places if sheet.played.seats == 4 else sorted({*places, *range(first, len(sheet.rows))})


def _put(sheet: WrittenRound, place: int, row: WrittenRow) -> tuple[WrittenRow, ...]:
    return (*sheet.rows[:place], row, *sheet.rows[place + 1 :])


def _blank(sheet: WrittenRound) -> WrittenRow:
    return WrittenRow((None,) * sheet.played.seats, blank=True)


def _free(sheet: WrittenRound) -> list[int]:
    """Places of rows without a mistake yet."""
    return [place for place, row in enumerate(sheet.rows) if place not in sheet.touched and not row.blank]


def _solos(sheet: WrittenRound) -> list[int]:
    return [place for place in _free(sheet) if sheet.rows[place].solo]


def _alone_games(sheet: WrittenRound, place: int) -> list[int]:
    """All games that the soloist of that row played alone."""
    solist = sheet.played.games[(sheet.rows[place].game or 0) - 1].solist
    return [game for game, row in enumerate(sheet.played.games, 1) if row.solist == solist]


def _out_of_step(sheet: WrittenRound, rows: tuple[WrittenRow, ...]) -> bool:
    """Whether moved rows show: sitters no longer fit, or a player has no solo left."""
    solists = {sheet.played.games[row.game - 1].solist for row in rows if row.solo and row.game is not None}
    return sheet.played.seats > 4 or len(solists) < sheet.played.seats


def _choice(rng: np.random.Generator, places: list[int]) -> int | None:
    return int(rng.choice(places)) if places else None
