"""The worksheet `Prüfung`: what waits for a person, each with the photographed row beside it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from openpyxl.styles import Alignment
from openpyxl.utils import get_column_letter

from tournament.faults import attribute_faults
from tournament.remarks import RoundText, say
from tournament.workbook.gamerows import OpenItem
from tournament.workbook.games import GamesPlan, status_choice
from tournament.workbook.names import trimmed
from tournament.workbook.pictures import Crop, place_picture
from tournament.workbook.style import OPEN, Page, lines

FIRST = 4
_HEADS = ("sheet", "photo", "where", "picture", "written", "findings", "proposal", "status")
_WIDTHS = (7.0, 18.0, 14.0, 78.0, 24.0, 52.0, 34.0, 10.0)
_PICTURE_PX = (540, 64)
"""Widest and highest picture; a photographed row of a sheet is about 14 times as wide as high. Excel's column of 78
characters has 551 pixels; a name alone would fill it."""

_LINE_PT = 15.0


@dataclass(frozen=True, slots=True)
class ReviewPlan:
    """Where the items stand, and the worksheet of the rows: what is open is counted over both."""

    tab: str
    items: int
    games: GamesPlan

    def range(self, head: str) -> str:
        """'Prüfung'!$H$4:$H$40 of the column `sheet`, `where` or `status`."""
        letter = get_column_letter(_HEADS.index(head) + 1)
        return f"'{self.tab}'!${letter}${FIRST}:${letter}${FIRST + max(1, self.items) - 1}"

    def open_items(self, lang: str, sheet: str = "") -> str:
        """The formula of what is open, of all or of a sheet: rows by the status in `Spiele`, the rest by that here."""
        no_row = f'{self.range("where")},"<>{say(lang, "game", game="*")}"'
        of_sheet = f"{self.range('sheet')},{sheet}," if sheet else ""
        is_open = f'{self.range("status")},"{say(lang, "status-review")}"'
        return f"{self.games.open_rows(lang, sheet)}+COUNTIFS({of_sheet}{no_row},{is_open})"

    def open_in(self, lang: str, place: str) -> str:
        """The formula of what is open under that place: `Runde 3`."""
        return f'COUNTIFS({self.range("where")},"{place}",{self.range("status")},"{say(lang, "status-review")}")'


def write_review(
    page: Page, plan: ReviewPlan, items: Sequence[OpenItem], crop: Crop | None, who: Mapping[tuple[int, int], str]
) -> None:
    """Fills the worksheet, one line an item; `who`: the cell that says who counts at a seat, by sheet and seat."""
    page.title(say(page.lang, "title-review"), say(page.lang, "hint-review"), len(_HEADS))
    page.heads(FIRST - 1, [say(page.lang, head) for head in _HEADS])
    for n, item in enumerate(items, FIRST):
        with attribute_faults(item.sheet):
            _item(page, n, item, crop)
            _status(page, plan, n, item, who)
    if not items:
        page.text(FIRST, 1, say(page.lang, "nothing-open"), bold=True)
    page.box(range(FIRST, FIRST + len(items)), range(1, len(_HEADS) + 1))
    page.widths(_WIDTHS)
    _choices(page, items)
    page.set_up(FIRST - 1, len(_HEADS), FIRST + max(1, len(items)) - 1, freeze=f"D{FIRST}")


def _item(page: Page, n: int, item: OpenItem, crop: Crop | None) -> None:
    page.number(n, 1, item.sheet, bold=True)
    source = [item.photo, *_table(page, item)]
    page.text(n, 2, "\n".join(source), wrap=True)
    page.text(n, 3, item.place, bold=True, wrap=True)
    png = crop(item.entry.sheet.source, item.fields) if crop and item.entry and item.fields else None
    height = place_picture(page, n, 4, png, height_px=_PICTURE_PX[1], width_px=_PICTURE_PX[0])
    seats = [f"{name}: {text or '–'}" for name, text in zip(item.names, item.written, strict=False)]
    page.text(n, 5, "\n".join(seats), wrap=True)
    page.text(n, 6, "\n".join(item.findings), wrap=True)
    page.text(n, 7, "\n".join(item.proposals), wrap=True)
    for column in (5, 6, 7):
        page.ws.cell(n, column).alignment = Alignment(wrap_text=True, vertical="top")
    texts = {2: source, 5: seats, 6: item.findings, 7: item.proposals}
    most = max(2, *(lines(words, _WIDTHS[column - 1]) for column, words in texts.items()))
    page.ws.row_dimensions[n].height = min(400.0, max(most * _LINE_PT, height * 0.75 + 6))


def _table(page: Page, item: OpenItem) -> list[str]:
    """Whom to ask: the round and the table, as far as the sheet tells them."""
    entry = item.entry
    if entry is None or entry.round is None:
        return []
    table = f", {say(page.lang, 'table')} {entry.table}" if entry.table is not None else ""
    return [RoundText(entry.round).in_(page.lang) + table]


def _choices(page: Page, items: Sequence[OpenItem]) -> None:
    """The status of what is no row may be set here; open ones are coloured beside their sign."""
    column, choice = get_column_letter(len(_HEADS)), status_choice(page.lang)
    for n, item in enumerate(items, FIRST):
        if not item.game:
            choice.add(f"{column}{n}")
    if choice.sqref:
        page.ws.add_data_validation(choice)
    cells, is_open = f"{column}{FIRST}:{column}{FIRST + len(items)}", say(page.lang, "status-review")
    page.colour_where(cells, f'${column}{FIRST}="{is_open}"', OPEN)


def _status(page: Page, plan: ReviewPlan, n: int, item: OpenItem, who: Mapping[tuple[int, int], str]) -> None:
    """A row's status is the one in `Spiele`, a missing name is settled by typing it in its round, all else here."""
    is_open, column = say(page.lang, "status-review"), len(_HEADS)
    if item.game:
        game = item.game if item.game.isdecimal() else f'"{item.game}"'
        rows = plan.games.open_rows(page.lang, f"$A{n}", game)
        page.formula(n, column, f'=IF({rows}>0,"{is_open}","{say(page.lang, "status-ok")}")', is_open, "@", bold=True)
        return
    if item.seat and item.entry:
        label = trimmed(item.entry.names[item.seat - 1])
        formula = f'=IF({who[item.entry.number, item.seat]}="{label}","{is_open}","{say(page.lang, "status-ok")}")'
        page.formula(n, column, formula, is_open, "@", bold=True)
        return
    page.text(n, column, is_open, bold=True, centre=True)

