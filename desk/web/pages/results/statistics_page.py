"""Statistik: tables and plots of an evening, for everybody who may see the standings.

The figures are those of the workbook of statistics. Plots are drawn here as SVG: lines differ by stroke as well as by
colour, and every plotted figure is in a table, too.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import isnan
from typing import TYPE_CHECKING, Annotated, Final

from fastapi import APIRouter, Query
from fastapi.responses import Response

from desk.web.page_kit import Organiser, Watcher, read_number
from texts.languages import Lang
from texts.sentences import say
from tournament.evening.book import Book

if TYPE_CHECKING:
    import pandas as pd

router = APIRouter(prefix="/statistik")
MOST_CURVES: Final = 10
WIDE, HIGH = 1000, 360
"""Width and height of a plot in SVG units."""
_PARTNERS = 12
Cell = str | int | float | None


@dataclass(frozen=True, slots=True)
class Curve:
    """A line of the plot of running points: `path` as SVG points, `last` the height of its end."""

    name: str
    path: str
    total: int
    last: float


@dataclass(frozen=True, slots=True)
class Plot:
    """Running points of the first players. `zero`: the height of 0 points; `top`, `bottom`: the points at the edges."""

    curves: tuple[Curve, ...]
    rows: int
    top: int
    bottom: int
    zero: float


@dataclass(frozen=True, slots=True)
class Figures:
    """One table of the page: its heading, the words above its columns, and its lines."""

    name: str
    heads: tuple[str, ...]
    lines: tuple[tuple[Cell, ...], ...]


@dataclass(frozen=True, slots=True)
class StatisticsView:
    """What the page shows. `values`: value of a game, how many games had it, and that number as a share of the most
    frequent value's. `met`: one player's partners and opponents."""

    plot: Plot | None
    values: tuple[tuple[int, int, float], ...]
    tables: tuple[Figures, ...]
    met: tuple[Figures, ...] = ()


@router.get("")
def show_statistics(visit: Watcher, spieler: Annotated[str, Query(max_length=10)] = "") -> Response:
    """The page; with the partners and opponents of the player with that start number."""
    book = visit.open().book
    chosen = next((one.player for one in book.standings if one.player.start == read_number(spieler)), None)
    return visit.show(
        "statistics.html",
        view=view_statistics(book, chosen.number if chosen else None, visit.lang),
        players=[one.player for one in book.standings if one.player.start],
        chosen=chosen,
        wide=WIDE,
        high=HIGH,
    )


@router.get("/datei")
def serve_statistics(visit: Organiser) -> Response:
    """The workbook of statistics, which has more than the page."""
    from tournament.handout.statistics_workbook import make_statistics

    headers = {"content-disposition": 'attachment; filename="statistik.xlsx"'}
    media = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
    return Response(make_statistics(visit.open().book, visit.lang), media_type=media, headers=headers)


def view_statistics(book: Book, player: int | None, lang: Lang) -> StatisticsView:
    """The figures of the evening; with `player`, a number, that player's partners and opponents first."""
    from tournament.review import figures
    from tournament.review.game_rows import list_played_rows

    names = {one.player.number: one.player.name for one in book.standings}
    rows = list_played_rows(book)
    frame = figures.make_frame(rows)
    if frame.empty:
        return StatisticsView(None, (), ())
    tables = {
        "players": figures.list_player_figures(frame, figures.count_feats(rows, book.rules), names),
        "solos": figures.put_most_first(figures.count_solos(frame)),
        "partners": figures.put_most_first(figures.find_partners(rows)).head(_PARTNERS),
        "places": figures.count_places(frame).reset_index(),
        "streaks": figures.put_most_first(figures.find_streaks(frame)),
        "best": figures.find_best_games(frame),
    }
    met = _list_met(figures.find_partners(rows), figures.find_opponents(rows), player)
    return StatisticsView(
        draw_plot(figures.run_points(frame), names),
        _share_values(figures.count_values(frame)),
        _make_tables(tables, names, lang),
        _make_tables(met, names, lang),
    )


def _share_values(counts: pd.DataFrame) -> tuple[tuple[int, int, float], ...]:
    """Each value with its number of games, and that number as a share of the most frequent value's."""
    games = {int(value): int(count) for value, count in zip(counts.index, counts["games"], strict=True)}
    most = max(games.values(), default=1)
    return tuple((value, count, count / most) for value, count in games.items())


def _list_met(partners: pd.DataFrame, opponents: pd.DataFrame, player: int | None) -> dict[str, pd.DataFrame]:
    """The player's wins and losses by partner and by opponent."""
    pairs = partners.reset_index()
    mine = pairs[(pairs["player"] == player) | (pairs["partner"] == player)]
    other = mine["partner"].where(mine["player"] == player, mine["player"])
    beside = mine.assign(partner=other).drop(columns="player").sort_values("points", ascending=False, kind="stable")
    met = opponents.reset_index()
    against = met[met["player"] == player].drop(columns="player")
    return {"with": beside, "against": against.sort_values("points", ascending=False, kind="stable")}


def _make_tables(tables: Mapping[str, pd.DataFrame], names: Mapping[int, str], lang: Lang) -> tuple[Figures, ...]:
    return tuple(_make_table(name, table, names, lang) for name, table in tables.items() if not table.empty)


def _make_table(name: str, table: pd.DataFrame, names: Mapping[int, str], lang: Lang) -> Figures:
    """The table for the page: names instead of player numbers; whole numbers without a decimal point."""
    from tournament.handout.statistics_workbook import put_names, spell_column

    named = put_names(table, names)
    heads = tuple(spell_column(column, lang) for column in named.columns)
    lines = tuple(tuple(map(_make_cell, line)) for line in named.itertuples(index=False))
    return Figures(say(lang, f"standings.statistics.tab-{name}"), heads, lines)


def _make_cell(value: Cell) -> Cell:
    if isinstance(value, str):
        return value
    if value is None or isnan(value):
        return None
    return int(value) if float(value).is_integer() else round(float(value), 2)


def draw_plot(running: pd.DataFrame, names: Mapping[int, str]) -> Plot | None:
    """The running points of the first places, one line each, starting at 0; None where nothing was played."""
    first = [number for number in names if number in running.columns][:MOST_CURVES]
    courses = [(names[number], [0, *map(int, running[number])]) for number in first]
    if not courses:
        return None
    top, bottom = (find(value for _, course in courses for value in course) for find in (max, min))
    scale = HIGH / max(1, top - bottom)
    curves = tuple(
        Curve(name, _draw_path(course, top, scale), course[-1], round((top - course[-1]) * scale, 1))
        for name, course in courses
    )
    return Plot(curves, len(running), top, bottom, round(top * scale, 1))


def _draw_path(course: Sequence[int], top: int, scale: float) -> str:
    step = WIDE / max(1, len(course) - 1)
    return " ".join(f"{at * step:.1f},{(top - value) * scale:.1f}" for at, value in enumerate(course))
