"""The worksheet `Stand`: the players sorted by place, to pin on the wall.

Line k shows the player whose order in `Spieler` is k, so that the worksheet sorts itself after a correction. It uses
INDEX and MATCH, which every Excel and LibreOffice computes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from texts.languages import Lang
from texts.sentences import say
from tournament.evening.book import Book
from tournament.handout.workbook.names_plan import FIRST_PLAYER as FIRST
from tournament.handout.workbook.names_plan import Extra, PlayersPlan
from tournament.handout.workbook.players_tab import number_lines, sort_by_name
from tournament.handout.workbook.worksheet import (
    GOLD,
    HEAD,
    HINT,
    OPEN,
    PLACE,
    POINTS,
    TITLE,
    Highlight,
    Page,
    PrintSetup,
    Style,
    fit_width,
    format_open_count,
    name_column,
    number_style,
)
from tournament.review.waiting import count_unnamed, is_final, name_settled_state, name_stage, name_state, write_day
from tournament.standings.places import Standing

_LINE_PT = 24.0
_LETTERS, _LETTERS_OF_TOTAL = 14, 15
"""Sizes in points; large enough to read on the wall."""

_ASIDE = Style(bold=True, size=14, colour=HEAD, horizontal="right", shrink=True)
_START_WIDTH = 9.5


def fill_standings(plan: PlayersPlan, lang: Lang, book: Book) -> Page:
    """The worksheet: a line a player, and empty ones for names that are typed later. The last column is for the desk
    and is not printed."""
    page, heads = Page(say(lang, "workbook.tab.standings"), lang), _list_heads(plan, lang)
    standings, columns = book.standings, len(heads)
    _put_title(page, plan, book, columns)
    _put_hint(page, plan, book)
    page.put_heads(FIRST - 1, heads)
    lines = [*_sort_by_line(standings), *[None] * plan.names.spare]
    for k, standing in enumerate(lines, 1):
        _put_standing(page, plan, k, standing)
    page.draw_grid(range(FIRST, FIRST + len(standings)), range(1, columns + 1))
    if lines:
        _highlight(page, len(lines), columns, book.closed)
    names = fit_width([standing.player.name for standing in standings], 24, 56, size=_LETTERS_OF_TOTAL)
    start = [_START_WIDTH for _ in _list_start(plan)]
    page.set_widths([12.0, names, *[10.0] * len(plan.rounds), 11.0, 10.0, 11.0, *start, 16.0])
    page.foot = say(lang, "wall.parted-note" if any(one.parted_by for one in standings) else "wall.ties-note")
    last = _list_below(page, FIRST + len(lines), book) if book.absent or book.changes else FIRST + len(standings) - 1
    page.setup = PrintSetup(FIRST - 1, 2, last, columns - 1, upright=True)
    return page


def _list_below(page: Page, n: int, book: Book) -> int:
    """Below the list who plays and is on no sheet yet, and what was changed after closing; gives the last row."""
    for player in book.absent:
        page.put_text(n, 1, say(page.lang, "wall.missing"), HINT)
        page.put_text(n, 2, player.name, HINT)
        n += 1
    told = [f"{say(page.lang, 'wall.changed')}:", *(one.in_(page.lang) for one in book.changes)]
    for words in told if book.changes else ():
        page.put_text(n, 1, words, HINT)
        n += 1
    return n - 1


def _list_heads(plan: PlayersPlan, lang: Lang) -> list[str]:
    lead, rest = ("place", "name"), ("total", "best", "solos", *_list_start(plan), "open")
    before, after = ([say(lang, f"workbook.head.{head}") for head in heads] for heads in (lead, rest))
    return [*before, *(round_.tab for round_ in plan.rounds), *after]


def _list_start(plan: PlayersPlan) -> tuple[Extra, ...]:
    """The column of start numbers, where the tournament knows any; clubs would make the letters small."""
    return tuple(extra for extra in plan.extras if extra == "start")


def _put_title(page: Page, plan: PlayersPlan, book: Book, columns: int) -> None:
    """How far the tournament has come, which is final only as long as nothing is open; then its title and date."""
    lang, middle = page.lang, 2
    words = [book.title, write_day(book.day, lang)]
    page.put_title("", "", columns - 1, aside=" · ".join(filter(None, words)))
    page.put_text(1, middle + 1, " · ".join(filter(None, words)), _ASIDE)
    stage, final = (name_stage(book, final=final).in_(lang) for final in (False, True))
    if not book.closed:
        page.put_text(1, 1, stage, replace(TITLE, shrink=True))
        return
    now = final if is_final(book) else stage
    page.put_formula(1, 1, f'=IF({_ask_final(plan, lang)},"{final}","{stage}")', now, replace(TITLE, shrink=True))


def _ask_final(plan: PlayersPlan, lang: Lang) -> str:
    """The condition that nothing is open but what was signed off; all rounds are closed."""
    return f"({plan.review.count_unsigned(lang)})+{plan.names.count_unnamed()}=0"


def _put_hint(page: Page, plan: PlayersPlan, book: Book) -> None:
    """Whether the standings are provisional; the formula's sentence follows what is settled."""
    lang, count, unnamed = page.lang, plan.review.count_open_items(page.lang), plan.names.count_unnamed()
    settled = name_settled_state(book).in_(lang)
    one_open, nameless, too_many = (
        say(lang, f"workbook.standings.{which}") for which in ("one-open", "unnamed", "too-many-names")
    )
    before, after = say(lang, "workbook.standings.many-open", count="\0").split("\0")
    formula = f'IF({count}=1,"{one_open}",IF({unnamed}>0,"{nameless}","{settled}"))'
    formula = f'IF({count}>1,"{before}"&({count})&"{after}",{formula})'
    if book.closed and plan.review.signed:
        signed_off = say(lang, "wall.state.signed-off")
        formula = f'IF(AND({count}>0,{_ask_final(plan, lang)}),"{signed_off}",{formula})'
    formula = f'=IF({plan.names.count_too_many()}>0,"{too_many}",{formula})'
    which = "many-open" if book.open_items > 1 else "one-open" if book.open_items else "unnamed"
    words = say(lang, f"workbook.standings.{which}", count=book.open_items)
    now = words if book.open_items or count_unnamed(book) else settled
    if is_final(book):
        now = name_state(book).in_(lang)
    page.put_formula(2, 1, formula, now, replace(HINT, number_format="@"))


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
        found = f"INDEX({plan.find_range(what)},{line})"
        found = f'IF({found}="","",{found})' if what >= plan.find_column("start") else found  # else 0 for an empty cell
        page.put_formula(n, column, f'=IFERROR({found},"")', shown, replace(style, size=size))

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
    start = _list_start(plan)
    for column, what in enumerate(start, after + 3):
        put(column, plan.find_column(what), (player.start or None) if player else None, number_style())
    put(after + 3 + len(start), plan.find_column("open"), player.open_items if player else None, open_items)
    page.heights[n] = _LINE_PT


def _highlight(page: Page, lines: int, columns: int, complete: bool) -> None:
    """The first three are set off. What is provisional has a word at its place, and a colour beside its sign; below
    the heading of final standings no place is."""
    last, end, word = name_column(columns), FIRST + lines - 1, say(page.lang, "workbook.status.open-place")
    final = say(page.lang, "wall.stage.final")
    may_change = f"N(${last}{FIRST})>0"
    may_change = f'AND({may_change},$A$1<>"{final}")' if complete else may_change
    page.highlights += [
        Highlight(f"{last}{FIRST}:{last}{end}", f"N(${last}{FIRST})>0", OPEN),
        Highlight(f"A{FIRST}:A{end}", may_change, number_format=word),
        Highlight(f"A{FIRST}:{last}{end}", f"AND(ISNUMBER($A{FIRST}),$A{FIRST}<=3)", GOLD),
    ]
