"""The workbook of statistics, from the tables of `tournament.review.figures`: of an evening, or of a season.

Each player's games, running points with charts, solos, Re against Kontra, partners, opponents, places at tables,
streaks, values and the best games.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import groupby

import pandas as pd

from texts.languages import Lang
from texts.sentences import say
from tournament.evening.book import Book
from tournament.handout.chart_tabs import Chart, Tab, write_tabs
from tournament.review.figures import (
    compare_parties,
    count_feats,
    count_places,
    count_solos,
    count_values,
    find_best_games,
    find_opponents,
    find_partners,
    find_streaks,
    join_evenings,
    list_player_figures,
    make_frame,
    put_most_first,
    run_points,
    run_table,
)
from tournament.review.game_rows import PlayedRow, list_played_rows
from tournament.standings.season_names import fold_key

Names = Mapping[int, str]
"""The players' names by number."""


def make_statistics(book: Book, lang: Lang = "de") -> bytes:
    """The workbook's bytes. Players are in the order of their places."""
    names = {one.player.number: one.player.name for one in book.standings}
    rows = list_played_rows(book)
    frame = make_frame(rows)
    tabs = [
        _make_players(frame, count_feats(rows, book.rules), names, lang),
        _make_course(frame, names, lang),
        *_make_tables(frame, rows, names, lang),
        *_make_counts(frame, rows, names, lang),
        _make_unknown([book], lang),
    ]
    return write_tabs([tab for tab in tabs if not tab.table.empty], lang)


def make_season_statistics(books: Sequence[Book], shown: Mapping[str, str], lang: Lang = "de") -> bytes:
    """The statistics over a season's evenings, without a worksheet per round. `shown`: as `unite_names` gives it;
    players without a name there, such as a seat that nobody claimed, are in no list. Players are in the order of their
    points."""
    totals: Counter[str] = Counter()
    for player in (one.player for book in books for one in book.standings):
        if name := shown.get(fold_key(player.name)):
            totals[name] += player.total
    names = dict(enumerate((name for name, _ in totals.most_common()), 1))
    numbers = [_number_players(book, shown, names) for book in books]
    found = [list_played_rows(book) for book in books]
    rows = join_evenings(list(zip(found, numbers, strict=True)))
    feats = [count_feats(part, book.rules) for part, book in zip(found, books, strict=True)]
    renumbered = [one.rename(index=at) for one, at in zip(feats, numbers, strict=True)]
    frame = make_frame(rows)
    tabs = [
        _make_players(frame, pd.concat(renumbered).groupby("player").sum(), names, lang),
        _make_course(frame, names, lang),
        *_make_counts(frame, rows, names, lang),
        _make_unknown(books, lang),
    ]
    return write_tabs([tab for tab in tabs if not tab.table.empty], lang)


def _number_players(book: Book, shown: Mapping[str, str], names: Names) -> Mapping[int, int]:
    """The number in the season by the number at the evening; unnamed players get negative numbers, which no player of
    the season has."""
    places = {name: number for number, name in names.items()}
    return {
        one.player.number: places.get(shown.get(fold_key(one.player.name), ""), -one.player.number)
        for one in book.standings
    }


def _make_counts(frame: pd.DataFrame, rows: Sequence[PlayedRow], names: Names, lang: Lang) -> list[Tab]:
    """The worksheets of counts over all games, one for each kind."""
    return [
        _make_tab("solos", count_solos(frame), names, lang),
        _make_parties(frame, lang),
        _make_tab("partners", find_partners(rows), names, lang),
        _make_tab("opponents", find_opponents(rows), names, lang),
        _head_tab("places", put_names(count_places(frame).reset_index(), names), lang),
        _make_tab("streaks", find_streaks(frame), names, lang),
        _head_tab("values", count_values(frame).reset_index(), lang),
        _head_tab("best", put_names(find_best_games(frame), names), lang),
    ]


def _make_players(frame: pd.DataFrame, feats: pd.DataFrame, names: Names, lang: Lang) -> Tab:
    """One line per player, in the order of `names`."""
    return _head_tab("players", put_names(list_player_figures(frame, feats, names).round(2), names), lang)


def _make_course(frame: pd.DataFrame, names: Names, lang: Lang) -> Tab:
    """Everybody's points after each row; a chart of the first places."""
    running = run_points(frame)
    running = running[[number for number in names if number in running.columns]]
    table = running.rename(columns=names).reset_index(drop=True)
    table.insert(0, say(lang, "standings.statistics.row"), range(1, len(table) + 1))
    title = say(lang, "standings.statistics.course")
    return Tab(title, table, [Chart(title, range(1, len(table.columns)), len(table))] if len(table) else [])


def _make_tables(frame: pd.DataFrame, rows: Sequence[PlayedRow], names: Names, lang: Lang) -> list[Tab]:
    """One worksheet per round: the points at each of its tables side by side, and a chart of each table."""
    places = dict.fromkeys((row.round, row.table) for row in rows if row.round is not None and row.table is not None)
    tabs = []
    for round_, group in groupby(places, key=lambda place: place[0]):
        tables = {table: run_table(frame, round_, table).rename(columns=names) for _, table in group}
        whole = pd.concat(list(tables.values()), axis=1)
        whole.insert(0, say(lang, "standings.statistics.row"), whole.index)
        charts, at = [], 1
        for table, running in tables.items():
            title = say(lang, "standings.statistics.table", table=table)
            charts.append(Chart(title, range(at, at + len(running.columns)), len(running)))
            at += len(running.columns)
        tabs.append(Tab(say(lang, "standings.statistics.round", round=round_), whole, charts))
    return tabs


def _make_parties(frame: pd.DataFrame, lang: Lang) -> Tab:
    table = compare_parties(frame).reset_index(names="party")
    table["party"] = [say(lang, f"standings.statistics.{party}") for party in table["party"]]
    return _head_tab("parties", table.round(2), lang)


def _make_unknown(books: Sequence[Book], lang: Lang) -> Tab:
    """A list of the tables of which only totals are known: their games and solos are in no other worksheet."""
    lines = [one.in_(lang) for book in books for one in book.typed if one.totals_only]
    table = pd.DataFrame({say(lang, "standings.statistics.unknown"): lines})
    return Tab(say(lang, "standings.statistics.tab-unknown"), table)


def _make_tab(name: str, table: pd.DataFrame, names: Names, lang: Lang) -> Tab:
    """The table as a worksheet, sorted by its last column, the largest first."""
    return _head_tab(name, put_names(put_most_first(table), names), lang)


def put_names(table: pd.DataFrame, names: Names) -> pd.DataFrame:
    """The table with players' names in place of their numbers; lines of somebody without a name are left out."""
    columns = [column for column in ("player", "partner", "opponent") if column in table.columns]
    return table.assign(**{column: table[column].map(names) for column in columns}).dropna(subset=columns)


def _head_tab(name: str, table: pd.DataFrame, lang: Lang) -> Tab:
    return Tab(say(lang, f"standings.statistics.tab-{name}"), table.rename(columns=lambda one: spell_column(one, lang)))


def spell_column(column: str | int, lang: Lang) -> str:
    """The heading of a column of a table of figures; a number means a place."""
    if isinstance(column, str):
        return say(lang, f"standings.statistics.head.{column}")
    return say(lang, "standings.statistics.place", place=int(column))
