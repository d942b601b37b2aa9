"""The worksheets `Spiele`, with every played row, and `Prüfung`, with every open item.

Corrections of points are typed only into `Spiele`. Its formulas follow the decision chosen in `Prüfung`: the points of
an open row, and whether it is settled. Each item of `Prüfung` has a picture of its ink.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from texts.languages import Lang
from texts.sentences import say
from tournament.handout.workbook.decision_cells import DecisionCell, Decisions, TogetherRows, write_cross
from tournament.handout.workbook.exported_cells import write_exported_item, write_exported_row
from tournament.handout.workbook.workbook_plan import ITEM_HEADS, GamesPlan, PlayersPlan, ReviewPlan, trim_name
from tournament.handout.workbook.worksheet import (
    BOLD,
    CENTRED,
    FAINT,
    FINE,
    GOLD,
    INK,
    NOTHING,
    OPEN,
    POINTS,
    WRAPPED,
    CropSource,
    Page,
    PrintSetup,
    Style,
    choose_check,
    count_lines,
    fit_width,
    number_style,
    put_check,
    put_picture,
    say_heads,
)
from tournament.remarks import RoundText, attribute_faults
from tournament.review.game_rows import GameRow
from tournament.review.open_items import OpenItem

_REASON, _WORDS = 16.0, 54.0
"""Widths of a typed reason and of the findings in characters; the page across then has letters of about 5 points."""
_MOST_POINTS = 999
"""Largest number of points that may be typed in."""
_LINE_PT, _HIGHEST_PT = 15.0, 400.0

_ITEM_WIDTHS = (7.0, 18.0, 14.0, 78.0, 24.0, 52.0, 34.0, 10.0, 24.0, 20.0)
_PICTURE_PX, _NAME_PX = (540, 96), 64
"""Widest and highest picture; a photographed row of a sheet is about 14 times as wide as high, and the players' names
stand above it. Excel's column of 78 characters has 546 pixels; a name by itself would fill it, and is kept lower."""
_INPUT: Style = BOLD | CENTRED | {"bg_color": GOLD}
"""The style of a cell in which a decision is chosen."""


def fill_games(
    plan: GamesPlan, lang: Lang, rows: Sequence[GameRow], decisions: Decisions, together: TogetherRows
) -> Page:
    """The worksheet with all its rows. `decisions`: where what an open row counts is decided; `together`: the rows that
    are asked about with others."""
    page, first = Page(plan.tab, lang, plan.heads), plan.rows.start
    last, filled = page.find_column("findings"), plan.rows[: len(rows)]
    page.put_title(say(lang, "workbook.title.games"), say(lang, "workbook.hint.games"), last)
    _put_game_heads(page, plan)
    for n, row in zip(filled, rows, strict=True):
        with attribute_faults(row.sheet):
            _put_row(page, plan, n, row)
            _put_counted(page, plan, n, row, decisions.get((row.sheet, row.game)))
            if (formula := together.get((row.sheet, row.game))) is not None:
                page.put(n, "together", 1, None, formula)
    begins = {n for n, row, before in zip(filled[1:], rows[1:], rows, strict=False) if row.sheet != before.sheet}
    page.draw_grid(filled, last, above=begins, left=[page.find_column(head) for head in ("counted1", "solo")])
    _restrict_games(page, plan, [row.status == "review" and (row.sheet, row.game) in decisions for row in rows])
    photo, game = fit_width([row.photo for row in rows], 12, 24), fit_width([row.game for row in rows], 7, 16)
    page.widths = [7.0, photo, 7.5, 7.0, game, *[7.0] * (2 * plan.seats), 6.5, 7.5, 7.5, 10.0, _REASON, _WORDS]
    page.hidden_columns = ["item", "exported", "together"]
    page.filter = f"A{first - 1}:{plan.find_letter('findings')}{first + max(1, len(rows)) - 1}"
    page.setup = PrintSetup(first - 1, 5, first + len(rows) - 1, last)
    return page


