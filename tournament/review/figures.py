"""Figures of an evening, or of several: pandas tables from its played rows.

All are counted from a table with a line for each player in each played row (`make_frame`). Offence rows are no games
and are left out of all but the running points. What only a full sheet shows (who was Re, Bock, Sonderpunkte, Absagen)
is counted over the games for which it is known.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import groupby, product

import pandas as pd

from scoring.counting.game import PARTIES, Game, Party, find_other_party
from scoring.counting.rules import RuleSet, is_under
from tournament.review.game_rows import PlayedRow

COLUMNS = ("player", "round", "table", "sheet", "row", "order", "points", "game", "solo", "re", "bock")
PARTS = ("re", "kontra", "solo", "bock", "plain")
"""Parts of the games that are counted separately: the player was Re with a partner, was Kontra, played a solo; the game
was a Bock game, or was not."""
FEATS = ("extras-won", "extras-lost", "kept", "missed")
"""Sonderpunkte that the player's party made, and those of the other party; Absagen that the party kept, and missed."""


def make_frame(rows: Sequence[PlayedRow]) -> pd.DataFrame:
    """A table with a line for each player in each played row; those who sat out have none.

    `player`: the number. `row`: the place of the row in `rows`. `order`: its number in its round at that table, from 1,
    including offence rows. `game`: False for an offence row, and for totals without games. `solo`: whether this player
    was the soloist of a crossed solo. `re`, `bock`: True, False, or None if no sheet shows it.
    """
    lines = []
    for _, found in groupby(enumerate(rows), key=lambda one: _find_table(one[1])):
        played = ((number, row) for number, row in found if row.played)
        for order, (number, row) in enumerate(played, 1):
            lines += [_make_line(row, player, number, order) for player in row.players]
    return pd.DataFrame(lines, columns=list(COLUMNS)).astype({"points": int, "game": bool, "solo": bool})


def join_evenings(evenings: Sequence[tuple[Sequence[PlayedRow], Mapping[int, int]]]) -> tuple[PlayedRow, ...]:
    """The rows of several evenings as those of one: players get the numbers of the mapping, and the numbers of rounds
    and sheets continue those of the evening before."""
    joined: list[PlayedRow] = []
    rounds = sheets = 0
    for rows, numbers in evenings:
        joined += [_renumber(row, numbers, rounds, sheets) for row in rows]
        rounds += max((row.round or 0 for row in rows), default=0)
        sheets += max((row.sheet for row in rows), default=0)
    return tuple(joined)


def _renumber(row: PlayedRow, numbers: Mapping[int, int], rounds: int, sheets: int) -> PlayedRow:
    return replace(
        row,
        round=None if row.round is None else row.round + rounds,
        sheet=row.sheet + sheets,
        points={numbers[player]: points for player, points in row.points.items()},
        soloist=None if row.soloist is None else numbers[row.soloist],
        re=None if row.re is None else frozenset(numbers[player] for player in row.re),
        resting=frozenset(numbers[player] for player in row.resting),
    )


def _find_table(row: PlayedRow) -> tuple[int | None, int | None, int]:
    """A key for the rows of one table in one round; two half sheets have the same, two sheets without a place have
    not."""
    return row.round, row.table, row.sheet if row.table is None else 0


def _make_line(row: PlayedRow, player: int, number: int, order: int) -> tuple[object, ...]:
    re = None if row.re is None else player in row.re
    bock = bool(row.told.bock) if row.told else None
    is_game = not (row.offence or row.whole)
    place = (row.round, row.table, row.sheet, number, order)
    return (player, *place, row.points[player], is_game, row.soloist == player, re, bock)


def run_points(frame: pd.DataFrame) -> pd.DataFrame:
    """Every player's points after each row, added up over the evening: one line for each row, one column per player.

    The lines are the rounds' rows one after the other; a table with fewer rows keeps its points until the next round.
    """
    if frame.empty:
        return pd.DataFrame()
    points = frame.pivot_table(index=["round", "order"], columns="player", values="points", aggfunc="sum")
    return points.fillna(0).cumsum().astype(int)


