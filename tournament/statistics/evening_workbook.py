"""The workbook of an evening's statistics: running points with charts, solos, parties, partners, streaks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pandas as pd

from texts.languages import Lang
from texts.sentences import say
from tournament.evening.book import Book
from tournament.review.game_rows import PlayedRow, list_played_rows
from tournament.statistics.figures import (
    compare_parties,
    count_solos,
    find_partners,
    find_streaks,
    make_frame,
    run_points,
    run_table,
)
from tournament.statistics.workbook import Chart, Tab, write_tabs

Names = Mapping[int, str]
"""What players are called, by number."""


def make_statistics(book: Book, lang: Lang = "de") -> bytes:
    """The workbook's bytes. Players stand in the order of their places."""
    names = {one.player.number: one.player.name for one in book.standings}
    rows = list_played_rows(book)
    frame = make_frame(rows)
    tabs = [
        _make_course(frame, names, lang),
        *_make_tables(frame, rows, names, lang),
        _make_tab("solos", count_solos(frame), names, lang),
        _make_parties(frame, lang),
        _make_tab("partners", find_partners(rows), names, lang),
        _make_tab("streaks", find_streaks(frame), names, lang),
    ]
    return write_tabs([tab for tab in tabs if not tab.table.empty])


def _make_course(frame: pd.DataFrame, names: Names, lang: Lang) -> Tab:
    """Everybody's points after each row; a chart of the first places."""
    running = run_points(frame)
    running = running[[number for number in names if number in running.columns]]
    table = running.rename(columns=names).reset_index(drop=True)
    table.insert(0, say(lang, "standings.statistics.row"), range(1, len(table) + 1))
    title = say(lang, "standings.statistics.course")
    chart = Chart(title, range(1, len(table.columns)), 0, len(table) - 1)
    return Tab(title, table, [chart] if len(table) else [])


def _make_tables(frame: pd.DataFrame, rows: Sequence[PlayedRow], names: Names, lang: Lang) -> list[Tab]:
    """A worksheet a round: the points at each of its tables, side by side, and a chart of each table."""
    places = dict.fromkeys((row.round, row.table) for row in rows if row.round is not None and row.table is not None)
    tabs = []
    for round_ in dict.fromkeys(round_ for round_, _ in places):
        tables = [(table, run_table(frame, round_, table)) for other, table in places if other == round_]
        tabs.append(_make_round(round_, tables, names, lang))
    return tabs


def _make_round(round_: int | None, tables: Sequence[tuple[int | None, pd.DataFrame]], names: Names, lang: Lang) -> Tab:
    found = [running.rename(columns=names) for _, running in tables]
    whole = pd.concat(found, axis=1)
    whole.insert(0, say(lang, "standings.statistics.row"), whole.index)
    charts, at = [], 1
    for (table, _), running in zip(tables, found, strict=True):
        title = say(lang, "standings.statistics.table", table=table)
        charts.append(Chart(title, range(at, at + len(running.columns)), 0, len(running) - 1))
        at += len(running.columns)
    return Tab(say(lang, "standings.statistics.round", round=round_), whole, charts)


def _make_parties(frame: pd.DataFrame, lang: Lang) -> Tab:
    table = compare_parties(frame).reset_index(names="party")
    table["party"] = [say(lang, f"standings.statistics.{party}") for party in table["party"]]
    return _head_tab("parties", table.round(2), lang)


def _make_tab(name: str, table: pd.DataFrame, names: Names, lang: Lang) -> Tab:
    """The table with players' names in place of their numbers, those with most in its last column first."""
    table = table.sort_values(list(table.columns[::-1]), ascending=False, kind="stable").reset_index()
    for column in {"player", "partner"} & set(table.columns):
        table[column] = table[column].map(names)
    return _head_tab(name, table, lang)


def _head_tab(name: str, table: pd.DataFrame, lang: Lang) -> Tab:
    heads = {column: say(lang, f"standings.statistics.{column}") for column in table.columns}
    return Tab(say(lang, f"standings.statistics.tab-{name}"), table.rename(columns=heads))
