"""The rows of an evening that a referee compares with the paper: `plan_audit` asked for a whole book.

Where all sums of a sheet agree with its columns, its sum row can stand for its rows: one comparison in place of many.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tournament.evening.book import Book
from tournament.evening.counted_sheets import CountedSheet
from tournament.evening.item_names import find_key
from tournament.judging.written_sheet import parse_number
from tournament.review.game_rows import PlayedRow, list_played_rows
from tournament.standings.audit_sample import CountedRow, plan_audit


@dataclass(frozen=True, slots=True)
class BookAudit:
    """What is compared: the sum rows first, then the rows that were drawn of `count`. `highest`: the value of a game
    that the audit supposes as the highest."""

    sums: tuple[PlayedRow, ...]
    drawn: tuple[PlayedRow, ...]
    count: int
    highest: int


def plan_book_audit(book: Book, seed: str, first: int, *, sums: bool) -> BookAudit:
    """The audit of the first `first` places; `seed`: see `plan_audit`. `sums`: sum rows stand for their sheets."""
    summed = list_sum_rows(book) if sums else ()
    sheets = {row.sheet for row in summed}
    played = list_played_rows(book)
    rows = [row for row in played if row.sheet not in sheets]
    highest = find_highest(book, played)
    audit = plan_audit(book.standings, [CountedRow(row.item, row.points) for row in rows], highest, seed, first)
    items = {row.item for row in audit.drawn}
    return BookAudit(summed, tuple(row for row in rows if row.item in items), len(rows), highest)


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


def find_highest(book: Book, rows: Sequence[PlayedRow]) -> int:
    """The value of a game that the rules call unusual above, or the highest played, where that is higher.

    Rows crossed as a solo are not looked at.
    """
    played = max((_weigh_row(row) for row in rows if row.soloist is None and not row.offence), default=0)
    return max(book.rules.checks.unusual.above, -(-played // 3))


def _weigh_row(row: PlayedRow) -> int:
    """The most points, won or lost, that a player has from the row."""
    return max(map(abs, row.points.values()), default=0)
