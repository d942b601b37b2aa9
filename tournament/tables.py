"""The tables as pandas data frames, and as CSV files for whoever calculates further.

The files are UTF-8 with a byte order mark, so that Excel shows umlauts, with `;` in German and `,` in English. Excel
takes a CSV cell that begins with =, +, -, @, a tab or a return for a formula: free texts (names, photos, findings) that
do are given an apostrophe in front. Written cells ("-6", "+6") stay as they are; they hold digits and a sign, which is
no formula.
"""

from __future__ import annotations

from itertools import zip_longest
from pathlib import Path

import pandas as pd

from tournament.atomic import unwritable, write_whole
from tournament.book import Book
from tournament.excel_style import plain
from tournament.gamerows import game_rows, open_items
from tournament.numbers import parse_number
from tournament.remarks import RoundText, say

_FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")


def standings_table(book: Book, lang: str = "de") -> pd.DataFrame:
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


def games_table(book: Book, lang: str = "de") -> pd.DataFrame:
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


def review_table(book: Book, lang: str = "de") -> pd.DataFrame:
    """One line for each thing that waits for a person."""
    heads = [say(lang, key) for key in ("sheet", "photo", "where", "findings", "proposal")]
    rows = [
        (item.sheet or "", safe(item.photo), item.place, safe(" ".join(item.findings)), safe("; ".join(item.proposals)))
        for item in open_items(book, lang)
    ]
    return pd.DataFrame(rows, columns=heads)


def write_tables(book: Book, folder: Path, lang: str = "de") -> tuple[Path, ...]:
    """Writes the tables into `folder`, which is made if missing; gives the files. Raises `UnwritableFile`."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise unwritable(folder, error) from error
    tables = {
        "tab-standings": standings_table(book, lang), "tab-games": games_table(book, lang),
        "tab-review": review_table(book, lang),
    }
    return tuple(_write(table, folder / f"{say(lang, tab)}.csv", lang) for tab, table in tables.items())


def safe(text: str) -> str:
    """A free text that no spreadsheet takes for a formula."""
    text = plain(text)
    return f"'{text}" if text.startswith(_FORMULA_STARTS) else text


def _ink(text: str) -> str:
    """A written cell; what is no number and no dash is treated as free text."""
    return safe(text) if parse_number(text).mark == "illegible" else text


def _write(table: pd.DataFrame, target: Path, lang: str) -> Path:
    separator = "," if lang == "en" else ";"
    write_whole(target, lambda draft: table.to_csv(draft, index=False, sep=separator, encoding="utf-8-sig"))
    return target
