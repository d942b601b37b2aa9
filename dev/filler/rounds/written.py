"""What the players mean to write on the sheet: rows, crosses and sums, with the mistakes that stand in them."""

from __future__ import annotations

from dataclasses import dataclass, replace

from dev.filler.rounds.people import PlayedRound, PlayedRow


@dataclass(frozen=True, slots=True)
class Mistake:
    """One planted mistake. `detectable`: a points sheet with it cannot be right, whatever was played.

    `fields`: where it stands; for a row that is missing, the fields of the blank row.
    """

    kind: str
    fields: tuple[str, ...]
    detectable: bool


@dataclass(frozen=True, slots=True)
class WrittenRow:
    """One row: `cells` by seat, None where the player got nothing; `blank`: nothing at all is written. `game`: from
    1.

    `details`: whatever else the sheet has a column for, as (last part of the field id, text): "x" for a cross and ""
    for a box that stays blank, numbers as they are written. `unwritten`: seats that played and got nothing written, as
    who loses where only plus points are.
    """

    cells: tuple[int | None, ...]
    solo: bool = False
    offence: bool = False
    blank: bool = False
    game: int | None = None
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

    @property
    def touched(self) -> frozenset[int]:
        """Indices of the game rows in which a mistake stands already."""
        return frozenset(
            int(field[1:3]) - 1 for mistake in self.mistakes for field in mistake.fields if field.startswith("g")
        )


def faithful(played: PlayedRound) -> WrittenRound:
    """The round written down as it was played."""
    rows = tuple(as_written(row, game) for game, row in enumerate(played.games, 1))
    extra = tuple(as_written(row, None) for row in played.offences)
    return added_up(WrittenRound(played, rows, extra, ()))


def as_written(row: PlayedRow, game: int | None) -> WrittenRow:
    """One game's row; offences stand in the extra rows, which need no cross."""
    return WrittenRow(row.points, solo=row.kind == "solo", game=game)


def added_up(sheet: WrittenRound) -> WrittenRound:
    """The same with the sums that its rows give, right or wrong."""
    rows = [row.cells for row in (*sheet.rows, *sheet.extra) if not row.blank]
    return replace(sheet, sums=tuple(sum(points or 0 for points in column) for column in zip(*rows, strict=True)))
