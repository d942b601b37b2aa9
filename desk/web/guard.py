"""What every request must pass: a session of the right role, and for what changes something our own form."""

from __future__ import annotations

from collections.abc import Callable
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


def admit(*roles: Role) -> Callable[[Request], Visitor]:
    """Lets only these roles in; without any, everybody who has a session."""

    def check(request: Request) -> Visitor:
        visitor = find_visitor(request)
        if visitor is None:
            raise HTTPException(401)
        if visitor.role not in (roles or ROLES):
            raise HTTPException(403)
        return visitor

    return check


async def check_form(request: Request) -> None:
    """Refuses whatever changes something and was not sent from one of our own pages."""
    if request.method in SAFE:
        return
    origin, site = request.headers.get("origin"), request.headers.get("sec-fetch-site", "same-origin")
    if site not in ("same-origin", "none") or (origin and urlsplit(origin).netloc != request.headers.get("host")):
        raise HTTPException(403)
    visitor = find_visitor(request)
    if visitor is None:
        raise HTTPException(401)
    given = request.headers.get("x-csrf")
    if given is None:
        given = str((await request.form(max_files=MOST_FILES, max_fields=MOST_FIELDS)).get("csrf", ""))
    if not compare_digest(given.encode(), visitor.csrf.encode()):
        await request.close()  # what was sent is deleted at once
        raise HTTPException(403)


TheDesk = Annotated[Desk, Depends(get_desk)]
TheLang = Annotated[Lang, Depends(get_lang)]
Anyone = Annotated[Visitor, Depends(admit())]
Decider = Annotated[Visitor, Depends(admit("organiser", "referee"))]
Organiser = Annotated[Visitor, Depends(admit("organiser"))]
Keyer = Annotated[Visitor, Depends(admit("keyer"))]
"""Reads fields a second time, and must see nothing of what was decided."""
Watcher = Annotated[Visitor, Depends(admit("organiser", "referee", "table", "public"))]
Sender = Annotated[Visitor, Depends(admit("organiser", "referee", "table"))]
