"""What the workbook and the tables say, as plain rows: no Excel, no pandas."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scanner.reading import Reading
from tournament.book import Book
from tournament.judged import JudgedRow, JudgedSheet, Status
from tournament.remarks import Doubt, say
from tournament.standings import Entry, Round

_NOT_SUMS = ("pflichtsolo", "wrong-sitter")
"""Findings that name a seat by its sum, but are not about the sum."""


@dataclass(frozen=True, slots=True)
class GameRow:
    """One row of `Spiele`. `written`, `counted`: by seat; `words`: findings in one text."""

    sheet: int
    photo: str
    round: Round
    table: int | None
    game: str
    written: tuple[str, ...]
    counted: tuple[int | None, ...]
    solo: bool
    soloist: int | None
    status: Status
    words: str


@dataclass(frozen=True, slots=True)
class OpenItem:
    """One line of `Prüfung`: a row, a sum or a name that a person must settle. `fields`: what the picture shows."""

    sheet: int
    photo: str
    place: str
    names: tuple[str, ...]
    written: tuple[str, ...]
    findings: tuple[str, ...]
    proposals: tuple[str, ...]
    entry: Entry
    fields: tuple[Reading, ...]


def game_rows(book: Book, lang: str) -> list[GameRow]:
    """Every played row of every counted sheet, in the order of the sheets."""
    return [_game_row(entry, row, lang) for entry in book.entries for row in entry.sheet.rows if row.played]


def open_items(book: Book, lang: str) -> list[OpenItem]:
    """Everything that waits for a person: open rows first, then what concerns the whole sheet."""
    return [item for entry in book.entries for item in (*_open_rows(entry, lang), *_open_sheet(entry, lang))]


def _game_row(entry: Entry, row: JudgedRow, lang: str) -> GameRow:
    words = " ".join(finding.message(lang) for finding in row.findings)
    return GameRow(
        entry.number, entry.sheet.source.photo, entry.round, entry.table, game_name(row, lang), row.written, row.points,
        row.solo, row.soloist, row.status, words,
    )


def game_name(row: JudgedRow, lang: str) -> str:
    """The game's number; an offence row says so."""
    return f"{row.game} {say(lang, 'mark-offence')}" if row.offence else str(row.game)


def _open_rows(entry: Entry, lang: str) -> list[OpenItem]:
    return [
        _item(entry, say(lang, "game", game=row.game), row.written, row.findings, row.source.readings, lang)
        for row in entry.sheet.open_rows
    ]


def _open_sheet(entry: Entry, lang: str) -> list[OpenItem]:
    """The sheet's own findings: those on the sum row in one line, since one look settles them, the others one by
    one."""
    asked = [finding for finding in entry.sheet.findings if finding.severity != "note"]
    sums = [finding for finding in asked if finding.code not in _NOT_SUMS and _all_in(finding, "sum.")]
    rest = [finding for finding in asked if finding not in sums]
    items = [_item(entry, _place(f, lang), (), (f,), _pictured(entry.sheet, f.fields), lang) for f in rest]
    if not sums:
        return items
    cells = tuple(reading for reading in entry.sheet.source.sums if reading is not None)
    return [_item(entry, say(lang, "sum-row"), entry.sheet.sums, sums, cells, lang), *items]


def _place(finding: Doubt, lang: str) -> str:
    return say(lang, "names-row" if _all_in(finding, "name.") else "whole-sheet")


def _all_in(finding: Doubt, row: str) -> bool:
    return bool(finding.fields) and all(field.startswith(row) for field in finding.fields)


def _item(
    entry: Entry, place: str, written: tuple[str, ...], findings: Sequence[Doubt], fields: tuple[Reading, ...],
    lang: str,
) -> OpenItem:
    proposals = tuple(dict.fromkeys(text for f in findings if (text := f.proposal_text(lang))))
    messages = tuple(finding.message(lang) for finding in findings)
    return OpenItem(
        entry.number, entry.sheet.source.photo, place, entry.names, written, messages, proposals, entry, fields
    )


def _pictured(sheet: JudgedSheet, fields: Sequence[str]) -> tuple[Reading, ...]:
    """The fields that a picture can show: names and sums of the sheet, or the cells of one row."""
    source = sheet.source
    heads = {r.id: r for r in (*source.names, *source.sums, *source.signatures) if r is not None}
    shown = tuple(heads[field] for field in fields if field in heads)
    if shown:
        return shown
    rows = [row for row in source.rows if any(reading.id in fields for reading in row.readings)]
    return rows[0].readings if len(rows) == 1 else ()
