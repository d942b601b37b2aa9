"""The tables as pandas data frames, as CSV files for further calculation and as one OpenDocument file (ODS).

The CSV files are UTF-8 with a byte order mark, so that Excel shows umlauts, with `;` in German and `,` in English.
Excel takes a cell that begins with =, +, -, @, a tab or a return for a formula (with East Asian settings also their
full-width forms). Such texts get an apostrophe in front, unless they are a number or a dash as players write it ("-6",
"+6"), which is no formula. The OpenDocument file, for people without Excel, has values and no formulas; in it a text
stays a text, whatever it begins with.
"""

from __future__ import annotations

from io import BytesIO
from itertools import zip_longest
from pathlib import Path
from typing import Literal

import pandas as pd

from texts.languages import Lang, load_table
from texts.sentences import say
from tournament.evening.book import Book
from tournament.handout.open_document import PrintedTable, write_document
from tournament.handout.workbook.worksheet import clean_text, say_heads
from tournament.judging.written_sheet import parse_number
from tournament.remarks import RoundText
from tournament.review.game_rows import list_game_rows
from tournament.review.open_items import list_open_items
from tournament.standings.places import say_leaving
from tournament.whole_files import make_foreign_error, make_unwritable_error

_FORMULA_STARTS = ("=", "+", "-", "@", "＝", "＋", "－", "＠", "\t", "\r")
_HEAD_BYTES = 200
"""Bytes of a CSV file that are read to find out whether Kiebitz wrote it."""

Tab = Literal["standings", "games", "review"]
_FIRST_HEADS: dict[Tab, tuple[str, str]] = {
    "standings": ("place", "name"),
    "games": ("sheet", "photo"),
    "review": ("sheet", "photo"),
}
"""The headings of the first two columns of each table."""


def make_standings_table(book: Book, lang: Lang = "de") -> pd.DataFrame:
    """One line per player, by place: place, name, start number and club if the tournament has any, points per round
    (Int64, missing when not played), total, best round, solos won, open items and, if any player left, after which
    round."""
    rows = []
    for standing in book.lines:
        one = standing.player
        who = {
            "place": None if one.unranked else standing.place,
            "name": one.name,
            "start": one.start or None,
            "club": one.club,
        }
        rounds = {RoundText(round_).in_(lang): one.get_points(round_) for round_ in book.rounds}
        counts = {"total": one.total, "best": one.best_round, "solos": one.solos_won, "open": one.open_items}
        rows.append(who | rounds | counts | {"left": say_leaving(one, lang)})
    unknown = [head for head in ("start", "club") if not any(getattr(one, head) for one in book.players)]
    unknown += [] if any(line.player.withdrawn for line in book.lines) else ["left"]
    table = pd.DataFrame(rows).drop(columns=unknown, errors="ignore")
    return _finish_table(table, lang).convert_dtypes()


def make_games_table(book: Book, lang: Lang = "de") -> pd.DataFrame:
    """One line per played row: its sheet and game, by seat what is written and what counts, status and findings."""
    games = list_game_rows(book, lang)
    seats = max((len(game.written) for game in games), default=4)
    heads = [say(lang, "workbook.head.numbered-seat", seat=seat) for seat in range(1, seats + 1)]
    written, counted = say_heads(lang, ("written", "counted"))
    rows = [
        {"sheet": game.sheet, "photo": game.photo, "round": game.round, "table": game.table, "game": game.game}
        | {f"{head} {written}": text or "" for head, text in zip_longest(heads, game.written)}
        | {f"{head} {counted}": points for head, points in zip_longest(heads, game.counted)}
        | {"solo": "x" if game.solo else "", "soloist": game.soloist}
        | {"status": say(lang, f"workbook.status.{game.status}"), "findings": game.words}
        for game in games
    ]
    return _finish_table(pd.DataFrame(rows), lang).convert_dtypes()


def make_review_table(book: Book, lang: Lang = "de") -> pd.DataFrame:
    """One line for each open item."""
    heads = ("sheet", "photo", "where", "findings", "proposal")
    rows = [
        (item.sheet or "", item.photo, item.place, " ".join(item.findings), "; ".join(item.proposals))
        for item in list_open_items(book, lang)
    ]
    return _finish_table(pd.DataFrame(rows, columns=list(heads)), lang)


def _finish_table(table: pd.DataFrame, lang: Lang) -> pd.DataFrame:
    """The table with headings in words, and texts without characters that a cell cannot hold."""
    known = load_table(lang, "workbook")
    named = table.rename(columns=lambda head: known.get(f"workbook.head.{head}", head))
    return named.map(lambda value: clean_text(value) if isinstance(value, str) else value)


def make_tables(book: Book, lang: Lang) -> dict[Tab, pd.DataFrame]:
    """All tables, by the key of the worksheet with the same content."""
    return {
        "standings": make_standings_table(book, lang),
        "games": make_games_table(book, lang),
        "review": make_review_table(book, lang),
    }


def make_csv_files(book: Book, lang: Lang = "de") -> dict[str, bytes]:
    """The CSV files by name, the standings first."""
    return {_name_file(tab, lang): _encode(table, lang) for tab, table in make_tables(book, lang).items()}


def refuse_foreign_tables(folder: Path, lang: Lang = "de") -> None:
    """Raises `UnwritableFile` if a table would replace a file with other headings: a CSV file has no mark of
    Kiebitz."""
    separator = say(lang, "workbook.file.separator")
    for tab, first in _FIRST_HEADS.items():
        path, begin = folder / _name_file(tab, lang), separator.join(say_heads(lang, first))
        if path.is_file() and (found := _read_begin(path)) and not found.startswith(begin):
            raise make_foreign_error(path)


def disarm(text: str) -> str:
    """The text, changed so that no spreadsheet takes it for a formula."""
    text = clean_text(text)
    return f"'{text}" if text.startswith(_FORMULA_STARTS) else text


def _disarm_cell(value: object) -> object:
    """A cell of a CSV file; what players write as a number or a dash is no formula."""
    return disarm(value) if isinstance(value, str) and parse_number(value).mark == "illegible" else value


def _encode(table: pd.DataFrame, lang: Lang) -> bytes:
    data = BytesIO()
    separator = say(lang, "workbook.file.separator")
    table.map(_disarm_cell).to_csv(data, index=False, sep=separator, encoding="utf-8-sig")
    return data.getvalue()


def _name_file(tab: Tab, lang: Lang) -> str:
    return f"{say(lang, f'workbook.tab.{tab}')}.csv"


def _read_begin(path: Path) -> str:
    """The first characters of a file, of whatever kind it is; "" for an empty one. Raises `UnwritableFile`."""
    try:
        with path.open("rb") as file:
            return file.read(_HEAD_BYTES).decode("utf-8-sig", errors="replace")
    except OSError as error:
        raise make_unwritable_error(path, error) from error


def make_open_document(book: Book, lang: Lang, noted: str = "") -> bytes:
    """The OpenDocument file: one worksheet per table, and one with the entry from which it was made."""
    tables = make_tables(book, lang).items()
    printed = [
        PrintedTable(say(lang, f"workbook.tab.{tab}"), table, 50 if tab == "review" else 30) for tab, table in tables
    ]
    return write_document(printed, lang, noted)