def run_table(frame: pd.DataFrame, round_: int | None, table: int | None) -> pd.DataFrame:
    """The points at one table after each of its rows, from 0: one line for each row, one column per player."""
    here = frame[(frame["round"] == round_) & (frame["table"] == table)]
    return here.pivot(index="order", columns="player", values="points").fillna(0).cumsum().astype(int)


def sum_up_players(frame: pd.DataFrame) -> pd.DataFrame:
    """By player: games, how many were won, points from games, their mean, the most and the least from one game."""
    games = frame[frame["game"]]
    found = _count_games(games, ["player"], "games")
    points = games.groupby("player")["points"]
    found = found.assign(mean=found["points"] / found["games"], best=points.max(), worst=points.min())
    return found[["games", "won", "best", "worst", "mean", "points"]]


def list_player_figures(frame: pd.DataFrame, feats: pd.DataFrame, order: Iterable[int]) -> pd.DataFrame:
    """A line a player, in that order: the figures of all games, then of each part of them, then the feats (see
    `count_feats`); columns that are empty for everybody are left out."""
    found = sum_up_players(frame).join([split_points(frame), feats]).dropna(axis="columns", how="all")
    return found.reindex([number for number in order if number in found.index]).rename_axis("player").reset_index()


def split_points(frame: pd.DataFrame) -> pd.DataFrame:
    """By player: games and points of each part (`PARTS`) that occurs, as "re-games" and "re-points"; 0 for none. Games
    without Bock are a part only if there were Bock games."""
    games = frame[frame["game"]]
    chosen = {
        "re": games["re"].eq(True) & ~games["solo"],
        "kontra": games["re"].eq(False),
        "solo": games["solo"],
        "bock": games["bock"].eq(True),
        "plain": games["bock"].eq(False) if games["bock"].eq(True).any() else games["bock"].eq(True),
    }
    columns: dict[str, pd.Series] = {}
    for part in (part for part in PARTS if chosen[part].any()):
        grouped = games[chosen[part]].groupby("player")["points"]
        columns |= {f"{part}-games": grouped.size(), f"{part}-points": grouped.sum()}
    return pd.DataFrame(columns).fillna(0).astype(int)


def count_solos(frame: pd.DataFrame) -> pd.DataFrame:
    """By player: crossed solos played and won, and the points from them."""
    solos = frame[frame["solo"] & frame["game"]]
    return _count_games(solos, ["player"], "solos")


def compare_parties(frame: pd.DataFrame) -> pd.DataFrame:
    """By party, "re" and "kontra": seats in games whose sheet shows who was Re, how many of them won, and their
    mean points."""
    known = frame[frame["re"].notna() & frame["game"]]
    named = known.assign(re=known["re"].map({True: "re", False: "kontra"}))
    found = _count_games(named, ["re"], "games")
    return found.assign(mean=found["points"] / found["games"]).drop(columns="points")


def count_feats(rows: Sequence[PlayedRow], rules: RuleSet) -> pd.DataFrame:
    """By player the figures of `FEATS`, from games that full sheets show completely; Sonderpunkte by their number."""
    lines = []
    for row in rows:
        if row.told is not None and row.re is not None:
            feats = {party: _count_feats(row.told, party, rules) for party in PARTIES}
            lines += [(player, *feats["re" if player in row.re else "kontra"]) for player in row.players]
    return pd.DataFrame(lines, columns=["player", *FEATS]).groupby("player").sum().astype(int)


def _count_feats(game: Game, party: Party, rules: RuleSet) -> tuple[int, ...]:
    other = find_other_party(party)
    won, lost = (sum(count for whose, _, count in game.extras if whose == side) for side in (party, other))
    said = game.calls.list_absagen(party) if game.augen is not None else ()
    kept = sum(is_under(rules, game, other, level) for level in said)
    return won, lost, kept, len(said) - kept


def find_partners(rows: Sequence[PlayedRow]) -> pd.DataFrame:
    """By pair of players: games of two against two that they played together, how many of them they won, and the points
    that each got from them."""
    lines = []
    for row in rows:
        winners, losers = _find_sides(row)
        if len(winners) == len(losers) == 2:
            lines += [(*sorted(pair), row.points[pair[0]]) for pair in (winners, losers)]
    frame = pd.DataFrame(lines, columns=["player", "partner", "points"])
    return _count_games(frame, ["player", "partner"], "games")


