"""The picture of a learnt list with what is drawn on it: its columns, its rows, and where tables lie in the photograph.

Lengths are those of the table, whose true size nobody knows; an SVG fits them to any screen.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from desk.workers.learn_lists import ShownTable
from templates.foreign.column_roles import BY_KEY, ROLES
from templates.foreign.list_questions import AskedColumns
from templates.foreign.rows_of_games import ToldRows
from texts.languages import Lang
from texts.sentences import say

_LETTERS = 27
"""Letters of a label that would stand side by side over the whole width: large enough for a telephone."""
_BAND = 6.0
"""Height of the band with labels over the picture, in heights of a letter."""


@dataclass(frozen=True, slots=True)
class DrawnColumn:
    """A column in the picture, from `x` on `width` wide. `label`: what was said of it, in a word; `at`: where that is
    written (x, y), aslant; `name`: the column for people, with its heading; `group`: the first column of those that are
    asked about together."""

    number: int
    group: int
    x: float
    width: float
    label: str
    at: tuple[float, float]
    name: str


@dataclass(frozen=True, slots=True)
class DrawnRow:
    """A row in the picture, from `y` on `height` high. `use`: "game", "sum" or ""."""

    number: int
    y: float
    height: float
    use: str


@dataclass(frozen=True, slots=True)
class ListPicture:
    """The straightened table. `box`: what the picture spans (x, y, width, height); `view`: the same with the band of
    labels; `letter`: the height of a label; `table`: the table itself (x, y, width, height); `side`: the width of the
    strip beside it that marks rows."""

    box: tuple[float, float, float, float]
    view: tuple[float, float, float, float]
    letter: float
    table: tuple[float, float, float, float]
    side: float
    columns: tuple[DrawnColumn, ...]
    rows: tuple[DrawnRow, ...]


def draw_list(
    shown: ShownTable, questions: Sequence[AskedColumns], roles: Mapping[int, str], told: ToldRows, lang: Lang
) -> ListPicture:
    """The table with its columns and rows. `questions`: which columns are asked about together; `roles`: by column the
    key of what stands there, "" for nothing said."""
    x, y, width, height = shown.box_mm
    letter = width / _LETTERS
    xs, ys = shown.seen.edges_x_mm, shown.seen.edges_y_mm
    edges = list(pairwise(xs))
    labels = label_columns(roles, lang)
    columns = tuple(
        DrawnColumn(
            column.number,
            asked.numbers[0],
            left := edges[column.number - 1][0],
            (right := edges[column.number - 1][1]) - left,
            labels[column.number],
            ((left + right) / 2, y - letter / 2),
            name_column(column.number, column.heading, lang),
        )
        for asked in questions
        for column in asked.columns
    )
    view = (x, y - _BAND * letter, width + 2 * letter, height + _BAND * letter)
    table = (xs[0], ys[0], xs[-1] - xs[0], ys[-1] - ys[0])
    return ListPicture(shown.box_mm, view, letter, table, min(letter, xs[0] - x), columns, tuple(_draw_rows(ys, told)))


def _draw_rows(ys: tuple[float, ...], told: ToldRows) -> Iterator[DrawnRow]:
    for number, (top, low) in enumerate(pairwise(ys), 1):
        use = "sum" if number == told.sums else "game" if told.first <= number <= told.last else ""
        yield DrawnRow(number, top, low - top, use)


def name_column(number: int, heading: str, lang: Lang) -> str:
    """A column for people, with the heading that was read over it."""
    key = "ownlist.columns.headed" if heading else "ownlist.columns.bare"
    return say(lang, key, column=number, heading=heading)


def label_columns(roles: Mapping[int, str], lang: Lang) -> dict[int, str]:
    """What was said of each column, in a word: players are counted from left to right."""
    labels: dict[int, str] = {}
    for role in ("", *(one.key for one in ROLES)):
        for seat, number in enumerate(sorted(one for one, said in roles.items() if said == role), 1):
            of_seat = bool(role) and BY_KEY[role].of_seat
            words = say(lang, f"ownlist.short.{role or 'unsaid'}")
            labels[number] = f"{words} {seat}" if of_seat else words
    return labels


@dataclass(frozen=True, slots=True)
class DrawnTable:
    """A table in the photograph. `corners`: SVG points; `at`: its middle, where its number stands."""

    number: int
    corners: str
    at: tuple[float, float]
    columns: int
    rows: int


def mark_tables(tables: tuple[ShownTable, ...]) -> tuple[DrawnTable, ...]:
    """The tables in the photograph, the largest first."""
    return tuple(
        DrawnTable(
            number,
            " ".join(f"{x},{y}" for x, y in one.quad_px),
            (sum(x for x, _ in one.quad_px) / 4, sum(y for _, y in one.quad_px) / 4),
            one.seen.columns,
            one.seen.rows,
        )
        for number, one in enumerate(tables, 1)
    )