def _put_game_heads(page: Page, plan: GamesPlan) -> None:
    """The headings; above those of the seats the words for what is written and what counts."""
    lang, above = page.lang, plan.rows.start - 2
    seats = [say(lang, "workbook.head.numbered-seat", seat=seat) for seat in range(1, plan.seats + 1)]
    page.put_heads(above + 1, [*say_heads(lang, plan.heads[:5]), *seats, *seats, *say_heads(lang, plan.heads[-9:])])
    groups = {page.find_column(f"{what}1"): say(lang, f"workbook.head.{what}") for what in ("written", "counted")}
    page.put_heads(above, [groups.get(column, "") for column in range(1, page.find_column("findings") + 1)])
    page.heights[above] = 18.0
    page.merged += [(above, first, first + plan.seats - 1) for first in groups]


def _put_row(page: Page, plan: GamesPlan, n: int, row: GameRow) -> None:
    number = int(row.game) if row.game.isdecimal() else row.game
    for head, value in (("sheet", row.sheet), ("photo", row.photo), ("round", row.round), ("table", row.table)):
        page.put(n, head, value)
    page.put(n, "game", number, None if isinstance(number, int) else CENTRED)
    for seat, text in enumerate(row.written, 1):
        page.put(n, f"written{seat}", text, CENTRED | {"font_color": FAINT})
    page.put(n, "soloist", row.soloist or "", None, _find_soloist(plan, n))
    total = sum(points or 0 for points in row.counted)
    put_check(page, n, _name_counted(plan, n), total, choose_check(plan.rules, offence=row.offence))
    page.put(n, "findings", row.words, WRAPPED)
    page.put(n, "item", row.item)
    page.put(n, "exported", write_exported_row(row))
    page.heights[n] = min(_HIGHEST_PT, _LINE_PT * count_lines([row.words], _WORDS))


def _put_counted(page: Page, plan: GamesPlan, n: int, row: GameRow, decision: DecisionCell | None) -> None:
    """Points, solo and status: values, or for an open row formulas on its decision. Points may be typed over."""
    lang, is_open = page.lang, row.status == "review"
    for seat, points in enumerate(row.counted, 1):
        formula = decision.make_points(seat, lang) if decision else ""
        shown = "" if formula and points is None else points
        page.put(n, f"counted{seat}", shown, number_style(POINTS, bold=True), formula)
    page.put(n, "solo", write_cross(row.solo), CENTRED, decision.make_solo(lang) if decision else "")
    style = CENTRED | {"bold": is_open, "font_color": INK if is_open else FINE}
    cells = [plan.name_cell(f"counted{seat}", n) for seat in range(1, len(row.counted) + 1)]
    formula = decision.make_status(cells, lang) if decision and is_open else ""
    page.put(n, "status", say(lang, f"workbook.status.{row.status}"), style, formula)


def _name_counted(plan: GamesPlan, n: int) -> str:
    """The range of the counted points of row n: $J5:$M5."""
    return f"{plan.name_cell('counted1', n)}:{plan.name_cell(f'counted{plan.seats}', n)}"


def _find_soloist(plan: GamesPlan, n: int) -> str:
    """The formula of the soloist's seat: the one whose sign no other seat has, when the row has a solo cross."""
    cells = _name_counted(plan, n)
    plus, minus = f'COUNTIF({cells},">0")', f'COUNTIF({cells},"<0")'
    won, lost = (f"MATCH({pick}({cells}),{cells},0)" for pick in ("MAX", "MIN"))
    seat = f'IF(AND({plus}=1,{minus}>1),{won},IF(AND({minus}=1,{plus}>1),{lost},""))'
    if plan.rules.rows.side is not None:  # who plays alone has points alone, or is the only one without
        number, pick = (plus, won) if plan.rules.rows.side == "plus" else (minus, lost)
        seat = f'IF({number}=1,{pick},IF({number}=3,MATCH(0,{cells},0),""))'
    return f'=IF({plan.name_cell("solo", n)}="x",{seat},"")'


