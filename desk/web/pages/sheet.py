"""Bogen: the photograph of a sheet with every field outlined by its state, and what is known of the one chosen."""

from __future__ import annotations

from fastapi import APIRouter, HTTPException, Request
from fastapi.responses import Response

from desk.web.guard import Decider, TheDesk, TheLang
from desk.web.item_views import find_sheet, name_place
from desk.web.render import show
from desk.web.sheet_views import view_field, view_outlines
from tournament.evening.items import find_key

router = APIRouter(prefix="/bogen")


@router.get("")
def list_sheets(request: Request, desk: TheDesk, lang: TheLang, _visitor: Decider) -> Response:
    """Every sheet that counts, with how much of it is open."""
    entries = desk.open(lang).book.entries
    sheets = [(find_key(one.sheet.source), name_place(one, lang), one.sheet.open_items) for one in entries]
    return show(request, "sheets.html", sheets=sheets)


@router.get("/{key}")
def show_sheet(
    request: Request, key: str, desk: TheDesk, lang: TheLang, _visitor: Decider, feld: str = ""
) -> Response:
    """The sheet; with `feld` that field beside it."""
    evening = desk.open(lang)
    entry = find_sheet(evening, key)
    if entry is None:
        raise HTTPException(404)
    field = view_field(evening, entry, feld, lang) if feld else None
    if feld and field is None:
        raise HTTPException(404)
    if "hx-request" in request.headers:
        return show(request, "sheet_field_part.html", field=field)
    picture = view_outlines(evening, entry, lang)
    return show(request, "sheet.html", picture=picture, place=name_place(entry, lang), photo=entry.photo,
                names=entry.names, totals=entry.sheet.totals, field=field, chosen=feld)
