"""Zugänge: links for the organiser's other devices, for tables, referees and everybody, each with its QR code, to be
handed out, printed and withdrawn; and whether phones find this evening at all.
"""

from __future__ import annotations

import io
import re
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Literal
from urllib.parse import urlsplit

import segno
from fastapi import APIRouter, Form, HTTPException, Request
from fastapi.responses import RedirectResponse, Response

from desk.web.access import Access
from desk.web.network_door import NetworkDoor, NoNetwork
from desk.web.page_kit import Organiser, Visit, Watcher, get_register
from texts.sentences import say, tidy_text

router = APIRouter()
HOURS = (6, 24, 72)
"""How long a link may be good: an evening, a day, a weekend."""
LONGEST_NAME = 60
SHORT, SHORT_HOURS = "/s", 24
"""The short way to the standings, an address that fits a wall. It is open while a link for the public is valid."""
NAMED = ("organiser", "referee", "keyer")
"""Whose decisions the record signs with the name of their link."""
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
    role: Annotated[Literal["organiser", "table", "referee", "public", "keyer"], Form()],
    hours: Annotated[int, Form()],
    name: Annotated[str, Form()] = "",
) -> Response:
    """Makes a link; for the role "table" one for each table of the draw that has none. An organiser's lets one device
    in."""
    register, lang = visit.desk.register, visit.desk.lang
    hours = hours if hours in HOURS else HOURS[0]
    words = tidy_text(name)[:LONGEST_NAME]
    tables = _list_tables(visit) if role == "table" else []
    if (role == "table" and not tables) or (role in NAMED and not words):
        return _show_page(visit, say(lang, f"web.access.refused.{role}"))
    if role == "table":
        served = {access.table for access in register.list_open() if access.role == "table"}
        for table in sorted(set(tables) - served):
            register.issue("table", say(lang, "web.access.table", table=table), hours=hours, table=table)
    else:
        register.issue(role, words or say(lang, "web.access.role.public"), hours=hours, once=role == "organiser")
    return RedirectResponse("/zugang", 303)


@router.post("/zugang/{id_}/zurueckziehen")
def withdraw_link(visit: Organiser, id_: str) -> Response:
    """Withdraws a link and all its sessions; not the visitor's own."""
    if id_ == visit.visitor.access.id:
        return _show_page(visit, say(visit.lang, "web.access.refused.own"))
    visit.desk.register.withdraw(id_)
    return RedirectResponse("/zugang", 303)


@router.get("/zugang/{id_}.svg")
def draw_code(visit: Organiser, id_: str) -> Response:
    """The link's QR code. It has an address of its own: our policy allows no picture inside the page."""
    card = next((card for card in _list_cards(visit) if card.access.id == id_), None)
    if card is None or not card.address:
        raise HTTPException(404)
    return _draw(card.address)


def _draw(address: str) -> Response:
    drawn = io.BytesIO()
    segno.make(address, micro=False, error="m").save(drawn, kind="svg", light="#ffffff", border=4, omitsize=True)
    return Response(drawn.getvalue(), media_type="image/svg+xml")


@router.post("/zugang/netz")
def set_door(visit: Organiser, way: Annotated[Literal["open", "shut"], Form()]) -> Response:
    """Lets phones in the same network find this evening, or no longer."""
    door = find_door(visit.request)
    if door is None:
        raise HTTPException(404)
    try:
        door.open() if way == "open" else door.shut()
    except NoNetwork as refused:
        return _show_page(visit, visit.explain(refused))
    return RedirectResponse("/zugang", 303)


@router.post(SHORT)
def let_phones_in(visit: Organiser) -> Response:
    """Makes a link for the public, unless there is one, and lets phones find this computer. Raises `NoNetwork`."""
    if door := find_door(visit.request):
        door.open()
    if find_public(visit.request) is None:
        visit.desk.register.issue("public", say(visit.desk.lang, "web.access.role.public"), hours=SHORT_HOURS)
    return RedirectResponse("/stand/wand", 303)


@router.get(f"{SHORT}/code.svg")
def draw_short_code(visit: Watcher) -> Response:
    """The short address as a QR code."""
    address = find_short_address(visit)
    if not address:
        raise HTTPException(404)
    return _draw(address)


def find_short_address(visit: Visit) -> str:
    """Where phones see the standings; "" while the public is not let in, or phones cannot reach this computer."""
    base = find_base(visit.request)
    return "" if is_only_here(base) or find_public(visit.request) is None else base + SHORT


def find_public(request: Request) -> Access | None:
    """The link for the public that is valid, None where there is none."""
    return next((one for one in get_register(request).list_open() if one.role == "public"), None)


def find_base(request: Request) -> str:
    """The server's address for other devices: that in the network, else the one in this request. Raises HTTPException
    for an invalid host."""
    host, door = request.headers.get("host", ""), find_door(request)
    if not _HOST.fullmatch(host):
        raise HTTPException(403)
    return (door.find_address() if door else "") or f"{request.url.scheme}://{host}"


def is_only_here(base: str) -> bool:
    """Whether only this computer's own browsers find that address."""
    return bool(_LOOPBACK.fullmatch(urlsplit(base).netloc))


def find_door(request: Request) -> NetworkDoor | None:
    """The door to the network of this server, None where it is found there anyhow."""
    door: NetworkDoor | None = request.app.state.door
    return door


def _list_tables(visit: Visit) -> list[int]:
    draws = visit.open().tournament.draws
    return sorted({table.number for tables in draws.values() for table in tables})


def _list_cards(visit: Visit) -> list[LinkCard]:
    base, register = find_base(visit.request), visit.desk.register
    return [
        LinkCard(
            access,
            datetime.fromtimestamp(access.until).astimezone(),
            "" if access.once and access.used else f"{base}/l/{register.sign_again(access)}",
            access.id == visit.visitor.access.id,
        )
        for access in register.list_open()
    ]


def _show_page(visit: Visit, refusal: str = "") -> Response:
    """`refusal`: the sentence that says why nothing was made or withdrawn."""
    door = find_door(visit.request)
    return visit.show(
        "links.html",
        409 if refusal else 200,
        cards=_list_cards(visit),
        hours=HOURS,
        refusal=refusal,
        tables=len(_list_tables(visit)),
        longest=LONGEST_NAME,
        only_here=is_only_here(find_base(visit.request)),
        has_door=door is not None,
        phones=door.find_address() if door else "",
    )
