"""A season as an Excel workbook: the list and its evenings, as values, ready for printing."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from fractions import Fraction
from typing import Final

from xlsxwriter.utility import xl_col_to_name

from texts.languages import Lang
from texts.sentences import say
from tournament.handout.season_list import make_season_wall
from tournament.handout.wall_list import WallRow
from tournament.handout.workbook.excel_file import write_pages
from tournament.handout.workbook.worksheet import (
    BOLD,
    CENTRED,
    GOLD,
    HINT,
    WRAPPED,
    Page,
    PrintSetup,
    count_lines,
    fit_width,
    number_style,
)
from tournament.review.waiting import write_day
from tournament.standings.season import Season, SeasonLine

_LINE_PT = 18.0
_UPRIGHT: Final = 6
"""With at most this many evenings the list is printed upright."""
_FIRST = 4
"""The row of the first player, below title, state and heads."""


def make_season_workbook(season: Season, lang: Lang, made: datetime) -> bytes:
    """The workbook's bytes: the list, and the evenings with who was united and what is open."""
    return write_pages([_fill_list(season, lang), _fill_evenings(season, lang)], made)


def _fill_list(season: Season, lang: Lang) -> Page:
    """The list: one line per player, one column per evening; below it the remarks."""
    wall, keys = make_season_wall(season, lang), ("place", "name", "total", "counted", "left")
    place, name, total, counted, left = (say(lang, f"standings.season.head.{key}") for key in keys)
    leaves = [left] if any(row.left for row in wall.rows) else []
    heads = [place, name, *(wall.write_column(at, lang, short=False) for at in range(len(wall.rounds))), total, counted]
    heads += leaves
    page = Page(say(lang, "standings.season.tab"), lang, heads)
    about = f"{wall.stage.in_(lang)}, {wall.write_days(lang)}. {wall.state.in_(lang)}"
    page.put_title(wall.title, about, len(heads))
    page.put_heads(3, heads)
    for n, (row, line) in enumerate(zip(wall.rows, season.lines, strict=True), _FIRST):
        _put_line(page, n, row, line)
    page.draw_grid(range(_FIRST, _FIRST + len(wall.rows)), len(heads))
    last = _FIRST + len(wall.rows)
    if wall.rows:
        page.highlight(f"A{_FIRST}:{xl_col_to_name(len(heads) - 1)}{last - 1}", f"$A{_FIRST}<=3", bg_color=GOLD)
    wide = fit_width([row.name for row in wall.rows], 20, 40)
    page.widths = [8.0, wide, *[11.0] * len(wall.rounds), 10.0, 10.0, *[28.0 for _ in leaves]]
    for words in (one.in_(lang) for one in wall.all_remarks):
        page.put(last, 1, words, HINT | WRAPPED)
        page.merged.append((last, 1, len(heads)))
        page.heights[last] = 15.0 * count_lines([words], sum(page.widths))
        last += 1
    page.setup = PrintSetup(3, 2, last - 1, len(heads), upright=len(wall.rounds) <= _UPRIGHT and not leaves)
    return page


def _put_line(page: Page, n: int, row: WallRow, line: SeasonLine) -> None:
    """Writes one player's line: numbers, and points that do not count as text in brackets, so that no sum includes
    them."""
    page.put(n, 1, row.place, number_style('0"."', bold=True))
    page.put(n, 2, row.name, BOLD)
    shown = zip(line.worth, line.counts, row.marked, strict=True)
    for column, (value, counts, words) in enumerate(shown, 3):
        number = _make_number(value) if value is not None and counts else None
        page.put(n, column, words if number is None else number, CENTRED)
    after = 3 + len(line.worth)
    page.put(n, after, _make_number(line.total), number_style("General", bold=True))
    page.put(n, after + 1, sum(line.counts))
    if row.left:
        page.put(n, after + 2, row.left.in_(page.lang), WRAPPED)
    page.heights[n] = _LINE_PT


def _make_number(value: Fraction) -> int | float:
    return int(value) if value.denominator == 1 else round(float(value), 2)


def _fill_evenings(season: Season, lang: Lang) -> Page:
    """One line per evening: number, title, day, rounds, players, and whether it is final."""
    keys = ("number", "title", "day", "rounds", "players", "state")
    page = Page(say(lang, "standings.season.evenings"), lang, keys)
    page.put_title(say(lang, "standings.season.evenings"), season.title, len(keys))
    page.put_heads(3, [say(lang, f"standings.season.head.{key}") for key in keys])
    for n, one in enumerate(season.evenings, 4):
        final = one.state.in_(lang) if one.state else say(lang, "standings.season.final")
        values: Sequence[str | int] = (n - 3, one.title, write_day(one.day, lang), one.rounds, len(one.worth), final)
        for column, value in enumerate(values, 1):
            page.put(n, column, value, WRAPPED if column in (2, len(values)) else CENTRED)
    last = 3 + max(1, len(season.evenings))
    page.draw_grid(range(4, last + 1), len(keys))
    page.widths = [8.0, 34.0, 12.0, 9.0, 9.0, 26.0]
    page.setup = PrintSetup(3, 0, last, len(keys), upright=True)
    return page
