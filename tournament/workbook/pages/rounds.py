"""One worksheet per round: every table with its players, their points as formulas over `Spiele`, and its zero check."""

from __future__ import annotations

from dataclasses import replace

from texts.languages import Lang
from texts.sentences import say
from tournament.evening.counted_sheets import CountedSheet
from tournament.evening.item_names import name_seat_item
from tournament.judging.written_sheet import parse_number
from tournament.remarks import attribute_faults
from tournament.workbook.addresses import name_column
from tournament.workbook.cell_texts import fit_width
from tournament.workbook.page import Highlight, Page, PrintSetup
from tournament.workbook.pages.checks import check_zero, format_open_count, say_zero_check
from tournament.workbook.pages.name_formulas import (
    FIRST_SEAT,
    HEADS,
    HIDDEN,
    NamesPlan,
    RoundPlan,
    label_seat,
    trim_name,
)
from tournament.workbook.pages.review import ReviewPlan
from tournament.workbook.pictures import CropSource, put_picture
from tournament.workbook.style import BOLD, CENTRED, NUMBER, OPEN, POINTS, THIN, number_style

_SEAT_LINE_PT = 19.5
"""26 pixels; 24 lines fit on a page."""
_NAME_PX = 24
"""Height of the pictures of names."""


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
