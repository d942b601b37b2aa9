"""The workbook of an evening's statistics, from pandas tables.

Running points with charts, solos, Re against Kontra, partners, streaks. Offence rows are no games and are left out of
all but the running points.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby

import pandas as pd

from texts.languages import Lang
from texts.sentences import say
from tournament.evening.book import Book
from tournament.handout.chart_tabs import Chart, Tab, write_tabs
from tournament.review.game_rows import PlayedRow, list_played_rows

COLUMNS = ("player", "round", "table", "sheet", "order", "points", "game", "solo", "re")

Names = Mapping[int, str]
"""What players are called, by number."""


def make_frame(rows: Sequence[PlayedRow]) -> pd.DataFrame:
    """A line for each player in each played row.

    `player`: the number; `order`: the row's number in its round at that table, from 1, offence rows too; `game`: False
    for an offence row, and for totals of which no game is known; `solo`: whether this player was the soloist; `re`:
    True, False, or None where no sheet shows it.
    """
    lines = []
    for _, found in groupby(rows, key=lambda row: (row.round, row.table, row.sheet if row.table is None else 0)):
        for order, row in enumerate((row for row in found if row.played), 1):
            lines += [
                (
                    player,
                    row.round,
                    row.table,
                    row.sheet,
                    order,
                    points,
                    not (row.offence or row.whole),
                    row.soloist == player,
                    None if row.re is None else player in row.re,
                )
                for player, points in row.points.items()
            ]
    return pd.DataFrame(lines, columns=list(COLUMNS))


def run_points(frame: pd.DataFrame) -> pd.DataFrame:
    """Every player's points after each row, added up over the evening: a line a row, a column a player.

    The lines are the rounds' rows one after the other; a table with fewer rows keeps its points until the next round.
    """
    if frame.empty:
        return pd.DataFrame()
    points = frame.pivot_table(index=["round", "order"], columns="player", values="points", aggfunc="sum")
    return points.fillna(0).cumsum().astype(int)


def run_table(frame: pd.DataFrame, round_: int | None, table: int | None) -> pd.DataFrame:
    """The points at one table after each of its rows, from 0: a line a row, a column a player."""
    here = frame[(frame["round"] == round_) & (frame["table"] == table)]
    return here.pivot(index="order", columns="player", values="points").fillna(0).cumsum().astype(int)


def count_solos(frame: pd.DataFrame) -> pd.DataFrame:
    """By player: crossed solos played and won, and the points that they brought."""
    solos = frame[frame["solo"] & frame["game"]]
    return _count_games(solos, ["player"], "solos")


def compare_parties(frame: pd.DataFrame) -> pd.DataFrame:
    """By party, "re" and "kontra": seats in games whose sheet shows who was Re, how many of them won, and their
    mean points."""
    known = frame[frame["re"].notna() & frame["game"]]
    named = known.assign(re=known["re"].map({True: "re", False: "kontra"}))
    found = _count_games(named, ["re"], "games")
    return found.assign(mean=found["points"] / found["games"]).drop(columns="points")


def find_partners(rows: Sequence[PlayedRow]) -> pd.DataFrame:
    """By pair of players: games of two against two that they played together, how many of them they won, and what each
    of them has from these."""
    lines = []
    for row in rows:
        winners = [player for player, points in row.points.items() if points > 0]
        losers = [player for player, points in row.points.items() if points < 0]
        if row.offence or row.whole or len(winners) != 2 or len(losers) != 2:
            continue
        for pair in (winners, losers):
            lines += [(*sorted(pair), row.points[pair[0]])]
    frame = pd.DataFrame(lines, columns=["player", "partner", "points"])
    return _count_games(frame, ["player", "partner"], "games")


def _count_games(frame: pd.DataFrame, by: list[str], name: str) -> pd.DataFrame:
    """How many games (in the column `name`), how many of them won, and their points, for each group."""
    grouped = frame.assign(won=frame["points"] > 0).groupby(by)
    won, points = grouped["won"].sum(), grouped["points"].sum()
    return pd.DataFrame({name: grouped.size(), "won": won, "points": points}).astype(int)


def find_streaks(frame: pd.DataFrame) -> pd.DataFrame:
    """By player: the longest row of games won without one lost between them, and the longest of games lost. A game
    without points for the player neither counts nor ends it."""
    games = frame[frame["game"] & (frame["points"] != 0)].sort_values(["round", "order"], kind="stable")
    lines = {player: _measure_streaks(list(points > 0)) for player, points in games.groupby("player")["points"]}
    return pd.DataFrame.from_dict(lines, orient="index", columns=["won", "lost"]).rename_axis("player")


def _measure_streaks(won: Sequence[bool]) -> tuple[int, int]:
    lengths = [(which, len(list(group))) for which, group in groupby(won)]
    longest = [max((length for which, length in lengths if which is kind), default=0) for kind in (True, False)]
    return longest[0], longest[1]


def make_statistics(book: Book, lang: Lang = "de") -> bytes:
    """The workbook's bytes. Players are in the order of their places."""
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
        _make_unknown(book, lang),
    ]
    return write_tabs([tab for tab in tabs if not tab.table.empty], lang)


def _make_course(frame: pd.DataFrame, names: Names, lang: Lang) -> Tab:
    """Everybody's points after each row; a chart of the first places."""
    running = run_points(frame)
    running = running[[number for number in names if number in running.columns]]
    table = running.rename(columns=names).reset_index(drop=True)
    table.insert(0, say(lang, "standings.statistics.row"), range(1, len(table) + 1))
    title = say(lang, "standings.statistics.course")
    return Tab(title, table, [Chart(title, range(1, len(table.columns)), len(table))] if len(table) else [])


def _make_tables(frame: pd.DataFrame, rows: Sequence[PlayedRow], names: Names, lang: Lang) -> list[Tab]:
    """A worksheet a round: the points at each of its tables, side by side, and a chart of each table."""
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


def _make_unknown(book: Book, lang: Lang) -> Tab:
    """The tables of which only totals are known: their games and solos are in no other worksheet."""
    lines = [one.in_(lang) for one in book.typed if one.totals_only]
    table = pd.DataFrame({say(lang, "standings.statistics.unknown"): lines})
    return Tab(say(lang, "standings.statistics.tab-unknown"), table)


def _make_tab(name: str, table: pd.DataFrame, names: Names, lang: Lang) -> Tab:
    """The table with players' names in place of their numbers, those with most in its last column first."""
    table = table.sort_values(list(table.columns[::-1]), ascending=False, kind="stable").reset_index()
    for column in {"player", "partner"} & set(table.columns):
        table[column] = table[column].map(names)
    return _head_tab(name, table, lang)


def _head_tab(name: str, table: pd.DataFrame, lang: Lang) -> Tab:
    heads = {column: say(lang, f"standings.statistics.{column}") for column in table.columns}
    return Tab(say(lang, f"standings.statistics.tab-{name}"), table.rename(columns=heads))
