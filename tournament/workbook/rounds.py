"""One worksheet per round: every table with its players, their points as formulas over `Spiele`, and its zero check."""

from __future__ import annotations

from openpyxl.styles import Alignment, Border, Side
from openpyxl.utils import column_index_from_string, get_column_letter

from tournament.evening.standings import Entry
from tournament.faults import attribute_faults
from tournament.numbers import parse_number
from tournament.remarks import say
from tournament.workbook.games import zero_check, zero_word
from tournament.workbook.names import FIRST, HEADS, HIDDEN, NamesPlan, RoundPlan, seat_label, trimmed
from tournament.workbook.pictures import Crop, place_picture
from tournament.workbook.review import ReviewPlan
from tournament.workbook.style import HEAD, OPEN, POINTS, Page, fitting


def write_round(page: Page, plan: RoundPlan, review: ReviewPlan, names: NamesPlan, crop: Crop | None) -> None:
    """Fills the worksheet."""
    page.title(plan.tab, say(page.lang, "hint-round"), len(HEADS))
    page.heads(FIRST - 1, [say(page.lang, head) for head in HEADS])
    n = FIRST
    for entry in plan.entries:
        with attribute_faults(entry.number):
            for seat in range(1, len(entry.names) + 1):
                _line(page, n, entry, seat, review, crop)
                _who(page, n, plan, names, entry, seat)
                n += 1
            _zero_check(page, n - len(entry.names), entry)
    page.box(range(FIRST, n), range(1, len(HEADS) + 1))
    _part(page, plan)
    long = [name for entry in plan.entries for name in entry.names]
    page.widths([8.0, 8.0, 8.0, 6.0, fitting(long, 16, 40), 22.0, 10.0, 12.0, 10.0, 12.0, 9.0])
    whole = f"A{FIRST}:{get_column_letter(len(HEADS))}{n}"
    page.colour_where(whole, f"$J{FIRST}>0", OPEN)
    page.set_up(FIRST - 1, len(HEADS), n - 1, freeze=f"A{FIRST}")
    for what in HIDDEN:
        page.ws.column_dimensions[plan.letter(what)].hidden = True


def _who(page: Page, n: int, plan: RoundPlan, names: NamesPlan, entry: Entry, seat: int) -> None:
    """The name, which may be typed anew, and the player for whom it counts."""
    player = names.known(entry.names[seat - 1])
    number = player.number
    values: dict[str, int | str] = {"who": trimmed(player.name), "found": number, "new": 0, "number": number}
    page.text(n, column_index_from_string(plan.letter("name")), player.name, bold=True)
    for what, formula in names.formulas(plan, n, seat_label(entry, seat, page.lang)).items():
        cell = page.formula(n, column_index_from_string(plan.letter(what)), formula, values[what])
        if what in HIDDEN:
            cell.alignment = Alignment(horizontal="left")  # in the middle it would show in the column before


def _line(page: Page, n: int, entry: Entry, seat: int, review: ReviewPlan, crop: Crop | None) -> None:
    sheet, games = entry.sheet, review.games
    page.number(n, 1, entry.table)
    page.number(n, 2, entry.number)
    page.number(n, 3, seat)
    page.formula(n, 7, f"={games.points(f'$B{n}', seat)}", sheet.totals[seat - 1], POINTS, bold=True)
    _written_sum(page, n, sheet.sums[seat - 1])
    won = sum(row.soloist == seat and (row.points[seat - 1] or 0) > 0 for row in sheet.rows)
    page.formula(n, 9, f"={games.solos_won(f'$B{n}', seat)}", won)
    page.formula(n, 10, f"={review.open_items(page.lang, f'$B{n}')}", sheet.open_items, open_style(page.lang))
    page.ws.row_dimensions[n].height = 20
    if crop is not None and (field := sheet.source.names[seat - 1]) is not None:
        place_picture(page, n, 6, crop(sheet.source, [field]), height_px=24)


def _written_sum(page: Page, n: int, text: str) -> None:
    """The total as the players wrote it, to compare; as text when it is no number."""
    number = parse_number(text)
    if number.mark == "number":
        page.number(n, 8, number.value, POINTS)
    else:
        page.text(n, 8, text or "–", centre=True)


def open_style(lang: str) -> str:
    """The number format of a count of open rows: a tick for none, else sign, number and word."""
    words = f'"! "0" {say(lang, "open-count")}"'
    return f'{words};{words};"✓"'


def _zero_check(page: Page, first: int, entry: Entry) -> None:
    """The table's points together, told once in its first line: they must be 0."""
    cells, total = f"$G{first}:$G{first + len(entry.names) - 1}", sum(entry.sheet.totals)
    page.formula(first, 11, f"={zero_check(cells)}", zero_word(total))


def _part(page: Page, plan: RoundPlan) -> None:
    """A stronger rule between tables."""
    thin, strong = Side(style="thin", color="C9D2D9"), Side(style="medium", color=HEAD)
    n = FIRST
    for entry in plan.entries:
        for column in range(1, len(HEADS) + 1):
            page.ws.cell(n, column).border = Border(left=thin, right=thin, top=strong, bottom=thin)
        n += len(entry.names)
