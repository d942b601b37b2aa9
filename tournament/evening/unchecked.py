"""A sheet that could not be judged: everything written on it is shown, nothing of it counts, and every row is open."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TypeVar

from scanner.reading import Problem
from tournament.evening.book import Book, Unusable
from tournament.evening.standings import list_players, rank_players
from tournament.faults import Log, SheetFault, make_fault_remark
from tournament.judging.row.judged import JudgedRow, JudgedSheet
from tournament.judging.row.transcribe import WrittenRow, WrittenSheet
from tournament.judging.sheet.columns import column_totals
from tournament.remarks import Remark

Told = TypeVar("Told")


def leave_unchecked(source: WrittenSheet, why: Remark) -> JudgedSheet:
    """The sheet with its ink and `why` nobody judged it."""
    rows = tuple(_make_row(row, source.seats) for row in source.rows)
    sums = tuple("" if cell is None else cell.text for cell in source.sums)
    totals = column_totals([row.points for row in rows], source.seats)
    return JudgedSheet(source, rows, sums, totals, (why,), sum_odds=(None,) * source.seats)


def _make_row(row: WrittenRow, seats: int) -> JudgedRow:
    written = tuple("" if cell is None else cell.text for cell in row.cells)
    ids = tuple(reading.id for reading in row.readings)
    nothing = JudgedRow(row, written, (None,) * seats, False, False, False, "ok")
    if not any(reading.text.strip() for reading in row.readings):
        return nothing
    told = Remark("unchecked", "error", "evening.unchecked-row", ids)
    return replace(nothing, played=True, status="review", findings=(told,), look=ids)


def build_from_book(book: Book, tell: Callable[[Book], Told], log: Log) -> tuple[Book, Told]:
    """What `tell` makes of the book, and the book that it is of: a sheet on which it fails is told without what was
    judged of it, and if that fails too, it is not counted."""
    tried: set[int] = set()
    while True:
        try:
            return book, tell(book)
        except SheetFault as fault:
            why = make_fault_remark("evening.unchecked-sheet", fault.fault, log)
            lose = _leave_out if fault.number in tried else _open_sheet
            book = lose(book, fault.number, why)
            tried.add(fault.number)


def _open_sheet(book: Book, number: int, why: Remark) -> Book:
    entries = tuple(
        replace(entry, sheet=leave_unchecked(entry.sheet.source, why)) if entry.number == number else entry
        for entry in book.entries
    )
    return _count_again(replace(book, entries=entries))


def _leave_out(book: Book, number: int, why: Remark) -> Book:
    """The other sheets keep their numbers."""
    place = next(place for place, entry in enumerate(book.entries) if entry.number == number)
    source = book.entries[place].sheet.source
    return _count_again(replace(
        book, entries=_drop(book.entries, place), seated=_drop(book.seated, place),
        unusable=(*book.unusable, Unusable(source.photo, source.photo_sha256, Problem(why.code, why.phrase))),
    ))


def _drop(values: tuple[Told, ...], place: int) -> tuple[Told, ...]:
    return (*values[:place], *values[place + 1 :])


def _count_again(book: Book) -> Book:
    players = list_players(book.entries, [name for matter in book.matters for name in matter.absent])
    return replace(book, players=players, standings=rank_players(players))