def _restrict_games(page: Page, plan: GamesPlan, decided: Sequence[bool]) -> None:
    """Colours open rows, and allows only points and the two words of a status as input. `decided`: for each row whether
    its status is a formula on a decision, over which nothing may be typed."""
    lang, first, end, status = page.lang, plan.rows.start, plan.rows.stop - 1, plan.find_letter("status")
    is_open, is_ok = (say(lang, f"workbook.status.{one}") for one in ("review", "ok"))
    page.highlight(f"A{first}:{plan.find_letter('findings')}{end}", f'${status}{first}="{is_open}"', bg_color=OPEN)
    points = {"validate": "integer", "criteria": "between", "minimum": -_MOST_POINTS, "maximum": _MOST_POINTS}
    left, right = (plan.find_letter(f"counted{seat}") for seat in (1, plan.seats))
    page.restrict(f"{left}{first}:{right}{end}", "workbook.typed.bad-number", points)
    at = first
    for is_decided, run in groupby([*decided, *[False] * (len(plan.rows) - len(decided))]):
        cells, at = f"{status}{at}:{status}", at + len(list(run))
        if is_decided:
            page.restrict(f"{cells}{at - 1}", "workbook.typed.decided", NOTHING)
        else:
            words = {"validate": "list", "source": [is_ok, is_open]}
            page.restrict(f"{cells}{at - 1}", "workbook.typed.bad-status", words)


def fill_review(
    plan: ReviewPlan, lang: Lang, items: Sequence[OpenItem], crop: CropSource | None, players: PlayersPlan
) -> Page:
    """The worksheet, one line per item."""
    page, first, last = Page(plan.tab, lang, plan.heads), plan.rows.start, len(ITEM_HEADS)
    page.put_title(say(lang, "workbook.title.review"), say(lang, "workbook.hint.review"), last)
    page.put_heads(first - 1, say_heads(lang, plan.heads if plan.signed or plan.missing else plan.heads[:-2]))
    for n, item in zip(plan.rows, items, strict=False):
        with attribute_faults(item.sheet):
            _put_item(page, n, item, crop)
            _put_status(page, plan, n, item, players)
            # a name that is asked for is typed in its round
            page.put(n, "decision", "–" if item.seat else "", CENTRED if item.seat else _INPUT)
            page.put(n, "reason", "", WRAPPED)
            page.put(n, "item", item.item)
            page.put(n, "exported", write_exported_item(item, lang))
            if item.item in plan.signed:
                page.put(n, "signed", 1)
            if item.missing:
                page.put(n, "together", 1)
    if not items:
        page.put(first, 1, say(lang, "workbook.item.nothing-open"), BOLD)
    page.draw_grid(plan.rows[: len(items)], last)
    page.widths, page.hidden_columns = _ITEM_WIDTHS, ["item", "exported", "signed", "together"]
    _restrict_items(page, plan, items)
    page.setup = PrintSetup(first - 1, 3, plan.rows.stop - 1, last)
    return page


def _put_item(page: Page, n: int, item: OpenItem, crop: CropSource | None) -> None:
    source = [item.photo, *_say_table(item, page.lang)]
    seats = [f"{name}: {text or '–'}" for name, text in zip(item.names, item.written, strict=False)]
    page.put(n, "sheet", item.sheet, number_style(bold=True))
    page.put(n, "photo", "\n".join(source), WRAPPED)
    page.put(n, "where", item.place, WRAPPED | BOLD)
    picture = crop(item.entry.sheet.source, item.fields) if crop and item.entry and item.fields else None
    highest = _NAME_PX if item.seat else _PICTURE_PX[1]
    at = page.find_column("picture")
    height = put_picture(page, n, at, picture, height_px=highest, width_px=_PICTURE_PX[0])
    texts: dict[str, Sequence[str]] = {"written": seats, "findings": item.findings, "proposal": item.proposals}
    for head, words in texts.items():
        page.put(n, head, "\n".join(words), WRAPPED | {"valign": "top"})
    widths = dict(zip(page.heads, _ITEM_WIDTHS, strict=False))
    most = max(2, *(count_lines(words, widths[head]) for head, words in (texts | {"photo": source}).items()))
    page.heights[n] = min(_HIGHEST_PT, max(most * _LINE_PT, height * 0.75 + 6))


