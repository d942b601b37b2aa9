"""The server: its pages, and what stands before all of them."""

from __future__ import annotations

import errno
from pathlib import Path

from fastapi import Depends, FastAPI, HTTPException, Request
from fastapi.responses import HTMLResponse, Response
from fastapi.staticfiles import StaticFiles

from desk.crash_log import write_log
from desk.web.desk import Desk
from desk.web.forms import word_refusal
from desk.web.guard import check_form, get_lang
from desk.web.pages import (
    entrance,
    groups,
    help,
    key_fields,
    keying,
    links,
    now,
    photos,
    pictures,
    players,
    records,
    review,
    sheet,
    standings,
)
from desk.web.protection import Protection, Throttle
from desk.web.render import show
from texts.sentences import SpokenError

STATIC = Path(__file__).parent / "static"
KNOWN_STATUS = (400, 401, 403, 404, 405, 408, 409, 413, 422, 429, 507)
FULL = (errno.ENOSPC, errno.EDQUOT)


def make_app(desk: Desk) -> FastAPI:
    """The whole page for that desk."""
    app = FastAPI(docs_url=None, redoc_url=None, openapi_url=None, dependencies=[Depends(check_form)])
    app.state.desk, app.state.throttle = desk, Throttle()
    app.mount("/static", StaticFiles(directory=STATIC))
    for page in (
        entrance, groups, help, key_fields, keying, links, now, photos, pictures, players, records, review, sheet,
        standings,
    ):
        app.include_router(page.router)
    app.add_exception_handler(404, _explain_status)
    app.add_exception_handler(HTTPException, _explain_status)
    app.add_exception_handler(SpokenError, _explain_error)
    app.add_exception_handler(OSError, _explain_system)
    app.add_middleware(Protection, explain=_explain_number)
    return app


def _explain_status(request: Request, error: Exception) -> Response:
    return _explain_number(request, getattr(error, "status_code", 500))


def _explain_system(request: Request, error: Exception) -> Response:
    """The disk takes no more while a photograph comes in, or the system refuses something that nobody thought of."""
    full = isinstance(error, OSError) and error.errno in FULL
    if not full:
        write_log(error)
    return _explain_number(request, 507 if full else 500)


def _explain_number(request: Request, status: int) -> Response:
    key = status if status in KNOWN_STATUS else 500
    return show(request, "problem.html", status, sentence=f"web.problem.status.{key}", words="")


def _explain_error(request: Request, error: Exception) -> HTMLResponse:
    """What people did that cannot be done: one sentence."""
    words = word_refusal(error, get_lang(request)) if isinstance(error, SpokenError) else ""
    return show(request, "problem.html", 409, sentence="web.problem.refused", words=words)
