"""The entrance: the first page of a role, and the events that every page listens to.

Hilfe: one page by role: first steps, keys, colours, and what to do with a blurred photograph.
Zugänge: links for tables, referees and everybody, each with its QR code, to be handed out, printed and withdrawn.
"""

from __future__ import annotations

import io
import re
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Literal

import segno
from fastapi import APIRouter, Form, HTTPException, Request
from fastapi.responses import RedirectResponse, Response, StreamingResponse

from desk.web.access import Access
from desk.web.page_kit import (
    ADDRESSES,
    PAGES,
    SENDERS,
    Anyone,
    Organiser,
    Visit,
    find_visitor,
)
from desk.web.pages.review_page import KEYS
from texts.sentences import say, tidy_text

router = APIRouter()


@router.get("/")
def find_start(request: Request) -> Response:
    """Redirects to the first page of the visitor's menu; without a session, shows what to do."""
    visitor = find_visitor(request)
    if visitor is None:
        raise HTTPException(401)
    return RedirectResponse(ADDRESSES[PAGES[visitor.role][0]], 303)


@router.get("/ereignisse")
async def stream_events(visit: Anyone, seit: int = 0) -> StreamingResponse:
    """Server-sent events: "changed" when anything was added to the file. `seit`: what the page has seen of it."""
    return StreamingResponse(visit.desk.hub.listen(seit), media_type="text/event-stream")


STEPS = {"organiser": 6, "referee": 3, "table": 3, "public": 2, "keyer": 3}
"""The number of first steps that the help shows each role."""
KEYER_KEYS = ("take-read", "type-read", "blank", "unreadable", "later", "undo-read", "help")
"""Of the page on which fields are read a second time."""


@router.get("/hilfe")
def show_help(visit: Anyone) -> Response:
    """The help for this visitor's role."""
    role = visit.visitor.role
    keys = {"organiser": (*KEYS, "p"), "referee": (*KEYS, "p"), "keyer": KEYER_KEYS}.get(role, ())
    keys_of = "guide" if role == "keyer" else "review"  # whose keys they are
    return visit.show("guide.html", steps=STEPS[role], keys=keys, keys_of=keys_of, sends=role in SENDERS)


HOURS = (6, 24, 72)
"""How long a link may be good: an evening, a day, a weekend."""
LONGEST_NAME = 60
_HOST = re.compile(r"(?:[a-z0-9.-]{1,253}|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?", re.IGNORECASE)
_LOOPBACK = re.compile(r"(?:localhost|127\.[\d.]+|\[::1\])(?::\d+)?", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class LinkCard:
    """A valid link. `address`: "" for a one-time link that was used; `own`: the visitor's own link."""

    access: Access
    until: datetime
    address: str
    own: bool


@router.get("/zugang")
def show_links(visit: Organiser) -> Response:
    """The valid links, and the form for more."""
    return _show_page(visit)


@router.post("/zugang")
def make_links(
    visit: Organiser,
    role: Annotated[Literal["table", "referee", "public", "keyer"], Form()],
    hours: Annotated[int, Form()],
    name: Annotated[str, Form()] = "",
) -> Response:
    """Makes a link; for the role "table" one for each table of the draw that has none."""
    register, lang = visit.desk.register, visit.desk.lang
    hours = hours if hours in HOURS else HOURS[0]
    words = tidy_text(name)[:LONGEST_NAME]
    tables = _list_tables(visit) if role == "table" else []
    if (role == "table" and not tables) or (role in ("referee", "keyer") and not words):
        return _show_page(visit, f"web.access.refused.{role}")
    if role == "table":
        served = {access.table for access in register.list_open() if access.role == "table"}
        for table in sorted(set(tables) - served):
            register.issue("table", say(lang, "web.access.table", table=table), hours=hours, table=table)
    else:
        register.issue(role, words or say(lang, "web.access.role.public"), hours=hours)
    return RedirectResponse("/zugang", 303)


@router.post("/zugang/{id_}/zurueckziehen")
def withdraw_link(visit: Organiser, id_: str) -> Response:
    """Withdraws a link and all its sessions; not the visitor's own."""
    if id_ == visit.visitor.access.id:
        return _show_page(visit, "web.access.refused.own")
    visit.desk.register.withdraw(id_)
    return RedirectResponse("/zugang", 303)


@router.get("/zugang/{id_}.svg")
def draw_code(visit: Organiser, id_: str) -> Response:
    """The link's QR code. It has an address of its own: our policy allows no picture inside the page."""
    card = next((card for card in _list_cards(visit) if card.access.id == id_), None)
    if card is None or not card.address:
        raise HTTPException(404)
    drawn = io.BytesIO()
    segno.make(card.address, micro=False, error="m").save(drawn, kind="svg", light="#ffffff", border=4, omitsize=True)
    return Response(drawn.getvalue(), media_type="image/svg+xml")


def find_base(request: Request) -> str:
    """The server's address as in this request. Raises HTTPException for an invalid host."""
    host = request.headers.get("host", "")
    if not _HOST.fullmatch(host):
        raise HTTPException(403)
    return f"{request.url.scheme}://{host}"


def _list_tables(visit: Visit) -> list[int]:
    draws = visit.open().tournament.draws
    return sorted({table.number for tables in draws.values() for table in tables})


def _list_cards(visit: Visit) -> list[LinkCard]:
    base, register = find_base(visit.request), visit.desk.register
    return [
        LinkCard(
            access,
            datetime.fromtimestamp(access.until).astimezone(),
            "" if access.once else f"{base}/l/{register.sign_again(access)}",
            access.id == visit.visitor.access.id,
        )
        for access in register.list_open()
    ]


def _show_page(visit: Visit, refusal: str = "") -> Response:
    """`refusal`: the key of the sentence that says why no link was made or withdrawn."""
    return visit.show(
        "links.html",
        409 if refusal else 200,
        cards=_list_cards(visit),
        hours=HOURS,
        refusal=say(visit.lang, refusal) if refusal else "",
        tables=len(_list_tables(visit)),
        longest=LONGEST_NAME,
        only_here=bool(_LOOPBACK.fullmatch(visit.request.headers.get("host", ""))),
    )
