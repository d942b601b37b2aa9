"""The worksheet `Prüfung`: what waits for a person, each with the photographed row beside it."""

from __future__ import annotations

from collections.abc import Sequence

from openpyxl.styles import Alignment

from tournament.excel_pictures import place_picture
from tournament.excel_rounds import Crop
from tournament.excel_style import Page
from tournament.gamerows import OpenItem
from tournament.remarks import say

FIRST = 4
_HEADS = ("sheet", "photo", "where", "picture", "written", "findings", "proposal", "status")
_WIDTHS = (7.0, 18.0, 13.0, 76.0, 20.0, 52.0, 34.0, 10.0)
_PICTURE_PX = (540, 150)
"""Widest and highest picture; a photographed row of a sheet is about 14 times as wide as high."""

_LINE_PT = 15.0


def write_review(page: Page, items: Sequence[OpenItem], crop: Crop | None) -> None:
    """Fills the worksheet, one line an item."""
    page.title(say(page.lang, "title-review"), say(page.lang, "hint-review"), len(_HEADS))
    page.heads(FIRST - 1, [say(page.lang, head) for head in _HEADS])
    for n, item in enumerate(items, FIRST):
        _item(page, n, item, crop)
    if not items:
        page.text(FIRST, 1, say(page.lang, "nothing-open"), bold=True)
    page.box(range(FIRST, FIRST + len(items)), range(1, len(_HEADS) + 1))
    page.widths(_WIDTHS)
    page.set_up(FIRST - 1, len(_HEADS), FIRST + max(1, len(items)) - 1, freeze=f"D{FIRST}")


def _item(page: Page, n: int, item: OpenItem, crop: Crop | None) -> None:
    page.number(n, 1, item.sheet, bold=True)
    page.text(n, 2, item.photo, wrap=True)
    page.text(n, 3, item.place, bold=True, wrap=True)
    png = crop(item.entry.sheet.source, item.fields) if crop is not None and item.fields else None
    height = place_picture(page, n, 4, png, height_px=_PICTURE_PX[1], width_px=_PICTURE_PX[0])
    seats = [f"{name}: {text or '–'}" for name, text in zip(item.names, item.written, strict=False)]
    page.text(n, 5, "\n".join(seats), wrap=True)
    page.text(n, 6, "\n".join(item.findings), wrap=True)
    page.text(n, 7, "\n".join(item.proposals), wrap=True)
    page.text(n, 8, say(page.lang, "status-review"), bold=True, centre=True)
    for column in (5, 6, 7):
        page.ws.cell(n, column).alignment = Alignment(wrap_text=True, vertical="top")
    lines = max(_lines(seats, 22), _lines(item.findings, 50), _lines(item.proposals, 32), 2)
    page.ws.row_dimensions[n].height = min(400.0, max(lines * _LINE_PT, height * 0.75 + 6))


def _lines(texts: Sequence[str], width: int) -> int:
    """Lines that the texts take in a column of that many characters."""
    return sum(-(-len(text) // width) for text in texts)
