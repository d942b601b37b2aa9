"""Sitters out of step: from some row on, each game is sat out by another seat than planned, always by the same shift.

A skipped row or a wrong dealer is one mistake. The sheet's finding tells it once; the rows after it are judged by the
rotation that the table really kept, so that right rows are not blamed one by one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import groupby

from scoring.rows.written_rows import Row
from tournament.judging.ink_options import Option
from tournament.judging.row_law import RowLaw
from tournament.judging.written_sheet import parse_number

STEADY = 3
"""Rows with the same shift, one after the other, that make it a shift; fewer are slips of single rows."""
SEATS = 5
Played = tuple[int, tuple[int | None, ...]]
"""Row number and the counted points by seat."""


def kept_games(law: RowLaw, rows: Sequence[Played]) -> Mapping[int, int]:
    """Per row number the game whose sitter the table really had; as in `law` where nothing is out of step.

    A shift holds until the next steady one: single rows between, and those that do not tell, go with it.
    """
    shifts = ((number, _shift(law, number, points)) for number, points in rows if any(points))
    telling = [(number, shift) for number, shift in shifts if shift is not None]
    games = dict(law.games)
    for shift, run in groupby(telling, key=lambda item: item[1]):
        numbers = [number for number, _ in run]
        if len(numbers) >= STEADY:
            games.update({number: game + shift for number, game in law.games.items() if game and number >= numbers[0]})
    return games


def add_sitter(row: Row, cells: Sequence[Option]) -> Row:
    """A Nullspiel at a table of five with who sat out: the one in whose cell no number stands, or the one struck out.
    `cells`: what is read in the row, by seat."""
    if len(row.points) != SEATS or any(row.points) or None in row.points:
        return row
    marks = [parse_number(option.text).mark for option in cells[:SEATS]]
    empty = [seat for seat, mark in enumerate(marks, 1) if mark != "number"]
    sits = empty if len(empty) == 1 else [seat for seat, mark in enumerate(marks, 1) if mark == "slash"]
    if len(sits) != 1:
        return row
    points = tuple(None if seat == sits[0] else number for seat, number in enumerate(row.points, 1))
    return replace(row, points=points, sits=sits[0])


def _shift(law: RowLaw, number: int, points: tuple[int | None, ...]) -> int | None:
    """By how many seats the row's one empty cell is off; None where the row does not tell."""
    due = law.due_to_sit(number)
    empty = [seat for seat, value in enumerate(points, 1) if not value]
    return (empty[0] - due) % SEATS if due is not None and len(empty) == 1 else None
