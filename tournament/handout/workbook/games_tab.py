"""The worksheet `Spiele`: every played row; the one place where corrections of points are typed in.

Its formulas follow a decision chosen in `Prüfung`: what an open row counts then, and whether it is settled.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from texts.languages import Lang
from texts.sentences import say
from tournament.handout.workbook.workbook_plan import FIRST_GAME, GamesPlan
from tournament.handout.workbook.worksheet import (
    CENTRED,
    FAINT,
    FINE,
    INK,
    OPEN,
    POINTS,
    THIN,
    WRAPPED,
    Highlight,
    Page,
    PrintSetup,
    Restriction,
    check_zero,
    count_lines,
    fit_width,
    name_column,
    number_style,
    say_zero_check,
)
from tournament.judging.judged_sheet import PLAYERS
from tournament.remarks import attribute_faults
from tournament.review.game_rows import GameRow, RowChoice

_WORDS = 64.0
"""Width of the findings in characters; the page across then has letters of about 5 points."""

_MOST_POINTS = 999
"""Largest number of points that may be typed in."""

_LINE_PT, _HIGHEST_PT = 15.0, 400.0


@dataclass(frozen=True, slots=True)
class DecisionCell:
    """Where the decision on a row of `Spiele` is chosen ('Prüfung'!$I$4), and what may be chosen."""

    cell: str
    choice: RowChoice

    def make_points(self, seat: int, lang: Lang) -> str:
        """The formula of a seat's points; "" where every decision leaves them as they are."""
        now = self.choice.now[seat - 1]
        offered = self.choice.list_words(lang)
        changed = [(words, points[seat - 1]) for words, points in offered if points and points[seat - 1] != now]
        formula = _write(now)
        for words, value in changed:
            formula = f"IF({self._ask(words)},{_write(value)},{formula})"
        return f"={formula}" if changed else ""

    def make_status(self, cells: Sequence[str], lang: Lang) -> str:
        """The formula of the row's status. `cells`: its points. "Punkte" settles a row once points are typed in: all
        of them, and others than those that another decision would keep."""
        is_open, is_ok = (say(lang, f"workbook.status.{status}") for status in ("review", "ok"))
        untyped = [f"COUNT({cells[0]}:{cells[-1]})<{PLAYERS}"]
        if self.choice.keeps_now:
            same = (f"{cell}={_write(points)}" for cell, points in zip(cells, self.choice.now, strict=True))
            untyped.append(f"AND({','.join(same)})")
        waiting = f"AND({self._ask(say(lang, 'workbook.decision.points'))},OR({','.join(untyped)}))"
        return f'=IF(OR({self.cell}="",{waiting}),"{is_open}","{is_ok}")'

    def _ask(self, words: str) -> str:
        return f'{self.cell}="{words}"'


def _write(points: int | None) -> str:
    return '""' if points is None else str(points)


Decisions = Mapping[tuple[int, str], DecisionCell]
"""By sheet and game: where what the row counts is decided."""


def fill_games(plan: GamesPlan, lang: Lang, rows: Sequence[GameRow], decisions: Decisions) -> Page:
    """The worksheet with all its rows. `decisions`: where what an open row counts is decided."""
    page, last = Page(plan.tab, lang), plan.find_column("words")
    page.put_title(say(lang, "workbook.title.games"), say(lang, "workbook.hint.games"), last)
    _put_heads(page, plan)
    for n, row in enumerate(rows, FIRST_GAME):
        with attribute_faults(row.sheet):
            _put_row(page, plan, n, row)
            _put_counted(page, plan, n, row, decisions.get((row.sheet, row.game)))
    page.draw_grid(range(FIRST_GAME, FIRST_GAME + len(rows)), range(1, last + 1))
    _set_apart(page, plan, rows)
    _follow_typing(page, plan, [(row.sheet, row.game) in decisions for row in rows])
    photo, game = fit_width([row.photo for row in rows], 12, 24), fit_width([row.game for row in rows], 7, 16)
    page.set_widths([7.0, photo, 7.5, 7.0, game, *[7.0] * (2 * plan.seats), 6.5, 7.5, 7.5, 10.0, _WORDS])
    page.hidden_columns = [plan.find_column("item")]
    page.filter = f"A{FIRST_GAME - 1}:{name_column(last)}{FIRST_GAME + max(1, len(rows)) - 1}"
    page.setup = PrintSetup(FIRST_GAME - 1, 5, FIRST_GAME + len(rows) - 1, last)
    return page


def choose_status(cells: str, lang: Lang) -> Restriction:
    """A status is one of two words."""
    words = (say(lang, "workbook.status.ok"), say(lang, "workbook.status.review"))
    return Restriction(cells, say(lang, "workbook.typed.bad-status"), words)


def _put_heads(page: Page, plan: GamesPlan) -> None:
    lang = page.lang
    seats = [say(lang, "workbook.head.numbered-seat", seat=seat) for seat in range(1, plan.seats + 1)]
    lead = [say(lang, f"workbook.head.{key}") for key in ("sheet", "photo", "round", "table", "game")]
    rest = [say(lang, f"workbook.head.{key}") for key in ("solo", "soloist", "check", "status", "findings", "item")]
    page.put_heads(FIRST_GAME - 1, [*lead, *seats, *seats, *rest])
    groups = {plan.find_column(what): say(lang, f"workbook.head.{what}") for what in ("written", "counted")}
    page.put_heads(FIRST_GAME - 2, [groups.get(column, "") for column in range(1, plan.find_column("words") + 1)])
    page.heights[FIRST_GAME - 2] = 18.0
    page.merged += [(FIRST_GAME - 2, first, first + plan.seats - 1) for first in groups]