def _say_table(item: OpenItem, lang: Lang) -> list[str]:
    """The round and the table, as far as they are known, so that one knows whom to ask."""
    entry = item.entry
    if entry is None or entry.round is None:
        return []
    round_ = RoundText(entry.round).in_(lang)
    return [round_ if entry.table is None else say(lang, "workbook.place.table", round=round_, table=entry.table)]


def _put_status(page: Page, plan: ReviewPlan, n: int, item: OpenItem, players: PlayersPlan) -> None:
    """Always a formula: a row has the status that it has in `Spiele`; a missing name is settled once it is typed into
    its round, anything else by its decision. A click on the place leads to the row's points, or to the name."""
    is_open, is_ok = (say(page.lang, f"workbook.status.{status}") for status in ("review", "ok"))
    if item.game and item.sheet:
        row = plan.games.games[item.sheet, item.game]
        still_open = f'{plan.games.find_cell("status", row)}="{is_open}"'
        page.link_cell(n, "where", f"'{plan.games.tab}'!{plan.games.find_letter('counted1')}{row}")
    elif item.entry and (seats := _list_asked(item)):
        cells = [players.seats[item.entry.number, seat] for seat in seats]
        names = [trim_name(item.entry.names[seat - 1]) for seat in seats]
        unnamed = [f'{one.find_cell("who", row)}="{name}"' for (one, row), name in zip(cells, names, strict=True)]
        still_open = f"OR({','.join(unnamed)})" if len(unnamed) > 1 else unnamed[0]
        page.link_cell(n, "where", cells[0][0].find_cell("name", cells[0][1]))
    else:
        still_open = f'{plan.name_cell("decision", n)}=""'
    page.put(n, "status", is_open, number_style("@", bold=True), f'=IF({still_open},"{is_open}","{is_ok}")')


def _list_asked(item: OpenItem) -> Sequence[int]:
    """The seats whose players the item asks for."""
    return range(1, len(item.names) + 1) if item.order else [item.seat] if item.seat else []


def _restrict_items(page: Page, plan: ReviewPlan, items: Sequence[OpenItem]) -> None:
    """Restricts a decision to those that the item offers, protects the status, and colours open items."""
    lang, decision, status = page.lang, plan.find_letter("decision"), plan.find_letter("status")
    offers: dict[tuple[str, ...], list[str]] = {}
    names = []
    for n, item in zip(plan.rows, items, strict=False):
        if item.seat:
            names.append(f"{decision}{n}")
        else:
            accept = ((say(lang, "workbook.decision.accept"), None),)
            struck = (pair for _, one in item.doubled for pair in one.list_words(lang) if pair[1])
            offered = (*(item.choice.list_words(lang) if item.choice else accept), *struck)
            offers.setdefault(tuple(words for words, _ in offered), []).append(f"{decision}{n}")
    for words, cells in offers.items():
        page.restrict(" ".join(cells), "workbook.typed.bad-decision", {"validate": "list", "source": list(words)})
    if names:
        page.restrict(" ".join(names), "workbook.typed.name-elsewhere", NOTHING)
    every = f"{status}{plan.rows.start}:{status}{plan.rows.stop - 1}"
    page.restrict(every, "workbook.typed.decided", NOTHING)
    is_open = say(lang, "workbook.status.review")
    page.highlight(every, f'${status}{plan.rows.start}="{is_open}"', bg_color=OPEN)
