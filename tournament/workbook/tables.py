"""The tables as pandas data frames, and as CSV files for whoever calculates further.

The files are UTF-8 with a byte order mark, so that Excel shows umlauts, with `;` in German and `,` in English. Excel
takes a CSV cell that begins with =, +, -, @, a tab or a return for a formula, in an East Asian setting their full-width
forms too: free texts (names, photos, findings) that do are given an apostrophe in front. Written cells ("-6", "+6")
stay as they are; they hold digits and a sign, which is no formula.
"""

from __future__ import annotations

from itertools import zip_longest
from pathlib import Path
from typing import Literal

import pandas as pd

from texts.languages import Lang
from tournament.atomic import foreign, unwritable, write_whole
from tournament.evening.book import Book
from tournament.numbers import parse_number
from tournament.remarks import RoundText, say
from tournament.workbook.gamerows import game_rows, open_items
from tournament.workbook.style import plain

_FORMULA_STARTS = ("=", "+", "-", "@", "＝", "＋", "－", "＠", "\t", "\r")
_HEAD_BYTES = 200

Tab = Literal["tab-standings", "tab-games", "tab-review"]
_FIRST_HEADS: dict[Tab, tuple[str, str]] = {
    "tab-standings": ("place", "name"), "tab-games": ("sheet", "photo"), "tab-review": ("sheet", "photo"),
}
"""The heads of the first two columns of each table."""


def standings_table(book: Book, lang: Lang = "de") -> pd.DataFrame:
    """One line a player, by place: place, name, points per round (Int64, empty when not played), total, solos, open
    rows."""
    rows = []
    for standing in book.standings:
        player = standing.player
        rounds = {RoundText(round_).in_(lang): player.points_in(round_) for round_ in book.rounds}
        rows.append({
            say(lang, "place"): standing.place, say(lang, "name"): safe(player.name), **rounds,
            say(lang, "total"): player.total, say(lang, "best"): player.best_round,
            say(lang, "solos"): player.solos_won, say(lang, "open"): player.open_items,
        })
    return pd.DataFrame(rows).convert_dtypes()


def games_table(book: Book, lang: Lang = "de") -> pd.DataFrame:
    """One line a played row: where it stands, what is written and what counts by seat, status and findings."""
    rows, games = [], game_rows(book, lang)
    seats = max((len(game.written) for game in games), default=4)
    heads = [say(lang, "seat-head", seat=seat) for seat in range(1, seats + 1)]
    for game in games:
        ink, points = (zip_longest(heads, values) for values in (map(_ink, game.written), game.counted))
        written = {f"{head} {say(lang, 'written')}": text or "" for head, text in ink}
        counted = {f"{head} {say(lang, 'counted')}": value for head, value in points}
        rows.append({
            say(lang, "sheet"): game.sheet, say(lang, "photo"): safe(game.photo), say(lang, "round-head"): game.round,
            say(lang, "table"): game.table, say(lang, "game-head"): game.game, **written, **counted,
            say(lang, "solo-head"): "x" if game.solo else "", say(lang, "soloist"): game.soloist,
            say(lang, "status"): say(lang, f"status-{game.status}"), say(lang, "findings"): safe(game.words),
        })
    return pd.DataFrame(rows).convert_dtypes()


def review_table(book: Book, lang: Lang = "de") -> pd.DataFrame:
    """One line for each thing that waits for a person."""
    heads = [say(lang, key) for key in ("sheet", "photo", "where", "findings", "proposal")]
    rows = [
        (item.sheet or "", safe(item.photo), item.place, safe(" ".join(item.findings)), safe("; ".join(item.proposals)))
        for item in open_items(book, lang)
    ]
    return pd.DataFrame(rows, columns=heads)


def write_tables(book: Book, folder: Path, lang: Lang = "de") -> tuple[Path, ...]:
    """Writes the tables into `folder`, which is made if missing; gives the files. Raises `UnwritableFile`."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise unwritable(folder, error) from error
    tables: dict[Tab, pd.DataFrame] = {
        "tab-standings": standings_table(book, lang), "tab-games": games_table(book, lang),
        "tab-review": review_table(book, lang),
    }
    return tuple(_write(table, _file(folder, tab, lang), lang) for tab, table in tables.items())


def refuse_foreign_tables(folder: Path, lang: Lang = "de") -> None:
    """Raises `UnwritableFile` when one of the tables would take the place of a file that begins otherwise, for a table
    itself bears no mark."""
    for tab, first in _FIRST_HEADS.items():
        path, begin = _file(folder, tab, lang), _separator(lang).join(say(lang, head) for head in first)
        if path.is_file() and (found := _head(path)) and not found.startswith(begin):
            raise foreign(path)


def safe(text: str) -> str:
    """A free text that no spreadsheet takes for a formula."""
    text = plain(text)
    return f"'{text}" if text.startswith(_FORMULA_STARTS) else text


def _ink(text: str) -> str:
    """A written cell; what is no number and no dash is treated as free text."""
    return safe(text) if parse_number(text).mark == "illegible" else text


def _write(table: pd.DataFrame, target: Path, lang: Lang) -> Path:
    write_whole(target, lambda draft: table.to_csv(draft, index=False, sep=_separator(lang), encoding="utf-8-sig"))
    return target


def _file(folder: Path, tab: Tab, lang: Lang) -> Path:
    return folder / f"{say(lang, tab)}.csv"


def _separator(lang: Lang) -> str:
    return "," if lang == "en" else ";"


def _head(path: Path) -> str:
    """The first characters of a file, of whatever kind it is; "" for an empty one. Raises `UnwritableFile`."""
    try:
        with path.open("rb") as file:
            return file.read(_HEAD_BYTES).decode("utf-8-sig", errors="replace")
    except OSError as error:
        raise unwritable(path, error) from error
