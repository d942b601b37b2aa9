"""Cells that were read as the same number, side by side: an odd one out catches the eye."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import quote

from desk.web.item_views import make_cell_address
from texts.languages import Lang
from tournament.evening.items import name_row_item
from tournament.evening.standings import CountedSheet
from tournament.filing.making import Evening
from tournament.judging.row.judged import JudgedRow
from tournament.numbers import parse_number

PAGE = 120
"""Cells that are shown at once."""


@dataclass(frozen=True, slots=True)
class GroupedCell:
    """One cell. `review`: where its row is decided; `label`: where it stands; `state`: sure, open or decided."""

    picture: str
    review: str
    label: str
    text: str
    state: str


def count_numbers(evening: Evening) -> list[tuple[int, int]]:
    """Every number that was read, without its sign, with how many cells have it."""
    return sorted(Counter(number for _, _, _, number in _list_numbers(evening)).items())


def list_group(evening: Evening, number: int, lang: Lang, first: int = 0) -> list[GroupedCell]:
    """The cells that were read as this number with either sign, sheet by sheet, `PAGE` of them from the place `first`
    on."""
    same = [found[:3] for found in _list_numbers(evening) if found[3] == number]
    return [_make_cell(evening, *found, number, lang) for found in same[first : first + PAGE]]


def _list_numbers(evening: Evening) -> Iterator[tuple[CountedSheet, JudgedRow, int, int]]:
    """Sheet, row, place of the cell from 0, and the number read in it; blank and illegible cells are left out."""
    for entry in evening.book.entries:
        for row in entry.sheet.rows:
            for at, cell in enumerate(row.source.cells):
                found = parse_number(cell.text) if cell is not None else None
                if found is not None and found.points is not None and not found.empty:
                    yield entry, row, at, abs(found.points)


def _make_cell(
    evening: Evening, entry: CountedSheet, row: JudgedRow, at: int, number: int, lang: Lang
) -> GroupedCell:
    cell, item = row.source.cells[at], name_row_item(entry.sheet.source, row.game)
    assert cell is not None
    decided = item in evening.tournament.decisions
    label = f"{entry.round or '–'}/{entry.table or '–'} {entry.make_labels(None).name_field(lang, cell.id)}"
    state = "open" if row.status == "review" else "decided" if decided else "sure"
    review = f"/pruefen/{quote(item)}?feld={quote(cell.id)}&gruppe={number}"
    return GroupedCell(f"{make_cell_address(entry, cell.id)}&rahmen=0", review, label, cell.text, state)
