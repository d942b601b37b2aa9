"""One worksheet per round: every table with its players, their points as formulas over `Spiele`, and its zero check.

Beside them the worksheet `Info`: what made this workbook, from which photographs, and by which thresholds.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime

from texts.languages import Lang
from texts.sentences import say
from tournament.evening.book import Book
from tournament.evening.counted_sheets import CountedSheet
from tournament.evening.item_names import name_seat_item
from tournament.handout.workbook.names_plan import (
    FIRST_SEAT,
    HEADS,
    HIDDEN,
    NamesPlan,
    RoundPlan,
    label_seat,
    trim_name,
)
from tournament.handout.workbook.workbook_plan import ReviewPlan
from tournament.handout.workbook.worksheet import (
    BOLD,
    CENTRED,
    HEAD,
    NUMBER,
    OPEN,
    POINTS,
    THIN,
    WRAPPED,
    CropSource,
    Highlight,
    Page,
    PrintSetup,
    Style,
    check_zero,
    count_lines,
    fit_width,
    format_open_count,
    name_column,
    number_style,
    put_picture,
    say_zero_check,
)
from tournament.judging.written_sheet import parse_number
from tournament.remarks import attribute_faults

_COLUMNS = 3
_WIDE = 100.0
"""Width of the second column in characters."""

_INFO_LINE_PT = 15.0
_PART = Style(bold=True, size=12, colour=HEAD)
_LEFT = replace(NUMBER, horizontal="left", vertical="bottom")
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
    page.put_title(say(lang, "workbook.title.info"), f"Kiebitz {program}", _COLUMNS)
    n = _put_facts(page, 4, book, program, made)
    if noted:
        page.put_text(n - 1, 1, say(lang, "workbook.info.noted"), BOLD)
        page.put_text(n - 1, 2, noted)
        n += 1
    if book.changes:
        after = {True: say(lang, "workbook.info.closed"), False: say(lang, "workbook.info.handed-out")}
        changed = [(after[one.closed], one.in_(lang)) for one in book.changes]
        n = _put_list(page, n, say(lang, "wall.changed"), changed)
    unusable = [(entry.photo, entry.problem.in_(lang)) for entry in book.unusable]
    n = _put_list(page, n, say(lang, "workbook.info.unusable"), unusable)
    n = _put_list(page, n, say(lang, "workbook.info.repeats"), _list_repeats(book, lang))
    n = _put_list(page, n, say(lang, "workbook.info.photos"), book.photos)
    n = _put_limits(page, n, book)
    page.set_widths([34.0, _WIDE, 4.0])
    page.setup = PrintSetup(2, 0, n, _COLUMNS)
    return page


def _put_facts(page: Page, n: int, book: Book, program: str, made: datetime) -> int:
    """Program, rule set, date, open items, trust; gives the row after them and an empty one."""
    lang, rules = page.lang, book.rules
    for step, fact in enumerate(("program", "rules", "date", "open", "trust")):
        page.put_text(n + step, 1, say(lang, f"workbook.info.{fact}"), BOLD)
    version = say(lang, "workbook.info.version", version=rules.version)
    page.put_text(n, 2, f"Kiebitz {program}")
    page.put_text(n + 1, 2, f"{rules.title.in_(lang)} ({rules.id}, {version})")
    date = replace(_LEFT, number_format=say(lang, "workbook.info.date-format"))
    page.put_number(n + 2, 2, made.replace(tzinfo=None, microsecond=0), date)
    page.put_number(n + 3, 2, book.open_items, _LEFT)
    page.put_text(n + 4, 2, _say_trust(book, lang))
    return n + 6


def _say_trust(book: Book, lang: Lang) -> str:
    """How many fields may be read wrongly without a question, as far as the readings can say it."""
    trust = book.trust
    none = trust.expected < _HALF
    return say(
        lang,
        "workbook.info.none-expected" if none else "workbook.info.expected",
        rows=trust.rows,
        expected=trust.expected,
        most=trust.most,
    )


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
    page.put_text(n, 1, title, _PART)
    for first, second in list(rows) or [(say(page.lang, "workbook.info.none"), "")]:
        n += 1
        page.put_text(n, 1, first)
        page.put_text(n, 2, second, WRAPPED)
        page.heights[n] = _INFO_LINE_PT * count_lines([second], _WIDE)
    return n + 2


def _put_limits(page: Page, n: int, book: Book) -> int:
    """The thresholds as numbers, which every Excel shows with its own comma."""
    limits = book.limits.list_thresholds()
    after = _put_list(page, n, say(page.lang, "workbook.info.limits"), [(name, "") for name, _ in limits])
    for row, (_, value) in enumerate(limits, n + 1):
        page.put_number(row, 2, float(value), replace(_LEFT, number_format="General"))
    return after


def fill_round(plan: RoundPlan, lang: Lang, review: ReviewPlan, names: NamesPlan, crop: CropSource | None) -> Page:
    """The worksheet, one line a player."""
    page, n = Page(plan.tab, lang), FIRST_SEAT
    page.put_title(plan.tab, say(lang, "workbook.hint.round"), len(HEADS))
    page.put_heads(FIRST_SEAT - 1, [say(lang, f"workbook.head.{head}") for head in HEADS])
    page.put_text(FIRST_SEAT - 1, plan.find_column("item"), say(lang, "workbook.head.item"))
    for entry in plan.entries:
        with attribute_faults(entry.number):
            for seat in range(1, len(entry.names) + 1):
                _put_line(page, n, entry, seat, review, crop)
                _put_name(page, n, plan, names, entry, seat)
                n += 1
            _put_zero_check(page, plan, n - len(entry.names), entry)
    page.draw_grid(range(FIRST_SEAT, n), range(1, len(HEADS) + 1))
    _set_apart(page, plan)
    long = [name for entry in plan.entries for name in entry.names]
    page.set_widths([8.0, 8.0, 8.0, 6.0, fit_width(long, 16, 40), 22.0, 10.0, 12.0, 10.0, 12.0, 9.0])
    page.hidden_columns = [plan.find_column(what) for what in HIDDEN]
    is_open = f"${plan.find_letter('open')}{FIRST_SEAT}>0"
    page.highlights.append(Highlight(f"A{FIRST_SEAT}:{name_column(len(HEADS))}{n}", is_open, OPEN))
    page.setup = PrintSetup(FIRST_SEAT - 1, 0, n - 1, len(HEADS))
    return page


def _put_line(page: Page, n: int, entry: CountedSheet, seat: int, review: ReviewPlan, crop: CropSource | None) -> None:
    sheet, games = entry.sheet, review.games
    page.put_number(n, 1, entry.table)
    page.put_number(n, 2, entry.number)
    page.put_number(n, 3, seat)
    if crop is not None and (field := sheet.source.names[seat - 1]) is not None:
        put_picture(page, n, 6, crop(sheet.source, [field]), height_px=_NAME_PX)
    points = number_style(POINTS, bold=True)
    page.put_formula(n, 7, f"={games.sum_points(f'$B{n}', seat)}", sheet.totals[seat - 1], points)
    _put_written_sum(page, n, sheet.sums[seat - 1])
    won = sum(row.soloist == seat and (row.points[seat - 1] or 0) > 0 for row in sheet.rows)
    page.put_formula(n, 9, f"={games.count_solos_won(f'$B{n}', seat)}", won)
    style = number_style(format_open_count(page.lang))
    page.put_formula(n, 10, f"={review.count_open_items(page.lang, f'$B{n}')}", sheet.open_items, style)
    page.heights[n] = _SEAT_LINE_PT


def _put_name(page: Page, n: int, plan: RoundPlan, names: NamesPlan, entry: CountedSheet, seat: int) -> None:
    """The name, which may be typed anew, and the player for whom the line counts."""
    player = names.find_player(entry.names[seat - 1])
    number = player.number
    label = label_seat(entry, seat, page.lang)
    values: dict[str, int | str] = {
        "who": trim_name(player.name),
        "found": number,
        "new": 0,
        "number": number,
        "unnamed": int(trim_name(player.name).casefold() == label.casefold()),
    }
    page.put_text(n, plan.find_column("name"), player.name, BOLD)
    for what, formula in names.make_formulas(plan, n, label).items():
        # in the middle, what is hidden would show in the column before
        style = replace(NUMBER, horizontal="left", vertical="bottom") if what in HIDDEN else NUMBER
        page.put_formula(n, plan.find_column(what), formula, values[what], style)
    page.put_text(n, plan.find_column("item"), name_seat_item(entry.sheet.source, seat))


def _put_written_sum(page: Page, n: int, text: str) -> None:
    """The total as the players wrote it, to compare; as text when it is no number."""
    number = parse_number(text)
    if number.mark == "number":
        page.put_number(n, 8, number.value, number_style(POINTS))
    else:
        page.put_text(n, 8, text or "–", CENTRED)


def _put_zero_check(page: Page, plan: RoundPlan, first: int, entry: CountedSheet) -> None:
    """The table's points added up, in its first line: they must be 0."""
    points, last = plan.find_letter("points"), first + len(entry.names) - 1
    formula = f"={check_zero(f'${points}{first}:${points}{last}')}"
    page.put_formula(first, plan.find_column("check"), formula, say_zero_check(sum(entry.sheet.totals)))


def _set_apart(page: Page, plan: RoundPlan) -> None:
    """A strong line above each table."""
    n = FIRST_SEAT
    for entry in plan.entries:
        for column in range(1, len(HEADS) + 1):
            page.draw_edges(n, column, replace(THIN, top="strong"))
        n += len(entry.names)
