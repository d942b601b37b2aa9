"""What every request is asked before a page sees it: where it comes from, how much it sends, whose form it is.

To change something it needs a session, and the mark of our own forms.
"""

from __future__ import annotations

from urllib.parse import urlsplit

from fastapi import HTTPException, Request

from desk.web.page_kit import (
    MOST_FIELDS,
    MOST_FILES,
    MOST_FORM_BYTES,
    MOST_WORKBOOK,
    PARTS,
    PHOTOS,
    SENDERS,
    find_visitor,
    get_desk,
)

SAFE = ("GET", "HEAD", "OPTIONS")
MOST_BYTES = 400 * 1024 * 1024
"""Of one form with photographs: 100 of 4 MB."""
BROUGHT = {"/aushang/mappe": MOST_WORKBOOK, "/saison/dazu": 1 << 30, "/spielerliste": 1 << 26, "/eigene-liste": 1 << 26}
"""Bytes of what the organiser brings: a workbook, an evening's file or its backup with photographs, a list of players
or the file of a former evening, a photograph of the club's own list."""


def refuse_head(request: Request) -> int | None:
    """The status with which to refuse a changing request from another site, or without a session: its body is not
    read."""
    if request.method in SAFE:
        return None
    origin, site = request.headers.get("origin"), request.headers.get("sec-fetch-site", "same-origin")
    # "none": the address was typed or bookmarked; old browsers send neither header
    if site not in ("same-origin", "none") or (origin and urlsplit(origin).netloc != request.headers.get("host")):
        return 403
    return 401 if find_visitor(request) is None else None


def count_allowed(request: Request) -> int:
    """Bytes that the request's body may have. Only senders may send photographs, as much as is left of their hour's
    allowance, and only the organiser what is in `BROUGHT`."""
    path, inbox = request.url.path, get_desk(request).inbox
    if path in BROUGHT and (visitor := find_visitor(request)) and visitor.role == "organiser":
        return BROUGHT[path] + MOST_FORM_BYTES
    most = MOST_BYTES if path == PHOTOS else inbox.most_bytes if path.startswith(PARTS) else 0
    visitor = find_visitor(request) if most else None
    if visitor is None or visitor.role not in SENDERS:
        return MOST_FORM_BYTES
    return max(MOST_FORM_BYTES, min(most, inbox.count_left(visitor.access).bytes))


async def note_events(request: Request) -> None:
    """Notes how many events there were before the page is made: those that come meanwhile must still be sent to it.
    What else this computer works at gives way."""
    get_desk(request).weights.note_request()
    request.state.heard = get_desk(request).hub.count


async def check_form(request: Request) -> None:
    """Refuses whatever changes something without the mark that our own pages send along. A form with photographs is
    checked while it comes: they are stored before its end."""
    if request.method in SAFE:
        return
    visitor = find_visitor(request)
    if visitor is None:
        raise HTTPException(401)
    given = request.headers.get("x-csrf")
    if given is None and request.url.path != PHOTOS:
        given = str((await request.form(max_files=MOST_FILES, max_fields=MOST_FIELDS)).get("csrf", ""))
    if given is not None and not visitor.is_own_mark(given):
        await request.close()  # what was sent is deleted at once
        raise HTTPException(403)
