"""Statistics of an evening as pandas tables: running points, solos, Re against Kontra, partners, streaks.

Offence rows are no games and are left out of all but the running points.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

import pandas as pd

from tournament.review.game_rows import PlayedRow

COLUMNS = ("player", "round", "table", "sheet", "order", "points", "game", "solo", "re")


def make_frame(rows: Sequence[PlayedRow]) -> pd.DataFrame:
    """A line for each player in each played row.

    `player`: the number; `order`: the row's number in its round at that table, from 1, offence rows too; `game`: False
    for an offence row; `solo`: whether this player was the soloist; `re`: True, False, or None where no sheet tells.
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
                    not row.offence,
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
    """By party, "re" and "kontra": seats in games of which the sheet tells who was Re, how many of them won, and their
    mean points."""
    told = frame[frame["re"].notna() & frame["game"]]
    named = told.assign(re=told["re"].map({True: "re", False: "kontra"}))
    found = _count_games(named, ["re"], "games")
    return found.assign(mean=found["points"] / found["games"]).drop(columns="points")


def find_partners(rows: Sequence[PlayedRow]) -> pd.DataFrame:
    """By pair of players: games of two against two that they played together, how many of them they won, and what each
    of them has from these."""
    lines = []
    for row in rows:
        winners = [player for player, points in row.points.items() if points > 0]
        losers = [player for player, points in row.points.items() if points < 0]
        if row.offence or len(winners) != 2 or len(losers) != 2:
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
