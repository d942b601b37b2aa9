"""What is asked about the columns and rows of a learnt list, what was answered, and what was read by that.

Columns that are alike are one question; its answers may also come in turns, or column by column.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from desk.web.list_lessons import ListAnswers
from desk.web.page_kit import read_number
from desk.web.pages.review.picture_addresses import list_beside, list_inked
from desk.web.pages.setup.list_picture import name_column
from templates.foreign.column_roles import BY_KEY, spread_roles
from templates.foreign.guess_layout import guess_layout
from templates.foreign.list_questions import AskedColumns, list_questions
from templates.foreign.rows_of_games import ToldRows, find_games
from templates.foreign.seen_table import SeenTable
from texts.languages import Lang
from texts.sentences import say
from tournament.judging.judged_sheet import JudgedRow, JudgedSheet

EACH: Final = "each"
"""Of columns that are alike: every one is answered by itself."""
IN_TURNS: Final = ("points,total", "total,points", "points,win", "total,win", "win,points", "win,total")
"""Answers for alike columns of two kinds in turns."""


def ask_about_columns(seen: SeenTable) -> tuple[AskedColumns, ...]:
    """The questions about the table's columns."""
    return list_questions(guess_layout(seen, "list", ""))


def suggest_answers(seen: SeenTable) -> ListAnswers:
    """The answers that the table itself suggests."""
    roles = {column: one.likely for one in ask_about_columns(seen) for column in one.numbers}
    return ListAnswers(roles, find_games(seen))


def read_list_answers(seen: SeenTable, form: Mapping[str, str]) -> ListAnswers:
    """The answers of the form."""
    roles: dict[int, str] = {}
    for asked in ask_about_columns(seen):
        roles |= _read_group(asked, form)
    first, last, sums = (min(read_number(form.get(name, "")) or 0, seen.rows) for name in ("first", "last", "sums"))
    return ListAnswers(roles, ToldRows(first or 1, last or 1, sums))


def _read_group(asked: AskedColumns, form: Mapping[str, str]) -> dict[int, str]:
    """By column the answer to one question."""
    together = form.get(f"group.{asked.numbers[0]}", EACH)
    keys = [key for key in together.split(",") if key in BY_KEY]
    if keys:
        spread = spread_roles(asked.numbers, [BY_KEY[key] for key in keys])
        return {column: role.key for column, role in spread.items()}
    said = {column: form.get(f"column.{column}", "") if together == EACH else "" for column in asked.numbers}
    return {column: key if key in BY_KEY else "" for column, key in said.items()}


@dataclass(frozen=True, slots=True)
class ListQuestion:
    """What is asked of columns that are alike. `group`: the first of them; `name`: all of them, for people; `chosen`:
    the answer for all, "" for none yet; `columns`: number, name and answer of each."""

    group: int
    name: str
    chosen: str
    columns: tuple[tuple[int, str, str], ...]


def describe_question(asked: AskedColumns, roles: Mapping[int, str], lang: Lang) -> ListQuestion:
    """The question with the answers so far."""
    said = [roles[column] for column in asked.numbers]
    turns = (turn for turn in IN_TURNS if said == [(turn.split(",") * len(said))[place] for place in range(len(said))])
    chosen = said[0] if len(set(said)) == 1 else next(turns, EACH)
    columns = tuple(
        (column.number, name_column(column.number, column.heading, lang), roles[column.number])
        for column in asked.columns
    )
    return ListQuestion(asked.numbers[0], _name_group(asked, lang), chosen, columns)


def _name_group(asked: AskedColumns, lang: Lang) -> str:
    if len(asked.columns) == 1:
        return name_column(asked.numbers[0], "".join(asked.headings), lang)
    key = "ownlist.columns.headed-many" if asked.headings else "ownlist.columns.bare-many"
    heads = tuple(say(lang, "ownlist.columns.quoted", heading=one) for one in asked.headings)
    return say(lang, key, first=asked.numbers[0], last=asked.numbers[-1], heads=heads)


@dataclass(frozen=True, slots=True)
class ReadRow:
    """A game as it was read from the list: what is written for each player, what beside it, and whether it adds up."""

    game: int
    written: tuple[str, ...]
    beside: tuple[str, ...]
    good: bool


def list_read_rows(sheet: JudgedSheet) -> list[ReadRow]:
    """The games of which anything was read."""
    return [_tell_row(row) for row in sheet.rows if any(one.text.strip() for one in row.source.readings)]


def _tell_row(row: JudgedRow) -> ReadRow:
    inked = tuple(one.text.strip() if one else "" for one in list_inked(row))
    beside = tuple(text for one in list_beside(row) if (text := one.text.strip()))
    return ReadRow(row.game, inked, beside, row.status == "ok")
