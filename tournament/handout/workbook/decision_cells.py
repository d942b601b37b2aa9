"""Cells of `Prüfung` in which decisions are chosen, and the formulas in `Spiele` and the rounds that depend on them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from texts.languages import Lang
from texts.sentences import say
from tournament.evening.counted_sheets import CountedSheet
from tournament.handout.workbook.workbook_plan import GamesPlan, ReviewPlan
from tournament.judging.written_sheet import PLAYERS
from tournament.review.game_rows import RowChoice, RowOption, name_game
from tournament.review.open_items import OpenItem


@dataclass(frozen=True, slots=True)
class DecisionCell:
    """The cell in which the decision on a row of `Spiele` is chosen ('Prüfung'!$I$4), and the options."""

    cell: str
    choice: RowChoice

    def make_points(self, seat: int, lang: Lang) -> str:
        """The formula of a seat's points; "" where every decision leaves them as they are."""
        return self._make_formula(lambda one: _write(one.points[seat - 1]), lang)

    def make_solo(self, lang: Lang) -> str:
        """The formula of the cross for a solo; "" where every decision leaves it as it is."""
        return self._make_formula(lambda one: f'"{write_cross(one.solo)}"', lang)

    def _make_formula(self, write: Callable[[RowOption], str], lang: Lang) -> str:
        now = formula = write(self.choice.now)
        for words, option in self.choice.list_words(lang):
            if option is not None and write(option) != now:
                formula = f"IF({self._ask(words)},{write(option)},{formula})"
        return f"={formula}" if formula != now else ""

    def make_status(self, cells: Sequence[str], lang: Lang) -> str:
        """The formula of the row's status. `cells`: its points. "Punkte" settles a row once points are typed in: all
        of them, and others than those that another decision would keep."""
        is_open, is_ok = (say(lang, f"workbook.status.{status}") for status in ("review", "ok"))
        untyped = [f"COUNT({cells[0]}:{cells[-1]})<{PLAYERS}"]
        if self.choice.keeps_now:
            same = (f"{cell}={_write(points)}" for cell, points in zip(cells, self.choice.now.points, strict=True))
            untyped.append(f"AND({','.join(same)})")
        waiting = f"AND({self._ask(say(lang, 'workbook.decision.points'))},OR({','.join(untyped)}))"
        return f'=IF(OR({self.cell}="",{waiting}),"{is_open}","{is_ok}")'

    def _ask(self, words: str) -> str:
        return f'{self.cell}="{words}"'


def _write(points: int | None) -> str:
    return '""' if points is None else str(points)


def write_cross(crossed: bool) -> str:
    """The cross of a row as a cell has it."""
    return "x" if crossed else ""


Decisions = Mapping[tuple[int, str], DecisionCell]
"""The cell that decides the points of a row, by sheet and game."""


def find_decisions(plan: ReviewPlan, items: Sequence[OpenItem]) -> Decisions:
    """The cell in which the decision on each open row is chosen, or that a row is struck."""
    rows = [
        (item.sheet, game, DecisionCell(plan.find_cell("decision", n), choice))
        for n, item in zip(plan.rows, items, strict=False)
        for game, choice in (*item.doubled, *item.together, *([(item.game, item.choice)] if item.choice else []))
    ]
    return {(sheet, game): cell for sheet, game, cell in rows if sheet}


NameChoices = Mapping[tuple[int, int], tuple[str, str]]
"""For a sheet without names, by sheet and seat: the cell that decides whether the players sit as drawn, and the player
who then sits there."""


def find_name_choices(plan: ReviewPlan, items: Sequence[OpenItem]) -> NameChoices:
    """The cells that decide who sits at the seats of sheets without names."""
    return {
        (item.sheet, seat): (plan.find_cell("decision", n), name)
        for n, item in zip(plan.rows, items, strict=False)
        if item.sheet and item.order
        for seat, name in enumerate(item.order.counted, 1)
    }


TogetherRows = Mapping[tuple[int, str], str]
"""For rows that are asked about together with others, by sheet and game: the formula that is true while this holds, ""
for always."""


def find_together(plan: GamesPlan, entries: Sequence[CountedSheet], lang: Lang) -> TogetherRows:
    """The rows that share one question, and those that depend on a struck row as long as that one is open."""
    found: dict[tuple[int, str], str] = {}
    for entry in entries:
        named = {row.game: name_game(entry, row, lang) for row in entry.sheet.open_rows}
        struck = [named[row.game] for row in entry.sheet.open_rows if row.source.struck]
        cells = [plan.name_cell("status", plan.games[entry.number, game]) for game in struck]
        asked = ",".join(f'{cell}="{say(lang, "workbook.status.review")}"' for cell in cells)
        found |= {(entry.number, named[game]): "" for game in entry.block}
        found |= {(entry.number, named[game]): f"=IF(OR({asked}),1,0)" for game in entry.hanging}
    return found
