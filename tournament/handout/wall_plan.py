"""Plans the list for the wall: size of the letters, columns, lines per page, and room for remarks.

Names can be read from two metres by somebody with half of normal sight, who sees detail of 2 arc minutes: a letter five
details high, 10 arc minutes, is 5.8 mm high at that distance. A short list is set larger.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import ceil, radians, tan
from typing import Final

from templates.drawing.pen import BOLD, CAP_HEIGHT, MM_PER_PT, PLAIN, Align, clean, flow, measure_mm
from texts.languages import Lang
from texts.sentences import say
from tournament.handout.wall_list import WallList, WallRow
from tournament.standings.ties import name_parted

PAPERS_MM: Final = {"a4": (210.0, 297.0), "a3": (297.0, 420.0)}
"""The pages on which the list is printed, upright: width and height."""

READ_FROM_MM: Final = 2000.0
READABLE_PT: Final = READ_FROM_MM * tan(radians(10 / 60)) / CAP_HEIGHT / MM_PER_PT
"""The smallest size of a name and a total, about 24 points."""

_LARGEST_PT = 44
EDGE_MM = 12.0
HEAD_MM, FOOT_MM = 36.0, 14.0
"""Room for title, heading and column heads, and for the notes below the list."""

_PITCH, _PITCH_WITH_CLUB, _LOOSEST = 1.9, 2.5, 1.2
"""Height of a player's line, in heights of its capitals: without and with a club below the name; and the largest factor
by which lines are spread on a page that is not full."""

GAP_MM = 4.0
SMALL, MARK = 0.5, 0.65
"""Sizes of clubs and of the word for open rows, as shares of the names' size; a long name is never smaller than a
club."""

_NAME_MM = 62.0
"""Room that a name always has; the columns of the rounds are made smaller before it shrinks."""

HEAD_PT: Final = 13.0
"""Size of the words above the columns."""
REMARKS_PT, REMARK_MM, _MOST_REMARKS = 12.0, 5.0, 8
"""Lines at the foot of each page: size of the letters, height, and most lines."""


@dataclass(frozen=True, slots=True)
class WallColumn:
    """`left`, `width` in mm; `size`: of its letters, in points."""

    left: float
    width: float
    size: float
    align: Align


@dataclass(frozen=True, slots=True)
class WallPlan:
    """The layout of the list: size of the letters in points, height of a line in mm, players per page. `beside`: clubs
    are printed behind the names, else below them; `foot`: lines of remarks for which each page has room.
    """

    page_mm: tuple[float, float]
    size: float
    pitch: float
    rows: int
    columns: dict[str, WallColumn]
    beside: bool
    foot: int

    @property
    def room_mm(self) -> float:
        """The height that the players' lines have on a page."""
        return self.page_mm[1] - 2 * EDGE_MM - HEAD_MM - FOOT_MM - self.foot * REMARK_MM


def choose_wall_page(wall: WallList, lang: Lang, page_mm: tuple[float, float]) -> tuple[WallList, tuple[float, float]]:
    """The list and its page: upright; landscape if many columns leave names too little room; without the columns of
    rounds if that does not help."""
    for page in (page_mm, page_mm[::-1]):
        if _place_columns(wall, lang, page[0], READABLE_PT)["name"].width >= _NAME_MM:
            return wall, page
    return replace(
        wall, rounds=(), rows=tuple(replace(row, written=(row.write_whole(lang),)) for row in wall.rows)
    ), page_mm


