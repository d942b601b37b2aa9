"""Zugänge: links for tables, referees and everybody, each with its QR code, to be handed out, printed and withdrawn."""

from __future__ import annotations

import io
import re
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Literal

import segno
from fastapi import APIRouter, Form, HTTPException, Request
from fastapi.responses import RedirectResponse, Response

from desk.web.access import Access
from desk.web.desk import Desk
from desk.web.guard import Organiser, TheDesk, TheLang
from desk.web.render import show
from texts.languages import Lang
from texts.sentences import say

router = APIRouter()
HOURS = (6, 24, 72)
"""How long a link may be good: an evening, a day, a weekend."""
LONGEST_NAME = 60
_HOST = re.compile(r"(?:[a-z0-9.-]{1,253}|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?", re.IGNORECASE)
_LOOPBACK = re.compile(r"(?:localhost|127\.[\d.]+|\[::1\])(?::\d+)?", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class LinkCard:
    """A link that is still good. `address`: "" for a one-time link that was used; `own`: the visitor came with it."""

    access: Access
    until: datetime
    address: str
    own: bool


@router.get("/zugang")
def show_links(request: Request, desk: TheDesk, lang: TheLang, visitor: Organiser) -> Response:
    """The links that are good, and the form for more."""
    return _show_page(request, desk, lang, visitor.access)


@router.post("/zugang")
def make_links(
    request: Request,
    desk: TheDesk,
    lang: TheLang,
    visitor: Organiser,
    role: Annotated[Literal["table", "referee", "public", "keyer"], Form()],
    hours: Annotated[int, Form()],
    name: Annotated[str, Form()] = "",
) -> Response:
    """Makes a link; for tables one for each table of the draw that has none."""
    hours = hours if hours in HOURS else HOURS[0]
    words = " ".join(name.split())[:LONGEST_NAME]
    tables = _list_tables(desk, lang) if role == "table" else []
    if (role == "table" and not tables) or (role in ("referee", "keyer") and not words):
        return _show_page(request, desk, lang, visitor.access, say(lang, f"web.access.refused.{role}"))
    if role == "table":
        served = {access.table for access in desk.register.list_open() if access.role == "table"}
        for table in sorted(set(tables) - served):
            desk.register.issue("table", say(desk.lang, "web.access.table", table=table), hours=hours, table=table)
    else:
        desk.register.issue(role, words or say(desk.lang, "web.access.role.public"), hours=hours)
    return RedirectResponse("/zugang", 303)


@router.post("/zugang/{id_}/zurueckziehen")
def withdraw_link(request: Request, id_: str, desk: TheDesk, lang: TheLang, visitor: Organiser) -> Response:
    """Ends a link and whoever came in with it; not the visitor's own."""
    if id_ == visitor.access.id:
        return _show_page(request, desk, lang, visitor.access, say(lang, "web.access.refused.own"))
    desk.register.withdraw(id_)
    return RedirectResponse("/zugang", 303)


@router.get("/zugang/{id_}.svg")
def draw_code(request: Request, id_: str, desk: TheDesk, visitor: Organiser) -> Response:
    """The link's QR code. It has an address of its own: our policy allows no picture inside the page."""
    card = next((card for card in _list_cards(request, desk, visitor.access) if card.access.id == id_), None)
    if card is None or not card.address:
        raise HTTPException(404)
    drawn = io.BytesIO()
    segno.make(card.address, micro=False, error="m").save(drawn, kind="svg", light="#ffffff", border=4, omitsize=True)
    return Response(drawn.getvalue(), media_type="image/svg+xml")


def find_base(request: Request) -> str:
    """The server's address as this very request reached it. Raises HTTPException for a host that is no name."""
    host = request.headers.get("host", "")
    if not _HOST.fullmatch(host):
        raise HTTPException(403)
    return f"{request.url.scheme}://{host}"


def _list_tables(desk: Desk, lang: Lang) -> list[int]:
    draws = desk.look(lang).evening.tournament.draws
    return sorted({table.number for tables in draws.values() for table in tables})


def _list_cards(request: Request, desk: Desk, own: Access) -> list[LinkCard]:
    base = find_base(request)
    return [
        LinkCard(
            access,
            datetime.fromtimestamp(access.until).astimezone(),
            "" if access.once else f"{base}/l/{desk.register.sign_again(access)}",
            access.id == own.id,
        )
        for access in desk.register.list_open()
    ]


def _show_page(request: Request, desk: Desk, lang: Lang, own: Access, refusal: str = "") -> Response:
    cards = _list_cards(request, desk, own)
    return show(
        request,
        "links.html",
        409 if refusal else 200,
        cards=cards,
        hours=HOURS,
        refusal=refusal,
        tables=len(_list_tables(desk, lang)),
        longest=LONGEST_NAME,
        only_here=bool(_LOOPBACK.fullmatch(request.headers.get("host", ""))),
    )
