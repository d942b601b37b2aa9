"""The worksheet `Stand`: the players sorted by place, to pin on the wall.

Line k shows the player whose order in `Spieler` is k, so that the worksheet sorts itself after a correction. It uses
INDEX and MATCH, which every Excel and LibreOffice computes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from texts.languages import Lang
from texts.sentences import say
from tournament.standings.player import Standing
from tournament.workbook.addresses import name_column
from tournament.workbook.cell_texts import fit_width
from tournament.workbook.page import Highlight, Page, PrintSetup
from tournament.workbook.pages.checks import format_open_count
from tournament.workbook.pages.name_formulas import FIRST_PLAYER as FIRST
from tournament.workbook.pages.players import PlayersPlan, number_lines, sort_by_name
from tournament.workbook.style import GOLD, HEAD, HINT, OPEN, PLACE, POINTS, Style, number_style

_LINE_PT = 24.0
_LETTERS, _LETTERS_OF_TOTAL = 14, 15
"""Sizes in points; large enough to read on the wall."""


def fill_standings(plan: PlayersPlan, lang: Lang, standings: Sequence[Standing], open_items: int) -> Page:
    """The worksheet: a line a player, and empty ones for names that are typed later."""
    page, columns = Page(say(lang, "workbook.tab.standings"), lang), len(plan.rounds) + 6
    page.put_title(say(lang, "workbook.title.standings"), "", columns, aside=say(lang, "workbook.standings.ties"))
    _put_hint(page, plan, open_items)
    lead, rest = ("place", "name"), ("total", "best", "solos", "open")
    before, after = ([say(lang, f"workbook.head.{head}") for head in heads] for heads in (lead, rest))
    page.put_heads(FIRST - 1, [*before, *(round_.tab for round_ in plan.rounds), *after])
    lines = [*_sort_by_line(standings), *[None] * plan.names.spare]
    for k, standing in enumerate(lines, 1):
        _put_standing(page, plan, k, standing)
    page.draw_grid(range(FIRST, FIRST + len(standings)), range(1, columns + 1))
    if lines:
        _highlight(page, len(lines), columns)
    names = fit_width([standing.player.name for standing in standings], 24, 56, size=_LETTERS_OF_TOTAL)
    page.set_widths([9.0, names, *[13.0] * len(plan.rounds), 13.0, 13.0, 13.0, 16.0])
    page.setup = PrintSetup(FIRST - 1, 2, FIRST + len(standings) - 1, columns)
    return page


def _put_hint(page: Page, plan: PlayersPlan, open_items: int) -> None:
    """Whether the standings are provisional; the formula's sentence follows what is settled."""
    which = "settled" if not open_items else "one-open" if open_items == 1 else "many-open"
    words = say(page.lang, f"workbook.standings.{which}", count=open_items)
    settled, one_open = (say(page.lang, f"workbook.standings.{which}") for which in ("settled", "one-open"))
    before, after = say(page.lang, "workbook.standings.many-open", count="\0").split("\0")
    count, too_many = plan.review.count_open_items(page.lang), say(page.lang, "workbook.standings.too-many-names")
    formula = f'IF({count}=0,"{settled}",IF({count}=1,"{one_open}","{before}"&({count})&"{after}"))'
    formula = f'=IF({plan.names.count_too_many()}>0,"{too_many}",{formula})'
    page.put_formula(2, 1, formula, words, replace(HINT, number_format="@"))


def _sort_by_line(standings: Sequence[Standing]) -> list[Standing]:
    """The players in the order of `Stand`."""
    by_name = sort_by_name(standings)
    lines = zip(number_lines(by_name), by_name, strict=True)
    return [standing for _, standing in sorted(lines, key=lambda pair: pair[0])]


def _put_standing(page: Page, plan: PlayersPlan, k: int, standing: Standing | None) -> None:
    """Line k; None for a line that is empty as long as nobody has typed a new name."""
    n, player = FIRST + k - 1, standing.player if standing else None
    line = f"MATCH({k},{plan.find_range(plan.find_column('order'))},0)"

    def put(column: int, what: int, value: int | str | None, style: Style) -> None:
        shown, size = "" if value is None else value, max(style.size, _LETTERS)
        formula = f'=IFERROR(INDEX({plan.find_range(what)},{line}),"")'
        page.put_formula(n, column, formula, shown, replace(style, size=size))

    put(1, plan.find_column("rank"), standing.place if standing else None, number_style(PLACE, bold=True))
    name = Style(bold=True, horizontal="left", indent=1, shrink=True, number_format="@")
    put(2, plan.find_column("name"), player.name if player else None, name)
    for step, round_ in enumerate(plan.rounds):
        points = player.get_points(round_.round) if player else None
        put(3 + step, plan.find_column("round") + step, points, number_style(POINTS))
    after, total = 3 + len(plan.rounds), number_style(POINTS, bold=True)
    total = replace(total, size=_LETTERS_OF_TOTAL, colour=HEAD)
    put(after, plan.find_column("total"), player.total if player else None, total)
    put(after + 1, plan.find_column("best"), player.best_round if player else None, number_style(POINTS))
    put(after + 2, plan.find_column("solos"), player.solos_won if player else None, number_style())
    open_items = number_style(format_open_count(page.lang))
    put(after + 3, plan.find_column("open"), player.open_items if player else None, open_items)
    page.heights[n] = _LINE_PT


def _highlight(page: Page, lines: int, columns: int) -> None:
    """What is provisional is coloured beside its sign; the first three are set off."""
    last, end = name_column(columns), FIRST + lines - 1
    page.highlights += [
        Highlight(f"{last}{FIRST}:{last}{end}", f"N(${last}{FIRST})>0", OPEN),
        Highlight(f"A{FIRST}:{last}{end}", f"AND(ISNUMBER($A{FIRST}),$A{FIRST}<=3)", GOLD),
    ]
