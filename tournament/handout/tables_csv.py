"""The tables as pandas data frames: CSV files for whoever calculates further, and one OpenDocument file (ODS).

The CSV files are UTF-8 with a byte order mark, so that Excel shows umlauts, with `;` in German and `,` in English.
Excel takes a cell of theirs for a formula that begins with =, +, -, @, a tab or a return, in an East Asian setting
their full-width forms too: texts that do are given an apostrophe in front, unless they are a number or a dash as
players write it ("-6", "+6"), which is no formula. The OpenDocument file, for whoever has no Excel, has values and no
formulas; a text in it is a text, whatever it begins with.
"""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from itertools import zip_longest
from pathlib import Path
from typing import Final, Literal

import pandas as pd

from texts.languages import Lang
from texts.sentences import say
from tournament.evening.book import Book
from tournament.handout.workbook.excel_file import add_comment
from tournament.handout.workbook.worksheet import clean_text
from tournament.judging.written_sheet import parse_number
from tournament.remarks import RoundText
from tournament.review.game_rows import GameRow, list_game_rows
from tournament.review.open_items import list_open_items
from tournament.standings.places import Player
from tournament.whole_files import make_foreign_error, make_unwritable_error

_FORMULA_STARTS = ("=", "+", "-", "@", "＝", "＋", "－", "＠", "\t", "\r")
_HEAD_BYTES = 200
"""So much of a CSV file is looked at to see whose it is."""

SIGN: Final = b"Kiebitz 1, tables"
"""The comment of an OpenDocument file's archive, by which Kiebitz knows its own; gone when another program saves it."""

Tab = Literal["standings", "games", "review"]
_FIRST_HEADS: dict[Tab, tuple[str, str]] = {
    "standings": ("place", "name"),
    "games": ("sheet", "photo"),
    "review": ("sheet", "photo"),
}
"""The heads of the first two columns of each table."""


def make_standings_table(book: Book, lang: Lang = "de") -> pd.DataFrame:
    """One line a player, by place: place, name, start number and club where the tournament knows any, points per round
    (Int64, empty when not played), total, best round, solos won, open items."""
    rows = []
    for standing in book.lines:
        player = standing.player
        rounds = {RoundText(round_).in_(lang): player.get_points(round_) for round_ in book.rounds}
        rows.append(
            {
                _say_head("place", lang): standing.place,
                _say_head("name", lang): clean_text(player.name),
                **_describe_player(player, book.players, lang),
                **rounds,
                _say_head("total", lang): player.total,
                _say_head("best", lang): player.best_round,
                _say_head("solos", lang): player.solos_won,
                _say_head("open", lang): player.open_items,
            }
        )
    return pd.DataFrame(rows).convert_dtypes()


def _describe_player(player: Player, known: Sequence[Player], lang: Lang) -> dict[str, object]:
    """Start number and club, each where the tournament knows any player's. `known`: all players."""
    starts = {_say_head("start", lang): player.start or None} if any(one.start for one in known) else {}
    return starts | ({_say_head("club", lang): clean_text(player.club)} if any(one.club for one in known) else {})


def make_games_table(book: Book, lang: Lang = "de") -> pd.DataFrame:
    """One line a played row: where it stands, what is written and what counts by seat, status and findings."""
    games = list_game_rows(book, lang)
    seats = max((len(game.written) for game in games), default=4)
    return pd.DataFrame([_make_line(game, seats, lang) for game in games]).convert_dtypes()


def make_review_table(book: Book, lang: Lang = "de") -> pd.DataFrame:
    """One line for each thing that waits for a person."""
    heads = [_say_head(key, lang) for key in ("sheet", "photo", "where", "findings", "proposal")]
    rows = [
        (
            item.sheet or "",
            clean_text(item.photo),
            item.place,
            clean_text(" ".join(item.findings)),
            clean_text("; ".join(item.proposals)),
        )
        for item in list_open_items(book, lang)
    ]
    return pd.DataFrame(rows, columns=heads)


def make_tables(book: Book, lang: Lang) -> dict[Tab, pd.DataFrame]:
    """All tables by the worksheet that shows the same."""
    return {
        "standings": make_standings_table(book, lang),
        "games": make_games_table(book, lang),
        "review": make_review_table(book, lang),
    }


def make_csv_files(book: Book, lang: Lang = "de") -> dict[str, bytes]:
    """The tables by their files' names, the standings first."""
    return {_name_file(tab, lang): _encode(table, lang) for tab, table in make_tables(book, lang).items()}


def refuse_foreign_tables(folder: Path, lang: Lang = "de") -> None:
    """Raises `UnwritableFile` when one of the tables would take the place of a file that begins otherwise, for a table
    itself bears no mark."""
    separator = say(lang, "workbook.file.separator")
    for tab, first in _FIRST_HEADS.items():
        path, begin = folder / _name_file(tab, lang), separator.join(_say_head(key, lang) for key in first)
        if path.is_file() and (found := _read_begin(path)) and not found.startswith(begin):
            raise make_foreign_error(path)


def disarm(text: str) -> str:
    """A free text that no spreadsheet takes for a formula."""
    text = clean_text(text)
    return f"'{text}" if text.startswith(_FORMULA_STARTS) else text


def _make_line(game: GameRow, seats: int, lang: Lang) -> dict[str, object]:
    heads = [say(lang, "workbook.head.numbered-seat", seat=seat) for seat in range(1, seats + 1)]
    ink, points = (zip_longest(heads, values) for values in (map(clean_text, game.written), game.counted))
    return {
        _say_head("sheet", lang): game.sheet,
        _say_head("photo", lang): clean_text(game.photo),
        _say_head("round", lang): game.round,
        _say_head("table", lang): game.table,
        _say_head("game", lang): game.game,
        **{f"{head} {_say_head('written', lang)}": text or "" for head, text in ink},
        **{f"{head} {_say_head('counted', lang)}": value for head, value in points},
        _say_head("solo", lang): "x" if game.solo else "",
        _say_head("soloist", lang): game.soloist,
        _say_head("status", lang): say(lang, f"workbook.status.{game.status}"),
        _say_head("findings", lang): clean_text(game.words),
    }


def _disarm_cell(value: object) -> object:
    """A cell of a CSV file; what players write as a number or a dash is no formula."""
    return disarm(value) if isinstance(value, str) and parse_number(value).mark == "illegible" else value


def _say_head(key: str, lang: Lang) -> str:
    return say(lang, f"workbook.head.{key}")


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
    """The OpenDocument file: a worksheet a table; and one that says from which entry it was made."""
    data = BytesIO()
    with pd.ExcelWriter(data, engine="odf") as writer:
        for tab, table in make_tables(book, lang).items():
            table.to_excel(writer, sheet_name=say(lang, f"workbook.tab.{tab}"), index=False)
        if noted:
            told = pd.DataFrame([[noted]])
            told.to_excel(writer, sheet_name=say(lang, "workbook.tab.info"), index=False, header=False)
    return add_comment(data.getvalue(), SIGN)
