"""The entrance: a link opens a session, which lasts as long as the link, and the choice of language, as at every
server; then the first page of a role, the events that every page listens to, and the help.

Hilfe: one page by role: first steps, keys, colours, and what to do with a blurred photograph.
"""

from __future__ import annotations

from typing import Annotated
from urllib.parse import urlsplit

from fastapi import APIRouter, Form, HTTPException, Query, Request
from fastapi.responses import RedirectResponse, Response, StreamingResponse
from starlette.routing import Match

from desk.web.page_kit import (
    ADDRESSES,
    LANG_COOKIE,
    PAGES,
    SENDERS,
    Anyone,
    find_visitor,
    get_desk,
    get_register,
    name_cookie,
    show,
)
from desk.web.pages.phones.links_page import SHORT, find_public
from desk.web.pages.review.review_page import KEYS
from desk.web.sender_turns import MOST_GUESSES, Quota
from desk.web.setup_steps import PLACES, is_begun
from texts.languages import LANGUAGES
from tournament.record.replay import replay

router = APIRouter()
door = APIRouter()
"""The addresses of every server, the start page's too."""
YEAR_S = 365 * 24 * 3600
Then = Annotated[str, Query(alias="weiter", pattern=r"^(?:beenden|abend/[0-9a-f]{16})?$")]


@door.get("/l/{token}")
def show_link(request: Request, token: str) -> Response:
    """A page with one button, so that programs that preview links in messages do not use up a one-time link."""
    return show(request, "enter.html", token=token)


@door.get("/herein/{token}")
def open_session(request: Request, token: str, then: Then = "") -> Response:
    """Opens a session for a valid link. It outlives the browser: its cookie ends when the link does. `weiter`: the page
    to which it goes on, of those that the start page has."""
    address = request.client.host if request.client else ""
    guesses: Quota = request.app.state.guesses
    if guesses.is_full(address, MOST_GUESSES):
        raise HTTPException(429)
    try:
        return _start_session(request, token, f"/{then}")
    except HTTPException:
        guesses.note(address)
        raise


def _start_session(request: Request, token: str, then: str) -> Response:
    """Leads to the page `then` with a session of that link. Raises HTTPException (401) for a link that is not valid."""
    register = get_register(request)
    session = register.open_session(token)
    if session is None and register.has_used(request.cookies.get(name_cookie(request), ""), token):
        return RedirectResponse(then, 303)
    if session is None:
        raise HTTPException(401)
    answer = RedirectResponse(then, 303)
    answer.set_cookie(
        name_cookie(request),
        session,
        max_age=register.count_left_s(session),
        httponly=True,
        samesite="strict",
        secure=request.url.scheme == "https",
    )
    return answer


@door.post("/sprache")
def choose_language(request: Request, lang: Annotated[str, Form()]) -> Response:
    """Keeps the language in a cookie, and shows the page again on which it was chosen."""
    answer = RedirectResponse(find_page_before(request), 303)
    chosen, secure = lang if lang in LANGUAGES else LANGUAGES[0], request.url.scheme == "https"
    answer.set_cookie(LANG_COOKIE, chosen, max_age=YEAR_S, samesite="strict", secure=secure)
    return answer


def find_page_before(request: Request) -> str:
    """The path of this server's page whose form was sent; "/" where the browser does not say, or for what only answers
    forms."""
    before = urlsplit(request.headers.get("referer", ""))
    if before.netloc != request.headers.get("host") or not before.path.startswith("/") or before.path[:2] == "//":
        return "/"
    scope = {"type": "http", "method": "GET", "path": before.path, "root_path": "", "headers": []}
    if not any(route.matches(scope)[0] is Match.FULL for route in request.app.router.routes):
        return "/"
    return f"{before.path}?{before.query}" if before.query else before.path


@router.get("/")
def find_start(request: Request) -> Response:
    """Redirects to the first page of the visitor's menu, and the organiser of a tournament without players to these;
    without a session, shows what to do."""
    visitor = find_visitor(request)
    if visitor is None:
        raise HTTPException(401)
    if visitor.role == "organiser" and is_begun(replay(get_desk(request).store.read_entries())):
        return RedirectResponse(PLACES["players"], 303)
    return RedirectResponse(ADDRESSES[PAGES[visitor.role][0]], 303)


@router.get(SHORT)
def open_standings(request: Request) -> Response:
    """The standings by the short way, with a session of the link for the public. Answers 401 where there is none."""
    access = find_public(request)
    if access is None:
        raise HTTPException(401)
    return _start_session(request, get_register(request).sign_again(access), "/stand")


@router.get("/ereignisse")
async def stream_events(visit: Anyone, seit: int = 0) -> StreamingResponse:
    """Server-sent events: "changed" when anything was added to the file. `seit`: what the page has seen of it."""
    lines = visit.desk.hub.listen(seit)
    if "/pruefen" in visit.request.headers.get("referer", ""):
        lines = visit.desk.shown.follow(visit.visitor.csrf, lines)
    return StreamingResponse(lines, media_type="text/event-stream")


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
