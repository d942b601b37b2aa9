"""Gleiche Zahlen: all cells that were read as the same number, side by side, where an odd one out catches the eye."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated
from urllib.parse import quote

from fastapi import APIRouter, Query
from fastapi.responses import Response

from desk.web.page_kit import Decider
from desk.web.pages.review.picture_addresses import make_cell_address
from texts.languages import Lang
from tournament.evening.counted_sheets import CountedSheet
from tournament.evening.item_names import find_key, name_row_item
from tournament.filing.opened.open_evening import Evening
from tournament.judging.judged_sheet import JudgedRow
from tournament.judging.written_sheet import parse_number

PAGE = 120
"""Cells that are shown at once."""


@dataclass(frozen=True, slots=True)
class GroupedCell:
    """One cell. `anchor`: its name on the page; `review`: the address where its row is decided; `label`: its field;
    `value`: the number with its sign; `state`: sure, open or decided."""

    anchor: str
    picture: str
    review: str
    label: str
    text: str
    value: int
    state: str


def count_numbers(evening: Evening) -> list[tuple[int, int]]:
    """Every number that was read, without its sign, with how many cells have it."""
    return sorted(Counter(abs(number) for _, _, _, number in _list_numbers(evening)).items())


def list_group(evening: Evening, number: int, lang: Lang, first: int = 0) -> list[GroupedCell]:
    """The cells that were read as this number, `PAGE` of them from index `first` on: those with a minus before those
    without, each part sheet by sheet, so that figures of the same handwriting are together."""
    same = [found for found in _list_numbers(evening) if abs(found[3]) == number]
    same.sort(key=lambda found: found[3])
    return [_make_cell(evening, *found, first, lang) for found in same[first : first + PAGE]]


def _list_numbers(evening: Evening) -> Iterator[tuple[CountedSheet, JudgedRow, int, int]]:
    """Sheet, row, seat of the cell from 0, and the number read in it with its sign. Blank, illegible and typed cells
    are left out."""
    for entry in (one for one in evening.book.entries if one.sheet.source.typed is None):
        for row in entry.sheet.rows:
            for at, cell in enumerate(row.source.cells):
                found = parse_number(cell.text) if cell is not None else None
                if found is not None and found.points is not None and not found.empty:
                    yield entry, row, at, found.points


def _make_cell(
    evening: Evening, entry: CountedSheet, row: JudgedRow, at: int, value: int, first: int, lang: Lang
) -> GroupedCell:
    cell, item = row.source.cells[at], name_row_item(entry.sheet.source, row.game)
    assert cell is not None
    decided = item in evening.tournament.decisions
    label = f"{entry.round or '–'}/{entry.table or '–'} {entry.make_labels(None).name_field(lang, cell.id)}"
    state = "open" if row.status == "review" else "decided" if decided else "sure"
    anchor = f"{find_key(entry.sheet.source)}.{cell.id}"
    review = f"/pruefen/{quote(item)}?feld={quote(cell.id)}&gruppe={abs(value)}-{first}-{quote(anchor)}"
    picture = make_cell_address(entry, cell.id, "nah")
    return GroupedCell(anchor, picture, review, label, cell.text, value, state)


router = APIRouter(prefix="/pruefen/gruppe")
MOST = 100_000


@router.get("")
def show_group(
    visit: Decider,
    zahl: Annotated[int | None, Query(ge=0, le=MOST)] = None,
    ab: Annotated[int, Query(ge=0, le=MOST)] = 0,
) -> Response:
    """The numbers to choose from, and the cells of the chosen one."""
    evening = visit.open()
    counts = count_numbers(evening)
    cells = [] if zahl is None else list_group(evening, zahl, visit.lang, ab)
    more = ab + PAGE if zahl is not None and dict(counts).get(zahl, 0) > ab + PAGE else 0
    return visit.show("groups.html", counts=counts, number=zahl, cells=cells, more=more)
