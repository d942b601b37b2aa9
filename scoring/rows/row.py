"""A sheet as written, row by row. Numbers that could not be read are None; checks that need them find nothing."""

from __future__ import annotations

from dataclasses import dataclass

from scoring.counting.game import Game


def make_cell_id(number: int, seat: int) -> str:
    """The field id of a seat's points in that row: `g07.p3`."""
    return f"g{number:02d}.p{seat}"


def make_mark_id(number: int, name: str) -> str:
    """The field id of a cross in that row: `g07.solo`."""
    return f"g{number:02d}.{name}"


def make_signature_id(seat: int) -> str:
    """The field id of a seat's signature: `sign.p2`."""
    return f"sign.p{seat}"


def make_name_id(seat: int) -> str:
    """The field id of a seat's name: `name.p2`."""
    return f"name.p{seat}"


def make_total_id(seat: int) -> str:
    """The field id of a seat's written sum: `sum.p2`."""
    return f"sum.p{seat}"


@dataclass(frozen=True, slots=True)
class Row:
    """One row of the sheet.

    `number`: as printed before the row. `points`: one entry a seat; None is a cell that is blank, struck out ("/") or
    not readable. `solo`, `offence`: the crosses. `sits`: the seat whose cell is struck out; None where none is.
    `details`: the game, where the sheet has columns for it. `blank`: nothing at all is written in the row. `game`:
    the number of the game in the round, where that differs from `number` because an offence row above is no game.
    `deal`: how many times the deal has passed on, where that differs from `game`; 0: unknown. Both are filled in by
    `seating.number_rows`. `totals`: the running totals after this row by seat; () where the sheet has none. `value`,
    `winners`: the value column, and the seats whose winner's cross is set; None where the sheet has no such columns or
    they cannot be read. `bock`: the cross for a Bock game, on a sheet that has one but no details; else None.
    """

    number: int
    points: tuple[int | None, ...]
    solo: bool = False
    offence: bool = False
    sits: int | None = None
    details: Game | None = None
    blank: bool = False
    game: int | None = None
    deal: int | None = None
    totals: tuple[int | None, ...] = ()
    value: int | None = None
    winners: tuple[int, ...] | None = None
    bock: bool | None = None

    def list_cells(self) -> tuple[str, ...]:
        """The field ids of all point cells of the row."""
        return tuple(make_cell_id(self.number, seat) for seat in range(1, len(self.points) + 1))


@dataclass(frozen=True, slots=True)
class Sheet:
    """One sheet of one round at one table.

    `seats`: 4 or 5. `games`: rows that the sheet was printed for (0: not known). `rows`: all rows, blank ones too.
    `sums`: the written sum row, None where blank or not readable; () when the sheet has none. `signed`: by seat whether
    the player signed, None where that is unknown; () when the sheet has no place for it. `names`: by seat the player's
    name, None where unknown. `drawn`: the players that the draw put at this table; () when there was none. `half`: 1 or
    2 where the round's games fill two sheets, 0 for a whole one; `games` counts those of both halves, `sums` are of
    this half only (`scoring.checks.half_sheets`).
    """

    seats: int
    games: int
    rows: tuple[Row, ...]
    sums: tuple[int | None, ...] = ()
    signed: tuple[bool | None, ...] = ()
    names: tuple[str | None, ...] = ()
    drawn: tuple[str, ...] = ()
    half: int = 0
