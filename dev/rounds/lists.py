"""A points sheet written as a list instead: running totals with value and winners' marks, or plus points only."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from operator import add

from dev.rounds.sheets import TextRow, TextSheet, spell
from scoring.counting.game import count_sitters

Slips = Mapping[int, "Slip"]
"""Wrong totals by game."""

_SLIPS = (-20, -10, -2, -1, 1, 2, 10, 20)


@dataclass(frozen=True, slots=True)
class Slip:
    """A total that is wrong: its seat, by how much, and whether those below are carried on from it."""

    seat: int
    off: int
    carried: bool


def draw_slips(rng: random.Random, sheet: TextSheet, share: float) -> dict[int, Slip]:
    """That share of the games with points has a slip in the total of somebody who got some, mostly carried on."""
    games = [game for game, row in enumerate(sheet.rows, 1) if any(row.right) and rng.random() < share]
    return {game: Slip(_draw_seat(rng, sheet.rows[game - 1]), rng.choice(_SLIPS), rng.random() < 0.8) for game in games}


def _draw_seat(rng: random.Random, row: TextRow) -> int:
    return rng.choice([seat for seat, points in enumerate(row.right, 1) if points])


def write_totals(
    rng: random.Random, sheet: TextSheet, slips: Slips | None = None, *, unvalued: float = 0.0
) -> TextSheet:
    """The sheet as a list of running totals. Who sits out copies his total, or leaves its cell blank or struck.

    `unvalued`: share of rows whose value is left out."""
    away, seats = rng.choice(["copy", "", "/"]), sheet.code.seats
    after = [*_add_up([row.right for row in sheet.rows], slips or {})]
    rows = [
        _write_totals(row, total, away, valued=rng.random() >= unvalued)
        for row, total in zip(sheet.rows, after, strict=True)
    ]
    columns = (*(f"win{seat}" for seat in range(1, seats + 1)), "value", "solo", "offence")
    return replace(
        sheet,
        rows=tuple(rows),
        columns=columns,
        code=replace(sheet.code, style="totals"),
        sums=tuple(map(spell, after[-1])),
        slipped=(),
    )


def _add_up(points: Sequence[tuple[int, ...]], slips: Slips) -> Iterator[tuple[int, ...]]:
    """The totals after each game as they are written."""
    carried = [0] * len(points[0])
    for game, total in enumerate(accumulate(points, lambda one, other: tuple(map(add, one, other))), 1):
        written = [*map(add, total, carried)]
        if slip := slips.get(game):
            written[slip.seat - 1] += slip.off
            carried[slip.seat - 1] += slip.off * slip.carried
        yield tuple(written)


def _write_totals(row: TextRow, total: tuple[int, ...], away: str, *, valued: bool) -> TextRow:
    away_seats = count_sitters(len(total))
    sits = 0 < away_seats == row.right.count(0)
    cells = {
        f"total{seat}": spell(one) if points or away == "copy" or not sits else away
        for seat, (one, points) in enumerate(zip(total, row.right, strict=True), 1)
    }
    wins = {f"win{seat}": "x" for seat, points in enumerate(row.right, 1) if points > 0}
    value = str(min((abs(points) for points in row.right if points), default=0)) if valued else ""
    crosses = {name: "x" for name in ("solo", "offence") if row.cells.get(name)}
    return replace(row, cells=cells | wins | crosses | {"value": value})


def write_plus(rng: random.Random, sheet: TextSheet) -> TextSheet:
    """The sheet as a list of plus points; blanks or strokes for the rest, zeros in a Nullspiel."""
    rows = [_write_plus(row, rng.choice(["", "", "/"])) for row in sheet.rows]
    sums = (sum(max(points, 0) for points in column) for column in zip(*(row.right for row in sheet.rows), strict=True))
    return replace(
        sheet, rows=tuple(rows), code=replace(sheet.code, plus=True), sums=tuple(map(spell, sums)), slipped=()
    )


def _write_plus(row: TextRow, nothing: str) -> TextRow:
    nothing = nothing if any(row.right) else "0"
    return row.write([spell(points) if points > 0 else nothing for points in row.right])
