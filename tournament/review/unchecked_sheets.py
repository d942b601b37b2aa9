"""Sheets that the program failed to judge: all that is written is shown, nothing counts, and every row is open."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TypeVar

from scanner.sheet_reading import Problem
from tournament.evening.book import Book
from tournament.evening.counted_sheets import list_players
from tournament.evening.sheet_intake import Unusable
from tournament.judging.judged_sheet import UNKNOWN_ROW, JudgedRow, JudgedSheet, RowOutcome
from tournament.judging.written_sheet import WrittenRow, WrittenSheet
from tournament.judging.written_sums import column_totals
from tournament.remarks import Log, Remark, SheetFault, make_fault_remark
from tournament.standings.ties import rank_players

Made = TypeVar("Made")


def leave_unchecked(source: WrittenSheet, why: Remark) -> JudgedSheet:
    """The sheet as written, with the remark `why` it was not judged."""
    rows = tuple(_make_row(row, source.seats) for row in source.rows)
    sums = tuple("" if cell is None else cell.text for cell in source.sums)
    totals = column_totals([row.points for row in rows], source.seats)
    return JudgedSheet(source, rows, sums, totals, (why,), sum_odds=(None,) * source.seats)


def _make_row(row: WrittenRow, seats: int) -> JudgedRow:
    """The row as written. It counts nothing, and a person must look at it unless it is blank."""
    written = tuple("" if cell is None else cell.text for cell in row.cells)
    ids = tuple(reading.id for reading in row.readings)
    nothing = JudgedRow(source=row, written=written, points=(None,) * seats, status="ok")
    if not any(reading.text.strip() for reading in row.readings):
        return nothing
    remark = Remark("unchecked", "error", "evening.unchecked-row", ids)
    outcomes = (RowOutcome(UNKNOWN_ROW, 1.0),)
    return replace(nothing, played=True, status="review", findings=(remark,), look=ids, outcomes=outcomes)


def build_from_book(book: Book, build: Callable[[Book], Made], log: Log) -> tuple[Book, Made]:
    """Returns the book, and what `build` made of it.

    If that fails at a sheet (`SheetFault`), it is tried again with that sheet unchecked; if it fails at the same sheet
    once more, the sheet is left out. So the returned book may differ from the given one.
    """
    tried: set[int] = set()
    while True:
        try:
            return book, build(book)
        except SheetFault as fault:
            why = make_fault_remark("evening.unchecked-sheet", fault.fault, log)
            if fault.number in tried:
                book = _leave_out(book, fault.number, why)
                continue
            entries = tuple(
                replace(one, sheet=leave_unchecked(one.sheet.source, why)) if one.number == fault.number else one
                for one in book.entries
            )
            book = _count_again(replace(book, entries=entries))
            tried.add(fault.number)


def _leave_out(book: Book, number: int, why: Remark) -> Book:
    """The book without that sheet, which is listed as unusable. The other sheets keep their numbers."""
    place = next(place for place, entry in enumerate(book.entries) if entry.number == number)
    source = book.entries[place].sheet.source
    return _count_again(
        replace(
            book,
            entries=_drop(book.entries, place),
            seated=_drop(book.seated, place),
            unusable=(*book.unusable, Unusable(source.photo, source.photo_sha256, Problem(why.code, why.phrase))),
        )
    )


def _drop(values: tuple[Made, ...], place: int) -> tuple[Made, ...]:
    return (*values[:place], *values[place + 1 :])


def _count_again(book: Book) -> Book:
    """The book with players and standings of the sheets that it now has."""
    players = list_players(book.entries, [name for matter in book.matters for name in matter.absent])
    return replace(book, players=players, standings=rank_players(players))
