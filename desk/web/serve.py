"""The server: its pages, and the layers that every request passes first."""

from __future__ import annotations

import errno
import logging
import threading
from pathlib import Path

import uvicorn
from fastapi import Depends, FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import HTMLResponse, Response
from fastapi.staticfiles import StaticFiles
from starlette.exceptions import HTTPException

from desk.exits import write_log
from desk.web.certificate import Certificate
from desk.web.connections import TimedProtocol
from desk.web.page_kit import asks_for_part, get_lang, say_on_page, show
from desk.web.pages import (
    awards_page,
    by_hand_page,
    clock_page,
    entrance_page,
    form_page,
    groups_page,
    handout_page,
    keying_pages,
    photos_page,
    picture_addresses,
    player_list_page,
    players_page,
    records_page,
    review_page,
    season_page,
    seating_page,
    sending_page,
    sheet_page,
    standings_page,
    statistics_page,
)
from desk.web.protection import Protection, Rules
from desk.web.request_checks import check_form, count_allowed, note_events, refuse_head
from desk.web.running_desk import Desk
from desk.web.sender_turns import Quota
from texts.sentences import SpokenError

STATIC = Path(__file__).parent / "static"
KNOWN_STATUS = (400, 401, 403, 404, 405, 408, 409, 413, 422, 429, 507)
FULL = (errno.ENOSPC, errno.EDQUOT)


def make_app(desk: Desk) -> FastAPI:
    """The whole page for that desk."""
    first = [Depends(note_events), Depends(check_form)]
    app = FastAPI(docs_url=None, redoc_url=None, openapi_url=None, dependencies=first)
    app.state.desk, app.state.guesses = desk, Quota(seconds=60.0)
    app.mount("/static", StaticFiles(directory=STATIC))
    for page in (
        awards_page,
        by_hand_page,
        clock_page,
        entrance_page,
        form_page,
        groups_page,
        handout_page,
        keying_pages,
        photos_page,
        picture_addresses,
        player_list_page,
        players_page,
        records_page,
        review_page,
        season_page,
        sending_page,
        sheet_page,
        seating_page,
        standings_page,
        statistics_page,
    ):
        app.include_router(page.router)
    app.include_router(keying_pages.fields_router)
    app.add_exception_handler(HTTPException, _explain_status)
    app.add_exception_handler(RequestValidationError, _explain_status)
    app.add_exception_handler(SpokenError, _explain_error)
    app.add_exception_handler(OSError, _explain_system)
    app.add_middleware(Protection, explain=_explain_number, rules=Rules(refuse_head, count_allowed))
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
    key = status if status in KNOWN_STATUS else 500
    return _show_problem(request, status, f"web.problem.status.{key}")


def _explain_error(request: Request, error: Exception) -> HTMLResponse:
    """Answers wrong use with one sentence."""
    words = say_on_page(error.phrase, get_lang(request)) if isinstance(error, SpokenError) else ""
    return _show_problem(request, 409, "web.problem.refused", words)


def _show_problem(request: Request, status: int, sentence: str, words: str = "") -> HTMLResponse:
    template = "problem_part.html" if asks_for_part(request) else "problem.html"
    return show(request, template, status, sentence=sentence, words=words)


CLOSING_S = 3


def make_server(desk: Desk, certificate: Certificate | None = None) -> uvicorn.Server:
    """The server of that desk, over HTTPS with a certificate."""
    return uvicorn.Server(
        uvicorn.Config(
            make_app(desk),
            http=TimedProtocol,
            log_level="critical",
            access_log=False,
            server_header=False,
            date_header=False,
            proxy_headers=False,
            lifespan="off",
            timeout_graceful_shutdown=CLOSING_S,
            h11_max_incomplete_event_size=65_536,
            ssl_certfile=certificate.file if certificate else None,
            ssl_keyfile=certificate.key if certificate else None,
        )
    )


def keep_quiet() -> None:
    """Writes failures in threads and on connections to a log and not to the terminal."""
    threading.excepthook = _note_failure
    logging.getLogger("asyncio").setLevel(logging.CRITICAL)


def _note_failure(failure: threading.ExceptHookArgs) -> None:
    if failure.exc_value is not None:
        write_log(failure.exc_value)
