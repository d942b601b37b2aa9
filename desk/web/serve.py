"""The server: its pages, and the layers that every request passes first."""

from __future__ import annotations

import errno
import logging
import threading
from collections.abc import Callable, Iterable
from functools import cache

from fastapi import APIRouter, Depends, FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import HTMLResponse, Response
from starlette.exceptions import HTTPException
from starlette.routing import BaseRoute, Route

from desk.exits import write_log
from desk.web.packing import send_static
from desk.web.page_kit import asks_for_part, frame_desk, get_lang, is_from_here, show
from desk.web.pages.phones import entrance_page, links_page, photos_page, sending_page, table_page
from desk.web.pages.playing import awards_page, clock_page, now_page, seating_page
from desk.web.pages.results import (
    check_page,
    handout_page,
    records_page,
    season_page,
    standings_page,
    statistics_page,
    till_page,
)
from desk.web.pages.review import (
    by_hand_page,
    groups_page,
    keying_pages,
    picture_addresses,
    review_page,
    sheet_page,
    taking_page,
)
from desk.web.pages.setup import (
    form_page,
    own_list_page,
    player_list_page,
    players_page,
    settings_page,
    setup_pages,
)
from desk.web.protection import Protection, Rules
from desk.web.request_checks import (
    check_form,
    count_allowed,
    note_events,
    refuse_head,
)
from desk.web.running_desk import Desk
from desk.web.sender_turns import Quota
from desk.web.start import ending_page, new_pages, opening_page, question_page, start_page
from desk.web.start.evening_house import House
from desk.web.start.start_kit import (
    LEADS_TO,
    count_start_bytes,
    find_evening_link,
    frame_start,
    has_own_name,
)
from texts.sentences import SpokenError, say_on_page

KNOWN_STATUS = (400, 401, 403, 404, 405, 408, 409, 413, 422, 429, 507)
FULL = (errno.ENOSPC, errno.EDQUOT)


@cache
def _list_routes() -> tuple[BaseRoute, ...]:
    """The pages of an evening, with what every request passes first. The routes know no evening: all apps share them,
    as to work them out takes longer than to answer a request."""
    pages = (
        awards_page,
        by_hand_page,
        check_page,
        clock_page,
        entrance_page,
        form_page,
        groups_page,
        handout_page,
        keying_pages,
        links_page,
        now_page,
        own_list_page,
        photos_page,
        picture_addresses,
        player_list_page,
        players_page,
        records_page,
        review_page,
        season_page,
        sending_page,
        settings_page,
        setup_pages,
        sheet_page,
        seating_page,
        standings_page,
        statistics_page,
        table_page,
        taking_page,
        till_page,
    )
    routers = (*(page.router for page in pages), keying_pages.fields_router, entrance_page.door)
    return _gather_routes((note_events, check_form), routers)


@cache
def _list_start_routes() -> tuple[BaseRoute, ...]:
    """The pages of the start app, likewise."""
    pages = ending_page, new_pages, opening_page, question_page, start_page
    return _gather_routes((check_form,), (*(page.router for page in pages), entrance_page.door))


def _gather_routes(first: Iterable[Callable[..., object]], pages: Iterable[APIRouter]) -> tuple[BaseRoute, ...]:
    """`first`: what every request to these pages passes before."""
    gathered = APIRouter(dependencies=[Depends(check) for check in first])
    for page in pages:
        gathered.include_router(page)
    return tuple(gathered.routes)


def make_app(desk: Desk) -> FastAPI:
    """The whole page for that desk."""
    app = _make_bare(_list_routes(), Rules(refuse_head, count_allowed))
    app.state.desk, app.state.register, app.state.lang = desk, desk.register, desk.lang
    app.state.frame, app.state.door, app.state.start = frame_desk, None, ""
    return app


def make_start_app(house: House) -> FastAPI:
    """The start page, and the pages on which a tournament is made or opened.

    Each page's module has a `router` whose handlers take a `Starter`; `Starter.enter(file)` opens an evening.
    """
    app = _make_bare(_list_start_routes(), Rules(_refuse_start, count_start_bytes, LEADS_TO))
    app.state.house, app.state.register, app.state.lang, app.state.frame = (
        house,
        house.register,
        house.lang,
        frame_start,
    )
    return app


def _refuse_start(request: Request) -> int | None:
    return refuse_head(request) if has_own_name(request) else 403


def _make_bare(routes: Iterable[BaseRoute], rules: Rules) -> FastAPI:
    """A server of these routes, with the limits of requests and the answers to faults."""
    app = FastAPI(
        docs_url=None, redoc_url=None, openapi_url=None, routes=[Route("/static/{name}", send_static), *routes]
    )
    app.state.guesses = Quota(seconds=60.0)
    app.add_exception_handler(HTTPException, _explain_status)
    app.add_exception_handler(RequestValidationError, _explain_status)
    app.add_exception_handler(SpokenError, _explain_error)
    app.add_exception_handler(OSError, _explain_system)
    app.add_middleware(Protection, explain=_explain_number, rules=rules)
    return app


def _explain_status(request: Request, error: Exception) -> Response:
    return _explain_number(request, getattr(error, "status_code", 422))


def _explain_system(request: Request, error: Exception) -> Response:
    """Answers an OSError: the disk is full while a photograph comes in, or the system refuses something unforeseen."""
    full = isinstance(error, OSError) and error.errno in FULL
    if not full:
        write_log(error)
    return _explain_number(request, 507 if full else 500)


def _explain_number(request: Request, status: int) -> Response:
    if status == 401 and is_from_here(request):
        way = find_evening_link(request)
        return _show_problem(request, status, f"startpage.door.{'way' if way else 'again'}", way=way)
    key = status if status in KNOWN_STATUS else 500
    return _show_problem(request, status, f"web.problem.status.{key}")


def _explain_error(request: Request, error: Exception) -> HTMLResponse:
    """Answers wrong use with one sentence."""
    words = say_on_page(error.phrase, get_lang(request)) if isinstance(error, SpokenError) else ""
    return _show_problem(request, 409, "web.problem.refused", words)


def _show_problem(request: Request, status: int, sentence: str, words: str = "", way: str = "") -> HTMLResponse:
    """`words`: a sentence in place of that key; `way`: an address at which it goes on."""
    title = f"web.problem.{'no-entry' if status == 401 else 'title'}"
    template = "problem_part.html" if asks_for_part(request) else "problem.html"
    return show(request, template, status, sentence=sentence, words=words, way=way, title=title)


def keep_quiet() -> None:
    """Writes failures in threads and on connections to a log and not to the terminal."""
    threading.excepthook = _note_failure
    logging.getLogger("asyncio").setLevel(logging.CRITICAL)


def _note_failure(failure: threading.ExceptHookArgs) -> None:
    if failure.exc_value is not None:
        write_log(failure.exc_value)