def find_opponents(rows: Sequence[PlayedRow]) -> pd.DataFrame:
    """By player and opponent: games in which one of them won and the other lost, how many the player won, and the
    player's points from them."""
    lines = []
    for row in rows:
        for one, other in product(*_find_sides(row)):
            lines += [(one, other, row.points[one]), (other, one, row.points[other])]
    frame = pd.DataFrame(lines, columns=["player", "opponent", "points"])
    return _count_games(frame, ["player", "opponent"], "games")


def _find_sides(row: PlayedRow) -> tuple[list[int], list[int]]:
    """Who won the game and who lost it; nobody in an offence row, or if only totals are known."""
    if row.offence or row.whole:
        return [], []
    won = [player for player, points in row.points.items() if points > 0]
    return won, [player for player, points in row.points.items() if points < 0]


def count_places(frame: pd.DataFrame) -> pd.DataFrame:
    """By player: how often first, second, ... at a table of a round, one column per place from 1; equal sums share the
    better place. Who was first most often is on top."""
    if frame["round"].isna().all():
        return pd.DataFrame(index=pd.Index([], name="player"))
    sums = frame[frame["round"].notna()].groupby(["round", "table", "player"])["points"].sum().reset_index()
    sums["place"] = sums.groupby(["round", "table"])["points"].rank(method="min", ascending=False).astype(int)
    counts = sums.pivot_table(index="player", columns="place", values="points", aggfunc="size", fill_value=0).astype(
        int
    )
    return counts.sort_values(list(counts.columns), ascending=False, kind="stable")


def put_most_first(table: pd.DataFrame) -> pd.DataFrame:
    """The table by its last column, the largest first, then by the one before it; who it is becomes a column."""
    return table.sort_values(list(table.columns[::-1]), ascending=False, kind="stable").reset_index()


def count_values(frame: pd.DataFrame) -> pd.DataFrame:
    """By value of a game, from 0: how many games had it. A soloist's points are three times the value."""
    games = frame[frame["game"]]
    values = games[games["points"] != 0].assign(value=games["points"].abs()).groupby("row")["value"].min()
    whole = values.reindex(games["row"].unique(), fill_value=0)
    return whole.value_counts().sort_index().rename_axis("value").to_frame("games")


def find_best_games(frame: pd.DataFrame, most: int = 10) -> pd.DataFrame:
    """The games that brought one player most, the best first: player, round, table, row at that table, points."""
    games = frame[frame["game"] & (frame["points"] > 0)]
    found = games.sort_values(["points", "row"], ascending=[False, True], kind="stable").drop_duplicates("row")
    return found[["player", "round", "table", "order", "points"]].head(most).reset_index(drop=True)


def find_streaks(frame: pd.DataFrame) -> pd.DataFrame:
    """By player: the longest series of games won without a loss, and of games lost without a win. A game without points
    for the player neither counts nor ends a series."""
    games = frame[frame["game"] & (frame["points"] != 0)].sort_values(["round", "order"], kind="stable")
    lines = {player: _measure_streaks(list(points > 0)) for player, points in games.groupby("player")["points"]}
    return pd.DataFrame.from_dict(lines, orient="index", columns=["won", "lost"]).rename_axis("player")


def _measure_streaks(won: Sequence[bool]) -> tuple[int, int]:
    lengths = [(which, len(list(group))) for which, group in groupby(won)]
    longest = [max((length for which, length in lengths if which is kind), default=0) for kind in (True, False)]
    return longest[0], longest[1]


def _count_games(frame: pd.DataFrame, by: list[str], name: str) -> pd.DataFrame:
    """By group: how many games (in the column `name`), how many of them were won, and their points."""
    grouped = frame.assign(won=frame["points"] > 0).groupby(by)
    won, points = grouped["won"].sum(), grouped["points"].sum()
    return pd.DataFrame({name: grouped.size(), "won": won, "points": points}).astype(int)
