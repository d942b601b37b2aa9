"""Every row of an evening as plain values: who had how many points, who played alone, who was Re."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from tournament.evening.book import Book
from tournament.evening.counted_sheets import CountedSheet
from tournament.evening.item_names import find_key, name_row_item
from tournament.judging.row.judged import JudgedRow
from tournament.judging.written_sheet import parse_number
from tournament.standings.places import Round


@dataclass(frozen=True, slots=True)
class PlayedRow:
    """A row of a sheet. `points`: by player's number, 0 for one who sat out or has no points yet. `played`: False for
    a blank row. `soloist`: of a row crossed as a solo; `re`: the players of Re, where the sheet tells."""

    item: str
    round: Round
    table: int | None
    sheet: int
    game: int
    points: Mapping[int, int]
    played: bool
    offence: bool = False
    soloist: int | None = None
    re: frozenset[int] | None = None


def list_played_rows(book: Book) -> tuple[PlayedRow, ...]:
    """Every printed row of every sheet, the blank ones too; a table's second half sheet comes behind its first."""
    owners = {seat: player.number for player in book.players for seat in player.seats}
    entries = sorted(book.entries, key=lambda entry: (entry.round or 0, entry.table or 0, entry.half, entry.number))
    return tuple(row for entry in entries for row in _list_played(entry, owners))


def list_sum_rows(book: Book) -> tuple[PlayedRow, ...]:
    """The sum row of each sheet on which all sums are written, and say what the columns add up to."""
    owners = {seat: player.number for player in book.players for seat in player.seats}
    return tuple(_make_sum_row(entry, owners) for entry in book.entries if _agrees(entry))


def _agrees(entry: CountedSheet) -> bool:
    written = tuple(parse_number(text).value for text in entry.sheet.sums)
    return bool(written) and written == entry.sheet.totals


def _make_sum_row(entry: CountedSheet, owners: Mapping[tuple[int, int], int]) -> PlayedRow:
    points = {owners[entry.number, seat]: total for seat, total in enumerate(entry.sheet.totals, 1)}
    item = f"{find_key(entry.sheet.source)}.sum"
    return PlayedRow(item, entry.round, entry.table, entry.number, 0, points, played=True)


def _list_played(entry: CountedSheet, owners: Mapping[tuple[int, int], int]) -> Iterator[PlayedRow]:
    for row in entry.sheet.rows:
        players = [owners[entry.number, seat] for seat in range(1, len(row.points) + 1)]
        points = {player: value or 0 for player, value in zip(players, row.points, strict=True)}
        soloist = players[row.soloist - 1] if row.soloist else None
        re = frozenset(players[seat - 1] for seat in row.details.re) if row.details else None
        yield PlayedRow(
            name_row_item(entry.sheet.source, row.game),
            entry.round,
            entry.table,
            entry.number,
            row.game,
            points,
            _is_played(row),
            row.offence,
            soloist,
            re,
        )


def _is_played(row: JudgedRow) -> bool:
    return row.played and any(value is not None for value in row.points)
