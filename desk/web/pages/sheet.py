"""Bogen: the straightened photograph of a sheet, its fields outlined by state, and what is known of the one chosen."""

from __future__ import annotations

from typing import Annotated
from urllib.parse import quote

from fastapi import APIRouter, Form, HTTPException, Request
from fastapi.responses import RedirectResponse, Response

from desk.web.desk import Desk
from desk.web.forms import word_refusal
from desk.web.guard import Decider, TheDesk, TheLang
from desk.web.render import show
from desk.web.views.items import find_sheet, name_place
from desk.web.views.sheets import view_field, view_outlines
from texts.languages import Lang
from texts.sentences import SpokenError
from tournament.evening.item_names import find_key
from tournament.filing.deciding import make_undoing
from tournament.filing.entering import find_sheet_key

router = APIRouter(prefix="/bogen")


@router.get("")
def list_sheets(request: Request, desk: TheDesk, lang: TheLang, _visitor: Decider) -> Response:
    """Every sheet that counts, with how much of it is open."""
    entries = desk.open(lang).book.entries
    sheets = [(find_key(one.sheet.source), name_place(one, lang), one.sheet.open_items) for one in entries]
    return show(request, "sheets.html", sheets=sheets)


@router.get("/{key}")
def show_sheet(request: Request, key: str, desk: TheDesk, lang: TheLang, _visitor: Decider, feld: str = "") -> Response:
    """The sheet; with `feld` that field beside it."""
    return _show(request, desk, key, feld, lang)


@router.post("/{key}/zurueck")
def revert_decision(
    request: Request,
    key: str,
    desk: TheDesk,
    lang: TheLang,
    visitor: Decider,
    item: Annotated[str, Form()],
    field: Annotated[str, Form()],
    seen: Annotated[int, Form()],
) -> Response:
    """Takes the decision on one of the sheet's items back, unless somebody changed the sheet meanwhile."""
    if find_sheet_key(item) != key:
        raise HTTPException(404)
    try:
        desk.decide(item, lambda evening: make_undoing(evening, item, ""), visitor.access.name, seen, lang)
    except SpokenError as refused:
        return _show(request, desk, key, field, lang, word_refusal(refused, lang))
    return RedirectResponse(f"/bogen/{quote(key)}?feld={quote(field)}#field", 303)


def _show(request: Request, desk: Desk, key: str, field: str, lang: Lang, refused: str = "") -> Response:
    evening = desk.open(lang)
    entry = find_sheet(evening, key)
    view = view_field(evening, entry, field, lang) if entry is not None and field else None
    if entry is None or (field and view is None):
        raise HTTPException(404)
    seen = evening.tournament.head.number
    if "hx-request" in request.headers:
        return show(request, "sheet_field_part.html", field=view, key=key, seen=seen)
    picture = view_outlines(evening, entry, lang)
    return show(
        request,
        "sheet.html",
        409 if refused else 200,
        picture=picture,
        place=name_place(entry, lang),
        photo=entry.photo,
        names=entry.names,
        totals=entry.sheet.totals,
        field=view,
        chosen=field,
        key=key,
        seen=seen,
        refused=refused,
    )
