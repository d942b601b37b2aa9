"""Addresses of the pictures of rows, fields and sheets, and the answers to them.

An address names an item, a sheet or a field of the evening, never a path.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal
from urllib.parse import quote

from fastapi import APIRouter
from fastapi.responses import Response

from desk.pictures.picture_shelf import Around, list_fields
from desk.web.page_kit import Decider, require
from scanner.sheet_reading import Reading
from texts.field_ids import parse_field
from tournament.evening.counted_sheets import CountedSheet
from tournament.evening.item_names import find_key, name_row_item
from tournament.filing.opened.open_evening import Evening
from tournament.judging.judged_sheet import JudgedRow
from tournament.review.open_items import find_doubtful
from tournament.review.telling_findings import pick_telling

router = APIRouter(prefix="/bild")
KEPT = {"cache-control": "private, max-age=86400"}
"""An address changes with its photograph; only the visitor's own browser may keep the picture."""


def find_row(evening: Evening, item: str) -> tuple[CountedSheet, JudgedRow] | None:
    """The row of that item."""
    rows = ((entry, row) for entry in evening.book.entries for row in entry.sheet.rows)
    return next((found for found in rows if name_row_item(found[0].sheet.source, found[1].game) == item), None)


def find_sheet(evening: Evening, key: str) -> CountedSheet | None:
    """The sheet with that key, or that had it before it was moved."""
    now = evening.tournament.names.name_today(key)
    return next((entry for entry in evening.book.entries if find_key(entry.sheet.source) == now), None)


def list_framed(row: JudgedRow, field: str = "") -> tuple[str, ...]:
    """The fields of the row to frame: `field`, if one was asked for, else the doubtful ones."""
    if field in {reading.id for reading in row.source.readings}:
        return (field,)
    return find_doubtful(row, pick_telling(row.findings))


def list_inked(row: JudgedRow) -> tuple[Reading | None, ...]:
    """What is written in the row for each seat: its points, in a list of running totals its total."""
    totals = {parse_field(one.id).seat: one for one in row.source.others if parse_field(one.id).kind == "total"}
    return tuple(cell or totals.get(seat) for seat, cell in enumerate(row.source.cells, 1))


def list_beside(row: JudgedRow) -> tuple[Reading, ...]:
    """What stands in the row beside its points or totals."""
    inked = list_inked(row)
    return tuple(one for one in row.source.readings if one not in inked)


def make_version(entry: CountedSheet) -> str:
    """The part of an address that changes when the sheet gets another photograph."""
    return entry.sheet.source.photo_sha256[:12]


AROUND: Mapping[str, Around] = {"rahmen": "framed", "weit": "wide", "nah": "close"}
"""What is shown around a field, by the word in its address."""


def make_cell_address(entry: CountedSheet, field: str, around: str = "rahmen") -> str:
    """The address of one field's picture; "" where no photograph shows it."""
    key, version = quote(find_key(entry.sheet.source)), make_version(entry)
    return _name_picture(entry, f"/bild/feld/{key}/{quote(field)}?mit={around}&v={version}")


def make_marks_address(entry: CountedSheet, row: JudgedRow) -> str:
    """The address of the picture of what stands in the row beside its points, "" for nothing, and where no photograph
    shows it."""
    item = name_row_item(entry.sheet.source, row.game)
    return _name_picture(entry, f"/bild/kreuze/{quote(item)}?v={make_version(entry)}") if list_beside(row) else ""


def make_sheet_address(entry: CountedSheet, what: Literal["bogen", "kopf"]) -> str:
    """The address of the picture of a sheet's head, or of all of it; "" where no photograph shows it."""
    return _name_picture(entry, f"/bild/{what}/{quote(find_key(entry.sheet.source))}?v={make_version(entry)}")


def _name_picture(entry: CountedSheet, address: str) -> str:
    return address if entry.sheet.source.typed is None else ""


@router.get("/kreuze/{item}")
def serve_marks(visit: Decider, item: str) -> Response:
    """What stands in the row beside its points or totals."""
    evening = visit.open()
    entry, row = require(find_row(evening, item))
    return answer_picture(
        visit.desk.pictures.cut_fields(evening, entry.sheet.source, require(list_beside(row) or None))
    )


@router.get("/feld/{key}/{field}")
def serve_field(visit: Decider, key: str, field: str, mit: str = "rahmen") -> Response:
    """One field, with a frame or without."""
    evening = visit.open()
    sheet = require(find_sheet(evening, key)).sheet.source
    reading = require(next((one for one in list_fields(sheet) if one.id == field), None))
    return answer_picture(visit.desk.pictures.cut_cell(evening, sheet, reading, require(AROUND.get(mit))))


@router.get("/kopf/{key}")
def serve_head(visit: Decider, key: str) -> Response:
    """The sheet's head: what is printed and written above its rows."""
    evening = visit.open()
    sheet = require(find_sheet(evening, key)).sheet.source
    require(sheet.head or None)
    return answer_picture(visit.desk.pictures.cut_head(evening, sheet))


@router.get("/bogen/{key}")
def serve_sheet(visit: Decider, key: str) -> Response:
    """The whole sheet, straightened."""
    evening = visit.open()
    return answer_picture(visit.desk.pictures.draw_sheet(evening, require(find_sheet(evening, key)).sheet.source))


def answer_picture(jpeg: bytes | None) -> Response:
    """The picture; 404 where the photograph is not at hand."""
    return Response(require(jpeg), media_type="image/jpeg", headers=KEPT)
