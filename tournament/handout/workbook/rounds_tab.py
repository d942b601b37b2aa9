"""One worksheet per round: every table with its players, their points as formulas over `Spiele`, and its zero check.

Beside them the worksheet `Info`: what made this workbook, from which photographs, and by which thresholds.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from texts.languages import Lang
from texts.sentences import say
from tournament.evening.book import Book
from tournament.evening.counted_sheets import CountedSheet
from tournament.evening.item_names import name_seat_item
from tournament.handout.workbook.workbook_plan import HIDDEN_SEAT_HEADS, SEAT_HEADS, PlayersPlan, RoundPlan, trim_name
from tournament.handout.workbook.worksheet import (
    BOLD,
    CENTRED,
    HEAD,
    NUMBER,
    OPEN,
    POINTS,
    WRAPPED,
    CropSource,
    Page,
    PrintSetup,
    Style,
    check_zero,
    count_lines,
    fit_width,
    format_open_count,
    number_style,
    put_picture,
    say_heads,
    say_zero_check,
)
from tournament.judging.written_sheet import parse_number
from tournament.remarks import SeatText, attribute_faults

_INFO_COLUMNS = 3
_WIDE = 100.0
"""Width of the second column of `Info` in characters."""
_INFO_LINE_PT = 15.0
_PART: Style = BOLD | {"font_size": 12, "font_color": HEAD}
_LEFT: Style = NUMBER | {"align": "left", "valign": "bottom"}
_HALF = 0.5
"""Fewer expected fields than this round to none; the report has the numbers."""

_SEAT_LINE_PT = 19.5
"""26 pixels; 24 lines fit on a page."""
_NAME_PX = 24
"""Height of the pictures of names."""


def fill_info(lang: Lang, book: Book, program: str, made: datetime, noted: str = "") -> Page:
    """The worksheet: facts, what was changed after closing, unused photographs with their reasons, repeats, all
    photographs, thresholds. `noted`: the entry that it is made from."""
    page = Page(say(lang, "workbook.tab.info"), lang)
    page.put_title(say(lang, "workbook.title.info"), f"Kiebitz {program}", _INFO_COLUMNS)
    n = _put_facts(page, 4, book, program, made)
    if noted:
        page.put(n - 1, 1, say(lang, "workbook.info.noted"), BOLD)
        page.put(n - 1, 2, noted)
        n += 1
    if book.changes:
        after = {True: say(lang, "workbook.info.closed"), False: say(lang, "workbook.info.handed-out")}
        changed = [(after[one.closed], one.in_(lang)) for one in book.changes]
        n = _put_list(page, n, say(lang, "wall.changed"), changed)
    unusable = [(entry.photo, entry.problem.in_(lang)) for entry in book.unusable]
    n = _put_list(page, n, say(lang, "workbook.info.unusable"), unusable)
    n = _put_list(page, n, say(lang, "workbook.info.repeats"), _list_repeats(book, lang))
    n = _put_list(page, n, say(lang, "workbook.info.photos"), book.photos)
    limits = book.limits.list_thresholds()
    after_limits = _put_list(page, n, say(lang, "workbook.info.limits"), [(name, "") for name, _ in limits])
    for row, (_, value) in enumerate(limits, n + 1):  # as numbers, which every Excel shows with its own comma
        page.put(row, 2, float(value), _LEFT | {"num_format": "General"})
    page.widths = [34.0, _WIDE, 4.0]
    page.setup = PrintSetup(2, 0, after_limits, _INFO_COLUMNS)
    return page


def _put_facts(page: Page, n: int, book: Book, program: str, made: datetime) -> int:
    """Program, rule set, date, open items, trust; gives the row after them and an empty one."""
    lang, rules = page.lang, book.rules
    version = say(lang, "workbook.info.version", version=rules.version)
    page.put(n, 2, f"Kiebitz {program}")
    page.put(n + 1, 2, f"{rules.title.in_(lang)} ({rules.id}, {version})")
    date = _LEFT | {"num_format": say(lang, "workbook.info.date-format")}
    page.put(n + 2, 2, made.replace(tzinfo=None, microsecond=0), date)
    page.put(n + 3, 2, book.open_items, _LEFT)
    page.put(n + 4, 2, _say_trust(book, lang))
    for step, fact in enumerate(("program", "rules", "date", "open", "trust")):
        page.put(n + step, 1, say(lang, f"workbook.info.{fact}"), BOLD)
    return n + 6


def _say_trust(book: Book, lang: Lang) -> str:
    """How many fields may be read wrongly without a question, as far as the readings can say it."""
    trust = book.trust
    key = "workbook.info.none-expected" if trust.expected < _HALF else "workbook.info.expected"
    return say(lang, key, rows=trust.rows, expected=trust.expected, most=trust.most)


def _list_repeats(book: Book, lang: Lang) -> list[tuple[str, str]]:
    """The sheets that were photographed more than once."""
    return [
        (say(lang, "workbook.info.sheet", sheet=entry.number), finding.message(lang, entry.make_labels("")))
        for entry in book.entries
        for finding in entry.sheet.findings
        if finding.code == "duplicate-sheet"
    ]


def _put_list(page: Page, n: int, title: str, rows: Iterable[tuple[str, str]]) -> int:
    """One headed list of two columns; gives the row after it and an empty one."""
    page.put(n, 1, title, _PART)
    for first, second in list(rows) or [(say(page.lang, "workbook.info.none"), "")]:
        n += 1
        page.put(n, 1, first)
        page.put(n, 2, second, WRAPPED)
        page.heights[n] = _INFO_LINE_PT * count_lines([second], _WIDE)
    return n + 2


def fill_round(plan: RoundPlan, lang: Lang, players: PlayersPlan, crop: CropSource | None) -> Page:
    """The worksheet, one line a player."""
    page, first, last = Page(plan.tab, lang, plan.heads), plan.rows.start, len(SEAT_HEADS)
    page.put_title(plan.tab, say(lang, "workbook.hint.round"), last)
    page.put_heads(first - 1, say_heads(lang, SEAT_HEADS))
    for head in ("item", "exported"):
        page.put(first - 1, head, say(lang, f"workbook.head.{head}"))
    n, begins = first, []
    for entry in plan.entries:
        begins.append(n)
        with attribute_faults(entry.number):
            for seat in range(1, len(entry.names) + 1):
                _put_line(page, n, entry, seat, players, crop)
                _put_name(page, n, plan, players, entry, seat)
                n += 1
            _put_zero_check(page, plan, range(begins[-1], n), entry)
    page.draw_grid(plan.rows, last, above=begins)
    long = [name for entry in plan.entries for name in entry.names]
    page.widths = [8.0, 8.0, 8.0, 6.0, fit_width(long, 16, 40), 22.0, 10.0, 12.0, 10.0, 12.0, 9.0, 20.0]
    page.hidden_columns = HIDDEN_SEAT_HEADS
    page.highlight(f"A{first}:{plan.find_letter('check')}{n}", f"{plan.name_cell('open', first)}>0", bg_color=OPEN)
    page.setup = PrintSetup(first - 1, 0, n - 1, page.find_column("check"))
    return page


def _put_line(
    page: Page, n: int, entry: CountedSheet, seat: int, players: PlayersPlan, crop: CropSource | None
) -> None:
    sheet, review, cell = entry.sheet, players.review, f"$B{n}"
    page.put(n, "table", entry.table)
    page.put(n, "sheet", entry.number)
    page.put(n, "seat", seat)
    if crop is not None and (field := sheet.source.names[seat - 1]) is not None:
        put_picture(page, n, page.find_column("handwriting"), crop(sheet.source, [field]), height_px=_NAME_PX)
    points = number_style(POINTS, bold=True)
    page.put(n, "points", sheet.totals[seat - 1], points, f"={review.games.sum_points(cell, seat)}")
    written = parse_number(sheet.sums[seat - 1])
    if written.mark == "number":
        page.put(n, "written-sum", written.value, number_style(POINTS))
    else:  # as the players wrote it, to compare
        page.put(n, "written-sum", sheet.sums[seat - 1] or "–", CENTRED)
    won = sum(row.soloist == seat and (row.points[seat - 1] or 0) > 0 for row in sheet.rows)
    page.put(n, "solos", won, None, f"={review.games.count_solos_won(cell, seat)}")
    style = number_style(format_open_count(page.lang))
    page.put(n, "open", sheet.open_items, style, f"={review.count_open_items(page.lang, cell)}")
    page.heights[n] = _SEAT_LINE_PT


def _put_name(page: Page, n: int, plan: RoundPlan, players: PlayersPlan, entry: CountedSheet, seat: int) -> None:
    """The name, which may be typed anew, and the player for whom the line counts."""
    player = players.find_player(entry.names[seat - 1])
    who, label = trim_name(player.name), SeatText(entry.number, seat).in_(page.lang)
    values: dict[str, int | str] = {"who": who, "found": player.number, "new": 0, "number": player.number}
    values["unnamed"] = int(who.casefold() == label.casefold())
    page.put(n, "name", player.name, BOLD)
    for head, formula in players.make_formulas(plan, n, label).items():
        # in the middle, what is hidden would show in the column before
        page.put(n, head, values[head], _LEFT if head in HIDDEN_SEAT_HEADS else NUMBER, formula)
    page.put(n, "item", name_seat_item(entry.sheet.source, seat))
    page.put(n, "exported", player.name)


def _put_zero_check(page: Page, plan: RoundPlan, lines: range, entry: CountedSheet) -> None:
    """The table's points added up, in its first line: they must be 0."""
    first, last = (plan.name_cell("points", n) for n in (lines[0], lines[-1]))
    page.put(lines[0], "check", say_zero_check(sum(entry.sheet.totals)), None, check_zero(f"{first}:{last}"))