def _put_row(page: Page, plan: GamesPlan, n: int, row: GameRow) -> None:
    page.put_number(n, plan.find_column("sheet"), row.sheet)
    page.put_text(n, plan.find_column("photo"), row.photo)
    page.put_number(n, plan.find_column("round"), row.round)
    page.put_number(n, plan.find_column("table"), row.table)
    if row.game.isdecimal():
        page.put_number(n, plan.find_column("game"), int(row.game))
    else:
        page.put_text(n, plan.find_column("game"), row.game, CENTRED)
    for seat, text in enumerate(row.written, 1):
        page.put_text(n, plan.find_column("written", seat), text, replace(CENTRED, colour=FAINT))
    page.put_text(n, plan.find_column("solo"), "x" if row.solo else "", CENTRED)
    page.put_formula(n, plan.find_column("soloist"), _find_soloist(plan, n), row.soloist or "")
    total = sum(points or 0 for points in row.counted)
    page.put_formula(n, plan.find_column("check"), f"={check_zero(_name_counted(plan, n))}", say_zero_check(total))
    page.put_text(n, plan.find_column("words"), row.words, WRAPPED)
    page.put_text(n, plan.find_column("item"), row.item)
    page.heights[n] = min(_HIGHEST_PT, _LINE_PT * count_lines([row.words], _WORDS))


def _put_counted(page: Page, plan: GamesPlan, n: int, row: GameRow, decision: DecisionCell | None) -> None:
    """Points and status: typed in, or of an open row what its decision makes of them. Points may be typed over."""
    lang, is_open = page.lang, row.status == "review"
    for seat, points in enumerate(row.counted, 1):
        formula = decision.make_points(seat, lang) if decision else ""
        style = number_style(POINTS, bold=True)
        if formula:
            shown = "" if points is None else points
            page.put_formula(n, plan.find_column("counted", seat), formula, shown, style)
        else:
            page.put_number(n, plan.find_column("counted", seat), points, style)
    words = say(lang, f"workbook.status.{row.status}")
    style = replace(CENTRED, bold=is_open, colour=INK if is_open else FINE)
    if decision:
        cells = [f"${plan.find_letter('counted', seat)}{n}" for seat in range(1, len(row.counted) + 1)]
        page.put_formula(n, plan.find_column("status"), decision.make_status(cells, lang), words, style)
    else:
        page.put_text(n, plan.find_column("status"), words, style)


def _name_counted(plan: GamesPlan, n: int) -> str:
    """The counted points of row n: $J5:$M5."""
    return f"${plan.find_letter('counted')}{n}:${plan.find_letter('counted', plan.seats)}{n}"


def _find_soloist(plan: GamesPlan, n: int) -> str:
    """The formula of the soloist's seat: the one whose sign no other seat has, when the row has a solo cross."""
    cells, solo = _name_counted(plan, n), f"${plan.find_letter('solo')}{n}"
    plus, minus = f'COUNTIF({cells},">0")', f'COUNTIF({cells},"<0")'
    won, lost = (f"MATCH({pick}({cells}),{cells},0)" for pick in ("MAX", "MIN"))
    seat = f'IF(AND({plus}=1,{minus}>1),{won},IF(AND({minus}=1,{plus}>1),{lost},""))'
    return f'=IF({solo}="x",{seat},"")'


def _set_apart(page: Page, plan: GamesPlan, rows: Sequence[GameRow]) -> None:
    """A strong line above each new sheet, and on both sides of the counted points."""
    sides = (plan.find_column("counted"), plan.find_column("solo"))
    plain = [
        replace(THIN, left="strong") if column in sides else THIN for column in range(1, plan.find_column("words") + 1)
    ]
    first = [replace(edges, top="strong") for edges in plain]
    for n, row in enumerate(rows, FIRST_GAME):
        begins = n > FIRST_GAME and row.sheet != rows[n - FIRST_GAME - 1].sheet
        for column, edges in enumerate(first if begins else plain, 1):
            page.draw_edges(n, column, edges)


def _follow_typing(page: Page, plan: GamesPlan, decided: Sequence[bool]) -> None:
    """Open rows are coloured; only points and the two words of a status may be typed in. `decided`: of each row
    whether its status is decided elsewhere, and nothing may be typed over the formula."""
    status, end = plan.find_letter("status"), plan.last_row
    is_open = f'${status}{FIRST_GAME}="{say(page.lang, "workbook.status.review")}"'
    page.highlights.append(Highlight(f"A{FIRST_GAME}:{plan.find_letter('words')}{end}", is_open, OPEN))
    counted = f"{plan.find_letter('counted')}{FIRST_GAME}:{plan.find_letter('counted', plan.seats)}{end}"
    page.restrictions.append(Restriction(counted, say(page.lang, "workbook.typed.bad-number"), most=_MOST_POINTS))
    for is_decided, begin, stop in _find_runs([*decided, *[False] * (end + 1 - FIRST_GAME - len(decided))]):
        cells = f"{status}{FIRST_GAME + begin}:{status}{FIRST_GAME + stop - 1}"
        refused = Restriction(cells, say(page.lang, "workbook.typed.decided"))
        page.restrictions.append(refused if is_decided else choose_status(cells, page.lang))


def _find_runs(values: Sequence[bool]) -> Iterator[tuple[bool, int, int]]:
    """Runs of equal values: the value, where it begins and where it ends."""
    at = 0
    for value, run in groupby(values):
        begin, at = at, at + len(list(run))
        yield value, begin, at
