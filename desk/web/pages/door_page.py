"""The door of every server: a link opens a session, which lasts as long as the link; and the choice of language."""

from __future__ import annotations

from typing import Annotated
from urllib.parse import urlsplit

from fastapi import APIRouter, Form, HTTPException, Request
from fastapi.responses import RedirectResponse, Response
from starlette.routing import Match

from desk.web.page_kit import LANG_COOKIE, get_register, name_cookie, show
from desk.web.sender_turns import MOST_GUESSES, Quota
from texts.languages import LANGUAGES

router = APIRouter()
YEAR_S = 365 * 24 * 3600


@router.get("/l/{token}")
def show_link(request: Request, token: str) -> Response:
    """A page with one button, so that programs that preview links in messages do not use up a one-time link."""
    return show(request, "enter.html", token=token)


@router.get("/herein/{token}")
def open_session(request: Request, token: str) -> Response:
    """Opens a session for a valid link. It outlives the browser: its cookie ends when the link does."""
    address = request.client.host if request.client else ""
    guesses: Quota = request.app.state.guesses
    if guesses.is_full(address, MOST_GUESSES):
        raise HTTPException(429)
    register = get_register(request)
    session = register.open_session(token)
    if session is None:
        guesses.note(address)
        raise HTTPException(401)
    answer = RedirectResponse("/", 303)
    answer.set_cookie(
        name_cookie(request),
        session,
        max_age=register.count_left_s(session),
        httponly=True,
        samesite="strict",
        secure=request.url.scheme == "https",
    )
    return answer


@router.post("/sprache")
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
