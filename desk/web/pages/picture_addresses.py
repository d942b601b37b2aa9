"""Pictures of rows, fields and sheets of the evening. Only what the evening has can be asked for, never a path."""

from __future__ import annotations

from fastapi import APIRouter, HTTPException
from fastapi.responses import Response

from desk.pictures.picture_shelf import list_fields
from desk.pictures.strips import Marks
from desk.web.page_kit import Decider, TheDesk, TheLang
from desk.web.pages.item_view import find_row, find_sheet, list_framed
from tournament.evening.counted_sheets import CountedSheet

router = APIRouter(prefix="/bild")
KEPT = {"cache-control": "private, max-age=86400"}
"""An address changes with its photograph; only the visitor's own browser may keep the picture."""


@router.get("/zeile/{item}")
def serve_row(item: str, desk: TheDesk, lang: TheLang, _visitor: Decider, feld: str = "") -> Response:
    """The row with the players' names, and frames around what is doubtful, or around the field `feld`."""
    evening = desk.open(lang)
    found = find_row(evening, item)
    if found is None:
        raise HTTPException(404)
    return answer_picture(desk.pictures.cut_row(evening, *found, list_framed(found[1], feld)))


@router.get("/feld/{key}/{field}")
def serve_field(
    key: str, field: str, desk: TheDesk, lang: TheLang, _visitor: Decider, *, rahmen: bool = True
) -> Response:
    """One field, with a frame or without."""
    evening = desk.open(lang)
    sheet = _find_sheet(find_sheet(evening, key)).sheet.source
    reading = next((one for one in list_fields(sheet) if one.id == field), None)
    if reading is None:
        raise HTTPException(404)
    return answer_picture(desk.pictures.cut_cell(evening, sheet, reading, framed=rahmen))


@router.get("/summe/{key}")
def serve_sums(key: str, desk: TheDesk, lang: TheLang, _visitor: Decider) -> Response:
    """The written sums, the doubtful ones framed."""
    evening = desk.open(lang)
    entry = _find_sheet(find_sheet(evening, key))
    cells = [cell for cell in entry.sheet.source.sums if cell is not None]
    if not cells:
        raise HTTPException(404)
    names = tuple((cell.quad_px, name) for cell, name in zip(entry.sheet.source.sums, entry.names, strict=True) if cell)
    marks = Marks(names, tuple(cell.quad_px for cell in cells if cell.id in entry.sheet.look))
    return answer_picture(desk.pictures.cut_fields(evening, entry.sheet.source, cells, marks))


@router.get("/bogen/{key}")
def serve_sheet(key: str, desk: TheDesk, lang: TheLang, _visitor: Decider) -> Response:
    """The whole sheet, straightened."""
    evening = desk.open(lang)
    return answer_picture(desk.pictures.draw_sheet(evening, _find_sheet(find_sheet(evening, key)).sheet.source))


def _find_sheet(found: CountedSheet | None) -> CountedSheet:
    if found is None:
        raise HTTPException(404)
    return found


def answer_picture(jpeg: bytes | None) -> Response:
    """The picture; 404 where the photograph is not at hand."""
    if jpeg is None:
        raise HTTPException(404)
    return Response(jpeg, media_type="image/jpeg", headers=KEPT)
