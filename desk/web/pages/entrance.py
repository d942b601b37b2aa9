"""The door: a link opens a session; the language; the events that every page listens to."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Form, HTTPException, Request
from fastapi.responses import RedirectResponse, Response, StreamingResponse

from desk.web.guard import COOKIE, LANG_COOKIE, Anyone, TheDesk, find_visitor
from desk.web.render import ADDRESSES, PAGES, show
from texts.languages import LANGUAGES

router = APIRouter()
YEAR_S = 365 * 24 * 3600


@router.get("/")
def find_start(request: Request) -> Response:
    """To the first page of the visitor's menu; without a session, what to do."""
    visitor = find_visitor(request)
    if visitor is None:
        raise HTTPException(401)
    return RedirectResponse(ADDRESSES[PAGES[visitor.role][0]], 303)


@router.get("/l/{token}")
def show_link(request: Request, token: str) -> Response:
    """A page with one button: programs that preview links in messages must not use a one-time link up."""
    return show(request, "enter.html", token=token)


@router.get("/herein/{token}")
def open_session(request: Request, token: str, desk: TheDesk) -> Response:
    """Opens a session for a good link."""
    address = request.client.host if request.client else ""
    throttle = request.app.state.throttle
    if throttle.is_full(address):
        raise HTTPException(429)
    session = desk.register.open_session(token)
    if session is None:
        throttle.note(address)
        raise HTTPException(401)
    answer = RedirectResponse("/", 303)
    answer.set_cookie(COOKIE, session, httponly=True, samesite="strict", secure=request.url.scheme == "https")
    return answer


@router.post("/sprache")
def choose_language(request: Request, lang: Annotated[str, Form()], _visitor: Anyone) -> Response:
    """Keeps the language in a cookie."""
    answer = RedirectResponse("/", 303)
    chosen, secure = lang if lang in LANGUAGES else LANGUAGES[0], request.url.scheme == "https"
    answer.set_cookie(LANG_COOKIE, chosen, max_age=YEAR_S, samesite="strict", secure=secure)
    return answer


@router.get("/ereignisse")
async def stream_events(desk: TheDesk, _visitor: Anyone, seit: int = 0) -> StreamingResponse:
    """Server-sent events: "changed" when anything was added to the file. `seit`: what the page has seen of it."""
    return StreamingResponse(desk.hub.listen(seit), media_type="text/event-stream")
