"""What every request must pass: a session of the right role, and for what changes something our own form."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from secrets import compare_digest
from typing import Annotated
from urllib.parse import urlsplit

from fastapi import Depends, HTTPException, Request

from desk.web.access import ROLES, Role, Visitor
from desk.web.desk import Desk
from texts.languages import LANGUAGES, Lang

COOKIE = "kiebitz"
LANG_COOKIE = "lang"
SAFE = ("GET", "HEAD", "OPTIONS")
MOST_FILES, MOST_FIELDS = 24, 200
MOST_BYTES = 400 * 1024 * 1024
"""Of one request with photographs: 24 of 16 MB."""
MOST_FORM_BYTES = 1024 * 1024
"""Of every other request."""
PHOTOS = "/foto"
SENDERS: tuple[Role, ...] = ("organiser", "referee", "table")


def get_desk(request: Request) -> Desk:
    """The desk that this server runs."""
    desk: Desk = request.app.state.desk
    return desk


def get_lang(request: Request) -> Lang:
    """What the visitor chose, else the server's language."""
    wish = request.cookies.get(LANG_COOKIE)
    return next((lang for lang in LANGUAGES if lang == wish), get_desk(request).lang)


def find_visitor(request: Request) -> Visitor | None:
    """Who asks; None without a good session."""
    return get_desk(request).register.find_visitor(request.cookies.get(COOKIE, ""))


def admit(*roles: Role) -> Callable[[Request], Awaitable[Visitor]]:
    """Lets only these roles in; without any, everybody who has a session."""

    async def check(request: Request) -> Visitor:
        visitor = find_visitor(request)
        if visitor is None:
            raise HTTPException(401)
        if visitor.role not in (roles or ROLES):
            raise HTTPException(403)
        return visitor

    return check


def refuse_head(request: Request) -> int | None:
    """The status for what would change something and comes from elsewhere, or from somebody without a session: nothing
    that such a request sends is read."""
    if request.method in SAFE:
        return None
    origin, site = request.headers.get("origin"), request.headers.get("sec-fetch-site", "same-origin")
    if site not in ("same-origin", "none") or (origin and urlsplit(origin).netloc != request.headers.get("host")):
        return 403
    return 401 if find_visitor(request) is None else None


def count_allowed(request: Request) -> int:
    """Bytes that the request may send: photographs where they are taken in, and from those who may send them."""
    visitor = find_visitor(request) if request.url.path == PHOTOS else None
    return MOST_BYTES if visitor is not None and visitor.role in SENDERS else MOST_FORM_BYTES


async def note_events(request: Request) -> None:
    """Keeps how many events there were before the page is made: what comes while it is made, it must still hear of."""
    request.state.heard = get_desk(request).hub.count


async def check_form(request: Request) -> None:
    """Refuses whatever changes something without the mark that our own pages send along."""
    if request.method in SAFE:
        return
    visitor = find_visitor(request)
    if visitor is None:
        raise HTTPException(401)
    given = request.headers.get("x-csrf")
    if given is None:
        given = str((await request.form(max_files=MOST_FILES, max_fields=MOST_FIELDS)).get("csrf", ""))
    if not compare_digest(given.encode(), visitor.csrf.encode()):
        await request.close()  # what was sent is deleted at once
        raise HTTPException(403)


async def provide_desk(request: Request) -> Desk:
    """The same as `get_desk` for an address. What is at once at hand needs no thread: all of them may be busy with an
    evening that is being counted, and whoever only listens must come in all the same."""
    return get_desk(request)


async def provide_lang(request: Request) -> Lang:
    """The same as `get_lang`."""
    return get_lang(request)


TheDesk = Annotated[Desk, Depends(provide_desk)]
TheLang = Annotated[Lang, Depends(provide_lang)]
Anyone = Annotated[Visitor, Depends(admit())]
Decider = Annotated[Visitor, Depends(admit("organiser", "referee"))]
Organiser = Annotated[Visitor, Depends(admit("organiser"))]
Keyer = Annotated[Visitor, Depends(admit("keyer"))]
"""Reads fields a second time, and must see nothing of what was decided."""
Watcher = Annotated[Visitor, Depends(admit("organiser", "referee", "table", "public"))]
Sender = Annotated[Visitor, Depends(admit(*SENDERS))]
