"""The worksheet `Spiele`: every played row; the one place where corrections are typed in."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from openpyxl.styles import Border, Side
from openpyxl.utils import get_column_letter
from openpyxl.worksheet.datavalidation import DataValidation

from tournament.faults import attribute_faults
from tournament.remarks import say
from tournament.workbook.gamerows import GameRow
from tournament.workbook.style import FAINT, FINE, HEAD, INK, OPEN, POINTS, Page, face, fitting, lines

FIRST = 5
"""The first row of data: title, hint, group heads, heads."""

_WORDS = 64.0
"""Width of the findings; the page across then holds letters of about 5 points."""

_SPARE = 200
"""Rows below the last one that the formulas include, so that a missing game can be added by hand."""


@dataclass(frozen=True, slots=True)
class GamesPlan:
    """Where everything stands on the worksheet; ranges are absolute and name the worksheet."""

    tab: str
    seats: int
    rows: int

    def column(self, what: str, seat: int = 1) -> int:
        """The column (from 1) of `sheet`, `photo`, `round`, `table`, `game`, `written`, `counted`, `solo` and so on."""
        n = self.seats
        starts = {"sheet": 1, "photo": 2, "round": 3, "table": 4, "game": 5, "written": 6, "counted": 6 + n,
                  "solo": 6 + 2 * n, "soloist": 7 + 2 * n, "check": 8 + 2 * n, "status": 9 + 2 * n, "words": 10 + 2 * n}
        return starts[what] + seat - 1

    def range(self, what: str, seat: int = 1) -> str:
        """'Spiele'!$J$5:$J$260"""
        letter = get_column_letter(self.column(what, seat))
        return f"'{self.tab}'!${letter}${FIRST}:${letter}${FIRST + self.rows + _SPARE - 1}"

    def points(self, sheet: str, seat: int) -> str:
        """The formula of a seat's points on the sheet whose number stands in cell `sheet`."""
        return f"SUMIFS({self.range('counted', seat)},{self.range('sheet')},{sheet})"

    def solos_won(self, sheet: str, seat: int) -> str:
        """The formula of the solos that a seat won."""
        return (f"COUNTIFS({self.range('sheet')},{sheet},{self.range('soloist')},{seat},"
                f'{self.range("counted", seat)},">0")')

    def open_rows(self, lang: str, sheet: str = "", game: str = "") -> str:
        """The formula of the open rows: all, those of a sheet, or one game of it."""
        which = {"sheet": sheet, "game": game, "status": f'"{say(lang, "status-review")}"'}
        return f'COUNTIFS({",".join(f"{self.range(what)},{value}" for what, value in which.items() if value)})'


def write_games(page: Page, plan: GamesPlan, rows: Sequence[GameRow]) -> None:
    """Fills the worksheet."""
    last = plan.column("words")
    page.title(say(page.lang, "title-games"), say(page.lang, "hint-games"), last)
    _heads(page, plan)
    for n, row in enumerate(rows, FIRST):
        with attribute_faults(row.sheet):
            _write_row(page, plan, n, row)
    page.box(range(FIRST, FIRST + len(rows)), range(1, last + 1))
    _part(page, plan, len(rows))
    _rules(page, plan)
    lead = [7.0, fitting([row.photo for row in rows], 12, 24), 7.5, 7.0, fitting([row.game for row in rows], 7, 16)]
    page.widths([*lead, *[7.0] * (2 * plan.seats), 6.5, 7.5, 7.5, 10.0, _WORDS])
    letter = get_column_letter(last)
    page.ws.auto_filter.ref = f"A{FIRST - 1}:{letter}{FIRST + max(1, len(rows)) - 1}"
    page.set_up(FIRST - 1, last, FIRST + len(rows) - 1, freeze=f"F{FIRST}")


def _heads(page: Page, plan: GamesPlan) -> None:
    lang, seats = page.lang, [say(page.lang, "seat-head", seat=seat) for seat in range(1, plan.seats + 1)]
    lead = [say(lang, key) for key in ("sheet", "photo", "round-head", "table", "game-head")]
    rest = [say(lang, key) for key in ("solo-head", "soloist", "row-sum-head", "status", "findings")]
    page.heads(FIRST - 1, [*lead, *seats, *seats, *rest])
    page.heads(FIRST - 2, [""] * plan.column("words"))
    page.ws.row_dimensions[FIRST - 2].height = 18
    for what in ("written", "counted"):
        first = plan.column(what)
        page.ws.cell(FIRST - 2, first).value = say(lang, what)
        last = first + plan.seats - 1
        page.ws.merge_cells(start_row=FIRST - 2, start_column=first, end_row=FIRST - 2, end_column=last)