def plan_wall(wall: WallList, lang: Lang, page_mm: tuple[float, float]) -> WallPlan:
    """The plan with the fewest pages that readable letters allow, then the largest letters for that number of pages;
    players are spread evenly."""
    smallest = _make_plan(wall, lang, page_mm, READABLE_PT)
    pages = max(1, -(-len(wall.rows) // smallest.rows))
    larger = (_make_plan(wall, lang, page_mm, size) for size in range(_LARGEST_PT, ceil(READABLE_PT), -1))
    plan = next((one for one in larger if one.rows * pages >= len(wall.rows) and _has_room(one)), smallest)
    rows = max(1, -(-len(wall.rows) // pages))
    return replace(plan, rows=rows, pitch=min(plan.room_mm / rows, plan.pitch * _LOOSEST))


def _has_room(plan: WallPlan) -> bool:
    """Whether the names have as much room, in heights of their letters, as with the smallest letters."""
    return plan.columns["name"].width >= _NAME_MM * plan.size / READABLE_PT


def _make_plan(wall: WallList, lang: Lang, page_mm: tuple[float, float], size: float) -> WallPlan:
    columns, width = _place_columns(wall, lang, page_mm[0], size), page_mm[0] - 2 * EDGE_MM
    beside = all(_fits_beside(row, columns["name"], lang) for row in wall.rows)
    pitch = size * MM_PER_PT * CAP_HEIGHT * (_PITCH if beside else _PITCH_WITH_CLUB)
    plan = WallPlan(page_mm, size, pitch, 1, columns, beside, len(set_remarks(wall, (), lang, width)))
    rows = max(1, int(plan.room_mm / pitch))
    pages = [wall.rows[at : at + rows] for at in range(0, len(wall.rows), rows)]
    plan = replace(plan, foot=max((len(set_remarks(wall, page, lang, width)) for page in pages), default=plan.foot))
    return replace(plan, rows=max(1, int(plan.room_mm / pitch)))


def set_remarks(wall: WallList, rows: Sequence[WallRow], lang: Lang, width: float) -> list[str]:
    """The lines at the foot of the page with these rows: the remarks, and which rules broke ties there."""
    said = " ".join(one.in_(lang) for one in (*wall.remarks, *name_parted(rows)))
    return flow([said], PLAIN, (width, _MOST_REMARKS * REMARK_MM), [REMARKS_PT])[0] if said else []


def _fits_beside(row: WallRow, column: WallColumn, lang: Lang) -> bool:
    """Whether the club, if any, fits behind the name."""
    words = clean(row.say_beside(lang))
    club = measure_mm(words, PLAIN, column.size * SMALL) + GAP_MM if words else 0.0
    return not club or measure_mm(clean(row.name), BOLD, column.size) + club <= column.width


def _place_columns(wall: WallList, lang: Lang, page: float, size: float) -> dict[str, WallColumn]:
    """The columns place, start number, name, rounds and total; the name gets the remaining width. While that is too
    little, rounds are made smaller, down to half the size."""
    for share in (1.0, 0.9, 0.8, 0.7, 0.6, SMALL):
        columns = _try_columns(wall, lang, page, size, share)
        if columns["name"].width >= _NAME_MM:
            break
    return columns


def _try_columns(wall: WallList, lang: Lang, page: float, size: float, share: float) -> dict[str, WallColumn]:
    points = [marked for row in wall.rows for marked in row.marked]
    starts = [str(row.start) for row in wall.rows if row.start is not None]
    place = _measure([*(f"{row.place}." for row in wall.rows), "1."], size)
    start = _measure(starts, size) + GAP_MM if starts else 0.0
    round_mm = _measure([*points, "+1"], size * share) + GAP_MM
    words = [say(lang, f"wall.{mark}") for mark in map(wall.find_mark, wall.rows) if mark]
    mark = max(measure_mm(one, PLAIN, size * MARK) for one in words) + GAP_MM / 2 if words else 0.0
    head = measure_mm(say(lang, wall.head_total), PLAIN, HEAD_PT)
    total = max(head, _measure([*(row.write_whole(lang) for row in wall.rows), "+1"], size)) + GAP_MM
    columns = {"place": WallColumn(EDGE_MM, place, size, "right")}
    left = EDGE_MM + place
    if starts:
        columns["start"] = WallColumn(left, start, size, "right")
    left += start + GAP_MM
    right = page - EDGE_MM - mark
    columns["mark"] = WallColumn(right, mark, size * MARK, "right")
    columns["total"] = WallColumn(right - total, total, size, "right")
    rounds = right - total - len(wall.rounds) * round_mm
    for step in range(len(wall.rounds)):
        columns[f"round{step}"] = WallColumn(rounds + step * round_mm, round_mm, size * share, "right")
    columns["name"] = WallColumn(left, rounds - left, size, "left")
    return columns


def _measure(texts: Sequence[str], size: float) -> float:
    return max((measure_mm(clean(text), BOLD, size) for text in texts), default=0.0)
