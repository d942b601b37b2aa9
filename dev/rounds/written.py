"""A round as its sheet shows it: the games played, and the rows, crosses and sums that the players wrote down."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate

from dev.rounds.rows import Planted, Round, Row
from scoring.counting.game_json import describe_game
from scoring.counting.rules import RuleSet
from templates.layout import Layout


@dataclass(frozen=True, slots=True)
class PlayedRow:
    """One game or offence as it was played.

    `kind`: the game's, or "offence". `points`: by seat, None for the seat that sits out. `solist`: the seat (from 1)
    that played alone. `details`: the game as a line of JSON for `kiebitz score`, "" where only its points are known.
    """

    kind: str
    points: tuple[int | None, ...]
    solist: int | None = None
    details: str = ""


@dataclass(frozen=True, slots=True)
class PlayedRound:
    """All games of one table in one round, in order, and the offences in rows of their own."""

    seats: int
    games: tuple[PlayedRow, ...]
    offences: tuple[PlayedRow, ...] = ()


@dataclass(frozen=True, slots=True)
class Mistake:
    """One planted mistake by its name, with the ids of the fields in which it is.

    A missing row has the fields of the row that stays blank. `detectable`: the sheet cannot be right as it is written.
    """

    kind: str
    fields: tuple[str, ...]
    detectable: bool


@dataclass(frozen=True, slots=True)
class WrittenRow:
    """One written row: `cells` are the points by seat, None where the player got nothing.

    `blank`: nothing at all is written. `details`: what the sheet has besides, as (last part of the field id, text): "x"
    for a cross, "" for a box that stays blank, numbers as they are written. `unwritten`: seats that played and got
    nothing written, as losers where only plus points are.
    """

    cells: tuple[int | None, ...]
    solo: bool = False
    offence: bool = False
    blank: bool = False
    details: tuple[tuple[str, str], ...] = ()
    unwritten: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class WrittenRound:
    """A sheet's numbers: the rows of the games, the extra rows of offences, and the sums as they were added up."""

    played: PlayedRound
    rows: tuple[WrittenRow, ...]
    extra: tuple[WrittenRow, ...]
    sums: tuple[int, ...]
    mistakes: tuple[Mistake, ...] = ()


def write_round(
    round_: Round, layout: Layout | None = None, *, plus: bool = False, rules: RuleSet | None = None
) -> WrittenRound:
    """The round written down on a sheet of that layout, or on a points list.

    `plus`: only plus points. `rules`: what the calls of games are named by, where their details are known.
    """
    fields = layout.fields if layout else ()
    totals = any(field.id == "g01.total1" for field in fields)
    boxes = [field.id[4:] for field in fields if field.id.startswith("g01.") and field.kind == "cross"]
    lines = [*round_.rows, *round_.extra]
    written = [
        _write_row(row, sums, boxes, totals, plus) for row, sums in zip(lines, add_rows(lines, plus), strict=True)
    ]
    mistakes = tuple(_name_fields(one, "total" if totals else "p", round_.seats) for one in round_.mistakes)
    games = len(round_.rows)
    return WrittenRound(
        _tell_played(rules, round_), tuple(written[:games]), tuple(written[games:]), add_up(round_, plus), mistakes
    )


def add_up(round_: Round, plus: bool = False) -> tuple[int, ...]:
    """The written sum line by seat: the last running totals, with what the players added up wrongly."""
    last = [*add_rows([*round_.rows, *round_.extra], plus)][-1]
    return _add(last, round_.sum_slips or (0,) * round_.seats)


def add_rows(rows: Sequence[Row], plus: bool) -> Iterator[tuple[int, ...]]:
    """The running totals by seat as they are written after each row; a slip goes on below it where it is carried."""
    carried = (0,) * len(rows[0].points)
    for total, row in zip(accumulate((_count(row, plus) for row in rows), _add), rows, strict=True):
        slips = row.slips or (0,) * len(total)
        yield _add(_add(total, carried), slips)
        carried = _add(carried, slips) if row.carried else carried


def _add(one: tuple[int, ...], other: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(a + b for a, b in zip(one, other, strict=True))


def _count(row: Row, plus: bool) -> tuple[int, ...]:
    return tuple(0 if row.blank else max(points, 0) if plus else points for points in row.points)


def _name_fields(planted: Planted, cell: str, seats: int) -> Mistake:
    """The mistake with the ids of its fields."""
    cells = (f"g{place + 1:02}.{cell}{seat}" for place in planted.places for seat in range(1, seats + 1))
    return Mistake(planted.kind, (*cells, *(f"sum.p{seat}" for seat in planted.sums)), planted.detectable)


def _write_row(row: Row, sums: tuple[int, ...], boxes: Sequence[str], totals: bool, plus: bool) -> WrittenRow:
    """One row; `boxes` are the crosses that the sheet has, by the last parts of their field ids."""
    if row.blank:
        return WrittenRow((None,) * len(sums), blank=True)
    kept = tuple(
        0 if plus and not any(row.points) else None if plus and points <= 0 else points for points in row.points
    )
    kept = (None,) * len(kept) if row.bare else kept
    silent = tuple(seat for seat, points in enumerate(kept, 1) if points is None and seat not in row.game.sits)
    cells = seat_points(row, row.points if totals else kept)
    if not boxes:
        return WrittenRow(cells, row.solo, "offence" in row.details, unwritten=silent)
    shown = {**(_show_totals(row, sums) if totals else row.details), **({"solo": "x"} if row.solo else {})}
    return WrittenRow(cells, unwritten=silent, details=tuple((dict.fromkeys(boxes, "") | shown).items()))


def seat_points(row: Row, points: Sequence[int | None]) -> tuple[int | None, ...]:
    """The points by seat, None for who sits out; where somebody's points are in such a column, None in theirs."""
    moved = any(points[seat - 1] for seat in row.game.sits)
    away = [seat for seat, value in enumerate(points, 1) if not value and (seat in row.game.sits or moved)]
    return tuple(None if seat in away else value for seat, value in enumerate(points, 1))


def _show_totals(row: Row, sums: tuple[int, ...]) -> dict[str, str]:
    """Value, winners and running totals of a game; an offence has the value that each of the others gets."""
    crosses = {name: "x" for name in ("bock", "offence") if row.details.get(name)}
    value = {} if row.offence and not crosses else {"value": str(row.value)}
    wins = {f"win{seat}": "x" for seat in row.winners}
    return value | wins | crosses | {f"total{seat}": str(total) for seat, total in enumerate(sums, 1)}


def _tell_played(rules: RuleSet | None, round_: Round) -> PlayedRound:
    played, extra = (tuple(_play_row(rules, row) for row in rows) for rows in (round_.played, round_.extra))
    return PlayedRound(round_.seats, played, extra)


def _play_row(rules: RuleSet | None, row: Row) -> PlayedRow:
    details = json.dumps(describe_game(rules, row.game)) if row.known and rules else ""
    return PlayedRow("offence" if row.offence else row.game.kind, seat_points(row, row.right), row.solist, details)