def _write_row(page: Page, plan: GamesPlan, n: int, row: GameRow) -> None:
    review = row.status == "review"
    page.number(n, plan.column("sheet"), row.sheet)
    page.text(n, plan.column("photo"), row.photo)
    page.number(n, plan.column("round"), row.round)
    page.number(n, plan.column("table"), row.table)
    _game(page, plan, n, row.game)
    for seat, text in enumerate(row.written, 1):
        page.text(n, plan.column("written", seat), text, centre=True).font = face(colour=FAINT)
    for seat, points in enumerate(row.counted, 1):
        page.number(n, plan.column("counted", seat), points, POINTS, bold=True)
    page.text(n, plan.column("solo"), "x" if row.solo else "", centre=True)
    page.formula(n, plan.column("soloist"), _soloist(plan, n), row.soloist or "")
    total = sum(points or 0 for points in row.counted)
    page.formula(n, plan.column("check"), _check(plan, n), zero_word(total))
    status = page.text(n, plan.column("status"), say(page.lang, f"status-{row.status}"), bold=review, centre=True)
    status.font = face(bold=review, colour=INK if review else FINE)
    page.text(n, plan.column("words"), row.words, wrap=True)
    page.ws.row_dimensions[n].height = min(400.0, 15.0 * lines([row.words], _WORDS))


def _game(page: Page, plan: GamesPlan, n: int, game: str) -> None:
    if game.isdecimal():
        page.number(n, plan.column("game"), int(game))
    else:
        page.text(n, plan.column("game"), game, centre=True)


def _counted(plan: GamesPlan, n: int) -> str:
    first, last = (get_column_letter(plan.column("counted", seat)) for seat in (1, plan.seats))
    return f"${first}{n}:${last}{n}"


def _soloist(plan: GamesPlan, n: int) -> str:
    """The seat whose sign stands alone, when the row has a solo cross."""
    cells, solo = _counted(plan, n), f"${get_column_letter(plan.column('solo'))}{n}"
    plus, minus = f'COUNTIF({cells},">0")', f'COUNTIF({cells},"<0")'
    won, lost = (f"MATCH({pick}({cells}),{cells},0)" for pick in ("MAX", "MIN"))
    alone = f'IF(AND({plus}=1,{minus}>1),{won},IF(AND({minus}=1,{plus}>1),{lost},""))'
    return f'=IF({solo}="x",{alone},"")'


def _check(plan: GamesPlan, n: int) -> str:
    return f"={zero_check(_counted(plan, n))}"


def zero_check(cells: str) -> str:
    """A tick when these cells add up to zero, else what they add up to."""
    return f'IF(SUM({cells})=0,"✓ 0",TEXT(SUM({cells}),"! +0;! -0"))'


def zero_word(total: int) -> str:
    """What `zero_check` comes to."""
    return f"! {total:+d}" if total else "✓ 0"


def _part(page: Page, plan: GamesPlan, rows: int) -> None:
    """A stronger rule where a new sheet begins, and the counted columns set apart."""
    thin, strong = Side(style="thin", color="C9D2D9"), Side(style="medium", color=HEAD)
    for n in range(FIRST, FIRST + rows):
        begins = n > FIRST and page.ws.cell(n, 1).value != page.ws.cell(n - 1, 1).value
        for column in range(1, plan.column("words") + 1):
            side = column in (plan.column("counted"), plan.column("solo"))
            page.ws.cell(n, column).border = Border(
                left=strong if side else thin, right=thin, top=strong if begins else thin, bottom=thin)


def _rules(page: Page, plan: GamesPlan) -> None:
    """Colours that follow what is typed in, and what may be typed."""
    ws, lang, end = page.ws, page.lang, FIRST + plan.rows + _SPARE - 1
    status = get_column_letter(plan.column("status"))
    whole = f"A{FIRST}:{get_column_letter(plan.column('words'))}{end}"
    page.colour_where(whole, f'${status}{FIRST}="{say(lang, "status-review")}"', OPEN)
    numbers = DataValidation("whole", operator="between", formula1="-999", formula2="999", allow_blank=True,
                             error=say(lang, "bad-number"), showErrorMessage=True)
    numbers.add(f"{get_column_letter(plan.column('counted'))}{FIRST}:"
                f"{get_column_letter(plan.column('counted', plan.seats))}{end}")
    words = status_choice(lang)
    words.add(f"{status}{FIRST}:{status}{end}")
    ws.add_data_validation(numbers)
    ws.add_data_validation(words)


def status_choice(lang: str) -> DataValidation:
    """What a status may be set to; cells are added to it."""
    either = f'"{say(lang, "status-ok")},{say(lang, "status-review")}"'
    return DataValidation("list", formula1=either, allow_blank=True, error=say(lang, "bad-status"),
                          showErrorMessage=True)
