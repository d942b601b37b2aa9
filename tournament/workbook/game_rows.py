"""The rows of `Spiele` as plain values: every row of every counted sheet, as written and as counted."""

from __future__ import annotations

from dataclasses import dataclass

from texts.languages import Lang
from texts.sentences import say
from tournament.evening.book import Book
from tournament.evening.counted_sheets import CountedSheet
from tournament.evening.item_names import name_row_item
from tournament.judging.row.judged import JudgedRow, Status
from tournament.remarks import attribute_faults
from tournament.standings.places import Round


@dataclass(frozen=True, slots=True)
class GameRow:
    """One row of `Spiele`. `written`, `counted`: one value a seat; `soloist`: the soloist's seat; `words`: all
    findings in one text; `item`: its name for commands."""

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
    item: str = ""


def list_game_rows(book: Book, lang: Lang) -> list[GameRow]:
    """Every row of every counted sheet in which something is or may be written, in the order of the sheets."""
    return [row for entry in book.entries for row in _list_rows(entry, lang)]


def name_game(entry: CountedSheet, row: JudgedRow, lang: Lang) -> str:
    """The number of the game; an offence among the games says so, and below them it is "Strafe 1"."""
    code = entry.sheet.source.code
    if code and 0 < code.games < row.game:
        return name_row(entry, row, lang)
    return say(lang, "workbook.place.offence", game=row.game) if row.offence else str(row.game)


def name_row(entry: CountedSheet, row: JudgedRow, lang: Lang) -> str:
    """Where the row stands on the paper: "Spiel 7", "Strafe 1"."""
    return entry.make_labels(None).spell_row(lang, row.game)


def _list_rows(entry: CountedSheet, lang: Lang) -> list[GameRow]:
    with attribute_faults(entry.number):
        return [_make_row(entry, row, lang) for row in entry.sheet.shown_rows]


def _make_row(entry: CountedSheet, row: JudgedRow, lang: Lang) -> GameRow:
    labels = entry.make_labels(row.place)
    words = " ".join(finding.message(lang, labels) for finding in row.findings)
    return GameRow(
        entry.number,
        entry.sheet.source.photo,
        entry.round,
        entry.table,
        name_game(entry, row, lang),
        row.written,
        row.points,
        row.solo,
        row.soloist,
        row.status,
        words,
        name_row_item(entry.sheet.source, row.game),
    )
